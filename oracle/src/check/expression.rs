//! Expressions and conditions as terms, in either arithmetic, and when they have a value.

use super::word::{Encoding, Word, Words, fits};
use crate::solver::{Term, Terms};
use num_traits::Zero;
use semantics::numbering::Bounds;
use semantics::{Arithmetic, Axis, Cond, Expr, Header, IntType, Name, Number, Op, Rel};
use std::collections::{BTreeMap, BTreeSet};

/// What the names and coordinates of one thread are.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Parameters and the variables in scope.
    pub variables: BTreeMap<Name, Word>,
    /// The thread.
    pub axes: BTreeMap<Axis, Word>,
}

/// A name that nothing binds, or an axis that the thread does not have: the program is not
/// well-formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbound(pub Name);

/// Encodes the expressions of one program.
#[derive(Debug)]
pub struct Encoder<'a> {
    /// Where the words are built.
    pub words: Words,
    /// The program's declarations.
    pub header: &'a Header,
    /// What is assumed of the launch, in each phase of a program the same.
    bounds: Option<Bounds>,
    /// What holds where the expression at hand matters. Its word is right there, and any number elsewhere.
    known: BTreeSet<Term>,
}

/// Conditions of more parts than this are known only as a whole.
const MOST_PARTS: usize = 64;

impl<'a> Encoder<'a> {
    /// Encodes the expressions of a program with these declarations.
    pub fn new(words: Words, header: &'a Header) -> Self {
        let bounds = Bounds::new(&header.threads, &header.assumptions);
        Encoder { words, header, bounds, known: BTreeSet::new() }
    }

    /// Takes it that this holds wherever what is encoded next matters. What it adds to what was known is to be
    /// [forgotten](Encoder::forget).
    pub fn learn(&mut self, holds: Term) -> Vec<Term> {
        let (mut open, mut learnt) = (vec![holds], Vec::new());
        while let Some(part) = open.pop().filter(|_| learnt.len() < MOST_PARTS) {
            if self.known.insert(part) {
                learnt.push(part);
                open.extend(self.words.terms.parts(part));
            }
        }
        learnt
    }

    /// Takes it no longer that these hold.
    pub fn forget(&mut self, learnt: &[Term]) {
        for part in learnt {
            self.known.remove(part);
        }
    }

    /// The condition; its value, where that is known.
    fn simpler(&mut self, c: Term) -> Term {
        let not_c = self.words.terms.not(c);
        match (self.known.contains(&c), self.known.contains(&not_c)) {
            (true, _) => self.words.terms.boolean(true),
            (false, true) => self.words.terms.boolean(false),
            (false, false) => c,
        }
    }

    /// The value of an expression. What must hold for it to have one is added to `defined`; a
    /// verdict counts only executions in which everything evaluated has a value.
    ///
    /// # Errors
    /// A name that the frame does not have.
    pub fn expr(
        &mut self,
        e: &Expr,
        frame: &Frame,
        defined: &mut Vec<Term>,
    ) -> Result<Word, Unbound> {
        Ok(match e {
            Expr::Num(n) => self.words.number(n),
            Expr::Tid(axis) => match frame.axes.get(axis) {
                Some(word) => word.clone(),
                None => return Err(Unbound(axis.to_string().into())),
            },
            Expr::Var(x) => match frame.variables.get(x) {
                Some(word) => word.clone(),
                None => return Err(Unbound(x.clone())),
            },
            Expr::Bin(op, arithmetic, a, b) => {
                let left = self.expr(a, frame, defined)?;
                let right = self.expr(b, frame, defined)?;
                match arithmetic {
                    Arithmetic::Natural => self.natural(*op, &left, &right),
                    Arithmetic::C(ty) => {
                        let exact = self.machine(*ty, *op, &left, &right, defined);
                        let exact = self.launch_bounds(e, exact);
                        self.fit(*ty, exact, defined)
                    }
                }
            }
            Expr::Convert(ty, e) => {
                let word = self.expr(e, frame, defined)?;
                self.words.convert(*ty, &word)
            }
            Expr::Select(c, a, b) => {
                let c = self.cond(c, frame, defined)?;
                let not_c = self.words.terms.not(c);
                let a = self.guarded(c, defined, |this, d| this.expr(a, frame, d))?;
                let b = self.guarded(not_c, defined, |this, d| this.expr(b, frame, d))?;
                self.words.select(c, &a, &b)
            }
            Expr::Within(size, e) => {
                let word = self.expr(e, frame, defined)?;
                let (zero, bound) = (self.words.number(&Number::zero()), self.words.number(size));
                defined.push(self.words.compare(Rel::Ge, &word, &zero));
                defined.push(self.words.compare(Rel::Lt, &word, &bound));
                self.words.within(&word, &Number::zero(), &(size - 1))
            }
        })
    }

    /// Whether a condition holds. See [`Encoder::expr`].
    ///
    /// # Errors
    /// A name that the frame does not have.
    pub fn cond(
        &mut self,
        c: &Cond,
        frame: &Frame,
        defined: &mut Vec<Term>,
    ) -> Result<Term, Unbound> {
        let holds = match c {
            Cond::Bool(b) => self.words.terms.boolean(*b),
            Cond::Rel(rel, a, b) => {
                let (a, b) = (self.expr(a, frame, defined)?, self.expr(b, frame, defined)?);
                self.words.compare(*rel, &a, &b)
            }
            Cond::And(a, b) => {
                let a = self.cond(a, frame, defined)?;
                let b = self.guarded(a, defined, |this, d| this.cond(b, frame, d))?;
                self.words.terms.and(a, b)
            }
            Cond::Or(a, b) => {
                let a = self.cond(a, frame, defined)?;
                let not_a = self.words.terms.not(a);
                let b = self.guarded(not_a, defined, |this, d| this.cond(b, frame, d))?;
                self.words.terms.or(a, b)
            }
            Cond::Not(c) => {
                let c = self.cond(c, frame, defined)?;
                self.words.terms.not(c)
            }
        };
        Ok(self.simpler(holds))
    }

