//! What a program can do, as one answer: every outcome, one derivation, or why there is none.

use crate::arithmetic::Meaningless;
use crate::budget::Budget;
use crate::derivation::Derivation;
use crate::judgment::{Choices, Failure, Flow, Holds, Judgment, MOST_CELLS, Proof, Search, Stop};
use crate::memory::Store;
use crate::phase::Phase;
use crate::trace::Trace;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

/// Why a search gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A limit ended it.
    Stopped(Stop),
    /// A number of more than [`LARGEST_NUMBER_BITS`](crate::number::LARGEST_NUMBER_BITS) bits.
    Number,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Stopped(stop) => stop.fmt(f),
            Obstacle::Number => Meaningless::TooLarge.fmt(f),
        }
    }
}

/// What a program can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcomes<T> {
    /// It can do these and nothing else. At least one; a set, in the order first found.
    Done {
        /// The outcomes.
        outcomes: Vec<T>,
        /// Some executions have no meaning in C and are left out; why the first of them has none.
        left_out: Option<Meaningless>,
    },
    /// It can do nothing: no derivation gets past this.
    Stuck(Failure),
    /// It can do these, and perhaps more.
    GaveUp {
        /// Why not all are known.
        limit: Obstacle,
        /// The outcomes found so far.
        found: Vec<T>,
    },
}

impl<T> Outcomes<T> {
    /// The same of what `f` makes of each outcome. It must keep different ones different.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Outcomes<U> {
        match self {
            Outcomes::Done { outcomes, left_out } => {
                Outcomes::Done { outcomes: outcomes.into_iter().map(f).collect(), left_out }
            }
            Outcomes::Stuck(failure) => Outcomes::Stuck(failure),
            Outcomes::GaveUp { limit, found } => {
                Outcomes::GaveUp { limit, found: found.into_iter().map(f).collect() }
            }
        }
    }
}

/// One derivation, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation<J> {
    /// The first derivation of the outcome that was asked for.
    Derivation(Arc<Derivation<J>>),
    /// There are only so many outcomes, at least one.
    NoSuchOutcome(usize),
    /// There is no outcome: no derivation gets past this.
    Stuck(Failure),
    /// None was found before this.
    GaveUp(Obstacle),
}

/// Takes one result of a judgment.
pub type Found<'a, J, T> = &'a mut dyn FnMut(&mut Search<J>, T, Proof<J>) -> Flow;

