//! Rules of BabyCUDA, clauses of its histories and of its types, that are wrong on purpose.

use super::clause;
use crate::babycuda::rules::{Judgment, alone, lastwrite as last, number, runs as run};
use crate::babycuda::typing::{Derived, IllTyped, Typing, type_of};
use crate::babycuda::{Accesses, History, Phase, Race};
use crate::syntax::Stmt::{self, For, If, Read, Seq, Skip, Write};
use maps::Protocol;
use maps::independence::Variables;
use semantics::judgment::{decides, evaluates};
use semantics::mutants::{Mutant, on};
use semantics::{
    Cond, Derivation, Expr, Mode, Name, Number, Rel, Site, Spelling, Thread, planted_rules, printer,
};
use std::sync::Arc;

planted_rules! {
    /// `A, b ⇓_{H,i} B` by the planted rule, where one is on.
    fn runs(a: &Accesses, b: &Stmt, h: &History, i: &Thread) => Accesses as Judgment::Runs;

    "baby-read-notes-nothing" in the place of ["READ"]
        evaluates(n, i) => j;
        last(&h.then(alone(i, a)), array, &j) => k;
        run(a, &b.substitute(x, &k), h, i) => after;
        ------------------------------------------------
        runs(a, Read { x, array, index: n, body: b, .. }, h, i) => after;

    "baby-read-not-its-own-writes" in the place of ["READ"]
        evaluates(n, i) => j;
        last(h, array, &j) => k;
        run(&a.reading(array, &j), &b.substitute(x, &k), h, i) => after;
        ------------------------------------------------
        runs(a, Read { x, array, index: n, body: b, .. }, h, i) => after;

    "baby-read-only-its-own-writes" in the place of ["READ"]
        evaluates(n, i) => j;
        last(&History::none().then(alone(i, a)), array, &j) => k;
        run(&a.reading(array, &j), &b.substitute(x, &k), h, i) => after;
        ------------------------------------------------
        runs(a, Read { x, array, index: n, body: b, .. }, h, i) => after;

    "baby-read-gives-zero" in the place of ["READ"]
        evaluates(n, i) => j;
        run(&a.reading(array, &j), &b.substitute(x, &Number::ZERO), h, i) => after;
        ------------------------------------------------
        runs(a, Read { x, array, index: n, body: b, .. }, h, i) => after;

    "baby-write-reads" in the place of ["WRITE"]
        evaluates(n, i) => j;
        evaluates(m, i) => _k;
        ------------------------------------------------
        runs(a, Write { array, index: n, payload: m, .. }, _, i) => a.reading(array, &j);

    "baby-write-next-cell" in the place of ["WRITE"]
        evaluates(n, i) => j;
        evaluates(m, i) => k;
        ------------------------------------------------
        runs(a, Write { array, index: n, payload: m, .. }, _, i) =>
            a.writing(array, &(&j + 1), &k);

    "baby-write-of-its-index" in the place of ["WRITE"]
        evaluates(n, i) => j;
        evaluates(m, i) => _k;
        ------------------------------------------------
        runs(a, Write { array, index: n, payload: m, .. }, _, i) => a.writing(array, &j, &j);

    "baby-write-forgets-the-rest" in the place of ["WRITE"]
        evaluates(n, i) => j;
        evaluates(m, i) => k;
        ------------------------------------------------
        runs(_, Write { array, index: n, payload: m, .. }, _, i) =>
            Accesses::default().writing(array, &j, &k);

    "baby-seq-from-the-begin" in the place of ["SEQ"]
        run(a, b1, h, i) => _;
        run(a, b2, h, i) => after;
        ------------------------------------------------
        runs(a, Seq(b1, b2), h, i) => after;

    "baby-seq-drops-the-second" in the place of ["SEQ"]
        run(a, b1, h, i) => between;
        run(&between, b2, h, i) => _;
        ------------------------------------------------
        runs(a, Seq(b1, b2), h, i) => between.clone();

    "baby-if-t-runs-the-second" in the place of ["IF-T"]
        decides(c, i) => true;
        run(a, b2, h, i) => after;
        ------------------------------------------------
        runs(a, If(c, _, b2), h, i) => after;

    "baby-if-f-runs-the-first" in the place of ["IF-F"]
        decides(c, i) => false;
        run(a, b1, h, i) => after;
        ------------------------------------------------
        runs(a, If(c, b1, _), h, i) => after;

    "baby-for-1-not-when-equal" in the place of ["FOR-1"]
        decides(&Cond::Rel(Rel::Gt, n.clone(), m.clone()), i) => true;
        ------------------------------------------------
        runs(a, For(_, n, m, _), _, i) => (*a).clone();

    "baby-for-2-once-more" in the place of ["FOR-2"]
        evaluates(n, i) => l;
        decides(&Cond::Rel(Rel::Le, number(&l), m.clone()), i) => true;
        run(a, &b.substitute(x, &l), h, i) => between;
        run(&between, &rest(x, &l, m, b), h, i) => after;
        ------------------------------------------------
        runs(a, For(x, n, m, b), h, i) => after;

    "baby-for-2-from-the-begin" in the place of ["FOR-2"]
        evaluates(n, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), m.clone()), i) => true;
        run(a, &b.substitute(x, &l), h, i) => _;
        run(a, &rest(x, &l, m, b), h, i) => after;
        ------------------------------------------------
        runs(a, For(x, n, m, b), h, i) => after;

    "baby-for-2-one-ahead" in the place of ["FOR-2"]
        evaluates(n, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), m.clone()), i) => true;
        run(a, &b.substitute(x, &(&l + 1)), h, i) => between;
        run(&between, &rest(x, &l, m, b), h, i) => after;
        ------------------------------------------------
        runs(a, For(x, n, m, b), h, i) => after;

    "baby-skip-forgets" in the place of ["SKIP"]
        ------------------------------------------------
        runs(_, Skip, _, _) => Accesses::default();
}

