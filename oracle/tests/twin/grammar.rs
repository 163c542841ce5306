//! The default grammar of `docs/interface.md`: every closed program of a size.

use jaminan::{Program, Stmt};
use semantics::{Cond, Expr, Header, Name, Op, Rel, Site, Syntax};
use std::sync::Arc;

/// Every closed program of this size, modulo renaming: a binder is named by how many are before it.
pub fn programs(size: usize) -> Vec<Stmt> {
    statements(size, &mut Vec::new(), 0).into_iter().map(|(s, _)| s).collect()
}

/// A program without declarations.
pub fn closed(body: Stmt) -> Program {
    Program { header: Header::default(), body }
}

/// `first; sync; second`, with other names in the second.
pub fn with_barrier(first: &Stmt, second: &Stmt) -> Stmt {
    let second = (0..3).rev().fold(second.clone(), |s, n| rename(&s, &name(n), &name(n + 10)));
    Stmt::seq(first.clone(), Stmt::seq(Stmt::Sync(Site::default().into()), second))
}

fn name(n: usize) -> Name {
    Name::from(format!("x{n}"))
}

/// Statements with the next free name after each.
fn statements(size: usize, scope: &mut Vec<Name>, next: usize) -> Vec<(Stmt, usize)> {
    let mut all = Vec::new();
    let array = || Name::from("A");
    let mut indices = vec![Expr::num(0), Expr::num(1), Expr::tid()];
    indices.extend(scope.iter().cloned().map(Expr::Var));
    indices.push(Expr::bin(Op::Add, Expr::tid(), Expr::num(1)));
    let variables: Vec<Expr> = scope.iter().cloned().map(Expr::Var).collect();
    if size == 1 {
        all.push((Stmt::Skip, next));
        let mut payloads = vec![if scope.is_empty() { Expr::tid() } else { Expr::num(0) }];
        payloads.extend(variables);
        for index in &indices {
            for payload in &payloads {
                let (index, payload) = (index.clone().into(), payload.clone().into());
                let write = Stmt::Write { array: array(), index, payload, site: Site::default() };
                all.push((write, next));
            }
        }
        return all;
    }
    if size == 0 {
        return all;
    }
    let x = name(next);
    scope.push(x.clone());
    let bodies = statements(size - 1, scope, next + 1);
    scope.pop();
    let mut bounds = vec![Expr::num(1), Expr::num(2)];
    bounds.extend(variables.iter().cloned());
    for (body, next) in bodies {
        let body = Arc::new(body);
        for index in &indices {
            let read = Stmt::Read {
                x: x.clone(),
                array: array(),
                index: index.clone().into(),
                body: body.clone(),
                site: Site::default(),
            };
            all.push((read, next));
        }
        all.push((Stmt::Var(x.clone(), body.clone()), next));
        for hi in &bounds {
            let (lo, hi) = (Expr::num(0).into(), hi.clone().into());
            all.push((Stmt::For(x.clone(), lo, hi, body.clone()), next));
        }
    }
    let mut deciding = vec![Expr::tid()];
    deciding.extend(variables);
    for left in 1..size - 1 {
        for (first, next) in statements(left, scope, next) {
            for (second, next) in statements(size - 1 - left, scope, next) {
                all.push((Stmt::seq(first.clone(), second.clone()), next));
                for e in &deciding {
                    let c = Arc::new(Cond::rel(Rel::Lt, e.clone(), Expr::num(1)));
                    let branches = (Arc::new(first.clone()), Arc::new(second.clone()));
                    all.push((Stmt::If(c, branches.0, branches.1), next));
                }
            }
        }
    }
    all
}

fn rename(s: &Stmt, old: &Name, new: &Name) -> Stmt {
    let inside = |s: &Arc<Stmt>| Arc::new(rename(s, old, new));
    let binder = |x: &Name| if x == old { new.clone() } else { x.clone() };
    let s = s.replace(old, &Expr::Var(new.clone()));
    match &s {
        Stmt::Skip | Stmt::Sync(_) | Stmt::Write { .. } => s,
        Stmt::Read { x, array, index, body, site } => {
            // `replace` leaves alone what the binder hides.
            let body = Arc::new(body.replace(old, &Expr::Var(new.clone())));
            let (array, index, site) = (array.clone(), index.clone(), site.clone());
            Stmt::Read { x: binder(x), array, index, body: inside(&body), site }
        }
        Stmt::Seq(a, b) => Stmt::Seq(inside(a), inside(b)),
        Stmt::If(c, a, b) => Stmt::If(c.clone(), inside(a), inside(b)),
        Stmt::For(x, lo, hi, body) => {
            let body = Arc::new(body.replace(old, &Expr::Var(new.clone())));
            Stmt::For(binder(x), lo.clone(), hi.clone(), inside(&body))
        }
        Stmt::Var(x, body) => {
            let body = Arc::new(body.replace(old, &Expr::Var(new.clone())));
            Stmt::Var(binder(x), inside(&body))
        }
    }
}
