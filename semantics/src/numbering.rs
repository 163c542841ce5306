//! How large the numbers are that a launch gives its threads and blocks.
//!
//! `blockIdx.x * blockDim.x + threadIdx.x` is below `gridDim.x * blockDim.x`, and
//! `(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x` is below the number of all threads. Where such
//! a product of extents is assumed to be at most a number, so are these, and they do not wrap around.
//!
//! **Why that is sound.** An expression that is made by `+` and `*` of coordinates, extents and numbers that are not
//! negative grows with each coordinate: it is largest where each is its extent less one. Both this and the product
//! are polynomials in the extents less one, which are not negative. So where the product less the expression has
//! no negative coefficient, it is not negative, whatever the launch is. That is of integers; each operand of an
//! operator is bounded likewise, or is no operation, so that C computes them without wrapping around.

use crate::arithmetic::{Arithmetic, Op, Rel};
use crate::expression::{Cond, Expr};
use crate::header::Threads;
use crate::number::Number;
use crate::thread::Axis;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// How many nodes of an expression are looked at.
const LARGEST: usize = 40;

/// How many terms a polynomial may have.
const MOST_TERMS: usize = 256;

/// A polynomial in the extents less one: its coefficients by the exponents of `gridDim` and `blockDim`.
type Polynomial = BTreeMap<[u8; 6], Number>;

/// What the assumptions of a launch say of how large products of its extents are.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// `gridDim` and `blockDim`, on each axis.
    extents: [Expr; 6],
    /// The products that are at most a number.
    products: Vec<(Polynomial, Number)>,
}

impl Bounds {
    /// What these assumptions say of the launch; nothing where threads are no grid.
    pub fn new(threads: &Threads, assumptions: &[Cond]) -> Option<Bounds> {
        let Threads::Grid { grid: [a, b, c], block: [d, e, f] } = threads else { return None };
        let mut bounds = Bounds::of([a, b, c, d, e, f].map(Clone::clone));
        assumptions.iter().for_each(|assumed| bounds.assume(assumed));
        Some(bounds)
    }

    /// Nothing yet, of a launch with these extents, those of the grid first.
    pub fn of(extents: [Expr; 6]) -> Bounds {
        Bounds { extents, products: Vec::new() }
    }

    /// Takes it that this holds of the launch.
    pub fn assume(&mut self, assumed: &Cond) {
        self.products.extend(self.product(assumed));
    }

    /// The product of extents that an assumption bounds. It is computed without wrapping around: in signed
    /// arithmetic of 64 bits, where an overflow has no meaning.
    fn product(&self, assumed: &Cond) -> Option<(Polynomial, Number)> {
        let Cond::Rel(Rel::Le, product, most) = assumed else { return None };
        let Expr::Num(most) = &**most else { return None };
        // A number that each type of 32 bits and more has.
        let fits = matches!(**product, Expr::Bin(..)) && *most <= Number::from(i32::MAX);
        let polynomial = self.exact(product, &mut LARGEST.clone()).filter(|_| fits)?;
        Some((polynomial, most.clone()))
    }

    /// The least and the greatest number that the expression may be, where these bounds say something of it: where it
    /// is a number of a thread, of a block, or of either as far as some axes.
    pub fn range(&self, e: &Expr) -> Option<(Number, Number)> {
        if self.products.is_empty() || !matches!(e, Expr::Bin(Op::Add | Op::Mul | Op::Shl, ..)) {
            return None;
        }
        let (_, most) = self.bounded(e, &mut LARGEST.clone())?;
        Some((self.least(e)?, most?))
    }

    /// The expression where it is largest, and what bounds it, if it is an operation. None where something of it is
    /// not bounded.
    fn bounded(&self, e: &Expr, left: &mut usize) -> Option<(Polynomial, Option<Number>)> {
        *left = left.checked_sub(1)?;
        let polynomial = match e {
            Expr::Convert(ty, inner) if ty.bits >= 32 => return self.bounded(inner, left),
            Expr::Bin(op, Arithmetic::C(ty), a, b) if ty.bits >= 32 => {
                let (a, _) = self.bounded(a, left)?;
                let (b, _) = self.bounded(b, left)?;
                combined(*op, &a, &b)?
            }
            _ => return Some((self.leaf(e)?, None)),
        };
        let (_, most) = self.products.iter().find_map(|(product, most)| {
            // Where it is even less than the product.
            let below = is_natural(&plus(&minus(product, &polynomial), -1));
            let most = if below { most - 1 } else { most.clone() };
            (below || is_natural(&minus(product, &polynomial))).then_some((product, most))
        })?;
        Some((polynomial, Some(most)))
    }

