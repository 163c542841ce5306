//! Control and data independence, and the approximating binders, rule by rule: a derivation of the judgment, or of its
//! denial. [L24, Figs. 4 and 7]
//!
//! [`control_independent`](super::control_independent) and its like answer; these show. The rules are written once more,
//! and a test holds the two together.

use super::judgment::{Independence, Term};
use super::{Approximating, Variables, exact, with};
use crate::syntax::Protocol;
use semantics::{Cond, Derivation, Expr};
use std::sync::Arc;

type Proof = Arc<Derivation<Independence>>;

fn rule(name: &'static str, conclusion: Independence, premises: Vec<Proof>) -> Proof {
    Arc::new(Derivation { rule: name.into(), conclusion, premises })
}

fn all_hold(premises: &[Proof]) -> bool {
    premises.iter().all(|premise| premise.conclusion.holds())
}

/// `X ⊢ e`, or its denial.
fn term(x: &Variables, of: Term) -> Proof {
    let holds = of.free_variables().is_subset(x);
    rule("EXACT", Independence::Exact { exact: x.clone(), of, holds }, Vec::new())
}

fn expr(x: &Variables, e: &Expr) -> Proof {
    term(x, Term::Expr(e.clone()))
}

fn cond(x: &Variables, c: &Cond) -> Proof {
    term(x, Term::Cond(c.clone()))
}

/// Why `X ⊢CI p`, or why not.
pub fn derive_control(x: &Variables, p: &Protocol) -> Arc<Derivation<Independence>> {
    let inside = |p: &Protocol| derive_control(x, p);
    let (name, premises) = match p {
        Protocol::Skip => ("CI-SKIP", vec![]),
        Protocol::Sync(_) => ("CI-SYNC", vec![]),
        Protocol::Access { .. } => ("CI-ACC", vec![]),
        Protocol::Seq(p1, p2) => ("CI-SEQ", vec![inside(p1), inside(p2)]),
        Protocol::Var(_, p) => ("CI-VAR", vec![inside(p)]),
        Protocol::If(c, p1, p2) => ("CI-IF", vec![cond(x, c), inside(p1), inside(p2)]),
        Protocol::For(y, e1, e2, p) => {
            ("CI-FOR", vec![expr(x, e1), expr(x, e2), derive_control(&with(x, y), p)])
        }
    };
    let holds = all_hold(&premises);
    rule(name, Independence::Control { exact: x.clone(), of: p.clone(), holds }, premises)
}

/// Why `X ⊢DI p`, or why not.
pub fn derive_data(x: &Variables, p: &Protocol) -> Arc<Derivation<Independence>> {
    let inside = |p: &Protocol| derive_data(x, p);
    let (name, premises) = match p {
        Protocol::Skip => ("DI-SKIP", vec![]),
        Protocol::Sync(_) => ("DI-SYNC", vec![]),
        Protocol::Access { index, .. } => ("DI-ACC", vec![expr(x, index)]),
        Protocol::Seq(p1, p2) => ("DI-SEQ", vec![inside(p1), inside(p2)]),
        Protocol::Var(_, p) => ("DI-VAR", vec![inside(p)]),
        Protocol::If(_, p1, p2) => ("DI-IF", vec![inside(p1), inside(p2)]),
        Protocol::For(y, e1, e2, p) if exact(x, e1) && exact(x, e2) => {
            ("DI-FOR-I", vec![expr(x, e1), expr(x, e2), derive_data(&with(x, y), p)])
        }
        Protocol::For(_, _, _, p) => ("DI-FOR-D", vec![inside(p)]),
    };
    let holds = all_hold(&premises);
    rule(name, Independence::Data { exact: x.clone(), of: p.clone(), holds }, premises)
}

/// How `aa(X, p)` comes about: the two sets, of each part of the protocol.
pub fn derive_approximating(x: &Variables, p: &Protocol) -> Arc<Derivation<Independence>> {
    approximating(x, p).0
}

fn approximating(x: &Variables, p: &Protocol) -> (Proof, Approximating) {
    let free = |free: Variables| -> Variables { free.difference(x).cloned().collect() };
    let controls = |of: Variables| Approximating { control: free(of), data: Variables::new() };
    let none = Approximating::default;
    let (name, own, parts) = match p {
        Protocol::Skip => ("AA-SKIP", none(), vec![]),
        Protocol::Sync(_) => ("AA-SYNC", none(), vec![]),
        Protocol::Access { index, .. } => {
            let data = free(index.free_variables());
            ("AA-ACC", Approximating { control: Variables::new(), data }, vec![])
        }
        Protocol::Seq(p1, p2) => {
            ("AA-SEQ", none(), vec![approximating(x, p1), approximating(x, p2)])
        }
        Protocol::Var(_, p) => ("AA-VAR", none(), vec![approximating(x, p)]),
        Protocol::If(c, p1, p2) => {
            let parts = vec![approximating(x, p1), approximating(x, p2)];
            ("AA-IF", controls(c.free_variables()), parts)
        }
        Protocol::For(y, e1, e2, p) => {
            let mut bounds = e1.free_variables();
            e2.add_free_variables(&mut bounds);
            let inner = if bounds.is_subset(x) { with(x, y) } else { x.clone() };
            ("AA-FOR", controls(bounds), vec![approximating(&inner, p)])
        }
    };
    let (premises, sets): (Vec<Proof>, Vec<Approximating>) = parts.into_iter().unzip();
    let binders = sets.into_iter().fold(own, Approximating::join);
    let conclusion =
        Independence::Approximating { exact: x.clone(), of: p.clone(), binders: binders.clone() };
    (rule(name, conclusion, premises), binders)
}
