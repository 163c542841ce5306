//! The facts that are stated of products and quotients. Each holds for all integers.

use super::digits::Division;
use super::polynomial::{Monomial, Polynomial};
use super::{Factors, Linear, Meaning};
use crate::solver::{Sort, Term};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::{BTreeMap, BTreeSet};

/// Products with more factors than this are not taken apart.
const MOST_FACTORS: usize = 5;

/// So many multiples of one number are compared with each other.
const MOST_MULTIPLES: usize = 16;

/// More comparisons than this are not stated.
const MOST_COMPARISONS: usize = 600;

/// A number, and the others that are multiplied with it.
type Multiples = BTreeMap<Polynomial, BTreeSet<Polynomial>>;

impl Linear {
    /// The quotient of two numbers and what is left, both unknown, with what holds of them where the divisor is not 0:
    /// `a = b*q + r`, `|r| < |b|`, and the signs: `0 <= r` where `0 <= a`, and `q` has the sign of `b` there or is 0.
    /// Where `a < 0`, Euclid's rest is natural; a truncated one is not positive. Where `|a| < |b|`, `q` is 0 but for
    /// Euclid's of a negative number. Where `q` is 0, `r` is `a`: of their product nothing else may be said.
    pub(super) fn divide(&mut self, a: Polynomial, b: Polynomial, truncated: bool) -> (Term, Term) {
        let key = (a, b, truncated);
        if let Some(known) = self.quotients.get(&key) {
            return *known;
        }
        let quotient = self.terms.fresh("quotient", Sort::Int);
        let rest = self.terms.fresh("rest", Sort::Int);
        self.quotients.insert(key.clone(), (quotient, rest));
        let (a, b, _) = key;
        let (dividend, divisor) = (self.sum(&a), self.sum(&b));
        self.meanings.push((quotient, Meaning::Quotient(dividend, divisor, truncated)));
        self.meanings.push((rest, Meaning::Rest(dividend, divisor, truncated)));
        self.divisions.push(Division {
            dividend: a.clone(),
            divisor: b.clone(),
            quotient,
            rest: Some(rest),
            truncated,
        });
        let Some(product) = b.times(&Polynomial::atom(quotient)) else { return (quotient, rest) };
        self.multiplied(&[b.clone(), Polynomial::atom(quotient)]);
        let left = a.plus(&-BigInt::one(), &product);
        let (left, a, b) = (self.sum(&left), dividend, divisor);
        let size = self.size(b);
        let t = &mut self.terms;
        let zero = t.int(0);
        let (by_zero, natural, positive) = (t.eq(b, zero), t.le(zero, a), t.lt(zero, b));
        let (negative, minus_rest) = (t.not(natural), t.sub(zero, rest));
        let mut holds = vec![t.eq(rest, left), t.lt(rest, size), t.lt(minus_rest, size)];
        let from_zero = t.le(zero, rest);
        if truncated {
            holds.push(t.or(negative, from_zero));
            let to_zero = t.le(rest, zero);
            holds.push(t.or(natural, to_zero));
        } else {
            holds.push(from_zero);
        }
        let (not_below, not_above) = (t.le(zero, quotient), t.le(quotient, zero));
        let sign = t.ite(positive, not_below, not_above);
        holds.push(t.or(negative, sign));
        if truncated {
            let sign = t.ite(positive, not_above, not_below);
            holds.push(t.or(natural, sign));
        }
        let (minus_a, none) = (t.sub(zero, a), t.eq(quotient, zero));
        let small = [t.lt(a, size), t.lt(minus_a, size)];
        let small = t.all(small);
        let exact = if truncated { small } else { t.and(natural, small) };
        holds.push(t.implies(exact, none));
        let whole = t.eq(rest, a);
        holds.push(t.implies(none, whole));
        for holds in holds {
            let fact = self.terms.or(by_zero, holds);
            self.facts.push(fact);
        }
        (quotient, rest)
    }

    /// States the facts about all products:
    ///
    /// - *sign*: `0 <= x` and `0 <= y` give `0 <= x*y`, and `x <= x*y` where `1 <= y`;
    /// - *order*: where `0 <= m`, `x < y` gives `x*m + m <= y*m`, and `x = y` gives `x*m = y*m`; where
    ///   `m <= 0`, `x < y` gives `y*m <= x*m + m`.
    pub(super) fn state(&mut self) {
        let multiples = self.multiples();
        let mut stated = 0;
        for (m, of) in &multiples {
            let natural = self.bounds.is_natural(m);
            let mut of: Vec<Polynomial> = of.iter().take(MOST_MULTIPLES).cloned().collect();
            // How large a multiple may be at all.
            let bounded = of.iter().filter(|x| self.bounds.is_natural(x));
            let most = bounded.filter_map(|x| self.bounds.greatest(x)).max();
            of.extend(most.map(Polynomial::constant).filter(|_| self.kinds.many));
            for (n, x) in of.iter().enumerate() {
                for y in &of[n + 1..] {
                    if stated < MOST_COMPARISONS {
                        stated += 1;
                        self.order((m, natural), x, y);
                    }
                }
            }
        }
        self.signs();
    }

