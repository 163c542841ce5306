//! Indigo: a suite of irregular graph kernels with planted bugs [Liu et al., ISPASS 2022], on which
//! [H24, §V] is measured. Nothing of it is here: its folder is read where a user has one.
//!
//! [`graph`] reads and writes its inputs, [`generate`] makes inputs of its kinds, [`suite`] runs its
//! kernels as their host code does, and [`planted`] has kernels of this project's own in the style of
//! its families, each with its ground truth.

pub mod generate;
pub mod graph;
mod not_run;
pub mod planted;
pub mod suite;

pub use graph::Graph;
pub use not_run::NotRun;
pub use suite::{Label, Shape};
