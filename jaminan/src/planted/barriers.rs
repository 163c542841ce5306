//! Rules of one phase of a synchronized program that are wrong on purpose.

use crate::memory::reads;
use crate::rules::{
    Judgment, Rest, access, iteration, number, reaches as reach, runs as run, synchronizes,
};
use crate::syntax::Stmt::{self, For, If, Read, Seq, Skip, Sync, Var};
use semantics::judgment::{decides, evaluates};
use semantics::{Cond, Mode, Number, Phase, Rel, Store, Thread, Trace, planted_rules};

planted_rules! {
    /// `M, s ⇓ᵢ M', P ▷ t | r` by the planted rule, where one is on.
    fn reaches(m: &Store, s: &Stmt, i: &Thread) =>
        (Store, Phase, Trace, Rest) as Judgment::Reaches;

    "b-end-forgets-updates" in the place of ["B-END"]
        synchronizes(s) => false;
        run(m, s, i) => (_, phase, t);
        ------------------------------------------------
        reaches(m, s, i) => (Store::empty(), phase, t, None);

    "b-end-makes-no-access" in the place of ["B-END"]
        synchronizes(s) => false;
        run(m, s, i) => (updates, _, t);
        ------------------------------------------------
        reaches(m, s, i) => (updates, Phase::empty(), t, None);

    "b-sync-is-passed" in the place of ["B-SYNC"]
        ------------------------------------------------
        reaches(_, Sync(_), _) => (Store::empty(), Phase::empty(), Trace::Tau, None);

    "b-sync-leaves-a-choice" in the place of ["B-SYNC"]
        ------------------------------------------------
        reaches(_, Sync(_), _) => (Store::empty(), Phase::empty(), Trace::Then, Some(Skip));

    "b-var-chooses-only-zero" in the place of ["B-VAR"]
        synchronizes(s) => true;
        reach(m, &s.substitute(x, &Number::ZERO), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, Var(x, s), i) => (updates, phase, t, rest);

    "b-read-makes-no-access" in the place of ["B-READ"]
        synchronizes(s) => true;
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        reach(m, &s.substitute(x, &k), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, phase, Trace::Tau.then(t), rest);

    "b-read-is-a-write" in the place of ["B-READ"]
        synchronizes(s) => true;
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        reach(m, &s.substitute(x, &k), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Wr, array, &j) | phase, Trace::Tau.then(t), rest);

    "b-read-gives-zero" in the place of ["B-READ"]
        synchronizes(s) => true;
        evaluates(e, i) => j;
        reach(m, &s.substitute(x, &Number::ZERO), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Rd, array, &j) | phase, Trace::Tau.then(t), rest);

    "b-seq-1-drops-the-second" in the place of ["B-SEQ-1"]
        synchronizes(s1) => true;
        reach(m, s1, i) => (updates, phase, t, (Some(rest)));
        ------------------------------------------------
        reaches(m, Seq(s1, _), i) => (updates, phase, t, Some(rest));

    "b-seq-1-drops-what-is-left" in the place of ["B-SEQ-1"]
        synchronizes(s1) => true;
        reach(m, s1, i) => (updates, phase, t, (Some(_)));
        ------------------------------------------------
        reaches(m, Seq(s1, s2), i) => (updates, phase, t, Some((**s2).clone()));

    "b-seq-2-keeps-memory" in the place of ["B-SEQ-2"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        reach(m, s1, i) => (updates1, phase1, t1, None);
        reach(m, s2, i) => (updates2, phase2, t2, rest);
        ------------------------------------------------
        reaches(m, Seq(s1, s2), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, t1.then(t2), rest);

    "b-seq-2-forgets-updates" in the place of ["B-SEQ-2"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        reach(m, s1, i) => (updates1, phase1, t1, None);
        reach(&m.merge(&updates1), s2, i) => (updates2, phase2, t2, rest);
        ------------------------------------------------
        reaches(m, Seq(s1, s2), i) => (updates2, &phase1 | phase2, t1.then(t2), rest);

    "b-seq-2-drops-the-first" in the place of ["B-SEQ-2"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        reach(m, s1, i) => (updates1, _, t1, None);
        reach(&m.merge(&updates1), s2, i) => (updates2, phase2, t2, rest);
        ------------------------------------------------
        reaches(m, Seq(s1, s2), i) => (updates1.merge(&updates2), phase2, t1.then(t2), rest);

    "b-if-t-runs-the-second" in the place of ["B-IF-T"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        decides(c, i) => true;
        reach(m, s2, i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, If(c, s1, s2), i) => (updates, phase, Trace::Then.then(t), rest);

    "b-if-f-runs-the-first" in the place of ["B-IF-F"]
        synchronizes(&Seq(s1.clone(), s2.clone())) => true;
        decides(c, i) => false;
        reach(m, s1, i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, If(c, s1, s2), i) => (updates, phase, Trace::Else.then(t), rest);

    "b-for-1-not-when-equal" in the place of ["B-FOR-1"]
        synchronizes(s) => true;
        decides(&Cond::Rel(Rel::Gt, e1.clone(), e2.clone()), i) => true;
        ------------------------------------------------
        reaches(_, For(_, e1, e2, s), i) => (Store::empty(), Phase::empty(), Trace::Tau, None);

    "b-for-2-once" in the place of ["B-FOR-2"]
        synchronizes(s) => true;
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), e2.clone()), i) => true;
        reach(m, &s.substitute(x, &l), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, For(x, e1, e2, s), i) =>
            (updates, phase, Trace::Iter(x.clone(), l.clone()).then(t), rest);

    "b-for-2-once-more" in the place of ["B-FOR-2"]
        synchronizes(s) => true;
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Le, number(&l), e2.clone()), i) => true;
        reach(m, &iteration(x, &l, e2, s), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, For(x, e1, e2, s), i) =>
            (updates, phase, Trace::Iter(x.clone(), l.clone()).then(t), rest);

    "b-for-2-one-ahead" in the place of ["B-FOR-2"]
        synchronizes(s) => true;
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), e2.clone()), i) => true;
        reach(m, &iteration(x, &(&l + 1), e2, s), i) => (updates, phase, t, rest);
        ------------------------------------------------
        reaches(m, For(x, e1, e2, s), i) =>
            (updates, phase, Trace::Iter(x.clone(), l.clone()).then(t), rest);
}
