//! A launch, run under a schedule and checked.

use crate::checker::{Checker, Found, Race};
use crate::stamp::{Detector, Detectors};
use grid::{End, Grid, Launch, Outcome, Schedule};

/// A run that was checked.
#[derive(Clone, Debug)]
pub struct Run {
    /// The order of threads: it replays the run.
    pub schedule: Schedule,
    /// How the run ended, and what went wrong in it.
    pub outcome: Outcome,
    /// What the detectors found.
    pub found: Found,
    /// Which detectors there were.
    pub at_work: Detectors,
}

/// What a run says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The run came to its end, and no two of its accesses race.
    NoRace,
    /// It did not, or memory did not suffice to watch all of it.
    Undecided,
    /// Two accesses race.
    Racy,
}

impl Verdict {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::NoRace => "none found",
            Verdict::Undecided => "unknown",
            Verdict::Racy => "racy",
        }
    }
}

/// Runs a launch with these detectors; memory keeps what it writes.
pub fn check(memory: &mut Grid<'_>, launch: &Launch, at_work: Detectors) -> Run {
    let mut checker = Checker::new(at_work);
    let outcome = memory.run(launch, &mut checker);
    Run { schedule: launch.schedule, outcome, found: checker.finish(), at_work }
}

impl Run {
    /// What it says, by exact happens-before.
    pub fn verdict(&self) -> Verdict {
        if self.races().next().is_some() {
            Verdict::Racy
        } else if self.found.unwatched > 0 || self.outcome.end != End::Finished {
            Verdict::Undecided
        } else {
            Verdict::NoRace
        }
    }

    /// The races.
    pub fn races(&self) -> impl Iterator<Item = &Race> {
        self.found.races.iter().filter(|race| race.by.has(Detector::HappensBefore))
    }

    /// The detectors that do not report this, having watched to the end.
    pub fn silent(&self, race: &Race) -> Detectors {
        let gave_up = self.found.gave_up.iter().map(|(detector, _)| *detector);
        self.at_work.without(race.by).without(gave_up.fold(Detectors::NONE, Detectors::with))
    }

    /// Whether the detectors differ on it.
    pub fn is_disputed(&self, race: &Race) -> bool {
        !race.by.has(Detector::HappensBefore) || self.silent(race) != Detectors::NONE
    }
}
