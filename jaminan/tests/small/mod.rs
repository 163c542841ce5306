//! Small programs, all of them: the default grammar of `theorem check`.
#![allow(dead_code)]

use jaminan::Stmt;
use semantics::{Cond, Expr, Name, Op, Rel, Site};
use std::sync::Arc;

/// Every closed program with so many statement nodes; binders are `x0`, `x1`, … from the left.
pub fn programs(size: usize) -> Vec<Stmt> {
    statements(size, &[], 0).into_iter().map(|(s, _)| s).collect()
}

/// The statements over these variables, each with the number of the next binder.
fn statements(size: usize, scope: &[Name], next: usize) -> Vec<(Stmt, usize)> {
    let mut found = Vec::new();
    if size == 0 {
        return found;
    }
    let variables = || scope.iter().map(|x| Expr::Var(x.clone()));
    let array = Name::from("A");
    let indices: Vec<Expr> = [Expr::num(0), Expr::num(1), Expr::tid()]
        .into_iter()
        .chain(variables())
        .chain([Expr::bin(Op::Add, Expr::tid(), Expr::num(1))])
        .collect();
    if size == 1 {
        found.push((Stmt::Skip, next));
        let payloads: Vec<Expr> = match scope {
            [] => vec![Expr::tid()],
            _ => [Expr::num(0)].into_iter().chain(variables()).collect(),
        };
        for index in &indices {
            for payload in &payloads {
                let (index, payload) = (Arc::new(index.clone()), Arc::new(payload.clone()));
                let (array, site) = (array.clone(), Site::default());
                found.push((Stmt::Write { array, index, payload, site }, next));
            }
        }
        return found;
    }
    let x = Name::from(format!("x{next}"));
    let inner: Vec<Name> = scope.iter().cloned().chain([x.clone()]).collect();
    for (body, after) in statements(size - 1, &inner, next + 1) {
        let body = Arc::new(body);
        for index in &indices {
            found.push((
                Stmt::Read {
                    x: x.clone(),
                    array: array.clone(),
                    index: Arc::new(index.clone()),
                    body: body.clone(),
                    site: Site::default(),
                },
                after,
            ));
        }
        found.push((Stmt::Var(x.clone(), body.clone()), after));
        for high in [Expr::num(1), Expr::num(2)].into_iter().chain(variables()) {
            let (low, high) = (Arc::new(Expr::num(0)), Arc::new(high));
            found.push((Stmt::For(x.clone(), low, high, body.clone()), after));
        }
    }
    for first in 1..size - 1 {
        for (s1, between) in statements(first, scope, next) {
            for (s2, after) in statements(size - 1 - first, scope, between) {
                let (s1, s2) = (Arc::new(s1.clone()), Arc::new(s2));
                found.push((Stmt::Seq(s1.clone(), s2.clone()), after));
                for e in [Expr::tid()].into_iter().chain(variables()) {
                    let c = Arc::new(Cond::rel(Rel::Lt, e, Expr::num(1)));
                    found.push((Stmt::If(c, s1.clone(), s2.clone()), after));
                }
            }
        }
    }
    found
}
