//! The oracle: exhaustive explorer, solvers, verdicts.
//!
//! [`explore()`] and [`actions`] run the reference rules. [`check`] asks a solver; [`simplify`] rewrites indices before
//! that, and [`relax`] makes a weaker query without products of unknowns, which is asked first where a race is to be
//! ruled out. [`solver`] has one encoding, SMT-LIB 2, and three ways to run it: `libz3` in a child of this program, any
//! solver as a child process, and bit-blasting to an embedded SAT solver, which can write a proof down. [`certificate`]
//! hands a replayed race to the checker that is extracted from Coq.
//!
//! [`check::check_program`] asks for all sizes, [`explore()`] goes through every execution within bounds:
//!
//! ```
//! use jaminan::Program;
//! use oracle::check::{Settings, answer::Verdict, check_program};
//! use oracle::explore::Finding;
//! use oracle::{Bounds, Budget, explore, solver};
//! use semantics::{ParseOptions, Source};
//!
//! let source = Source::new("shift.jam", "let x = A[tid + 1] in A[tid] := x");
//! let program = Program::parse(&source, ParseOptions::default())?;
//!
//! let explored = explore(&program, &Bounds::new(2, 2), Budget::ten_seconds());
//! assert!(matches!(explored.joint, Finding::Race(_)));
//!
//! let mut chosen = solver::choose("embedded")?;
//! let mut settings = Settings::of(chosen.solver.as_mut());
//! assert_eq!(check_program(&program, &mut settings).verdict, Verdict::Racy);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod actions;
pub mod certificate;
pub mod check;
#[cfg(not(target_family = "wasm"))]
pub mod child;
pub mod end;
pub mod explore;
pub mod relax;
pub mod simplify;
pub mod solver;

pub use explore::{Bounds, Exploration, Finding, explore, explore_protocol};
pub use semantics::Budget;
