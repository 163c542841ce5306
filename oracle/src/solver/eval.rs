//! What each operator means, and the exact evaluator of terms: the judge of every model.

use super::term::{Node, Op, Term, Terms};
use super::value::{Model, Value, as_signed};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use std::fmt;

/// The largest integer the evaluator computes, in bits.
pub const LARGEST_INTEGER_BITS: u64 = 1 << 20;

/// Why a term has no value under a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// The model has no value for this symbol, or one of another sort.
    NoValue(String),
    /// `div` or `mod` by zero: unspecified.
    DivisionByZero,
    /// A shift by a negative number: unspecified.
    NegativeShift,
    /// An integer past [`LARGEST_INTEGER_BITS`].
    TooLarge,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undefined::NoValue(name) => write!(f, "no value for {name}"),
            Undefined::DivisionByZero => f.write_str("an integer division by zero"),
            Undefined::NegativeShift => f.write_str("a shift by a negative number"),
            Undefined::TooLarge => {
                write!(f, "an integer of more than {LARGEST_INTEGER_BITS} bits")
            }
        }
    }
}

impl Terms {
    /// The term's value under the model.
    ///
    /// # Errors
    /// Where it depends on what the model or SMT-LIB leave unspecified. A part that the value does
    /// not depend on (the other branch of an `ite`, the rest of a false conjunction) may be so.
    pub fn eval(&self, term: Term, model: &Model) -> Result<Value, Undefined> {
        let mut values = self.values(&[term], model);
        values.remove(&term).unwrap_or(Err(Undefined::TooLarge))
    }

    /// Whether every one of the assertions is true under the model.
    ///
    /// # Errors
    /// As [`Terms::eval`], where no other assertion is false.
    pub fn holds(&self, assertions: &[Term], model: &Model) -> Result<bool, Undefined> {
        let values = self.values(assertions, model);
        let truths = assertions.iter().map(|a| &values[a]);
        if truths.clone().any(|truth| *truth == Ok(Value::Bool(false))) {
            return Ok(false);
        }
        for truth in truths {
            truth.clone()?;
        }
        Ok(true)
    }

    /// The value of each term that these are made of.
    fn values(&self, roots: &[Term], model: &Model) -> FxHashMap<Term, Result<Value, Undefined>> {
        let order = self.order(roots);
        let mut values: FxHashMap<Term, Result<Value, Undefined>> = FxHashMap::default();
        for part in &order {
            let value = match self.node(*part) {
                Node::Literal(value) => Ok(value.clone()),
                Node::Symbol(_) => {
                    let name = self.symbol(*part).map_or("", |name| name);
                    match model.get(name) {
                        Some(value) if value.sort() == self.sort(*part) => Ok(value.clone()),
                        _ => Err(Undefined::NoValue(name.to_owned())),
                    }
                }
                Node::Apply(op, args) => {
                    let args: Vec<_> = args.iter().map(|a| &values[a]).collect();
                    lenient(*op, &args)
                }
            };
            values.insert(*part, value);
        }
        values
    }
}

/// An application where an argument may be undefined: it counts only if the result hangs on it.
fn lenient(op: Op, args: &[&Result<Value, Undefined>]) -> Result<Value, Undefined> {
    use Value::Bool;
    match (op, args) {
        (Op::Ite, [Ok(Bool(true)), a, _]) => return (*a).clone(),
        (Op::Ite, [Ok(Bool(false)), _, b]) => return (*b).clone(),
        (Op::And, [Ok(Bool(false)), _] | [_, Ok(Bool(false))]) => return Ok(Bool(false)),
        (Op::Or, [Ok(Bool(true)), _] | [_, Ok(Bool(true))]) => return Ok(Bool(true)),
        _ => {}
    }
    let mut values = Vec::with_capacity(args.len());
    for arg in args {
        match arg {
            Ok(value) => values.push(value),
            Err(why) => return Err(why.clone()),
        }
    }
    apply(op, &values)
}

