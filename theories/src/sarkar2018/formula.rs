//! Formulas, and what they say in terms of two threads. [S18, §4]

use crate::parametric_flows::run::Access;
use jaminan::Stmt;
use oracle::check::word::Word;
use oracle::solver::Term;
use semantics::Site;

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The predicate.
    pub predicate: String,
    /// The action.
    pub action: String,
    /// Where it stands in the source.
    pub site: Site,
}

/// What an action does that others can tell, with the terms of both threads.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its formula, by number.
    pub formula: usize,
    /// The barrier interval, as the text has it.
    pub interval: usize,
    /// The loops around it, outermost first, by number.
    pub loops: Vec<usize>,
    /// How many of the constraints stand before it.
    pub constraints: usize,
    /// An access, of each thread; none at a barrier.
    pub access: Option<[Access; 2]>,
    /// The predicate of each thread.
    pub predicate: [Term; 2],
    /// Where it stands.
    pub site: Site,
}

/// A loop as one arbitrary iteration.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// Which iteration each thread is in, from 0.
    pub number: [Word; 2],
    /// Whether every iteration passes a barrier.
    pub steady: bool,
    /// The intervals at the begin and at the end of the body.
    pub ends: [usize; 2],
}

/// A version of an array: what was stored into the one before.
#[derive(Clone)]
pub(super) enum Stored {
    /// This, where the predicate held, of each thread.
    Value { when: [Term; 2], index: Box<[Word; 2]>, value: Box<[Word; 2]> },
    /// Anything, where it held.
    Unknown { when: [Term; 2] },
}

/// Whether every run of a statement passes a barrier, as far as the text shows.
pub(super) fn passes_always(s: &Stmt) -> bool {
    match s {
        Stmt::Sync(_) => true,
        Stmt::Skip | Stmt::Write { .. } | Stmt::For(..) => false,
        Stmt::Seq(a, b) => passes_always(a) || passes_always(b),
        Stmt::If(_, a, b) => passes_always(a) && passes_always(b),
        Stmt::Read { body, .. } | Stmt::Var(_, body) => passes_always(body),
    }
}
