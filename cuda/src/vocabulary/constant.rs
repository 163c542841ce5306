//! The constants that the headers of C and CUDA define. [C++17, 21.3; CUDA Math API]

use semantics::{IntType, Number};

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// A number of this type.
    Int(Number, IntType),
    /// A floating-point number of so many bits.
    Float(u8, f64),
    /// The null pointer.
    Null,
}

/// The constant of this name.
pub fn constant(name: &str) -> Option<Constant> {
    use std::f64::consts::{E, PI};
    let most = |ty: IntType| Constant::Int(ty.max(), ty);
    let least = |ty: IntType| Constant::Int(ty.min(), ty);
    let int = |n: Number| Constant::Int(n, IntType::INT);
    let single = |x: f32| Constant::Float(32, x.into());
    let double = |x| Constant::Float(64, x);
    Some(match name {
        "INT_MAX" | "INT32_MAX" => most(IntType::INT),
        "UINT_MAX" | "UINT32_MAX" => most(IntType::UINT),
        "LONG_MAX" | "LLONG_MAX" | "INT64_MAX" => most(IntType::LONG),
        "ULONG_MAX" | "ULLONG_MAX" | "UINT64_MAX" | "SIZE_MAX" => most(IntType::ULONG),
        "INT_MIN" | "INT32_MIN" => least(IntType::INT),
        "LONG_MIN" | "LLONG_MIN" | "INT64_MIN" => least(IntType::LONG),
        "SHRT_MAX" | "INT16_MAX" => int(IntType::signed(16).max()),
        "USHRT_MAX" | "UINT16_MAX" => int(IntType::unsigned(16).max()),
        "CHAR_BIT" => int(8.into()),
        "warpSize" => int(32.into()),
        "NULL" => Constant::Null,
        "FLT_MAX" => single(f32::MAX),
        "FLT_MIN" => single(f32::MIN_POSITIVE),
        "FLT_EPSILON" => single(f32::EPSILON),
        "INFINITY" | "CUDART_INF_F" => single(f32::INFINITY),
        "NAN" => single(f32::NAN),
        "CUDART_PI_F" => single(std::f32::consts::PI),
        "DBL_MAX" => double(f64::MAX),
        "DBL_MIN" => double(f64::MIN_POSITIVE),
        "DBL_EPSILON" => double(f64::EPSILON),
        "CUDART_INF" => double(f64::INFINITY),
        "M_PI" | "CUDART_PI" => double(PI),
        "M_E" => double(E),
        _ => return None,
    })
}
