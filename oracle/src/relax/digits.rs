//! What follows where two numbers are equal that are written by digits, such as `((a*B + b)*C + c)*D + d`.
//!
//! Kernels take the number of a thread apart, `c = i / D % C`, and put an index together again, with sizes of which
//! nobody says that they are positive. So each fact is stated for sizes of any sign; each holds for all integers:
//!
//! - *digits*: `x*m + r = y*m + s` and `|r - s| < |m|` give `x = y` and `r = s`. For `(x - y)*m = s - r`, so
//!   `|x - y| * |m| < |m|`, and `x - y` is 0.
//! - *bound*: `0 <= a < |k*m|` gives `|a / m| < |k|`, where `m` is not 0. For `|a / m| <= a / |m| < |k|`, where `a` is
//!   natural and a quotient is truncated or Euclid's, which is one.
//! - *twice*: `a / b / c` is `a / (b*c)`, where neither divisor is 0, and `a` and `a / b` are natural or the second
//!   division is truncated. For both are the size of `a` by the size of `b*c`, rounded down, with the sign of `b*c`.
//! - *equals*: `x = y` gives `x*m = y*m`.
//!
//! What is left of a division by `m`, of two naturals, is less than `|m|` apart. So two equal indices have equal
//! last digits, by the first fact, and what is above them is equal, too, digit by digit; by the second one a
//! digit `i / D % C` is less than `|C|` from another one; and by the third one equal digits are of one number.

use super::Linear;
use super::polynomial::{Monomial, Polynomial};
use crate::solver::Term;
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::collections::{BTreeSet, VecDeque};

/// More pairs of numbers are not taken apart.
const MOST_PAIRS: usize = 200;

/// More products are not compared.
const MOST_EQUALS: usize = 600;

/// A division: the dividend, the divisor, and the quotient.
pub(super) struct Division {
    pub dividend: Polynomial,
    pub divisor: Polynomial,
    pub quotient: Term,
    /// What is left, where it is known.
    pub rest: Option<Term>,
    /// Or else Euclid's.
    pub truncated: bool,
}

/// `p = x*m + r`
struct Split {
    x: Polynomial,
    r: Polynomial,
}

impl Linear {
    /// States what is said of digits.
    pub(super) fn digits(&mut self) {
        let divisions = std::mem::take(&mut self.divisions);
        // The shorter way to a pair comes first.
        let mut open: VecDeque<(Polynomial, Polynomial)> = self.equations.iter().cloned().collect();
        for (n, a) in divisions.iter().enumerate() {
            self.bounded(a, &divisions);
            self.twice(a, &divisions);
            let others = divisions[n + 1..].iter().filter(|b| b.divisor == a.divisor);
            open.extend(others.map(|b| (a.dividend.clone(), b.dividend.clone())));
        }
        let mut units: BTreeSet<Polynomial> = divisions.into_iter().map(|d| d.divisor).collect();
        units.extend(self.known.iter().flatten().cloned());
        units.retain(|unit| unit.as_constant().is_none());
        let mut seen = BTreeSet::new();
        while let Some(pair) = open.pop_front() {
            let is_done = pair.0 == pair.1 || seen.len() >= MOST_PAIRS;
            if is_done || !seen.insert(pair.clone()) {
                continue;
            }
            let (p, q) = pair;
            let factors: BTreeSet<Term> = p.multiplied().union(&q.multiplied()).copied().collect();
            // Nothing is multiplied: that is linear.
            if factors.is_empty() {
                continue;
            }
            let mut candidates: BTreeSet<Polynomial> = units.clone();
            candidates.extend(factors.into_iter().map(Polynomial::atom));
            let numbers = p.monomials().chain(q.monomials()).map(|(_, n)| n.abs());
            candidates.extend(numbers.filter(|n| *n > BigInt::one()).map(Polynomial::constant));
            for m in &candidates {
                let (Some(of_p), Some(of_q)) = (self.split(&p, m), self.split(&q, m)) else {
                    continue;
                };
                // What only one thread knows takes no two indices apart.
                if of_p.x.is_zero() || of_q.x.is_zero() {
                    continue;
                }
                self.apart(m, (&p, &of_p), (&q, &of_q));
                open.push_back((of_p.x, of_q.x));
                open.push_back((of_p.r, of_q.r));
            }
        }
        self.equals();
    }

    /// `p` by `m`: a product of terms as far as it goes, and another sum where it stands in a product of the query.
    fn split(&self, p: &Polynomial, m: &Polynomial) -> Option<Split> {
        if let Some((unit, n)) = m.as_monomial() {
            let (x, r) = p.by(unit, n);
            return Some(Split { x, r });
        }
        let (mut x, mut r) = (Polynomial::default(), p.clone());
        for factors in self.known.iter().filter(|factors| factors.contains(m)) {
            let mut others = factors.clone();
            let at = others.iter().position(|factor| factor == m)?;
            others.remove(at);
            let one = Polynomial::constant(BigInt::one());
            let with = others.iter().try_fold(one, |product, factor| product.times(factor))?;
            let product = with.times(m)?;
            let n = r.multiple_of(&product);
            x = x.plus(&n, &with);
            r = r.plus(&-n, &product);
        }
        Some(Split { x, r })
    }

