//! Rules and clauses of protocols that are wrong on purpose. See [`semantics::mutants`].

use crate::independence::{self, Approximating, Variables, exact, exact_cond, with};
use crate::rules::{Judgment, access, compare, runs as run};
use crate::syntax::Protocol::{self, Access, For, If, Seq, Skip, Var};
use semantics::judgment::{any, decides, evaluates};
use semantics::mutants::{Mutant, on};
use semantics::{Expr, Mode, Name, Number, Phase, Rel, Thread, Trace, planted_rules};
use std::sync::Arc;

planted_rules! {
    /// `p ⇓ᵢ P ▷ t` by the planted rule, where one is on.
    fn runs(p: &Protocol, i: &Thread) => (Phase, Trace) as Judgment::Runs;

    "p-var-chooses-only-zero" in the place of ["P-VAR"]
        run(&p.substitute(x, &Number::ZERO), i) => (phase, t);
        ------------------------------------------------
        runs(Var(x, p), i) => (phase, t);

    "p-var-chooses-one-more" in the place of ["P-VAR"]
        any(x) => k;
        run(&p.substitute(x, &(&k + 1)), i) => (phase, t);
        ------------------------------------------------
        runs(Var(x, p), i) => (phase, t);

    "p-var-leaves-a-choice" in the place of ["P-VAR"]
        any(x) => k;
        run(&p.substitute(x, &k), i) => (phase, t);
        ------------------------------------------------
        runs(Var(x, p), i) => (phase, Trace::Tau.then(t));

    "p-acc-next-cell" in the place of ["P-ACC"]
        evaluates(e, i) => j;
        ------------------------------------------------
        runs(Access { mode, array, index: e, .. }, i) =>
            (Phase::of(access(i, *mode, array, &(&j + 1))), Trace::Tau);

    "p-acc-other-mode" in the place of ["P-ACC"]
        evaluates(e, i) => j;
        ------------------------------------------------
        runs(Access { mode, array, index: e, .. }, i) =>
            (Phase::of(access(i, other(*mode), array, &j)), Trace::Tau);

    "p-acc-no-access" in the place of ["P-ACC"]
        evaluates(e, i) => _j;
        ------------------------------------------------
        runs(Access { index: e, .. }, i) => (Phase::empty(), Trace::Tau);

    "p-skip-leaves-a-choice" in the place of ["P-SKIP"]
        ------------------------------------------------
        runs(Skip, _) => (Phase::empty(), Trace::Then);

    "p-seq-drops-the-first" in the place of ["P-SEQ"]
        run(p1, i) => (_, t1);
        run(p2, i) => (phase2, t2);
        ------------------------------------------------
        runs(Seq(p1, p2), i) => (phase2, t1.then(t2));

    "p-seq-drops-the-second" in the place of ["P-SEQ"]
        run(p1, i) => (phase1, t1);
        run(p2, i) => (_, t2);
        ------------------------------------------------
        runs(Seq(p1, p2), i) => (phase1.clone(), t1.then(t2));

    "p-seq-swaps-traces" in the place of ["P-SEQ"]
        run(p1, i) => (phase1, t1);
        run(p2, i) => (phase2, t2);
        ------------------------------------------------
        runs(Seq(p1, p2), i) => (&phase1 | phase2, t2.then(t1.clone()));

    "p-if-t-runs-the-second" in the place of ["P-IF-T"]
        decides(c, i) => true;
        run(p2, i) => (phase, t);
        ------------------------------------------------
        runs(If(c, _, p2), i) => (phase, Trace::Then.then(t));

    "p-if-t-says-else" in the place of ["P-IF-T"]
        decides(c, i) => true;
        run(p1, i) => (phase, t);
        ------------------------------------------------
        runs(If(c, p1, _), i) => (phase, Trace::Else.then(t));

    "p-if-f-runs-the-first" in the place of ["P-IF-F"]
        decides(c, i) => false;
        run(p1, i) => (phase, t);
        ------------------------------------------------
        runs(If(c, p1, _), i) => (phase, Trace::Else.then(t));

    "p-if-f-asks-for-true" in the place of ["P-IF-F"]
        decides(c, i) => true;
        run(p2, i) => (phase, t);
        ------------------------------------------------
        runs(If(c, _, p2), i) => (phase, Trace::Else.then(t));

    "p-for-1-not-when-equal" in the place of ["P-FOR-1"]
        decides(&compare(Rel::Gt, e1, e2), i) => true;
        ------------------------------------------------
        runs(For(_, e1, e2, _), i) => (Phase::empty(), Trace::Tau);

    "p-for-1-at-any-time" in the place of ["P-FOR-1"]
        ------------------------------------------------
        runs(For(..), _) => (Phase::empty(), Trace::Tau);

    "p-for-2-once-more" in the place of ["P-FOR-2"]
        evaluates(e1, i) => l;
        decides(&compare(Rel::Le, e1, e2), i) => true;
        run(&p.substitute(x, &l), i) => (phase1, t1);
        run(&rest(x, &l, e2, p), i) => (phase2, t2);
        ------------------------------------------------
        runs(For(x, e1, e2, p), i) =>
            (&phase1 | phase2, Trace::Iter(x.clone(), l.clone()).then(t1.then(t2)));

    "p-for-2-drops-the-rest" in the place of ["P-FOR-2"]
        evaluates(e1, i) => l;
        decides(&compare(Rel::Lt, e1, e2), i) => true;
        run(&p.substitute(x, &l), i) => (phase1, t1);
        run(&rest(x, &l, e2, p), i) => (_, t2);
        ------------------------------------------------
        runs(For(x, e1, e2, p), i) =>
            (phase1.clone(), Trace::Iter(x.clone(), l.clone()).then(t1.then(t2)));

    "p-for-2-one-ahead" in the place of ["P-FOR-2"]
        evaluates(e1, i) => l;
        decides(&compare(Rel::Lt, e1, e2), i) => true;
        run(&p.substitute(x, &(&l + 1)), i) => (phase1, t1);
        run(&rest(x, &l, e2, p), i) => (phase2, t2);
        ------------------------------------------------
        runs(For(x, e1, e2, p), i) =>
            (&phase1 | phase2, Trace::Iter(x.clone(), l.clone()).then(t1.then(t2)));

    "p-for-2-names-no-iteration" in the place of ["P-FOR-2"]
        evaluates(e1, i) => l;
        decides(&compare(Rel::Lt, e1, e2), i) => true;
        run(&p.substitute(x, &l), i) => (phase1, t1);
        run(&rest(x, &l, e2, p), i) => (phase2, t2);
        ------------------------------------------------
        runs(For(x, e1, e2, p), i) => (&phase1 | phase2, Trace::Tau.then(t1.then(t2)));
}

