//! Loops that count in their condition: `while (n-- > 0) s` is `while (n > 0) { n--; s }` with one more `n--` where
//! the condition fails, and `while (--n) s` is `--n; while (n) { s; --n }`.

use super::iteration::Loop;
use super::{Lowered, Lowering};
use crate::typed::{Expr, Kind, LocalId, Stmt, StmtKind};
use std::collections::BTreeSet;

/// A condition apart from the step in it.
struct Stepping {
    condition: Expr,
    step: Expr,
    counter: LocalId,
    /// Whether the value that is compared is that before the step.
    post: bool,
}

/// A comparison of a local that it steps.
fn stepping(condition: &Expr) -> Option<Stepping> {
    let Kind::Compare(rel, a, b) = &condition.kind else { return None };
    let (left, (place, step)) = match (stepped(a), stepped(b)) {
        (Some(place), None) => (true, place),
        (None, Some(place)) => (false, place),
        _ => return None,
    };
    let (Kind::Local(counter), Kind::Step { post, .. }) = (&place.kind, &step.kind) else {
        return None;
    };
    let other = if left { b } else { a };
    if crate::survey::mentioned(other).contains(counter) {
        return None;
    }
    let [a, b] = match left {
        true => [with_place(a, place), (**b).clone()],
        false => [(**a).clone(), with_place(b, place)],
    };
    let kind = Kind::Compare(*rel, a.into(), b.into());
    Some(Stepping {
        condition: Expr { kind, ..condition.clone() },
        step: step.clone(),
        counter: *counter,
        post: *post,
    })
}

/// The place that an expression steps, and the step, where it is nothing but that and a conversion.
fn stepped(e: &Expr) -> Option<(&Expr, &Expr)> {
    let inner = match &e.kind {
        Kind::Convert(inner) => inner,
        _ => e,
    };
    match &inner.kind {
        Kind::Step { place, .. } => Some((place, inner)),
        _ => None,
    }
}

/// The expression with the place instead of its step.
fn with_place(e: &Expr, place: &Expr) -> Expr {
    match &e.kind {
        Kind::Convert(_) => Expr { kind: Kind::Convert(place.clone().into()), ..e.clone() },
        _ => place.clone(),
    }
}

impl Lowering<'_> {
    /// Lowers a loop that counts in its condition; `false` where it does not.
    pub(super) fn stepping(&mut self, l: &Loop<'_>) -> Lowered<bool> {
        let Some(stepping) = l.condition.and_then(stepping) else { return Ok(false) };
        let Stepping { condition, step, counter, post } = stepping;
        let assigned = |e: &&Expr| self.assigned(e).contains(&counter);
        if self.is_in_memory(counter)
            || self.given.addressed.contains(&counter)
            || self.assigned_in(l.body).contains(&counter)
            || l.steps.iter().any(assigned)
        {
            return Ok(false);
        }
        if post {
            let first = Stmt { kind: StmtKind::Expr(step.clone()), span: step.span.clone() };
            let body: Vec<Stmt> = std::iter::once(first).chain(l.body.iter().cloned()).collect();
            self.read_loop(&Loop { condition: Some(&condition), body: &body, ..l.clone() })?;
            match l.early {
                true => {
                    self.forget(&Loop { changed: BTreeSet::from([counter]), ..l.clone() }, None)?
                }
                false => drop(self.value(&step)?),
            }
        } else {
            self.value(&step)?;
            let steps = l.steps.iter().copied().chain([&step]).collect();
            self.read_loop(&Loop { condition: Some(&condition), steps, ..l.clone() })?;
        }
        Ok(true)
    }
}