/// The value of an operator on values of the right sorts.
pub(crate) fn apply(op: Op, args: &[&Value]) -> Result<Value, Undefined> {
    use Value::{Bits, Bool, Int};
    Ok(match args {
        [Bool(a)] if op == Op::Not => Bool(!a),
        [Bool(a), Bool(b)] => Bool(match op {
            Op::And => *a && *b,
            Op::Or => *a || *b,
            _ => a == b,
        }),
        [Bool(c), a, b] => (if *c { *a } else { *b }).clone(),
        [a, b] if op == Op::Eq => Bool(a == b),
        [Int(a), Int(b)] => match op {
            Op::Le => Bool(a <= b),
            Op::Lt => Bool(a < b),
            _ => Int(integer(op, a, b)?),
        },
        [Bits { width, value }] => unary(op, *width, value),
        [Bits { width: high, value: a }, Bits { width: low, value: b }] if op == Op::Concat => {
            Value::bits(high + low, (a << *low) | b)
        }
        [Bits { width, value: a }, Bits { value: b, .. }] => binary(op, *width, a, b),
        _ => unreachable!("{op:?} of {args:?}"),
    })
}

fn integer(op: Op, a: &BigInt, b: &BigInt) -> Result<BigInt, Undefined> {
    let value = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul if a.bits() + b.bits() > LARGEST_INTEGER_BITS => return Err(Undefined::TooLarge),
        Op::Mul => a * b,
        Op::Div | Op::Mod if b.is_zero() => return Err(Undefined::DivisionByZero),
        Op::Div => {
            // Euclid's remainder is that of |b|, never negative.
            let quotient = a.div_floor(&b.abs());
            if b.is_negative() { -quotient } else { quotient }
        }
        Op::Mod => a.mod_floor(&b.abs()),
        Op::NatAnd => a & b,
        Op::NatOr => a | b,
        Op::NatXor => a ^ b,
        Op::NatShl | Op::NatShr if b.is_negative() => return Err(Undefined::NegativeShift),
        Op::NatShl if a.is_zero() => BigInt::zero(),
        Op::NatShl => match b.to_u64() {
            Some(by) if a.bits().saturating_add(by) <= LARGEST_INTEGER_BITS => a << by,
            _ => return Err(Undefined::TooLarge),
        },
        Op::NatShr => match b.to_u64() {
            Some(by) if by <= a.bits() => a >> by,
            _ if a.is_negative() => -BigInt::one(),
            _ => BigInt::zero(),
        },
        _ => unreachable!("{op:?} of integers"),
    };
    if value.bits() > LARGEST_INTEGER_BITS { Err(Undefined::TooLarge) } else { Ok(value) }
}

fn unary(op: Op, width: u32, a: &BigInt) -> Value {
    match op {
        Op::BvNot => Value::bits(width, -a - 1),
        Op::BvNeg => Value::bits(width, -a),
        Op::Extract { high, low } => Value::bits(high - low + 1, a >> low),
        Op::ZeroExtend(by) => Value::bits(width + by, a.clone()),
        Op::SignExtend(by) => Value::bits(width + by, as_signed(width, a)),
        _ => unreachable!("{op:?} of a bit vector"),
    }
}

fn binary(op: Op, width: u32, a: &BigInt, b: &BigInt) -> Value {
    let (sa, sb) = (|| as_signed(width, a), || as_signed(width, b));
    // Past the width every shift is like a shift by the width.
    let by = || b.to_u32().map_or(width, |by| by.min(width));
    let value = match op {
        Op::BvUlt => return Value::Bool(a < b),
        Op::BvUle => return Value::Bool(a <= b),
        Op::BvSlt => return Value::Bool(sa() < sb()),
        Op::BvSle => return Value::Bool(sa() <= sb()),
        Op::BvAdd => a + b,
        Op::BvSub => a - b,
        Op::BvMul => a * b,
        Op::BvUdiv if b.is_zero() => -BigInt::one(),
        Op::BvUdiv => a / b,
        Op::BvSdiv if b.is_zero() => BigInt::from(if sa().is_negative() { 1 } else { -1 }),
        Op::BvSdiv => sa() / sb(),
        Op::BvUrem | Op::BvSrem if b.is_zero() => a.clone(),
        Op::BvUrem => a % b,
        Op::BvSrem => sa() % sb(),
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvShl => a << by(),
        Op::BvLshr => a >> by(),
        Op::BvAshr => sa() >> by(),
        _ => unreachable!("{op:?} of two bit vectors"),
    };
    Value::bits(width, value)
}
