//! What an analysis finds.

use super::input::Test;
use super::performance::Slow;
use super::reason::{NotDecided, Undecided};
use super::relation::Relation;
use super::run::{End, Turn};
use super::witness::Shown;
use semantics::{Mode, Name, Number, Site};
use std::collections::BTreeSet;

/// At most this many races are told of.
pub const MOST_RACES: usize = 256;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Flows {
    /// The barrier intervals, in the order in which they are come to.
    pub intervals: Vec<Interval>,
    /// The races, a pair of accesses and a relation each: at most [`MOST_RACES`], those that are not
    /// replayed left out first.
    pub races: Vec<Race>,
    /// How many races were found that are not told of; further ones were not looked for where one of those
    /// told of is replayed.
    pub left_out: Option<usize>,
    /// Barriers that threads of one block do not reach together.
    pub deadlocks: Vec<Deadlock>,
    /// Bank conflicts, and uncoalesced accesses.
    pub slow: Vec<Slow>,
    /// What is not decided, and why.
    pub undecided: Vec<Undecided>,
    /// How many questions the solver was asked.
    pub asked: u64,
}

/// What threads run from one barrier to the next.
#[derive(Clone, Debug)]
pub struct Interval {
    /// The barrier that it begins at; none at the program's begin.
    pub begin: Option<Site>,
    /// How many barriers were passed before.
    pub depth: usize,
    /// The flows.
    pub flows: Vec<Flow>,
}

/// A parametric flow: threads that diverge in the same manner.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Its forks.
    pub turns: Vec<Turn>,
    /// Its accesses: how, of which array, where in the source.
    pub accesses: Vec<(Mode, Name, Site)>,
    /// Where it ends.
    pub end: End,
    /// An input that takes it.
    pub test: Option<Test>,
}

/// Two accesses of one cell that nothing orders, one of them a write.
#[derive(Clone, Debug)]
pub struct Race {
    /// The array.
    pub array: Name,
    /// The cell, in the witness.
    pub index: Number,
    /// How the threads stand to each other.
    pub relation: Relation,
    /// The interval and the flow in it of each thread.
    pub flows: [(usize, usize); 2],
    /// How each thread accesses the cell, and where that stands in the source.
    pub accesses: [(Mode, Site); 2],
    /// The witness, and what came of its replay.
    pub shown: Shown,
}

/// A barrier that some threads of a block reach and others do not.
#[derive(Clone, Debug)]
pub struct Deadlock {
    /// The interval, and the flow of each thread.
    pub interval: usize,
    /// The flows.
    pub flows: [usize; 2],
    /// Where each thread stands.
    pub ends: [End; 2],
    /// The witness, and what came of its replay.
    pub shown: Shown,
}

impl Interval {
    /// How many flows there are where a branch with nothing on one side is no fork, but a condition
    /// of what stands on the other: as [P12, §III] counts.
    pub fn merged_flows(&self) -> usize {
        let forks = |flow: &Flow| -> Vec<(String, bool)> {
            let turns = flow.turns.iter().filter(|turn| !turn.lone);
            turns.map(|turn| (turn.condition.clone(), turn.holds)).collect()
        };
        self.flows.iter().map(forks).collect::<BTreeSet<_>>().len()
    }
}

/// What an analysis comes to, as of `check`: a deadlock is not a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A race, replayed.
    Racy,
    /// A race that is not replayed.
    Potential,
    /// No race.
    Drf,
    /// Not known.
    Unknown,
}

impl Flows {
    /// Whether no further race is told of, but for one that is replayed.
    pub fn is_full(&self) -> bool {
        self.races.len() >= MOST_RACES
    }

    /// Whether some race is replayed.
    pub fn is_racy(&self) -> bool {
        self.races.iter().any(|race| race.shown.replayed)
    }

    /// Adds a race; of too many one that is not replayed is left out.
    pub(super) fn add(&mut self, race: Race) {
        if self.is_full() {
            *self.left_out.get_or_insert_default() += 1;
            let open = self.races.iter().rposition(|race| !race.shown.replayed);
            let Some(open) = open.filter(|_| race.shown.replayed) else { return };
            self.races.remove(open);
        }
        self.races.push(race);
    }

    /// What is said of races that are not told of.
    pub fn of_left_out(&self) -> Option<Undecided> {
        let others = self.left_out?;
        Some(Undecided::of_all(NotDecided::LeftOut {
            most: MOST_RACES,
            others,
            last: self.is_racy(),
        }))
    }

    /// The verdict. Nothing that is not decided turns into [`Verdict::Drf`].
    pub fn verdict(&self) -> Verdict {
        if self.is_racy() {
            Verdict::Racy
        } else if !self.races.is_empty() {
            Verdict::Potential
        } else if self.undecided.is_empty() {
            Verdict::Drf
        } else {
            Verdict::Unknown
        }
    }
}

impl Verdict {
    /// `racy`
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Racy => "racy",
            Verdict::Potential => "potential",
            Verdict::Drf => "drf",
            Verdict::Unknown => "unknown",
        }
    }
}
