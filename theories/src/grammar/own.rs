//! Grammars of the claims that the default one says too little about, or in which what refutes them is too large
//! to be come to. Sequences nest to the right in them, and nothing is skipped.

use super::{Form, Grammar, pattern_variable};
use semantics::{Cond, Expr, Op, Rel};

fn x() -> Expr {
    Expr::Var(pattern_variable())
}

/// In round 0 the thread itself, in round 1 the other one of its pair.
fn partner() -> Expr {
    Expr::bin(Op::BitXor, Expr::tid(), x())
}

fn less_than_one(e: Expr) -> Cond {
    Cond::rel(Rel::Lt, e, Expr::num(1))
}

impl Grammar {
    /// Programs in which a loop of two rounds has a thread write to its partner's cell and then to its own, and what
    /// is found there decides how often something is done: `accumulation`.
    pub fn of_accumulation() -> Self {
        let other_round = Expr::bin(Op::Sub, Expr::num(1), x());
        Grammar {
            version: "accumulation".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::For, Form::Seq],
            indices: vec![Expr::num(0), Expr::bin(Op::BitXor, Expr::tid(), other_round.clone())],
            payloads: vec![other_round],
            closed_payloads: vec![Expr::num(0)],
            conditions: Vec::new(),
            bounds: vec![Expr::num(2), x()],
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

    /// Programs in which a loop of two rounds has a thread write to its own cell and then to its partner's, if there is
    /// one, and what it finds there is where it writes: `places`.
    pub fn of_places() -> Self {
        Grammar {
            version: "places".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::For, Form::Seq],
            indices: vec![Expr::tid(), partner(), x()],
            payloads: vec![Expr::bin(Op::Add, Expr::tid(), x())],
            closed_payloads: vec![Expr::num(0)],
            conditions: Vec::new(),
            bounds: vec![Expr::num(2)],
            right: true,
            ..Grammar::default()
        }
    }

    /// The same, where what a thread finds is how many rounds it makes of another loop: `rounds`.
    pub fn of_rounds() -> Self {
        Grammar {
            version: "rounds".into(),
            forms: vec![Form::Sync, Form::Write, Form::Let, Form::For, Form::Seq],
            indices: vec![Expr::tid(), partner()],
            payloads: vec![x()],
            closed_payloads: vec![Expr::num(0)],
            conditions: Vec::new(),
            bounds: vec![Expr::num(2), x()],
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
