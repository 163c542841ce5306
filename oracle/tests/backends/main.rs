//! Every back-end against the exact evaluator, against each other, and against solvers that lie.
#![allow(clippy::unwrap_used)] // a test may fail

mod agreement;
mod children;
mod installed;
mod library;
mod tables;
