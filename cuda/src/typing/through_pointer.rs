//! Calls through pointers to functions.

use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::syntax::{self, Body, Function};
use crate::typed::{Expr, Kind, Stmt, StmtKind, Type};
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
        let is_function = match pointer.ty.unqualified() {
            Type::Function => true,
            Type::Pointer(to) => *to == Type::Function,
            _ => false,
        };
        if !is_function {
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
                    && !f.member
            })
            .cloned()
            .collect();
        candidates.sort_by_key(|f| f.span.0.bytes.start);
        let of_template = |f: &&Arc<Function>| f.template.is_some() || f.specializes.is_some();
        if let Some(template) = candidates.iter().find(of_template) {
            let what =
                format!("a call through a pointer, which may be one to a `{}`", template.name);
            return unsupported(span, what);
        }
        candidates.retain(|f| !self.is_in(f));
        let values = self.values(arguments)?;
        let known: Vec<_> = values.iter().map(|e| self.given(e, true)).collect();
        let mut fitting = Vec::new();
        for function in candidates {
            // The pointer's type is that of what it points to, so that it takes the arguments.
            let none = Bound::default();
            if self.viable(&function, &none, &values, &known, span)?.is_some() {
                fitting.push(function);
            }
        }
        let mut chosen: Option<Expr> = None;
        for function in fitting.iter().rev() {
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
                if !self.has_effects(&pointer) {
                    return Ok(call);
                }
                // It is read before the arguments are. [C++17, 8.2.2, paragraph 5]
                let read = Stmt { kind: StmtKind::Expr(pointer), span: span.clone() };
                let ty = call.ty.clone();
                let value = (ty != Type::Void).then(|| call.clone().into());
                let mut statements = vec![read];
                if value.is_none() {
                    statements.push(Stmt { kind: StmtKind::Expr(call), span: span.clone() });
                }
                Ok(make(Kind::Inline(statements, value), ty, span))
            }
            None => unsupported(span, "a call through a pointer to no function of this file"),
        }
    }
}
