//! Interleavings: what a program does when its threads share one memory, whatever the schedule.
//!
//! The theories run each thread by itself. Here the threads take turns, access by access; barriers
//! are passed by all together, and where some wait and the others have ended the execution
//! *diverges*. Every schedule of a few threads is gone through, in every world within bounds: a
//! *world* is an initial memory and a value for each choice of a `var`.

mod claims;
pub mod executions;
mod in_world;
pub mod machine;
pub mod reading;
mod references;
pub mod rules;
pub mod schedules;
pub mod world;

pub(crate) use claims::DIVERGENT;
pub use claims::claims;
pub use executions::{Executions, Outcome, Race, Schedule, executions};
pub use in_world::{InWorld, in_each_world};
pub use machine::{Failure, Halt, Machine, Ran};
pub use reading::{Order, Reading, read};
pub use world::{Unknown, World, each_world, threads};