    /// States *sign* of all products that came up.
    pub(super) fn signs(&mut self) {
        let mut open: Vec<Monomial> = self.products.keys().cloned().collect();
        while let Some(monomial) = open.pop() {
            let Some((first, rest)) = monomial.split_first() else { continue };
            if rest.len() > 1 && !self.products.contains_key(rest) {
                open.push(rest.to_vec());
            }
            let (rest, whole) = (self.product(&rest.to_vec()), self.product(&monomial));
            self.sign(*first, rest, whole);
        }
    }

    /// Each number that something is multiplied with: a part of a product and the rest of it, which may be
    /// a product as well; and a term of a sum, and all that it is multiplied with there, as in Horner's scheme.
    fn multiples(&mut self) -> Multiples {
        let mut multiples = Multiples::new();
        let mut open: Vec<Factors> = std::mem::take(&mut self.known).into_iter().collect();
        let mut seen: BTreeSet<Factors> = open.iter().cloned().collect();
        while let Some(factors) = open.pop() {
            if factors.len() > MOST_FACTORS {
                continue;
            }
            for n in 0..factors.len() {
                let mut others = factors.clone();
                let factor = others.remove(n);
                let Some(product) = product_of(&others) else { continue };
                multiples.entry(factor.clone()).or_default().insert(product.clone());
                multiples.entry(product).or_default().insert(factor);
                if others.len() > 1 && seen.insert(others.clone()) {
                    open.push(others);
                }
            }
        }
        let sides = std::mem::take(&mut self.equations).into_iter().flat_map(|(a, b)| [a, b]);
        let mut sums: Vec<Polynomial> = sides.collect();
        sums.retain(|_| self.kinds.many);
        while let Some(sum) = sums.pop() {
            for term in sum.multiplied() {
                let with = sum.multiples_of(term);
                if multiples.entry(Polynomial::atom(term)).or_default().insert(with.clone()) {
                    sums.push(with);
                }
            }
        }
        multiples
    }

    /// How two multiples of a number are ordered; see [`Linear::state`].
    fn order(&mut self, (m, natural): (&Polynomial, bool), x: &Polynomial, y: &Polynomial) {
        let (Some(xm), Some(ym)) = (x.times(m), y.times(m)) else { return };
        let one = BigInt::one();
        let more = [xm.plus(&one, m), ym.plus(&one, m)].map(|sum| self.sum(&sum));
        let [x, y, xm, ym, m] = [x, y, &xm, &ym, m].map(|p| self.sum(p));
        let many = self.kinds.many;
        let t = &mut self.terms;
        let zero = t.int(0);
        let (below, above) = (t.lt(m, zero), t.lt(zero, m));
        for (x, y, more, ym) in [(x, y, more[0], ym), (y, x, more[1], xm)] {
            let not_less = t.le(y, x);
            let farther = t.le(more, ym);
            let fact = t.or(not_less, farther);
            let fact = if natural { fact } else { t.or(below, fact) };
            self.facts.push(fact);
            if !natural && many {
                let nearer = t.le(ym, more);
                let fact = t.or(not_less, nearer);
                let fact = t.or(above, fact);
                self.facts.push(fact);
            }
        }
        let (equal, same) = (t.eq(x, y), t.eq(xm, ym));
        let fact = t.implies(equal, same);
        self.facts.push(fact);
    }

    /// `0 <= x` and `0 <= y` give `0 <= x*y`; where `1 <= y`, they give `x <= x*y`, and where `1 <= x`,
    /// `y <= x*y`. Where one of them is 0, so is the product, if that is stated.
    fn sign(&mut self, x: Term, y: Term, product: Term) {
        let t = &mut self.terms;
        let zero = t.int(0);
        let (from_x, from_y) = (t.le(zero, x), t.le(zero, y));
        let natural = t.and(from_x, from_y);
        let positive = t.le(zero, product);
        let fact = t.implies(natural, positive);
        self.facts.push(fact);
        for (x, y) in [(x, y), (y, x)] {
            let (larger, none) = (t.le(x, product), t.eq(y, zero));
            let larger = t.or(larger, none);
            self.facts.push(t.implies(natural, larger));
            if self.kinds.zero_products {
                let no_product = t.eq(product, zero);
                self.facts.push(t.implies(none, no_product));
            }
        }
    }
}

/// The product of some numbers, where it is not too large.
fn product_of(factors: &[Polynomial]) -> Option<Polynomial> {
    factors.iter().try_fold(Polynomial::constant(BigInt::one()), |product, f| product.times(f))
}
