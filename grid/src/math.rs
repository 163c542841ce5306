//! The floating-point functions of the C library and of CUDA.
//!
//! Those that IEEE 754 defines are exact. The others are those of the host: CUDA's differ from them
//! in the last places, and the fast ones (`__sinf`) in more.

use crate::scalar::Scalar;
use cuda::vocabulary::Math;

/// What a function computes of one to three numbers.
enum Compute {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    /// `fma`, which rounds once.
    Fused,
}

fn compute(function: Math) -> Compute {
    use Compute::{Fused, One, Two};
    match function {
        Math::Sin => One(f64::sin),
        Math::Cos => One(f64::cos),
        Math::Tan => One(f64::tan),
        Math::Asin => One(f64::asin),
        Math::Acos => One(f64::acos),
        Math::Atan => One(f64::atan),
        Math::Atan2 => Two(f64::atan2),
        Math::Sinh => One(f64::sinh),
        Math::Cosh => One(f64::cosh),
        Math::Tanh => One(f64::tanh),
        Math::Asinh => One(f64::asinh),
        Math::Acosh => One(f64::acosh),
        Math::Atanh => One(f64::atanh),
        Math::Exp => One(f64::exp),
        Math::Exp2 => One(f64::exp2),
        Math::Exp10 => One(|x| 10f64.powf(x)),
        Math::Expm1 => One(f64::exp_m1),
        Math::Log => One(f64::ln),
        Math::Log2 => One(f64::log2),
        Math::Log10 => One(f64::log10),
        Math::Log1p => One(f64::ln_1p),
        Math::Pow => Two(f64::powf),
        Math::Sqrt => One(f64::sqrt),
        Math::Rsqrt => One(|x| 1.0 / x.sqrt()),
        Math::Cbrt => One(f64::cbrt),
        Math::Rcbrt => One(|x| 1.0 / x.cbrt()),
        Math::Fabs => One(f64::abs),
        Math::Floor => One(f64::floor),
        Math::Ceil => One(f64::ceil),
        Math::Round => One(f64::round),
        Math::Trunc => One(f64::trunc),
        Math::Rint => One(f64::round_ties_even),
        Math::Nearbyint => One(f64::round_ties_even),
        Math::Fmod => Two(|x, y| x % y),
        Math::Fmin => Two(f64::min),
        Math::Fmax => Two(f64::max),
        Math::Hypot => Two(f64::hypot),
        Math::Copysign => Two(f64::copysign),
        Math::Fdim => Two(|x, y| if x > y { x - y } else { 0.0 }),
        Math::Divide => Two(|x, y| x / y),
        Math::Fma => Fused,
    }
}

/// How many numbers a function takes.
pub fn arity(function: Math) -> u16 {
    match compute(function) {
        Compute::One(_) => 1,
        Compute::Two(_) => 2,
        Compute::Fused => 3,
    }
}

/// The value of a function, at this type.
pub fn apply(function: Math, at: Scalar, registers: &[u64]) -> u64 {
    match (compute(function), registers) {
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
