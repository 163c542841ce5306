//! Numbers of a program as terms, each with the range it is known to lie in.
//!
//! Both arithmetics are encoded the same way: compute exactly, then fit the type. The range says
//! how wide a bit vector must be to be exact, and where fitting does nothing.

mod congruent;

use self::congruent::Congruent;
use crate::solver::{Sort, Term, Terms, Value};
use num_traits::{One, Signed, ToPrimitive, Zero};
use semantics::{IntType, Name, Number, Rel};
use std::collections::{BTreeMap, BTreeSet};

/// A number as a term.
#[derive(Clone, Debug)]
pub struct Word {
    /// Of sort `Int`, or a bit vector in two's complement of just the width that the range needs.
    pub term: Term,
    /// The smallest it can be.
    pub low: Number,
    /// The largest it can be; none where it is without bound.
    pub high: Option<Number>,
    /// What it was before it was wrapped.
    congruent: Option<Box<Congruent>>,
}

impl Word {
    /// A term in a range.
    pub fn new(term: Term, low: Number, high: Option<Number>) -> Self {
        Word { term, low, high, congruent: None }
    }
}

/// How numbers are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As integers without bound.
    Integers,
    /// As bit vectors.
    Bits,
}

/// Builds words. The names say what they compute; every result is exact.
#[derive(Debug)]
pub struct Words {
    /// The pool.
    pub terms: Terms,
    /// How numbers are encoded.
    pub encoding: Encoding,
    /// What holds of the symbols made so far: their ranges.
    pub facts: Vec<Term>,
    /// Products of two unknowns, and quotients by one.
    pub products: BTreeSet<Term>,
    /// The largest number that symbols are, where they may be so small: for witnesses that are easy to read,
    /// quick to find and quick to replay.
    pub most: Option<u32>,
    /// What these parameters are: for a witness near one that is known.
    pub given: BTreeMap<Name, Number>,
}

/// The largest small number.
pub const SMALL: u32 = 64;

/// The largest of numbers so small that little is as wide as a product of many of them.
pub const TINY: u32 = 3;

/// Which half of a division.
#[derive(Clone, Copy)]
enum Division {
    Quotient,
    Remainder,
}

/// The narrowest two's complement that holds every number of a range.
fn width(low: &Number, high: &Number) -> u32 {
    let bits = |n: &Number| if n.is_negative() { (n + 1u32).bits() } else { n.bits() };
    let needed = bits(low).max(bits(high)) + 1;
    u32::try_from(needed).unwrap_or(u32::MAX)
}

/// The numbers of a range that are so small; the range itself where it has none.
fn small(most: u32, low: Number, high: Option<Number>) -> (Number, Option<Number>) {
    let most = Number::from(most);
    if low > most || high.as_ref().is_some_and(|high| *high < -&most) {
        return (low, high);
    }
    let high = high.map_or(most.clone(), |high| high.min(most.clone()));
    (low.max(-most), Some(high))
}

impl Words {
    /// No words yet.
    pub fn new(encoding: Encoding) -> Self {
        Words {
            terms: Terms::new(),
            encoding,
            facts: Vec::new(),
            products: BTreeSet::new(),
            most: None,
            given: BTreeMap::new(),
        }
    }

    /// No words yet; those of symbols will be small.
    pub fn of_small(encoding: Encoding) -> Self {
        Words { most: Some(SMALL), ..Words::new(encoding) }
    }

    /// A number.
    pub fn number(&mut self, n: &Number) -> Word {
        let term = match self.encoding {
            Encoding::Integers => self.terms.int(n.clone()),
            Encoding::Bits => self.terms.bits(width(n, n), n.clone()),
        };
        Word::new(term, n.clone(), Some(n.clone()))
    }

    /// A new unknown number in a range.
    pub fn symbol(&mut self, name: &str, low: Number, high: Option<Number>) -> Word {
        let (low, high) = match self.most {
            Some(most) => small(most, low, high),
            None => (low, high),
        };
        self.any(name, low, high)
    }

