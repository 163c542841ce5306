//! What follows where two numbers are equal that are written by digits, such as `((a*B + b)*C + c)*D + d`.
//!
//! Kernels take the number of a thread apart, `c = i / D % C`, and put an index together again, with sizes of which
//! nobody says that they are positive. So each fact is stated for sizes of any sign; each holds for all integers:
//!
//! - *digits*: `x*m + r = y*m + s` and `|r - s| < |m|` give `x = y` and `r = s`. For `(x - y)*m = s - r`, so
//!   `|x - y| * |m| < |m|`, and `x - y` is 0.
//! - *bound*: `0 <= a < |k*m|` gives `|a / m| < |k|`, where `m` is not 0. For `|a / m| <= a / |m| < |k|`, where `a` is
//!   natural and a quotient is truncated or Euclid's, which is one.
//! - *twice*: `a / b / c` is `a / (b*c)`, and so `a / c / b`, where neither divisor is 0, and the divisions are truncated,
//!   or `a` and what is divided by Euclid's are natural. For all are the size of `a` by the size of `b*c`, rounded
//!   down, with the sign of `a*b*c`.
//! - *equals*: `x = y` gives `x*m = y*m`.
//!
//! What is left of a division by `m`, of two naturals, is less than `|m|` apart. So two equal indices have equal
//! last digits, by the first fact, and what is above them is equal, too, digit by digit; by the second one a
//! digit `i / D % C` is less than `|C|` from another one; and by the third one equal digits are of one number.
//!
//! Sizes that are numbers are taken so, too, though all is linear then: where a number is taken apart by 24, 42 and 20,
//! and put together in another order, a solver looks for it among all digits at once. A power of two is of no use alone:
//! it cuts bits, as solvers do.
//!
//! The first fact is not stated with what it takes for granted, since there are many ways to cut two numbers in two.
//! Whether the lower digits are so near is a question of its own, a small one, and only where the answer is yes both
//! equations are stated ([`digits`]).

use super::polynomial::{Monomial, Polynomial};
use super::{Kinds, Linear, Meaning, is_size};
use crate::solver::{Node, Op, Term, Terms};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// More questions are not asked.
const MOST_QUESTIONS: usize = 200;

/// Quotients of quotients of more divisions are not compared with others.
const MOST_DIVISIONS: usize = 4;

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

/// A number and what it is divided by, in as many steps as one likes: `a / b / c` is `a / (b*c)`.
#[derive(Clone)]
struct Whole {
    a: Polynomial,
    by: Polynomial,
    quotient: Term,
    /// How many divisions these are.
    divisions: usize,
    /// What makes it so.
    given: Vec<Term>,
}

/// Whether some assertions, of terms among which these are new, certainly have no model.
pub type Refutes<'r> = dyn FnMut(&Terms, &[(Term, Meaning)], &[Term]) -> bool + 'r;

/// Whether these assertions of integers have no model since numbers are taken apart by digits, and put together again.
/// `refutes` is asked about weaker queries, and what it says is taken on trust.
///
/// **Why that is sound.** Each assertion that is added holds in every model, with the new symbols for what they stand
/// for: by the facts above, which hold of all integers, and by what was refuted before.
pub fn digits(terms: &Terms, assertions: &[Term], refutes: &mut Refutes<'_>) -> bool {
    let by_unknowns = |n: &Polynomial| n.as_constant().is_none();
    let by_numbers = |n: &Polynomial| {
        n.as_constant().is_some_and(|n| is_size(&n) && n.magnitude().count_ones() != 1)
    };
    [true, false].into_iter().any(|numbers| {
        let kinds = Kinds { many: false, zero_products: true, by_numbers: numbers };
        let Some((linear, asserted)) = Linear::of(terms, assertions, kinds) else { return false };
        let divisors = linear.divisions.iter().map(|d| &d.divisor);
        let mut sizes = divisors.chain(linear.known.iter().flatten());
        let is_of_use = if numbers { sizes.any(by_numbers) } else { sizes.any(by_unknowns) };
        is_of_use && taken_apart(linear, asserted, assertions, refutes)
    })
}

