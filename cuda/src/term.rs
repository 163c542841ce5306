//! Builds expressions, folding what is constant. Every fold keeps the value and whether there is
//! one.

use num_traits::{One, Zero};
use semantics::{Arithmetic, Cond, Expr, IntType, Number, Op, Rel};
use std::sync::Arc;

/// A number.
pub(crate) fn num(n: impl Into<Number>) -> Arc<Expr> {
    Arc::new(Expr::Num(n.into()))
}

/// The number that an expression is, if it is one.
pub(crate) fn literal(e: &Expr) -> Option<&Number> {
    match e {
        Expr::Num(n) => Some(n),
        _ => None,
    }
}

/// `a ⋆ b` at a type.
pub(crate) fn bin(op: Op, ty: IntType, a: Arc<Expr>, b: Arc<Expr>) -> Arc<Expr> {
    if let (Some(x), Some(y)) = (literal(&a), literal(&b))
        && let Ok(n) = Arithmetic::C(ty).apply(op, x, y)
    {
        return num(n);
    }
    let is = |e: &Expr, n: u8| literal(e).is_some_and(|m| *m == Number::from(n));
    match op {
        Op::Add | Op::BitOr | Op::BitXor if is(&a, 0) => b,
        Op::Add | Op::Sub | Op::BitOr | Op::BitXor | Op::Shl | Op::Shr if is(&b, 0) => a,
        Op::Mul if is(&a, 1) => b,
        Op::Mul | Op::Div if is(&b, 1) => a,
        // `0 * e` is 0 wherever `e` has a value; an execution in which it has none is dropped
        // anyway, so this only keeps more executions.
        Op::Mul if is(&a, 0) || is(&b, 0) => num(0),
        _ => Arc::new(Expr::Bin(op, Arithmetic::C(ty), a, b)),
    }
}

/// C's conversion of an expression of one type to another.
pub(crate) fn convert(to: IntType, from: IntType, e: Arc<Expr>) -> Arc<Expr> {
    if to == from {
        return e;
    }
    match &*e {
        Expr::Num(n) => num(to.convert(n)),
        Expr::Select(c, a, b) => match (literal(a), literal(b)) {
            (Some(a), Some(b)) => select(c, num(to.convert(a)), num(to.convert(b))),
            _ => Arc::new(Expr::Convert(to, e)),
        },
        _ => Arc::new(Expr::Convert(to, e)),
    }
}

/// `c ? a : b`.
pub(crate) fn select(c: &Arc<Cond>, a: Arc<Expr>, b: Arc<Expr>) -> Arc<Expr> {
    match &**c {
        Cond::Bool(true) => a,
        Cond::Bool(false) => b,
        _ if a == b => a,
        _ => Arc::new(Expr::Select(Arc::clone(c), a, b)),
    }
}

/// `a ◇ b`.
pub(crate) fn rel(rel: Rel, a: Arc<Expr>, b: Arc<Expr>) -> Arc<Cond> {
    Arc::new(match (literal(&a), literal(&b)) {
        (Some(x), Some(y)) => Cond::Bool(rel.holds(x, y)),
        _ => Cond::Rel(rel, a, b),
    })
}

/// `e != 0`, and the condition itself where `e` came from one.
pub(crate) fn truth(e: Arc<Expr>) -> Arc<Cond> {
    if let Expr::Select(c, a, b) = &*e {
        let one = literal(a).is_some_and(One::is_one);
        if one && literal(b).is_some_and(Zero::is_zero) {
            return Arc::clone(c);
        }
    }
    rel(Rel::Ne, e, num(0))
}

/// 1 or 0.
pub(crate) fn number_of(c: &Arc<Cond>) -> Arc<Expr> {
    select(c, num(1), num(0))
}

/// `!c`.
pub(crate) fn not(c: Arc<Cond>) -> Arc<Cond> {
    Arc::new(match &*c {
        Cond::Bool(b) => Cond::Bool(!b),
        Cond::Not(c) => return Arc::clone(c),
        Cond::Rel(rel, a, b) => Cond::Rel(negated(*rel), Arc::clone(a), Arc::clone(b)),
        _ => Cond::Not(c),
    })
}

/// `a && b`.
pub(crate) fn and(a: Arc<Cond>, b: Arc<Cond>) -> Arc<Cond> {
    match (&*a, &*b) {
        (Cond::Bool(true), _) => b,
        (_, Cond::Bool(true)) | (Cond::Bool(false), _) => a,
        _ => Arc::new(Cond::And(a, b)),
    }
}

/// `a || b`.
pub(crate) fn or(a: Arc<Cond>, b: Arc<Cond>) -> Arc<Cond> {
    match (&*a, &*b) {
        (Cond::Bool(false), _) => b,
        (_, Cond::Bool(false)) | (Cond::Bool(true), _) => a,
        _ => Arc::new(Cond::Or(a, b)),
    }
}

/// The relation that holds where this one does not.
fn negated(rel: Rel) -> Rel {
    match rel {
        Rel::Lt => Rel::Ge,
        Rel::Le => Rel::Gt,
        Rel::Gt => Rel::Le,
        Rel::Ge => Rel::Lt,
        Rel::Eq => Rel::Ne,
        Rel::Ne => Rel::Eq,
    }
}

/// The relation with its sides exchanged.
pub(crate) fn mirrored(rel: Rel) -> Rel {
    match rel {
        Rel::Lt => Rel::Gt,
        Rel::Le => Rel::Ge,
        Rel::Gt => Rel::Lt,
        Rel::Ge => Rel::Le,
        same => same,
    }
}

/// Whether the tree has more nodes than this; looks at no more of it.
pub(crate) fn larger_than(e: &Expr, limit: usize) -> bool {
    let mut left = limit;
    !fits(e, &mut left)
}

/// Whether the condition has more nodes than this.
pub(crate) fn cond_larger_than(c: &Cond, limit: usize) -> bool {
    let mut left = limit;
    !cond_fits(c, &mut left)
}

fn fits(e: &Expr, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match e {
        Expr::Num(_) | Expr::Tid(_) | Expr::Var(_) => true,
        Expr::Bin(_, _, a, b) => fits(a, left) && fits(b, left),
        Expr::Convert(_, e) | Expr::Within(_, e) => fits(e, left),
        Expr::Select(c, a, b) => cond_fits(c, left) && fits(a, left) && fits(b, left),
    }
}

fn cond_fits(c: &Cond, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match c {
        Cond::Bool(_) => true,
        Cond::Rel(_, a, b) => fits(a, left) && fits(b, left),
        Cond::And(a, b) | Cond::Or(a, b) => cond_fits(a, left) && cond_fits(b, left),
        Cond::Not(c) => cond_fits(c, left),
    }
}