    /// *digits*, of `p` and `q`.
    fn apart(
        &mut self,
        m: &Polynomial,
        (p, of_p): (&Polynomial, &Split),
        (q, of_q): (&Polynomial, &Split),
    ) {
        let [p, q, x, y, r, s, m] =
            [p, q, &of_p.x, &of_q.x, &of_p.r, &of_q.r, m].map(|of| self.sum(of));
        let size = self.size(m);
        let t = &mut self.terms;
        let (up, down) = (t.sub(r, s), t.sub(s, r));
        let given = [t.eq(p, q), t.lt(up, size), t.lt(down, size)];
        let given = t.all(given);
        let (digits, rests) = (t.eq(x, y), t.eq(r, s));
        let both = t.and(digits, rests);
        let fact = t.implies(given, both);
        self.facts.push(fact);
    }

    /// *bound*: by what a dividend is the rest of a division by, and by what it is compared with.
    fn bounded(&mut self, of: &Division, divisions: &[Division]) {
        let rests = divisions.iter().filter_map(|other| {
            let rest = Polynomial::atom(other.rest?);
            (rest == of.dividend).then(|| other.divisor.clone())
        });
        let compared = self.comparisons.iter().filter(|(a, _)| *a == of.dividend);
        let wholes: BTreeSet<Polynomial> = rests.chain(compared.map(|(_, b)| b.clone())).collect();
        for whole in wholes {
            let Some((unit, n)) = of.divisor.as_monomial() else { continue };
            let (k, rest) = whole.by(unit, n);
            if k.is_zero() || !rest.is_zero() {
                continue;
            }
            let [a, m, k, whole] = [&of.dividend, &of.divisor, &k, &whole].map(|p| self.sum(p));
            let [k, whole, q] = [k, whole, of.quotient].map(|term| self.size(term));
            let t = &mut self.terms;
            let zero = t.int(0);
            let given = [t.ne(m, zero), t.le(zero, a), t.lt(a, whole)];
            let given = t.all(given);
            let below = t.lt(q, k);
            let fact = t.implies(given, below);
            self.facts.push(fact);
        }
    }

    /// *twice*: where what is divided again is divided by the product, too.
    fn twice(&mut self, first: &Division, divisions: &[Division]) {
        let quotient = Polynomial::atom(first.quotient);
        for second in divisions.iter().filter(|second| second.dividend == quotient) {
            let Some(product) = first.divisor.times(&second.divisor) else { continue };
            let same = |d: &&Division| d.dividend == first.dividend && d.divisor == product;
            for whole in divisions.iter().filter(same) {
                let [a, b, c] =
                    [&first.dividend, &first.divisor, &second.divisor].map(|p| self.sum(p));
                let t = &mut self.terms;
                let zero = t.int(0);
                let mut given = vec![t.ne(b, zero), t.ne(c, zero), t.le(zero, a)];
                if !second.truncated {
                    given.push(t.le(zero, first.quotient));
                }
                let (given, same) = (t.all(given), t.eq(second.quotient, whole.quotient));
                let fact = t.implies(given, same);
                self.facts.push(fact);
            }
        }
    }

    /// *equals*: of products that differ in one term.
    fn equals(&mut self) {
        let products: Vec<(Monomial, Term)> =
            self.products.iter().map(|(monomial, term)| (monomial.clone(), *term)).collect();
        let mut stated = 0;
        for (n, (a, of_a)) in products.iter().enumerate() {
            for (b, of_b) in &products[n + 1..] {
                let Some((x, y)) = difference(a, b).filter(|_| stated < MOST_EQUALS) else {
                    continue;
                };
                stated += 1;
                let (equal, same) = (self.terms.eq(x, y), self.terms.eq(*of_a, *of_b));
                let fact = self.terms.implies(equal, same);
                self.facts.push(fact);
            }
        }
    }

    /// `|x|`
    pub(super) fn size(&mut self, x: Term) -> Term {
        let t = &mut self.terms;
        let zero = t.int(0);
        let (negative, minus) = (t.lt(x, zero), t.sub(zero, x));
        t.ite(negative, minus, x)
    }
}

/// The one term in which two products differ.
fn difference(a: &Monomial, b: &Monomial) -> Option<(Term, Term)> {
    if a.len() != b.len() {
        return None;
    }
    let (mut of_a, mut of_b) = (a.clone(), b.clone());
    of_a.retain(|x| match of_b.iter().position(|y| x == y) {
        Some(at) => {
            of_b.remove(at);
            false
        }
        None => true,
    });
    match (of_a[..].first(), of_b[..].first()) {
        (Some(x), Some(y)) if of_a.len() == 1 => Some((*x, *y)),
        _ => None,
    }
}
