//! The grammars whose programs are enumerated.

mod file;
mod own;

use semantics::{Cond, Expr, Name, Op, Rel};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Which programs there are. Expressions are patterns: a pattern with the variable `x` stands for
/// one expression for each variable in scope, a pattern without one for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// What numbers of its programs are prefixed with: `v1`.
    pub version: String,
    /// The forms of statements, in the order of enumeration; those that a language does not have
    /// are left out.
    pub forms: Vec<Form>,
    /// Indices of accesses.
    pub indices: Vec<Expr>,
    /// Values written.
    pub payloads: Vec<Expr>,
    /// Values written where no variable is in scope.
    pub closed_payloads: Vec<Expr>,
    /// Conditions.
    pub conditions: Vec<Cond>,
    /// Upper bounds of loops; each starts at 0.
    pub bounds: Vec<Expr>,
    /// How many variables are free in every program: 0 for closed ones.
    pub free: usize,
    /// Whether a binder may bind a name that is in scope already.
    pub shadows: bool,
    /// Whether sequences nest to the right only, as every program can be written: `Seq` is the last
    /// form then.
    pub right: bool,
}

/// A form of statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// `skip`
    Skip,
    /// `A[e] := e`, of programs.
    Write,
    /// `rd[e]` and `wr[e]`, of protocols.
    Access,
    /// `let x = A[e] in s`, of programs.
    Let,
    /// `var x. s`
    Var,
    /// `for x in 0..e {s}`
    For,
    /// `if c {s} else {s}`
    If,
    /// `s ; s`
    Seq,
    /// `sync`
    Sync,
}

pub use file::Wrong;

/// The variable of a pattern.
pub fn pattern_variable() -> Name {
    Name::from("x")
}

impl Default for Grammar {
    /// The default grammar of `docs/interface.md`, version `v1`.
    fn default() -> Self {
        let x = || Expr::Var(pattern_variable());
        let less = |e| Cond::rel(Rel::Lt, e, Expr::num(1));
        let next = Expr::bin(Op::Add, Expr::tid(), Expr::num(1));
        Grammar {
            version: "v1".into(),
            forms: vec![
                Form::Skip,
                Form::Write,
                Form::Access,
                Form::Let,
                Form::Var,
                Form::For,
                Form::If,
                Form::Seq,
            ],
            indices: vec![Expr::num(0), Expr::num(1), Expr::tid(), x(), next],
            payloads: vec![Expr::num(0), x()],
            closed_payloads: vec![Expr::tid()],
            conditions: vec![less(Expr::tid()), less(x())],
            bounds: vec![Expr::num(1), Expr::num(2), x()],
            free: 0,
            shadows: false,
            right: false,
        }
    }
}

impl Grammar {
    /// The same grammar without these forms, under this version.
    pub fn without(mut self, forms: &[Form], version: &str) -> Self {
        self.forms.retain(|form| !forms.contains(form));
        self.version = version.into();
        self
    }

    /// The same grammar with `sync`.
    pub fn with_sync(mut self) -> Self {
        self.forms.insert(self.forms.len().min(1), Form::Sync);
        self.version.push_str("-sync");
        self
    }

    /// The same grammar with one free variable: its programs are not closed.
    pub fn open(mut self) -> Self {
        self.free += 1;
        self.version.push_str("-open");
        self
    }

    /// The same grammar, where a binder may bind a name that is in scope: its binders are not
    /// distinct.
    pub fn shadowing(mut self) -> Self {
        self.shadows = true;
        self.version.push_str("-shadowing");
        self
    }
}

/// Whether a pattern stands for one expression for each variable in scope.
pub(crate) fn is_pattern(free: &BTreeSet<Name>) -> bool {
    free.contains(&pattern_variable())
}
