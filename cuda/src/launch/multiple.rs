//! Numbers that are a multiple of a constant, whatever else is known of them: `dim3 block(32 * warps)`.

use super::tied::Target;
use crate::term::{bin, convert, literal, num, rel};
use num_traits::One;
use semantics::{Arithmetic, Cond, Expr as Term, Name, Number, Op, Rel};
use std::sync::Arc;

/// A product of a number of the host and a constant, as the kernel sees it.
pub(super) struct Multiple {
    /// That it is one.
    pub is_one: Arc<Cond>,
    /// A name of the host that it is a product of, and what that is in terms of it.
    pub symbol: Option<(Name, Arc<Term>)>,
}

impl Multiple {
    /// The product that a number is.
    pub fn of(target: &Target) -> Option<Multiple> {
        let core = match &*target.value {
            Term::Convert(_, inner) => inner,
            _ => &target.value,
        };
        let Term::Bin(Op::Mul, Arithmetic::C(ty), a, b) = &**core else { return None };
        let (of, factor) = match (literal(a), literal(b)) {
            (None, Some(n)) => (a, n),
            (Some(n), None) => (b, n),
            _ => return None,
        };
        if *factor <= Number::one() || ty.bits != target.ty.bits {
            return None;
        }
        // A signed product does not overflow; where an unsigned one wraps around, or a negative one is converted, it is
        // by a power of two.
        let wraps = !ty.signed || *ty != target.ty;
        if wraps && factor.magnitude().count_ones() != 1 {
            return None;
        }
        let seen = convert(*ty, target.ty, Arc::new(Term::Var(target.name.clone())));
        let by = |op| bin(op, *ty, Arc::clone(&seen), num(factor.clone()));
        let is_one = rel(Rel::Eq, by(Op::Rem), num(0));
        let symbol = match &**of {
            Term::Var(x) if ty.signed => Some((x.clone(), by(Op::Div))),
            _ => None,
        };
        Some(Multiple { is_one, symbol })
    }
}
