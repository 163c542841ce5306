//! Bit-blasting: a term as a circuit.
//!
//! Bit vectors are words of their width. An integer is a word in two's complement that is wide
//! enough for every value it can have while each symbol is a natural below the bound; the range
//! of each term is computed with it, so no intermediate wraps. What SMT-LIB leaves unspecified
//! (see [`super::term`]) is a fresh word: it may be any number of the result's width.

use super::gates::{Bit, Gates, Word, complement};
use super::term::{Node, Op, Term, Terms};
use super::unknown::NotBlasted;
use super::value::{Model, Sort, Value};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

/// The widest intermediate integer, in bits.
const WIDEST_INTEGER: u64 = 1024;

/// What a term became.
#[derive(Clone, Debug)]
enum Circuit {
    Bool(Bit),
    Bits(Word),
    Int(Integer),
}

/// A word in two's complement whose value is in `low..=high`.
#[derive(Clone, Debug)]
struct Integer {
    word: Word,
    low: BigInt,
    high: BigInt,
}

impl Integer {
    /// The word cut to the width that the range needs.
    fn new(mut word: Word, low: BigInt, high: BigInt) -> Result<Integer, NotBlasted> {
        let width = width(&low, &high)?;
        word.truncate(width);
        if !low.is_negative() {
            // Known, even where the circuit does not show it.
            word[width - 1] = Bit::FALSE;
        }
        Ok(Integer { word, low, high })
    }

    fn literal(n: &BigInt) -> Result<Integer, NotBlasted> {
        let width = width(n, n)?;
        let word = (0..width as u64).map(|at| Bit::of(n.bit(at))).collect();
        Ok(Integer { word, low: n.clone(), high: n.clone() })
    }

    fn sign(&self) -> Bit {
        self.word.last().copied().unwrap_or(Bit::FALSE)
    }

    /// The word at a width that is not smaller than its own.
    fn at(&self, width: usize) -> Word {
        extend(&self.word, width, self.sign())
    }
}

fn extend(word: &[Bit], width: usize, fill: Bit) -> Word {
    let more = width.saturating_sub(word.len());
    word.iter().copied().chain(std::iter::repeat_n(fill, more)).collect()
}

/// The bits that two's complement needs for every number of a range.
fn width(low: &BigInt, high: &BigInt) -> Result<usize, NotBlasted> {
    let bits = |n: &BigInt| if n.is_negative() { (n + 1_u32).bits() } else { n.bits() };
    let width = bits(low).max(bits(high)) + 1;
    if width > WIDEST_INTEGER {
        return Err(NotBlasted::Intermediate(width));
    }
    Ok(width as usize)
}

/// Terms as circuits.
pub(crate) struct Blaster<'a> {
    terms: &'a Terms,
    pub gates: Gates,
    /// Every symbol of sort `Int` is a natural below `2^bound`.
    bound: u32,
    known: FxHashMap<Term, Circuit>,
}

impl<'a> Blaster<'a> {
    pub fn new(terms: &'a Terms, gates: Gates, bound: u32) -> Self {
        Blaster { terms, gates, bound, known: FxHashMap::default() }
    }

    /// Builds and requires the assertions.
    ///
    /// # Errors
    /// Where the circuit is too large.
    pub fn require(&mut self, assertions: &[Term]) -> Result<(), NotBlasted> {
        for term in self.terms.order(assertions) {
            let circuit = self.circuit(term)?;
            self.known.insert(term, circuit);
            if self.gates.is_full() {
                return Err(NotBlasted::Budget);
            }
        }
        for assertion in assertions {
            let bit = self.bit(*assertion);
            self.gates.require(bit);
        }
        Ok(())
    }

    /// After the gates were satisfied: prefers small numbers, of the first symbols first.
    pub fn lower(&mut self, symbols: &[Term]) {
        let mut symbols = symbols.to_vec();
        // In the order in which they were made.
        symbols.sort();
        let mut bits = Vec::new();
        for symbol in &symbols {
            match self.known.get(symbol) {
                Some(Circuit::Bool(bit)) => bits.push(*bit),
                Some(Circuit::Bits(word)) => bits.extend(word.iter().rev()),
                Some(Circuit::Int(integer)) => bits.extend(integer.word.iter().rev()),
                None => {}
            }
        }
        self.gates.lower(bits);
    }

