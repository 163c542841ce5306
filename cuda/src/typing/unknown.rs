//! Types of which nothing is known but that they are scalars: parameters of templates that nothing gives, and what nothing declares.

use crate::typed::Type;
use semantics::Name;

/// What the name of a type that nothing gives begins with.
pub(super) const UNKNOWN: &str = "typename ";

/// A scalar type of which nothing is known.
pub(super) fn unknown(name: &Name) -> Type {
    Type::Opaque(format!("{UNKNOWN}{name}").into())
}

/// Whether a type is a parameter of a template that nothing gives.
pub(super) fn is_unknown(ty: &Type) -> bool {
    matches!(ty, Type::Opaque(name) if name.as_str().starts_with(UNKNOWN))
}
