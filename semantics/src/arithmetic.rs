//! The operators `⋆` and `◇`, and the two arithmetics that give them meaning.
//!
//! The rules are parametric in the arithmetic. On [naturals](Arithmetic::Natural) every operator
//! is total, as [L24, §3.1] asks. In [C's arithmetic](Arithmetic::C) some applications have no
//! meaning (signed overflow, division by zero, a shift past the width); an execution that makes
//! one is left out of every verdict.

use crate::number::{LARGEST_NUMBER_BITS, Number};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::{Deserialize, Serialize};
use std::fmt;

/// An arithmetic operator `⋆`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // the names say it
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Min,
    Max,
}

impl Op {
    /// Every operator, in the order of `docs/calculi.md`.
    pub const ALL: [Op; 12] = [
        Op::Add,
        Op::Mul,
        Op::Div,
        Op::Rem,
        Op::BitAnd,
        Op::BitOr,
        Op::BitXor,
        Op::Shl,
        Op::Shr,
        Op::Min,
        Op::Max,
        Op::Sub,
    ];

    /// How the operator is written. `min` and `max` are written as functions.
    pub fn symbol(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::BitAnd => "&",
            Op::BitOr => "|",
            Op::BitXor => "^",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::Min => "min",
            Op::Max => "max",
        }
    }
}

/// A comparison `◇`. Compares numbers; no arithmetic is involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Rel {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Rel {
    /// Every comparison.
    pub const ALL: [Rel; 6] = [Rel::Lt, Rel::Le, Rel::Gt, Rel::Ge, Rel::Eq, Rel::Ne];

    /// How the comparison is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Rel::Lt => "<",
            Rel::Le => "<=",
            Rel::Gt => ">",
            Rel::Ge => ">=",
            Rel::Eq => "==",
            Rel::Ne => "!=",
        }
    }

    /// Whether the comparison holds of two numbers.
    pub fn holds(self, a: &Number, b: &Number) -> bool {
        match self {
            Rel::Lt => a < b,
            Rel::Le => a <= b,
            Rel::Gt => a > b,
            Rel::Ge => a >= b,
            Rel::Eq => a == b,
            Rel::Ne => a != b,
        }
    }
}

/// A C integer type, by what matters of it: `int` is `IntType { bits: 32, signed: true }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IntType {
    /// Width in bits, 1 to 128.
    pub bits: u8,
    /// Two's complement when signed; wraps around when not.
    pub signed: bool,
}

impl IntType {
    /// `int`.
    pub const INT: IntType = IntType::signed(32);
    /// `unsigned int`.
    pub const UINT: IntType = IntType::unsigned(32);
    /// `long long`, also `ptrdiff_t`.
    pub const LONG: IntType = IntType::signed(64);
    /// `unsigned long long`, also `size_t`.
    pub const ULONG: IntType = IntType::unsigned(64);

    /// Wider than any type of C: holds every number of theirs, and the one after it.
    pub const WIDE: IntType = IntType::signed(72);

    /// The signed type of this width.
    pub const fn signed(bits: u8) -> Self {
        IntType { bits, signed: true }
    }

    /// The unsigned type of this width.
    pub const fn unsigned(bits: u8) -> Self {
        IntType { bits, signed: false }
    }

    /// The smallest number of the type.
    pub fn min(self) -> Number {
        if self.signed { -(Number::one() << (self.bits - 1)) } else { Number::zero() }
    }

    /// The largest number of the type.
    pub fn max(self) -> Number {
        (Number::one() << (self.bits - u8::from(self.signed))) - 1
    }

    /// Whether the type has this number.
    pub fn contains(self, n: &Number) -> bool {
        self.min() <= *n && *n <= self.max()
    }

    /// C's conversion to this type: the number of the type that is equal modulo 2^bits.
    pub fn convert(self, n: &Number) -> Number {
        if self.contains(n) {
            return n.clone();
        }
        let modulus = Number::one() << self.bits;
        let wrapped = n.mod_floor(&modulus);
        if wrapped > self.max() { wrapped - modulus } else { wrapped }
    }
}

impl IntType {
    /// The type of this name, as it is displayed.
    pub fn named(name: &str) -> Option<IntType> {
        let (sign, digits) = name.split_at_checked(1)?;
        let bits: u8 = digits.parse().ok()?;
        let ty = IntType { bits, signed: sign == "i" };
        // `i032` and `x32` are names of no type.
        ((1..=128).contains(&bits) && ty.to_string() == name).then_some(ty)
    }
}

