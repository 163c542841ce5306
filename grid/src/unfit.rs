//! Why something that is given does not fit a kernel.

use crate::contents::{LARGEST_ARRAY, Number};
use crate::scalar::Scalar;
use crate::types::Type;
use std::fmt;

/// Why contents are none of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// An element has more scalars than are counted.
    LargeElement(Type),
    /// An element has none.
    NoNumbers(Type),
    /// So many elements take more memory than there is.
    TooMany(u64),
    /// A scalar does not have this number.
    NotOf(Scalar, Number),
    /// A number, where an array is to be.
    NoArray(Number),
    /// Each element takes so many numbers, and so many do not fill any.
    Partial {
        /// What an element takes.
        each: u64,
        /// What is given.
        given: usize,
    },
    /// Several numbers, where one of this type is to be.
    NotOne(Type),
    /// So many bytes are given to a variable of so many.
    Long {
        /// What is given.
        given: u64,
        /// What there is.
        size: u64,
    },
}

/// Why the arguments of a kernel are not bound.
#[derive(Clone, Debug, PartialEq)]
pub enum Unbound {
    /// There is no parameter of this name, but these.
    NoParameter(String, Vec<String>),
    /// This one is given twice.
    Twice(String),
    /// Nothing is said of this one.
    NoValue(String),
    /// What is said of this one is none of its type.
    Unfit(String, Unfit),
    /// There are more arrays than a run has.
    TooManyArrays,
}

impl std::error::Error for Unfit {}

impl std::error::Error for Unbound {}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::LargeElement(ty) => write!(f, "a `{ty}` is large"),
            Unfit::NoNumbers(ty) => write!(f, "a `{ty}` holds no numbers"),
            Unfit::TooMany(n) => write!(f, "{n} elements are more than {LARGEST_ARRAY} bytes"),
            Unfit::NotOf(scalar, n) => write!(f, "a `{scalar}` cannot hold {}", n.text()),
            Unfit::NoArray(n) => write!(f, "{} is no array", n.text()),
            Unfit::Partial { each, given } => {
                write!(f, "an element has {each} numbers, and {given} do not fill any")
            }
            Unfit::NotOne(ty) => write!(f, "a `{ty}` is one number"),
            Unfit::Long { given, size } => write!(f, "{given} bytes do not fit {size}"),
        }
    }
}

impl fmt::Display for Unbound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unbound::NoParameter(name, known) => {
                let known = known.join(", ");
                write!(f, "the kernel has no parameter `{name}`; it has: {known}")
            }
            Unbound::Twice(name) => write!(f, "two values for `{name}`"),
            Unbound::NoValue(name) => write!(f, "`{name}` has no value"),
            Unbound::Unfit(name, why) => write!(f, "`{name}`: {why}"),
            Unbound::TooManyArrays => f.write_str("too many arrays"),
        }
    }
}
