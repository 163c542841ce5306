//! What arrays and scalars hold, as numbers.

use crate::machine::{Random, Region};
use crate::scalar::Scalar;
use crate::types::Type;
use crate::unfit::Unfit;

/// A number as the caller writes it and reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Integer(i128),
    /// A floating-point number.
    Real(f64),
}

impl Number {
    /// The register of this number in a type; nothing where the type does not have it. A real number
    /// is rounded to a floating-point type, and is none of an integer type.
    pub fn register(self, at: Scalar) -> Option<u64> {
        match (self, at) {
            (Number::Real(x), at) if at.is_float() => Some(at.round(x)),
            (Number::Integer(n), at) if at.is_float() => Some(at.round_integer(n)),
            (Number::Real(_), _) => None,
            (Number::Integer(n), at) => {
                let register = at.wrap(n);
                (at.integer(register) == n).then_some(register)
            }
        }
    }

    /// The number that a register of this type holds.
    pub fn of(at: Scalar, register: u64) -> Number {
        match at.is_float() {
            true => Number::Real(at.real(register)),
            false => Number::Integer(at.integer(register)),
        }
    }
}

/// What an array or a scalar holds at the start.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// One number; of a pointer, only 0: the null pointer.
    Scalar(Number),
    /// These numbers, one for each scalar of an element.
    List(Vec<Number>),
    /// So many elements, all 0.
    Zeros(u64),
    /// So many elements of which nothing is known: to read one is a finding.
    Unwritten(u64),
    /// 0, 1, 2, … so many.
    Iota(u64),
    /// So many numbers below a bound, as a seed decides; reals from 0 to 1.
    Random {
        /// How many elements.
        count: u64,
        /// The seed.
        seed: u64,
        /// What integers are below.
        below: u64,
    },
    /// Elements without end, all 0.
    Endless,
    /// Elements of so many bytes, all 0, of which only those that are written take memory.
    Bytes(u64),
}

/// An array may not be larger than this, in bytes.
pub const LARGEST_ARRAY: u64 = 1 << 30;

/// Of [`Contents::Bytes`], so many take memory at once.
const MOST_AT_ONCE: u64 = 1 << 20;

/// An element of an array has not more scalars.
const MOST_SCALARS: u64 = 1 << 16;

impl Contents {
    /// The bytes of an array of elements of this type.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn region(&self, element: &Type) -> Result<Region, Unfit> {
        if element.width() > MOST_SCALARS {
            return Err(Unfit::LargeElement(element.clone()));
        }
        let leaves = element.leaves();
        let size = element.size();
        if leaves.is_empty() || size == 0 {
            return Err(Unfit::NoNumbers(element.clone()));
        }
        let bytes = |count: u64| match count.checked_mul(size) {
            Some(bytes) if bytes <= LARGEST_ARRAY => Ok(bytes as usize),
            _ => Err(Unfit::TooMany(count)),
        };
        let per = leaves.len() as u64;
        let place = |n: u64| {
            let leaf = leaves[(n % per) as usize];
            (n / per * size + leaf.offset, leaf.scalar)
        };
        let put = |region: &mut Region, n: u64, number: Number| {
            let (offset, scalar) = place(n);
            let register = number.register(scalar).ok_or(Unfit::NotOf(scalar, number))?;
            region.store(offset, scalar, register);
            Ok::<(), Unfit>(())
        };
        let filled = |count: u64, number: &mut dyn FnMut(u64, Scalar) -> Number| {
            let mut region = Region::zeros(bytes(count)?);
            for n in 0..count * per {
                put(&mut region, n, number(n, place(n).1))?;
            }
            Ok(region)
        };
        match self {
            Contents::Scalar(number) => Err(Unfit::NoArray(*number)),
            Contents::Zeros(count) => Ok(Region::zeros(bytes(*count)?)),
            Contents::Unwritten(count) => Ok(Region::unwritten(bytes(*count)?)),
            Contents::List(list) if !(list.len() as u64).is_multiple_of(per) => {
                Err(Unfit::Partial { each: per, given: list.len() })
            }
            Contents::List(list) => filled(list.len() as u64 / per, &mut |n, _| list[n as usize]),
            // Modulo the width, so that any count fits any type.
            Contents::Iota(count) => filled(*count, &mut |n, at| {
                Number::Integer(at.integer(at.wrap(i128::from(n / per))).max(0))
            }),
            Contents::Random { count, seed, below } => {
                let mut random = Random::new(*seed);
                filled(*count, &mut |_, at| match at.is_float() {
                    true => Number::Real(random.real()),
                    false => {
                        let (_, most) = crate::arithmetic::bounds(at);
                        let below = i128::from(*below).min(most + 1).max(1);
                        Number::Integer(i128::from(random.below(below as u64)))
                    }
                })
            }
            // Of small ones, all.
            Contents::Bytes(bytes) if *bytes <= MOST_AT_ONCE => Ok(Region::zeros(*bytes as usize)),
            Contents::Bytes(bytes) => {
                Ok(Region::sparse((*bytes).min(crate::pointer::LARGEST_OBJECT)))
            }
            Contents::Endless => Ok(Region::sparse(crate::pointer::LARGEST_OBJECT)),
        }
    }
}

impl Number {
    /// The number in decimal: a real one in the fewest digits that mean it.
    pub fn text(self) -> String {
        match self {
            Number::Integer(n) => n.to_string(),
            Number::Real(x) => format!("{x:?}"),
        }
    }
}

/// The elements of an array, each by its scalars.
pub fn elements(region: &Region, element: &Type) -> Vec<Vec<Number>> {
    if element.width() > MOST_SCALARS {
        return Vec::new();
    }
    let leaves = element.leaves();
    let count = region.bytes().len() as u64 / element.size().max(1);
    let at = |n: u64| {
        let number = |leaf: &crate::types::Leaf| {
            let register = region.load(n * element.size() + leaf.offset, leaf.scalar);
            // A `float` as it is written, and not as the `double` next to it.
            match leaf.scalar {
                Scalar::F32 => {
                    let x = f32::from_bits(register as u32);
                    Number::Real(format!("{x:?}").parse().unwrap_or(f64::from(x)))
                }
                scalar => Number::of(scalar, register),
            }
        };
        leaves.iter().map(number).collect()
    };
    if leaves.is_empty() { Vec::new() } else { (0..count).map(at).collect() }
}
