//! Differential testing of race detectors: kernels, their ground truth, what a detector says of them,
//! and where it is wrong.
//!
//! A [`Detector`] is described in TOML and runs as a child process that is contained. [`Referees`] say
//! what a kernel does: a race counts where it was made, its absence where it was proved; what is
//! neither blames nobody. A [`campaign`] runs many kernels and writes down each before it counts it;
//! [`finding`]s are the smallest kernels on which a detector is wrong.
//!
//! ```
//! use difftest::Detector;
//! use std::path::Path;
//!
//! let always = r#"
//!     name = "always"
//!     languages = ["cu"]
//!     command = ["sh", "-c", "echo race"]
//!     [[answer]]
//!     says = "racy"
//!     stdout = "^race"
//! "#;
//! let detector = Detector::from_toml(always, Path::new("."))?;
//! assert!(detector.program().is_some_and(|program| program == "sh"));
//! # Ok::<(), difftest::detector::BadDescription>(())
//! ```

pub mod campaign;
pub mod cause;
pub mod child;
pub mod detector;
pub mod finding;
pub mod folder;
pub mod grouping;
pub mod outcome;
pub mod reading;
pub mod record;
mod remembering;
pub mod self_check;
pub mod shrink;
mod subject;
pub mod template;
pub mod trial;
pub mod truth;
pub mod until;

pub use campaign::{Campaign, Plan, Progress};
pub use detector::{Convention, Conventions, Detector};

pub use finding::Finding;
pub use folder::Folder;
pub use outcome::Outcome;
pub use reading::Said;

pub use record::{Log, Record, Tried};
pub use trial::{Judge, Trial};
pub use truth::{Referees, Truth, Verdict};
pub use until::Until;
