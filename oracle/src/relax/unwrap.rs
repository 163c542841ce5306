//! What does not wrap around although its type would let it.
//!
//! C's numbers are those of a type, so a query is full of `e mod 2^32`, and of `x` read as a signed number. Few of them
//! are not just `e` and `x` wherever two threads race: a thread is there since it found `i < n` and `j < m`, and
//! `i*m + j` is then below `n*m`, which somebody has allocated. Without `mod` the index is written by
//! [digits](super::digits), and two are told apart at once; with it, a solver has to take every way to wrap around into account.
//!
//! So it is asked of each of them whether it may be out of range, the innermost first, of all that are alike in
//! that at once, then of halves of them. Where that has no model, what it is takes its place. A question is small: it has
//! the comparisons that hold of what one thread knows, as far as they are about numbers that the question is about.
//!
//! **Why that is sound.** What a question asserts besides follows from the assertions. So where it has no model, `e` is in the
//! range in each model of the assertions, and there `e mod 2^n` is `e`. So each model of the assertions is one of those
//! that are written without it.

use super::is_size;
use crate::solver::{Node, Op, Sort, Term, Terms};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

/// More questions are not asked.
const MOST_QUESTIONS: usize = 40;

/// Assertions of more terms than this are left alone.
const LARGEST: usize = 5_000;

/// Whether these assertions of integers have no model: what it says is taken on trust.
pub type HaveNone<'r> = dyn FnMut(&Terms, &[Term]) -> bool + 'r;

/// A number that may wrap around.
#[derive(Clone, Copy)]
struct Wrap {
    /// What is written.
    term: Term,
    /// What it is as long as that is in the range.
    of: Term,
    /// That it is.
    fits: Term,
}

/// The assertions without what certainly does not wrap around in any model of them; nothing where nothing of the kind
/// is found. Each model of the ones is a model of the others. `known` is what of the assertions, or by them, may help: what
/// compares two threads hardly does.
pub fn unwrap(
    terms: &Terms,
    assertions: &[Term],
    known: &[Term],
    have_none: &mut HaveNone<'_>,
) -> Option<(Terms, Vec<Term>)> {
    if terms.order(assertions).len() > LARGEST {
        return None;
    }
    let mut unwrapping = Unwrapping {
        terms: terms.clone(),
        assertions: assertions.to_vec(),
        known: known.to_vec(),
        wrapping: FxHashSet::default(),
        questions: 0,
        have_none,
    };
    let mut any = false;
    loop {
        let innermost = unwrapping.innermost();
        if innermost.is_empty() {
            break;
        }
        let fit = unwrapping.fitting(&innermost);
        // What is around holds what may wrap around, and seldom fits either.
        if fit.is_empty() {
            break;
        }
        unwrapping.wrapping.extend(innermost.iter().map(|wrap| wrap.term));
        any = true;
        unwrapping.replace(&fit);
    }
    any.then_some((unwrapping.terms, unwrapping.assertions))
}

struct Unwrapping<'a, 'r> {
    terms: Terms,
    assertions: Vec<Term>,
    known: Vec<Term>,
    /// What was asked about, and may wrap around for all that is known.
    wrapping: FxHashSet<Term>,
    questions: usize,
    have_none: &'a mut HaveNone<'r>,
}

impl Unwrapping<'_, '_> {
    /// What may wrap around, and in which nothing else may that was not asked about.
    fn innermost(&mut self) -> Vec<Wrap> {
        let mut found = Vec::new();
        let mut holds_one: FxHashSet<Term> = FxHashSet::default();
        for term in self.terms.order(&self.assertions) {
            let Node::Apply(_, args) = self.terms.node(term) else { continue };
            let is_inner = !args.iter().any(|arg| holds_one.contains(arg));
            let known = self.wrapping.contains(&term);
            let wrap = if known || !is_inner { None } else { self.wrap(term) };
            if wrap.is_some() || !is_inner {
                holds_one.insert(term);
            }
            found.extend(wrap);
        }
        found
    }

    /// `e mod 2^n`, or `x` or `e mod 2^n` read as a signed number.
    fn wrap(&mut self, term: Term) -> Option<Wrap> {
        let Node::Apply(op, args) = self.terms.node(term) else { return None };
        let (op, args) = (*op, args.clone());
        let (of, least, modulus) = match op {
            Op::Mod => (args[0], BigInt::zero(), self.modulus(args[1])?),
            // `most < x ? x - 2^n : x`
            Op::Ite => {
                let (past, minus, x) = (args[0], args[1], args[2]);
                let Node::Apply(Op::Lt, sides) = self.terms.node(past) else { return None };
                let (most, tested) = (self.number(sides[0])?, sides[1]);
                let Node::Apply(Op::Sub, sides) = self.terms.node(minus) else { return None };
                let modulus = self.modulus(sides[1])?;
                let half = most + BigInt::one();
                if tested != x || sides[0] != x || &half * 2 != modulus {
                    return None;
                }
                // What is converted to the unsigned type and back may be below 0.
                match self.terms.node(x) {
                    Node::Apply(Op::Mod, args)
                        if self.modulus(args[1]) == Some(modulus.clone()) =>
                    {
                        (args[0], -half, modulus)
                    }
                    _ => return self.at_most(term, x, half - BigInt::one()),
                }
            }
            _ => return None,
        };
        let most = &least + modulus - BigInt::one();
        let t = &mut self.terms;
        let (least, most) = (t.int(least), t.int(most));
        let (from, to) = (t.le(least, of), t.le(of, most));
        Some(Wrap { term, of, fits: t.and(from, to) })
    }