/// Whether they have none, of a linear query that is made of them.
fn taken_apart(
    mut linear: Linear,
    asserted: Vec<Term>,
    assertions: &[Term],
    refutes: &mut Refutes<'_>,
) -> bool {
    let divisions = std::mem::take(&mut linear.divisions);
    let mut units: BTreeSet<Polynomial> = divisions.iter().map(|d| d.divisor.clone()).collect();
    units.extend(linear.known.iter().flatten().cloned());
    let by_numbers = linear.kinds.by_numbers;
    units.retain(|unit| unit.as_constant().is_none_or(|n| by_numbers && n.abs() > BigInt::one()));
    for division in &divisions {
        linear.bounded(division, &divisions);
    }
    linear.twice(&divisions);
    linear.rests();
    linear.signs();
    let open = linear.asserted(assertions);
    let equal = BTreeSet::new();
    let whole = Vec::new();
    let mut steps = Steps { linear, asserted, units, open, equal, whole, questions: 0, refutes };
    let mut stated = false;
    loop {
        steps.take_apart();
        if steps.follows(Vec::new()) {
            return true;
        }
        if !steps.find_equal(&divisions) {
            if stated {
                return false;
            }
            // That digits are near, or equal numbers of one thread, may take what is said of all products.
            steps.linear.state();
            stated = true;
            steps.open.extend(std::mem::take(&mut steps.whole));
        }
    }
}

/// What is known so far.
struct Steps<'s, 'r> {
    linear: Linear,
    asserted: Vec<Term>,
    /// What numbers are cut by.
    units: BTreeSet<Polynomial>,
    /// Equal numbers that are still to be taken apart.
    open: VecDeque<(Polynomial, Polynomial)>,
    /// All equal numbers.
    equal: BTreeSet<(Polynomial, Polynomial)>,
    /// Those that were not taken apart.
    whole: Vec<(Polynomial, Polynomial)>,
    questions: usize,
    refutes: &'s mut Refutes<'r>,
}

impl Steps<'_, '_> {
    /// Whether one of these follows from what is known: whether there is no model where none of them holds.
    fn follows(&mut self, one_of: Vec<Term>) -> bool {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return false;
        }
        self.asserted.append(&mut self.linear.facts);
        let mut asserted = self.asserted.clone();
        asserted.extend(one_of.into_iter().map(|term| self.linear.terms.not(term)));
        (self.refutes)(&self.linear.terms, &self.linear.meanings, &asserted)
    }

    /// Takes equal numbers apart, as far as it goes.
    fn take_apart(&mut self) {
        while let Some(pair) = self.open.pop_front() {
            let (p, q) = pair;
            let mut is_whole = true;
            for m in self.candidates(&p, &q) {
                let (Some(of_p), Some(of_q)) =
                    (self.linear.split(&p, &m), self.linear.split(&q, &m))
                else {
                    continue;
                };
                // What only one thread knows takes no two indices apart, and what both know is linear.
                if of_p.x.is_zero() || of_q.x.is_zero() || of_p.x == of_q.x {
                    continue;
                }
                if self.are_near(&m, &of_p.r, &of_q.r) {
                    self.learn(of_p.x, of_q.x);
                    self.learn(of_p.r, of_q.r);
                    is_whole = false;
                    break;
                }
            }
            if is_whole {
                self.whole.push((p, q));
            }
        }
    }

    /// What two numbers may be cut by, the simplest first.
    fn candidates(&self, p: &Polynomial, q: &Polynomial) -> Vec<Polynomial> {
        let mut candidates = self.units.clone();
        for (monomial, n) in p.monomials().chain(q.monomials()) {
            let n = n.abs();
            if n > BigInt::one() {
                candidates.insert(Polynomial::constant(n.clone()));
            }
            for at in 0..monomial.len() {
                let mut unit = monomial.clone();
                unit.remove(at);
                if !unit.is_empty() {
                    let unit = Polynomial::product(unit);
                    candidates.insert(Polynomial::default().plus(&n, &unit));
                    candidates.insert(unit);
                }
            }
        }
        let mut candidates: Vec<Polynomial> = candidates.into_iter().collect();
        candidates.sort_by_key(Polynomial::degree);
        candidates
    }

    /// Whether `|r - s| < |m|`.
    fn are_near(&mut self, m: &Polynomial, r: &Polynomial, s: &Polynomial) -> bool {
        let [r, s, m] = [r, s, m].map(|of| self.linear.sum(of));
        let size = self.linear.size(m);
        let t = &mut self.linear.terms;
        let (up, down) = (t.sub(r, s), t.sub(s, r));
        let near = [t.lt(up, size), t.lt(down, size)];
        let near = t.all(near);
        self.follows(vec![near])
    }

    /// States that two numbers are equal, and what they are multiplied with.
    fn learn(&mut self, x: Polynomial, y: Polynomial) {
        if x == y || !self.equal.insert((x.clone(), y.clone())) {
            return;
        }
        let [of_x, of_y] = [&x, &y].map(|of| self.linear.sum(of));
        let same = self.linear.terms.eq(of_x, of_y);
        self.asserted.push(same);
        if let (Some(a), Some(b)) = (x.as_atom(), y.as_atom()) {
            let products: Vec<Monomial> = self.linear.products.keys().cloned().collect();
            for (from, to) in [(a, b), (b, a)] {
                for product in products.iter().filter(|product| product.contains(&from)) {
                    let mut other = product.clone();
                    other.iter_mut().filter(|x| **x == from).for_each(|x| *x = to);
                    other.sort_unstable();
                    let [one, other] = [product, &other].map(|of| self.linear.product(of));
                    let equal = self.linear.terms.eq(one, other);
                    self.asserted.push(equal);
                }
            }
        }
        self.open.push_back((x, y));
    }

    /// Looks for more equal numbers, where some of a division are: its dividend, its quotient, or what is left. Whether
    /// there are any.
    fn find_equal(&mut self, divisions: &[Division]) -> bool {
        let mut any = false;
        for (n, a) in divisions.iter().enumerate() {
            for b in divisions[n + 1..].iter().filter(|b| a.divisor == b.divisor) {
                let of = |d: &Division| {
                    [
                        Some(d.dividend.clone()),
                        Some(Polynomial::atom(d.quotient)),
                        d.rest.map(Polynomial::atom),
                    ]
                };
                let pairs: Vec<_> =
                    of(a).into_iter().zip(of(b)).filter_map(|(p, q)| p.zip(q)).collect();
                let is_known = |this: &Self, (p, q): &(Polynomial, Polynomial)| {
                    p == q || this.equal.contains(&(p.clone(), q.clone()))
                };
                let known = pairs.iter().filter(|pair| is_known(self, pair)).count();
                if known == 0 || known == pairs.len() {
                    continue;
                }
                for (p, q) in pairs {
                    if is_known(self, &(p.clone(), q.clone())) {
                        continue;
                    }
                    let [of_p, of_q] = [&p, &q].map(|of| self.linear.sum(of));
                    let equal = self.linear.terms.eq(of_p, of_q);
                    if self.follows(vec![equal]) {
                        self.learn(p, q);
                        any = true;
                    }
                }
            }
        }
        any
    }
}

