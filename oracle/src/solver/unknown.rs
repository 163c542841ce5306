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
    NotBlasted(NotBlasted),
    /// The solver's library cannot be opened, and why: the system's words.
    NotOpened(String),
    /// The solver's process cannot be started, and why.
    NotStarted(String),
    /// The solver's process ended during the query, and how.
    Ended(End),
    /// The solver says something that is no answer: its beginning.
    Unexpected(String),
    /// What the solver prints cannot be read, and why.
    Garbage(Garbage),
    /// The solver's model does not satisfy the query.
    WrongModel,
    /// Whether the solver's model satisfies the query cannot be said, and why.
    UncheckedModel(Undefined),
}

/// Why a query cannot be bit-blasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotBlasted {
    /// An intermediate number needs so many bits.
    Intermediate(u64),
    /// The circuit does not fit what may be spent.
    Budget,
    /// It divides by zero.
    DivisionByZero,
    /// It shifts by a negative number.
    NegativeShift,
    /// It shifts left by a number without a small bound.
    UnboundedShift,
}

/// Why what a solver prints cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Garbage {
    /// It is nested too deep.
    TooDeep,
    /// It closes a parenthesis that was not opened.
    NotOpened,
    /// It ends too early.
    EndsEarly,
    /// It does not end.
    Endless,
    /// Its values are none: their beginning.
    Values(String),
    /// Nobody prints any more.
    Gone,
    /// It cannot be read from the pipe, and why: the system's words.
    Pipe(String),
}

impl fmt::Display for NotBlasted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotBlasted::Intermediate(bits) => write!(f, "an intermediate of {bits} bits"),
            NotBlasted::Budget => f.write_str("the circuit does not fit the budget"),
            NotBlasted::DivisionByZero => f.write_str("a division by zero"),
            NotBlasted::UnboundedShift => {
                f.write_str("a left shift by a number without a small bound")
            }
            NotBlasted::NegativeShift => f.write_str("a shift by a negative number"),
        }
    }
}

impl fmt::Display for Garbage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Garbage::TooDeep => f.write_str("nested too deep"),
            Garbage::NotOpened => f.write_str("a parenthesis that was not opened"),
            Garbage::EndsEarly => f.write_str("it ends too early"),
            Garbage::Endless => f.write_str("it is without end"),
            Garbage::Gone => f.write_str("its thread ended"),
            Garbage::Pipe(why) => f.write_str(why),
            Garbage::Values(values) => write!(f, "garbled values: {values}"),
        }
    }
}

impl std::error::Error for Unknown {}

impl std::error::Error for NotBlasted {}

impl std::error::Error for Garbage {}

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
