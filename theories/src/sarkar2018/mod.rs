//! Races and barrier divergence by formulas. \[S18\]
//!
//! A program becomes a list of formulas *predicate → action* in static single assignment
//! ([`mod@translate`]): a read selects from a version of its array, a write stores into one and makes the
//! next, `phi` takes one of two where branches meet, and a loop is one arbitrary iteration. Two copies
//! of them, for two threads, are asked for races (Algorithm 1) and for barriers that only one of the
//! two comes to (Algorithm 2), all in one run ([`algorithms`]); what a solver finds is run by the
//! reference rules.
//!
//! # What the paper leaves open
//!
//! [`Reading::Printed`] takes it at its word. Then arrays, being shared, have one version for both
//! threads, and what is in them after a loop or a barrier is what one iteration, or the thread
//! itself, has stored; intervals are those of the text; and threads choose their iteration each. Of
//! that reading Theorems 1, 2 and 3 are false: the claims of this module have the programs.
//! [`Reading::Mended`] is the default, and of it Theorem 1 holds: each thread has its own versions,
//! what others or other iterations may have written is left open, intervals go around loops,
//! threads of different blocks share none, and at a barrier both threads are in one iteration. Theorems
//! 2 and 3 hold of the reports that are replayed, and of no others.

pub mod algorithms;
mod arrays;
pub mod claims;
pub mod formula;
pub mod properties;
pub mod statements;
pub mod translate;

pub use algorithms::{Divergence, Found, Question, analyse};

pub use formula::Formula;
pub use translate::{Formulas, Reading, translate};
