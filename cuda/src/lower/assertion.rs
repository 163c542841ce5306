//! `assert`. A thread whose assertion fails ends the kernel, unless assertions are switched off. So to
//! show a race takes an execution in which they hold; to show that there is none, all of them.

use crate::survey::each_in;
use crate::typed::{Callee, Expr, Kernel, Kind, Stmt, StmtKind};

/// Whether a kernel asserts anything.
pub(crate) fn asserts(kernel: &Kernel) -> bool {
    let mut found = false;
    each_in(&kernel.body, &mut |e| found |= asserted(e).is_some());
    found
}

/// The kernel with its assertions assumed; none where one stands inside an expression.
pub(crate) fn with_assertions(kernel: &Kernel) -> Option<Kernel> {
    let assumed = Kernel { body: block(&kernel.body), ..kernel.clone() };
    (!asserts(&assumed)).then_some(assumed)
}

fn asserted(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        Kind::Call(Callee::Assert, arguments) => arguments.first(),
        _ => None,
    }
}

fn block(statements: &[Stmt]) -> Vec<Stmt> {
    statements.iter().map(statement).collect()
}

fn statement(s: &Stmt) -> Stmt {
    let kind = match &s.kind {
        StmtKind::Expr(e) => match asserted(e) {
            Some(condition) => StmtKind::Assume(condition.clone()),
            None => StmtKind::Expr(expr(e)),
        },
        StmtKind::Declare(id, init) => StmtKind::Declare(*id, init.as_ref().map(expr)),
        StmtKind::Block(inner) => StmtKind::Block(block(inner)),
        StmtKind::If(c, yes, no) => StmtKind::If(c.clone(), block(yes), block(no)),
        StmtKind::Switch(e, body, arms) => StmtKind::Switch(e.clone(), block(body), arms.clone()),
        StmtKind::Loop { condition, step, body, body_first } => StmtKind::Loop {
            condition: condition.clone(),
            step: step.clone(),
            body: block(body),
            body_first: *body_first,
        },
        kind => kind.clone(),
    };
    Stmt { kind, span: s.span.clone() }
}

/// Called functions stand in the place of their calls.
fn expr(e: &Expr) -> Expr {
    let kind = match &e.kind {
        Kind::Inline(statements, value) => Kind::Inline(block(statements), value.clone()),
        Kind::Assign(place, value) => Kind::Assign(place.clone(), Box::new(expr(value))),
        Kind::Convert(inner) => Kind::Convert(Box::new(expr(inner))),
        kind => kind.clone(),
    };
    Expr { kind, ty: e.ty.clone(), span: e.span.clone() }
}
