//! The scalar types of C, and how a register of 64 bits holds a value of each.
//!
//! Integers are extended to 64 bits by their own signedness; a `float` is its 32 bits, a `half` its 16; a pointer is
//! a [`crate::pointer::Pointer`].

use cuda::resolve::Numeric;
use half::{bf16, f16};
use semantics::IntType;
use std::fmt;

/// A type whose values fit one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Scalar {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    Bf16,
    F32,
    F64,
    Pointer,
}

impl Scalar {
    /// The scalar type of a C integer type.
    pub fn of(ty: IntType) -> Scalar {
        match (ty.bits, ty.signed) {
            (1, _) => Scalar::Bool,
            (8, true) => Scalar::I8,
            (8, false) => Scalar::U8,
            (16, true) => Scalar::I16,
            (16, false) => Scalar::U16,
            (32, true) => Scalar::I32,
            (32, false) => Scalar::U32,
            (_, true) => Scalar::I64,
            (_, false) => Scalar::U64,
        }
    }

    /// Its size in memory, in bytes; also its alignment.
    pub const fn size(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 | Scalar::Bf16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::Pointer => 8,
        }
    }

    /// Whether it is a floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64)
    }

    /// Whether it is `bool`, a character or an integer.
    pub const fn is_integer(self) -> bool {
        !self.is_float() && !matches!(self, Scalar::Pointer)
    }

    /// Whether it has negative numbers.
    pub const fn is_signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64) || self.is_float()
    }

    /// The type of numbers that it is; none of a pointer.
    pub fn numeric(self) -> Option<Numeric> {
        Some(match self {
            Scalar::Pointer => return None,
            Scalar::Bool => Numeric::Bool,
            Scalar::Bf16 => Numeric::Bfloat16,
            Scalar::F16 | Scalar::F32 | Scalar::F64 => Numeric::Float(8 * self.size() as u8),
            _ => Numeric::Int(IntType { bits: 8 * self.size() as u8, signed: self.is_signed() }),
        })
    }

    /// The type after integral promotion.
    pub fn promoted(self) -> Scalar {
        self.numeric().map_or(self, |ty| ty.promoted().into())
    }

    /// The type at which two arithmetic operands meet.
    pub fn usual(self, other: Scalar) -> Scalar {
        match (self.numeric(), other.numeric()) {
            (Some(a), Some(b)) => a.usual(b).into(),
            _ => Scalar::Pointer,
        }
    }

    /// The register of an integer: wrapped around to this type, and extended.
    pub const fn wrap(self, value: i128) -> u64 {
        match self {
            Scalar::Bool => (value != 0) as u64,
            Scalar::I8 => value as i8 as u64,
            Scalar::U8 => value as u8 as u64,
            Scalar::I16 => value as i16 as u64,
            Scalar::U16 | Scalar::F16 | Scalar::Bf16 => value as u16 as u64,
            Scalar::I32 => value as i32 as u64,
            Scalar::U32 | Scalar::F32 => value as u32 as u64,
            _ => value as u64,
        }
    }

    /// The integer that a register of this type holds.
    pub const fn integer(self, register: u64) -> i128 {
        if self.is_signed() { register as i64 as i128 } else { register as i128 }
    }

    /// The number that a register of this type holds, as a `double`.
    pub fn real(self, register: u64) -> f64 {
        match self {
            Scalar::F16 => f16::from_bits(register as u16).to_f64(),
            Scalar::Bf16 => bf16::from_bits(register as u16).to_f64(),
            Scalar::F32 => f64::from(f32::from_bits(register as u32)),
            Scalar::F64 => f64::from_bits(register),
            _ => self.integer(register) as f64,
        }
    }

    /// The register of a number, rounded to this floating-point type.
    pub fn round(self, value: f64) -> u64 {
        match self {
            Scalar::F16 => f16::from_f32(to_odd_single(value)).to_bits().into(),
            Scalar::Bf16 => bf16::from_f32(to_odd_single(value)).to_bits().into(),
            Scalar::F32 => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        }
    }

    /// The register of an integer, rounded once to this floating-point type.
    pub fn round_integer(self, n: i128) -> u64 {
        match self {
            Scalar::F32 => u64::from((n as f32).to_bits()),
            Scalar::F64 => (n as f64).to_bits(),
            _ => self.round(to_odd(n)),
        }
    }
}

/// An integer as a `double`; of the two next to it, where it is none, the one whose last bit is 1: that is rounded to a
/// shorter type as the integer is. [Boldo and Melquiond, Emulation of FMA and correctly rounded sums, 2008]
fn to_odd(n: i128) -> f64 {
    let near = n as f64;
    let back = near as i128;
    if back == n {
        return near;
    }
    // The bits of a number grow with its magnitude.
    let below = near.to_bits() - u64::from(back.unsigned_abs() > n.unsigned_abs());
    f64::from_bits(below | 1)
}

/// As [`to_odd`], of a `double` as a `float`.
fn to_odd_single(x: f64) -> f32 {
    let near = x as f32;
    let back = f64::from(near);
    if back == x || x.is_nan() {
        return near;
    }
    let below = near.to_bits() - u32::from(back.abs() > x.abs());
    f32::from_bits(below | 1)
}

impl From<Numeric> for Scalar {
    fn from(ty: Numeric) -> Scalar {
        match ty {
            Numeric::Bool => Scalar::Bool,
            Numeric::Int(ty) => Scalar::of(ty),
            Numeric::Bfloat16 => Scalar::Bf16,
            Numeric::Float(16) => Scalar::F16,
            Numeric::Float(32) => Scalar::F32,
            Numeric::Float(_) => Scalar::F64,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "char",
            Scalar::U8 => "unsigned char",
            Scalar::I16 => "short",
            Scalar::U16 => "unsigned short",
            Scalar::I32 => "int",
            Scalar::U32 => "unsigned int",
            Scalar::I64 => "long",
            Scalar::U64 => "unsigned long",
            Scalar::F16 => "half",
            Scalar::Bf16 => "__nv_bfloat16",
            Scalar::F32 => "float",
            Scalar::F64 => "double",
            Scalar::Pointer => "pointer",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_16_bits_are_rounded_once() {
        for (at, largest) in [(Scalar::F16, 0x7bffu64), (Scalar::Bf16, 0x7f7f)] {
            for below in 0..largest {
                let [a, b] = [below, below + 1].map(|register| at.real(register));
                let middle = a + (b - a) / 2.0;
                let even = below + (below & 1);
                assert_eq!(at.round(a), below);
                assert_eq!(at.round(middle), even, "{at} {middle}");
                assert_eq!(at.round(middle.next_down()), below, "{at} below {middle}");
                assert_eq!(at.round(middle.next_up()), below + 1, "{at} above {middle}");
                if (2.0f64.powi(60)..2.0f64.powi(100)).contains(&middle) {
                    let n = middle as i128;
                    assert_eq!(at.round_integer(n - 1), below);
                    assert_eq!(at.round_integer(n), even);
                    assert_eq!(at.round_integer(-n - 1), (below + 1) | 0x8000);
                }
            }
            let most = at.real(largest);
            assert_eq!(at.real(at.round(most * 1.01)), f64::INFINITY);
            assert_eq!(at.real(at.round(f64::MAX)), f64::INFINITY);
            assert!(at.real(at.round(f64::NAN)).is_nan());
            assert_eq!(at.round(-f64::from_bits(1)), 0x8000);
        }
    }
}
