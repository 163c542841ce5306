//! A launch, run under a schedule and checked.

use crate::checker::{Checker, Found, Race};
use crate::stamp::{Detector, Detectors};
use crate::synchronization;
use grid::{End, Grid, Launch, Outcome, Schedule};
use semantics::Order;

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
    /// Two accesses race, unless fences or atomics ordered them.
    Potential,
    /// Two accesses race.
    Racy,
}

impl Verdict {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::NoRace => "none found",
            Verdict::Undecided => "unknown",
            Verdict::Potential => "potential",
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
        if self.races().any(|race| race.ordered_by.is_none()) {
            Verdict::Racy
        } else if self.races().next().is_some() {
            Verdict::Potential
        } else if self.found.unwatched > 0 || self.outcome.end != End::Finished {
            Verdict::Undecided
        } else {
            Verdict::NoRace
        }
    }

    /// Says of each race whether fences or atomics may have ordered its accesses. The memory is that from
    /// which the run began; `between` says by what two places in the source may be ordered in any run, and
    /// `volatile` whether every access may be one.
    pub fn order<'s>(
        &mut self,
        memory: &mut Grid<'_>,
        launch: &Launch,
        between: &dyn Fn(u32, u32) -> Option<Order<'s>>,
        volatile: bool,
    ) {
        let mut may_be: Vec<(usize, Order<'s>)> = Vec::new();
        for (n, race) in self.found.races.iter().enumerate() {
            let Some(first) = &race.first else { continue };
            may_be.extend(between(first.site, race.second.site).map(|order| (n, order)));
        }
        // That one writes what the other waits for, no run tells.
        let asked: Vec<usize> =
            may_be.iter().filter(|(_, by)| !by.is_signal).map(|(n, _)| *n).collect();
        let races: Vec<Race> = asked.iter().map(|n| self.found.races[*n].clone()).collect();
        let ordered = match races.is_empty() {
            true => Vec::new(),
            false => synchronization::ordered(memory, launch, &races, volatile),
        };
        for (n, order) in may_be {
            let told = asked.iter().position(|other| *other == n).map(|at| ordered[at]);
            if told != Some(false) {
                self.found.races[n].ordered_by = Some(order.location.clone());
            }
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
