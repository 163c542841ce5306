//! The simplifier against the interpreter: each rule by itself, and whole expressions.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail

mod check;
mod expressions;
mod rules;
