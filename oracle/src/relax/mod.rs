//! A query about integers made linear, and weaker: where the linear one has no model, nor has the query.
//!
//! Indices such as `i * width + j` and `b * blockDim + t` multiply unknowns, which no solver decides
//! in general. Most of them are free of races for one simple reason: the smaller summand stays below
//! what the larger one is multiplied with. That reason is linear once products are taken for unknowns of
//! their own, of which a few facts are stated. So, as in incremental linearization (CGIRS18), but in
//! one round and without a way back:
//!
//! 1. Each integer is written as a polynomial, so that equal products look equal.
//! 2. Each product of unknowns becomes a symbol of its own. So does each quotient by an unknown, and
//!    what is left.
//! 3. Facts about them are stated, each true of all integers: see `Linear::state`.
//!
//! **Why that is sound.** Take a model of the query. Give each new symbol the value of what it stands
//! for. Every rewritten assertion keeps its value, since it is the old one up to the laws of a
//! commutative ring, and every fact holds, since it holds for all integers. So there is a model of the linear
//! query. Hence a linear query without a model shows that the query has none. A model of the
//! linear query shows nothing, and is not looked at.
//!
//! **Why it is mostly enough.** Let `i*m + j = i'*m + j'` with `0 <= j, j' < m`. Where `i < i'`, the fact
//! `i*m + m <= i'*m` leaves `j >= j' + m`: a contradiction, and it is linear. So `i = i'`, and then
//! `i*m = i'*m` and `j = j'`. Longer sums are this, digit by digit.
//!
//! Where numbers are taken apart and put together by quotients and rests, less is needed, and more: `digits`. Where they are those of a
//! type, and might wrap around: `unwrap`.
//!
//! CGIRS18: A. Cimatti, A. Griggio, A. Irfan, M. Roveri, R. Sebastiani: *Incremental Linearization for
//! Satisfiability and Verification Modulo Nonlinear Arithmetic and Transcendental Functions*. ACM TOCL 19(3),
//! 2018, <https://doi.org/10.1145/3230639>.

mod bounds;
mod digits;
mod lemma;
mod polynomial;
mod rest;
mod unwrap;

use crate::solver::{Node, Op, Sort, Term, Terms};
use bounds::Bounds;
use digits::Division;
pub use digits::{Refutes, digits};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use polynomial::{Monomial, Polynomial};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
pub use unwrap::{HaveNone, unwrap};

/// A query of more terms than this is left alone.
const LARGEST: usize = 20_000;

/// Which facts are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facts {
    /// Those about products as they stand in the query.
    Few,
    /// All.
    Many,
}

/// A linear query.
#[derive(Debug)]
pub struct Relaxed {
    /// Those of the query, and more.
    pub terms: Terms,
    /// What is asserted.
    pub assertions: Vec<Term>,
    /// The new symbols, oldest first, and what they stand for.
    pub meanings: Vec<(Term, Meaning)>,
}

/// What a symbol of a linear query stands for. The terms are of the linear query, and older.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// The product of these.
    Product(Vec<Term>),
    /// The quotient of these, truncated or Euclid's.
    Quotient(Term, Term, bool),
    /// What is left where they are divided so.
    Rest(Term, Term, bool),
    /// A term of the query.
    Same(Term),
}

/// A linear query that has a model wherever these assertions have one. None where there are bit
/// vectors, or too much of it.
pub fn relax(terms: &Terms, assertions: &[Term], facts: Facts) -> Option<Relaxed> {
    let facts_of = Kinds { many: facts == Facts::Many, ..Kinds::default() };
    let (mut linear, mut relaxed) = Linear::of(terms, assertions, facts_of)?;
    linear.state();
    linear.rests();
    relaxed.append(&mut linear.facts);
    Some(Relaxed { terms: linear.terms, assertions: relaxed, meanings: linear.meanings })
}

/// `negative ? minus : of_size`, where `of_size` divides `negative ? minus_of : of` by `by`.
struct Truncated {
    op: Op,
    of: Term,
    by: Term,
    of_size: Term,
    minus: Term,
    minus_of: Term,
    negative: Term,
}

/// Whether a number that something is divided by may be a size of an array; a larger one is that of a type.
pub fn is_size(n: &BigInt) -> bool {
    !n.is_zero() && n.bits() < 32
}

/// A product as it stands in the query.
type Factors = Vec<Polynomial>;

/// What a linear query is made of.
#[derive(Clone, Copy, Debug, Default)]
struct Kinds {
    /// Whether all facts are stated.
    many: bool,
    /// Whether it is stated that `0*y` is 0.
    zero_products: bool,
    /// Whether what is divided by a number is taken apart as what is divided by an unknown.
    by_numbers: bool,
}

