//! What is taken for granted of unsigned numbers, where a proof fails without it: that indices and counters of loops
//! do not wrap around. A kernel that computes `row * width + column` with unsigned numbers means an element of an
//! array that is so large; where the sum wraps around, the array would have more elements than such a number can tell
//! apart.
//!
//! **The assumption.** Take each sum, difference or product of unsigned numbers that an index is made of, as large as
//! it goes, and compute it with signed numbers of twice the width, each operand as the number that it was before it
//! was made unsigned: that does not overflow, and gives the number that C gives, as what it is then converted to. And
//! where a loop counts with unsigned numbers and runs, one step from the last number before its bound stays in the
//! counter's type, whichever numbers the counter takes.
//!
//! Nor do atomic additions to one element of an array pass the end of its unsigned type, where what they found tells
//! threads apart.
//!
//! Nothing is taken for granted of a sum with a constant of the upper half of its type: `i + 0xffffffffu` is meant as
//! `i - 1`, and `i * 2654435761u` is not.
//!
//! **Why the program is right under it.** In an execution of which that holds, the wide expression has the value of the
//! one that it replaces, at each place. So it is an execution of the program here, too: this one has all executions of
//! which the assumption holds, and perhaps others. What is free of races here is free of races there. Of the others, no
//! more is known: nothing but *race free* may be taken from this program.
//!
//! What is divided, shifted, masked or converted to a smaller type stays as it is, and so does what is compared:
//! `hash * 31 % n` wraps around on purpose. What it is divided by is the size of a row, and no hash.

use super::Lowering;
use super::block::Atom;
use super::counting::Counting;
use super::iteration::Loop;
use crate::assumption::{Assumption, AssumptionKind};
use crate::term::{and, bin, convert, num, rel, select};
use num_traits::One;
use semantics::{Arithmetic, Cond, Expr as Term, IntType, Name, Number, Op, Span};
use std::sync::Arc;

/// Whether unsigned numbers may wrap around.
#[derive(Clone, Debug)]
pub(crate) enum Wrapping {
    /// As in C. Whether that was seen to matter.
    AsInC(Matters),
    /// Not where those are computed: what was taken for granted.
    TakenNotTo(Which, Vec<Assumption>),
}

/// Whether unsigned numbers that wrap around were seen to matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Matters {
    /// What atomics add up.
    pub sums: bool,
    /// Indices, and counters of loops.
    pub others: bool,
}

impl Matters {
    /// Whether any was.
    pub fn any(self) -> bool {
        self.sums || self.others
    }
}

/// Which unsigned numbers are taken not to wrap around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// What atomics add up.
    Sums,
    /// And indices, and counters of loops.
    All,
}