/// `for x in l+1..m {b}`
fn rest(x: &Name, l: &Number, m: &Arc<Expr>, b: &Arc<Stmt>) -> Stmt {
    For(x.clone(), number(&(l + 1)), m.clone(), b.clone())
}

/// The mutants of clauses.
pub const CLAUSES: &[Mutant] = &[
    clause("baby-par-forgets-the-phase", "PAR"),
    clause("baby-par-in-a-new-phase", "PAR"),
    clause("baby-par-sees-the-phase", "PAR"),
    clause("lastwrite-of-the-oldest-phase", "lastwrite"),
    clause("lastwrite-of-the-newest-phase", "lastwrite"),
    clause("lastwrite-zero-where-undefined", "lastwrite"),
    clause("lastwrite-of-one-thread", "lastwrite"),
    clause("race-of-writes-only", "racy"),
    clause("race-of-readers", "racy"),
    clause("race-with-itself", "racy"),
    clause("t-write-any-index", "T-WRITE"),
    clause("t-write-reads", "T-WRITE"),
    clause("t-write-asks-for-the-payload", "T-WRITE"),
    clause("t-read-any-index", "T-READ"),
    clause("t-read-knows-the-variable", "T-READ"),
    clause("t-read-vanishes", "T-READ"),
    clause("t-seq-only-the-first", "T-SEQ"),
    clause("t-seq-only-the-second", "T-SEQ"),
    clause("t-if-any-condition", "T-IF"),
    clause("t-if-swapped", "T-IF"),
    clause("t-for-any-bound", "T-FOR"),
    clause("t-for-variable-unknown", "T-FOR"),
    clause("t-for-to-the-lower-bound", "T-FOR"),
];

/// `P` and `H` of PAR's `P :: H`, as the planted clause has them.
pub fn par(newest: &Phase, older: History) -> (Phase, History) {
    match on().map(|mutant| mutant.id) {
        Some("baby-par-forgets-the-phase") => (Phase::default(), older),
        Some("baby-par-in-a-new-phase") => (Phase::default(), older.then(newest.clone())),
        Some("baby-par-sees-the-phase") => (newest.clone(), older.then(newest.clone())),
        _ => (newest.clone(), older),
    }
}

/// `lastwrite(j, H)` by the planted clause, where one is on.
pub fn lastwrite(h: &History, array: &Name, j: &Number) -> Option<Vec<Number>> {
    let mut written: Vec<_> = h.phases().map(|phase| phase.written(array, j)).collect();
    let some = |values: &Vec<Number>| !values.is_empty();
    Some(match on()?.id {
        "lastwrite-of-the-oldest-phase" => written.into_iter().rev().find(some).unwrap_or_default(),
        "lastwrite-of-the-newest-phase" => {
            written.truncate(1);
            written.into_iter().next().unwrap_or_default()
        }
        "lastwrite-zero-where-undefined" => {
            written.into_iter().find(some).unwrap_or_else(|| vec![Number::ZERO])
        }
        "lastwrite-of-one-thread" => {
            written.into_iter().find(some).unwrap_or_default().into_iter().take(1).collect()
        }
        _ => return None,
    })
}

/// Whether two threads, each with its accesses, race in a cell.
type Racy<'a> = dyn Fn(&Thread, &Thread, &Accesses, &Accesses, &Name, &Number) -> bool + 'a;

