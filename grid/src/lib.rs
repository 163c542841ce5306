//! Concrete runs of CUDA kernels: every thread of every block, on given arrays.
//!
//! ```text
//! cuda::syntax ─compile→ Module ─Grid::run, with a Launch and an Observer→ Outcome
//! ```
//!
//! Integers are exact, with the types and conversions of C; floating-point numbers are IEEE, an
//! operation at a time (CUDA may fuse `a * b + c`). Memory is bytes, so that a pointer may be read
//! as one to another type. What has no meaning (overflow of signed numbers, accesses out of bounds,
//! reads of what nobody wrote, barriers that not all threads reach) is a [`Finding`], and contained:
//! the run goes on in a way that the kind of finding says. What is not supported is
//! [`Refusal::Unsupported`], with its place. A run can end early in one way only, its fuel.
//!
//! ```
//! use cuda::{Disk, Options};
//! use grid::arguments::bind;
//! use grid::contents::{Contents, Number, elements};
//! use grid::{End, Grid, Launch};
//! use semantics::Source;
//!
//! let text = "__global__ void square(int *a) { a[threadIdx.x] *= a[threadIdx.x]; }";
//! let unit = cuda::load(Source::new("square.cu", text), &Options::default(), &Disk)?;
//! let Ok(module) = grid::kernel(&unit.file, &unit.kernels[0]) else { panic!("it can be run") };
//!
//! let numbers = [1, 2, 3].map(Number::Integer);
//! let mut memory = Grid::new(&module);
//! let given = [("a".to_string(), Contents::List(numbers.to_vec()))];
//! let bound = bind(&mut memory, &module, &given, |_| None)?;
//!
//! let launch = Launch { block: [3, 1, 1], arguments: bound.registers, ..Launch::default() };
//! let outcome = memory.run(&launch, ());
//! assert_eq!(outcome.end, End::Finished);
//! assert!(outcome.findings.is_empty());
//!
//! let a = &bound.arrays[0];
//! let squares = elements(memory.global(a.object).unwrap(), &a.element).concat();
//! assert_eq!(squares, [1, 4, 9].map(Number::Integer));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arguments;
pub mod arithmetic;
pub mod code;
mod compile;
pub mod confirm;
pub mod contents;
mod finding;
mod machine;
mod math;
mod observe;
pub mod pointer;
mod scalar;
mod types;
mod unfit;

pub use code::{Module, Scope};
pub use compile::{Refusal, kernel, kernels};
pub use finding::{Finding, Kind};
pub use machine::{DEEPEST_CALL, End, Grid, Launch, Outcome, Random, Region, Schedule};
pub use observe::{Access, Mode, Observer};
pub use pointer::{Pointer, Space};
pub use scalar::Scalar;
pub use types::{Field, Leaf, Record, Type};
pub use unfit::{Unbound, Unfit};
