//! Why a solver has no answer.

use super::eval::Undefined;
use crate::end::End;
use semantics::Exhausted;
use std::fmt;

/// Why a solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// What may be spent on the whole program was, before the query was asked.
    Over(Exhausted),
    /// The time for the query is spent.
    OutOfTime,
    /// The units of work for the query are spent.
    OutOfWork,
    /// The time or the units of work for the query are spent: the solver does not tell which.
    OutOfBudget,
    /// The memory for the query is spent.
    OutOfMemory,
    /// The solver gave up, and its own reason; empty where it has none.
    Incomplete(String),
    /// Bit operations on unbounded numbers are approximated, and the approximation does not decide it.
    Approximated,
    /// The query cannot be bit-blasted, and why.
    NotBlasted(String),
    /// The solver's library cannot be opened, and why: the system's words.
    NotOpened(String),
    /// The solver's process cannot be started, and why.
    NotStarted(String),
    /// The solver's process ended during the query, and how.
    Ended(End),
    /// The solver says something that is no answer: its beginning.
    Unexpected(String),
    /// What the solver prints cannot be read, and why.
    Garbage(String),
    /// The solver's model does not satisfy the query.
    WrongModel,
    /// Whether the solver's model satisfies the query cannot be said, and why.
    UncheckedModel(Undefined),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Over(spent) => spent.fmt(f),
            Unknown::OutOfTime => f.write_str("the time for this query is spent"),
            Unknown::OutOfWork => f.write_str("the units of work for this query are spent"),
            Unknown::OutOfBudget => {
                f.write_str("the time or the units of work for this query are spent")
            }
            Unknown::OutOfMemory => f.write_str("the memory for this query is spent"),
            Unknown::Incomplete(why) if why.is_empty() => f.write_str("the solver does not know"),
            Unknown::Incomplete(why) => write!(f, "the solver does not know: {why}"),
            Unknown::Approximated => {
                f.write_str("bit operations on unbounded numbers are approximated here")
            }
            Unknown::NotBlasted(why) => write!(f, "the query does not fit a circuit: {why}"),
            Unknown::NotOpened(why) => f.write_str(why),
            Unknown::NotStarted(why) => write!(f, "the solver cannot be started: {why}"),
            Unknown::Ended(end) => write!(f, "the solver {end}"),
            Unknown::Unexpected(said) if said.is_empty() => {
                f.write_str("the solver gives no answer")
            }
            Unknown::Unexpected(said) => write!(f, "the solver says: {said}"),
            Unknown::Garbage(why) => write!(f, "the solver's answer cannot be read: {why}"),
            Unknown::WrongModel => f.write_str("the solver's model does not satisfy the query"),
            Unknown::UncheckedModel(why) => {
                write!(f, "the solver's model cannot be checked: {why}")
            }
        }
    }
}
