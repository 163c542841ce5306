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
        self.search(terms, assertions, budget, false)
    }

    /// The model is one of small numbers, of the symbols that were made first before all.
    fn find(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.search(terms, assertions, budget, true)
    }
}

impl Embedded {
    fn search(&self, terms: &Terms, assertions: &[Term], budget: &Budget, lower: bool) -> Answer {
        let start = Instant::now();
        let symbols = terms.free_symbols_of(assertions);
        let bounded = symbols.iter().any(|symbol| terms.sort(*symbol) == Sort::Int);
        let bounds = if bounded { &*self.bounds } else { &[1] };
        let mut answer = Answer::Unknown(Unknown::OutOfBudget);
        let mut spent = 0;
        for bits in bounds {
            let Some(left) = budget.after(start) else { break };
            let left = Budget { resources: budget.resources.saturating_sub(spent), ..left };
            let mut blaster = Blaster::new(terms, Gates::new(&left), *bits);
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
                    if lower {
                        blaster.lower(&symbols);
                    }
                    return judge(terms, assertions, blaster.model(&symbols));
                }
                Found::Unsat if bounded => answer = Answer::UnsatWithin { bits: *bits },
                Found::Unsat => return Answer::Unsat,
                Found::OutOfBudget => break,
            }
        }
        answer
    }
}