impl Linear {
    /// Both sides of each equation that is asserted.
    fn asserted(&self, assertions: &[Term]) -> VecDeque<(Polynomial, Polynomial)> {
        let (mut open, mut found) = (assertions.to_vec(), VecDeque::new());
        while let Some(term) = open.pop() {
            match self.terms.node(term) {
                Node::Apply(Op::And, args) => open.extend(args.iter().copied()),
                Node::Apply(Op::Eq, args) => {
                    let sides = [0, 1].map(|n| self.integers.get(args.get(n)?).cloned());
                    if let [Some(a), Some(b)] = sides {
                        found.push_back((a, b));
                    }
                }
                _ => {}
            }
        }
        found
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

    /// *twice*: what one number is divided by in different steps.
    fn twice(&mut self, divisions: &[Division]) {
        let mut wholes: BTreeMap<(Polynomial, Polynomial), Vec<Whole>> = BTreeMap::new();
        let mut open: Vec<Whole> = Vec::new();
        for of in divisions {
            let [a, by] = [&of.dividend, &of.divisor].map(|p| self.sum(p));
            let t = &mut self.terms;
            let zero = t.int(0);
            let mut given = vec![t.ne(by, zero)];
            if !of.truncated {
                given.push(t.le(zero, a));
            }
            open.push(Whole {
                a: of.dividend.clone(),
                by: of.divisor.clone(),
                quotient: of.quotient,
                divisions: 1,
                given,
            });
        }
        while let Some(whole) = open.pop() {
            let quotient = Polynomial::atom(whole.quotient);
            for second in divisions.iter().filter(|second| second.dividend == quotient) {
                let product = whole.by.times(&second.divisor);
                let Some(by) = product.filter(|_| whole.divisions < MOST_DIVISIONS) else {
                    continue;
                };
                let [a, of_second] = [&whole.a, &second.divisor].map(|p| self.sum(p));
                let t = &mut self.terms;
                let zero = t.int(0);
                let mut given = whole.given.clone();
                given.push(t.ne(of_second, zero));
                if !second.truncated {
                    given.extend([t.le(zero, a), t.le(zero, whole.quotient)]);
                }
                let (a, divisions) = (whole.a.clone(), whole.divisions + 1);
                open.push(Whole { a, by, quotient: second.quotient, divisions, given });
            }
            wholes.entry((whole.a.clone(), whole.by.clone())).or_default().push(whole);
        }
        for of_one in wholes.into_values() {
            let Some((first, others)) = of_one.split_first() else { continue };
            for other in others {
                let t = &mut self.terms;
                let given = t.all(first.given.iter().chain(&other.given).copied());
                let same = t.eq(first.quotient, other.quotient);
                let fact = t.implies(given, same);
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
