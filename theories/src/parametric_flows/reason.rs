//! Why what a model shows is not made by the reference rules.

use super::phases::MOST_BARRIERS;
use oracle::check::replay::NotReplayed;
use semantics::{Exhausted, Meaningless, Thread};
use thiserror::Error;

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
    #[error("the replay passes more than {MOST_BARRIERS} barriers")]
    Barriers,
    /// There is no deadlock.
    #[error("run from there, both pass the same barriers")]
    SameBarriers,
    /// Another flow.
    #[error("run from there, the thread takes another flow")]
    OtherFlow,
}
