//! Variables of a thread by which it decides before they have a value: what it does then has no meaning.
//! [C++17, 11.6, paragraph 12] Such executions are left out, as those are in which a number overflows.
//!
//! Only decisions are asked about: a value that is stored, or given to a function, before it is one is any value.

use super::block::Atom;
use super::{Lowered, Lowering};
use crate::term::{and, cond_larger_than, not, num, or, select};
use semantics::{Cond, Expr as Term, Span};
use std::sync::Arc;

/// Larger conditions are not looked at.
const LARGEST: usize = 1024;

impl Lowering<'_> {
    /// Leaves out the executions in which a thread decides by a variable that has no value.
    pub(super) fn decides(&mut self, c: &Arc<Cond>, span: &Span) -> Lowered<()> {
        if self.variables.valueless.is_empty() || cond_larger_than(c, LARGEST) {
            return Ok(());
        }
        let without = self.is_without_value(c);
        match *without {
            // Where it has none in any execution, it is some other value that is not understood.
            Cond::Bool(_) => Ok(()),
            _ => {
                let decided = Term::Within(1.into(), select(&without, num(1), num(0)));
                self.emit(Atom::Check(Arc::new(decided)), span)
            }
        }
    }

    /// Whether a value is made of none that a variable may not have.
    pub(super) fn has_value(&self, e: &Term) -> bool {
        let mut has = true;
        e.each_variable(&mut |x| has &= !self.variables.valueless.contains(x));
        has
    }

    /// When a condition hangs on a variable that has no value.
    fn is_without_value(&self, c: &Arc<Cond>) -> Arc<Cond> {
        match &**c {
            Cond::Bool(_) => Arc::new(Cond::Bool(false)),
            Cond::Rel(_, a, b) => or(self.has_no_value(a), self.has_no_value(b)),
            Cond::And(a, b) => {
                or(self.is_without_value(a), both(Arc::clone(a), self.is_without_value(b)))
            }
            Cond::Or(a, b) => {
                or(self.is_without_value(a), both(not(Arc::clone(a)), self.is_without_value(b)))
            }
            Cond::Not(c) => self.is_without_value(c),
        }
    }

    fn has_no_value(&self, e: &Arc<Term>) -> Arc<Cond> {
        match &**e {
            Term::Num(_) | Term::Tid(_) => Arc::new(Cond::Bool(false)),
            Term::Var(x) => Arc::new(Cond::Bool(self.variables.valueless.contains(x))),
            Term::Bin(_, _, a, b) => or(self.has_no_value(a), self.has_no_value(b)),
            Term::Convert(_, e) | Term::Within(_, e) => self.has_no_value(e),
            Term::Select(c, a, b) => {
                let chosen = or(
                    both(Arc::clone(c), self.has_no_value(a)),
                    both(not(Arc::clone(c)), self.has_no_value(b)),
                );
                or(self.is_without_value(c), chosen)
            }
        }
    }
}

fn both(a: Arc<Cond>, b: Arc<Cond>) -> Arc<Cond> {
    if let Cond::Bool(false) = *b { b } else { and(a, b) }
}
