//! How a check is made.

use super::answer::{Alarm, Status};
use crate::solver::{Answer, Budget, Solver, Term, Terms, Unknown, guess};
use semantics::{Exhausted, Limits};
use std::time::Duration;

/// Units of work for what is only tried.
const QUICK: u64 = 4_000_000;
/// The part of the time that is left for it: a unit takes much longer in some theories than in others.
const PART: u32 = 4;
/// So much of it, where there is so much: what takes less is worth trying, and worth trying at once.
const LEAST: Duration = Duration::from_millis(400);
const LEAST_AT_ONCE: Duration = Duration::from_millis(150);

/// How much of the time a refutation is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hurry {
    /// See [`Settings::refute_at_once`].
    AtOnce,
    /// See [`Settings::refute`].
    Quick,
}

/// How to check. How long it may take is said by the [`Limits`] in force: what is not decided by
/// then stays undecided.
pub struct Settings<'s> {
    /// Who decides the queries.
    pub solver: &'s mut dyn Solver,
    /// For each query.
    pub budget: Budget,
    /// Whether two writes of one value are reported.
    pub report_benign: bool,
    /// Whether races are wanted with witnesses; else an alarm is refuted, or stays open.
    pub witnesses: bool,
}

impl<'s> Settings<'s> {
    /// With this solver: races of one value are reported, all with witnesses, within the default budget.
    pub fn of(solver: &'s mut dyn Solver) -> Self {
        Settings { solver, budget: Budget::default(), report_benign: true, witnesses: true }
    }

    /// The same, for another question.
    pub fn again(&mut self) -> Settings<'_> {
        Settings { solver: self.solver, ..*self }
    }

    /// Whether no other alarm of the array is asked for.
    pub(super) fn is_enough(&self, alarm: &Alarm) -> bool {
        alarm.is_shown() || !self.witnesses && alarm.status == Status::Open
    }

    /// The budget of a query that is asked now.
    ///
    /// # Errors
    /// What is spent, of the limits in force.
    fn budget_left(&self) -> Result<Budget, Exhausted> {
        semantics::limits::ask_now()?;
        let time = Limits::time_left().map_or(self.budget.time, |left| left.min(self.budget.time));
        Ok(Budget { time, ..self.budget })
    }

    /// An answer within what is left of the time.
    fn within(&mut self, answer: impl FnOnce(&mut dyn Solver, Budget) -> Answer) -> Answer {
        match self.budget_left() {
            Ok(budget) => answer(self.solver, budget),
            Err(spent) => Answer::Unknown(Unknown::Over(spent)),
        }
    }

    /// Looks for a model where that takes little; see [`Solver::glance`].
    pub fn glance(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        self.within(|solver, budget| solver.glance(terms, assertions, &budget))
    }

    /// Tries to refute, with little work; see [`Solver::refute`].
    pub fn refute(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        self.within(|solver, budget| solver.refute(terms, assertions, &quick(budget)))
    }

    /// As [`Settings::refute`], where that is quick or not worth it.
    pub fn refute_at_once(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        self.within(|solver, budget| solver.refute(terms, assertions, &at_once(budget)))
    }

    /// As [`Settings::refute`], in another way; see [`Solver::refute_otherwise`].
    pub fn refute_otherwise(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        self.within(|solver, budget| {
            let quick = quick(budget);
            let half = Budget { time: quick.time / 2, ..quick };
            solver.refute_otherwise(terms, assertions, &half)
        })
    }

    /// Looks for a model, within what is left of the time; see [`Solver::find`]. With `little` work, where
    /// it is looked for elsewhere as well.
    pub fn find(&mut self, terms: &Terms, assertions: &[Term], little: bool) -> Answer {
        self.within(|solver, budget| {
            solver.find(terms, assertions, &if little { quick(budget) } else { budget })
        })
    }

    /// Looks for a model where that is quick or not worth it.
    pub fn find_at_once(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        if let Some(model) = guess(terms, assertions) {
            return Answer::Sat(model);
        }
        self.within(|solver, budget| solver.find(terms, assertions, &at_once(budget)))
    }

    /// Asks the solver, within what is left of the time.
    pub fn ask(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        self.within(|solver, budget| solver.check(terms, assertions, &budget))
    }
}

/// What of a budget is for what is only tried.
fn quick(budget: Budget) -> Budget {
    Budget { resources: budget.resources.min(QUICK), ..part(budget, PART, LEAST) }
}

/// What of a budget is for what is quick or not worth it.
fn at_once(budget: Budget) -> Budget {
    Budget { resources: budget.resources.min(QUICK), ..part(budget, PART * PART, LEAST_AT_ONCE) }
}

/// One of so many parts of the time of a budget, and so much at least.
fn part(budget: Budget, parts: u32, least: Duration) -> Budget {
    Budget { time: (budget.time / parts).max(least).min(budget.time), ..budget }
}
