//! Loops of which some iterations pass a barrier and others do not, as a reduction does whose last rounds have
//! none.
//!
//! From a barrier in iteration `k` threads run to its end, then through iterations that pass none, to the first
//! barrier of iteration `k'`; from the begin to such a `k'`, and from such a `k` to the end. Both are parameters of
//! the phase. The iterations between make what they make where they pass no barrier, and nothing where they do: there
//! are no such executions, so this has too many, never too few. Of the first and of the last one between it is an
//! assumption that they pass none.

use super::agree::{Uniform, renamed};
use super::{Stretch, Stretches, Unsplittable, join, under};
use crate::arithmetic::{Arithmetic, Op, Rel};
use crate::expression::{Cond, Expr};
use crate::name::Name;
use crate::syntax::{Shape, Syntax};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The stretches of a loop, given those of its body.
pub(super) fn looped<S: Syntax>(
    x: &Name,
    (lo, hi): (&Expr, &Expr),
    body: &Stretches<S>,
    uniform: &Uniform,
    arithmetic: Arithmetic,
) -> Result<Stretches<S>, Unsplittable> {
    let one = || Arc::new(Expr::num(1));
    let next = |e: &Expr| Expr::Bin(Op::Add, arithmetic, e.clone().into(), one());
    let last = |e: &Expr| Expr::Bin(Op::Sub, arithmetic, e.clone().into(), one());
    let rel = |rel, a: &Expr, b: &Expr| Cond::rel(rel, a.clone(), b.clone());
    let later = uniform.fresh(x);
    let (k, l) = (Expr::Var(x.clone()), Expr::Var(later.clone()));
    let between = Between { x, whole: &body.whole, uniform };
    let looping = |stretches: Vec<Stretch<S>>, of: &[&Name]| -> Vec<Stretch<S>> {
        let around = |mut s: Stretch<S>| {
            s.loops.splice(0..0, of.iter().map(|x| (*x).clone()));
            s
        };
        stretches.into_iter().map(around).collect()
    };
    let within = |e: &Expr| [rel(Rel::Le, lo, e), rel(Rel::Lt, e, hi)];
    // From the begin to the first barrier of iteration `x`.
    let skipped = [between.passes_none(lo, &k, lo), between.passes_none(lo, &k, &last(&k))];
    let head = join(&between.run(lo, &k), &body.head, uniform)?;
    let head = looping(under(under(head, &skipped), &within(&k)), &[x]);
    // From the last one of iteration `x` to the end.
    let skipped = [
        between.passes_none(&next(&k), hi, &next(&k)),
        between.passes_none(&next(&k), hi, &last(hi)),
    ];
    let tail = join(&body.tail, &between.run(&next(&k), hi), uniform)?;
    let tail = looping(under(under(tail, &skipped), &within(&k)), &[x]);
    // From there to the first one of a later iteration.
    let skipped = [
        between.passes_none(&next(&k), &l, &next(&k)),
        between.passes_none(&next(&k), &l, &last(&l)),
    ];
    let heads: Vec<_> = body.head.iter().map(|s| renamed(s, x, &later)).collect();
    let to_later = join(&body.tail, &between.run(&next(&k), &l), uniform)?;
    let into = join(&to_later, &heads, uniform)?;
    let order = [rel(Rel::Le, lo, &k), rel(Rel::Lt, &k, &l), rel(Rel::Lt, &l, hi)];
    let into = looping(under(under(into, &skipped), &order), &[x, &later]);
    let into = into.into_iter().map(|mut s| {
        s.renamed.push((later.clone(), x.clone()));
        s
    });
    let mut inner = looping(under(body.inner.clone(), &within(&k)), &[x]);
    inner.extend(into);
    Ok(Stretches { whole: between.run(lo, hi), head, inner, tail })
}

/// The statement of a shape that its calculus has.
fn build<S: Syntax>(shape: Shape<'_, S>) -> S {
    S::build(shape).unwrap_or_else(S::skip)
}

/// The iterations that pass no barrier.
struct Between<'b, S> {
    x: &'b Name,
    whole: &'b [Stretch<S>],
    uniform: &'b Uniform,
}

impl<S: Syntax> Between<'_, S> {
    /// All iterations from one number to another.
    fn run(&self, from: &Expr, to: &Expr) -> Vec<Stretch<S>> {
        if self.whole.iter().all(|s| matches!(s.body.shape(), Shape::Skip)) {
            return vec![Stretch::of(S::skip())];
        }
        let mut body = S::skip();
        for s in self.whole.iter().rev() {
            if s.when.is_empty() {
                body = s.body.clone();
                continue;
            }
            // One condition: each branch would have all of the others once more.
            let when = s.when.iter().cloned().fold(Cond::Bool(true), Cond::and);
            body = build(Shape::If(&when.into(), &s.body.clone().into(), &body.into()));
        }
        let mut renamed: Vec<_> = self.whole.iter().flat_map(|s| s.renamed.clone()).collect();
        let mut own = |x: &Name, body: S| {
            let name = self.uniform.fresh(x);
            renamed.push((name.clone(), x.clone()));
            let body = body.replace(x, &Expr::Var(name.clone()));
            (name, body)
        };
        // What threads agree on in one iteration is a value of that iteration.
        let chosen: BTreeSet<&Name> = self.whole.iter().flat_map(|s| &s.loops).collect();
        for x in chosen {
            let (name, inside) = own(x, body);
            body = build(Shape::Var(&name, &inside.into()));
        }
        let (counter, body) = own(self.x, body);
        let (from, to) = (Arc::new(from.clone()), Arc::new(to.clone()));
        let body = build(Shape::For(&counter, &from, &to, &body.into()));
        vec![Stretch { renamed, ..Stretch::of(body) }]
    }

    /// That an iteration passes none, if it is one of those between.
    fn passes_none(&self, from: &Expr, to: &Expr, e: &Expr) -> Cond {
        let mut ways = Cond::rel(Rel::Ge, from.clone(), to.clone());
        for s in self.whole {
            // What threads agree on in that iteration is not said.
            let own: BTreeSet<Name> = s.loops.iter().cloned().collect();
            let said = s.when.iter().filter(|c| c.free_variables().is_disjoint(&own));
            let all = said.map(|c| c.substitute(self.x, e)).fold(Cond::Bool(true), Cond::and);
            ways = Cond::Or(ways.into(), all.into());
        }
        ways
    }
}