/// A query on its way to a linear one.
#[derive(Default)]
struct Linear {
    terms: Terms,
    meanings: Vec<(Term, Meaning)>,
    bounds: Bounds,
    kinds: Kinds,
    /// What became of each formula.
    boolean: FxHashMap<Term, Term>,
    /// What each integer is.
    integers: FxHashMap<Term, Polynomial>,
    /// Of what each product of unknowns is made.
    factors: FxHashMap<Term, Factors>,
    /// The symbol of each product of unknowns.
    products: BTreeMap<Monomial, Term>,
    /// The quotient of each two, and what is left; apart where it is truncated.
    quotients: BTreeMap<(Polynomial, Polynomial, bool), (Term, Term)>,
    /// Quotients of sizes that are only parts of truncated ones.
    of_sizes: FxHashSet<Term>,
    /// All divisions.
    divisions: Vec<Division>,
    /// The products that facts are stated about.
    known: BTreeSet<Factors>,
    /// Both sides of each equation.
    equations: BTreeSet<(Polynomial, Polynomial)>,
    /// What may be less than what.
    comparisons: BTreeSet<(Polynomial, Polynomial)>,
    facts: Vec<Term>,
}

impl Linear {
    /// The linear query without facts on products.
    fn of(terms: &Terms, assertions: &[Term], kinds: Kinds) -> Option<(Self, Vec<Term>)> {
        let order = terms.order(assertions);
        let has_bits = |term: &Term| matches!(terms.sort(*term), Sort::BitVec(_));
        if order.len() > LARGEST || order.iter().any(has_bits) {
            return None;
        }
        let bounds = Bounds::new(terms, assertions);
        let mut linear = Linear { terms: terms.clone(), bounds, kinds, ..Linear::default() };
        let truncated = order.iter().filter_map(|term| linear.truncated(*term));
        linear.of_sizes = truncated.map(|of| of.of_size).collect();
        for term in order {
            linear.rewrite(term);
        }
        let relaxed = assertions.iter().map(|term| linear.boolean[term]).collect();
        Some((linear, relaxed))
    }

    /// Rewrites a term whose arguments are.
    fn rewrite(&mut self, term: Term) {
        let node = self.terms.node(term).clone();
        if self.terms.sort(term) == Sort::Bool {
            let new = match &node {
                Node::Apply(op, args) => {
                    let sides = [0, 1].map(|n| self.integers.get(args.get(n)?).cloned());
                    match (op, sides) {
                        (Op::Eq, [Some(a), Some(b)]) => _ = self.equations.insert((a, b)),
                        (Op::Lt, [Some(a), Some(b)]) => _ = self.comparisons.insert((a, b)),
                        // Or else it is not so.
                        (Op::Le, [Some(a), Some(b)]) => _ = self.comparisons.insert((b, a)),
                        _ => {}
                    }
                    let args: Vec<Term> = args.iter().map(|arg| self.linear(*arg)).collect();
                    self.terms.apply(*op, &args)
                }
                _ => term,
            };
            self.boolean.insert(term, new);
            return;
        }
        let number = self.terms.literal(term).and_then(|value| value.number().cloned());
        let polynomial = match (&node, number) {
            (_, Some(n)) => Polynomial::constant(n),
            (Node::Apply(op, args), None) => self.operation(term, *op, args),
            _ => Polynomial::atom(term),
        };
        self.integers.insert(term, polynomial);
    }

    fn operation(&mut self, term: Term, op: Op, args: &[Term]) -> Polynomial {
        let known =
            |this: &Self, n: usize| this.integers.get(&args[n]).cloned().unwrap_or_default();
        match op {
            Op::Add => known(self, 0).plus(&BigInt::one(), &known(self, 1)),
            Op::Sub => known(self, 0).plus(&-BigInt::one(), &known(self, 1)),
            Op::Mul => {
                let Some(product) = known(self, 0).times(&known(self, 1)) else {
                    return self.unknown(term);
                };
                let mut factors = Factors::new();
                for arg in args {
                    match self.factors.get(arg) {
                        Some(of) => factors.extend(of.iter().cloned()),
                        None => factors.extend(self.integers.get(arg).cloned()),
                    }
                }
                self.multiplied(&factors);
                self.factors.insert(term, factors);
                product
            }
            Op::Div | Op::Mod if self.takes_apart(&known(self, 1)) => {
                if self.of_sizes.contains(&term) {
                    return self.unknown(term);
                }
                let (quotient, rest) = self.divide(known(self, 0), known(self, 1), false);
                Polynomial::atom(if op == Op::Div { quotient } else { rest })
            }
            Op::Ite if self.is_truncated(term) => {
                let Some(Truncated { op, of, by, .. }) = self.truncated(term) else {
                    return self.unknown(term);
                };
                let [of, by] = [of, by].map(|x| self.integers.get(&x).cloned().unwrap_or_default());
                let (quotient, rest) = self.divide(of, by, true);
                Polynomial::atom(if op == Op::Div { quotient } else { rest })
            }
            // A power of two that is not known, or bits of two unknowns.
            Op::NatShl | Op::NatShr if known(self, 1).as_constant().is_none() => self.unknown(term),
            Op::NatAnd | Op::NatOr | Op::NatXor
                if (0..2).all(|n| known(self, n).as_constant().is_none()) =>
            {
                self.unknown(term)
            }
            _ => {
                let linear: Vec<Term> = args.iter().map(|arg| self.linear(*arg)).collect();
                let new = self.terms.apply(op, &linear);
                if matches!(op, Op::Div | Op::Mod) {
                    let (dividend, divisor) = (known(self, 0), known(self, 1));
                    let quotient = self.terms.apply(Op::Div, &linear);
                    let rest = (op == Op::Mod).then_some(new);
                    let truncated = false;
                    self.divisions.push(Division { dividend, divisor, quotient, rest, truncated });
                }
                Polynomial::atom(new)
            }
        }
    }

