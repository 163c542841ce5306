//! How far two pointers of the host are apart, where that is made of numbers that the kernel sees. A signed number of the
//! host that overflows has no meaning, so that its sums and products are those of all whole numbers: what both pointers
//! are moved by goes away, whatever it is.

use crate::term::{bin, convert, num};
use num_traits::{One, Signed, Zero};
use semantics::{Arithmetic, Cond, Expr as Term, IntType, Name, Number, Op};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many products a distance may be a sum of.
const MOST_PRODUCTS: usize = 16;
/// How many factors a product may have.
const MOST_FACTORS: usize = 6;

/// What is known of the host's names.
pub(super) struct Known<'a> {
    /// The type of one.
    pub ty: &'a dyn Fn(&Name) -> Option<IntType>,
    /// An expression in terms of the kernel, where it is one.
    pub seen: &'a dyn Fn(&Arc<Term>) -> Option<Arc<Term>>,
    /// What the kernel sees of a condition that holds.
    pub holds: &'a dyn Fn(&Arc<Cond>) -> Vec<Arc<Cond>>,
}

impl Known<'_> {
    fn type_of(&self, e: &Term) -> Option<IntType> {
        match e {
            Term::Var(name) => (self.ty)(name),
            Term::Bin(_, Arithmetic::C(ty), ..) | Term::Convert(ty, _) => Some(*ty),
            _ => None,
        }
    }
}

/// A sum of products, each with how often it counts.
type Sum = BTreeMap<Vec<Arc<Term>>, Number>;

/// How many elements of so many bytes an offset is behind another one, a `long` in terms of the kernel.
pub(super) fn elements(
    from: &Arc<Term>,
    to: &Arc<Term>,
    size: u64,
    known: &Known<'_>,
) -> Option<Arc<Term>> {
    let mut apart = Sum::new();
    add(&mut apart, sum(to, known)?, &Number::one());
    add(&mut apart, sum(from, known)?, &-Number::one());
    let size = Number::from(size);
    for times in apart.values_mut() {
        if !(&*times % &size).is_zero() {
            return None;
        }
        *times /= &size;
    }
    written(&apart, known)
}

/// An expression as a sum of products; `None` where it has too many.
fn sum(e: &Arc<Term>, known: &Known<'_>) -> Option<Sum> {
    let made = match &**e {
        Term::Num(n) if n.is_zero() => Sum::new(),
        Term::Num(n) => Sum::from([(Vec::new(), n.clone())]),
        Term::Bin(op @ (Op::Add | Op::Sub | Op::Mul), Arithmetic::C(ty), a, b) if ty.signed => {
            let (mut a, b) = (sum(a, known)?, sum(b, known)?);
            match op {
                Op::Add => add(&mut a, b, &Number::one()),
                Op::Sub => add(&mut a, b, &-Number::one()),
                _ => a = product(&a, &b),
            }
            a
        }
        // It loses nothing.
        Term::Convert(to, of) if known.type_of(of).is_some_and(|from| holds(*to, from)) => {
            sum(of, known)?
        }
        _ => Sum::from([(vec![Arc::clone(e)], Number::one())]),
    };
    let small = made.len() <= MOST_PRODUCTS && made.keys().all(|all| all.len() <= MOST_FACTORS);
    small.then_some(made)
}

/// Whether a type has all values of another one.
fn holds(to: IntType, from: IntType) -> bool {
    to.contains(&from.min()) && to.contains(&from.max())
}

fn add(to: &mut Sum, other: Sum, times: &Number) {
    for (factors, n) in other {
        *to.entry(factors).or_default() += n * times;
    }
    to.retain(|_, n| !n.is_zero());
}

fn product(a: &Sum, b: &Sum) -> Sum {
    let mut made = Sum::new();
    for (x, n) in a {
        for (y, m) in b {
            let mut factors = [x.as_slice(), y.as_slice()].concat();
            factors.sort();
            *made.entry(factors).or_default() += n * m;
        }
    }
    made.retain(|_, n| !n.is_zero());
    made
}

