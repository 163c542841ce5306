//! Models from the embedded solver, refutations from another.
//!
//! The embedded solver finds most models in a fraction of the time that another takes to start.
//! A model is checked, so it does not matter who found it; a refutation is taken on trust, so
//! the other solver has the word.

use super::budget::Budget;
use super::term::{Term, Terms};
use super::{Answer, Embedded, Solver};

/// Units of work that the search for a model may take: some hundredths of a second.
const SEARCH: u64 = 400_000;

/// The embedded solver looks for a model; where it finds none, another solver decides.
pub struct ModelsFirst {
    finder: Embedded,
    decider: Box<dyn Solver>,
}

impl ModelsFirst {
    /// The embedded solver before this one.
    pub fn new(decider: Box<dyn Solver>) -> Self {
        ModelsFirst { finder: Embedded::new(), decider }
    }
}

fn little(budget: &Budget) -> Budget {
    Budget { resources: budget.resources.min(SEARCH), ..*budget }
}

impl Solver for ModelsFirst {
    /// The one that decides.
    fn name(&self) -> String {
        self.decider.name()
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        match self.finder.check(terms, assertions, &little(budget)) {
            Answer::Sat(model) => Answer::Sat(model),
            _ => self.decider.check(terms, assertions, budget),
        }
    }

    fn find(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        match self.finder.find(terms, assertions, &little(budget)) {
            decided @ (Answer::Sat(_) | Answer::Unsat) => decided,
            _ => self.decider.find(terms, assertions, budget),
        }
    }
}
