//! C's operators on registers, exactly: integers by their types, floating-point numbers as IEEE.

use crate::pointer::Pointer;
use crate::scalar::Scalar;

/// What has no meaning in C. The run goes on with the result that wraps around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// A signed result that its type does not have.
    Overflow,
    /// `/ 0` or `% 0` of integers; the result is 0.
    DivisionByZero,
    /// A shift by a negative number, or by the width or more.
    BadShift,
    /// A floating-point number converted to an integer type that does not have it; the result is
    /// the nearest number of the type, as in CUDA.
    BadConversion,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Min,
    Max,
    /// The upper half of the product.
    MulHigh,
}

impl Binary {
    /// Whether the result is a `bool`.
    pub fn compares(self) -> bool {
        use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Negate,
    Complement,
    Not,
    Absolute,
    /// How many bits are 1.
    Population,
    /// How many of the highest bits are 0.
    LeadingZeros,
    /// The place of the lowest 1, from 1; 0 where there is none.
    FirstSet,
    /// The bits in the opposite order.
    Reverse,
}

/// A result, and what was wrong with it.
pub type Checked = (u64, Option<Fault>);

/// `a ⋆ b`, both of this type; the right operand of a shift is an integer of any type.
#[inline(always)]
pub fn binary(op: Binary, at: Scalar, a: u64, b: u64) -> Checked {
    match at {
        Scalar::F32 => (single(op, f32::from_bits(a as u32), f32::from_bits(b as u32)), None),
        Scalar::F64 => (double(op, f64::from_bits(a), f64::from_bits(b)), None),
        Scalar::F16 | Scalar::Bf16 => (short(op, at, a, b), None),
        Scalar::Pointer if op.compares() => integer(op, at, Pointer(a).place(), Pointer(b).place()),
        Scalar::I64 | Scalar::U64 | Scalar::Pointer => integer(op, at, a, b),
        _ => narrow(op, at, a, b),
    }
}

/// The exact result of an operator on integers of twice the width, and what is said of the others.
macro_rules! integers {
    ($op:expr, $x:ident, $y:ident; $($others:tt)*) => {
        match $op {
            Binary::Add => $x + $y,
            Binary::Sub => $x - $y,
            // Only the product of two unsigned numbers of half the width leaves the signed bits.
            Binary::Mul => $x.wrapping_mul($y),
            Binary::And => $x & $y,
            Binary::Or => $x | $y,
            Binary::Xor => $x ^ $y,
            Binary::Min => $x.min($y),
            Binary::Max => $x.max($y),
            Binary::Eq => return (($x == $y).into(), None),
            Binary::Ne => return (($x != $y).into(), None),
            Binary::Lt => return (($x < $y).into(), None),
            Binary::Le => return (($x <= $y).into(), None),
            Binary::Gt => return (($x > $y).into(), None),
            Binary::Ge => return (($x >= $y).into(), None),
            $($others)*
        }
    };
}

/// As [`integer`], of types up to 32 bits, whose exact results 64 bits hold.
#[inline(always)]
fn narrow(op: Binary, at: Scalar, a: u64, b: u64) -> Checked {
    let (x, y) = (a as i64, b as i64);
    let exact = integers! { op, x, y;
        Binary::Div if y != 0 => x / y,
        Binary::Shl | Binary::Shr if (0..i64::from(at.size()) * 8).contains(&y) => {
            let shifted = if op == Binary::Shl { x.wrapping_shl(y as u32) } else { x >> y };
            return (wrapped(at, shifted), None);
        }
        Binary::Div | Binary::Rem | Binary::Shl | Binary::Shr | Binary::MulHigh => {
            return integer(op, at, a, b);
        }
    };
    let wrapped = wrapped(at, exact);
    let overflows = at.is_signed() && wrapped as i64 != exact;
    (wrapped, overflows.then_some(Fault::Overflow))
}

/// The register of an integer in a type of up to 32 bits.
#[inline(always)]
fn wrapped(at: Scalar, exact: i64) -> u64 {
    match at {
        Scalar::I32 => exact as i32 as u64,
        Scalar::U32 => u64::from(exact as u32),
        _ => at.wrap(exact.into()),
    }
}

macro_rules! floats {
    ($name:ident, $float:ty) => {
        #[inline]
        fn $name(op: Binary, a: $float, b: $float) -> u64 {
            let number = match op {
                Binary::Add => a + b,
                Binary::Sub => a - b,
                Binary::Mul => a * b,
                Binary::Div => a / b,
                Binary::Rem => a % b,
                // As `fmin` and `fmax`: a number wins over NaN.
                Binary::Min => a.min(b),
                Binary::Max => a.max(b),
                Binary::Eq => return (a == b).into(),
                Binary::Ne => return (a != b).into(),
                Binary::Lt => return (a < b).into(),
                Binary::Le => return (a <= b).into(),
                Binary::Gt => return (a > b).into(),
                Binary::Ge => return (a >= b).into(),
                // No other operator is on floating-point numbers.
                _ => return 0,
            };
            number.to_bits().into()
        }
    };
}

floats!(single, f32);
floats!(double, f64);

/// As [`single`], of a type of 16 bits. A `float` has so many more digits that rounding its result once more is rounding
/// the exact one. [Figueroa, When is double rounding innocuous?, 1995]
#[inline(never)]
fn short(op: Binary, at: Scalar, a: u64, b: u64) -> u64 {
    let [x, y] = [a, b].map(|register| at.real(register) as f32);
    let made = single(op, x, y);
    if op.compares() { made } else { at.round(Scalar::F32.real(made)) }
}

#[inline(never)]
fn integer(op: Binary, at: Scalar, a: u64, b: u64) -> Checked {
    let (x, y) = (at.integer(a), at.integer(b));
    let exact = integers! { op, x, y;
        Binary::Div | Binary::Rem => return divide(op, at, x, y),
        Binary::Shl | Binary::Shr => return shift(op, at, x, b as i64),
        Binary::MulHigh => return (multiply_high(at, x, y), None),
    };
    checked(at, exact)
}

/// An exact result in its type.
#[inline(always)]
fn checked(at: Scalar, exact: i128) -> Checked {
    let wrapped = at.wrap(exact);
    let overflows = at.is_signed() && at.integer(wrapped) != exact;
    (wrapped, overflows.then_some(Fault::Overflow))
}

fn divide(op: Binary, at: Scalar, x: i128, y: i128) -> Checked {
    if y == 0 {
        return (0, Some(Fault::DivisionByZero));
    }
    // The quotient must be there for the remainder to have a meaning.
    let (quotient, fault) = checked(at, x / y);
    if op == Binary::Div { (quotient, fault) } else { (at.wrap(x % y), fault) }
}

fn shift(op: Binary, at: Scalar, x: i128, by: i64) -> Checked {
    let bits = i64::from(at.size()) * 8;
    if !(0..bits).contains(&by) {
        let emptied = if op == Binary::Shr && x < 0 { -1 } else { 0 };
        return (at.wrap(emptied), Some(Fault::BadShift));
    }
    // Shifting to the left is modulo the width, in C++20 for negative numbers too.
    let shifted = if op == Binary::Shl { x.wrapping_shl(by as u32) } else { x >> by };
    (at.wrap(shifted), None)
}

fn multiply_high(at: Scalar, x: i128, y: i128) -> u64 {
    let bits = at.size() * 8;
    match at {
        Scalar::U64 => ((x as u128).wrapping_mul(y as u128) >> bits) as u64,
        _ => at.wrap(x.wrapping_mul(y) >> bits),
    }
}

/// `⋆a`, of this type.
pub fn unary(op: Unary, at: Scalar, a: u64) -> Checked {
    let bits = at.size() * 8;
    let low = if bits == 64 { a } else { a & ((1 << bits) - 1) };
    match op {
        Unary::Not => ((a == 0).into(), None),
        Unary::Negate | Unary::Absolute if at.is_float() => {
            let sign = 1u64 << (bits - 1);
            (if op == Unary::Negate { low ^ sign } else { low & !sign }, None)
        }
        Unary::Negate => checked(at, -at.integer(a)),
        Unary::Absolute => checked(at, at.integer(a).abs()),
        Unary::Complement => (at.wrap(!at.integer(a)), None),
        Unary::Population => (low.count_ones().into(), None),
        Unary::LeadingZeros => ((low.leading_zeros() - (64 - bits)).into(), None),
        Unary::FirstSet => (if low == 0 { 0 } else { u64::from(low.trailing_zeros()) + 1 }, None),
        Unary::Reverse => (at.wrap((low.reverse_bits() >> (64 - bits)).into()), None),
    }
}

/// A value of one type as one of another. [C++17, 7]
#[inline(always)]
pub fn convert(from: Scalar, to: Scalar, a: u64) -> Checked {
    match (from.is_float(), to) {
        (_, _) if from == to => (a, None),
        (true, Scalar::Bool) => ((from.real(a) != 0.0).into(), None),
        (false, Scalar::Bool) => ((a != 0).into(), None),
        (true, _) if to.is_float() => (to.round(from.real(a)), None),
        (false, _) if to.is_float() => (to.round_integer(from.integer(a)), None),
        (true, _) => truncate(from.real(a), to),
        (false, _) => (to.wrap(from.integer(a)), None),
    }
}

fn truncate(value: f64, to: Scalar) -> Checked {
    let whole = value.trunc();
    let (least, most) = bounds(to);
    // A cast of Rust's takes the nearest number, and 0 for NaN.
    let exact = whole as i128;
    let fits = whole.is_finite() && (least..=most).contains(&exact);
    (to.wrap(exact.clamp(least, most)), (!fits).then_some(Fault::BadConversion))
}

/// The least and the greatest number of an integer type.
pub fn bounds(of: Scalar) -> (i128, i128) {
    let bits = of.size() * 8;
    match (of, of.is_signed()) {
        (Scalar::Bool, _) => (0, 1),
        (_, true) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (_, false) => (0, (1 << bits) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_types_are_computed_as_wide_ones() {
        use Binary::*;
        use Scalar::{Bool, I8, I16, I32, U8, U16, U32};
        let operators = [
            Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Eq, Ne, Lt, Le, Gt, Ge, Min, Max,
            MulHigh,
        ];
        for at in [Bool, I8, U8, I16, U16, I32, U32] {
            let (least, most) = bounds(at);
            let near = [least, 0, most].map(|n| n - 3..n + 4).into_iter().flatten();
            let numbers: Vec<u64> =
                near.chain(4..34).chain([least / 2, most / 2]).map(|n| at.wrap(n)).collect();
            for op in operators {
                for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b))) {
                    assert_eq!(
                        narrow(op, at, a, b),
                        integer(op, at, a, b),
                        "{op:?} {at:?} {a} {b}"
                    );
                }
            }
        }
    }
}
