//! The numbers that an expression may take, as an interval.

use super::Lowering;
use crate::term::convert;
use num_traits::{Signed, ToPrimitive, Zero};
use semantics::{Arithmetic, Cond, Expr, IntType, Number, Op, Rel};
use std::sync::Arc;

/// From the least to the greatest number, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub min: Number,
    pub max: Number,
}

/// How much of an expression is looked at: past that, its type says all.
const FUEL: usize = 256;

impl Range {
    pub fn new(min: impl Into<Number>, max: impl Into<Number>) -> Range {
        Range { min: min.into(), max: max.into() }
    }

    pub fn of_type(ty: IntType) -> Range {
        Range { min: ty.min(), max: ty.max() }
    }

    fn hull(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    fn within(&self, ty: IntType) -> bool {
        ty.contains(&self.min) && ty.contains(&self.max)
    }
}

impl Lowering<'_> {
    /// The numbers that the expression may take in an execution that has a meaning.
    pub(super) fn range(&self, e: &Expr) -> Range {
        self.range_of(e, &mut FUEL.clone()).unwrap_or_else(|| Range::of_type(IntType::signed(128)))
    }

    /// The type that the expression has by its form; a number has any.
    pub(super) fn type_of(&self, e: &Expr) -> Option<IntType> {
        match e {
            Expr::Num(_) | Expr::Bin(_, Arithmetic::Natural, ..) => None,
            Expr::Tid(_) => Some(IntType::UINT),
            Expr::Var(x) => self.variables.types.get(x).copied(),
            Expr::Bin(_, Arithmetic::C(ty), ..) | Expr::Convert(ty, _) => Some(*ty),
            Expr::Select(_, a, b) => self.type_of(a).or_else(|| self.type_of(b)),
            Expr::Within(_, e) => self.type_of(e).or(Some(IntType::LONG)),
        }
    }

    /// C's conversion. Of two in a row, the inner one goes where it changes no number.
    pub(super) fn cast(&self, to: IntType, from: IntType, e: Arc<Expr>) -> Arc<Expr> {
        if let Expr::Convert(_, inner) = &*e
            && let Some(ty) = self.type_of(inner)
            && self.range(inner).within(from)
        {
            return convert(to, ty, Arc::clone(inner));
        }
        convert(to, from, e)
    }

    /// `None` where nothing is known.
    fn range_of(&self, e: &Expr, fuel: &mut usize) -> Option<Range> {
        if *fuel == 0 {
            return match e {
                Expr::Bin(_, Arithmetic::C(ty), ..) | Expr::Convert(ty, _) => {
                    Some(Range::of_type(*ty))
                }
                _ => None,
            };
        }
        *fuel -= 1;
        match e {
            Expr::Num(n) => Some(Range { min: n.clone(), max: n.clone() }),
            Expr::Tid(axis) => Some(self.given.launch.range_of_axis(*axis)),
            Expr::Var(x) => self
                .variables
                .ranges
                .get(x)
                .cloned()
                .or_else(|| self.variables.types.get(x).map(|ty| Range::of_type(*ty))),
            Expr::Bin(op, Arithmetic::C(ty), a, b) => {
                // What the convention on the number of threads says.
                if let Some((min, max)) = self.taken.threads_bounded.range(e) {
                    return Some(Range { min, max });
                }
                let (a, b) = (self.range_of(a, fuel), self.range_of(b, fuel));
                let exact = a.zip(b).and_then(|(a, b)| exact(*op, &a, &b));
                Some(match exact {
                    Some(range) if range.within(*ty) => range,
                    // An overflow has no meaning, so what is left stays in the type.
                    Some(range) if ty.signed && !matches!(op, Op::Shl) => {
                        let Range { min, max } = Range::of_type(*ty);
                        Range { min: range.min.max(min), max: range.max.min(max) }
                    }
                    _ => Range::of_type(*ty),
                })
            }
            Expr::Bin(..) => None,
            Expr::Convert(ty, e) => Some(match self.range_of(e, fuel) {
                Some(range) if range.within(*ty) => range,
                _ => Range::of_type(*ty),
            }),
            Expr::Select(_, a, b) => {
                let (a, b) = (self.range_of(a, fuel)?, self.range_of(b, fuel)?);
                Some(a.hull(b))
            }
            Expr::Within(size, _) => Some(Range { min: Number::zero(), max: size - 1 }),
        }
    }

    /// A condition `a ◇ b`, decided where the ranges decide it.
    pub(super) fn decided(&self, rel: Rel, a: Arc<Expr>, b: Arc<Expr>) -> Arc<Cond> {
        let (x, y) = (self.range(&a), self.range(&b));
        let (always, never) = match rel {
            Rel::Lt => (x.max < y.min, x.min >= y.max),
            Rel::Le => (x.max <= y.min, x.min > y.max),
            Rel::Gt => (x.min > y.max, x.max <= y.min),
            Rel::Ge => (x.min >= y.max, x.max < y.min),
            Rel::Eq => (false, x.max < y.min || x.min > y.max),
            Rel::Ne => (x.max < y.min || x.min > y.max, false),
        };
        match (always, never) {
            (true, _) => Arc::new(Cond::Bool(true)),
            (_, true) => Arc::new(Cond::Bool(false)),
            _ => crate::term::rel(rel, a, b),
        }
    }
}

/// The interval of an operator's exact results.
fn exact(op: Op, a: &Range, b: &Range) -> Option<Range> {
    let natural = !a.min.is_negative() && !b.min.is_negative();
    Some(match op {
        Op::Add => Range { min: &a.min + &b.min, max: &a.max + &b.max },
        Op::Sub => Range { min: &a.min - &b.max, max: &a.max - &b.min },
        Op::Mul => {
            let corners = [&a.min * &b.min, &a.min * &b.max, &a.max * &b.min, &a.max * &b.max];
            let min = corners.iter().min()?.clone();
            Range { min, max: corners.into_iter().max()? }
        }
        // The range of a counter of a loop that never runs has no number in it.
        Op::Div if b.min.is_positive() && b.max >= b.min => {
            let corners = [&a.min / &b.min, &a.min / &b.max, &a.max / &b.min, &a.max / &b.max];
            let min = corners.iter().min()?.clone();
            Range { min, max: corners.into_iter().max()? }
        }
        Op::Rem if natural => {
            let below = Number::max(&b.max - 1, Number::zero());
            Range { min: Number::zero(), max: below.min(a.max.clone()) }
        }
        Op::BitAnd if !a.min.is_negative() || !b.min.is_negative() => {
            let max = match (a.min.is_negative(), b.min.is_negative()) {
                (false, false) => a.max.clone().min(b.max.clone()),
                (false, true) => a.max.clone(),
                _ => b.max.clone(),
            };
            Range { min: Number::zero(), max }
        }
        Op::BitOr | Op::BitXor if natural => {
            let bits = a.max.bits().max(b.max.bits());
            Range { min: Number::zero(), max: (Number::from(1) << bits) - 1 }
        }
        Op::Shr if natural => {
            let least = b.min.to_u64()?;
            Range { min: Number::zero(), max: &a.max >> least.min(200) }
        }
        Op::Shl if natural => {
            let most = b.max.to_u64().filter(|n| *n < 128)?;
            Range { min: a.min.clone(), max: &a.max << most }
        }
        Op::Min => {
            Range { min: a.min.clone().min(b.min.clone()), max: a.max.clone().min(b.max.clone()) }
        }
        Op::Max => {
            Range { min: a.min.clone().max(b.min.clone()), max: a.max.clone().max(b.max.clone()) }
        }
        _ => return None,
    })
}
