//! The floating-point functions of the C library and of CUDA.
//!
//! Those that IEEE 754 defines are exact. The others are those of the host: CUDA's differ from them
//! in the last places, and the fast ones (`__sinf`) in more.

use crate::scalar::Scalar;

/// A function: its name, without the `f` of the single-precision ones, and what it computes of one
/// to three numbers.
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// How many arguments it takes.
    pub arity: u8,
    compute: Compute,
}

enum Compute {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    /// `fma`, which rounds once.
    Fused,
}

const fn one(name: &'static str, f: fn(f64) -> f64) -> Function {
    Function { name, arity: 1, compute: Compute::One(f) }
}

const fn two(name: &'static str, f: fn(f64, f64) -> f64) -> Function {
    Function { name, arity: 2, compute: Compute::Two(f) }
}

/// The functions.
pub static FUNCTIONS: [Function; 41] = [
    one("sin", f64::sin),
    one("cos", f64::cos),
    one("tan", f64::tan),
    one("asin", f64::asin),
    one("acos", f64::acos),
    one("atan", f64::atan),
    two("atan2", f64::atan2),
    one("sinh", f64::sinh),
    one("cosh", f64::cosh),
    one("tanh", f64::tanh),
    one("asinh", f64::asinh),
    one("acosh", f64::acosh),
    one("atanh", f64::atanh),
    one("exp", f64::exp),
    one("exp2", f64::exp2),
    one("exp10", |x| 10f64.powf(x)),
    one("expm1", f64::exp_m1),
    one("log", f64::ln),
    one("log2", f64::log2),
    one("log10", f64::log10),
    one("log1p", f64::ln_1p),
    two("pow", f64::powf),
    one("sqrt", f64::sqrt),
    one("rsqrt", |x| 1.0 / x.sqrt()),
    one("cbrt", f64::cbrt),
    one("rcbrt", |x| 1.0 / x.cbrt()),
    one("fabs", f64::abs),
    one("floor", f64::floor),
    one("ceil", f64::ceil),
    one("round", f64::round),
    one("trunc", f64::trunc),
    one("rint", f64::round_ties_even),
    one("nearbyint", f64::round_ties_even),
    two("fmod", |x, y| x % y),
    two("fmin", f64::min),
    two("fmax", f64::max),
    Function { name: "fma", arity: 3, compute: Compute::Fused },
    two("hypot", f64::hypot),
    two("copysign", f64::copysign),
    two("fdim", |x, y| if x > y { x - y } else { 0.0 }),
    two("divide", |x, y| x / y),
];

/// CUDA's intrinsics, and the function that each approximates, single precision.
const INTRINSICS: [(&str, &str); 13] = [
    ("__sinf", "sin"),
    ("__cosf", "cos"),
    ("__tanf", "tan"),
    ("__expf", "exp"),
    ("__exp10f", "exp10"),
    ("__logf", "log"),
    ("__log2f", "log2"),
    ("__log10f", "log10"),
    ("__powf", "pow"),
    ("__fsqrt_rn", "sqrt"),
    ("__frsqrt_rn", "rsqrt"),
    ("__fmaf_rn", "fma"),
    ("__fdividef", "divide"),
];

/// The function of this name and the type that its name forces, if it forces one.
pub fn find(name: &str) -> Option<(u8, Option<Scalar>)> {
    let at = |wanted: &str| {
        FUNCTIONS.iter().position(|f| f.name == wanted && f.name != "divide").map(|n| n as u8)
    };
    if let Some((_, exact)) = INTRINSICS.iter().find(|(fast, _)| *fast == name) {
        let found = FUNCTIONS.iter().position(|f| f.name == *exact)?;
        return Some((found as u8, Some(Scalar::F32)));
    }
    match at(name) {
        Some(n) => Some((n, None)),
        None => at(name.strip_suffix('f')?).map(|n| (n, Some(Scalar::F32))),
    }
}

/// The value of a function, at this type.
pub fn apply(function: u8, at: Scalar, registers: &[u64]) -> u64 {
    let Some(function) = FUNCTIONS.get(usize::from(function)) else { return 0 };
    match (&function.compute, registers) {
        (Compute::One(f), [a, ..]) => at.round(f(at.real(*a))),
        (Compute::Two(f), [a, b, ..]) => at.round(f(at.real(*a), at.real(*b))),
        (Compute::Fused, [a, b, c, ..]) if at == Scalar::F32 => {
            let [a, b, c] = [a, b, c].map(|x| f32::from_bits(*x as u32));
            a.mul_add(b, c).to_bits().into()
        }
        (Compute::Fused, [a, b, c, ..]) => at.round(at.real(*a).mul_add(at.real(*b), at.real(*c))),
        _ => 0,
    }
}
