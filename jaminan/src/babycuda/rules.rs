//! The rules of BabyCUDA. [L22, Fig. 5]

use super::Threads;
use super::history::{Accesses, History, Phase};
use super::thread::at_thread;
#[cfg(feature = "mutants")]
use crate::planted::babycuda as planted;
use crate::syntax::Stmt::{self, For, If, Read, Seq, Skip, Write};
use semantics::judgment::{Flow, Kept, Proof, Search, decides, evaluates};
use semantics::outcomes::Found;
use semantics::{Cond, Expr, Name, Number, Rel, Thread, judgment};
use std::sync::Arc;

/// What the rules conclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// `A, b ⇓_{H,i} B`
    Runs(Accesses, Stmt, History, Thread, Accesses),
    /// `H, b ⇓ I`, run by the threads `T`
    Parallel(History, Stmt, Threads, History),
    /// `n ⇓ k`, in a thread
    Evaluates(Expr, Thread, Number),
    /// `c ⇓ b`, in a thread
    Decides(Cond, Thread, bool),
    /// `lastwrite(j, H) = k`, in one array
    LastWrite(History, Name, Number, Number),
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
    /// `A, b ⇓_{H,i} B`: after `A` in the current phase and `H` in those before it, thread `i` runs
    /// `b`, and has made the accesses `B`. [L22, Fig. 5]
    pub fn runs(a: &Accesses, b: &Stmt, h: &History, i: &Thread) => Accesses as Judgment::Runs,
        or planted;

    ["READ"]
        evaluates(n, i) => j;
        lastwrite(&h.then(alone(i, a)), array, &j) => k;
        runs(&a.reading(array, &j), &b.substitute(x, &k), h, i) => after;
        ------------------------------------------------
        runs(a, Read { x, array, index: n, body: b, .. }, h, i) => after;

    ["WRITE"]
        evaluates(n, i) => j;
        evaluates(m, i) => k;
        ------------------------------------------------
        runs(a, Write { array, index: n, payload: m, .. }, _, i) => a.writing(array, &j, &k);

    ["SEQ"]
        runs(a, b1, h, i) => between;
        runs(&between, b2, h, i) => after;
        ------------------------------------------------
        runs(a, Seq(b1, b2), h, i) => after;

    ["IF-T"]
        decides(c, i) => true;
        runs(a, b1, h, i) => after;
        ------------------------------------------------
        runs(a, If(c, b1, _), h, i) => after;

    ["IF-F"]
        decides(c, i) => false;
        runs(a, b2, h, i) => after;
        ------------------------------------------------
        runs(a, If(c, _, b2), h, i) => after;

    ["FOR-1"]
        decides(&Cond::Rel(Rel::Ge, n.clone(), m.clone()), i) => true;
        ------------------------------------------------
        runs(a, For(_, n, m, _), _, i) => (*a).clone();

    ["FOR-2"]
        evaluates(n, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), m.clone()), i) => true;
        runs(a, &b.substitute(x, &l), h, i) => between;
        runs(&between, &For(x.clone(), number(&(&l + 1)), m.clone(), b.clone()), h, i) => after;
        ------------------------------------------------
        runs(a, For(x, n, m, b), h, i) => after;

    ["SKIP"]
        ------------------------------------------------
        runs(a, Skip, _, _) => (*a).clone();
}

/// `H, b ⇓ I`: after the history `H`, the threads `T` run `b` in its newest phase; `I` is the
/// history then. [L22, Fig. 5]
///
/// ```text
/// ["PAR"]
///     for each i of T:
///     runs(P(i), b[tid := i], H, i) => B(i)
///     ------------------------------------------------
///     parallel(P :: H, b, T) => P[i ↦ B(i) for each i of T] :: H
/// ```
///
/// Written out, since it has a premise for each thread. A thread sees its own accesses in the
/// newest phase, and all threads' in the older ones.
pub fn parallel(
    search: &mut Search<Judgment>,
    h: &History,
    b: &Stmt,
    threads: &Threads,
    found: Found<'_, Judgment, History>,
) -> Flow {
    search.apply(&(h, b), |search| {
        let Some((newest, older)) = h.split() else {
            search.note("PAR", "the history has no phase to run in".into());
            return Flow::Continue(());
        };
        #[cfg(feature = "mutants")]
        let (newest, older) = planted::par(newest, older);
        #[cfg(feature = "mutants")]
        let newest = &newest;
        let others = newest.threads().filter(|(i, _)| !threads.contains(*i));
        let others: Vec<(Thread, Accesses)> = others.map(|(i, a)| (i.clone(), a.clone())).collect();
        let mut par = Par {
            newest,
            older: &older,
            b,
            threads: &threads.iter().collect::<Vec<_>>(),
            after: Vec::new(),
            proofs: Vec::new(),
            found: &mut |search, after: &[Accesses], proofs: &[Proof<Judgment>]| {
                let ran = threads.iter().cloned().zip(after.iter().cloned());
                let result = older.then(others.iter().cloned().chain(ran).collect());
                let judged =
                    || Judgment::Parallel(h.clone(), b.clone(), threads.clone(), result.clone());
                let proof = search.conclude_from("PAR", judged, proofs);
                let kept = Kept::of(&result, &proof);
                search.hold(&kept, |search| found(search, result.clone(), proof))
            },
        };
        par.next(search)
    })
}

/// Takes what every thread came to.
type AllRan<'a> = dyn FnMut(&mut Search<Judgment>, &[Accesses], &[Proof<Judgment>]) -> Flow + 'a;

/// What PAR came to with the first of its premises.
struct Par<'a> {
    newest: &'a Phase,
    older: &'a History,
    b: &'a Stmt,
    threads: &'a [&'a Thread],
    after: Vec<Accesses>,
    proofs: Vec<Proof<Judgment>>,
    found: &'a mut AllRan<'a>,
}

impl Par<'_> {
    /// The premise of the next thread, inside the results of those before it.
    fn next(&mut self, search: &mut Search<Judgment>) -> Flow {
        let Some(&i) = self.threads.get(self.after.len()) else {
            return (self.found)(search, &self.after, &self.proofs);
        };
        let (before, instance) = (self.newest.of(i), at_thread(self.b, i));
        runs(search, &before, &instance, self.older, i, &mut |search, after, proof| {
            self.after.push(after);
            self.proofs.push(proof);
            let flow = self.next(search);
            self.after.pop();
            self.proofs.pop();
            flow
        })
    }
}

/// Premise `lastwrite(j, H) = k`.
pub(crate) fn lastwrite(
    search: &mut Search<Judgment>,
    h: &History,
    array: &Name,
    j: &Number,
    found: &mut impl FnMut(&mut Search<Judgment>, Number, Proof<Judgment>) -> Flow,
) -> Flow {
    let values = h.lastwrite(array, j);
    if values.is_empty() {
        let why = format!("lastwrite({array}[{j}]) is undefined: nobody wrote {array}[{j}]");
        search.note("READ", why);
    }
    for k in values {
        let leaf = || Judgment::LastWrite(h.clone(), array.clone(), j.clone(), k.clone());
        let proof = search.conclude("LASTWRITE", leaf, []);
        found(search, k.clone(), proof)?;
    }
    Flow::Continue(())
}

/// `{i : A}`: the phase as thread `i` sees it.
pub(crate) fn alone(i: &Thread, a: &Accesses) -> Phase {
    Phase::from_iter([(i.clone(), a.clone())])
}

pub(crate) fn number(l: &Number) -> Arc<Expr> {
    Arc::new(Expr::Num(l.clone()))
}
