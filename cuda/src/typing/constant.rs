//! Constant expressions.

use crate::typed::{Expr, Kind, Type};
use num_traits::Zero;
use semantics::{Arithmetic, IntType, Number, Op};

/// The value of a typed expression that mentions no variable.
pub fn evaluate(e: &Expr) -> Option<Number> {
    let at = |ty: &Type| ty.int().map(Arithmetic::C);
    match &e.kind {
        Kind::Int(n) => Some(n.clone()),
        Kind::Negate(a) => at(&e.ty)?.apply(Op::Sub, &Number::zero(), &evaluate(a)?).ok(),
        Kind::Complement(a) => {
            at(&e.ty)?.apply(Op::BitXor, &evaluate(a)?, &all_ones(e.ty.int()?)).ok()
        }
        Kind::Not(a) => Some(truth(evaluate(a)?.is_zero())),
        Kind::Arithmetic(op, a, b) => at(&e.ty)?.apply(*op, &evaluate(a)?, &evaluate(b)?).ok(),
        Kind::Compare(rel, a, b) => Some(truth(rel.holds(&evaluate(a)?, &evaluate(b)?))),
        Kind::And(a, b) => Some(truth(!evaluate(a)?.is_zero() && !evaluate(b)?.is_zero())),
        Kind::Or(a, b) => Some(truth(!evaluate(a)?.is_zero() || !evaluate(b)?.is_zero())),
        Kind::Conditional(c, a, b) => evaluate(if evaluate(c)?.is_zero() { b } else { a }),
        Kind::Convert(a) => {
            let n = evaluate(a)?;
            match e.ty {
                Type::Bool => Some(truth(!n.is_zero())),
                _ => Some(e.ty.int()?.convert(&n)),
            }
        }
        _ => None,
    }
}

/// The number of which all bits are set.
pub fn all_ones(ty: IntType) -> Number {
    if ty.signed { Number::from(-1) } else { ty.max() }
}

fn truth(holds: bool) -> Number {
    Number::from(u8::from(holds))
}