    /// The symbols' values, after the gates were satisfied.
    pub fn model(&self, symbols: &[Term]) -> Model {
        let number = |word: &[Bit]| {
            let mut n = BigInt::zero();
            for (at, bit) in word.iter().enumerate() {
                n.set_bit(at as u64, self.gates.value(*bit));
            }
            n
        };
        let mut model = Model::new();
        for symbol in symbols {
            let value = match &self.known[symbol] {
                Circuit::Bool(bit) => Value::Bool(self.gates.value(*bit)),
                Circuit::Bits(word) => Value::bits(word.len() as u32, number(word)),
                // A symbol is a natural: its sign is not set.
                Circuit::Int(integer) => Value::Int(number(&integer.word)),
            };
            if let Some(name) = self.terms.symbol(*symbol) {
                model.insert(name.clone(), value);
            }
        }
        model
    }

    fn bit(&self, term: Term) -> Bit {
        match self.known[&term] {
            Circuit::Bool(bit) => bit,
            _ => unreachable!("sorts are checked where terms are built"),
        }
    }

    fn circuit(&mut self, term: Term) -> Result<Circuit, NotBlasted> {
        match self.terms.node(term) {
            Node::Literal(Value::Bool(b)) => Ok(Circuit::Bool(Bit::of(*b))),
            Node::Literal(Value::Int(n)) => Ok(Circuit::Int(Integer::literal(n)?)),
            Node::Literal(Value::Bits { width, value }) => {
                let bits = (0..u64::from(*width)).map(|at| Bit::of(value.bit(at)));
                Ok(Circuit::Bits(bits.collect()))
            }
            Node::Symbol(_) => Ok(match self.terms.sort(term) {
                Sort::Bool => Circuit::Bool(self.gates.fresh()),
                Sort::BitVec(width) => Circuit::Bits(self.gates.fresh_word(width as usize)),
                Sort::Int => {
                    let mut word = self.gates.fresh_word(self.bound as usize);
                    word.push(Bit::FALSE);
                    let high = (BigInt::one() << self.bound) - 1;
                    Circuit::Int(Integer::new(word, BigInt::zero(), high)?)
                }
            }),
            Node::Apply(op, args) => {
                // Cheap to copy next to what is built from them.
                let args: Vec<Circuit> = args.iter().map(|a| self.known[a].clone()).collect();
                self.apply(*op, &args)
            }
        }
    }

    fn apply(&mut self, op: Op, args: &[Circuit]) -> Result<Circuit, NotBlasted> {
        use Circuit::{Bits, Bool, Int};
        let g = &mut self.gates;
        Ok(match args {
            [Bool(a)] => Bool(!*a),
            [Bool(a), Bool(b)] => Bool(match op {
                Op::And => g.and(*a, *b),
                Op::Or => g.or(*a, *b),
                _ => !g.xor(*a, *b),
            }),
            [Bool(c), Bool(a), Bool(b)] => Bool(g.mux(*c, *a, *b)),
            [Bool(c), Bits(a), Bits(b)] => Bits(g.mux_word(*c, a, b)),
            [Bool(c), Int(a), Int(b)] => {
                let (low, high) =
                    (a.low.clone().min(b.low.clone()), a.high.clone().max(b.high.clone()));
                let width = width(&low, &high)?;
                let word = g.mux_word(*c, &a.at(width), &b.at(width));
                Int(Integer::new(word, low, high)?)
            }
            [Int(a), Int(b)] => match op {
                Op::Eq | Op::Le | Op::Lt => {
                    let width = a.word.len().max(b.word.len());
                    let (a, b) = (a.at(width), b.at(width));
                    Bool(match op {
                        Op::Eq => g.equal(&a, &b),
                        Op::Lt => g.less_signed(&a, &b),
                        _ => !g.less_signed(&b, &a),
                    })
                }
                _ => Int(integer(g, op, a, b)?),
            },
            [Bits(a)] => Bits(unary(g, op, a)),
            [Bits(a), Bits(b)] => match op {
                Op::Eq => Bool(g.equal(a, b)),
                Op::BvUlt => Bool(g.less(a, b)),
                Op::BvUle => Bool(!g.less(b, a)),
                Op::BvSlt => Bool(g.less_signed(a, b)),
                Op::BvSle => Bool(!g.less_signed(b, a)),
                _ => Bits(binary(g, op, a, b)),
            },
            _ => unreachable!("sorts are checked where terms are built"),
        })
    }
}

