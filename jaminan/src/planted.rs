//! Rules of Jaminan and clauses of the inference that are wrong on purpose. See
//! [`semantics::mutants`].

pub mod babycuda;
pub mod barriers;

use crate::inference::infer_where;
use crate::memory::reads;
use crate::rules::{Judgment, access, number, runs as run};
use crate::syntax::Stmt::{self, For, If, Read, Seq, Skip, Var, Write};
use maps::Protocol;
use semantics::judgment::{any, decides, evaluates};
use semantics::mutants::{Mutant, on};
use semantics::{Cond, Expr, Mode, Name, Number, Phase, Rel, Store, Thread, Trace, planted_rules};
use std::sync::Arc;

planted_rules! {
    /// `M, s ⇓ᵢ M', P ▷ t` by the planted rule, where one is on.
    fn runs(m: &Store, s: &Stmt, i: &Thread) => (Store, Phase, Trace) as Judgment::Runs;

    "s-var-chooses-only-zero" in the place of ["S-VAR"]
        run(m, &s.substitute(x, &Number::ZERO), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Var(x, s), i) => (updates, phase, t);

    "s-var-chooses-one-more" in the place of ["S-VAR"]
        any(x) => k;
        run(m, &s.substitute(x, &(&k + 1)), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Var(x, s), i) => (updates, phase, t);

    "s-read-makes-no-access" in the place of ["S-READ"]
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        run(m, &s.substitute(x, &k), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Read { x, array, index: e, body: s, .. }, i) => (updates, phase, Trace::Tau.then(t));

    "s-read-is-a-write" in the place of ["S-READ"]
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        run(m, &s.substitute(x, &k), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Wr, array, &j) | phase, Trace::Tau.then(t));

    "s-read-of-the-next-cell" in the place of ["S-READ"]
        evaluates(e, i) => j;
        reads(m, array, &(&j + 1)) => k;
        run(m, &s.substitute(x, &k), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Rd, array, &j) | phase, Trace::Tau.then(t));

    "s-read-gives-zero" in the place of ["S-READ"]
        evaluates(e, i) => j;
        run(m, &s.substitute(x, &Number::ZERO), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Rd, array, &j) | phase, Trace::Tau.then(t));

    "s-read-leaves-no-step" in the place of ["S-READ"]
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        run(m, &s.substitute(x, &k), i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, Read { x, array, index: e, body: s, .. }, i) =>
            (updates, &access(i, Mode::Rd, array, &j) | phase, t);

    "s-write-next-cell" in the place of ["S-WRITE"]
        evaluates(e1, i) => j;
        evaluates(e2, i) => k;
        ------------------------------------------------
        runs(_, Write { array, index: e1, payload: e2, .. }, i) =>
            (Store::of(array, &j + 1, k), access(i, Mode::Wr, array, &(&j + 1)), Trace::Tau);

    "s-write-is-a-read" in the place of ["S-WRITE"]
        evaluates(e1, i) => j;
        evaluates(e2, i) => k;
        ------------------------------------------------
        runs(_, Write { array, index: e1, payload: e2, .. }, i) =>
            (Store::of(array, j.clone(), k), access(i, Mode::Rd, array, &j), Trace::Tau);

    "s-write-makes-no-access" in the place of ["S-WRITE"]
        evaluates(e1, i) => j;
        evaluates(e2, i) => k;
        ------------------------------------------------
        runs(_, Write { array, index: e1, payload: e2, .. }, i) =>
            (Store::of(array, j.clone(), k), Phase::empty(), Trace::Tau);

    "s-write-leaves-memory-alone" in the place of ["S-WRITE"]
        evaluates(e1, i) => j;
        evaluates(e2, i) => _k;
        ------------------------------------------------
        runs(_, Write { array, index: e1, payload: e2, .. }, i) =>
            (Store::empty(), access(i, Mode::Wr, array, &j), Trace::Tau);

    "s-write-of-its-index" in the place of ["S-WRITE"]
        evaluates(e1, i) => j;
        evaluates(e2, i) => _k;
        ------------------------------------------------
        runs(_, Write { array, index: e1, payload: e2, .. }, i) =>
            (Store::of(array, j.clone(), j.clone()), access(i, Mode::Wr, array, &j), Trace::Tau);

    "s-skip-leaves-a-choice" in the place of ["S-SKIP"]
        ------------------------------------------------
        runs(_, Skip, _) => (Store::empty(), Phase::empty(), Trace::Then);

    "s-seq-keeps-memory" in the place of ["S-SEQ"]
        run(m, s1, i) => (updates1, phase1, t1);
        run(m, s2, i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, Seq(s1, s2), i) => (updates1.merge(&updates2), &phase1 | phase2, t1.then(t2));

    "s-seq-first-update-wins" in the place of ["S-SEQ"]
        run(m, s1, i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), s2, i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, Seq(s1, s2), i) => (updates2.merge(&updates1), &phase1 | phase2, t1.then(t2));

    "s-seq-forgets-updates" in the place of ["S-SEQ"]
        run(m, s1, i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), s2, i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, Seq(s1, s2), i) => (updates2, &phase1 | phase2, t1.then(t2));

    "s-seq-drops-the-first" in the place of ["S-SEQ"]
        run(m, s1, i) => (updates1, _, t1);
        run(&m.merge(&updates1), s2, i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, Seq(s1, s2), i) => (updates1.merge(&updates2), phase2, t1.then(t2));

    "s-seq-swaps-traces" in the place of ["S-SEQ"]
        run(m, s1, i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), s2, i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, Seq(s1, s2), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, t2.then(t1.clone()));

    "s-if-t-runs-the-second" in the place of ["S-IF-T"]
        decides(c, i) => true;
        run(m, s2, i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, If(c, _, s2), i) => (updates, phase, Trace::Then.then(t));

    "s-if-t-says-else" in the place of ["S-IF-T"]
        decides(c, i) => true;
        run(m, s1, i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, If(c, s1, _), i) => (updates, phase, Trace::Else.then(t));

    "s-if-f-runs-the-first" in the place of ["S-IF-F"]
        decides(c, i) => false;
        run(m, s1, i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, If(c, s1, _), i) => (updates, phase, Trace::Else.then(t));

    "s-if-f-asks-for-true" in the place of ["S-IF-F"]
        decides(c, i) => true;
        run(m, s2, i) => (updates, phase, t);
        ------------------------------------------------
        runs(m, If(c, _, s2), i) => (updates, phase, Trace::Else.then(t));

    "s-for-1-not-when-equal" in the place of ["S-FOR-1"]
        decides(&Cond::Rel(Rel::Gt, e1.clone(), e2.clone()), i) => true;
        ------------------------------------------------
        runs(_, For(_, e1, e2, _), i) => (Store::empty(), Phase::empty(), Trace::Tau);

    "s-for-1-at-any-time" in the place of ["S-FOR-1"]
        ------------------------------------------------
        runs(_, For(..), _) => (Store::empty(), Phase::empty(), Trace::Tau);

    "s-for-2-once-more" in the place of ["S-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Le, e1.clone(), e2.clone()), i) => true;
        run(m, &s.substitute(x, &l), i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), &rest(x, &l, e2, s), i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, For(x, e1, e2, s), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, iteration(x, &l).then(t1.then(t2)));

    "s-for-2-keeps-memory" in the place of ["S-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, e1.clone(), e2.clone()), i) => true;
        run(m, &s.substitute(x, &l), i) => (updates1, phase1, t1);
        run(m, &rest(x, &l, e2, s), i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, For(x, e1, e2, s), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, iteration(x, &l).then(t1.then(t2)));

    "s-for-2-forgets-updates" in the place of ["S-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, e1.clone(), e2.clone()), i) => true;
        run(m, &s.substitute(x, &l), i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), &rest(x, &l, e2, s), i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, For(x, e1, e2, s), i) =>
            (updates2, &phase1 | phase2, iteration(x, &l).then(t1.then(t2)));

    "s-for-2-drops-the-rest" in the place of ["S-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, e1.clone(), e2.clone()), i) => true;
        run(m, &s.substitute(x, &l), i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), &rest(x, &l, e2, s), i) => (updates2, _, t2);
        ------------------------------------------------
        runs(m, For(x, e1, e2, s), i) =>
            (updates1.merge(&updates2), phase1.clone(), iteration(x, &l).then(t1.then(t2)));

    "s-for-2-one-ahead" in the place of ["S-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, e1.clone(), e2.clone()), i) => true;
        run(m, &s.substitute(x, &(&l + 1)), i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), &rest(x, &l, e2, s), i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, For(x, e1, e2, s), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, iteration(x, &l).then(t1.then(t2)));

    "s-for-2-names-no-iteration" in the place of ["S-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, e1.clone(), e2.clone()), i) => true;
        run(m, &s.substitute(x, &l), i) => (updates1, phase1, t1);
        run(&m.merge(&updates1), &rest(x, &l, e2, s), i) => (updates2, phase2, t2);
        ------------------------------------------------
        runs(m, For(x, e1, e2, s), i) =>
            (updates1.merge(&updates2), &phase1 | phase2, Trace::Tau.then(t1.then(t2)));
}

/// `x := l`
fn iteration(x: &Name, l: &Number) -> Trace {
    Trace::Iter(x.clone(), l.clone())
}

/// `for x in l+1..e₂ {s}`
fn rest(x: &Name, l: &Number, e2: &Arc<Expr>, s: &Arc<Stmt>) -> Stmt {
    For(x.clone(), number(&(l + 1)), e2.clone(), s.clone())
}

const fn clause(id: &'static str, of: &'static str) -> Mutant {
    Mutant { id, of }
}

/// The mutants of clauses.
pub const CLAUSES: &[Mutant] = &[
    clause("infer-skip-twice", "[[skip]]"),
    clause("infer-write-reads", "[[A[e] := e]]"),
    clause("infer-write-of-the-payload", "[[A[e] := e]]"),
    clause("infer-write-vanishes", "[[A[e] := e]]"),
    clause("infer-read-vanishes", "[[let x = A[e] in s]]"),
    clause("infer-read-writes", "[[let x = A[e] in s]]"),
    clause("infer-read-binds-nothing", "[[let x = A[e] in s]]"),
    clause("infer-read-comes-last", "[[let x = A[e] in s]]"),
    clause("infer-read-drops-the-body", "[[let x = A[e] in s]]"),
    clause("infer-seq-only-the-first", "[[s; s]]"),
    clause("infer-seq-only-the-second", "[[s; s]]"),
    clause("infer-seq-swapped", "[[s; s]]"),
    clause("infer-if-swapped", "[[if]]"),
    clause("infer-if-only-the-first", "[[if]]"),
    clause("infer-if-twice-the-second", "[[if]]"),
    clause("infer-for-backwards", "[[for]]"),
    clause("infer-for-to-the-lower-bound", "[[for]]"),
    clause("infer-for-from-one", "[[for]]"),
    clause("infer-var-binds-nothing", "[[var x. s]]"),
    clause("infer-var-is-zero", "[[var x. s]]"),
];

/// `[[s]]` by the planted clause, where one is on.
pub fn infer(s: &Stmt, keep: &dyn Fn(&Name) -> bool) -> Option<Protocol> {
    let inside = |s: &Arc<Stmt>| Arc::new(infer_where(s, keep));
    let of = |mode, array: &Name, index: &Arc<Expr>, site: &semantics::Site| Protocol::Access {
        mode,
        array: array.clone(),
        index: index.clone(),
        site: site.clone(),
    };
    let seq = |p: Protocol, q: Protocol| Protocol::Seq(p.into(), q.into());
    let zero = |p: &Protocol, x: &Name| p.substitute(x, &Number::ZERO);
    Some(match (on()?.id, s) {
        ("infer-skip-twice", Skip) => seq(Protocol::Skip, Protocol::Skip),
        ("infer-write-reads", Write { array, index, site, .. }) => of(Mode::Rd, array, index, site),
        ("infer-write-of-the-payload", Write { array, payload, site, .. }) => {
            of(Mode::Wr, array, payload, site)
        }
        ("infer-write-vanishes", Write { .. }) => Protocol::Skip,
        ("infer-read-vanishes", Read { x, body, .. }) => Protocol::Var(x.clone(), inside(body)),
        ("infer-read-writes", Read { x, array, index, body, site }) => {
            seq(of(Mode::Wr, array, index, site), Protocol::Var(x.clone(), inside(body)))
        }
        ("infer-read-binds-nothing", Read { array, index, body, site, .. }) => {
            Protocol::Seq(of(Mode::Rd, array, index, site).into(), inside(body))
        }
        ("infer-read-comes-last", Read { x, array, index, body, site }) => {
            seq(Protocol::Var(x.clone(), inside(body)), of(Mode::Rd, array, index, site))
        }
        ("infer-read-drops-the-body", Read { array, index, site, .. }) => {
            seq(of(Mode::Rd, array, index, site), Protocol::Skip)
        }
        ("infer-seq-only-the-first", Seq(s1, _)) => (*inside(s1)).clone(),
        ("infer-seq-only-the-second", Seq(_, s2)) => (*inside(s2)).clone(),
        ("infer-seq-swapped", Seq(s1, s2)) => Protocol::Seq(inside(s2), inside(s1)),
        ("infer-if-swapped", If(c, s1, s2)) => Protocol::If(c.clone(), inside(s2), inside(s1)),
        ("infer-if-only-the-first", If(c, s1, _)) => {
            Protocol::If(c.clone(), inside(s1), Protocol::Skip.into())
        }
        ("infer-if-twice-the-second", If(c, _, s2)) => {
            Protocol::If(c.clone(), inside(s2), inside(s2))
        }
        ("infer-for-backwards", For(x, e1, e2, s)) => {
            Protocol::For(x.clone(), e2.clone(), e1.clone(), inside(s))
        }
        ("infer-for-to-the-lower-bound", For(x, e1, _, s)) => {
            Protocol::For(x.clone(), e1.clone(), e1.clone(), inside(s))
        }
        ("infer-for-from-one", For(x, _, e2, s)) => {
            Protocol::For(x.clone(), number(&1.into()), e2.clone(), inside(s))
        }
        ("infer-var-binds-nothing", Var(_, s)) => (*inside(s)).clone(),
        ("infer-var-is-zero", Var(x, s)) => zero(&inside(s), x),
        _ => return None,
    })
}
