//! What the assertions say of single symbols: the least and the greatest number that each may be.

use super::polynomial::Polynomial;
use crate::solver::{Node, Op, Term, Terms};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;

/// The bounds of symbols.
#[derive(Default)]
pub struct Bounds {
    least: FxHashMap<Term, BigInt>,
    greatest: FxHashMap<Term, BigInt>,
}

impl Bounds {
    /// What assertions of the form `x <= n` and `n <= x` say.
    pub fn new(terms: &Terms, assertions: &[Term]) -> Self {
        let mut bounds = Bounds::default();
        for assertion in assertions {
            let Node::Apply(op, args) = terms.node(*assertion) else { continue };
            let [a, b] = args[..] else { continue };
            let number = |term| terms.literal(term).and_then(|value| value.number().cloned());
            let strict = match op {
                Op::Le => BigInt::zero(),
                Op::Lt => BigInt::from(1),
                _ => continue,
            };
            if let Some(n) = number(b) {
                let n = n - strict;
                let known = bounds.greatest.entry(a).or_insert_with(|| n.clone());
                *known = n.min(known.clone());
            } else if let Some(n) = number(a) {
                let n = n + strict;
                let known = bounds.least.entry(b).or_insert_with(|| n.clone());
                *known = n.max(known.clone());
            }
        }
        bounds
    }

    /// Whether a polynomial is certainly a natural.
    pub fn is_natural(&self, polynomial: &Polynomial) -> bool {
        polynomial.monomials().all(|(monomial, n)| {
            let natural = |x| self.least.get(x).is_some_and(|least| !least.is_negative());
            !n.is_negative() && monomial.iter().all(natural)
        })
    }

    /// A number that a polynomial does not exceed, where it is a natural by [`Bounds::is_natural`].
    pub fn greatest(&self, polynomial: &Polynomial) -> Option<BigInt> {
        let mut sum = BigInt::zero();
        for (monomial, n) in polynomial.monomials() {
            let mut product = n.clone();
            for x in monomial {
                product *= self.greatest.get(x)?;
            }
            sum += product;
        }
        Some(sum)
    }
}
