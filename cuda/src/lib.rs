//! The CUDA front end: lexer, preprocessor, parser, typed tree, lowering to Jaminan.
//!
//! ```text
//! text ─lex→ tokens ─preprocess→ tokens ─parse→ syntax ─typing→ typed ─lower→ jaminan::Program
//! ```
//!
//! [`load`] does all of it. What is not C++ is an error with its place; what is C++ and not modelled
//! leaves its kernel [`Unsupported`], with its place. No input makes any of it panic, run forever, or
//! take memory without bound: the limits are constants of the modules.
//!
//! The parser always has a tree: what it cannot read is an item, or a body, that says why, and what that may declare is
//! in doubt. Conditions of `#if` that nobody knows are read both ways. Called functions stand in the place of their
//! calls, templates with the arguments of each use, structures member by member; an atomic, and the question whether
//! threads diverge at a barrier, are accesses of a second array. [`resolve`] has rules of C++ that all who read the syntax
//! tree need, once; how names are written is known in [`path`] alone. `prelude/` declares in CUDA C++ what the toolkit
//! does, and [`vocabulary`] reads of it what a file names. [`clang`] is a second reader: what an installed clang says of
//! a file, as tokens for the same parser.
//!
//! ```
//! use cuda::{Disk, Options};
//! use semantics::Source;
//!
//! let text = "__global__ void shift(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; }";
//! let launch = Options { block_dim: Some([64, 1, 1]), grid_dim: Some([1, 1, 1]), ..Options::default() };
//! let unit = cuda::load(Source::new("shift.cu", text), &launch, &Disk)?;
//!
//! let kernel = &unit.kernels[0];
//! assert_eq!(kernel.name, "shift");
//! match &kernel.launches[0].lowered {
//!     Ok(program) => println!("{program}"),
//!     Err(why) => panic!("{why}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aim;
mod area;
pub mod arrays;
pub mod assumption;
pub mod clang;
mod declared;
pub mod files;
mod hosted;
mod kernel;
pub mod launch;
mod launch_granted;
pub mod launch_lines;
pub mod lex;
pub mod literal;
mod load;
mod lower;
mod needed;
mod note;
pub mod options;
mod otherwise;
pub mod parse;
pub mod path;
pub mod preprocess;
mod print;
pub mod reach;
mod reading;
pub mod resolve;
mod survey;
mod synchronization;
pub mod syntax;
mod term;
pub mod token;
mod took;
pub mod typed;
pub mod typing;
mod unsupported;
pub mod vocabulary;
mod within;
mod words;

pub use area::Area;
pub use assumption::{Assumption, AssumptionKind};
pub use files::{Disk, Files};
pub use kernel::{
    Bounded, Divergence, HostValues, Kernel, KernelSource, Launched, Question, Together, Unwrapped,
    WithinMemory,
};
pub use launch::{Fact, FactKind, Launch, LaunchSource, SharedArray};
pub use launch_lines::take_launch_lines;
pub use load::{Unit, load, load_by_clang, parse};
pub use lower::{DEEPEST_PROGRAM, atomic_element};
pub use note::{Note, NoteKind};
pub use options::Options;
pub use unsupported::{Unsupported, UnsupportedKind};