    /// A new unknown number that is any of the range, never only a small one: for what nobody may
    /// choose.
    pub fn any(&mut self, name: &str, low: Number, high: Option<Number>) -> Word {
        let sort = match (self.encoding, &high) {
            (Encoding::Bits, Some(high)) => Sort::BitVec(width(&low, high)),
            _ => Sort::Int,
        };
        let term = self.terms.fresh(name, sort);
        let word = Word::new(term, low, high);
        let facts = self.is_in_range(&word);
        self.facts.extend(facts);
        word
    }

    /// That a symbol is in the range that it is made for.
    pub fn is_in_range(&mut self, word: &Word) -> Vec<Term> {
        self.is_between(word, &word.low, word.high.as_ref())
    }

    fn is_between(&mut self, word: &Word, low: &Number, high: Option<&Number>) -> Vec<Term> {
        let least = self.number(low);
        let mut facts = vec![self.compare(Rel::Ge, word, &least)];
        if let Some(high) = high {
            let most = self.number(high);
            facts.push(self.compare(Rel::Le, word, &most));
        }
        facts
    }

    /// That a number which is any of its range is a small one of it, where [small](Words::of_small) ones are
    /// looked for.
    pub fn is_small(&mut self, word: &Word) -> Vec<Term> {
        let Some(most) = self.most else { return Vec::new() };
        let (low, high) = small(most, word.low.clone(), word.high.clone());
        self.is_between(word, &low, high.as_ref())
    }

    /// The number that a value stands for.
    pub fn read(&self, value: &Value) -> Option<Number> {
        match self.encoding {
            Encoding::Integers => value.number().cloned(),
            Encoding::Bits => value.signed(),
        }
    }

    /// Whether a comparison holds.
    pub fn compare(&mut self, rel: Rel, a: &Word, b: &Word) -> Term {
        let (a, b) = match self.encoding {
            Encoding::Integers => (a.term, b.term),
            Encoding::Bits => {
                let wide = self.width(a).max(self.width(b));
                (self.at_width(a, wide), self.at_width(b, wide))
            }
        };
        let t = &mut self.terms;
        let mut order = |strict: bool, a: Term, b: Term| match (self.encoding, strict) {
            (Encoding::Integers, true) => t.lt(a, b),
            (Encoding::Integers, false) => t.le(a, b),
            (Encoding::Bits, true) => t.bv_slt(a, b),
            (Encoding::Bits, false) => t.bv_sle(a, b),
        };
        match rel {
            Rel::Lt => order(true, a, b),
            Rel::Le => order(false, a, b),
            Rel::Gt => order(true, b, a),
            Rel::Ge => order(false, b, a),
            Rel::Eq => t.eq(a, b),
            Rel::Ne => t.ne(a, b),
        }
    }

    /// `a + b`
    pub fn add(&mut self, a: &Word, b: &Word) -> Word {
        let low = &a.low + &b.low;
        let high = both(&a.high, &b.high, |x, y| x + y);
        let sum = self.exact(low, high, a, b, Terms::add, Terms::bv_add);
        self.of_congruent(sum, [a, b], Words::add)
    }

    /// `a - b`, below 0 too.
    pub fn subtract(&mut self, a: &Word, b: &Word) -> Word {
        // Without an upper bound on `b` there is no lower one on the difference: only integers.
        let low = b.high.as_ref().map_or_else(Number::zero, |high| &a.low - high);
        let high = a.high.as_ref().map(|high| high - &b.low);
        let difference = self.exact(low, high, a, b, Terms::sub, Terms::bv_sub);
        self.of_congruent(difference, [a, b], Words::subtract)
    }

    /// `a * b`
    pub fn multiply(&mut self, a: &Word, b: &Word) -> Word {
        let (low, high) = match (&a.high, &b.high) {
            (Some(x), Some(y)) => extremes([&a.low * &b.low, &a.low * y, x * &b.low, x * y]),
            _ => (Number::zero(), None),
        };
        let product = self.exact(low, high, a, b, Terms::mul, Terms::bv_mul);
        if !is_number(a) && !is_number(b) {
            self.products.insert(product.term);
        }
        self.of_congruent(product, [a, b], Words::multiply)
    }

