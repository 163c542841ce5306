//! What host code asks of pointers: whether two are equal, and whether one is null.

use super::evaluator::Evaluator;
use super::value::{Base, Pointer, Value, as_condition, of_condition};
use crate::syntax::Binary;
use crate::term::{and, not, or, rel};
use semantics::{Cond, Rel};
use std::sync::Arc;

impl Evaluator<'_> {
    /// A value as a condition: a pointer is true where it is not null. [C++17, 7.14]
    pub fn condition_of(&self, value: &Value) -> Option<Arc<Cond>> {
        match value {
            Value::Pointer(pointer) => self.equal(pointer, &Pointer::Null).map(not),
            value => as_condition(value),
        }
    }

    /// `a == b` and `a != b` of pointers; `None` where it is not known.
    pub fn compared(&self, op: Binary, a: &Value, b: &Value) -> Option<Value> {
        let (Value::Pointer(a), Value::Pointer(b)) = (a, b) else { return None };
        let equal = match op {
            Binary::Eq => self.equal(a, b)?,
            Binary::Ne => not(self.equal(a, b)?),
            _ => return None,
        };
        Some(of_condition(&equal))
    }

    /// When two pointers are equal, where that is known. Memory that nobody says to be one is, along a path, not one.
    fn equal(&self, a: &Pointer, b: &Pointer) -> Option<Arc<Cond>> {
        // Of a turn that need not be made, it is not known with which pointers it is.
        if self.possible.turn {
            return None;
        }
        let known = |holds| Some(Arc::new(Cond::Bool(holds)));
        match (a, b) {
            (Pointer::Null, Pointer::Null) => known(true),
            (Pointer::Null, Pointer::To(base, _)) | (Pointer::To(base, _), Pointer::Null) => {
                self.is_memory(*base).then(|| known(false))?
            }
            (Pointer::To(x, Some(m)), Pointer::To(y, Some(n))) if x == y => match m == n {
                true => known(true),
                false if self.path.is_some() => Some(rel(Rel::Eq, Arc::clone(m), Arc::clone(n))),
                false => None,
            },
            (Pointer::To(x, _), Pointer::To(y, _)) if x != y => {
                let known_apart = self.is_memory(*x) && self.is_memory(*y);
                if !known_apart {
                    self.compares.set(true);
                }
                (self.path.is_some() || known_apart).then(|| known(false))?
            }
            (Pointer::To(..), Pointer::To(..)) => None,
            (Pointer::Either(c, yes, no), other) | (other, Pointer::Either(c, yes, no)) => {
                let (yes, no) = (self.equal(yes, other)?, self.equal(no, other)?);
                Some(match (&*yes, &*no) {
                    (Cond::Bool(true), Cond::Bool(false)) => Arc::clone(c),
                    (Cond::Bool(false), Cond::Bool(true)) => not(Arc::clone(c)),
                    _ if yes == no => yes,
                    _ => or(and(Arc::clone(c), yes), and(not(Arc::clone(c)), no)),
                })
            }
        }
    }

    /// Whether pointers to it are not null: that an allocation gives memory is taken for granted.
    fn is_memory(&self, base: Base) -> bool {
        let memory = &self.memory[base.0];
        memory.of_device.is_some() || memory.given
    }
}