    /// The truncated quotient or rest that a term is, by its looks: `a < 0 ? -(-a / b) : a / b`.
    fn truncated(&self, term: Term) -> Option<Truncated> {
        let choice = |term: Term| match self.terms.node(term) {
            Node::Apply(Op::Ite, args) => Some((*args.first()?, *args.get(1)?, *args.get(2)?)),
            _ => None,
        };
        let (negative, minus, of_size) = choice(term)?;
        let Node::Apply(op @ (Op::Div | Op::Mod), args) = self.terms.node(of_size) else {
            return None;
        };
        let (size, by) = (*args.first()?, *args.get(1)?);
        let (of_negative, minus_of, of) = choice(size)?;
        (of_negative == negative).then_some(Truncated {
            op: *op,
            of,
            by,
            of_size,
            minus,
            minus_of,
            negative,
        })
    }

    /// Whether a quotient by this has a symbol of its own.
    fn takes_apart(&self, by: &Polynomial) -> bool {
        by.as_constant().is_none_or(|n| self.kinds.by_numbers && is_size(&n))
    }

    /// Whether a term is a truncated quotient or rest that has a symbol of its own.
    fn is_truncated(&self, term: Term) -> bool {
        let Some(found) = self.truncated(term) else { return false };
        let integer = |x: Term| self.integers.get(&x).cloned();
        let zero = Some(Polynomial::default());
        let minus = |x: Term| Some(Polynomial::default().plus(&-BigInt::one(), &integer(x)?));
        let is_below_zero = match self.terms.node(found.negative) {
            Node::Apply(Op::Lt, sides) => {
                sides.iter().map(|x| integer(*x)).eq([integer(found.of), zero])
            }
            _ => false,
        };
        integer(found.by).is_some_and(|by| self.takes_apart(&by))
            && is_below_zero
            && integer(found.minus) == minus(found.of_size)
            && integer(found.minus_of) == minus(found.of)
    }

    /// Remembers that these are multiplied.
    fn multiplied(&mut self, factors: &[Polynomial]) {
        let mut single = Factors::new();
        for factor in factors {
            match factor.as_product() {
                Some(product) => single.extend(product.iter().map(|x| Polynomial::atom(*x))),
                None => single.push(factor.clone()),
            }
        }
        single.sort();
        if single.len() > 1 {
            self.known.insert(single);
        }
    }

    /// Any integer, in the place of a term.
    fn unknown(&mut self, term: Term) -> Polynomial {
        let unknown = self.terms.fresh("unknown", Sort::Int);
        self.meanings.push((unknown, Meaning::Same(term)));
        Polynomial::atom(unknown)
    }

    /// What became of a term.
    fn linear(&mut self, term: Term) -> Term {
        if let Some(new) = self.boolean.get(&term) {
            return *new;
        }
        let polynomial = self.integers.get(&term).cloned().unwrap_or_default();
        self.sum(&polynomial)
    }

    /// A polynomial as a linear term.
    fn sum(&mut self, polynomial: &Polynomial) -> Term {
        let mut sum = self.terms.int(0);
        for (monomial, n) in polynomial.monomials() {
            let product = self.product(monomial);
            let n = self.terms.int(n.clone());
            let product = self.terms.mul(n, product);
            sum = self.terms.add(sum, product);
        }
        sum
    }

    /// The term that stands for a product.
    fn product(&mut self, monomial: &Monomial) -> Term {
        match monomial.as_slice() {
            [] => self.terms.int(1),
            [term] => *term,
            _ => {
                if let Some(product) = self.products.get(monomial) {
                    return *product;
                }
                let product = self.terms.fresh("product", Sort::Int);
                self.products.insert(monomial.clone(), product);
                self.meanings.push((product, Meaning::Product(monomial.clone())));
                product
            }
        }
    }
}
