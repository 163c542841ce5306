//! What a product is that has a rest for a factor: `r*m = a*m - b*q*m`, where `r` is what is left of `a` divided by `b`.
//!
//! Kernels take a number apart by nested sizes, `t = i / c % n`, and put it together again, `(b*n + t)*c + x`. There `t`
//! is multiplied, so that it takes more than what [`Linear::divide`] says of `t` alone. As `r = a - b*q` holds of all
//! integers with `b != 0`, for a truncated division as for Euclid's, so does its product with any `m`.

use super::Linear;
use super::polynomial::{Monomial, Polynomial};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeSet;

/// More products are not written so.
const MOST_RESTS: usize = 200;

impl Linear {
    /// States it of each product, and of those that come up there.
    pub(super) fn rests(&mut self) {
        let divisions: Vec<_> = self
            .quotients
            .iter()
            .map(|((a, b, _), (quotient, rest))| (a.clone(), b.clone(), *quotient, *rest))
            .collect();
        let mut open: Vec<Monomial> = self.products.keys().cloned().collect();
        let mut seen: BTreeSet<Monomial> = open.iter().cloned().collect();
        let mut stated = 0;
        while let Some(product) = open.pop() {
            for (a, b, quotient, rest) in &divisions {
                let Some(at) = product.iter().position(|x| x == rest) else { continue };
                let mut others = product.clone();
                others.remove(at);
                let one = Polynomial::constant(BigInt::one());
                let with = others.iter().try_fold(one, |m, x| m.times(&Polynomial::atom(*x)));
                let of_quotient = b.times(&Polynomial::atom(*quotient));
                let sides = with.zip(of_quotient).and_then(|(m, bq)| a.times(&m).zip(bq.times(&m)));
                let Some((am, bqm)) = sides.filter(|_| stated < MOST_RESTS) else { continue };
                stated += 1;
                let is = am.plus(&-BigInt::one(), &bqm);
                for (monomial, _) in is.monomials().filter(|(monomial, _)| monomial.len() > 1) {
                    if seen.insert(monomial.clone()) {
                        open.push(monomial.clone());
                    }
                }
                let [of_rest, is, b] = [self.product(&product), self.sum(&is), self.sum(b)];
                let t = &mut self.terms;
                let zero = t.int(0);
                let (by_zero, same) = (t.eq(b, zero), t.eq(of_rest, is));
                let fact = t.or(by_zero, same);
                self.facts.push(fact);
            }
        }
    }
}
