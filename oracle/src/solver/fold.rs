//! Cheap simplification as a term is built: values, units, zeros, equal arguments.
//!
//! Each rule holds for every value of the arguments; what SMT-LIB leaves unspecified is some
//! value, so `x - x` is 0 whatever `x` is.

use super::eval;
use super::term::{Node, Op, Term, Terms};
use super::value::{Sort, Value};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// A choice of more literals than this is compared as it stands.
const MOST_CHOICES: usize = 64;

impl Terms {
    /// A simpler term that is equal to the application, if there is an obvious one.
    pub(crate) fn simplify(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        let values: Vec<Option<&Value>> = args.iter().map(|a| self.literal(*a)).collect();
        if let Some(values) = values.iter().copied().collect::<Option<Vec<_>>>()
            && let Ok(value) = eval::apply(op, &values)
        {
            return Some(self.value(value));
        }
        match args {
            [a] => self.unary(op, *a),
            [a, b] if a == b => self.equal(op, *a),
            [a, b] => self.complement(op, *a, *b).or_else(|| {
                if op == Op::Eq
                    && let Some(equal) = self.chosen(*a, *b).or_else(|| self.chosen(*b, *a))
                {
                    return Some(equal);
                }
                // A unit or zero of a commutative operator may stand on either side.
                self.right(op, *a, *b)
                    .or_else(|| if op.commutes() { self.right(op, *b, *a) } else { None })
                    .or_else(|| self.left(op, *a, *b))
            }),
            [c, a, b] => self.choice(*c, *a, *b),
            _ => None,
        }
    }

    fn unary(&mut self, op: Op, a: Term) -> Option<Term> {
        if let (Op::Not | Op::BvNot | Op::BvNeg, Node::Apply(inner, args)) = (op, self.node(a))
            && *inner == op
        {
            return Some(args[0]);
        }
        match (op, self.sort(a)) {
            (Op::ZeroExtend(0) | Op::SignExtend(0), _) => Some(a),
            (Op::Extract { high, low: 0 }, Sort::BitVec(width)) if high + 1 == width => Some(a),
            _ => None,
        }
    }

    /// Both arguments are `a`.
    fn equal(&mut self, op: Op, a: Term) -> Option<Term> {
        Some(match op {
            Op::And | Op::Or | Op::NatAnd | Op::NatOr | Op::BvAnd | Op::BvOr => a,
            Op::Eq | Op::Le | Op::BvUle | Op::BvSle => self.boolean(true),
            Op::Lt | Op::BvUlt | Op::BvSlt => self.boolean(false),
            Op::Sub | Op::NatXor | Op::BvSub | Op::BvXor => self.zero(a),
            _ => return None,
        })
    }

    /// One argument is the negation of the other.
    fn complement(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let negates = |a, b| matches!(self.node(a), Node::Apply(Op::Not, args) if args[0] == b);
        if !(negates(a, b) || negates(b, a)) {
            return None;
        }
        match op {
            Op::And | Op::Eq => Some(self.boolean(false)),
            Op::Or => Some(self.boolean(true)),
            _ => None,
        }
    }

    /// `b` is the literal.
    fn right(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let value = self.literal(b)?.clone();
        if let Value::Bool(b) = value {
            return match (op, b) {
                (Op::And | Op::Eq, true) | (Op::Or, false) => Some(a),
                (Op::And, false) => Some(self.boolean(false)),
                (Op::Or, true) => Some(self.boolean(true)),
                (Op::Eq, false) => Some(self.not(a)),
                _ => None,
            };
        }
        let n = value.number()?;
        let ones = match self.sort(b) {
            Sort::BitVec(width) => *n == (BigInt::one() << width) - 1,
            _ => *n == -BigInt::one(),
        };
        match op {
            Op::Add | Op::Sub | Op::BvAdd | Op::BvSub if n.is_zero() => Some(a),
            Op::NatOr | Op::NatXor | Op::BvOr | Op::BvXor if n.is_zero() => Some(a),
            Op::NatShl | Op::NatShr | Op::BvShl | Op::BvLshr | Op::BvAshr if n.is_zero() => Some(a),
            Op::Mul | Op::NatAnd | Op::BvMul | Op::BvAnd if n.is_zero() => Some(b),
            Op::Mul | Op::Div | Op::BvMul | Op::BvUdiv if n.is_one() => Some(a),
            // One bit's 1 is -1 when it has a sign.
            Op::BvSdiv if n.is_one() && self.sort(b) != Sort::BitVec(1) => Some(a),
            Op::Div if !n.is_zero() => {
                let Node::Apply(Op::Mul, args) = self.node(a) else { return None };
                let at = args.iter().position(|arg| *arg == b)?;
                Some(args[1 - at])
            }
            Op::Mod | Op::BvUrem if n.is_one() => Some(self.zero(a)),
            Op::BvAnd | Op::NatAnd if ones => Some(a),
            Op::BvOr if ones => Some(b),
            Op::BvUlt if n.is_zero() => Some(self.boolean(false)),
            Op::BvUle if ones => Some(self.boolean(true)),
            _ => None,
        }
    }

