//! Types of the typed tree, as the rules of C++ take them apart.

use super::unknown::is_unknown;
use crate::resolve::{Numeric, Part, Shape};
use crate::typed::Type;

impl Shape for Type {
    fn part(&self) -> Part<'_, Self> {
        match self {
            Type::Const(of) => Part::Const(of),
            Type::Pointer(to) => Part::Pointer(to),
            Type::Array(of, n) => Part::Array(of, n.clone()),
            Type::Bool => Part::Number(Numeric::Bool),
            Type::Int(ty) => Part::Number(Numeric::Int(*ty)),
            Type::Float(bits) => Part::Number(Numeric::Float(*bits)),
            Type::Void => Part::Void,
            ty if is_unknown(ty) => Part::Unknown,
            Type::Opaque(_) | Type::Function => Part::Other,
        }
    }

    fn pointer(&self) -> Self {
        Type::Pointer(self.clone().into())
    }

    fn unqualified(&self) -> Self {
        Type::unqualified(self)
    }
}

impl From<Numeric> for Type {
    fn from(ty: Numeric) -> Type {
        match ty {
            Numeric::Bool => Type::Bool,
            Numeric::Int(ty) => Type::Int(ty),
            Numeric::Float(bits) => Type::Float(bits),
        }
    }
}