    /// The expression where it is largest, if all of it is computed in such arithmetic.
    fn exact(&self, e: &Expr, left: &mut usize) -> Option<Polynomial> {
        *left = left.checked_sub(1)?;
        match e {
            Expr::Convert(ty, inner) if ty.bits >= 32 => self.exact(inner, left),
            Expr::Bin(op, Arithmetic::C(ty), a, b) if ty.signed && ty.bits >= 64 => {
                combined(*op, &self.exact(a, left)?, &self.exact(b, left)?)
            }
            _ => self.leaf(e),
        }
    }

    /// A coordinate, an extent or a number, where it is largest.
    fn leaf(&self, e: &Expr) -> Option<Polynomial> {
        if let Expr::Num(n) = e {
            return (!n.is_negative()).then(|| constant(n.clone()));
        }
        let (place, own) = match e {
            Expr::Tid(Axis::Block(dim)) => (*dim as usize, true),
            Expr::Tid(Axis::Thread(dim)) => (3 + *dim as usize, true),
            _ => (self.extents.iter().position(|extent| extent == e)?, false),
        };
        let less_one = match &self.extents[place] {
            Expr::Num(n) => constant(n - 1),
            _ => {
                let mut exponents = [0; 6];
                exponents[place] = 1;
                BTreeMap::from([(exponents, Number::one())])
            }
        };
        Some(if own { less_one } else { plus(&less_one, 1) })
    }

    /// The least that a bounded expression may be: where each coordinate is 0, and each extent that is not known 1.
    fn least(&self, e: &Expr) -> Option<Number> {
        match e {
            Expr::Num(n) => Some(n.clone()),
            Expr::Tid(_) => Some(Number::zero()),
            Expr::Var(_) => Some(Number::one()),
            Expr::Convert(_, inner) => self.least(inner),
            Expr::Bin(op, _, a, b) => {
                let (a, b) = (constant(self.least(a)?), constant(self.least(b)?));
                Some(combined(*op, &a, &b)?.remove(&[0; 6]).unwrap_or_default())
            }
            _ => None,
        }
    }
}

/// The number of all threads of a launch: the product of its extents, at a signed type of 64 bits, without those that
/// are 1.
pub fn all_threads(extents: [Expr; 6]) -> Option<Expr> {
    let long = crate::arithmetic::IntType::LONG;
    let factors = extents.into_iter().filter(|extent| *extent != Expr::num(1));
    let factors = factors.map(|extent| match extent {
        Expr::Num(_) => extent,
        extent => Expr::Convert(long, extent.into()),
    });
    factors.reduce(|a, b| Expr::Bin(Op::Mul, Arithmetic::C(long), a.into(), b.into()))
}

fn constant(n: Number) -> Polynomial {
    if n.is_zero() { Polynomial::new() } else { BTreeMap::from([([0; 6], n)]) }
}

fn plus(p: &Polynomial, n: i32) -> Polynomial {
    sum(p, &constant(n.into()), false)
}

fn minus(p: &Polynomial, q: &Polynomial) -> Polynomial {
    sum(p, q, true)
}

fn sum(p: &Polynomial, q: &Polynomial, negated: bool) -> Polynomial {
    let mut sum = p.clone();
    for (exponents, n) in q {
        let coefficient = sum.entry(*exponents).or_default();
        if negated { *coefficient -= n } else { *coefficient += n }
    }
    sum.retain(|_, n| !n.is_zero());
    sum
}

fn is_natural(p: &Polynomial) -> bool {
    p.values().all(|n| !n.is_negative())
}

