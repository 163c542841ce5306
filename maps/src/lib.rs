//! Memory access protocols: syntax, rules, control and data independence.

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

pub use independence::{Approximating, Class, aa, control_independent, data_independent};
pub use instance::{by_array, instantiate};
pub use rules::{Judgment, runs};
pub use run::{explain, outcomes};
pub use syntax::{Protocol, ProtocolFile};