    /// `a / b`, truncated; `b` is not 0 where it matters.
    pub fn divide(&mut self, a: &Word, b: &Word) -> Word {
        if let Some(shifted) = self.divide_by_power(a, b) {
            return shifted;
        }
        let size = magnitude(a);
        let low = if a.low.is_negative() || b.low.is_negative() {
            size.as_ref().map_or_else(Number::zero, |size| -size)
        } else {
            Number::zero()
        };
        self.by(Division::Quotient, low, size, a, b)
    }

    /// `a % b`, with the sign of `a`; `b` is not 0 where it matters.
    pub fn remainder(&mut self, a: &Word, b: &Word) -> Word {
        if let Some(masked) = self.remainder_by_power(a, b) {
            return masked;
        }
        let below = magnitude(b).map(|n| if n.is_zero() { n } else { n - 1 });
        let size = match (magnitude(a), below) {
            (Some(x), Some(y)) => Some(x.min(y)),
            (x, y) => x.or(y),
        };
        let low = match &size {
            Some(size) if a.low.is_negative() => -size,
            _ => Number::zero(),
        };
        self.by(Division::Remainder, low, size, a, b)
    }

    /// A quotient or remainder, truncated as in C.
    fn by(
        &mut self,
        division: Division,
        low: Number,
        high: Option<Number>,
        a: &Word,
        b: &Word,
    ) -> Word {
        let integers = match division {
            Division::Quotient => Terms::div,
            Division::Remainder => Terms::modulo,
        };
        let term = match self.encoding {
            // SMT-LIB's division is Euclid's, which truncates where the dividend is not negative.
            Encoding::Integers if !a.low.is_negative() => integers(&mut self.terms, a.term, b.term),
            Encoding::Integers => {
                let t = &mut self.terms;
                let zero = t.int(0);
                let minus_a = t.sub(zero, a.term);
                let negative = t.lt(a.term, zero);
                let size = t.ite(negative, minus_a, a.term);
                let of_size = integers(t, size, b.term);
                let minus = t.sub(zero, of_size);
                t.ite(negative, minus, of_size)
            }
            Encoding::Bits => {
                // One bit more than either: the smallest number by -1 fits.
                let wide = self.width(a).max(self.width(b)) + 1;
                let (x, y) = (self.at_width(a, wide), self.at_width(b, wide));
                let term = match division {
                    Division::Quotient => self.terms.bv_sdiv(x, y),
                    Division::Remainder => self.terms.bv_srem(x, y),
                };
                self.narrow(term, low.clone(), high.clone()).term
            }
        };
        if !is_number(b) {
            self.products.insert(term);
        }
        Word::new(term, low, high)
    }

    /// A natural by a power of two is a shift.
    fn divide_by_power(&mut self, a: &Word, b: &Word) -> Option<Word> {
        let places = self.power(a, b)?;
        let (low, high) = (&a.low >> places, a.high.as_ref().map(|h| h >> places));
        let wide = self.width(a);
        if places >= u64::from(wide) - 1 {
            return Some(self.number(&Number::zero()));
        }
        let term = self.terms.extract(wide - 1, u32::try_from(places).ok()?, a.term);
        Some(self.narrow(term, low, high))
    }

    /// A natural modulo a power of two is its low bits.
    fn remainder_by_power(&mut self, a: &Word, b: &Word) -> Option<Word> {
        let places = self.power(a, b)?;
        if places >= u64::from(self.width(a)) - 1 {
            return Some(a.clone());
        }
        if places == 0 {
            return Some(self.number(&Number::zero()));
        }
        let low_bits = self.terms.extract(u32::try_from(places).ok()? - 1, 0, a.term);
        let term = self.terms.zero_extend(1, low_bits);
        Some(Word::new(term, Number::zero(), Some((Number::one() << places) - 1)))
    }

    /// The exponent, where bits of a natural are divided by a power of two.
    fn power(&self, a: &Word, b: &Word) -> Option<u64> {
        let natural = self.encoding == Encoding::Bits && !a.low.is_negative();
        let power = is_number(b) && b.low.is_positive() && b.low.magnitude().count_ones() == 1;
        (natural && power).then(|| b.low.bits() - 1)
    }

