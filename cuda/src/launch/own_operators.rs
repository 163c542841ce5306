//! Operators that the file has for enumerations: what one makes of them, it alone says. [C++17, 16.5]

use super::evaluator::Evaluator;
use crate::syntax::{Binary, Expr, ExprKind, Type};

impl Evaluator<'_> {
    /// Whether an operator of the file may be meant, for these operands.
    pub(super) fn may_be_own(&self, operands: &[&Expr]) -> bool {
        self.signatures.has_operators && operands.iter().any(|e| self.may_be_enumerator(e))
    }

    /// Whether an expression may be of the type of an enumeration, as far as its form says it.
    fn may_be_enumerator(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Name(name) => match self.state.find(name) {
                Some(variable) => {
                    let ty = self.state.declared[variable.0].ty.value();
                    matches!(ty, Type::Distinct(..) | Type::Auto | Type::Named(_) | Type::Other(_))
                }
                None => true,
            },
            ExprKind::Int(..) | ExprKind::Bool(_) | ExprKind::Float(..) => false,
            ExprKind::SizeofType(_) | ExprKind::SizeofExpr(_) | ExprKind::Null => false,
            ExprKind::Cast(ty, _) | ExprKind::Construct(ty, _) => {
                matches!(ty.value(), Type::Distinct(..) | Type::Named(_))
            }
            ExprKind::Postfix(_, e) | ExprKind::Unary(_, e) => self.may_be_enumerator(e),
            ExprKind::Binary(Binary::Comma, _, e) => self.may_be_enumerator(e),
            ExprKind::Binary(_, a, b) => self.may_be_enumerator(a) || self.may_be_enumerator(b),
            _ => true,
        }
    }
}
