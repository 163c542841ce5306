//! The papers' claims as values that run, over every small program.
//!
//! [L24, Theorem 4.5] on every program up to size 3, with two threads and two values:
//!
//! ```
//! use oracle::Bounds;
//! use theories::{Dropped, Grammar, Shard, Survey, Work, claim};
//!
//! let survey = Survey {
//!     claims: claim("liew2024/4.5").into_iter().collect(),
//!     dropped: Dropped::default(),
//!     grammar: Grammar::default(),
//!     bounds: Bounds::new(2, 2),
//!     work: Work::UpTo(3),
//!     shard: Shard::default(),
//!     only_reference: false,
//! };
//! let found = survey.run(&|done, all| assert!(done <= all))?;
//! assert!(found[0].tally.refutation.is_none());
//! # Ok::<(), theories::enumerate::TooMany>(())
//! ```

pub mod agreement;
pub mod case;
pub mod claim;
mod derivation;
pub mod engine;
pub mod enumerate;
pub mod grammar;
pub mod hirace;
pub mod hypotheses;
pub mod interleavings;
pub mod kernels;
pub mod liew2022;
pub mod liew2024;
mod need;
pub mod parametric_flows;
#[cfg(feature = "mutants")]
pub mod planted;
#[cfg(not(feature = "mutants"))]
mod planted;
mod registry;
pub mod sarkar2018;
pub mod survey;

pub use case::{Case, NoProgramNumber, ProgramNumber, Subject, Subjects};
pub use claim::{
    Assumed, Claim, Counterexample, Dropped, Finding, Hypothesis, Recorded, Run, Within,
};
pub use derivation::document;
pub use enumerate::Enumeration;
pub use grammar::{Form, Grammar};
pub use need::{Need, needs};
pub use registry::{claim, claims};
pub use survey::{RANDOM_FUEL, RANDOM_RUNS, Refutation, Shard, Survey, Surveyed, Tally, Work};
