//! A loop that leaves out the end of its last iteration, as those with barriers do:
//! `for (…; i < n; i++) { a; if (i == n - 1) break; b; }`. It is read as
//! `if (i < n) { for (; i < n - 1; i++) { a; b; } a; }`, which no longer ends early, and says what the last iteration did.
//!
//! **Why that is the same.** Nothing in the body changes `i` or `n`, nor goes around or leaves the loop otherwise; `n` does
//! not mention `i`, which is all that the step changes. Behind the first test `i < n`, so that `n - 1` has a value and
//! `i <= n - 1`. While `i < n - 1` the `break` is not taken, and `i + 1 < n` holds of the next iteration. With
//! `i == n - 1` it is taken behind `a`. Where the first test fails, neither does anything, and `n - 1` is not evaluated.

use super::Lowering;
use crate::survey::{breaks_in, continues_in, mentioned, returns_in};
use crate::typed::{Expr, Kind, LocalId, Sign, Stmt, StmtKind, Type};
use num_traits::One;
use semantics::{Op, Rel, Span};

impl Lowering<'_> {
    /// The loop with its last iteration behind it, if it is of this form.
    pub(super) fn peeled(
        &self,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &[Stmt],
        span: &Span,
    ) -> Option<Stmt> {
        let (condition, step) = (condition?, step?);
        let Kind::Compare(Rel::Lt, counter, bound) = &condition.kind else { return None };
        let Kind::Local(id) = counter.kind else { return None };
        if !counter.ty.int()?.signed || counter.ty == Type::Bool || !steps(step, id) {
            return None;
        }
        // The step changes the counter, and nothing else.
        if mentioned(bound).contains(&id) {
            return None;
        }
        let own = mentioned(condition);
        let changed = self.assigned_in(body);
        let kept = |id: &LocalId| {
            !changed.contains(id) && !self.given.addressed.contains(id) && !self.is_in_memory(*id)
        };
        let leaves_otherwise = continues_in(body) || returns_in(body).is_some();
        if !is_plain(bound) || !own.iter().all(kept) || leaves_otherwise {
            return None;
        }
        let (n, last) = body.iter().enumerate().find_map(|(n, s)| Some((n, leaves(s)?)))?;
        let (before, after) = (&body[..n], &body[n + 1..]);
        let last = is_last(last, id, bound)?;
        if breaks_in(before) || breaks_in(after) {
            return None;
        }
        let make = |kind| Stmt { kind, span: span.clone() };
        let goes_on = Kind::Compare(Rel::Lt, counter.clone(), Box::new(last.clone()));
        let goes_on = Expr { kind: goes_on, ..condition.clone() };
        let most = StmtKind::Loop {
            condition: Some(goes_on),
            step: Some(step.clone()),
            body: [before, after].concat(),
            body_first: false,
        };
        let inside = [std::slice::from_ref(&make(most)), before].concat();
        Some(make(StmtKind::If(condition.clone(), inside, Vec::new())))
    }
}

/// Whether a step adds one to the counter.
fn steps(step: &Expr, counter: LocalId) -> bool {
    let own = |e: &Expr| matches!(e.kind, Kind::Local(id) if id == counter);
    match &step.kind {
        Kind::Step { place, sign: Sign::Plus, .. } => own(place),
        Kind::Update { op: Op::Add, at, place, value } => {
            own(place) && *at == place.ty && matches!(&value.kind, Kind::Int(n) if n.is_one())
        }
        _ => false,
    }
}

/// Whether an expression reads nothing but locals, and cannot be without a meaning where it was evaluated before.
fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        Kind::Int(_) | Kind::Local(_) | Kind::BlockDim(_) | Kind::GridDim(_) => true,
        Kind::Convert(inner) => is_plain(inner),
        Kind::Arithmetic(_, a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}

/// When a statement leaves the loop, if that is all that it does.
fn leaves(s: &Stmt) -> Option<&Expr> {
    let StmtKind::If(c, yes, no) = &s.kind else { return None };
    let mut yes = yes.as_slice();
    while let [Stmt { kind: StmtKind::Block(inner), .. }] = yes {
        yes = inner;
    }
    let breaks = matches!(yes, [Stmt { kind: StmtKind::Break, .. }]);
    (breaks && no.is_empty()).then_some(c)
}

/// The last value of the counter, where a condition is that it has it: `i == n - 1`.
fn is_last<'s>(c: &'s Expr, counter: LocalId, bound: &Expr) -> Option<&'s Expr> {
    let Kind::Compare(Rel::Eq, a, b) = &c.kind else { return None };
    let own = |e: &Expr| matches!(e.kind, Kind::Local(id) if id == counter);
    let last = match (own(a), own(b)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    let Kind::Arithmetic(Op::Sub, of, one) = &last.kind else { return None };
    let by_one = matches!(&one.kind, Kind::Int(n) if n.is_one());
    (by_one && last.ty == bound.ty && is_same(of, bound)).then_some(last)
}

/// Whether two plain expressions are one, wherever they stand.
fn is_same(a: &Expr, b: &Expr) -> bool {
    a.ty == b.ty
        && match (&a.kind, &b.kind) {
            (Kind::Int(m), Kind::Int(n)) => m == n,
            (Kind::Local(m), Kind::Local(n)) => m == n,
            (Kind::BlockDim(m), Kind::BlockDim(n)) | (Kind::GridDim(m), Kind::GridDim(n)) => m == n,
            (Kind::Convert(m), Kind::Convert(n)) => is_same(m, n),
            (Kind::Arithmetic(f, m, x), Kind::Arithmetic(g, n, y)) => {
                f == g && is_same(m, n) && is_same(x, y)
            }
            _ => false,
        }
}
