//! The papers' claims as values that run, over every small program.

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

pub use case::{Case, ProgramNumber, Subject, Subjects};
pub use claim::{
    Assumed, Claim, Counterexample, Dropped, Finding, Hypothesis, Recorded, Run, Within,
};
pub use derivation::document;
pub use enumerate::Enumeration;
pub use grammar::{Form, Grammar};
pub use need::{Need, needs};
pub use registry::{claim, claims};
pub use survey::{RANDOM_FUEL, RANDOM_RUNS, Refutation, Shard, Survey, Surveyed, Tally, Work};
