//! `b[tid := i]`: a program as thread `i` runs it.

use crate::syntax::Stmt;
use semantics::{Axis, Cond, Expr, Shape, Syntax, Thread};
use std::sync::Arc;

/// `b[tid := i]`. (A thread of a CUDA launch has no `tid`, and the program stays as it is.)
pub fn at_thread(b: &Stmt, i: &Thread) -> Stmt {
    let inside = |b: &Arc<Stmt>| Arc::new(at_thread(b, i));
    let e = |e: &Arc<Expr>| Arc::new(expr(e, i));
    // Every shape of a statement builds one again.
    let build = |shape: Shape<'_, Stmt>| Stmt::build(shape).unwrap_or(Stmt::Skip);
    match b.shape() {
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) => b.clone(),
        Shape::Write(array, n, m, site) => build(Shape::Write(array, &e(n), &e(m), site)),
        Shape::Read(x, array, n, b, site) => build(Shape::Read(x, array, &e(n), &inside(b), site)),
        Shape::Seq(b1, b2) => build(Shape::Seq(&inside(b1), &inside(b2))),
        Shape::If(c, b1, b2) => build(Shape::If(&Arc::new(cond(c, i)), &inside(b1), &inside(b2))),
        Shape::For(x, n, m, b) => build(Shape::For(x, &e(n), &e(m), &inside(b))),
        Shape::Var(x, b) => build(Shape::Var(x, &inside(b))),
    }
}

fn expr(e: &Expr, i: &Thread) -> Expr {
    let inside = |e: &Arc<Expr>| Arc::new(expr(e, i));
    match e {
        Expr::Tid(Axis::Tid) => {
            i.axis(Axis::Tid).map_or_else(|| e.clone(), |n| Expr::num(n.clone()))
        }
        Expr::Num(_) | Expr::Tid(_) | Expr::Var(_) => e.clone(),
        Expr::Bin(op, arithmetic, a, b) => Expr::Bin(*op, *arithmetic, inside(a), inside(b)),
        Expr::Convert(ty, e) => Expr::Convert(*ty, inside(e)),
        Expr::Select(c, a, b) => Expr::Select(Arc::new(cond(c, i)), inside(a), inside(b)),
        Expr::Within(size, e) => Expr::Within(size.clone(), inside(e)),
    }
}

fn cond(c: &Cond, i: &Thread) -> Cond {
    let inside = |c: &Arc<Cond>| Arc::new(cond(c, i));
    match c {
        Cond::Bool(_) => c.clone(),
        Cond::Rel(rel, a, b) => Cond::Rel(*rel, Arc::new(expr(a, i)), Arc::new(expr(b, i))),
        Cond::And(a, b) => Cond::And(inside(a), inside(b)),
        Cond::Or(a, b) => Cond::Or(inside(a), inside(b)),
        Cond::Not(c) => Cond::Not(inside(c)),
    }
}
