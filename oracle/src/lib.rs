//! The oracle: exhaustive explorer, solvers, verdicts.

pub mod actions;
pub mod check;
pub mod child;
pub mod explore;
pub mod relax;
pub mod simplify;
pub mod solver;

pub use explore::{Bounds, Exploration, Finding, explore, explore_protocol};
pub use semantics::Budget;
