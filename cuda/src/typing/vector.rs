//! The components of built-in vectors.

use crate::typed::Type;
use crate::vocabulary::{components, vector_parts};
use semantics::IntType;

/// The type of a member of a built-in vector.
pub(crate) fn lane(of: &str, member: &str) -> Option<Type> {
    if of == "dim3" {
        return matches!(member, "x" | "y" | "z").then_some(Type::Int(IntType::UINT));
    }
    let (element, _) = vector_parts(of)?;
    components(of).iter().find(|lane| **lane == member)?;
    Some(match element {
        "char" => Type::Int(IntType::signed(8)),
        "uchar" => Type::Int(IntType::unsigned(8)),
        "short" => Type::Int(IntType::signed(16)),
        "ushort" => Type::Int(IntType::unsigned(16)),
        "int" => Type::Int(IntType::INT),
        "uint" => Type::Int(IntType::UINT),
        "long" | "longlong" => Type::Int(IntType::LONG),
        "ulong" | "ulonglong" => Type::Int(IntType::ULONG),
        "half" | "__nv_bfloat16" => Type::Float(16),
        "float" => Type::Float(32),
        _ => Type::Float(64),
    })
}
