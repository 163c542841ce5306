//! Refutations with proofs: of each it is kept whether a checker accepted one.
//!
//! What is asked of bit vectors is asked of the embedded solver first, which writes down the formula that it makes
//! of the query, and a proof; the checker of [`refutation`] shares no code with it. Where it comes to no end the
//! other solver has the word, and that refutation is one without a proof. So it is of what is asked of naturals: they
//! have no bound, and bits would refute numbers up to one only.

use super::budget::Budget;
use super::term::{Term, Terms};
use super::unknown::Unknown;
use super::value::Sort;
use super::{Answer, Embedded, Refutation, Solver};
use refutation::{Formula, Proof};
use web_time::{Duration, Instant};

/// The part of a query's time that a proof may take, and that its check may take again.
const PART: u32 = 3;

/// A refutation that a verdict may rest on.
#[derive(Clone, Debug)]
pub enum Refuted {
    /// The checker accepted its proof.
    Proved(Proved),
    /// A solver's word.
    Believed(Unproved),
}

/// Why a refutation has no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// It is one of naturals, of all of them. Bits have numbers up to a bound.
    Naturals,
    /// No proof was found in time that the checker accepts in time.
    Time,
}

/// A refutation whose proof was checked.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The query as clauses.
    pub formula: Formula,
    /// The proof that they have no model.
    pub proof: Proof,
    /// What it took to find the proof.
    pub found_in: Duration,
    /// What it took to check it.
    pub checked_in: Duration,
}

/// A solver, and what it refuted.
pub struct Certifying {
    prover: Embedded,
    decider: Box<dyn Solver>,
    refuted: Vec<Refuted>,
}

impl Certifying {
    /// Proofs before this solver.
    pub fn new(decider: Box<dyn Solver>) -> Self {
        Certifying { prover: Embedded::new(), decider, refuted: Vec::new() }
    }

    /// The refutations so far that were asked for, in order.
    pub fn refuted(self) -> Vec<Refuted> {
        self.refuted
    }

    fn prove(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Unproved> {
        let is_integer = |symbol: &Term| terms.sort(*symbol) == Sort::Int;
        if terms.free_symbols_of(assertions).iter().any(is_integer) {
            return Err(Unproved::Naturals);
        }
        let start = Instant::now();
        let part = Budget { time: budget.time / PART, ..*budget };
        let (answer, refutation) = self.prover.prove(terms, assertions, &part);
        let found_in = start.elapsed();
        match (answer, refutation) {
            (Answer::Unsat, Some(refutation)) => {
                let proved = accepted(refutation, found_in, part.time).ok_or(Unproved::Time)?;
                self.refuted.push(Refuted::Proved(proved));
                Ok(Answer::Unsat)
            }
            (Answer::Sat(model), _) => Ok(Answer::Sat(model)),
            _ => Err(Unproved::Time),
        }
    }

    /// With a proof if there is one in time, and else on the word of the other solver.
    fn decide(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
        decide: impl FnOnce(&mut dyn Solver, &Budget) -> Answer,
    ) -> Answer {
        let start = Instant::now();
        let why = match self.prove(terms, assertions, budget) {
            Ok(answer) => return answer,
            Err(why) => why,
        };
        let Some(left) = budget.after(start) else { return Answer::Unknown(Unknown::OutOfBudget) };
        let answer = decide(self.decider.as_mut(), &left);
        if answer == Answer::Unsat {
            self.refuted.push(Refuted::Believed(why));
        }
        answer
    }
}

/// The refutation, if the checker accepts it in this time.
fn accepted((formula, proof): Refutation, found_in: Duration, time: Duration) -> Option<Proved> {
    let start = Instant::now();
    refutation::check(&formula, &proof, &|| start.elapsed() > time).ok()?;
    Some(Proved { formula, proof, found_in, checked_in: start.elapsed() })
}

impl Solver for Certifying {
    /// The one that has the word where there is no proof.
    fn name(&self) -> String {
        self.decider.name()
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.decide(terms, assertions, budget, |decider, left| {
            decider.check(terms, assertions, left)
        })
    }

    fn find(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.decider.find(terms, assertions, budget)
    }

    fn glance(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.decider.glance(terms, assertions, budget)
    }

    /// A proof is one of bit vectors: so they are asked first.
    fn refutes_integers(&self) -> bool {
        false
    }

    fn refute(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.decide(terms, assertions, budget, |decider, left| {
            decider.refute(terms, assertions, left)
        })
    }
}
