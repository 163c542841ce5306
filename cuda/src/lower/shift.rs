//! Loops that halve or double: `for (s = n / 2; s > 0; s >>= 1)`. Iteration `k` has `s >> k`, and the
//! condition, once false, stays false: so the loop is one over all `k` that the type allows, guarded by
//! the condition.

use super::environment::Value;
use super::iteration::Loop;
use super::range::Range;
use super::stride::test;
use super::{Lowered, Lowering};
use crate::note::Note;
use crate::survey::mentioned;
use crate::term::{bin, convert, num, select};
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
        let Some(condition) = l.condition.filter(|_| !l.early) else { return Ok(false) };
        let kernel = self.given.kernel;
        let counts = |id: LocalId| {
            let local = &kernel.locals[id.0];
            matches!(local.ty, Type::Int(_))
                && matches!(local.storage, Storage::Thread | Storage::Parameter)
                && l.changed.contains(&id)
        };
        let Some(test) = test(condition, &counts) else { return Ok(false) };
        let mut counting = l.steps.iter().filter(|e| self.assigned(e).contains(&test.counter));
        let (Some(step), None) = (counting.next(), counting.next()) else { return Ok(false) };
        // What runs after the counter's step would see the next value.
        let mut last = l.steps.iter().rev().take_while(|e| !std::ptr::eq(**e, *step));
        if last.any(|e| mentioned(e).contains(&test.counter)) {
            return Ok(false);
        }
        let Some((op, places)) = places(step, test.counter) else { return Ok(false) };
        let id = test.counter;
        let Some(ty) = self.given.kernel.locals[id.0].ty.int() else { return Ok(false) };
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
        let name = self.given.kernel.locals[id.0].name.clone();
        let exact = most_iterations(op, places, test.rel, ty, &starts, &ends);
        let narrow = ty.signed && ty.bits == 32 && test.at.bits == 32;
        let grows = op == Op::Shl && matches!(test.rel, Rel::Lt | Rel::Le);
        // A signed counter that grows past its type has no meaning: a `long` follows it up to there.
        let overflows = exact.is_none() && narrow && grows && starts.min.is_positive();
        if overflows {
            self.note(Note::left_out(format!(
                "executions in which `{name}` overflows are left out"
            )));
        }
        let past = overflows.then(|| 31 / places + 1);
        let Some(most) = exact.or(past) else { return Ok(false) };
        let (wide, at) = if overflows { (IntType::LONG, IntType::LONG) } else { (ty, test.at) };
        let k = self.bind(name.as_str(), IntType::INT);
        let which = Arc::new(Term::Var(k.clone()));
        let last = Number::from(most.saturating_sub(1));
        self.variables.ranges.insert(k.clone(), Range { min: Number::zero(), max: last });
        let by = bin(Op::Mul, IntType::INT, num(places), Arc::new(Term::Var(k.clone())));
        let followed = bin(op, wide, self.cast(wide, ty, start), by);
        let bound = self.cast(at, test.at, bound);
        let goes = crate::term::rel(test.rel, convert(at, wide, Arc::clone(&followed)), bound);
        let value = convert(ty, wide, followed);
        let companions = self.shifting(l, id);
        let nth = self.cast(IntType::LONG, IntType::INT, Arc::new(Term::Var(k.clone())));
        self.counted(k, num(0), num(most), l.span, |s| {
            s.branch(
                goes.clone(),
                &|s| {
                    s.by_turns(l, Some((IntType::INT, &which)), &|s, turn| {
                        s.forget(l, Some(id))?;
                        s.begin_turn(turn);
                        s.write_local(id, Value::Int(Arc::clone(&value)));
                        for companion in &companions {
                            let value = s.shifted_so_often(companion, &nth);
                            s.write_local(companion.id, value);
                        }
                        s.settle(l.mentioned(), l.span)?;
                        s.iteration(l, Some(id))
                    })
                    .map(|()| Value::Void)
                },
                &|_| Ok(Value::Void),
                l.span,
            )
            .map(|_| ())
        })?;
        self.forget(l, None)?;
        Ok(true)
    }
}

/// A local other than the counter that each iteration doubles, or the like: `offset *= 2`.
#[derive(Clone)]
pub(super) struct Shifting {
    pub id: LocalId,
    ty: IntType,
    /// Where it starts, at its type: a positive number.
    start: Arc<Term>,
    /// By how many places it goes to the left in each iteration.
    places: u64,
}

impl Lowering<'_> {
    /// The locals that a loop shifts to the left besides its counter.
    pub(super) fn shifting(&self, l: &Loop<'_>, counter: LocalId) -> Vec<Shifting> {
        let in_body = self.assigned_in(l.body);
        let shifting = |id: LocalId| {
            let mut moving = l.steps.iter().filter(|e| self.assigned(e).contains(&id));
            let (Some(step), None) = (moving.next(), moving.next()) else { return None };
            let (op, places) = places(step, id)?;
            let ty = self.given.kernel.locals[id.0].ty.int()?;
            let simple = op == Op::Shl && places <= 8 && ty.bits == 32 && !self.is_in_memory(id);
            match &self.env.values[id.0] {
                Some(Value::Int(start)) if simple && self.range(start).min.is_positive() => {
                    Some(Shifting { id, ty, start: Arc::clone(start), places })
                }
                _ => None,
            }
        };
        let others = l.changed.iter().filter(|id| **id != counter && !in_body.contains(id));
        others.filter_map(|id| shifting(*id)).collect()
    }

    /// The value of such a local before iteration `k`, a `long`. A signed one that leaves its type has none: C's
    /// multiplication has overflowed.
    pub(super) fn shifted_so_often(&self, s: &Shifting, k: &Arc<Term>) -> Value {
        let long = IntType::LONG;
        let by = bin(Op::Mul, long, num(s.places), Arc::clone(k));
        let inside = self.decided(Rel::Lt, Arc::clone(&by), num(32));
        let start = self.cast(long, s.ty, Arc::clone(&s.start));
        // By 32 places and more nothing is left of it.
        let by = select(&inside, by, num(31));
        let value =
            select(&inside, bin(Op::Shl, long, start, by), num(if s.ty.signed { -1 } else { 0 }));
        if !s.ty.signed {
            return Value::Int(convert(s.ty, long, value));
        }
        let size = Number::from(1) << 31;
        Value::Int(convert(s.ty, long, Arc::new(Term::Within(size, value))))
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
        // Down to 0. A negative number stays one: the loop goes on only where it is not compared in order.
        let counted = ends && (start.min >= zero || rel != Rel::Ne);
        let most = Number::max(start.max.clone(), zero).bits();
        return counted.then(|| most.div_ceil(places).max(1));
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
