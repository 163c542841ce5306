//! What a kernel may be made smaller to, one step at a time.

use crate::kernel::{self, Code, Kernel};
use crate::text;
use jaminan::Stmt;
use semantics::{Cond, Expr, Name};
use std::sync::Arc;

/// The kernels that are one step smaller than this one, those first that lose most. Every chain of
/// steps ends.
///
/// A step deletes a statement, puts a part in the place of the whole, or makes an expression simpler.
pub fn smaller(kernel: &Kernel) -> Vec<Kernel> {
    let id = kernel::smaller_id(&kernel.id);
    let with = |code| Kernel { id: id.clone(), code, launch: kernel.launch };
    match &kernel.code {
        Code::Core(s) => {
            let whole = weight(s);
            let mut all: Vec<(usize, Stmt)> = statements(s)
                .into_iter()
                .map(|s| (weight(&s), s))
                .filter(|(weight, _)| *weight < whole)
                .collect();
            all.sort_by_key(|(weight, _)| *weight);
            all.dedup();
            all.into_iter().map(|(_, s)| with(Code::Core(s))).collect()
        }
        Code::Text(language, text) => text::smaller(*language, text)
            .into_iter()
            .map(|text| with(Code::Text(*language, text)))
            .collect(),
    }
}

/// A statement counts for more than any expression of a small program.
fn weight(s: &Stmt) -> usize {
    const STATEMENT: usize = 32;
    STATEMENT
        + match s {
            // `skip` is what a statement without effect becomes.
            Stmt::Skip => return STATEMENT / 2,
            Stmt::Sync(_) => 0,
            Stmt::Write { index, payload, array, .. } => {
                expression(index) + expression(payload) + usize::from(array.as_str() != "A")
            }
            Stmt::Read { index, body, array, .. } => {
                expression(index) + weight(body) + usize::from(array.as_str() != "A")
            }
            Stmt::Seq(a, b) => weight(a) + weight(b),
            Stmt::If(c, a, b) => condition(c) + weight(a) + weight(b),
            Stmt::For(_, lo, hi, s) => expression(lo) + expression(hi) + weight(s),
            Stmt::Var(_, s) => weight(s),
        }
}

fn expression(e: &Expr) -> usize {
    match e {
        Expr::Num(n) if *n == 0.into() => 1,
        Expr::Num(n) if *n == 1.into() => 2,
        Expr::Tid(_) => 2,
        Expr::Num(_) | Expr::Var(_) => 3,
        Expr::Bin(_, _, a, b) => 2 + expression(a) + expression(b),
        Expr::Convert(_, e) | Expr::Within(_, e) => 1 + expression(e),
        Expr::Select(c, a, b) => 2 + condition(c) + expression(a) + expression(b),
    }
}

fn condition(c: &Cond) -> usize {
    match c {
        Cond::Bool(_) => 1,
        Cond::Rel(_, a, b) => 1 + expression(a) + expression(b),
        Cond::And(a, b) | Cond::Or(a, b) => 2 + condition(a) + condition(b),
        Cond::Not(c) => 1 + condition(c),
    }
}

fn statements(s: &Stmt) -> Vec<Stmt> {
    let mut all = vec![Stmt::Skip];
    match s {
        Stmt::Skip | Stmt::Sync(_) => all.clear(),
        Stmt::Write { array, index, payload, site } => {
            let write = |array: &Name, index: &Arc<Expr>, payload: &Arc<Expr>| Stmt::Write {
                array: array.clone(),
                index: index.clone(),
                payload: payload.clone(),
                site: site.clone(),
            };
            all.extend(expressions(index).iter().map(|e| write(array, e, payload)));
            all.extend(expressions(payload).iter().map(|e| write(array, index, e)));
            all.push(write(&"A".into(), index, payload));
        }
        Stmt::Read { x, array, index, body, site } => {
            all.extend(without(x, body));
            let read = |array: &Name, index: &Arc<Expr>, body: &Arc<Stmt>| Stmt::Read {
                x: x.clone(),
                array: array.clone(),
                index: index.clone(),
                body: body.clone(),
                site: site.clone(),
            };
            all.extend(inside(body).iter().map(|body| read(array, index, body)));
            all.extend(expressions(index).iter().map(|e| read(array, e, body)));
            all.push(read(&"A".into(), index, body));
        }
        Stmt::Seq(a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            all.extend(inside(a).into_iter().map(|a| Stmt::Seq(a, b.clone())));
            all.extend(inside(b).into_iter().map(|b| Stmt::Seq(a.clone(), b)));
        }
        Stmt::If(c, a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            all.extend(inside(a).into_iter().map(|a| Stmt::If(c.clone(), a, b.clone())));
            all.extend(inside(b).into_iter().map(|b| Stmt::If(c.clone(), a.clone(), b)));
            all.extend(conditions(c).into_iter().map(|c| Stmt::If(c, a.clone(), b.clone())));
        }
        Stmt::For(x, lo, hi, body) => {
            all.extend(without(x, body));
            let within = |lo: &Arc<Expr>, hi: &Arc<Expr>, body: &Arc<Stmt>| {
                Stmt::For(x.clone(), lo.clone(), hi.clone(), body.clone())
            };
            all.extend(inside(body).iter().map(|body| within(lo, hi, body)));
            all.extend(expressions(lo).iter().map(|lo| within(lo, hi, body)));
            all.extend(expressions(hi).iter().map(|hi| within(lo, hi, body)));
        }
        Stmt::Var(x, body) => {
            all.extend(without(x, body));
            all.extend(inside(body).into_iter().map(|body| Stmt::Var(x.clone(), body)));
        }
    }
    all
}

fn inside(s: &Arc<Stmt>) -> Vec<Arc<Stmt>> {
    statements(s).into_iter().map(Arc::new).collect()
}

/// The body without its binder, in the variable's place a number or the thread's own.
fn without(x: &Name, body: &Stmt) -> [Stmt; 2] {
    use semantics::Syntax;
    [body.replace(x, &Expr::num(0)), body.replace(x, &Expr::tid())]
}

fn expressions(e: &Arc<Expr>) -> Vec<Arc<Expr>> {
    let mut all = vec![Arc::new(Expr::num(0)), Arc::new(Expr::num(1)), Arc::new(Expr::tid())];
    if let Expr::Bin(op, arithmetic, a, b) = &**e {
        let with = |a: &Arc<Expr>, b: &Arc<Expr>| {
            Arc::new(Expr::Bin(*op, *arithmetic, a.clone(), b.clone()))
        };
        all.extend([a.clone(), b.clone()]);
        all.extend(expressions(a).iter().map(|a| with(a, b)));
        all.extend(expressions(b).iter().map(|b| with(a, b)));
    }
    all
}

fn conditions(c: &Arc<Cond>) -> Vec<Arc<Cond>> {
    match &**c {
        Cond::Bool(_) => Vec::new(),
        Cond::Rel(rel, a, b) => {
            let with =
                |a: &Arc<Expr>, b: &Arc<Expr>| Arc::new(Cond::Rel(*rel, a.clone(), b.clone()));
            let left = expressions(a).into_iter().map(|a| with(&a, b));
            left.chain(expressions(b).into_iter().map(|b| with(a, &b))).collect()
        }
        Cond::And(a, b) | Cond::Or(a, b) => vec![a.clone(), b.clone()],
        Cond::Not(c) => vec![c.clone()],
    }
}
