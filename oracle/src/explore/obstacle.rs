//! What keeps an exploration from its end, and where it was.

use semantics::{Meaningless, Stop, Thread};
use std::fmt;

/// What keeps an exploration from its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A limit of the budget.
    Stopped(Stop),
    /// A number too large to compute.
    Meaningless(Meaningless),
    /// More values of the parameters than are gone through.
    TooManyLaunches(u64),
    /// More phases than are gone through.
    TooManyPhases(usize),
    /// Barriers that not all threads reach together.
    Unsplittable,
    /// Barriers in several blocks of threads, each of which waits for its own threads only.
    SeveralBlocks,
    /// Barriers of warps.
    Warps,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Stopped(stop) => write!(f, "{stop}"),
            Obstacle::Meaningless(why) => write!(f, "a run needs {why}"),
            Obstacle::TooManyLaunches(most) => {
                write!(f, "the parameters have more than {most} values together")
            }
            Obstacle::TooManyPhases(most) => write!(f, "there are more than {most} phases"),
            Obstacle::Unsplittable => f.write_str("not all threads reach each barrier together"),
            Obstacle::Warps => f.write_str("barriers of warps are not explored"),
            Obstacle::SeveralBlocks => f.write_str(
                "barriers of several blocks are not explored (with `--grid-dim 1` there is one)",
            ),
        }
    }
}

/// What an exploration was at. Phases count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Listing the launches and phases.
    Launches,
    /// Collecting what each thread may access in a phase.
    Accesses {
        /// The phase.
        phase: usize,
    },
    /// Running pairs of threads from one memory.
    Pairs {
        /// The phase.
        phase: usize,
        /// The larger of the two at hand: the threads before it have no joint race.
        larger: Thread,
    },
    /// Running all threads up to the next barrier.
    NextPhase {
        /// The phase that ends there.
        phase: usize,
    },
    /// Running the protocol.
    Protocol {
        /// The phase.
        phase: usize,
    },
    /// At its end.
    Done,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Launches => f.write_str("nothing was explored"),
            Progress::Accesses { phase: 0 } => {
                f.write_str("not every run of a single thread was seen")
            }
            Progress::Accesses { phase } => write!(
                f,
                "phases 0..{phase} have no joint race; in phase {phase} not every run of a single \
                 thread was seen"
            ),
            Progress::Pairs { phase, larger } => {
                if *phase > 0 {
                    write!(f, "phases 0..{phase} have no joint race; in phase {phase} ")?;
                }
                write!(f, "the threads before {larger} have no joint race")
            }
            Progress::NextPhase { phase } => write!(
                f,
                "phases 0..{} have no joint race; not every memory that phase {} starts from was \
                 seen",
                phase + 1,
                phase + 1
            ),
            Progress::Protocol { phase } => write!(
                f,
                "the program was explored; in phase {phase} not every run of the protocol was seen"
            ),
            Progress::Done => f.write_str("every other run was seen"),
        }
    }
}
