//! Numbers without bound, and the one limit there is: memory.

use num_bigint::BigInt;

/// A number of the calculi: a natural in `.jam` and `.map`, an integer in the range of its
/// C type in `.cu`. Without bound, as in the paper.
pub type Number = BigInt;

/// The largest number the interpreters compute, in bits. A product or shift past it is
/// [`crate::Meaningless::TooLarge`], not a crash.
pub const LARGEST_NUMBER_BITS: u64 = 1 << 20;
