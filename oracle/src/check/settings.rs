//! How a check is made, and how long it may take.

use crate::solver::{Answer, Budget, Solver, Term, Terms};
use std::time::Instant;

/// Why a question is not asked any more.
pub const OVER: &str = "the time for this program is spent";

/// How to check.
pub struct Settings<'s> {
    /// Who decides the queries.
    pub solver: &'s mut dyn Solver,
    /// For each query.
    pub budget: Budget,
    /// When to give up the program: what is not decided by then stays undecided. Never, without.
    pub deadline: Option<Instant>,
    /// Whether two writes of one value are reported.
    pub report_benign: bool,
}

impl Settings<'_> {
    /// Whether the time for the program is spent.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The budget of a query that is asked now; none when the time is spent.
    pub fn budget_left(&self) -> Option<Budget> {
        let Some(deadline) = self.deadline else { return Some(self.budget) };
        let left = deadline.saturating_duration_since(Instant::now());
        let time = self.budget.time.min(left);
        (!left.is_zero()).then_some(Budget { time, ..self.budget })
    }

    /// Looks for a model, within what is left of the time; see [`Solver::find`].
    pub fn find(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        match self.budget_left() {
            Some(budget) => self.solver.find(terms, assertions, &budget),
            None => Answer::Unknown(OVER.into()),
        }
    }

    /// Asks the solver, within what is left of the time.
    pub fn ask(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        match self.budget_left() {
            Some(budget) => self.solver.check(terms, assertions, &budget),
            None => Answer::Unknown(OVER.into()),
        }
    }
}
