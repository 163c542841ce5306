//! Polynomials over terms: sums of products, in a normal form.

use crate::solver::Term;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// A product of terms, sorted; the empty one is 1.
pub type Monomial = Vec<Term>;

/// A sum of products with coefficients, none of them 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Polynomial(BTreeMap<Monomial, BigInt>);

/// More products than this are not multiplied out.
const MOST_MONOMIALS: usize = 64;

/// Nor are products of more terms than this.
const HIGHEST_DEGREE: usize = 6;

impl Polynomial {
    /// A number.
    pub fn constant(n: BigInt) -> Self {
        Polynomial::default().plus(&n, &Polynomial(BTreeMap::from([(Vec::new(), BigInt::one())])))
    }

    /// A term.
    pub fn atom(term: Term) -> Self {
        Polynomial(BTreeMap::from([(vec![term], BigInt::one())]))
    }

    /// A product of terms.
    pub fn product(mut monomial: Monomial) -> Self {
        monomial.sort_unstable();
        Polynomial(BTreeMap::from([(monomial, BigInt::one())]))
    }

    /// The term, where it is one.
    pub fn as_atom(&self) -> Option<Term> {
        match self.as_monomial() {
            Some((monomial, n)) if n.is_one() && monomial.len() == 1 => monomial.first().copied(),
            _ => None,
        }
    }

    /// Of how many terms its longest product is.
    pub fn degree(&self) -> usize {
        self.0.keys().map(Vec::len).max().unwrap_or_default()
    }

    /// The products and their coefficients.
    pub fn monomials(&self) -> impl Iterator<Item = (&Monomial, &BigInt)> {
        self.0.iter()
    }

    /// The number, where it is one.
    pub fn as_constant(&self) -> Option<BigInt> {
        match self.0.len() {
            0 => Some(BigInt::zero()),
            1 => self.0.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The terms, where it is one product, whatever its coefficient.
    pub fn as_product(&self) -> Option<&Monomial> {
        match self.0.len() {
            1 => self.0.keys().next(),
            _ => None,
        }
    }

    /// The terms and the coefficient, where it is one product of terms.
    pub fn as_monomial(&self) -> Option<(&Monomial, &BigInt)> {
        match self.0.len() {
            1 => self.0.iter().next(),
            _ => None,
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// `x` and `r` with `self = x * n*unit + r`, where `r` has no such product.
    pub fn by(&self, unit: &Monomial, n: &BigInt) -> (Polynomial, Polynomial) {
        let (mut x, mut r) = (Polynomial::default(), Polynomial::default());
        for (monomial, k) in &self.0 {
            match without(monomial, unit).filter(|_| (k % n).is_zero()) {
                Some(others) => x.0.insert(others, k / n),
                None => r.0.insert(monomial.clone(), k.clone()),
            };
        }
        (x, r)
    }

    /// How often another one can be taken from it so that none of the other's products is left; 0 where it cannot.
    pub fn multiple_of(&self, other: &Polynomial) -> BigInt {
        let Some((first, n)) = other.0.iter().next() else { return BigInt::zero() };
        let times = self.0.get(first).map_or_else(BigInt::zero, |k| k / n);
        let whole = other.0.iter().all(|(monomial, n)| self.0.get(monomial) == Some(&(n * &times)));
        if whole { times } else { BigInt::zero() }
    }

    /// The terms that are multiplied with unknowns somewhere.
    pub fn multiplied(&self) -> BTreeSet<Term> {
        self.0.keys().filter(|monomial| monomial.len() > 1).flatten().copied().collect()
    }

    /// What the term is multiplied with.
    pub fn multiples_of(&self, term: Term) -> Polynomial {
        let with = self.0.iter().filter_map(|(monomial, n)| {
            let at = monomial.iter().position(|x| *x == term)?;
            let mut rest = monomial.clone();
            rest.remove(at);
            Some((rest, n.clone()))
        });
        Polynomial(with.collect())
    }

    /// `self + k * other`
    pub fn plus(&self, k: &BigInt, other: &Polynomial) -> Polynomial {
        let mut sum = self.clone();
        for (monomial, n) in &other.0 {
            let total = sum.0.entry(monomial.clone()).or_default();
            *total += k * n;
            if total.is_zero() {
                sum.0.remove(monomial);
            }
        }
        sum
    }

    /// `self * other`, where that is not too large.
    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.0.len() * other.0.len() > MOST_MONOMIALS {
            return None;
        }
        let mut product = Polynomial::default();
        for (a, m) in &self.0 {
            for (b, n) in &other.0 {
                let mut monomial = [a.as_slice(), b].concat();
                if monomial.len() > HIGHEST_DEGREE {
                    return None;
                }
                monomial.sort_unstable();
                product = product
                    .plus(&(m * n), &Polynomial(BTreeMap::from([(monomial, BigInt::one())])));
            }
        }
        Some(product)
    }
}

/// The terms of a product without those of another one, where it has them all.
fn without(monomial: &Monomial, unit: &Monomial) -> Option<Monomial> {
    let mut others = monomial.clone();
    for x in unit {
        let at = others.iter().position(|y| x == y)?;
        others.remove(at);
    }
    Some(others)
}
