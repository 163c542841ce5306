//! The rules of memory access protocols. [L24, Fig. 2]

#[cfg(feature = "mutants")]
use crate::planted;
use crate::syntax::Protocol::{self, Access, For, If, Seq, Skip, Var};
use semantics::judgment::{any, decides, evaluates};
use semantics::{AccessValue, Cond, Expr, Mode, Name, Number, Phase, Rel, Thread, Trace, judgment};
use std::sync::Arc;

/// What the rules conclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// `p ⇓ᵢ P ▷ t`
    Runs(Protocol, Thread, (Phase, Trace)),
    /// `e ⇓ᵢ k`
    Evaluates(Expr, Thread, Number),
    /// `c ⇓ᵢ b`
    Decides(Cond, Thread, bool),
}

impl semantics::Judgment for Judgment {
    type Environment = ();

    fn evaluates(e: &Expr, i: &Thread, k: &Number) -> Self {
        Judgment::Evaluates(e.clone(), i.clone(), k.clone())
    }

    fn decides(c: &Cond, i: &Thread, b: bool) -> Self {
        Judgment::Decides(c.clone(), i.clone(), b)
    }
}

judgment! {
    /// `p ⇓ᵢ P ▷ t`: one thread `i` runs `p`, makes the accesses `P`, by the choices `t`.
    /// [L24, Fig. 2]
    pub fn runs(p: &Protocol, i: &Thread) => (Phase, Trace) as Judgment::Runs, or planted;

    ["P-VAR"]
        any(x) => k;
        runs(&p.substitute(x, &k), i) => (phase, t);
        ------------------------------------------------
        runs(Var(x, p), i) => (phase, t);

    ["P-ACC"]
        evaluates(e, i) => j;
        ------------------------------------------------
        runs(Access { mode, array, index: e, .. }, i) =>
            (Phase::of(access(i, *mode, array, &j)), Trace::Tau);

    ["P-SKIP"]
        ------------------------------------------------
        runs(Skip, _) => (Phase::empty(), Trace::Tau);

    ["P-SEQ"]
        runs(p1, i) => (phase1, t1);
        runs(p2, i) => (phase2, t2);
        ------------------------------------------------
        runs(Seq(p1, p2), i) => (&phase1 | phase2, t1.then(t2));

    ["P-IF-T"]
        decides(c, i) => true;
        runs(p1, i) => (phase, t);
        ------------------------------------------------
        runs(If(c, p1, _), i) => (phase, Trace::Then.then(t));

    ["P-IF-F"]
        decides(c, i) => false;
        runs(p2, i) => (phase, t);
        ------------------------------------------------
        runs(If(c, _, p2), i) => (phase, Trace::Else.then(t));

    ["P-FOR-1"]
        decides(&compare(Rel::Ge, e1, e2), i) => true;
        ------------------------------------------------
        runs(For(_, e1, e2, _), i) => (Phase::empty(), Trace::Tau);

    ["P-FOR-2"]
        evaluates(e1, i) => l;
        decides(&compare(Rel::Lt, &Arc::new(Expr::Num(l.clone())), e2), i) => true;
        runs(&p.substitute(x, &l), i) => (phase1, t1);
        runs(&For(x.clone(), Arc::new(Expr::Num(&l + 1)), e2.clone(), p.clone()), i) => (phase2, t2);
        ------------------------------------------------
        runs(For(x, e1, e2, p), i) =>
            (&phase1 | phase2, Trace::Iter(x.clone(), l.clone()).then(t1.then(t2)));
}

pub(crate) fn access(i: &Thread, mode: Mode, array: &Name, j: &Number) -> AccessValue {
    AccessValue { thread: i.clone(), mode, array: array.clone(), index: j.clone() }
}

pub(crate) fn compare(rel: Rel, a: &Arc<Expr>, b: &Arc<Expr>) -> Cond {
    Cond::Rel(rel, Arc::clone(a), Arc::clone(b))
}
