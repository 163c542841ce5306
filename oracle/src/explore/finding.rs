//! What an exploration finds, and what keeps it from finding out.

use crate::explore::launch::Launch;
use crate::explore::protocol::{self, Phases};
use crate::explore::witness::Witness;
use semantics::Budget;
use semantics::{Choices, Meaningless, Stop, Thread};
use std::fmt;

/// Whether there is a race of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Finding {
    /// There is, and this is a witness.
    Race(Box<Witness>),
    /// There is none within the bounds.
    Absent,
    /// Not known: something was in the way.
    #[default]
    Undecided,
}

/// What the exploration found.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// A race of the protocol.
    pub protocol: Finding,
    /// A race of two threads, each from its own initial memory.
    pub separate: Finding,
    /// A race of two threads from one initial memory.
    pub joint: Finding,
    /// What was in the way, and where.
    pub obstacle: Option<(Obstacle, Progress)>,
    /// Runs of C that have no meaning were met and left out: the first reason.
    pub left_out: Option<Meaningless>,
    /// How many outcomes of single threads were gone through.
    pub outcomes: u64,
    /// How many launches there are within the bounds: without any, nothing is shown.
    pub launches: usize,
}

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

impl Exploration {
    /// Ended by an obstacle: what is not found yet stays undecided.
    pub(super) fn stopped(mut self, obstacle: Obstacle, progress: Progress) -> Self {
        self.obstacle = Some((obstacle, progress));
        self
    }

    /// The program was explored to its end: what was not found is not there.
    pub(super) fn decide_rest_of_program(&mut self) {
        for finding in [&mut self.separate, &mut self.joint] {
            if *finding == Finding::Undecided {
                *finding = Finding::Absent;
            }
        }
    }

    /// Decides whether the protocol has a race.
    pub(super) fn protocol_race(
        &mut self,
        launches: &[Launch],
        phases: &[Phases],
        choices: &dyn Fn(usize) -> Choices,
        budget: Budget,
    ) {
        match protocol::smallest(launches, phases, choices, budget) {
            Ok((witness, meaningless, outcomes)) => {
                self.outcomes += outcomes;
                self.protocol = witness.map_or(Finding::Absent, |w| Finding::Race(w.into()));
                if let Some(why) = meaningless {
                    self.meet_one(why, true);
                }
            }
            Err((obstacle, progress)) => self.obstacle = Some((obstacle, progress)),
        }
    }

    /// Takes note of an expression without a value that a run of the program met.
    pub(super) fn meet(mut self, why: Option<Meaningless>) -> Self {
        if let Some(why) = why {
            self.meet_one(why, false);
        }
        self
    }

    /// A run that needs a number too large is a run that was not seen: what it might hold is not
    /// known. A run of C without a meaning is none.
    fn meet_one(&mut self, why: Meaningless, only_protocol: bool) {
        if why != Meaningless::TooLarge {
            self.left_out.get_or_insert(why);
            return;
        }
        let program = if only_protocol {
            [None, None]
        } else {
            [Some(&mut self.separate), Some(&mut self.joint)]
        };
        for finding in program.into_iter().flatten().chain([&mut self.protocol]) {
            match finding {
                Finding::Race(witness) => witness.smallest = false,
                Finding::Absent | Finding::Undecided => *finding = Finding::Undecided,
            }
        }
        self.obstacle.get_or_insert((Obstacle::Meaningless(why), Progress::Done));
    }
}
