//! What built-in vectors are made of. [CUDA, 7.3.1; OpenCL C 3.0, 6.3.2]

use super::arithmetic::Numeric;
use crate::vocabulary::{components, vector_parts};
use semantics::IntType;

/// What the components of a built-in vector, or of `dim3`, are called, and which numbers they are.
pub fn vector(name: &str) -> Option<(&'static [&'static str], Numeric)> {
    let name = if name == "dim3" { "uint3" } else { name };
    let int = |bits, signed| Numeric::Int(IntType { bits, signed });
    let (element, _) = vector_parts(name)?;
    let element = match element {
        "char" => int(8, true),
        "uchar" => int(8, false),
        "short" => int(16, true),
        "ushort" => int(16, false),
        "int" => int(32, true),
        "uint" => int(32, false),
        "long" | "longlong" => int(64, true),
        "ulong" | "ulonglong" => int(64, false),
        "half" => Numeric::Float(16),
        "__nv_bfloat16" => Numeric::Bfloat16,
        "float" => Numeric::Float(32),
        _ => Numeric::Float(64),
    };
    Some((components(name), element))
}