    /// The larger or the smaller.
    pub fn extreme(&mut self, larger: bool, a: &Word, b: &Word) -> Word {
        let first = self.compare(if larger { Rel::Ge } else { Rel::Le }, a, b);
        let mut chosen = self.select(first, a, b);
        // Tighter than a choice between the two.
        if larger {
            chosen.low = a.low.clone().max(b.low.clone());
        } else {
            chosen.high = match (&a.high, &b.high) {
                (Some(x), Some(y)) => Some(x.min(y).clone()),
                (x, y) => x.clone().or(y.clone()),
            };
        }
        self.narrow(chosen.term, chosen.low, chosen.high)
    }

    /// `c ? a : b`
    pub fn select(&mut self, c: Term, a: &Word, b: &Word) -> Word {
        let low = a.low.clone().min(b.low.clone());
        let high = both(&a.high, &b.high, |x, y| x.max(y).clone());
        let chosen =
            self.exact(low, high, a, b, |t, x, y| t.ite(c, x, y), |t, x, y| t.ite(c, x, y));
        self.of_congruent(chosen, [a, b], |words, a, b| words.select(c, a, b))
    }

    /// C's conversion to a type: equal modulo 2^bits.
    pub fn convert(&mut self, ty: IntType, a: &Word) -> Word {
        if fits(ty, a) {
            return a.clone();
        }
        if let Some(unwrapped) = a.unwrapped(ty) {
            return unwrapped;
        }
        let (low, high) = (ty.min(), Some(ty.max()));
        let term = match self.encoding {
            Encoding::Integers => {
                let t = &mut self.terms;
                let modulus = t.int(Number::one() << ty.bits);
                let unsigned = IntType { signed: false, ..ty };
                let wrapped = if fits(unsigned, a) { a.term } else { t.modulo(a.term, modulus) };
                if ty.signed {
                    let most = t.int(ty.max());
                    let past = t.lt(most, wrapped);
                    let minus = t.sub(wrapped, modulus);
                    t.ite(past, minus, wrapped)
                } else {
                    wrapped
                }
            }
            Encoding::Bits => {
                let wide = self.width(a).max(u32::from(ty.bits));
                let term = self.at_width(a, wide);
                let bits = self.terms.extract(u32::from(ty.bits) - 1, 0, term);
                if ty.signed { bits } else { self.terms.zero_extend(1, bits) }
            }
        };
        Word::new(term, low, high).wrapped_from(a, ty.bits)
    }

    /// Bit by bit; `integers` for naturals as integers.
    pub fn bitwise(
        &mut self,
        a: &Word,
        b: &Word,
        integers: fn(&mut Terms, Term, Term) -> Term,
        bits: fn(&mut Terms, Term, Term) -> Term,
        shrinks: bool,
    ) -> Word {
        let natural = !a.low.is_negative() && !b.low.is_negative();
        let (low, high) = match (&a.high, &b.high) {
            (Some(x), Some(y)) if natural && shrinks => (Number::zero(), Some(x.min(y).clone())),
            (Some(x), Some(y)) if natural => {
                (Number::zero(), Some((Number::one() << x.bits().max(y.bits())) - 1))
            }
            (Some(x), Some(y)) => {
                let places = width(&a.low, x).max(width(&b.low, y)) - 1;
                (-(Number::one() << places), Some((Number::one() << places) - 1))
            }
            (x, y) if shrinks => (Number::zero(), x.clone().or(y.clone())),
            _ => (Number::zero(), None),
        };
        self.exact(low, high, a, b, integers, bits)
    }

    /// `a << b`, equal modulo 2^bits to the exact one; `0 <= b < bits` where it matters.
    pub fn shift_left_in(&mut self, ty: IntType, a: &Word, b: &Word) -> Word {
        if let Some(places) = b.low.to_u8().filter(|n| is_number(b) && *n < ty.bits) {
            let power = self.number(&(Number::one() << places));
            let exact = self.multiply(a, &power);
            return self.convert(ty, &exact);
        }
        let term = match self.encoding {
            Encoding::Integers => {
                let exact = self.terms.nat_shl(a.term, b.term);
                let unbounded = Word::new(exact, Number::zero(), None);
                return self.convert(ty, &unbounded);
            }
            Encoding::Bits => {
                let wide = u32::from(ty.bits);
                let x = self.low_bits(a, wide);
                let places = self.low_bits(b, wide);
                self.terms.bv_shl(x, places)
            }
        };
        let term = if ty.signed { term } else { self.terms.zero_extend(1, term) };
        Word::new(term, ty.min(), Some(ty.max()))
    }