    /// What is evaluated only where `guard` holds needs a value only there.
    fn guarded<T>(
        &mut self,
        guard: Term,
        defined: &mut Vec<Term>,
        inside: impl FnOnce(&mut Self, &mut Vec<Term>) -> Result<T, Unbound>,
    ) -> Result<T, Unbound> {
        let mut needed = Vec::new();
        let learnt = self.learn(guard);
        let result = inside(self, &mut needed);
        self.forget(&learnt);
        let result = result?;
        for term in needed {
            defined.push(self.words.terms.implies(guard, term));
        }
        Ok(result)
    }

    /// Total on naturals: `docs/calculi.md`, "Common".
    fn natural(&mut self, op: Op, a: &Word, b: &Word) -> Word {
        let w = &mut self.words;
        let zero = w.number(&Number::zero());
        match op {
            Op::Add => w.add(a, b),
            Op::Sub => {
                let cut = w.compare(Rel::Le, a, b);
                let difference = w.subtract(a, b);
                let mut cut_off = w.select(cut, &zero, &difference);
                cut_off.low = Number::zero();
                cut_off.high = a.high.clone();
                cut_off
            }
            Op::Mul => w.multiply(a, b),
            Op::Div => {
                let by_zero = w.compare(Rel::Eq, b, &zero);
                let quotient = w.divide(a, b);
                w.select(by_zero, &zero, &quotient)
            }
            Op::Rem => {
                let by_zero = w.compare(Rel::Eq, b, &zero);
                let remainder = w.remainder(a, b);
                w.select(by_zero, a, &remainder)
            }
            Op::Shl => {
                let term = w.terms.nat_shl(a.term, b.term);
                Word::new(term, a.low.clone(), None)
            }
            Op::Shr => w.shift_right(a, b),
            Op::Min | Op::Max => w.extreme(op == Op::Max, a, b),
            Op::BitAnd | Op::BitOr | Op::BitXor => self.bitwise(op, a, b),
        }
    }

    fn bitwise(&mut self, op: Op, a: &Word, b: &Word) -> Word {
        let w = &mut self.words;
        match op {
            Op::BitAnd => w.bitwise(a, b, Terms::nat_and, Terms::bv_and, true),
            Op::BitOr => w.bitwise(a, b, Terms::nat_or, Terms::bv_or, false),
            _ => w.bitwise(a, b, Terms::nat_xor, Terms::bv_xor, false),
        }
    }

    /// C's operator, computed exactly; see [`Arithmetic::apply`].
    fn machine(
        &mut self,
        ty: IntType,
        op: Op,
        a: &Word,
        b: &Word,
        defined: &mut Vec<Term>,
    ) -> Word {
        let w = &mut self.words;
        match op {
            Op::Add => w.add(a, b),
            Op::Sub => w.subtract(a, b),
            Op::Mul => w.multiply(a, b),
            Op::Div | Op::Rem => {
                let zero = w.number(&Number::zero());
                defined.push(w.compare(Rel::Ne, b, &zero));
                let quotient = w.divide(a, b);
                if op == Op::Div {
                    return quotient;
                }
                let remainder = w.remainder(a, b);
                // INT_MIN % -1 has no meaning because INT_MIN / -1 does not fit.
                self.in_range(ty, &quotient, defined);
                remainder
            }
            Op::Shl | Op::Shr => {
                let (zero, bits) = (w.number(&Number::zero()), w.number(&Number::from(ty.bits)));
                defined.push(w.compare(Rel::Ge, b, &zero));
                defined.push(w.compare(Rel::Lt, b, &bits));
                if op == Op::Shl { w.shift_left_in(ty, a, b) } else { w.shift_right(a, b) }
            }
            Op::Min | Op::Max => w.extreme(op == Op::Max, a, b),
            Op::BitAnd | Op::BitOr | Op::BitXor => self.bitwise(op, a, b),
        }
    }

    /// Wraps around where the type is unsigned; has no meaning past a signed type.
    fn fit(&mut self, ty: IntType, exact: Word, defined: &mut Vec<Term>) -> Word {
        if fits(ty, &exact) {
            return exact;
        }
        if ty.signed {
            self.in_range(ty, &exact, defined);
            if self.words.encoding == Encoding::Integers {
                // Where it is not in range, nothing is asked: no remainder is needed, which is hard.
                return self.words.within(&exact, &ty.min(), &ty.max());
            }
        }
        self.words.convert(ty, &exact)
    }

    fn in_range(&mut self, ty: IntType, word: &Word, defined: &mut Vec<Term>) {
        if !fits(ty, word) {
            let (low, high) = (self.words.number(&ty.min()), self.words.number(&ty.max()));
            defined.push(self.words.compare(Rel::Ge, word, &low));
            defined.push(self.words.compare(Rel::Le, word, &high));
        }
    }

    /// What the launch guarantees of a number of a thread, where products of its extents are assumed to be bounded.
    /// Of extents alone the assumption is taken as it stands.
    fn launch_bounds(&mut self, e: &Expr, exact: Word) -> Word {
        match self.bounds.as_ref().and_then(|bounds| bounds.range(e)) {
            Some((least, most)) if e.mentions_thread() => self.words.within(&exact, &least, &most),
            _ => exact,
        }
    }
}
