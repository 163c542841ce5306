//! Jaminan, a core of CUDA: syntax, rules, and the inference of memory access protocols.
//!
//! ```
//! use jaminan::{Program, infer};
//! use semantics::{ParseOptions, Source};
//!
//! let source = Source::new("s_a.jam", "if tid < 32 { let x = A[tid + 16] in A[tid] := x }");
//! let program = Program::parse(&source, ParseOptions::default())?;
//! let protocol = infer(&program.body).to_string();
//! assert_eq!(protocol, "if tid < 32 { rd A[tid + 16]; var x. wr A[tid] }");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod babycuda;
mod check;
mod checked;
mod exchange;
pub mod inference;
pub mod instance;
pub mod memory;
pub mod phases;
#[cfg(feature = "mutants")]
pub mod planted;
pub mod rules;
pub mod run;
mod show;
pub mod syntax;

pub use checked::check_document;
pub use inference::derive::{Inference, derive};
pub use inference::{approximation, infer, infer_array, infer_program};
pub use instance::{Parameters, block_array, declared_array, instantiate};
pub use memory::{Initial, Lazy};
pub use phases::Phases;
pub use rules::{Judgment, Rest, reaches, runs};
pub use run::{explain, outcomes};
pub use syntax::{Program, Stmt};
