//! The rules of Jaminan. [L24, Fig. 5]

use crate::memory::{Initial, reads};
#[cfg(feature = "mutants")]
use crate::planted::{self, barriers};
use crate::syntax::Stmt::{self, For, If, Read, Seq, Skip, Sync, Var, Write};
use semantics::judgment::{any, decides, evaluates};
use semantics::{
    AccessValue, Cond, Expr, Mode, Name, Number, Phase, Rel, Store, Thread, Trace, judgment,
};
use std::sync::Arc;

/// What the rules conclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// `M, s ⇓ᵢ M', P ▷ t`
    Runs(Store, Stmt, Thread, (Store, Phase, Trace)),
    /// `M, s ⇓ᵢ M', P ▷ t | r`: up to the next barrier, `r` being what follows it.
    Reaches(Store, Stmt, Thread, (Store, Phase, Trace, Rest)),
    /// `e ⇓ᵢ k`
    Evaluates(Expr, Thread, Number),
    /// `c ⇓ᵢ b`
    Decides(Cond, Thread, bool),
    /// `M̂(j) = k`, in one array
    Reads(Store, Name, Number, Number),
}

/// What a thread has left to run after a barrier: nothing where it came to its end.
pub type Rest = Option<Stmt>;

impl semantics::Judgment for Judgment {
    type Environment = Initial;

    fn evaluates(e: &Expr, i: &Thread, k: &Number) -> Self {
        Judgment::Evaluates(e.clone(), i.clone(), k.clone())
    }

    fn decides(c: &Cond, i: &Thread, b: bool) -> Self {
        Judgment::Decides(c.clone(), i.clone(), b)
    }
}

judgment! {
    /// `M, s ⇓ᵢ M', P ▷ t`: from memory `M`, thread `i` runs `s`, makes the updates `M'` and the
    /// accesses `P`, by the choices `t`. [L24, Fig. 5]
    ///
    /// A `sync` has no rule here: see [`reaches`].
    pub fn runs(m: &Store, s: &Stmt, i: &Thread) => (Store, Phase, Trace) as Judgment::Runs,
        or planted;

    ["S-VAR"]
        any(x) => k;
        runs(m, &s.substitute(x, &k), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Var(x, s), i) => (updates, phase, t);

    ["S-READ"]
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        runs(m, &s.substitute(x, &k), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Rd, array, &j) | phase, Trace::Tau.then(t));

    ["S-WRITE"]
        evaluates(e1, i) => j;
        evaluates(e2, i) => k;
        ------------------------------------------------
        runs(_, Write { array, index: e1, payload: e2, .. }, i) =>
            (Store::of(array, j.clone(), k), access(i, Mode::Wr, array, &j), Trace::Tau);

    ["S-SKIP"]
        ------------------------------------------------
        runs(_, Skip, _) => (Store::empty(), Phase::empty(), Trace::Tau);

    ["S-SEQ"]
        runs(m, s1, i) => (updates1, phase1, t1);
        runs(&m.merge(&updates1), s2, i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, Seq(s1, s2), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, t1.then(t2));

    ["S-IF-T"]
        decides(c, i) => true;
        runs(m, s1, i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, If(c, s1, _), i) => (updates, phase, Trace::Then.then(t));

    ["S-IF-F"]
        decides(c, i) => false;
        runs(m, s2, i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, If(c, _, s2), i) => (updates, phase, Trace::Else.then(t));

    ["S-FOR-1"]
        decides(&Cond::Rel(Rel::Ge, e1.clone(), e2.clone()), i) => true;
        ------------------------------------------------
        runs(_, For(_, e1, e2, _), i) => (Store::empty(), Phase::empty(), Trace::Tau);

    ["S-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), e2.clone()), i) => true;
        runs(m, &s.substitute(x, &l), i) => (updates1, phase1, t1);
        runs(&m.merge(&updates1), &For(x.clone(), number(&(&l + 1)), e2.clone(), s.clone()), i) =>
            (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, For(x, e1, e2, s), i) => (
            updates1.merge(&updates2),
            &phase1 | phase2,
            Trace::Iter(x.clone(), l.clone()).then(t1.then(t2))
        );
}

