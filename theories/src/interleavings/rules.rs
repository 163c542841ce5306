//! One step of one thread in a memory that all threads share.
//!
//! Not in the papers, which run a thread at once: these rules are what their big steps are made of.
//! A thread goes on by itself except at a barrier, which all threads pass together.

use jaminan::Stmt::{self, For, If, Read, Seq, Skip, Sync, Var, Write};
use semantics::judgment::{Flow, Holds, Proof, Search, any, decides, evaluates};
use semantics::{
    Cond, Expr, Mode, Name, Number, Rel, Shown, Spelling, Store, Thread, judgment, notation,
    printer,
};
use std::fmt;
use std::sync::Arc;

/// What a step does that others can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing: a branch is taken, a loop goes on, a statement ends.
    Internal,
    /// A `var` takes this value.
    Chooses(Number),
    /// A cell is read, or this is written into it.
    Accesses {
        /// How.
        mode: Mode,
        /// In which array.
        array: Name,
        /// Where.
        index: Number,
        /// What is read or written.
        value: Number,
    },
}

/// What the rules conclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// `M, s →ᵢ a, s'`
    Steps(Store, Stmt, Thread, (Action, Stmt)),
    /// `s` stands at a barrier, and `s'` is what it leaves to run for `i`.
    Passes(Stmt, Thread, Stmt),
    /// `e ⇓ᵢ k`
    Evaluates(Expr, Thread, Number),
    /// `c ⇓ᵢ b`
    Decides(Cond, Thread, bool),
    /// `M̂(j) = k`, in one array
    Reads(Store, Name, Number, Number),
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

impl Holds for Action {}

judgment! {
    /// `M, s →ᵢ a, s'`: in memory `M`, thread `i` makes the first step of `s`, which does `a` and
    /// leaves `s'`. At a `sync`, and at `skip` alone, there is none.
    pub fn steps(m: &Store, s: &Stmt, i: &Thread) => (Action, Stmt) as Judgment::Steps;

    ["I-VAR"]
        any(x) => k;
        ------------------------------------------------
        steps(_, Var(x, s), _) => (Action::Chooses(k.clone()), s.substitute(x, &k));

    ["I-READ"]
        evaluates(e, i) => j;
        reads(m, array, &j) => k;
        ------------------------------------------------
        steps(m, Read { x, array, index: e, body: s, .. }, i) =>
            (access(Mode::Rd, array, &j, &k), s.substitute(x, &k));

    ["I-WRITE"]
        evaluates(e1, i) => j;
        evaluates(e2, i) => k;
        ------------------------------------------------
        steps(_, Write { array, index: e1, payload: e2, .. }, i) =>
            (access(Mode::Wr, array, &j, &k), Skip);

    ["I-SEQ-1"]
        steps(m, s1, i) => (action, rest);
        ------------------------------------------------
        steps(m, Seq(s1, s2), i) => (action, Seq(rest.into(), s2.clone()));

    ["I-SEQ-2"]
        ended(s1) => true;
        ------------------------------------------------
        steps(_, Seq(s1, s2), _) => (Action::Internal, (**s2).clone());

    ["I-IF-T"]
        decides(c, i) => true;
        ------------------------------------------------
        steps(_, If(c, s1, _), i) => (Action::Internal, (**s1).clone());

    ["I-IF-F"]
        decides(c, i) => false;
        ------------------------------------------------
        steps(_, If(c, _, s2), i) => (Action::Internal, (**s2).clone());

    ["I-FOR-1"]
        decides(&Cond::Rel(Rel::Ge, e1.clone(), e2.clone()), i) => true;
        ------------------------------------------------
        steps(_, For(_, e1, e2, _), i) => (Action::Internal, Skip);

    ["I-FOR-2"]
        evaluates(e1, i) => l;
        decides(&Cond::Rel(Rel::Lt, number(&l), e2.clone()), i) => true;
        ------------------------------------------------
        steps(_, For(x, e1, e2, s), i) => (Action::Internal, iteration(x, &l, e2, s));
}

judgment! {
    /// `s` stands at a barrier, which leaves `s'` to run. All threads pass it in one step.
    pub fn passes(s: &Stmt, i: &Thread) => Stmt as Judgment::Passes;

    ["I-SYNC"]
        ------------------------------------------------
        passes(Sync(_), _) => Skip;

    ["I-SYNC-SEQ"]
        passes(s1, i) => rest;
        ------------------------------------------------
        passes(Seq(s1, s2), i) => Seq(rest.into(), s2.clone());
}

/// Premise `M̂(j) = k`.
fn reads(
    search: &mut Search<Judgment>,
    m: &Store,
    array: &Name,
    j: &Number,
    found: &mut impl FnMut(&mut Search<Judgment>, Number, Proof<Judgment>) -> Flow,
) -> Flow {
    let k = m.lookup(array, j);
    let leaf = || Judgment::Reads(m.clone(), array.clone(), j.clone(), k.clone());
    let proof = search.conclude("M", leaf, []);
    found(search, k.clone(), proof)
}

/// Premise: whether nothing is left to run.
fn ended(
    search: &mut Search<Judgment>,
    s: &Stmt,
    found: &mut impl FnMut(&mut Search<Judgment>, bool, Proof<Judgment>) -> Flow,
) -> Flow {
    found(search, *s == Skip, None)
}

/// `s[x := l] ; for x in l+1..e₂ {s}`
fn iteration(x: &Name, l: &Number, e2: &Arc<Expr>, s: &Arc<Stmt>) -> Stmt {
    let rest = For(x.clone(), number(&(l + 1)), e2.clone(), s.clone());
    Seq(s.substitute(x, l).into(), rest.into())
}

fn number(l: &Number) -> Arc<Expr> {
    Arc::new(Expr::Num(l.clone()))
}

fn access(mode: Mode, array: &Name, j: &Number, k: &Number) -> Action {
    Action::Accesses { mode, array: array.clone(), index: j.clone(), value: k.clone() }
}

impl Action {
    fn show(&self, spelling: Spelling) -> String {
        match self {
            Action::Internal => spelling.keyword("tau"),
            Action::Chooses(k) => k.to_string(),
            Action::Accesses { mode, array, index, value } => {
                let mode = spelling.keyword(&mode.to_string());
                format!("{mode} {}[{index}] = {value}", spelling.name(array))
            }
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}

impl Shown for Judgment {
    fn show(&self, spelling: Spelling) -> String {
        let arrow = |i: &Thread| {
            let i = notation::thread(i, spelling);
            match spelling {
                Spelling::Ascii | Spelling::Exact => format!("->_{i}"),
                Spelling::Unicode => format!("→_{i}"),
                Spelling::Latex => format!(r"\rightarrow_{{{i}}}"),
            }
        };
        let statement = |s: &Stmt| printer::statement(s, spelling);
        match self {
            Judgment::Steps(m, s, i, (action, rest)) => format!(
                "{}, {} {} {}, {}",
                notation::store(m, spelling),
                statement(s),
                arrow(i),
                action.show(spelling),
                statement(rest)
            ),
            Judgment::Passes(s, i, rest) => {
                let sync = spelling.keyword("sync");
                format!("{} {} {sync}, {}", statement(s), arrow(i), statement(rest))
            }
            Judgment::Evaluates(e, i, k) => notation::evaluates(e, i, k, spelling),
            Judgment::Decides(c, i, b) => notation::decides(c, i, *b, spelling),
            Judgment::Reads(m, array, j, k) => notation::reads(m, array, j, k, spelling),
        }
    }

    fn is_side_condition(&self) -> bool {
        !matches!(self, Judgment::Steps(..) | Judgment::Passes(..))
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}
