//! The naive twin of the enumeration: every program of a size, listed by the default grammar of
//! `docs/interface.md`.

use jaminan::Stmt;
use semantics::{Cond, Expr, Name, Op, Rel, Site, Syntax};
use std::sync::Arc;

/// Every closed program of this size, modulo renaming, in a fixed order. Binders are distinct.
///
/// With `V` the variables in scope: indices `0 | 1 | tid | x | tid + 1`; the value written
/// `0 | x`, or `tid` where `V` is empty; conditions `e < 1` with `e` `tid` or `x`; loops
/// `for x in 0..h` with `h` `1 | 2 | y`.
pub fn programs(size: usize) -> Vec<Stmt> {
    statements(size, 0).iter().map(|s| distinct(s, &mut 0)).collect()
}

/// The variable that the binder at this depth binds, until binders are made distinct.
fn variable(depth: usize) -> Name {
    Name::from(format!("v{depth}"))
}

fn variables(depth: usize) -> impl Iterator<Item = Expr> {
    (0..depth).map(|n| Expr::Var(variable(n)))
}

fn indices(depth: usize) -> Vec<Arc<Expr>> {
    let first = [Expr::num(0), Expr::num(1), Expr::tid()];
    let next = Expr::bin(Op::Add, Expr::tid(), Expr::num(1));
    first.into_iter().chain(variables(depth)).chain([next]).map(Arc::new).collect()
}

fn payloads(depth: usize) -> Vec<Arc<Expr>> {
    match depth {
        0 => vec![Expr::tid().into()],
        _ => std::iter::once(Expr::num(0)).chain(variables(depth)).map(Arc::new).collect(),
    }
}

fn conditions(depth: usize) -> Vec<Arc<Cond>> {
    let numbers = std::iter::once(Expr::tid()).chain(variables(depth));
    numbers.map(|e| Arc::new(Cond::rel(Rel::Lt, e, Expr::num(1)))).collect()
}

fn bounds(depth: usize) -> Vec<Arc<Expr>> {
    [Expr::num(1), Expr::num(2)].into_iter().chain(variables(depth)).map(Arc::new).collect()
}

/// Two statements whose sizes add up.
fn pairs(size: usize, depth: usize, f: &mut dyn FnMut(&Arc<Stmt>, &Arc<Stmt>)) {
    for first in 1..size {
        let firsts: Vec<_> = statements(first, depth).into_iter().map(Arc::new).collect();
        let seconds: Vec<_> = statements(size - first, depth).into_iter().map(Arc::new).collect();
        firsts.iter().for_each(|a| seconds.iter().for_each(|b| f(a, b)));
    }
}

fn statements(size: usize, depth: usize) -> Vec<Stmt> {
    let array = Name::from("A");
    let site = Site::default();
    let mut all = Vec::new();
    if size == 1 {
        all.push(Stmt::Skip);
        for index in indices(depth) {
            for payload in payloads(depth) {
                let (array, index, site) = (array.clone(), index.clone(), site.clone());
                all.push(Stmt::Write { array, index, payload, site });
            }
        }
    }
    if size < 2 {
        return all;
    }
    let x = variable(depth);
    let bodies: Vec<_> = statements(size - 1, depth + 1).into_iter().map(Arc::new).collect();
    for index in indices(depth) {
        for body in &bodies {
            let (x, array, site) = (x.clone(), array.clone(), site.clone());
            all.push(Stmt::Read { x, array, index: index.clone(), body: body.clone(), site });
        }
    }
    all.extend(bodies.iter().map(|body| Stmt::Var(x.clone(), body.clone())));
    for bound in bounds(depth) {
        for body in &bodies {
            let zero = Arc::new(Expr::num(0));
            all.push(Stmt::For(x.clone(), zero, bound.clone(), body.clone()));
        }
    }
    for c in conditions(depth) {
        pairs(size - 1, depth, &mut |a, b| all.push(Stmt::If(c.clone(), a.clone(), b.clone())));
    }
    pairs(size - 1, depth, &mut |a, b| all.push(Stmt::Seq(a.clone(), b.clone())));
    all
}

/// The program with its binders numbered in the order of the text.
fn distinct(s: &Stmt, next: &mut usize) -> Stmt {
    let mut under = |x: &Name, body: &Arc<Stmt>| {
        let new = Name::from(format!("x{next}"));
        *next += 1;
        let body = body.replace(x, &Expr::Var(new.clone()));
        (new, Arc::new(distinct(&body, next)))
    };
    match s {
        Stmt::Skip | Stmt::Sync(_) | Stmt::Write { .. } => s.clone(),
        Stmt::Read { x, array, index, body, site } => {
            let (x, body) = under(x, body);
            let (array, index, site) = (array.clone(), index.clone(), site.clone());
            Stmt::Read { x, array, index, body, site }
        }
        Stmt::Var(x, body) => {
            let (x, body) = under(x, body);
            Stmt::Var(x, body)
        }
        Stmt::For(x, lo, hi, body) => {
            let (x, body) = under(x, body);
            Stmt::For(x, lo.clone(), hi.clone(), body)
        }
        Stmt::Seq(a, b) => {
            let a = distinct(a, next);
            Stmt::Seq(a.into(), distinct(b, next).into())
        }
        Stmt::If(c, a, b) => {
            let a = distinct(a, next);
            Stmt::If(c.clone(), a.into(), distinct(b, next).into())
        }
    }
}