impl Lowering<'_> {
    /// The statement, its index as [the assumption](self) has it.
    pub(super) fn indexed(&mut self, atom: Atom, span: &Span) -> Atom {
        match atom {
            Atom::Read { x, array, index, site } => {
                let index = self.index_taken(&array, index, span);
                Atom::Read { x, array, index, site }
            }
            Atom::Write { array, index, payload, site } => {
                let index = self.index_taken(&array, index, span);
                Atom::Write { array, index, payload, site }
            }
            atom => atom,
        }
    }

    fn index_taken(&mut self, array: &Name, index: Arc<Term>, span: &Span) -> Arc<Term> {
        match self.taken.wrapping {
            Wrapping::AsInC(seen) if seen.others => return index,
            Wrapping::TakenNotTo(Which::Sums, _) => return index,
            _ => {}
        }
        let Some(new) = self.unwrapped(&index) else { return index };
        if let Wrapping::AsInC(seen) = &mut self.taken.wrapping {
            seen.others = true;
            return index;
        }
        self.take(format!("unsigned numbers in an index of `{array}` do not wrap around"), span);
        new
    }

    /// Whether the counter of a loop is taken not to wrap around.
    pub(super) fn counter_taken(&mut self, c: &Counting, l: &Loop<'_>) -> bool {
        match &mut self.taken.wrapping {
            Wrapping::AsInC(seen) => {
                seen.others = true;
                return false;
            }
            Wrapping::TakenNotTo(Which::Sums, _) => return false,
            Wrapping::TakenNotTo(Which::All, _) => {}
        }
        let counter = &self.given.kernel.locals[c.counter.0].name;
        self.take(format!("the counter `{counter}` of this loop does not wrap around, nor would it in one more step"), l.span);
        true
    }

    /// Whether what atomics add up in an array is taken not to pass the end of its type.
    pub(super) fn sum_taken(&mut self, array: &Name, span: &Span) -> bool {
        if let Wrapping::AsInC(seen) = &mut self.taken.wrapping {
            seen.sums = true;
            return false;
        }
        self.take(
            format!("what atomics add up in `{array}` does not pass the end of its type"),
            span,
        );
        true
    }

    fn take(&mut self, what: String, span: &Span) {
        let Wrapping::TakenNotTo(_, taken) = &mut self.taken.wrapping else { return };
        let line = |of: &Assumption| of.span.as_ref().map(|span| span.line_column().0);
        let new = Assumption::at(AssumptionKind::NoWrap, span, what);
        if !taken.iter().any(|said| said.is_same(&new) && line(said) == line(&new)) {
            taken.push(new);
        }
    }

    /// The expression at its own type, each of its unsigned sums computed wide; nothing where none may wrap around.
    fn unwrapped(&self, e: &Arc<Term>) -> Option<Arc<Term>> {
        match &**e {
            Term::Bin(Op::Add | Op::Sub | Op::Mul, Arithmetic::C(ty), ..) if is_whole(*ty) => {
                self.computed_wide(e, *ty, *ty)
            }
            Term::Bin(op @ (Op::Div | Op::Rem), Arithmetic::C(ty), a, b) => {
                Some(bin(*op, *ty, Arc::clone(a), self.unwrapped(b)?))
            }
            Term::Bin(op @ (Op::Add | Op::Sub | Op::Mul), Arithmetic::C(ty), a, b) => {
                let (x, y) = (self.unwrapped(a), self.unwrapped(b));
                if x.is_none() && y.is_none() {
                    return None;
                }
                let [a, b] = [x.unwrap_or_else(|| a.clone()), y.unwrap_or_else(|| b.clone())];
                Some(bin(*op, *ty, a, b))
            }
            Term::Convert(to, inner) => {
                let from = self.type_of(inner)?;
                if to.bits < from.bits {
                    return None;
                }
                match is_whole(from) && to.signed && to.bits == from.bits && is_sum(inner, from) {
                    true => self.computed_wide(inner, from, *to),
                    false => Some(convert(*to, from, self.unwrapped(inner)?)),
                }
            }
            Term::Within(size, inner) => {
                Some(Arc::new(Term::Within(size.clone(), self.unwrapped(inner)?)))
            }
            Term::Select(c, a, b) => {
                let (x, y) = (self.unwrapped(a), self.unwrapped(b));
                if x.is_none() && y.is_none() {
                    return None;
                }
                // What is asked of it is asked of the same number.
                let c = x.as_ref().map_or_else(|| Arc::clone(c), |x| asked_of(c, a, x));
                let [a, b] = [x.unwrap_or_else(|| a.clone()), y.unwrap_or_else(|| b.clone())];
                Some(select(&c, a, b))
            }
            _ => None,
        }
    }

    /// A sum of a type that wraps around, computed wide, and as a number of another type of that width.
    fn computed_wide(&self, e: &Arc<Term>, ty: IntType, to: IntType) -> Option<Arc<Term>> {
        let sum = self.wide_sum(e, ty)?;
        let range = self.range(&sum);
        if ty.contains(&range.min) && ty.contains(&range.max) {
            return None;
        }
        // By the assumption it is a number of the type.
        let wide = wide(ty);
        let up = bin(Op::Sub, wide, sum, num(to.min()));
        let inside = Arc::new(Term::Within(Number::one() << to.bits, up));
        // A `Within` is of the type of what it is of, or of a `long`.
        let inside = bin(Op::Add, wide, inside, num(to.min()));
        Some(convert(to, wide, inside))
    }

    /// An expression of a type that wraps around, as a wide number; nothing where a constant may be meant as a negative
    /// number.
    fn wide_sum(&self, e: &Arc<Term>, ty: IntType) -> Option<Arc<Term>> {
        let wide = wide(ty);
        Some(match &**e {
            Term::Bin(op @ (Op::Add | Op::Sub | Op::Mul), Arithmetic::C(of), a, b) if *of == ty => {
                bin(*op, wide, self.wide_sum(a, ty)?, self.wide_sum(b, ty)?)
            }
            // The number that it was before.
            Term::Convert(to, inner) if *to == ty => match self.type_of(inner) {
                Some(from) if from.bits <= ty.bits => {
                    let inner = self.unwrapped(inner).unwrap_or_else(|| Arc::clone(inner));
                    self.cast(wide, from, inner)
                }
                _ => convert(wide, ty, Arc::clone(e)),
            },
            Term::Num(n) if *n > ty.max() / 2 => return None,
            _ => convert(wide, ty, self.unwrapped(e).unwrap_or_else(|| Arc::clone(e))),
        })
    }
}

/// A condition, or two, on one number as those on another one: whether an index is within an array.
fn asked_of(c: &Arc<Cond>, of: &Arc<Term>, new: &Arc<Term>) -> Arc<Cond> {
    let side = |e: &Arc<Term>| Arc::clone(if e == of { new } else { e });
    let one = |c: &Arc<Cond>| match &**c {
        Cond::Rel(r, a, b) => rel(*r, side(a), side(b)),
        _ => Arc::clone(c),
    };
    match &**c {
        Cond::And(a, b) => and(one(a), one(b)),
        _ => one(c),
    }
}

/// Whether sums of a type wrap around.
fn is_whole(ty: IntType) -> bool {
    !ty.signed && ty.bits >= 32 && ty.bits <= 64
}

fn is_sum(e: &Term, ty: IntType) -> bool {
    matches!(e, Term::Bin(Op::Add | Op::Sub | Op::Mul, Arithmetic::C(of), ..) if *of == ty)
}

/// A signed type of twice the width.
fn wide(ty: IntType) -> IntType {
    IntType::signed(2 * ty.bits)
}
