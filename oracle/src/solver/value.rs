//! Sorts, values of a sort, and models: what a solver talks about.

use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The widest bit vector, in bits.
pub const WIDEST: u32 = 256;

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// `true` and `false`.
    Bool,
    /// Integers without bound.
    Int,
    /// Bit vectors of this width, 1 to [`WIDEST`] bits.
    BitVec(u32),
}

impl fmt::Display for Sort {
    /// As SMT-LIB writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
        }
    }
}

/// A value of a [`Sort`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Of sort `Bool`.
    Bool(bool),
    /// Of sort `Int`.
    Int(BigInt),
    /// Of sort `BitVec(width)`.
    Bits {
        /// In bits.
        width: u32,
        /// Read as an unsigned number: `0 <= value < 2^width`.
        value: BigInt,
    },
}

impl Value {
    /// The bit vector of this width that is equal to `n` modulo `2^width`.
    pub fn bits(width: u32, n: impl Into<BigInt>) -> Value {
        Value::Bits { width, value: wrap(width, n.into()) }
    }

    /// The value's sort.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Bits { width, .. } => Sort::BitVec(*width),
        }
    }

    /// The number: of an integer itself, of a bit vector its unsigned reading.
    pub fn number(&self) -> Option<&BigInt> {
        match self {
            Value::Bool(_) => None,
            Value::Int(n) | Value::Bits { value: n, .. } => Some(n),
        }
    }

    /// The number, with a bit vector read as two's complement.
    pub fn signed(&self) -> Option<BigInt> {
        match self {
            Value::Bool(_) => None,
            Value::Int(n) => Some(n.clone()),
            Value::Bits { width, value } => Some(as_signed(*width, value)),
        }
    }
}

impl fmt::Display for Value {
    /// As SMT-LIB writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) if n.sign() == num_bigint::Sign::Minus => {
                write!(f, "(- {})", n.magnitude())
            }
            Value::Int(n) => write!(f, "{n}"),
            Value::Bits { width, value } => write!(f, "(_ bv{value} {width})"),
        }
    }
}

/// `n` modulo `2^width`, in `0..2^width`.
pub(crate) fn wrap(width: u32, n: BigInt) -> BigInt {
    let mask = (BigInt::one() << width) - 1;
    // BigInt's `&` is that of two's complement without end, so negative numbers wrap too.
    n & mask
}

/// The two's complement reading of `0 <= n < 2^width`.
pub(crate) fn as_signed(width: u32, n: &BigInt) -> BigInt {
    if n.bit(u64::from(width) - 1) { n - (BigInt::one() << width) } else { n.clone() }
}

/// A value for each free symbol of a query, by the symbol's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model(BTreeMap<Arc<str>, Value>);

impl Model {
    /// The empty model.
    pub fn new() -> Self {
        Model::default()
    }

    /// The value of the symbol, if the model has one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// The symbol's [number](Value::number), if it has one.
    pub fn number(&self, name: &str) -> Option<&BigInt> {
        self.get(name)?.number()
    }

    /// The symbol's truth, if it is a `Bool`.
    pub fn truth(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// Gives the symbol a value, in place of one it may have.
    pub fn insert(&mut self, name: impl Into<Arc<str>>, value: Value) {
        self.0.insert(name.into(), value);
    }

    /// Every symbol with its value, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}

impl fmt::Display for Model {
    /// `a = 3, b = (- 2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name} = {value}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
