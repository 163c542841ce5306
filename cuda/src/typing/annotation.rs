//! GPUVerify's annotations: preconditions are taken, what it is to prove is passed over. So are what compilers may take
//! for granted.

use super::{Typed, Typer, make};
use crate::note::Note;
use crate::syntax::{self, ExprKind};
use crate::typed::{Expr, Kind, Stmt, StmtKind, Type};
use crate::vocabulary::{Precondition, is_claim, precondition};
use semantics::Span;

/// Whether a function of this name is an annotation.
pub(super) fn is_one(name: &str) -> bool {
    is_claim(name) || precondition(name).is_some()
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
        let condition = match (precondition(name), arguments) {
            (Some(Precondition::Unreachable), []) => make(Kind::Int(0u8.into()), Type::Bool, span),
            (Some(Precondition::Assumed | Precondition::Unevaluated), [argument]) => {
                self.assumed(name, argument, span)?
            }
            (Some(Precondition::OfFunction), [argument]) if self.frames.is_empty() => {
                self.assumed(name, argument, span)?
            }
            // What a function requires, its callers must show: that is a claim, too.
            (None, _) | (Some(Precondition::OfFunction), [_]) => {
                self.note(format!("`{name}` is passed over"));
                return Ok(nothing);
            }
            (Some(_), _) => {
                return super::error(span, format!("`{name}` with another number of arguments"));
            }
        };
        let line = span.line_column().0;
        self.note(Note::left_out(match precondition(name) {
            Some(Precondition::Unreachable) => {
                format!("executions that come to the `{name}` of line {line} are left out")
            }
            _ => format!(
                "executions in which the `{name}` of line {line} does not hold are left out"
            ),
        }));
        let assume = Stmt { kind: StmtKind::Assume(condition), span: span.clone() };
        Ok(make(Kind::Inline(vec![assume], None), Type::Void, span))
    }

    /// The condition that an annotation of this name says.
    fn assumed(&mut self, name: &str, argument: &syntax::Expr, span: &Span) -> Typed<Expr> {
        match self.condition(argument) {
            Ok(condition) if !self.has_effects(&condition) => Ok(condition),
            Err(refusal @ super::Refusal::Error(_)) => Err(refusal),
            // Of what it says nothing is known, so whether it holds is not.
            _ => {
                self.note(format!("`{name}` of line {} is not modelled", span.line_column().0));
                let why = format!("whether the `{name}` of line {} holds", span.line_column().0);
                Ok(make(Kind::Unknown(why), Type::Bool, span))
            }
        }
    }
}