fn other(mode: Mode) -> Mode {
    match mode {
        Mode::Rd => Mode::Wr,
        Mode::Wr => Mode::Rd,
    }
}

/// `for x in l+1..e₂ {p}`
fn rest(x: &Name, l: &Number, e2: &Arc<Expr>, p: &Arc<Protocol>) -> Protocol {
    For(x.clone(), Arc::new(Expr::Num(l + 1)), e2.clone(), p.clone())
}

const fn clause(id: &'static str, of: &'static str) -> Mutant {
    Mutant { id, of }
}

/// The mutants of clauses.
pub const CLAUSES: &[Mutant] = &[
    clause("ci-skip-fails", "X ⊢CI skip"),
    clause("ci-access-asks-for-the-index", "X ⊢CI o[e]"),
    clause("ci-seq-only-the-first", "X ⊢CI p; p"),
    clause("ci-seq-only-the-second", "X ⊢CI p; p"),
    clause("ci-var-is-exact", "X ⊢CI var x. p"),
    clause("ci-if-any-condition", "X ⊢CI if"),
    clause("ci-if-not-the-first", "X ⊢CI if"),
    clause("ci-if-not-the-second", "X ⊢CI if"),
    clause("ci-for-any-bound", "X ⊢CI for"),
    clause("ci-for-variable-not-exact", "X ⊢CI for"),
    clause("ci-for-any-body", "X ⊢CI for"),
    clause("di-skip-fails", "X ⊢DI skip"),
    clause("di-access-any-index", "X ⊢DI o[e]"),
    clause("di-seq-only-the-first", "X ⊢DI p; p"),
    clause("di-seq-only-the-second", "X ⊢DI p; p"),
    clause("di-var-is-exact", "X ⊢DI var x. p"),
    clause("di-if-asks-for-the-condition", "X ⊢DI if"),
    clause("di-if-not-the-first", "X ⊢DI if"),
    clause("di-if-not-the-second", "X ⊢DI if"),
    clause("di-for-i-variable-not-exact", "DI-FOR-I"),
    clause("di-for-d-variable-exact", "DI-FOR-D"),
    clause("di-for-d-fails", "DI-FOR-D"),
    clause("aa-skip-names-x", "aa(X, skip)"),
    clause("aa-access-nothing", "aa(X, o[e])"),
    clause("aa-access-is-control", "aa(X, o[e])"),
    clause("aa-seq-only-the-first", "aa(X, p; p)"),
    clause("aa-var-is-exact", "aa(X, var x. p)"),
    clause("aa-if-no-condition", "aa(X, if)"),
    clause("aa-if-only-the-first", "aa(X, if)"),
    clause("aa-for-no-bounds", "aa(X, for)"),
    clause("aa-for-variable-exact", "aa(X, for)"),
    clause("aa-for-variable-not-exact", "aa(X, for)"),
];

