//! HiRace's machine: the table, the decision, the record, Algorithm 1.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

mod concrete;
mod decision;
mod record;
mod table;
mod update;