    /// `a` is the literal.
    fn left(&mut self, op: Op, a: Term, _b: Term) -> Option<Term> {
        let n = self.literal(a)?.number()?;
        let zero = n.is_zero();
        match op {
            Op::NatShl | Op::NatShr | Op::BvShl | Op::BvLshr | Op::BvAshr if zero => Some(a),
            Op::BvUle if zero => Some(self.boolean(true)),
            _ => None,
        }
    }

    fn choice(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        if let Some(Value::Bool(c)) = self.literal(c) {
            return Some(if *c { a } else { b });
        }
        if a == b {
            return Some(a);
        }
        match (self.literal(a), self.literal(b)) {
            (Some(Value::Bool(true)), Some(Value::Bool(false))) => return Some(c),
            (Some(Value::Bool(false)), Some(Value::Bool(true))) => return Some(self.not(c)),
            _ => {}
        }
        // The same condition chooses inside of a side once more.
        let inside = |side| self.sides(side).filter(|[of, ..]| *of == c);
        match (inside(a), inside(b)) {
            (Some([_, a, _]), _) => Some(self.ite(c, a, b)),
            (None, Some([.., b])) => Some(self.ite(c, a, b)),
            (None, None) => None,
        }
    }

    /// The condition of a choice, and what it chooses from.
    fn sides(&self, term: Term) -> Option<[Term; 3]> {
        match self.node(term) {
            Node::Apply(Op::Ite, args) => args.as_slice().try_into().ok(),
            _ => None,
        }
    }

    /// That a choice between literals is this one, as C writes a truth value: `(c ? 1 : x) = 0` where `x = 0`
    /// and not `c`.
    fn chosen(&mut self, choice: Term, literal: Term) -> Option<Term> {
        let value = self.literal(literal)?.clone();
        let (mut rest, mut sides) = (choice, Vec::new());
        while let Some([c, a, b]) = self.sides(rest).filter(|_| sides.len() < MOST_CHOICES) {
            let is = |side: Term| self.literal(side).map(|side| *side == value);
            let (holds, is, other) = match (is(a), is(b)) {
                (Some(is), _) => (c, is, b),
                (None, Some(is)) => (self.not(c), is, a),
                (None, None) => break,
            };
            sides.push((holds, is));
            rest = other;
        }
        if sides.is_empty() || matches!(value, Value::Bool(_)) {
            return None;
        }
        let equal = match self.literal(rest) {
            Some(rest) => self.boolean(*rest == value),
            None => {
                let mut args = vec![rest, literal];
                args.sort_unstable();
                self.intern(Node::Apply(Op::Eq, args), Sort::Bool)
            }
        };
        Some(sides.into_iter().rev().fold(equal, |equal, (holds, is)| match is {
            true => self.or(holds, equal),
            false => {
                let not = self.not(holds);
                self.and(not, equal)
            }
        }))
    }

