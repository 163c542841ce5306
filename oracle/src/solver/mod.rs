//! Solvers: terms, the one encoding of queries, and the back-ends that answer them.
//!
//! Every satisfiable answer is checked: the model must make the asserted terms true under the
//! exact evaluator, or the answer is [`Answer::Unknown`]. A refutation is taken on trust.
// In a browser nothing speaks SMT-LIB.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

mod blast;
mod budget;
mod certified;
mod choose;
mod embedded;
mod eval;
mod fold;
mod gates;
mod guess;
#[cfg(not(target_family = "wasm"))]
mod installed;
#[cfg(target_family = "wasm")]
#[path = "none_installed.rs"]
mod installed;
#[cfg(not(target_family = "wasm"))]
mod locate;
mod models_first;
mod no_solver;
#[cfg(not(target_family = "wasm"))]
mod process;
#[cfg(not(target_family = "wasm"))]
mod remembered;
mod sexp;
pub mod smtlib;
mod term;
mod text;
mod unknown;
mod value;
#[cfg(not(target_family = "wasm"))]
mod z3;

pub use budget::Budget;
pub use certified::{Certifying, Proved, Refuted, Unproved};
pub use choose::{Chosen, choose};
pub use embedded::{Embedded, Refutation};
pub use eval::{LARGEST_INTEGER_BITS, Undefined};
pub use guess::guess;
#[cfg(not(target_family = "wasm"))]
pub use installed::expect;
#[cfg(not(target_family = "wasm"))]
pub(crate) use locate::command;
pub use models_first::ModelsFirst;
pub use no_solver::NoSolver;
#[cfg(not(target_family = "wasm"))]
pub use process::Process;
pub use term::{Node, Op, Term, Terms};
pub use unknown::{Garbage, NotBlasted, Unknown};
pub use value::{Model, Sort, Value, WIDEST};
#[cfg(not(target_family = "wasm"))]
pub use z3::{Z3, worker};

/// What a solver says to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Every assertion holds under this model, which has been checked.
    Sat(Model),
    /// There is no model.
    Unsat,
    /// There is no model in which every symbol of sort `Int` is a natural below `2^bits`.
    UnsatWithin {
        /// The bound, in bits.
        bits: u32,
    },
    /// No answer, and why.
    Unknown(Unknown),
}

/// Decides whether assertions hold together.
pub trait Solver {
    /// What the solver is, for reports: `Z3 5.0.0 (libz3)`, `embedded`, `z3 -in`.
    fn name(&self) -> String;

    /// Whether some model makes all the assertions (terms of sort `Bool`) true.
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer;

    /// Looks for a model where nothing rests on there being none: a refutation may come from a
    /// solver that would not be trusted with it.
    fn find(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.check(terms, assertions, budget)
    }

    /// Looks for a model for some hundredths of a second at most.
    fn glance(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        let _ = (terms, assertions, budget);
        Answer::Unknown(Unknown::OutOfWork)
    }

    /// Whether it refutes what speaks of all integers.
    fn refutes_integers(&self) -> bool {
        true
    }

    /// Decides where only a refutation is of use.
    fn refute(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.check(terms, assertions, budget)
    }

    /// As [`Solver::refute`], in another way: what one takes long for, the other may not. Where a solver has no other, it
    /// is not asked again.
    fn refute_otherwise(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        let _ = (terms, assertions, budget);
        Answer::Unknown(Unknown::OutOfWork)
    }
}

/// `Sat` if the model makes the assertions true.
fn judge(terms: &Terms, assertions: &[Term], model: Model) -> Answer {
    match terms.holds(assertions, &model) {
        Ok(true) => Answer::Sat(model),
        Ok(false) => Answer::Unknown(Unknown::WrongModel),
        Err(why) => Answer::Unknown(Unknown::UncheckedModel(why)),
    }
}
