//! The functions of CUDA and of the C library that the typed tree has by their names; the others are in `prelude/`.

use super::vector::is_vector;
use semantics::IntType;

/// Functions of the C library on floating-point numbers, without the `f` of the single-precision
/// ones. None takes a pointer.
pub(crate) const MATH: [&str; 54] = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "pow",
    "sqrt",
    "rsqrt",
    "cbrt",
    "rcbrt",
    "fabs",
    "floor",
    "ceil",
    "round",
    "trunc",
    "rint",
    "nearbyint",
    "fmod",
    "fmin",
    "fmax",
    "fma",
    "hypot",
    "rhypot",
    "erf",
    "erfc",
    "erfinv",
    "lgamma",
    "tgamma",
    "copysign",
    "fdim",
    "remainder",
    "sinpi",
    "cospi",
    "ldexp",
    "norm3d",
    "norm4d",
    "nextafter",
    "logb",
];

/// Single-precision intrinsics.
pub(crate) const FAST: [&str; 28] = [
    "__sinf",
    "__cosf",
    "__tanf",
    "__expf",
    "__exp10f",
    "__logf",
    "__log2f",
    "__log10f",
    "__powf",
    "__fdividef",
    "__saturatef",
    "__fadd_rn",
    "__fmul_rn",
    "__fsub_rn",
    "__fmaf_rn",
    "__frcp_rn",
    "__fsqrt_rn",
    "__fdiv_rn",
    "__frsqrt_rn",
    "__int2float_rn",
    "__uint2float_rn",
    "__int_as_float",
    "__uint_as_float",
    "__half2float",
    "__double2float_rn",
    "__fadd_rz",
    "__fmul_rz",
    "fdividef",
];

/// Functions whose integer result is not modelled.
pub(crate) const INTEGERS: [(&str, IntType); 28] = [
    ("__float2int_rn", IntType::INT),
    ("__float2int_rz", IntType::INT),
    ("__float2int_rd", IntType::INT),
    ("__float2int_ru", IntType::INT),
    ("__float2uint_rn", IntType::UINT),
    ("__float2uint_rz", IntType::UINT),
    ("__double2int_rn", IntType::INT),
    ("__double2int_rz", IntType::INT),
    ("__float_as_int", IntType::INT),
    ("__float_as_uint", IntType::UINT),
    ("lrintf", IntType::LONG),
    ("lroundf", IntType::LONG),
    ("__popc", IntType::INT),
    ("__popcll", IntType::INT),
    ("__clz", IntType::INT),
    ("__clzll", IntType::INT),
    ("__ffs", IntType::INT),
    ("__brev", IntType::UINT),
    ("__mulhi", IntType::INT),
    ("__umulhi", IntType::UINT),
    ("__byte_perm", IntType::UINT),
    ("clock", IntType::LONG),
    ("clock64", IntType::LONG),
    ("printf", IntType::INT),
    ("__any_sync", IntType::INT),
    ("__all_sync", IntType::INT),
    ("__ballot_sync", IntType::UINT),
    ("__activemask", IntType::UINT),
];

/// Functions that read and write one element at once, for all threads of the device.
const ATOMICS: [&str; 11] = [
    "atomicAdd",
    "atomicSub",
    "atomicExch",
    "atomicMin",
    "atomicMax",
    "atomicInc",
    "atomicDec",
    "atomicCAS",
    "atomicAnd",
    "atomicOr",
    "atomicXor",
];

/// Whether a function of this name that takes so many arguments is known here.
pub fn is_known(name: &str, arguments: usize) -> bool {
    match name.strip_prefix("make_").filter(|vector| is_vector(vector)) {
        Some(vector) => vector.ends_with(|c: char| c.to_digit(10) == u32::try_from(arguments).ok()),
        None => is_spelt_out(name),
    }
}

/// Whether the typed tree has the function by its name.
pub(super) fn is_spelt_out(name: &str) -> bool {
    let math = |name: &str| MATH.contains(&name);
    is_atomic(name)
        || math(name)
        || name.strip_suffix('f').is_some_and(math)
        || FAST.contains(&name)
        || INTEGERS.iter().any(|(other, _)| *other == name)
        || matches!(
            name,
            "min"
                | "max"
                | "umin"
                | "umax"
                | "llmin"
                | "llmax"
                | "abs"
                | "labs"
                | "llabs"
                | "div"
                | "isnan"
                | "isinf"
                | "isfinite"
                | "signbit"
                | "memcpy"
                | "memset"
                | "malloc"
                | "free"
                | "fmaxf"
                | "fminf"
                | "modf"
                | "frexp"
                | "sincos"
                | "assert"
                | "saturate"
        )
}

/// Whether a function is one of [`ATOMICS`], for whichever threads.
pub(crate) fn is_atomic(name: &str) -> bool {
    let plain = name.strip_suffix("_system").or_else(|| name.strip_suffix("_block"));
    ATOMICS.contains(&plain.unwrap_or(name))
}