/// The sum or the product of two; or the product with a power of two.
fn combined(op: Op, p: &Polynomial, q: &Polynomial) -> Option<Polynomial> {
    match op {
        Op::Add => Some(sum(p, q, false)),
        Op::Shl => {
            let places = match (q.len(), q.get(&[0; 6])) {
                (0, _) => Number::zero(),
                (1, Some(places)) => places.clone(),
                _ => return None,
            };
            let places = u32::try_from(places).ok().filter(|places| *places < 32)?;
            combined(Op::Mul, p, &constant(Number::one() << places))
        }
        Op::Mul => {
            let mut product = Polynomial::new();
            for (x, m) in p {
                for (y, n) in q {
                    let mut exponents = *x;
                    for (exponent, more) in exponents.iter_mut().zip(y) {
                        *exponent = exponent.checked_add(*more)?;
                    }
                    *product.entry(exponents).or_default() += m * n;
                }
                if product.len() > MOST_TERMS {
                    return None;
                }
            }
            Some(product)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, all_threads};
    use crate::arithmetic::{Arithmetic, IntType, Op, Rel};
    use crate::expression::{Cond, Expr};
    use crate::number::Number;
    use crate::thread::{Axis, Dim};

    const MOST: i32 = 23;

    fn of(op: Op, a: Expr, b: Expr) -> Expr {
        Expr::Bin(op, Arithmetic::C(IntType::UINT), a.into(), b.into())
    }

    /// The value for these extents and coordinates, as integers.
    fn value(e: &Expr, extents: [i64; 6], coordinates: [i64; 6]) -> i64 {
        match e {
            Expr::Num(n) => i64::try_from(n.clone()).unwrap_or(0),
            Expr::Tid(Axis::Block(dim)) => coordinates[*dim as usize],
            Expr::Tid(Axis::Thread(dim)) => coordinates[3 + *dim as usize],
            Expr::Var(x) => extents[usize::from(x.as_str().as_bytes()[0] - b'0')],
            Expr::Convert(_, e) => value(e, extents, coordinates),
            Expr::Bin(Op::Add, _, a, b) => {
                value(a, extents, coordinates) + value(b, extents, coordinates)
            }
            Expr::Bin(_, _, a, b) => {
                value(a, extents, coordinates) * value(b, extents, coordinates)
            }
            _ => 0,
        }
    }

    /// That there are at most [`MOST`] threads.
    fn of_all(extents: [Expr; 6]) -> Bounds {
        let mut bounds = Bounds::of(extents.clone());
        let all = all_threads(extents).unwrap_or(Expr::num(1));
        bounds.assume(&Cond::Rel(Rel::Le, all.into(), Expr::num(MOST).into()));
        bounds
    }

    /// Every small launch against what is said of each expression of a small grammar.
    #[test]
    fn no_launch_goes_past_a_bound() {
        // Two axes of the grid and one of the block.
        let extents = ["0", "1", "2", "3", "4", "5"].map(|x| Expr::Var(x.into()));
        let known = [0, 1, 6, 3, 6, 6].map(|n| extents.get(n).cloned().unwrap_or(Expr::num(1)));
        let bounds = of_all(known);
        let mut leaves: Vec<Expr> = [0, 1, 3].iter().map(|n| extents[*n].clone()).collect();
        leaves.extend([Dim::X, Dim::Y].map(|dim| Expr::Tid(Axis::Block(dim))));
        leaves.extend([Expr::Tid(Axis::Thread(Dim::X)), Expr::num(2)]);
        let both = |all: &[Expr], more: &[Expr]| -> Vec<Expr> {
            let pairs = all.iter().flat_map(|a| more.iter().map(move |b| (a, b)));
            let made =
                pairs.flat_map(|(a, b)| [Op::Add, Op::Mul].map(|op| of(op, a.clone(), b.clone())));
            made.collect()
        };
        let twice = both(&leaves, &leaves);
        let mut all = both(&twice, &leaves);
        all.extend(twice);
        let row = of(Op::Mul, leaves[4].clone(), leaves[0].clone());
        let block = of(Op::Add, leaves[3].clone(), row);
        let first = of(Op::Mul, block, leaves[2].clone());
        let flat = of(Op::Add, first, leaves[5].clone());
        assert_eq!(bounds.range(&flat), Some((Number::from(0), Number::from(MOST - 1))));
        all.push(flat);
        let mut said = 0;
        for e in &all {
            let Some((least, most)) = bounds.range(e) else { continue };
            said += 1;
            for n in 0..5 * 5 * 5 {
                let [x, y, t] = [n % 5 + 1, n / 5 % 5 + 1, n / 25 + 1];
                if x * y * t > i64::from(MOST) {
                    continue;
                }
                for place in 0..x * y * t {
                    let at = [place % x, place / x % y, 0, place / (x * y), 0, 0];
                    let value = Number::from(value(e, [x, y, 1, t, 1, 1], at));
                    assert!(least <= value && value <= most, "{e:?} of {x} {y} {t}");
                }
            }
        }
        assert!(said > 20, "{said}");
    }

    #[test]
    fn nothing_is_said_of_what_may_be_larger() {
        let extents = ["0", "1", "2", "3", "4", "5"].map(|x| Expr::Var(x.into()));
        let bounds = of_all(extents.clone());
        // The rows are one short.
        let (x, y) = (Expr::Tid(Axis::Block(Dim::X)), Expr::Tid(Axis::Block(Dim::Y)));
        let twice = of(Op::Mul, x.clone(), Expr::num(2));
        assert_eq!(bounds.range(&of(Op::Add, of(Op::Mul, y, extents[0].clone()), twice)), None);
        assert_eq!(bounds.range(&of(Op::Mul, x.clone(), x)), None);
        assert_eq!(bounds.range(&of(Op::Add, extents[0].clone(), Expr::num(-1))), None);
    }
}
