//! Clauses of the split that are wrong on purpose. See [`crate::mutants`].

use super::{Stretch, Stretches};
use crate::expression::Expr;
use crate::mutants::{Mutant, on};
use crate::syntax::{Shape, Syntax};

const fn clause(id: &'static str, of: &'static str) -> Mutant {
    Mutant { id, of }
}

/// The mutants of clauses.
pub const CLAUSES: &[Mutant] = &[
    clause("split-sync-ends-the-program", "split of sync"),
    clause("split-sync-begins-the-program", "split of sync"),
    clause("split-seq-no-phase-between", "split of p; p"),
    clause("split-seq-never-without-a-barrier", "split of p; p"),
    clause("split-seq-joins-nothing", "split of p; p"),
    clause("split-if-forgets-the-condition", "split of if"),
    clause("split-if-no-phase-inside", "split of if"),
    clause("split-for-always-iterates", "split of for"),
    clause("split-for-no-next-iteration", "split of for"),
    clause("split-for-forgets-the-bounds", "split of for"),
    clause("split-for-nothing-after-the-last", "split of for"),
    clause("split-var-is-zero", "split of var"),
];

/// The stretches of a statement with a barrier, as the planted clause has them.
pub(super) fn stretches<S: Syntax>(s: &S, mut found: Stretches<S>) -> Stretches<S> {
    let Some(on) = on() else { return found };
    match (on.id, s.shape()) {
        ("split-sync-ends-the-program", Shape::Sync(_)) => found.tail.clear(),
        ("split-sync-begins-the-program", Shape::Sync(_)) => found.head.clear(),
        ("split-seq-no-phase-between", Shape::Seq(..)) => found.inner.clear(),
        ("split-seq-never-without-a-barrier", Shape::Seq(..)) => found.whole.clear(),
        ("split-if-forgets-the-condition", Shape::If(..)) => found.forget_when(),
        ("split-if-no-phase-inside", Shape::If(..)) => found.inner.clear(),
        ("split-for-always-iterates", Shape::For(..)) => found.whole.clear(),
        ("split-for-no-next-iteration", Shape::For(..)) => found.inner.clear(),
        ("split-for-forgets-the-bounds", Shape::For(..)) => found.forget_when(),
        ("split-for-nothing-after-the-last", Shape::For(..)) => found.tail.clear(),
        ("split-var-is-zero", Shape::Var(..)) => {
            found = found.map(&|s: S| match s.shape() {
                Shape::Var(x, body) => body.replace(x, &Expr::num(0)),
                _ => s.clone(),
            });
        }
        _ => {}
    }
    found
}

/// What two stretches come to, one after the other, as the planted clause has it.
pub(super) fn joined<S: Clone>(first: &Stretch<S>, body: S) -> S {
    match on() {
        Some(Mutant { id: "split-seq-joins-nothing", .. }) => first.body.clone(),
        _ => body,
    }
}

impl<S> Stretches<S> {
    fn forget_when(&mut self) {
        let Stretches { whole, head, inner, tail } = self;
        let all = [whole, head, inner, tail].into_iter().flatten();
        all.for_each(|stretch| stretch.when.clear());
    }
}
