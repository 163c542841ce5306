//! What an exploration finds, and what keeps it from finding out.

use crate::explore::launch::Launch;
use crate::explore::obstacle::{Obstacle, Progress};
use crate::explore::protocol::{self, Phases};
use crate::explore::witness::Witness;
use semantics::Budget;
use semantics::{Choices, Meaningless};

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