/// Asks for every result of a judgment.
pub type Ask<'a, J, T> = &'a dyn Fn(&mut Search<J>, Found<'_, J, T>) -> Flow;

/// Something that a program can do.
pub trait Outcome: Clone + Eq + Hash + Holds {
    /// What it takes to keep it, in cells.
    fn weight(&self) -> usize;
}

impl Outcome for (Phase, Trace) {
    fn weight(&self) -> usize {
        self.0.len() * self.largest() + self.1.size()
    }
}

impl Outcome for (Store, Phase, Trace) {
    fn weight(&self) -> usize {
        (self.0.len() + self.1.len()) * self.largest() + self.2.size()
    }
}

/// Up to a barrier, and what is left to run.
impl<S: Clone + Eq + Hash + Holds> Outcome for (Store, Phase, Trace, Option<S>) {
    fn weight(&self) -> usize {
        (self.0.len() + self.1.len()) * self.largest() + self.2.size()
    }
}

/// Every outcome.
pub fn every<J: Judgment, T: Outcome>(
    choices: &Choices,
    environment: &J::Environment,
    budget: &Budget,
    ask: Ask<'_, J, T>,
) -> Outcomes<T> {
    let mut collected = Collected::new();
    let mut search = search(choices, environment, budget);
    let flow = budget.limits.enter(|| {
        ask(&mut search, &mut |_, outcome, _| match collected.add(outcome) {
            Added::TooMany => Flow::Break(Stop::TooLarge),
            Added::New | Added::Known => Flow::Continue(()),
        })
    });
    let found = collected.outcomes;
    if let Some(limit) = limit(flow, &search) {
        return Outcomes::GaveUp { limit, found };
    }
    if found.is_empty() {
        return match why_none(choices, environment, budget, ask) {
            Ok(failure) => Outcomes::Stuck(failure),
            Err(limit) => Outcomes::GaveUp { limit, found },
        };
    }
    Outcomes::Done { outcomes: found, left_out: search.meaningless().cloned() }
}

/// The first derivation of outcome `n` of [`every`], from 0.
pub fn explain<J: Judgment, T: Outcome>(
    choices: &Choices,
    environment: &J::Environment,
    budget: &Budget,
    n: usize,
    ask: Ask<'_, J, T>,
) -> Explanation<J> {
    let mut collected = Collected::new();
    let mut chosen = None;
    let mut search = search(choices, environment, budget).recording();
    let flow = budget.limits.enter(|| {
        ask(&mut search, &mut |_, outcome, proof| match collected.add(outcome) {
            Added::TooMany => Flow::Break(Stop::TooLarge),
            Added::New if collected.outcomes.len() == n + 1 => {
                chosen = proof;
                Flow::Break(Stop::Enough)
            }
            Added::New | Added::Known => Flow::Continue(()),
        })
    });
    if let Some(chosen) = chosen {
        return Explanation::Derivation(chosen);
    }
    match (limit(flow, &search), collected.outcomes.len()) {
        (Some(limit), _) => Explanation::GaveUp(limit),
        (None, 0) => Explanation::Stuck(failure(&search)),
        (None, outcomes) => Explanation::NoSuchOutcome(outcomes),
    }
}

/// Every derivation, in order, until `f` breaks off. Derivations of one outcome differ in choices
/// that leave no trace.
///
/// # Errors
/// The limit that ended the search before it had seen everything.
pub fn each_derivation<J: Judgment, T>(
    choices: &Choices,
    environment: &J::Environment,
    budget: &Budget,
    ask: Ask<'_, J, T>,
    mut f: impl FnMut(Arc<Derivation<J>>) -> Flow,
) -> Result<(), Obstacle> {
    let mut search = search(choices, environment, budget).recording();
    let flow = budget
        .limits
        .enter(|| ask(&mut search, &mut |_, _, proof| proof.map_or(Flow::Continue(()), &mut f)));
    limit(flow, &search).map_or(Ok(()), Err)
}

fn search<J: Judgment>(
    choices: &Choices,
    environment: &J::Environment,
    budget: &Budget,
) -> Search<J> {
    Search::new(choices.clone(), environment.clone(), budget.fuel)
}

/// Searches again, for the reason that there is no outcome.
fn why_none<J: Judgment, T>(
    choices: &Choices,
    environment: &J::Environment,
    budget: &Budget,
    ask: Ask<'_, J, T>,
) -> Result<Failure, Obstacle> {
    let mut search = search(choices, environment, budget).recording();
    let flow = budget.limits.enter(|| ask(&mut search, &mut |_, _, _| Flow::Continue(())));
    limit(flow, &search).map_or_else(|| Ok(failure(&search)), Err)
}

fn failure<J: Judgment>(search: &Search<J>) -> Failure {
    search.failure().cloned().unwrap_or_else(Failure::unknown)
}

fn limit<J: Judgment>(flow: Flow, search: &Search<J>) -> Option<Obstacle> {
    match flow {
        // The calculus has a derivation where this machine has no number.
        Flow::Break(Stop::Enough) | Flow::Continue(()) => {
            search.too_large_a_number().then_some(Obstacle::Number)
        }
        Flow::Break(stop) => Some(Obstacle::Stopped(stop)),
    }
}

/// Outcomes so far: a set, and the order in which they were found.
struct Collected<T> {
    known: HashSet<T>,
    outcomes: Vec<T>,
    weight: usize,
}

enum Added {
    New,
    Known,
    TooMany,
}

impl<T: Outcome> Collected<T> {
    fn new() -> Self {
        Collected { known: HashSet::new(), outcomes: Vec::new(), weight: 0 }
    }

    fn add(&mut self, outcome: T) -> Added {
        if self.known.contains(&outcome) {
            return Added::Known;
        }
        // Twice: in the set and in the list.
        self.weight += 2 * outcome.weight();
        if self.weight > MOST_CELLS {
            return Added::TooMany;
        }
        self.known.insert(outcome.clone());
        self.outcomes.push(outcome);
        Added::New
    }
}