/// A race of a phase by the planted clause, where one is on.
pub fn race(phase: &Phase) -> Option<Option<Race>> {
    let writes = |a: &Accesses, array: &Name, j: &Number| a.writes.get(array, j).is_some();
    let found = |racy: &Racy<'_>| {
        for (one, accesses) in phase.threads() {
            for access in phase.accesses().iter().filter(|access| access.thread == *one) {
                let (array, j) = (&access.array, &access.index);
                let mut all = phase.threads();
                let other = all.find(|(i, other)| racy(one, i, accesses, other, array, j));
                if let Some((other, _)) = other {
                    let (writer, other) = (one.clone(), other.clone());
                    let (array, index) = (array.clone(), j.clone());
                    return Some(Race { writer, other, array, index });
                }
            }
        }
        None
    };
    Some(match on()?.id {
        "race-of-writes-only" => {
            found(&|i, k, a, b, array, j| i != k && writes(a, array, j) && writes(b, array, j))
        }
        "race-of-readers" => found(&|i, k, _, b, array, j| i != k && b.touches(array, j)),
        "race-with-itself" => {
            found(&|_, _, a, b, array, j| writes(a, array, j) && b.touches(array, j))
        }
        _ => return None,
    })
}

/// `V ⊢ b ▶ u` by the planted clause, where one is on.
pub fn derive(v: &Variables, b: &Stmt) -> Option<Derived> {
    let known = |e: &Expr| e.free_variables().is_subset(v);
    let of = |mode, array: &Name, index: &Arc<Expr>, site: &Site| Protocol::Access {
        mode,
        array: array.clone(),
        index: index.clone(),
        site: site.clone(),
    };
    let with = |x: &Name| v.iter().chain([x]).cloned().collect::<Variables>();
    let seq = |p: Protocol, q: Protocol| Protocol::Seq(p.into(), q.into());
    let u = match (on()?.id, b) {
        ("t-write-any-index", Write { array, index, site, .. }) => {
            Ok(of(Mode::Wr, array, index, site))
        }
        ("t-write-reads", Write { array, index, site, .. }) if known(index) => {
            Ok(of(Mode::Rd, array, index, site))
        }
        ("t-write-asks-for-the-payload", Write { payload, .. }) if !known(payload) => {
            let text = printer::expr(payload, Spelling::Ascii);
            let variable = payload.free_variables().into_iter().find(|x| !v.contains(x))?;
            Err(IllTyped::Unknown { rule: "T-WRITE", text, variable })
        }
        ("t-read-any-index", Read { array, index, body, site, .. }) => {
            type_of(v, body).map(|u| seq(of(Mode::Rd, array, index, site), u))
        }
        ("t-read-knows-the-variable", Read { x, array, index, body, site }) if known(index) => {
            type_of(&with(x), body).map(|u| seq(of(Mode::Rd, array, index, site), u))
        }
        ("t-read-vanishes", Read { index, body, .. }) if known(index) => type_of(v, body),
        ("t-seq-only-the-first", Seq(b1, b2)) => type_of(v, b2).and_then(|_| type_of(v, b1)),
        ("t-seq-only-the-second", Seq(b1, b2)) => type_of(v, b1).and_then(|_| type_of(v, b2)),
        ("t-if-any-condition", If(c, b1, b2)) => type_of(v, b1)
            .and_then(|u1| Ok(Protocol::If(c.clone(), u1.into(), type_of(v, b2)?.into()))),
        ("t-if-swapped", If(c, b1, b2)) if c.free_variables().is_subset(v) => type_of(v, b1)
            .and_then(|u1| Ok(Protocol::If(c.clone(), type_of(v, b2)?.into(), u1.into()))),
        ("t-for-any-bound", For(x, n, m, b)) => {
            type_of(&with(x), b).map(|u| Protocol::For(x.clone(), n.clone(), m.clone(), u.into()))
        }
        ("t-for-variable-unknown", For(x, n, m, b)) if known(n) && known(m) => {
            type_of(v, b).map(|u| Protocol::For(x.clone(), n.clone(), m.clone(), u.into()))
        }
        ("t-for-to-the-lower-bound", For(x, n, m, b)) if known(n) && known(m) => {
            type_of(&with(x), b).map(|u| Protocol::For(x.clone(), n.clone(), n.clone(), u.into()))
        }
        _ => return None,
    };
    Some(u.map(|u| {
        let conclusion = Typing::Has(v.clone(), b.clone(), u);
        Arc::new(Derivation { rule: "planted".into(), conclusion, premises: vec![] })
    }))
}
