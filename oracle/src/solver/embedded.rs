//! The embedded solver: bit-blasting to the SAT solver `batsat`. Needs nothing installed.
//!
//! Bit vectors are decided. Integers are decided within a bound only: every symbol of sort `Int`
//! is taken for a natural below `2^bits`, for growing bounds. What is found so is a model; where
//! nothing is found the answer is [`Answer::UnsatWithin`] the largest bound that was finished.

use super::blast::Blaster;
use super::budget::Budget;
use super::gates::{Found, Gates};
use super::term::{Term, Terms};
use super::unknown::Unknown;
use super::value::Sort;
use super::{Answer, Solver, judge};
use refutation::{Formula, Proof};
use web_time::Instant;

/// The bounds that are tried by default, in bits.
const BOUNDS: [u32; 3] = [4, 8, 12];

/// The embedded solver.
#[derive(Clone, Debug)]
pub struct Embedded {
    bounds: Vec<u32>,
}

impl Default for Embedded {
    fn default() -> Self {
        Embedded { bounds: BOUNDS.into() }
    }
}

impl Embedded {
    /// With the default bounds on integers.
    pub fn new() -> Self {
        Embedded::default()
    }

    /// With this one bound on integers, in bits, 1 to 64.
    pub fn within(bits: u32) -> Self {
        Embedded { bounds: vec![bits.clamp(1, 64)] }
    }
}

impl Solver for Embedded {
    fn name(&self) -> String {
        "embedded".into()
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.search(terms, assertions, budget, Aim::Any).0
    }

    /// On integers it refutes up to a bound only.
    fn refutes_integers(&self) -> bool {
        false
    }

    /// The model is one of small numbers, of the symbols that were made first before all.
    fn find(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.search(terms, assertions, budget, Aim::Small).0
    }
}

/// A formula that has no model where a query has none, and a proof that it has none.
pub type Refutation = (Formula, Proof);

/// What of an answer is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// All of it.
    Any,
    /// A model of small numbers.
    Small,
    /// That there is none, with a proof.
    Proof,
}

impl Embedded {
    /// As [`Solver::check`]; and of bit vectors, where there is no model, a proof.
    pub fn prove(
        &self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
    ) -> (Answer, Option<Refutation>) {
        self.search(terms, assertions, budget, Aim::Proof)
    }

    fn search(
        &self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
        aim: Aim,
    ) -> (Answer, Option<Refutation>) {
        let start = Instant::now();
        let symbols = terms.free_symbols_of(assertions);
        let bounded = symbols.iter().any(|symbol| terms.sort(*symbol) == Sort::Int);
        let bounds = if bounded { &*self.bounds } else { &[1] };
        let mut answer = Answer::Unknown(Unknown::OutOfBudget);
        let mut spent = 0;
        for bits in bounds {
            let Some(left) = budget.after(start) else { break };
            let left = Budget { resources: budget.resources.saturating_sub(spent), ..left };
            let gates = if aim == Aim::Proof { Gates::recording(&left) } else { Gates::new(&left) };
            let mut blaster = Blaster::new(terms, gates, *bits);
            let found = match blaster.require(assertions) {
                Ok(()) => blaster.gates.solve(),
                Err(why) => {
                    // A smaller bound may have been finished: that answer is better.
                    if matches!(answer, Answer::Unknown(_)) {
                        answer = Answer::Unknown(Unknown::NotBlasted(why));
                    }
                    break;
                }
            };
            spent += blaster.gates.spent();
            match found {
                Found::Sat => {
                    if aim == Aim::Small {
                        blaster.lower(&symbols);
                    }
                    return (judge(terms, assertions, blaster.model(&symbols)), None);
                }
                Found::Unsat if bounded => answer = Answer::UnsatWithin { bits: *bits },
                Found::Unsat => return (Answer::Unsat, blaster.gates.recorded()),
                Found::OutOfBudget => break,
            }
        }
        (answer, None)
    }
}