fn unary(g: &mut Gates, op: Op, a: &[Bit]) -> Word {
    let sign = a.last().copied().unwrap_or(Bit::FALSE);
    match op {
        Op::BvNot => complement(a),
        Op::BvNeg => g.negate(a),
        Op::Extract { high, low } => a[low as usize..=high as usize].to_vec(),
        Op::ZeroExtend(by) => extend(a, a.len() + by as usize, Bit::FALSE),
        Op::SignExtend(by) => extend(a, a.len() + by as usize, sign),
        _ => unreachable!("{op:?} of a bit vector"),
    }
}

fn binary(g: &mut Gates, op: Op, a: &[Bit], b: &[Bit]) -> Word {
    let sign = |word: &[Bit]| word.last().copied().unwrap_or(Bit::FALSE);
    match op {
        Op::BvAdd => g.add(a, b, Bit::FALSE),
        Op::BvSub => g.subtract(a, b),
        Op::BvMul => g.multiply(a, b),
        Op::BvUdiv => g.divide(a, b).0,
        Op::BvUrem => g.divide(a, b).1,
        Op::BvSdiv | Op::BvSrem => {
            let (x, y) = (g.negate_if(sign(a), a), g.negate_if(sign(b), b));
            let (quotient, rest) = g.divide(&x, &y);
            if op == Op::BvSrem {
                return g.negate_if(sign(a), &rest);
            }
            let differ = g.xor(sign(a), sign(b));
            g.negate_if(differ, &quotient)
        }
        Op::BvAnd => each(g, a, b, Gates::and),
        Op::BvOr => each(g, a, b, Gates::or),
        Op::BvXor => each(g, a, b, Gates::xor),
        Op::BvShl => g.shift(a, b, true, Bit::FALSE),
        Op::BvLshr => g.shift(a, b, false, Bit::FALSE),
        Op::BvAshr => g.shift(a, b, false, sign(a)),
        Op::Concat => b.iter().chain(a).copied().collect(),
        _ => unreachable!("{op:?} of two bit vectors"),
    }
}

fn each(g: &mut Gates, a: &[Bit], b: &[Bit], gate: fn(&mut Gates, Bit, Bit) -> Bit) -> Word {
    a.iter().zip(b).map(|(a, b)| gate(g, *a, *b)).collect()
}

/// The smallest and the largest of some numbers.
fn hull(numbers: impl IntoIterator<Item = BigInt>) -> (BigInt, BigInt) {
    let numbers: Vec<BigInt> = numbers.into_iter().collect();
    let low = numbers.iter().min().cloned().unwrap_or_default();
    (low, numbers.into_iter().max().unwrap_or_default())
}

fn integer(g: &mut Gates, op: Op, a: &Integer, b: &Integer) -> Result<Integer, NotBlasted> {
    match op {
        Op::Add => {
            let (low, high) = (&a.low + &b.low, &a.high + &b.high);
            let width = width(&low, &high)?.max(a.word.len()).max(b.word.len());
            Integer::new(g.add(&a.at(width), &b.at(width), Bit::FALSE), low, high)
        }
        Op::Sub => {
            let (low, high) = (&a.low - &b.high, &a.high - &b.low);
            let width = width(&low, &high)?.max(a.word.len()).max(b.word.len());
            Integer::new(g.subtract(&a.at(width), &b.at(width)), low, high)
        }
        Op::Mul => {
            let (low, high) =
                hull([&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high]);
            let width = width(&low, &high)?.max(a.word.len()).max(b.word.len());
            Integer::new(g.multiply(&a.at(width), &b.at(width)), low, high)
        }
        Op::Div | Op::Mod => divide(g, op, a, b),
        Op::NatAnd | Op::NatOr | Op::NatXor => {
            let width = a.word.len().max(b.word.len());
            let gate = match op {
                Op::NatAnd => Gates::and,
                Op::NatOr => Gates::or,
                _ => Gates::xor,
            };
            let word = each(g, &a.at(width), &b.at(width), gate);
            let half = BigInt::one() << (width - 1);
            let natural = !a.low.is_negative() && !b.low.is_negative();
            Integer::new(word, if natural { BigInt::zero() } else { -&half }, half - 1)
        }
        _ => shift(g, op, a, b),
    }
}