    /// The zero of a term's sort.
    fn zero(&mut self, like: Term) -> Term {
        match self.sort(like) {
            Sort::BitVec(width) => self.bits(width, 0),
            _ => self.int(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::value::Model;
    use crate::solver::{Undefined, WIDEST};

    /// Every operator with its arguments' sorts, at this width.
    fn operators(w: u32) -> Vec<(Op, Vec<Sort>)> {
        use Op::*;
        let (b, i, v) = (Sort::Bool, Sort::Int, Sort::BitVec(w));
        let mut all = vec![(Not, vec![b]), (And, vec![b, b]), (Or, vec![b, b])];
        for sort in [b, i, v] {
            all.push((Ite, vec![b, sort, sort]));
            all.push((Eq, vec![sort, sort]));
        }
        for op in [Add, Sub, Mul, Div, Mod, Le, Lt, NatAnd, NatOr, NatXor, NatShl, NatShr] {
            all.push((op, vec![i, i]));
        }
        for op in [BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvAnd, BvOr, BvXor] {
            all.push((op, vec![v, v]));
        }
        for op in [BvShl, BvLshr, BvAshr, BvUlt, BvUle, BvSlt, BvSle, Concat] {
            all.push((op, vec![v, v]));
        }
        let extracts = (0..w).flat_map(|high| (0..=high).map(move |low| Extract { high, low }));
        let by = [0, 1, 3];
        let extensions = by.into_iter().flat_map(|by| [ZeroExtend(by), SignExtend(by)]);
        for op in [BvNot, BvNeg].into_iter().chain(extracts).chain(extensions) {
            all.push((op, vec![v]));
        }
        all
    }

    /// The values of a sort, of the integers a few.
    fn values(sort: Sort) -> Vec<Value> {
        match sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Int => (-4..=5).map(|n| Value::Int(n.into())).collect(),
            Sort::BitVec(w) => (0..1 << w).map(|n| Value::bits(w, n)).collect(),
        }
    }

    /// All ways to choose one of each.
    fn product<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
        choices.iter().fold(vec![Vec::new()], |chosen, choice| {
            let extend = |c: &Vec<T>| {
                let c = c.clone();
                choice.iter().map(move |x| c.iter().cloned().chain([x.clone()]).collect())
            };
            chosen.iter().flat_map(extend).collect()
        })
    }

    /// Each operator on symbols, equal symbols, negations and every value, simplified or not, has
    /// the value that the operator has on values.
    #[test]
    fn simplified_terms_keep_their_value() {
        let mut checked = 0;
        for w in 1..=3 {
            for (op, sorts) in operators(w) {
                let mut t = Terms::new();
                let choices: Vec<Vec<Term>> =
                    sorts.iter().map(|sort| args(&mut t, *sort)).collect();
                for args in product(&choices) {
                    let term = t.apply(op, &args);
                    checked += check(&t, op, &args, term);
                }
            }
        }
        println!("{checked} values checked");
        assert!(checked > 10_000);
    }

    fn args(t: &mut Terms, sort: Sort) -> Vec<Term> {
        let mut args: Vec<Term> = values(sort).into_iter().map(|v| t.value(v)).collect();
        for name in ["x", "y"] {
            let symbol = t.constant(&format!("{name} {sort}"), sort);
            args.push(symbol);
            match sort {
                Sort::Bool => args.push(t.not(symbol)),
                Sort::BitVec(_) => args.extend([t.bv_not(symbol), t.bv_neg(symbol)]),
                Sort::Int => {}
            }
        }
        args
    }

    fn check(t: &Terms, op: Op, args: &[Term], term: Term) -> usize {
        let symbols = t.free_symbols_of(args);
        let choices: Vec<_> = symbols.iter().map(|symbol| values(t.sort(*symbol))).collect();
        let mut checked = 0;
        for chosen in product(&choices) {
            let mut model = Model::new();
            for (symbol, value) in symbols.iter().zip(chosen) {
                model.insert(t.symbol(*symbol).unwrap().clone(), value);
            }
            let args: Vec<Value> = args.iter().map(|a| t.eval(*a, &model).unwrap()).collect();
            // What is unspecified may be simplified to anything.
            if let Ok(expected) = eval::apply(op, &args.iter().collect::<Vec<_>>()) {
                assert_eq!(t.eval(term, &model), Ok(expected), "{op:?} {args:?}");
                checked += 1;
            }
        }
        checked
    }

    /// Choices inside of choices, and choices compared with each literal.
    #[test]
    fn choices_keep_their_value() {
        for sort in [Sort::Int, Sort::BitVec(2)] {
            let mut t = Terms::new();
            let conditions = args(&mut t, Sort::Bool);
            let leaves: Vec<Term> = args(&mut t, sort).into_iter().skip(3).collect();
            let leaves = &leaves[leaves.len().saturating_sub(4)..];
            let mut choices = leaves.to_vec();
            for chosen in product(&[conditions.clone(), leaves.to_vec(), leaves.to_vec()]) {
                choices.push(t.ite(chosen[0], chosen[1], chosen[2]));
            }
            choices.truncate(60);
            for chosen in product(&[conditions, choices, leaves.to_vec()]) {
                for args in [[chosen[0], chosen[1], chosen[2]], [chosen[0], chosen[2], chosen[1]]] {
                    let choice = t.ite(args[0], args[1], args[2]);
                    assert!(check(&t, Op::Ite, &args, choice) > 0);
                    for leaf in leaves {
                        let equal = t.eq(choice, *leaf);
                        assert!(check(&t, Op::Eq, &[choice, *leaf], equal) > 0);
                    }
                }
            }
        }
    }

    #[test]
    fn unspecified_values_stay_unspecified() {
        let mut t = Terms::new();
        let (zero, x) = (t.int(0), t.constant("x", Sort::Int));
        let quotient = t.div(x, zero);
        let equal = t.eq(quotient, x);
        let mut model = Model::new();
        model.insert("x", Value::Int(5.into()));
        assert_eq!(t.eval(equal, &model), Err(Undefined::DivisionByZero));
        let falsity = t.eq(x, zero);
        let both = t.and(falsity, equal);
        assert_eq!(t.eval(both, &model), Ok(Value::Bool(false)));
    }

    #[test]
    fn huge_numbers_are_refused_not_computed() {
        let mut t = Terms::new();
        let (one, huge) = (t.int(1), t.int(BigInt::one() << 200));
        let shifted = t.nat_shl(one, huge);
        assert_eq!(t.eval(shifted, &Model::new()), Err(Undefined::TooLarge));
        let wide = t.bits(WIDEST, -1);
        let square = t.bv_mul(wide, wide);
        assert_eq!(t.eval(square, &Model::new()), Ok(Value::bits(WIDEST, 1)));
    }

    #[test]
    fn deep_terms_need_no_stack() {
        let mut t = Terms::new();
        let (x, y) = (t.constant("x", Sort::Int), t.constant("y", Sort::Int));
        let deep = (0..100_000)
            .fold(x, |deep, at| if at % 2 == 0 { t.sub(y, deep) } else { t.add(y, deep) });
        let mut model = Model::new();
        model.insert("x", Value::Int(0.into()));
        model.insert("y", Value::Int(0.into()));
        assert_eq!(t.eval(deep, &model), Ok(Value::Int(0.into())));
    }
}
