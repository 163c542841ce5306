//! Loops that go on while several conditions hold, one of which counts: `for (i = 0; i < n && e; i++) s` is read as
//! `for (i = 0; i < n; i++) { if (!e) break; s }`.
//!
//! **Why that is the same.** With the condition that counts in front, that is what `&&` does. [C++17, 8.14] One further
//! behind is evaluated earlier so. It is a comparison without arithmetic, so that it has a meaning wherever it stands, and
//! what stood before it neither reads nor writes memory.

use super::iteration::Loop;
use super::uniform::has_barriers;
use super::{Lowered, Lowering};
use crate::typed::{Expr, Kind, Stmt, StmtKind};

impl Lowering<'_> {
    /// Lowers a loop of which one of several conditions counts; `false` where none does. One with a barrier is left as it
    /// is: threads may agree on the whole condition and on no part of it.
    pub(super) fn by_one_condition(&mut self, l: &Loop<'_>) -> Lowered<bool> {
        let Some(condition) = l.condition else { return Ok(false) };
        let mut all = Vec::new();
        conjuncts(condition, &mut all);
        if all.len() < 2 || has_barriers(l.body) {
            return Ok(false);
        }
        for (n, counts) in all.iter().enumerate() {
            let may_go_first = is_bare(counts) && !all[..n].iter().any(|e| self.has_effects(e));
            if n > 0 && !may_go_first {
                continue;
            }
            let others = all.iter().enumerate().filter(|(other, _)| *other != n);
            let others = others
                .map(|(_, e)| (*e).clone())
                .reduce(|a, b| Expr { kind: Kind::And(a.into(), b.into()), ..condition.clone() });
            let Some(goes_on) = others else { continue };
            let make = |kind| Stmt { kind, span: condition.span.clone() };
            let leaves = vec![make(StmtKind::Break)];
            let first = make(StmtKind::If(goes_on, Vec::new(), leaves));
            let body: Vec<Stmt> = std::iter::once(first).chain(l.body.iter().cloned()).collect();
            let counting = Loop { condition: Some(counts), body: &body, early: true, ..l.clone() };
            let owed = self.block.owed.len();
            if self.affine(&counting)? {
                return Ok(true);
            }
            // As in `read_loop`.
            self.block.owed.truncate(owed);
        }
        Ok(false)
    }
}

/// The conditions that all have to hold, in order.
fn conjuncts<'s>(e: &'s Expr, all: &mut Vec<&'s Expr>) {
    match &e.kind {
        Kind::And(a, b) => {
            conjuncts(a, all);
            conjuncts(b, all);
        }
        _ => all.push(e),
    }
}

/// Whether an expression compares locals, constants and extents as they are.
fn is_bare(e: &Expr) -> bool {
    let is_operand = |mut e: &Expr| {
        while let Kind::Convert(inner) = &e.kind {
            e = inner;
        }
        matches!(e.kind, Kind::Int(_) | Kind::Local(_) | Kind::BlockDim(_) | Kind::GridDim(_))
    };
    matches!(&e.kind, Kind::Compare(_, a, b) if is_operand(a) && is_operand(b))
}
