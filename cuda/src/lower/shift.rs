//! Loops that halve or double: `for (s = n / 2; s > 0; s >>= 1)`. Iteration `k` has `s >> k`, and the
//! condition, once false, stays false: so the loop is one over all `k` that the type allows, guarded by
//! the condition.

use super::counting::test;
use super::environment::Value;
use super::loops::Loop;
use super::range::Range;
use super::survey::mentioned;
use super::term::{bin, convert, num};
use super::{Lowered, Lowering};
use crate::typed::{Expr, Kind, LocalId, Storage, Type};
use crate::typing::evaluate;
use num_traits::{Signed, ToPrimitive, Zero};
use semantics::{Expr as Term, IntType, Number, Op, Rel};
use std::sync::Arc;

/// By how many places a step shifts the local, and which way.
fn places(step: &Expr, counter: LocalId) -> Option<(Op, u64)> {
    let is_counter = |e: &Expr| match &e.kind {
        Kind::Convert(inner) => matches!(inner.kind, Kind::Local(id) if id == counter),
        Kind::Local(id) => *id == counter,
        _ => false,
    };
    let (op, by) = match &step.kind {
        Kind::Update { op, place, value, .. } if is_counter(place) => (*op, value),
        Kind::Assign(place, value) if is_counter(place) => {
            let inner = match &value.kind {
                Kind::Convert(inner) => inner,
                _ => value,
            };
            match &inner.kind {
                Kind::Arithmetic(op, a, b) if is_counter(a) => (*op, b),
                _ => return None,
            }
        }
        _ => return None,
    };
    let by = evaluate(by)?;
    let power = |n: &Number| {
        let places = n.bits().checked_sub(1)?;
        (n.is_positive() && *n == Number::from(1) << places && places > 0).then_some(places)
    };
    let (op, places) = match op {
        Op::Shr | Op::Shl => (op, by.to_u64().filter(|n| *n > 0 && *n < 32)?),
        Op::Div => (Op::Shr, power(&by)?),
        Op::Mul => (Op::Shl, power(&by)?),
        _ => return None,
    };
    Some((op, places))
}

impl Lowering<'_> {
    /// Lowers a loop that shifts its counter; `false` where it is none, or may not end.
    pub(super) fn shifted(&mut self, l: &Loop<'_>) -> Lowered<bool> {
        let (Some(condition), [step]) = (l.condition, l.steps.as_slice()) else { return Ok(false) };
        if l.early {
            return Ok(false);
        }
        let kernel = self.kernel;
        let counts = |id: LocalId| {
            let local = &kernel.locals[id.0];
            matches!(local.ty, Type::Int(_))
                && matches!(local.storage, Storage::Thread | Storage::Parameter)
                && self.assigned(step).contains(&id)
        };
        let Some(test) = test(condition, &counts) else { return Ok(false) };
        let Some((op, places)) = places(step, test.counter) else { return Ok(false) };
        let id = test.counter;
        let Some(ty) = self.kernel.locals[id.0].ty.int() else { return Ok(false) };
        if self.assigned_in(l.body).contains(&id)
            || self.has_effects(test.bound)
            || !mentioned(test.bound).is_disjoint(&l.changed)
            || ty.bits < 32
            || test.at.bits < ty.bits
        {
            return Ok(false);
        }
        let Value::Int(start) = self.read_local(id, l.span)? else { return Ok(false) };
        let bound = self.number(test.bound)?;
        let (starts, ends) = (self.range(&start), self.range(&bound));
        let Some(most) = most_iterations(op, places, test.rel, ty, &starts, &ends) else {
            return Ok(false);
        };
        let name = self.kernel.locals[id.0].name.clone();
        let k = self.bind(name.as_str(), IntType::INT);
        let last = Number::from(most.saturating_sub(1));
        self.ranges.insert(k.clone(), Range { min: Number::zero(), max: last });
        let by = bin(Op::Mul, IntType::INT, num(places), Arc::new(Term::Var(k.clone())));
        let value = bin(op, ty, start, by);
        let goes = super::term::rel(test.rel, convert(test.at, ty, Arc::clone(&value)), bound);
        self.counted(k, num(0), num(most), l.span, |s| {
            s.branch(
                goes.clone(),
                &|s| {
                    s.forget(l, Some(id));
                    s.write_local(id, Value::Int(Arc::clone(&value)));
                    s.settle(l.mentioned(), l.span)?;
                    s.iteration(l, Some(id)).map(|()| Value::Void)
                },
                &|_| Ok(Value::Void),
                l.span,
            )
            .map(|_| ())
        })?;
        self.forget(l, None);
        Ok(true)
    }
}

/// A number of iterations that the loop does not pass; `None` where it may run forever, or
/// overflow.
fn most_iterations(
    op: Op,
    places: u64,
    rel: Rel,
    ty: IntType,
    start: &Range,
    bound: &Range,
) -> Option<u64> {
    let zero = Number::zero();
    if op == Op::Shr {
        let ends = match rel {
            Rel::Gt => bound.min >= zero,
            Rel::Ge => bound.min > zero,
            Rel::Ne => bound.min == zero && bound.max == zero,
            _ => false,
        };
        // Down to 0; a right shift of a negative number ends at -1.
        let counted = ends && start.min >= zero;
        return counted.then(|| start.max.bits().div_ceil(places).max(1));
    }
    let end = match rel {
        Rel::Lt => bound.max.clone(),
        Rel::Le => &bound.max + 1,
        _ => return None,
    };
    // The last value below `end`, shifted once more, must still be in the type.
    let fits = ty.contains(&(&end << places));
    let counted = start.min.is_positive() && bound.min >= zero && fits;
    counted.then(|| (end.bits() + 1).div_ceil(places).max(1))
}
