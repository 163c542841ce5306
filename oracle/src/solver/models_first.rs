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

    fn glance(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.finder.find(terms, assertions, &little(budget))
    }

    fn refute(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.decider.refute(terms, assertions, budget)
    }

    fn refute_otherwise(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.decider.refute_otherwise(terms, assertions, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Sort, Unknown, Value};
    use std::time::Duration;

    /// Never knows.
    struct Silent;

    impl Solver for Silent {
        fn name(&self) -> String {
            "silent".into()
        }

        fn check(&mut self, _: &Terms, _: &[Term], _: &Budget) -> Answer {
            Answer::Unknown(Unknown::OutOfWork)
        }
    }

    /// `x` as a byte, with `3 <= x` and, where nothing is to fit, `x <= 2`.
    fn query(fits: bool) -> (Terms, Vec<Term>) {
        let mut terms = Terms::new();
        let x = terms.fresh("x", Sort::BitVec(8));
        let (three, two) = (terms.bits(8, 3), terms.bits(8, 2));
        let mut assertions = vec![terms.bv_sle(three, x)];
        if !fits {
            assertions.push(terms.bv_sle(x, two));
        }
        (terms, assertions)
    }

    #[test]
    fn a_refutation_is_the_others_word() {
        let (terms, assertions) = query(false);
        let mut solver = ModelsFirst::new(Box::new(Silent));
        let budget = Budget { time: Duration::from_secs(60), ..Budget::default() };
        assert_eq!(Embedded::new().check(&terms, &assertions, &budget), Answer::Unsat);
        let said = solver.check(&terms, &assertions, &budget);
        assert_eq!(said, Answer::Unknown(Unknown::OutOfWork));
        assert_eq!(solver.find(&terms, &assertions, &budget), Answer::Unsat);
        assert_eq!(solver.name(), "silent");
    }

    #[test]
    fn a_model_is_anyones_and_one_that_is_looked_for_is_small() {
        let (terms, assertions) = query(true);
        let mut solver = ModelsFirst::new(Box::new(Silent));
        let budget = Budget { time: Duration::from_secs(60), ..Budget::default() };
        assert!(matches!(solver.check(&terms, &assertions, &budget), Answer::Sat(_)));
        let Answer::Sat(model) = solver.find(&terms, &assertions, &budget) else {
            panic!("there is a model")
        };
        let x = terms.free_symbols_of(&assertions)[0];
        assert_eq!(terms.eval(x, &model), Ok(Value::bits(8, 3)));
    }
}
