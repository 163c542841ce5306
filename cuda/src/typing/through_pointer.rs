//! Calls through pointers to functions.

use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::syntax::{self, Body, Function};
use crate::typed::{Expr, Kind, Type};
use semantics::Span;
use std::sync::Arc;

impl Typer<'_> {
    /// A call through a pointer: of one of the file's functions, nobody knows which.
    pub(super) fn call_pointer(
        &mut self,
        callee: &syntax::Expr,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let mut callee = callee;
        while let syntax::ExprKind::Unary(syntax::Unary::Dereference, inner) = &callee.kind {
            callee = inner;
        }
        let pointer = self.value(callee)?;
        let is_function = match &pointer.ty {
            Type::Function => true,
            Type::Pointer(to) => **to == Type::Function,
            _ => false,
        };
        if !is_function || self.has_effects(&pointer) {
            return unsupported(span, "a call of something that is not a function");
        }
        let mut candidates: Vec<Arc<Function>> = self
            .context
            .functions
            .values()
            .flatten()
            .filter(|f| {
                f.specifiers.device
                    && !f.specifiers.of_toolkit
                    && f.body != Body::None
                    && f.parameters.len() == arguments.len()
                    && f.template.is_none()
                    && f.specializes.is_none()
                    && !f.member
            })
            .cloned()
            .collect();
        candidates.sort_by_key(|f| f.span.0.bytes.start);
        candidates.retain(|f| !self.is_in(f));
        let mut chosen: Option<Expr> = None;
        for function in candidates.iter().rev() {
            let arguments = self.values(arguments)?;
            let call = self.inline_one(function, &Bound::default(), &[], arguments, span)?;
            chosen = Some(match chosen {
                None => call,
                Some(other) if other.ty == call.ty => {
                    let why = format!(
                        "whether the pointer of line {} is `{}`",
                        span.line_column().0,
                        function.name
                    );
                    let which = make(Kind::Unknown(why), Type::Bool, span);
                    let ty = call.ty.clone();
                    make(Kind::Conditional(which.into(), call.into(), other.into()), ty, span)
                }
                Some(_) => {
                    return unsupported(
                        span,
                        "a call through a pointer to any of several functions",
                    );
                }
            });
        }
        match chosen {
            Some(call) => {
                self.note("a function pointer is one of this file's functions");
                Ok(call)
            }
            None => unsupported(span, "a call through a pointer to no function of this file"),
        }
    }
}
