//! Why something is not decided of a program, and why what a model shows is not made by the reference rules.

use super::execute::Refusal;
use oracle::check::replay::NotReplayed;
use oracle::solver;
use semantics::{Exhausted, Meaningless, Thread};
use std::fmt;
use thiserror::Error;

/// What is not decided of a program, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// What it is; nothing where it is whatever is asked.
    pub about: Option<String>,
    /// Why.
    pub why: NotDecided,
}

impl Undecided {
    /// Something in particular is not decided.
    pub fn about(what: impl Into<String>, why: impl Into<NotDecided>) -> Undecided {
        Undecided { about: Some(what.into()), why: why.into() }
    }

    /// Nothing is.
    pub fn of_all(why: NotDecided) -> Undecided {
        Undecided { about: None, why }
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(about) = &self.about {
            write!(f, "{about}: ")?;
        }
        self.why.fmt(f)
    }
}

/// All of it on one line.
pub fn told_together(all: &[Undecided]) -> String {
    all.iter().map(Undecided::to_string).collect::<Vec<_>>().join("; ")
}

/// Why something is not decided.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotDecided {
    /// Nothing runs.
    #[error("no execution has a meaning")]
    Meaningless,
    /// Flows are cut off in a loop.
    #[error("a loop that passes barriers, or of a warp in lock step, is cut off")]
    CutOff,
    /// The flows of one thread of a launch are.
    #[error("a loop without a known end is cut off")]
    ThreadCutOff,
    /// A model of a question makes none of what was asked about true.
    #[error("a model of none of them")]
    NoneOfThem,
    /// There is no model with numbers of so many bits, and larger ones were not tried.
    #[error("not with numbers below 2^{0}, further not known")]
    Within(u32),
    /// The solver does not say.
    #[error(transparent)]
    Solver(#[from] solver::Unknown),
    /// The question is not put.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// More races than are told of.
    #[error(
        "no more than {most} races are told of: {others} others were found{}",
        if *.last { ", and no further ones were looked for" } else { "" }
    )]
    LeftOut {
        /// How many are told of.
        most: usize,
        /// How many were found besides.
        others: usize,
        /// Whether no further ones were looked for.
        last: bool,
    },
}

/// Why a race, a deadlock or a flow stays open.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotShown {
    /// The caller wants no replays.
    #[error("replays are left out")]
    LeftOut,
    /// It may hang on what the front end approximates, of which nothing is replayed.
    #[error("it may hang on a value that is not modelled")]
    Unknown,
    /// A solver gives no input.
    #[error("no input is known")]
    NoInput,
    /// The two accesses are not made.
    #[error(transparent)]
    NotReplayed(#[from] NotReplayed),
    /// The time or the memory of a replay is spent.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// An expression has no value.
    #[error("the execution has no meaning: {0}")]
    Meaningless(#[source] Meaningless),
    /// No rule applies.
    #[error("thread {0} cannot go on")]
    Stuck(Thread),
    /// A thread ends before the barrier behind which it is looked at.
    #[error("the thread ends before")]
    Ends,
    /// The launch does not have the thread.
    #[error("no such thread")]
    NoThread,
    /// Threads stand at different places before those that are looked at do.
    #[error("other threads diverge before")]
    Diverge,
    /// More barriers than are followed.
    #[error("the replay passes more than {0} barriers")]
    Barriers(usize),
    /// There is no deadlock.
    #[error("run from there, both pass the same barriers")]
    SameBarriers,
    /// Another flow.
    #[error("run from there, the thread takes another flow")]
    OtherFlow,
}
