//! Models that are guessed: a few simple assignments, each of which the evaluator judges.
//!
//! Whether a kernel runs at all most often takes no search: its sizes may be alike, its threads may be the first ones, and
//! what host code computes follows. To find that out by bits takes longer than all that comes after.

use super::term::{Node, Op, Term, Terms};
use super::value::{Model, Sort, Value};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What all symbols are first, as far as their bounds allow.
const NUMBERS: [u32; 6] = [1, 0, 32, 64, 16, 2];

/// So often what follows from other values is computed.
const ROUNDS: usize = 3;

/// A model of these assertions, where one of a few assignments is one.
pub fn guess(terms: &Terms, assertions: &[Term]) -> Option<Model> {
    let guesses = Guesses::new(terms, assertions);
    NUMBERS.into_iter().find_map(|n| {
        let model = guesses.around(n.into());
        (terms.holds(assertions, &model) == Ok(true)).then_some(model)
    })
}

/// What the assertions say of single symbols.
struct Guesses<'t> {
    terms: &'t Terms,
    symbols: Vec<(Term, Arc<str>)>,
    least: FxHashMap<Term, BigInt>,
    greatest: FxHashMap<Term, BigInt>,
    /// A symbol, and what it is equal to.
    equal: Vec<(Term, Term)>,
    /// A symbol that is less than another term.
    below: Vec<Term>,
}

impl<'t> Guesses<'t> {
    fn new(terms: &'t Terms, assertions: &[Term]) -> Self {
        let symbols = terms.free_symbols_of(assertions);
        let named = symbols.iter().filter_map(|x| Some((*x, terms.symbol(*x)?.clone())));
        let mut guesses = Guesses {
            terms,
            symbols: named.collect(),
            least: FxHashMap::default(),
            greatest: FxHashMap::default(),
            equal: Vec::new(),
            below: Vec::new(),
        };
        let mut open = assertions.to_vec();
        while let Some(term) = open.pop() {
            let Node::Apply(op, args) = terms.node(term) else { continue };
            match op {
                Op::And => open.extend(args),
                Op::Eq => guesses.equates(args[0], args[1]),
                Op::Le | Op::Lt | Op::BvSle | Op::BvSlt => guesses.compares(*op, args[0], args[1]),
                _ => {}
            }
        }
        guesses
    }

    /// The symbol that a term is, however wide.
    fn symbol(&self, term: Term) -> Option<Term> {
        match self.terms.node(term) {
            Node::Symbol(_) => Some(term),
            Node::Apply(Op::SignExtend(_) | Op::ZeroExtend(_), args) => self.symbol(args[0]),
            _ => None,
        }
    }

    fn equates(&mut self, a: Term, b: Term) {
        for (x, is) in [(a, b), (b, a)] {
            let Some(x) = self.symbol(x) else { continue };
            if !self.terms.free_symbols(is).contains(&x) {
                self.equal.push((x, is));
                return;
            }
        }
    }

    fn compares(&mut self, op: Op, a: Term, b: Term) {
        let strict = BigInt::from(u8::from(matches!(op, Op::Lt | Op::BvSlt)));
        let number = |term| self.terms.literal(term).and_then(Value::signed);
        match (number(a), number(b)) {
            (Some(n), None) => {
                let Some(b) = self.symbol(b) else { return };
                let n = n + strict;
                let known = self.least.entry(b).or_insert_with(|| n.clone());
                *known = n.max(known.clone());
            }
            (None, Some(n)) => {
                let Some(a) = self.symbol(a) else { return };
                let n = n - strict;
                let known = self.greatest.entry(a).or_insert_with(|| n.clone());
                *known = n.min(known.clone());
            }
            (None, None) => self.below.extend(self.symbol(a)),
            _ => {}
        }
    }

    /// The assignment around a number.
    fn around(&self, n: BigInt) -> Model {
        let mut model = Model::new();
        for (x, name) in &self.symbols {
            let least = self.least.get(x);
            // What is less than something is as small as it may be.
            let n = match least {
                Some(least) if self.below.contains(x) => least.clone(),
                _ => n.clone(),
            };
            let n = least.map_or(n.clone(), |least| n.max(least.clone()));
            let n = self.greatest.get(x).map_or(n.clone(), |most| n.min(most.clone()));
            model.insert(name.clone(), self.value(*x, n));
        }
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (x, is) in &self.equal {
                let value = self.terms.eval(*is, &model).ok().and_then(|value| value.signed());
                let Some(value) = value.map(|n| self.value(*x, n)) else { continue };
                let Some(name) = self.terms.symbol(*x) else { continue };
                changed |= model.get(name) != Some(&value);
                model.insert(name.clone(), value);
            }
            if !changed {
                break;
            }
        }
        model
    }

    fn value(&self, x: Term, n: BigInt) -> Value {
        match self.terms.sort(x) {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(n),
            Sort::BitVec(width) => Value::bits(width, n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::guess;
    use crate::solver::{Sort, Terms, Value};

    /// Threads of blocks of any size, and a grid that host code makes of `n`: `blocks` is `n / 16`, at least 1.
    #[test]
    fn sizes_follow_from_others() {
        let mut t = Terms::new();
        let [n, blocks, thread] = ["n", "blocks", "thread"].map(|x| t.constant(x, Sort::Int));
        let [zero, one, sixteen] = [0, 1, 16].map(|n| t.int(n));
        let of_n = t.div(n, sixteen);
        let mut assertions = vec![t.le(zero, thread), t.lt(thread, blocks), t.le(one, blocks)];
        assertions.push(t.eq(blocks, of_n));
        let model = guess(&t, &assertions).expect("a model");
        assert_eq!(t.holds(&assertions, &model), Ok(true));
        let above = t.lt(blocks, of_n);
        assert_eq!(guess(&t, &[assertions, vec![above]].concat()), None, "there is none");
    }

    #[test]
    fn bits_are_numbers_with_a_sign() {
        let mut t = Terms::new();
        let (x, least) = (t.constant("x", Sort::BitVec(8)), t.bits(8, -3));
        let most = t.bits(8, -2);
        let assertions = [t.bv_sle(least, x), t.bv_slt(x, most)];
        let model = guess(&t, &assertions).expect("a model");
        assert_eq!(model.get("x"), Some(&Value::bits(8, -3)));
    }
}