judgment! {
    /// `M, s ⇓ᵢ M', P ▷ t | r`: one phase of a synchronized program. From memory `M`, thread `i`
    /// runs `s` up to the first barrier, `r` being what it runs after it; or to its end.
    ///
    /// Not in the papers, which speak of the phases of a program but not of what runs in them:
    /// each rule is the rule of [`runs`] with a barrier in one premise. ("Barriers" in
    /// `docs/calculi.md`.)
    pub fn reaches(m: &Store, s: &Stmt, i: &Thread) =>
        (Store, Phase, Trace, Rest) as Judgment::Reaches, or barriers;

    ["B-END"]
        synchronizes(s) => false;
        runs(m, s, i) => (updates, phase, t);
        ------------------------------------------------
        reaches(m, s, i) => (updates, phase, t, None);

    ["B-SYNC"]
        ------------------------------------------------
        reaches(_, Sync(_), _) => (Store::empty(), Phase::empty(), Trace::Tau, Some(Skip));

    ["B-VAR"]
        synchronizes(s) => true;
        any(x) => k;
        reaches(m, &s.substitute(x, &k), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, Var(x, s), i) => (updates, phase, t, rest);

    ["B-READ"]
        synchronizes(s) => true;
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        reaches(m, &s.substitute(x, &k), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Rd, array, &j) | phase, Trace::Tau.then(t), rest);

    ["B-SEQ-1"]
        synchronizes(s1) => true;
        reaches(m, s1, i) => (updates, phase, t, (Some(rest)));
        ------------------------------------------------
        reaches(m, Seq(s1, s2), i) =>
            (updates, phase, t, Some(Seq(rest.into(), s2.clone())));

    ["B-SEQ-2"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        reaches(m, s1, i) => (updates1, phase1, t1, None);
        reaches(&m.merge(&updates1), s2, i) => (updates2, phase2, t2, rest);
        ------------------------------------------------
        reaches(m, Seq(s1, s2), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, t1.then(t2), rest);

    ["B-IF-T"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        decides(c, i) => true;
        reaches(m, s1, i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, If(c, s1, s2), i) => (updates, phase, Trace::Then.then(t), rest);

    ["B-IF-F"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        decides(c, i) => false;
        reaches(m, s2, i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, If(c, s1, s2), i) => (updates, phase, Trace::Else.then(t), rest);

    ["B-FOR-1"]
        synchronizes(s) => true;
        decides(&Cond::Rel(Rel::Ge, e1.clone(), e2.clone()), i) => true;
        ------------------------------------------------
        reaches(_, For(_, e1, e2, s), i) =>
            (Store::empty(), Phase::empty(), Trace::Tau, None);

    ["B-FOR-2"]
        synchronizes(s) => true;
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), e2.clone()), i) => true;
        reaches(m, &iteration(x, &l, e2, s), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, For(x, e1, e2, s), i) =>
            (updates, phase, Trace::Iter(x.clone(), l.clone()).then(t), rest);
}

/// `s[x := l] ; for x in l+1..e₂ {s}`
pub(crate) fn iteration(x: &Name, l: &Number, e2: &Arc<Expr>, s: &Arc<Stmt>) -> Stmt {
    let rest = For(x.clone(), number(&(l + 1)), e2.clone(), s.clone());
    Seq(s.substitute(x, l).into(), rest.into())
}

pub(crate) fn number(l: &Number) -> Arc<Expr> {
    Arc::new(Expr::Num(l.clone()))
}

pub(crate) fn access(i: &Thread, mode: Mode, array: &Name, j: &Number) -> Phase {
    let (thread, array, index) = (i.clone(), array.clone(), j.clone());
    Phase::of(AccessValue { thread, mode, array, index })
}

/// Premise: whether a `sync` stands in `s`.
pub(crate) fn synchronizes(
    search: &mut semantics::Search<Judgment>,
    s: &Stmt,
    found: &mut impl FnMut(
        &mut semantics::Search<Judgment>,
        bool,
        semantics::Proof<Judgment>,
    ) -> semantics::Flow,
) -> semantics::Flow {
    found(search, semantics::Syntax::synchronizes(s), None)
}
