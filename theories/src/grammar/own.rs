//! Grammars of the claims that the default one says too little about, or in which what refutes them is too large
//! to be come to. Sequences nest to the right in them, and nothing is skipped.

use super::{Form, Grammar, pattern_variable};
use semantics::{Cond, Expr, Op, Rel};

fn x() -> Expr {
    Expr::Var(pattern_variable())
}

fn next() -> Expr {
    Expr::bin(Op::Add, Expr::tid(), Expr::num(1))
}

fn less_than_one(e: Expr) -> Cond {
    Cond::rel(Rel::Lt, e, Expr::num(1))
}

impl Grammar {
    /// Programs in which what is read decides how often something is done, and never where:
    /// `li2012`.
    pub fn of_accumulation() -> Self {
        Grammar {
            version: "li2012".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::For, Form::Seq],
            indices: vec![Expr::num(0), Expr::tid()],
            payloads: vec![Expr::num(0)],
            closed_payloads: vec![Expr::num(0)],
            conditions: Vec::new(),
            bounds: vec![x()],
            right: true,
            ..Grammar::default()
        }
    }

    /// Programs in which threads write several values to their cell, and loops whose number of
    /// iterations is known or the thread's: `sarkar2018`.
    pub fn of_versions() -> Self {
        Grammar {
            version: "sarkar2018".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::For, Form::Seq],
            indices: vec![Expr::num(0), Expr::tid(), Expr::bin(Op::Add, Expr::tid(), x())],
            payloads: vec![Expr::num(0), Expr::tid()],
            closed_payloads: vec![Expr::num(0), Expr::tid()],
            conditions: Vec::new(),
            bounds: vec![Expr::num(2), Expr::tid()],
            right: true,
            ..Grammar::default()
        }
    }

    /// Programs in which a thread finds out whether its neighbour is there: `neighbours`.
    pub fn of_neighbours() -> Self {
        Grammar {
            version: "neighbours".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::Seq],
            indices: vec![Expr::tid(), next(), x()],
            payloads: vec![Expr::num(0)],
            closed_payloads: vec![Expr::num(0), next()],
            conditions: Vec::new(),
            bounds: Vec::new(),
            right: true,
            ..Grammar::default()
        }
    }

    /// Programs in which threads 0 and 1 tell each other something that nobody tells thread 2: `partners`.
    pub fn of_partners() -> Self {
        let partner = Expr::bin(Op::BitXor, Expr::tid(), Expr::num(1));
        Grammar {
            version: "partners".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::For, Form::Seq],
            indices: vec![Expr::tid(), partner],
            payloads: vec![Expr::num(0)],
            closed_payloads: vec![Expr::num(0), Expr::num(1)],
            conditions: Vec::new(),
            bounds: vec![x()],
            right: true,
            ..Grammar::default()
        }
    }

    /// Programs with barriers under conditions and in loops of each thread's own length: `divergence`.
    pub fn of_divergence() -> Self {
        Grammar {
            version: "divergence".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::For, Form::If, Form::Seq],
            indices: vec![Expr::num(0), Expr::tid()],
            payloads: vec![Expr::num(0), x()],
            closed_payloads: vec![Expr::tid()],
            conditions: vec![less_than_one(Expr::tid()), less_than_one(x())],
            bounds: vec![Expr::num(2), Expr::tid(), x()],
            right: true,
            ..Grammar::default()
        }
    }
}
