//! A solver that refutes nothing twice: small programs ask the same questions again and again.

use oracle::solver::smtlib::Query;
use oracle::solver::{Answer, Budget, Solver, Term, Terms};
use std::collections::HashSet;

/// Bytes of questions that are kept.
const MOST: usize = 32 << 20;

/// A solver, and the questions that it has refuted. A question is its text, in which no name of a program stands.
pub(crate) struct Remembering {
    solver: Box<dyn Solver>,
    refuted: HashSet<String>,
    bytes: usize,
}

impl Remembering {
    pub fn new(solver: Box<dyn Solver>) -> Self {
        Remembering { solver, refuted: HashSet::new(), bytes: 0 }
    }

    /// The answer to a question that is only asked where it was not refuted before.
    fn asked(
        &mut self,
        (terms, assertions): (&Terms, &[Term]),
        ask: impl FnOnce(&mut dyn Solver) -> Answer,
    ) -> Answer {
        let question = Query::new(terms, assertions).text().to_owned();
        if self.refuted.contains(&question) {
            return Answer::Unsat;
        }
        let answer = ask(self.solver.as_mut());
        if answer == Answer::Unsat {
            if self.bytes + question.len() > MOST {
                self.refuted.clear();
                self.bytes = 0;
            }
            self.bytes += question.len();
            self.refuted.insert(question);
        }
        answer
    }
}

impl Solver for Remembering {
    fn name(&self) -> String {
        self.solver.name()
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.asked((terms, assertions), |solver| solver.check(terms, assertions, budget))
    }

    /// Whose refutation is not to be trusted, it is not kept.
    fn find(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.solver.find(terms, assertions, budget)
    }

    fn glance(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.solver.glance(terms, assertions, budget)
    }

    fn refutes_integers(&self) -> bool {
        self.solver.refutes_integers()
    }

    fn refute(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.asked((terms, assertions), |solver| solver.refute(terms, assertions, budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::solver::Sort;
    use std::cell::Cell;
    use std::rc::Rc;

    /// Refutes everything, and counts.
    struct Counting(Rc<Cell<usize>>);

    impl Solver for Counting {
        fn name(&self) -> String {
            "counting".into()
        }

        fn check(&mut self, _: &Terms, _: &[Term], _: &Budget) -> Answer {
            self.0.set(self.0.get() + 1);
            Answer::Unsat
        }
    }

    #[test]
    fn a_question_is_asked_once_whatever_its_names() {
        let asked = Rc::new(Cell::new(0));
        let mut solver = Remembering::new(Box::new(Counting(Rc::clone(&asked))));
        let mut ask = |name: &str, is: bool| {
            let mut terms = Terms::new();
            let symbol = terms.constant(name, Sort::Bool);
            let root = if is { symbol } else { terms.not(symbol) };
            assert_eq!(solver.check(&terms, &[root], &Budget::default()), Answer::Unsat);
        };
        ask("a", true);
        ask("b", true);
        assert_eq!(asked.get(), 1);
        ask("a", false);
        assert_eq!(asked.get(), 2);
    }
}
