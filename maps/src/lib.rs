//! Memory access protocols: syntax, rules, control and data independence.
//!
//! The protocol of the second alarm of [L24, §2] writes what it has read, wherever that is: its accesses hang on no
//! value by their number, and on `x` by their place.
//!
//! ```
//! use maps::{ProtocolFile, control_independent, data_independent};
//! use semantics::{ParseOptions, Source};
//! use std::collections::BTreeSet;
//!
//! let source = Source::new("s_c.map", "var x. wr A[x]");
//! let file = ProtocolFile::parse(&source, ParseOptions::default())?;
//! let none = BTreeSet::new();
//! assert!(control_independent(&none, &file.body));
//! assert!(!data_independent(&none, &file.body));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod exchange;
pub mod independence;
pub mod instance;
#[cfg(feature = "mutants")]
pub mod planted;
pub mod rules;
pub mod run;
mod show;
pub mod syntax;

pub use independence::{
    Approximating, Class, Independence, aa, control_independent, data_independent,
    derive_approximating, derive_control, derive_data,
};
pub use instance::{by_array, instantiate};
pub use rules::{Judgment, runs};
pub use run::{explain, outcomes};
pub use syntax::{Protocol, ProtocolFile};
