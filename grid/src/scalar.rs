//! The scalar types of C, and how a register of 64 bits holds a value of each.
//!
//! Integers are extended to 64 bits by their own signedness; a `float` is its 32 bits; a pointer is
//! a [`crate::pointer::Pointer`].

use cuda::resolve::Numeric;
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
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::Pointer => 8,
        }
    }

    /// Whether it is `float` or `double`.
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// Whether it is `bool`, a character or an integer.
    pub const fn is_integer(self) -> bool {
        !self.is_float() && !matches!(self, Scalar::Pointer)
    }

    /// Whether it has negative numbers.
    pub const fn is_signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
            || matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// The type of numbers that it is; none of a pointer.
    pub fn numeric(self) -> Option<Numeric> {
        Some(match self {
            Scalar::Pointer => return None,
            Scalar::Bool => Numeric::Bool,
            Scalar::F32 | Scalar::F64 => Numeric::Float(8 * self.size() as u8),
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
            Scalar::U16 => value as u16 as u64,
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
            Scalar::F32 => f64::from(f32::from_bits(register as u32)),
            Scalar::F64 => f64::from_bits(register),
            _ => self.integer(register) as f64,
        }
    }

    /// The register of a number, rounded to this floating-point type.
    pub fn round(self, value: f64) -> u64 {
        match self {
            Scalar::F32 => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        }
    }
}

impl From<Numeric> for Scalar {
    fn from(ty: Numeric) -> Scalar {
        match ty {
            Numeric::Bool => Scalar::Bool,
            Numeric::Int(ty) => Scalar::of(ty),
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
            Scalar::F32 => "float",
            Scalar::F64 => "double",
            Scalar::Pointer => "pointer",
        })
    }
}