/// The sum as an expression, where no part of it overflows: all of it does not, for no memory is as large.
fn written(all: &Sum, known: &Known<'_>) -> Option<Arc<Term>> {
    let long = IntType::LONG;
    let most = long.max();
    let mut far: Option<Arc<Term>> = None;
    let mut largest = Number::zero();
    for (factors, times) in all {
        let mut made = num(times.clone());
        let mut bound = times.abs();
        for (n, factor) in factors.iter().enumerate() {
            let ty = known.type_of(factor).filter(|ty| holds(long, *ty))?;
            let part = convert(long, ty, (known.seen)(factor)?);
            made = bin(Op::Mul, long, made, part);
            let last = all.len() == 1 && n + 1 == factors.len();
            if !last {
                bound *= ty.min().abs().max(ty.max());
            }
        }
        largest += bound;
        if largest > most {
            return None;
        }
        far = Some(match far {
            None => made,
            Some(before) => bin(Op::Add, long, before, made),
        });
    }
    Some(far.unwrap_or_else(|| num(0)))
}

#[cfg(test)]
mod tests {
    use super::{Known, elements};
    use crate::term::{bin, convert, num};
    use semantics::{Expr as Term, IntType, Name, Op};
    use std::sync::Arc;

    /// What stands at a byte: `n` and `m`, which the kernel sees, and `i`, which it does not.
    fn of(from: &Arc<Term>, to: &Arc<Term>) -> Option<Arc<Term>> {
        let ty = |_: &Name| Some(IntType::INT);
        let seen =
            |e: &Arc<Term>| (!e.free_variables().contains(&Name::from("i"))).then(|| Arc::clone(e));
        elements(from, to, 4, &Known { ty: &ty, seen: &seen, holds: &|_| Vec::new() })
    }

    fn var(name: &str) -> Arc<Term> {
        Arc::new(Term::Var(name.into()))
    }

    fn int(op: Op, a: Arc<Term>, b: Arc<Term>) -> Arc<Term> {
        bin(op, IntType::INT, a, b)
    }

    fn bytes(e: Arc<Term>) -> Arc<Term> {
        bin(Op::Mul, IntType::LONG, convert(IntType::LONG, IntType::INT, e), num(4))
    }

    #[test]
    fn what_both_are_moved_by_goes_away() {
        let product = int(Op::Mul, var("n"), var("m"));
        let row = |k: Arc<Term>| bytes(int(Op::Mul, k, product.clone()));
        let next = int(Op::Add, var("i"), num(1));
        let far = of(&row(var("i")), &row(next.clone())).unwrap();
        assert_eq!(of(&num(0), &bytes(product.clone())).unwrap(), far);
        let names: Vec<Name> = far.free_variables().into_iter().collect();
        assert_eq!(names, ["m", "n"].map(Name::from));
        assert_eq!(of(&row(next.clone()), &row(next.clone())).unwrap(), num(0));
        // The other way, and a number that the kernel does not see.
        assert_ne!(of(&row(next.clone()), &row(var("i"))).unwrap(), far);
        assert_eq!(of(&num(0), &row(var("i"))), None);
        // A part of an element.
        assert_eq!(of(&num(0), &num(6)), None);
    }

    #[test]
    fn what_wraps_around_or_may_overflow_is_no_sum() {
        let unsigned = |k: Arc<Term>| {
            let wrapped = bin(Op::Mul, IntType::UINT, k, var("n"));
            let wide = convert(IntType::LONG, IntType::UINT, wrapped);
            bin(Op::Mul, IntType::LONG, wide, num(4))
        };
        assert_eq!(of(&unsigned(var("i")), &unsigned(int(Op::Add, var("i"), num(1)))), None);
        let cube = int(Op::Mul, int(Op::Mul, var("n"), var("m")), var("n"));
        assert!(of(&num(0), &bytes(cube.clone())).is_some());
        assert_eq!(of(&bytes(var("n")), &bytes(cube)), None);
    }
}
