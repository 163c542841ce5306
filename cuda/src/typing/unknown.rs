//! Types of which nothing is known but that they are scalars: parameters of templates that nothing gives, and what nothing declares.

use crate::typed::Type;
use semantics::Name;

/// What the name of a type that nothing gives begins with.
const UNKNOWN: &str = "typename ";

/// A scalar type of which nothing is known.
pub(super) fn unknown(name: &Name) -> Type {
    Type::Opaque(format!("{UNKNOWN}{name}").into())
}

/// The parameter of a template that a type is, and that nothing gives.
pub(super) fn unknown_parameter(ty: &Type) -> Option<Name> {
    let Type::Opaque(name) = ty else { return None };
    name.as_str().strip_prefix(UNKNOWN).map(Name::from)
}

/// Whether a type is such a parameter.
pub(super) fn is_unknown(ty: &Type) -> bool {
    unknown_parameter(ty).is_some()
}

/// Whether a type is made of one. The arguments of a class template stand in its name, and that word in no
/// other.
pub(super) fn has_unknown(ty: &Type) -> bool {
    ty.to_string().contains(UNKNOWN)
}