/// Euclid's quotient or remainder.
fn divide(g: &mut Gates, op: Op, a: &Integer, b: &Integer) -> Result<Integer, NotBlasted> {
    let magnitude = |n: &Integer| n.low.abs().max(n.high.abs());
    let (most, largest) = (magnitude(a), magnitude(b));
    if largest.is_zero() {
        return Err(NotBlasted::DivisionByZero);
    }
    // One more bit than either: the magnitude of the smallest number needs it.
    let width = a.word.len().max(b.word.len()) + 1;
    let (negative, opposite) = (a.sign(), b.sign());
    let x = g.negate_if(negative, &a.at(width));
    let y = g.negate_if(opposite, &b.at(width));
    let (quotient, rest) = g.divide(&x, &y);
    let exact = !g.any(rest.iter().copied());
    // Of a negative dividend the remainder is made up to |b|, and the quotient to the next.
    let up = g.and(negative, !exact);
    let (low, high, word) = if op == Op::Mod {
        let made_up = g.subtract(&y, &rest);
        let high = if a.low.is_negative() {
            &largest - BigInt::one()
        } else {
            (&largest - BigInt::one()).min(most.clone())
        };
        (BigInt::zero(), high, g.mux_word(up, &made_up, &rest))
    } else {
        let more = extend(&[up], width, Bit::FALSE);
        let quotient = g.add(&quotient, &more, Bit::FALSE);
        let differ = g.xor(negative, opposite);
        let signed = a.low.is_negative() || b.low.is_negative();
        let low = if signed { -&most } else { BigInt::zero() };
        (low, most, g.negate_if(differ, &quotient))
    };
    let mut result = Integer::new(word, low, high)?;
    let zero = !g.any(b.word.iter().copied());
    if zero != Bit::FALSE {
        let mut any = g.fresh_word(result.word.len());
        if !result.low.is_negative()
            && let Some(sign) = any.last_mut()
        {
            *sign = Bit::FALSE;
        }
        result = loose(g.mux_word(zero, &any, &result.word));
    }
    Ok(result)
}

/// A word with the whole range of its width.
fn loose(word: Word) -> Integer {
    let half = BigInt::one() << (word.len() - 1);
    let natural = word.last() == Some(&Bit::FALSE);
    let low = if natural { BigInt::zero() } else { -&half };
    Integer { word, low, high: half - 1 }
}

fn shift(g: &mut Gates, op: Op, a: &Integer, b: &Integer) -> Result<Integer, NotBlasted> {
    if b.high.is_negative() {
        return Err(NotBlasted::NegativeShift);
    }
    let (negative, places) = (b.sign(), &b.word[..b.word.len() - 1]);
    let result = if op == Op::NatShl {
        let most = b.high.to_u64().filter(|most| *most <= WIDEST_INTEGER);
        let most = most.ok_or(NotBlasted::UnboundedShift)?;
        let (low, high) = hull([a.low.clone(), a.high.clone(), &a.low << most, &a.high << most]);
        let width = width(&low, &high)?.max(a.word.len());
        Integer::new(g.shift(&a.at(width), places, true, Bit::FALSE), low, high)?
    } else {
        let zero = BigInt::zero();
        let (low, high) = hull([a.low.clone(), a.high.clone(), zero.clone(), -(BigInt::one())]);
        // Between `a` and 0, or -1 of a negative number.
        let low = if a.low.is_negative() { low } else { zero };
        let high = if a.high.is_negative() { -BigInt::one() } else { high };
        Integer::new(g.shift(&a.word, places, false, a.sign()), low, high)?
    };
    if negative == Bit::FALSE {
        return Ok(result);
    }
    let any = g.fresh_word(result.word.len());
    Ok(loose(g.mux_word(negative, &any, &result.word)))
}
