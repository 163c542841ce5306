//! `return`: what a function that takes the place of its call gives back. [C++17, 9.6.3]

use super::frame::Frame;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::syntax;
use crate::typed::{Expr, Kind, Stmt, StmtKind, Type};
use semantics::Span;

impl Typer<'_> {
    /// A value as a function returns it: of a reference, the address.
    pub(super) fn returned(&mut self, value: Expr, returns: &Type) -> Typed<Expr> {
        if self.frames.last().is_some_and(|f| f.reference) {
            let span = value.span.clone();
            let address = self.address(value, &span)?;
            return match (&address.ty, returns) {
                (Type::Pointer(of), Type::Pointer(to)) if of.unqualified() == to.unqualified() => {
                    Ok(Expr { ty: returns.clone(), ..address })
                }
                _ => unsupported(
                    Area::Pointer,
                    &span,
                    format!(
                        "a returned reference to a `{returns}` that is bound to this expression"
                    ),
                ),
            };
        }
        self.implicit(value, returns)
    }

    /// `return`, in a kernel or in a function.
    pub(super) fn return_statement(
        &mut self,
        value: Option<&syntax::Expr>,
        span: &Span,
        out: &mut Vec<Stmt>,
    ) -> Typed<StmtKind> {
        let frame = self.frames.last().cloned();
        match (value, frame) {
            (None, _) => {}
            (Some(_), None) => {
                return Ok(StmtKind::Unsupported(
                    Area::Statement,
                    "a `return` of a value in a kernel".into(),
                ));
            }
            (Some(e), Some(Frame { returns, result, .. })) => {
                let value = self.value(e)?;
                let value = self.returned(value, &returns)?;
                let kind = match result {
                    Some(id) => {
                        let place = make(Kind::Local(id), returns.clone(), span);
                        Kind::Assign(place.into(), value.into())
                    }
                    None => value.kind,
                };
                let e = make(kind, returns, span);
                out.push(Stmt { kind: StmtKind::Expr(e), span: span.clone() });
            }
        }
        Ok(StmtKind::Return)
    }
}

/// Whether a statement has a `return` in it.
pub(super) fn returns_inside(s: &syntax::Stmt) -> bool {
    leaves(s, &|_| true)
}

/// Whether a statement has a `return` of such a value in it.
pub(super) fn leaves(s: &syntax::Stmt, such: &dyn Fn(&Option<syntax::Expr>) -> bool) -> bool {
    use syntax::StmtKind as S;
    match &s.kind {
        S::Return(value) => such(value),
        S::Block(block) => block.iter().any(|s| leaves(s, such)),
        S::If(_, yes, no) => leaves(yes, such) || no.as_ref().is_some_and(|no| leaves(no, such)),
        S::For(_, _, _, body)
        | S::While(_, body)
        | S::DoWhile(body, _)
        | S::Switch(_, body)
        | S::Case(_, body)
        | S::Label(_, body) => leaves(body, such),
        _ => false,
    }
}
