//! At which types C++ computes. [C++17, 7.6, 8, paragraph 11]

use crate::syntax::Binary;
use semantics::IntType;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeric {
    /// `bool`.
    Bool,
    /// An integer type.
    Int(IntType),
    /// A floating-point type of this width in bits; of 16, `half`.
    Float(u8),
    /// `__nv_bfloat16`.
    Bfloat16,
}

impl Numeric {
    /// The integral promotions: all that an `int` holds becomes one. [C++17, 7.6]
    pub fn promoted(self) -> Numeric {
        match self {
            Numeric::Bool => Numeric::Int(IntType::INT),
            Numeric::Int(ty) => Numeric::Int(promoted(ty)),
            Numeric::Float(_) | Numeric::Bfloat16 => self,
        }
    }

    /// The usual arithmetic conversions: the type at which two operands meet. [C++17, 8, paragraph 11]
    pub fn usual(self, other: Numeric) -> Numeric {
        match (self.promoted(), other.promoted()) {
            (Numeric::Float(a), Numeric::Float(b)) => Numeric::Float(a.max(b)),
            (Numeric::Int(a), Numeric::Int(b)) => Numeric::Int(usual(a, b)),
            (Numeric::Bfloat16, other @ Numeric::Float(_)) => other,
            (float @ (Numeric::Float(_) | Numeric::Bfloat16), _) | (_, float) => float,
        }
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Numeric::Float(_) | Numeric::Bfloat16)
    }
}

/// The types at which an arithmetic operator or a comparison takes its operands; none where it takes integers only. What
/// is shifted, and by how much, are promoted each by itself. [C++17, 8.6 to 8.13]
pub fn operands(op: Binary, a: Numeric, b: Numeric) -> Option<(Numeric, Numeric)> {
    let shifts = matches!(op, Binary::Shl | Binary::Shr);
    let bitwise = matches!(op, Binary::Rem | Binary::BitAnd | Binary::BitOr | Binary::BitXor);
    let (a, b) = match shifts {
        true => (a.promoted(), b.promoted()),
        false => (a.usual(b), a.usual(b)),
    };
    let integers = !a.is_float() && !b.is_float();
    (integers || !shifts && !bitwise).then_some((a, b))
}

/// As [`Numeric::promoted`], of integers; one bit is a `bool`.
pub fn promoted(ty: IntType) -> IntType {
    if ty.bits < IntType::INT.bits { IntType::INT } else { ty }
}

/// As [`Numeric::usual`], of integers.
pub fn usual(a: IntType, b: IntType) -> IntType {
    let (a, b) = (promoted(a), promoted(b));
    if a.signed == b.signed {
        return IntType { bits: a.bits.max(b.bits), signed: a.signed };
    }
    let (unsigned, signed) = if a.signed { (b, a) } else { (a, b) };
    if unsigned.bits >= signed.bits { unsigned } else { signed }
}