    /// What is `x` where that is at most so much.
    fn at_most(&mut self, term: Term, x: Term, most: BigInt) -> Option<Wrap> {
        let most = self.terms.int(most);
        Some(Wrap { term, of: x, fits: self.terms.le(x, most) })
    }

    fn number(&self, term: Term) -> Option<BigInt> {
        self.terms.literal(term)?.number().cloned()
    }

    /// How many numbers a type has, where a term says so; a smaller number is a size.
    fn modulus(&self, term: Term) -> Option<BigInt> {
        self.number(term).filter(|n| !is_size(n) && n.magnitude().count_ones() == 1)
    }

    /// Those that fit: all, or what is found in either half.
    fn fitting(&mut self, wraps: &[Wrap]) -> Vec<Wrap> {
        let comparisons = self.comparisons();
        let mut fit = Vec::new();
        let mut open = vec![wraps];
        while let Some(some) = open.pop() {
            self.questions += 1;
            if self.questions > MOST_QUESTIONS {
                break;
            }
            let all = self.terms.all(some.iter().map(|wrap| wrap.fits));
            let not_all = self.terms.not(all);
            let mut question = self.about(not_all, &comparisons);
            question.push(not_all);
            if (self.have_none)(&self.terms, &question) {
                fit.extend_from_slice(some);
            } else if some.len() > 1 {
                let (first, second) = some.split_at(some.len() / 2);
                open.extend([second, first]);
            }
        }
        fit
    }

    /// Writes what these are in their places.
    fn replace(&mut self, wraps: &[Wrap]) {
        let mut new: FxHashMap<Term, Term> = wraps.iter().map(|w| (w.term, w.of)).collect();
        let all = [self.assertions.as_slice(), &self.known].concat();
        for term in self.terms.order(&all) {
            let Node::Apply(op, args) = self.terms.node(term).clone() else { continue };
            let of = |arg: &Term| *new.get(arg).unwrap_or(arg);
            match new.get(&term) {
                // Nothing in it is written in another way.
                Some(_) => {}
                None if args.iter().any(|arg| new.contains_key(arg)) => {
                    let args: Vec<Term> = args.iter().map(of).collect();
                    let written = self.terms.apply(op, &args);
                    new.insert(term, written);
                    if self.wrapping.contains(&term) {
                        self.wrapping.insert(written);
                    }
                }
                None => {}
            }
        }
        for assertion in self.assertions.iter_mut().chain(&mut self.known) {
            *assertion = *new.get(assertion).unwrap_or(assertion);
        }
    }

    /// The comparisons that hold where all does that is known.
    fn comparisons(&mut self) -> Vec<Term> {
        let mut holds: FxHashSet<Term> = FxHashSet::default();
        let mut choices = Vec::new();
        let mut comparisons = Vec::new();
        let mut open = self.known.clone();
        loop {
            while let Some(term) = open.pop() {
                if !holds.insert(term) {
                    continue;
                }
                open.extend(self.terms.parts(term));
                match self.terms.node(term) {
                    Node::Apply(Op::Or, args) => choices.push((args[0], args[1])),
                    _ if self.compares(term) => comparisons.push(term),
                    _ => {}
                }
            }
            // One side holds where the other does not.
            choices.retain(|(a, b)| {
                let [no_a, no_b] = [a, b].map(|side| holds.contains(&self.terms.not(*side)));
                open.extend([*b].into_iter().filter(|_| no_a));
                open.extend([*a].into_iter().filter(|_| no_b));
                !no_a && !no_b
            });
            if open.is_empty() {
                return comparisons;
            }
        }
    }

    /// Whether a formula compares two integers.
    fn compares(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Apply(Op::Le | Op::Lt, _) => true,
            Node::Apply(Op::Eq, sides) => self.terms.sort(sides[0]) == Sort::Int,
            Node::Apply(Op::Not, of) => {
                !matches!(self.terms.node(of[0]), Node::Apply(Op::Not, _)) && self.compares(of[0])
            }
            _ => false,
        }
    }

    /// Those about symbols that the question is about, or that one of those is compared with.
    fn about(&self, question: Term, comparisons: &[Term]) -> Vec<Term> {
        let mut symbols: FxHashSet<Term> = self.terms.free_symbols(question).into_iter().collect();
        let of_each: Vec<Vec<Term>> =
            comparisons.iter().map(|term| self.terms.free_symbols(*term)).collect();
        loop {
            let before = symbols.len();
            for of in &of_each {
                if of.iter().any(|symbol| symbols.contains(symbol)) {
                    symbols.extend(of);
                }
            }
            if symbols.len() == before {
                break;
            }
        }
        let near = comparisons.iter().zip(&of_each);
        near.filter(|(_, of)| of.iter().any(|x| symbols.contains(x))).map(|(c, _)| *c).collect()
    }
}
