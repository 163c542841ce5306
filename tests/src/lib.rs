//! End-to-end tests of the `jaminan` command, and their corpus of kernels.

pub mod command;
pub mod corpus;
pub mod folder;
pub mod mutation;

pub use command::{Reply, binary, example, jaminan, jaminan_reading, root, run};
pub use folder::Folder;