/// `X ⊢CI p` by the planted clause, where one is on.
pub fn control_independent(x: &Variables, p: &Protocol) -> Option<bool> {
    let holds = |x: &Variables, p: &Protocol| independence::control_independent(x, p);
    Some(match (on()?.id, p) {
        ("ci-skip-fails", Skip) => false,
        ("ci-access-asks-for-the-index", Access { index, .. }) => exact(x, index),
        ("ci-seq-only-the-first", Seq(p1, _)) => holds(x, p1),
        ("ci-seq-only-the-second", Seq(_, p2)) => holds(x, p2),
        ("ci-var-is-exact", Var(y, p)) => holds(&with(x, y), p),
        ("ci-if-any-condition", If(_, p1, p2)) => holds(x, p1) && holds(x, p2),
        ("ci-if-not-the-first", If(c, _, p2)) => exact_cond(x, c) && holds(x, p2),
        ("ci-if-not-the-second", If(c, p1, _)) => exact_cond(x, c) && holds(x, p1),
        ("ci-for-any-bound", For(y, _, _, p)) => holds(&with(x, y), p),
        ("ci-for-variable-not-exact", For(_, e1, e2, p)) => {
            exact(x, e1) && exact(x, e2) && holds(x, p)
        }
        ("ci-for-any-body", For(_, e1, e2, _)) => exact(x, e1) && exact(x, e2),
        _ => return None,
    })
}

/// `X ⊢DI p` by the planted clause, where one is on.
pub fn data_independent(x: &Variables, p: &Protocol) -> Option<bool> {
    let holds = |x: &Variables, p: &Protocol| independence::data_independent(x, p);
    let bounds_exact = |e1: &Expr, e2: &Expr| exact(x, e1) && exact(x, e2);
    Some(match (on()?.id, p) {
        ("di-skip-fails", Skip) => false,
        ("di-access-any-index", Access { .. }) => true,
        ("di-seq-only-the-first", Seq(p1, _)) => holds(x, p1),
        ("di-seq-only-the-second", Seq(_, p2)) => holds(x, p2),
        ("di-var-is-exact", Var(y, p)) => holds(&with(x, y), p),
        ("di-if-asks-for-the-condition", If(c, p1, p2)) => {
            exact_cond(x, c) && holds(x, p1) && holds(x, p2)
        }
        ("di-if-not-the-first", If(_, _, p2)) => holds(x, p2),
        ("di-if-not-the-second", If(_, p1, _)) => holds(x, p1),
        ("di-for-i-variable-not-exact", For(_, e1, e2, p)) if bounds_exact(e1, e2) => holds(x, p),
        ("di-for-d-variable-exact", For(y, e1, e2, p)) if !bounds_exact(e1, e2) => {
            holds(&with(x, y), p)
        }
        ("di-for-d-fails", For(_, e1, e2, _)) if !bounds_exact(e1, e2) => false,
        _ => return None,
    })
}

/// `aa(X, p)` by the planted clause, where one is on.
pub fn aa(x: &Variables, p: &Protocol) -> Option<Approximating> {
    let of = |x: &Variables, p: &Protocol| independence::aa(x, p);
    let only_control = |free: Variables| Approximating {
        control: free.difference(x).cloned().collect(),
        data: Variables::new(),
    };
    let bounds = |e1: &Expr, e2: &Expr| &e1.free_variables() | &e2.free_variables();
    Some(match (on()?.id, p) {
        ("aa-skip-names-x", Skip) => {
            Approximating { control: Variables::from(["x".into()]), data: Variables::new() }
        }
        ("aa-access-nothing", Access { .. }) => Approximating::default(),
        ("aa-access-is-control", Access { index, .. }) => only_control(index.free_variables()),
        ("aa-seq-only-the-first", Seq(p1, _)) => of(x, p1),
        ("aa-var-is-exact", Var(y, p)) => of(&with(x, y), p),
        ("aa-if-no-condition", If(_, p1, p2)) => of(x, p1).join(of(x, p2)),
        ("aa-if-only-the-first", If(c, p1, _)) => only_control(c.free_variables()).join(of(x, p1)),
        ("aa-for-no-bounds", For(y, e1, e2, p)) => {
            of(&if bounds(e1, e2).is_subset(x) { with(x, y) } else { x.clone() }, p)
        }
        ("aa-for-variable-exact", For(y, e1, e2, p)) => {
            only_control(bounds(e1, e2)).join(of(&with(x, y), p))
        }
        ("aa-for-variable-not-exact", For(_, e1, e2, p)) => {
            only_control(bounds(e1, e2)).join(of(x, p))
        }
        _ => return None,
    })
}
