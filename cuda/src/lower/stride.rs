//! The test of a loop, and what a step of it does to its counter.

use crate::survey::mentioned;
use crate::term::mirrored;
use crate::typed::{Expr, Kind, LocalId, Sign, Type};
use semantics::{IntType, Op, Rel};

/// `counter rel bound`, at the type `at`.
pub(super) struct Test<'s> {
    pub counter: LocalId,
    pub rel: Rel,
    pub bound: &'s Expr,
    pub at: IntType,
}

/// What one step does to the counter.
pub(super) struct Stride<'s> {
    pub sign: Sign,
    /// By how much; one where absent.
    pub by: Option<&'s Expr>,
    /// The type at which it is computed.
    pub at: IntType,
}

/// The test that a loop's condition is, with the counter on the left.
pub(super) fn test<'s>(
    condition: &'s Expr,
    is_counter: &dyn Fn(LocalId) -> bool,
) -> Option<Test<'s>> {
    let Kind::Compare(rel, a, b) = &condition.kind else { return None };
    let at = match a.is_pointer() {
        true => IntType::LONG,
        false => a.ty.int().filter(|_| a.ty != Type::Bool)?,
    };
    let local = |e: &Expr| {
        let inner = match &e.kind {
            Kind::Convert(inner) => inner,
            _ => e,
        };
        match inner.kind {
            Kind::Local(id) if is_counter(id) => Some(id),
            _ => None,
        }
    };
    if let Some(counter) = local(a) {
        return Some(Test { counter, rel: *rel, bound: b, at });
    }
    let counter = local(b)?;
    Some(Test { counter, rel: mirrored(*rel), bound: a, at })
}

/// What a step does to the counter, if it adds to it.
pub(super) fn stride<'s>(step: &'s Expr, counter: LocalId) -> Option<Stride<'s>> {
    let is_counter = |e: &Expr| matches!(e.kind, Kind::Local(id) if id == counter);
    match &step.kind {
        Kind::Step { place, sign, .. } if is_counter(place) => {
            let ty = place.ty.int()?;
            let at = if ty.bits < 32 { IntType::INT } else { ty };
            Some(Stride { sign: *sign, by: None, at })
        }
        Kind::Update { op, at, place, value } if is_counter(place) => {
            Some(Stride { sign: sign_of(*op)?, by: Some(value), at: at.int()? })
        }
        Kind::Assign(place, value) if is_counter(place) => {
            let sum = match &value.kind {
                Kind::Convert(inner) => inner,
                _ => value,
            };
            let Kind::Arithmetic(op, a, b) = &sum.kind else { return None };
            let sign = sign_of(*op)?;
            let stripped = |e: &Expr| match &e.kind {
                Kind::Convert(inner) => is_counter(inner),
                _ => is_counter(e),
            };
            let by = if stripped(a) {
                b
            } else if stripped(b) && sign == Sign::Plus {
                a
            } else {
                return None;
            };
            Some(Stride { sign, by: Some(by), at: sum.ty.int()? })
        }
        _ => None,
    }
}

fn sign_of(op: Op) -> Option<Sign> {
    match op {
        Op::Add => Some(Sign::Plus),
        Op::Sub => Some(Sign::Minus),
        _ => None,
    }
}

/// What a step does to a pointer, in elements, if it moves it.
pub(super) fn pointer_stride(step: &Expr, counter: LocalId) -> Option<Stride<'_>> {
    let (by, sign) = moves(step, counter)?;
    Some(Stride { sign, by, at: IntType::LONG })
}

/// By how much an expression moves a pointer, one where absent, if that is all that it does to it.
pub(super) fn moves(e: &Expr, id: LocalId) -> Option<(Option<&Expr>, Sign)> {
    let own = |e: &Expr| matches!(e.kind, Kind::Local(other) if other == id);
    match &e.kind {
        Kind::Step { place, sign, .. } if own(place) => Some((None, *sign)),
        Kind::Assign(place, value) if own(place) => match &value.kind {
            Kind::Offset(base, by, sign) if own(base) && !mentioned(by).contains(&id) => {
                Some((Some(by), *sign))
            }
            _ => None,
        },
        _ => None,
    }
}
