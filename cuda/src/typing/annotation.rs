//! GPUVerify's annotations: preconditions are taken, what it is to prove is passed over.

use super::{Typed, Typer, make};
use crate::syntax::{self, ExprKind};
use crate::typed::{Expr, Kind, Stmt, StmtKind, Type};
use crate::vocabulary::{is_claim, is_precondition};
use semantics::Span;

/// Whether a function of this name is an annotation.
pub(super) fn is_one(name: &str) -> bool {
    is_claim(name) || is_precondition(name)
}

impl Typer<'_> {
    /// Whether an expression is a call of an annotation that says nothing of what the kernel does.
    pub(super) fn is_annotation(&self, e: &syntax::Expr) -> bool {
        match &e.kind {
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Name(name) => {
                    is_claim(name.as_str())
                        && !self.context.functions.contains_key(name)
                        && self.local(name).is_none()
                }
                _ => false,
            },
            ExprKind::Binary(syntax::Binary::Comma, a, b) => {
                self.is_annotation(a) && self.is_annotation(b)
            }
            _ => false,
        }
    }

    /// A call of an annotation.
    pub(super) fn annotated(
        &mut self,
        name: &str,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let nothing = make(Kind::Inline(Vec::new(), None), Type::Void, span);
        // What a function requires, its callers must show: that is a claim, too.
        if !is_precondition(name) || (name != "__assume" && !self.frames.is_empty()) {
            self.note(format!("`{name}` is passed over"));
            return Ok(nothing);
        }
        let [argument] = arguments else {
            return super::error(span, format!("`{name}` takes one argument"));
        };
        let condition = match self.condition(argument) {
            Ok(condition) if !self.has_effects(&condition) => condition,
            Err(refusal @ super::Refusal::Error(_)) => return Err(refusal),
            // Of what it says nothing is known, so whether it holds is not.
            _ => {
                self.note(format!("`{name}` of line {} is not modelled", span.line_column().0));
                let why = format!("whether the `{name}` of line {} holds", span.line_column().0);
                make(Kind::Unknown(why), Type::Bool, span)
            }
        };
        let assume = Stmt { kind: StmtKind::Assume(condition), span: span.clone() };
        Ok(make(Kind::Inline(vec![assume], None), Type::Void, span))
    }
}