impl fmt::Display for IntType {
    /// `i32`, `u64`, …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

/// The arithmetic in which an operator is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arithmetic {
    /// Naturals: `−` is cut off at 0, `e / 0 = 0`, `e % 0 = e`. [L24, §3.1]
    Natural,
    /// C's arithmetic at one type, after the usual conversions. The right operand of a shift may
    /// have another type.
    C(IntType),
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaningless {
    /// A number past [`LARGEST_NUMBER_BITS`]: the calculus gives it a value, this machine does not.
    TooLarge,
    /// C: the result does not fit the signed type.
    SignedOverflow,
    /// C: division or remainder by zero.
    DivisionByZero,
    /// C: a shift by a negative amount, or by the width or more.
    ShiftOutOfRange,
    /// C: an index outside of the array's declared size.
    OutOfBounds,
    /// A variable that nothing binds.
    Unbound(crate::Name),
}

impl std::error::Error for Meaningless {}

impl fmt::Display for Meaningless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meaningless::TooLarge => {
                write!(f, "a number of more than {LARGEST_NUMBER_BITS} bits")
            }
            Meaningless::SignedOverflow => f.write_str("signed overflow"),
            Meaningless::DivisionByZero => f.write_str("division by zero"),
            Meaningless::ShiftOutOfRange => {
                f.write_str("a shift by a negative amount or past the width")
            }
            Meaningless::OutOfBounds => f.write_str("an index outside of its array"),
            Meaningless::Unbound(x) => write!(f, "the variable {x} is not bound"),
        }
    }
}

impl Arithmetic {
    /// `a ⋆ b`.
    ///
    /// # Errors
    /// What has no meaning in C; and in either arithmetic a number too large for memory.
    pub fn apply(self, op: Op, a: &Number, b: &Number) -> Result<Number, Meaningless> {
        match self {
            Arithmetic::Natural => natural(op, a, b),
            Arithmetic::C(ty) => machine(ty, op, a, b),
        }
    }
}

/// Total on naturals.
fn natural(op: Op, a: &Number, b: &Number) -> Result<Number, Meaningless> {
    Ok(match op {
        Op::Add => a + b,
        Op::Sub if a <= b => Number::zero(),
        Op::Sub => a - b,
        Op::Mul if a.bits() + b.bits() > LARGEST_NUMBER_BITS => return Err(Meaningless::TooLarge),
        Op::Mul => a * b,
        Op::Div if b.is_zero() => Number::zero(),
        Op::Div => a / b,
        Op::Rem if b.is_zero() => a.clone(),
        Op::Rem => a % b,
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        Op::BitXor => a ^ b,
        Op::Shl if a.is_zero() => Number::zero(),
        Op::Shl => match b.to_u64() {
            Some(places) if a.bits().saturating_add(places) <= LARGEST_NUMBER_BITS => a << places,
            _ => return Err(Meaningless::TooLarge),
        },
        Op::Shr => match b.to_u64() {
            Some(places) if places < a.bits() => a >> places,
            _ => Number::zero(),
        },
        Op::Min => a.min(b).clone(),
        Op::Max => a.max(b).clone(),
    })
}

/// C at type `ty`: computes exactly, then wraps (unsigned) or has no meaning (signed).
fn machine(ty: IntType, op: Op, a: &Number, b: &Number) -> Result<Number, Meaningless> {
    let exact = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Div | Op::Rem if b.is_zero() => return Err(Meaningless::DivisionByZero),
        Op::Div => a / b,
        // INT_MIN % -1 has no meaning because INT_MIN / -1 does not fit.
        Op::Rem if !ty.contains(&(a / b)) => return Err(Meaningless::SignedOverflow),
        Op::Rem => a % b,
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        Op::BitXor => a ^ b,
        Op::Shl | Op::Shr => match b.to_u8() {
            Some(places) if places < ty.bits => match op {
                // C++20 and CUDA: a left shift wraps, of signed numbers too.
                Op::Shl => return Ok(ty.convert(&(a << places))),
                _ => a >> places,
            },
            _ => return Err(Meaningless::ShiftOutOfRange),
        },
        Op::Min => a.min(b).clone(),
        Op::Max => a.max(b).clone(),
    };
    if ty.contains(&exact) {
        Ok(exact)
    } else if ty.signed {
        Err(Meaningless::SignedOverflow)
    } else {
        debug_assert!(exact.is_negative() || exact.bits() > u64::from(ty.bits));
        Ok(ty.convert(&exact))
    }
}