    /// The floor of `a / 2^b`; `b` is a natural where it matters.
    pub fn shift_right(&mut self, a: &Word, b: &Word) -> Word {
        let places = b.low.to_u16().filter(|_| is_number(b));
        let (low, high) = match places {
            Some(places) => (&a.low >> places, a.high.as_ref().map(|high| high >> places)),
            None => {
                let low = if a.low.is_negative() { a.low.clone() } else { Number::zero() };
                (low, a.high.as_ref().map(|h| h.max(&Number::zero()).clone()))
            }
        };
        match self.encoding {
            Encoding::Integers => {
                let term = self.terms.nat_shr(a.term, b.term);
                Word::new(term, low, high)
            }
            Encoding::Bits => {
                let wide = self.width(a).max(self.width(b));
                let (x, places) = (self.at_width(a, wide), self.at_width(b, wide));
                let term = self.terms.bv_ashr(x, places);
                self.narrow(term, low, high)
            }
        }
    }

    /// The word with a range that is known otherwise.
    pub fn within(&mut self, a: &Word, low: &Number, high: &Number) -> Word {
        let low = low.max(&a.low).clone();
        let high = a.high.as_ref().map_or(high, |h| h.min(high)).clone();
        if low > high { a.clone() } else { self.narrow(a.term, low, Some(high)) }
    }

    fn exact(
        &mut self,
        low: Number,
        high: Option<Number>,
        a: &Word,
        b: &Word,
        integers: impl Fn(&mut Terms, Term, Term) -> Term,
        bits: impl Fn(&mut Terms, Term, Term) -> Term,
    ) -> Word {
        match (self.encoding, high) {
            (Encoding::Bits, Some(high)) => {
                let wide = self.width(a).max(self.width(b)).max(width(&low, &high));
                let (x, y) = (self.at_width(a, wide), self.at_width(b, wide));
                let term = bits(&mut self.terms, x, y);
                self.narrow(term, low, Some(high))
            }
            (_, high) => {
                let term = integers(&mut self.terms, a.term, b.term);
                Word::new(term, low, high)
            }
        }
    }

    /// The term in the width of its range.
    fn narrow(&mut self, term: Term, low: Number, high: Option<Number>) -> Word {
        let term = match (self.terms.sort(term), &high) {
            (Sort::BitVec(wide), Some(high)) if width(&low, high) < wide => {
                self.terms.extract(width(&low, high) - 1, 0, term)
            }
            _ => term,
        };
        Word::new(term, low, high)
    }

    fn width(&self, a: &Word) -> u32 {
        match self.terms.sort(a.term) {
            Sort::BitVec(width) => width,
            _ => 1,
        }
    }

    /// The word in at least its own width.
    fn at_width(&mut self, a: &Word, wide: u32) -> Term {
        let own = self.width(a);
        if own < wide { self.terms.sign_extend(wide - own, a.term) } else { a.term }
    }

    /// The low bits of the word, however wide it is.
    fn low_bits(&mut self, a: &Word, wide: u32) -> Term {
        let own = self.width(a);
        if own > wide { self.terms.extract(wide - 1, 0, a.term) } else { self.at_width(a, wide) }
    }
}

/// Whether every number of the word's range is of the type.
pub fn fits(ty: IntType, a: &Word) -> bool {
    ty.contains(&a.low) && a.high.as_ref().is_some_and(|high| ty.contains(high))
}

/// Whether the word is one known number.
pub fn is_number(a: &Word) -> bool {
    a.high.as_ref() == Some(&a.low)
}

fn both(
    a: &Option<Number>,
    b: &Option<Number>,
    f: impl Fn(&Number, &Number) -> Number,
) -> Option<Number> {
    Some(f(a.as_ref()?, b.as_ref()?))
}

fn extremes(mut numbers: [Number; 4]) -> (Number, Option<Number>) {
    numbers.sort();
    let [low, .., high] = numbers;
    (low, Some(high))
}

/// The largest absolute value.
fn magnitude(a: &Word) -> Option<Number> {
    a.high.as_ref().map(|high| high.abs().max(a.low.abs()))
}
