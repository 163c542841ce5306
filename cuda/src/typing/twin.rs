//! Functions that differ in `const` alone: `T &at(int)` and `const T &at(int) const`. Which of the two a call means
//! hangs on what the object is [C++17, 16.3.3.2], and says nothing where they do the same.

use super::Typer;
use crate::syntax::{Body, Expr as Written, ExprKind, Function, Stmt, StmtKind, Type};
use crate::typed::Expr;
use std::sync::Arc;

impl Typer<'_> {
    /// These functions, of such that do the same the one that is for these arguments, as far as it is known of them
    /// that they are `const`.
    pub(super) fn without_twins<'f>(
        &self,
        functions: Vec<&'f Arc<Function>>,
        arguments: &[Expr],
    ) -> Vec<&'f Arc<Function>> {
        let mut kept: Vec<&Arc<Function>> = Vec::new();
        for function in functions {
            match kept.iter_mut().find(|other| are_twins(function, other)) {
                Some(other) if self.is_nearer(function, other, arguments) => *other = function,
                Some(_) => {}
                None => kept.push(function),
            }
        }
        kept
    }

    /// Whether the first of two twins is the one to take: that which may write more, of those that take the arguments.
    fn is_nearer(&self, function: &Function, other: &Function, arguments: &[Expr]) -> bool {
        let fits = |f: &Function| {
            f.parameters.iter().zip(arguments).all(|(p, e)| {
                let writes = matches!(&p.ty, Type::Reference(_)) && !refers_to_const(&p.ty);
                !writes || super::is_place(e) && !self.is_const(e)
            })
        };
        let count = |f: &Function| f.parameters.iter().filter(|p| refers_to_const(&p.ty)).count();
        fits(function) && (!fits(other) || count(function) < count(other))
    }
}

/// Whether two functions have the same body, and differ in the `const` of references alone.
fn are_twins(a: &Function, b: &Function) -> bool {
    let referred = |f: &Function| f.parameters.iter().filter(|p| refers_to_const(&p.ty)).count();
    let pairs = || a.parameters.iter().zip(&b.parameters);
    let alone = pairs().all(|(p, q)| match (&p.ty, &q.ty) {
        (Type::Reference(p), Type::Reference(q)) => alike(p, q),
        (p, q) => p == q,
    });
    let names = pairs().all(|(p, q)| p.name == q.name);
    referred(a) != referred(b)
        && (a.parameters.len(), a.member) == (b.parameters.len(), b.member)
        && (a.name == b.name && a.template == b.template && a.intrinsic == b.intrinsic)
        && (alone && names)
        && alike(value(&a.returns), value(&b.returns))
        && match (&a.body, &b.body) {
            (Body::Block(a), Body::Block(b)) => {
                a == b || matches!((a.as_slice(), b.as_slice()), ([a], [b]) if return_alike(a, b))
            }
            _ => false,
        }
}

fn refers_to_const(ty: &Type) -> bool {
    matches!(ty, Type::Reference(of) if matches!(**of, Type::Const(_)))
}

/// What a returned reference refers to: its value is what is returned.
fn value(ty: &Type) -> &Type {
    match ty {
        Type::Reference(of) => of,
        ty => ty,
    }
}

/// Whether types differ in `const` alone.
fn alike(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Const(a), b) => alike(a, b),
        (a, Type::Const(b)) => alike(a, b),
        (Type::Pointer(a), Type::Pointer(b)) => alike(a, b),
        (a, b) => a == b,
    }
}

fn return_alike(a: &Stmt, b: &Stmt) -> bool {
    match (&a.kind, &b.kind) {
        (StmtKind::Return(Some(a)), StmtKind::Return(Some(b))) => same_place(a, b),
        _ => false,
    }
}

/// Whether two expressions differ in the `const` of casts alone.
fn same_place(a: &Written, b: &Written) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Cast(to, a), ExprKind::Cast(other, b)) => alike(to, other) && same_place(a, b),
        (ExprKind::Index(a, n), ExprKind::Index(b, m)) => same_place(a, b) && same_place(n, m),
        (ExprKind::Unary(op, a), ExprKind::Unary(other, b)) => op == other && same_place(a, b),
        _ => a.kind == b.kind,
    }
}
