//! What both calculi share: numbers, expressions and conditions, threads, access values, phases,
//! traces, memories, derivations, and the layout in which rules are written.
//!
//! Expressions are over naturals here, and over C's integers for kernels; under a thread they have a value:
//!
//! ```
//! use semantics::{Number, Source, Thread, parser};
//!
//! let e = parser::expression(&Source::new("index", "tid * 2 + 16"))?;
//! assert_eq!(e.eval(&Thread::natural(3)), Ok(Number::from(22)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod access;
pub mod arithmetic;
pub mod barrier;
pub mod budget;
pub mod derivation;
pub mod excerpt;
pub mod expression;
pub mod header;
pub mod json;
pub mod judgment;
pub mod lexer;
pub mod limits;
pub mod markup;
pub mod memory;
#[cfg(feature = "mutants")]
pub mod mutants;
pub mod name;
pub mod notation;
pub mod number;
pub mod numbering;
pub mod outcomes;
pub mod parser;
mod parser_c;
mod parser_expression;
pub mod phase;
pub mod picture;
pub mod printer;
pub mod source;
pub mod split;
pub mod synchronization;
pub mod syntax;
pub mod terminal;
pub mod thread;
pub mod trace;
pub mod warp;

pub use access::{AccessValue, Mode};
pub use arithmetic::{Arithmetic, IntType, Meaningless, Op, Rel};
pub use barrier::{Barrier, Scope};
pub use budget::Budget;
pub use derivation::{Checked, Derivation, Exchanged, Listing, Mistake, Shown, Step, Verdict};
pub use excerpt::Excerpt;
pub use expression::{Cond, Expr};
pub use header::{ArrayRole, ArrayType, Header, Members, Sharing, Threads};
pub use judgment::{Choices, Flow, Judgment, Proof, Search, Stop};
pub use limits::{Allowance, Exhausted, Limits};
pub use memory::{Memory, Store};
pub use name::Name;
pub use number::Number;
pub use outcomes::{Explanation, Outcome, Outcomes};
pub use parser::{ParseOptions, parse, parse_condition};
pub use phase::Phase;
pub use picture::{Mark, Picture};
pub use printer::Spelling;
pub use source::{Diagnostic, Site, Source, Span};
pub use split::{PhaseProgram, Unsplittable, split, split_by_block, split_by_grid};
pub use synchronization::{Order, Signals, Synchronization};
pub use syntax::{IllFormed, Shape, Syntax, well_formed};
pub use terminal::{Style, Text};
pub use thread::{Axis, Dim, LaunchSize, Thread};
pub use trace::Trace;
pub use warp::WarpOrder;
