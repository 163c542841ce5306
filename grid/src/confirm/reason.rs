//! Why a run says nothing of a claim.

use crate::finding::Kind;
use crate::unfit::Unbound;
use semantics::Span;
use std::fmt;

/// Why a run has no meaning.
#[derive(Clone, Debug)]
pub struct Meaningless {
    /// What has none.
    pub kind: Kind,
    /// Where, if the source says it.
    pub at: Option<Span>,
}

/// Why a claim is not run.
#[derive(Clone, Debug, PartialEq)]
pub enum NotRun {
    /// A thread of it is in no launch that can be run.
    NoThread,
    /// The run does not end within its steps.
    TooLong,
    /// Threads wait for ever.
    Deadlock,
    /// The kernel cannot be given what it starts from.
    Unbound(Unbound),
    /// It would compute this as it usually is, where nothing at hand says it.
    Convention(String),
    /// The run has no array of this name.
    NoArray(String),
    /// The run has it, with no such cells.
    NotAnArray(String),
    /// The run has it, and it is not so large.
    TooSmall(String),
}

impl std::error::Error for Meaningless {}

impl std::error::Error for NotRun {}

impl From<Unbound> for NotRun {
    fn from(why: Unbound) -> Self {
        NotRun::Unbound(why)
    }
}

impl PartialEq for Meaningless {
    fn eq(&self, other: &Self) -> bool {
        let place = |why: &Meaningless| why.at.as_ref().map(Span::place);
        self.kind == other.kind && place(self) == place(other)
    }
}

impl fmt::Display for Meaningless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the run has no meaning: {}", self.kind)?;
        self.at.as_ref().map_or(Ok(()), |at| write!(f, " at {}", at.place()))
    }
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::NoThread => f.write_str("a thread is not in a launch that can be run"),
            NotRun::TooLong => f.write_str("the run takes too many steps"),
            NotRun::Deadlock => f.write_str("threads wait for ever in the run"),
            NotRun::Unbound(why) => why.fmt(f),
            NotRun::Convention(what) => write!(f, "nothing at hand says what {what} is"),
            NotRun::NoArray(array) => write!(f, "the run has no array `{array}`"),
            NotRun::NotAnArray(array) => write!(f, "`{array}` is not an array of the run"),
            NotRun::TooSmall(array) => write!(f, "`{array}` is not so large in the run"),
        }
    }
}
