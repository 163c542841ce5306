//! Each operator's whole table at a small width, on every back-end: "some row differs from the
//! evaluator's" must be refuted. The tables of Z3 and cvc5 are what shows that the evaluator means
//! what SMT-LIB means.

use crate::installed::{budget, solvers};
use num_bigint::BigInt;
use oracle::solver::{Answer, Model, Op, Solver, Sort, Term, Terms, Value};

/// A term over two symbols, `a` and `b`, and the values that each may have.
struct Table {
    name: String,
    terms: Terms,
    symbols: Vec<Term>,
    term: Term,
    values: Vec<Value>,
}

impl Table {
    /// The assertions that no back-end can satisfy: some row has another value.
    fn refutable(&mut self) -> Vec<Term> {
        let t = &mut self.terms;
        let mut rows = Vec::new();
        let mut wrong = Vec::new();
        let count = self.values.len();
        for row in 0..count.pow(self.symbols.len() as u32) {
            let (mut model, mut here, mut rest) = (Model::new(), Vec::new(), row);
            for symbol in &self.symbols {
                let value = self.values[rest % count].clone();
                rest /= count;
                model.insert(t.symbol(*symbol).unwrap().clone(), value.clone());
                let value = t.value(value);
                here.push(t.eq(*symbol, value));
            }
            let here = t.all(here);
            rows.push(here);
            // A row without a value, such as a division by zero, may have any.
            if let Ok(expected) = t.eval(self.term, &model) {
                let expected = t.value(expected);
                let differs = t.ne(self.term, expected);
                wrong.push(t.and(here, differs));
            }
        }
        vec![t.any(rows), t.any(wrong)]
    }

    fn check(&mut self, solver: &mut dyn Solver) -> bool {
        let assertions = self.refutable();
        match solver.check(&self.terms, &assertions, &budget()) {
            Answer::Unsat | Answer::UnsatWithin { .. } => true,
            Answer::Unknown(why) => {
                println!("{}: {}: {why}", solver.name(), self.name);
                false
            }
            Answer::Sat(model) => panic!("{}: {}: {model}", solver.name(), self.name),
        }
    }
}

fn bit_vector_tables(width: u32) -> Vec<Table> {
    use Op::*;
    let mut ops = vec![Eq, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvAnd, BvOr, BvXor];
    ops.extend([BvShl, BvLshr, BvAshr, BvUlt, BvUle, BvSlt, BvSle, Concat, BvNot, BvNeg]);
    ops.extend([ZeroExtend(2), SignExtend(2), Extract { high: width - 1, low: 1 }]);
    let tables = ops.into_iter().map(|op| {
        let mut terms = Terms::new();
        let mut symbols = vec![terms.constant("a", Sort::BitVec(width))];
        if !matches!(op, BvNot | BvNeg | ZeroExtend(_) | SignExtend(_) | Extract { .. }) {
            symbols.push(terms.constant("b", Sort::BitVec(width)));
        }
        let term = terms.apply(op, &symbols);
        let values = (0..1 << width).map(|n| Value::bits(width, n)).collect();
        Table { name: format!("{op:?} at {width} bits"), terms, symbols, term, values }
    });
    tables.collect()
}

/// Integer operators on `a - shift` and `b - shift` for naturals `a` and `b` below `count`.
fn integer_tables(ops: &[Op], count: i64, shift: i64) -> Vec<Table> {
    let table = |op: &Op| {
        let mut terms = Terms::new();
        let symbols = ["a", "b"].map(|name| terms.constant(name, Sort::Int)).to_vec();
        let by = terms.int(shift);
        let args: Vec<Term> = symbols.iter().map(|symbol| terms.sub(*symbol, by)).collect();
        let term = terms.apply(*op, &args);
        let values = (0..count).map(|n| Value::Int(n.into())).collect();
        Table { name: format!("{op:?} of integers from -{shift}"), terms, symbols, term, values }
    };
    ops.iter().map(table).collect()
}

/// Natural bit operations with a literal, which are exact on every back-end.
fn literal_tables() -> Vec<Table> {
    use Op::*;
    let mut tables = Vec::new();
    for op in [NatAnd, NatOr, NatXor, NatShl, NatShr, Div, Mod] {
        for literal in [0, 1, 2, 5, 6, 7, 8, 11, -1, -2, -6] {
            if literal < 0 && matches!(op, NatShl | NatShr) || literal == 0 && op == Div {
                continue;
            }
            let mut terms = Terms::new();
            let a = terms.constant("a", Sort::Int);
            let (by, literal_term) = (terms.int(3), terms.int(literal));
            let shifted = terms.sub(a, by);
            let term = terms.apply(op, &[shifted, literal_term]);
            let values = (0..16).map(|n| Value::Int(n.into())).collect();
            let name = format!("{op:?} of an integer and {literal}");
            tables.push(Table { name, terms, symbols: vec![a], term, values });
        }
    }
    tables
}

fn check_all(mut tables: Vec<Table>) {
    for mut solver in solvers() {
        let undecided: Vec<&str> = tables
            .iter_mut()
            .filter_map(|table| (!table.check(&mut *solver)).then_some(&*table.name))
            .collect();
        assert!(undecided.is_empty(), "{} on {undecided:?}", solver.name());
    }
}

#[test]
fn bit_vectors_have_the_evaluators_tables() {
    check_all((1..=4).filter(|w| *w != 2).flat_map(|w| bit_vector_tables(w.max(2))).collect());
}

#[test]
fn integers_have_the_evaluators_tables() {
    use Op::*;
    check_all(integer_tables(&[Add, Sub, Mul, Div, Mod, Le, Lt, Eq], 8, 4));
}

#[test]
fn natural_bits_have_the_evaluators_tables() {
    use Op::*;
    let mut tables = literal_tables();
    // Approximated where neither side is a literal, so that every row costs a refinement.
    tables.extend(integer_tables(&[NatAnd, NatOr, NatXor, NatShl, NatShr], 4, 0));
    check_all(tables);
}

#[test]
fn a_wrong_table_is_caught() {
    for mut solver in solvers() {
        let mut terms = Terms::new();
        let (a, b) = (terms.constant("a", Sort::BitVec(4)), terms.constant("b", Sort::BitVec(4)));
        let (sum, or) = (terms.bv_add(a, b), terms.bv_or(a, b));
        let differ = terms.ne(sum, or);
        match solver.check(&terms, &[differ], &budget()) {
            Answer::Sat(model) => {
                let (a, b) = (model.number("a").unwrap(), model.number("b").unwrap());
                assert_ne!((a + b) % BigInt::from(16), a | b);
            }
            other => panic!("{}: {other:?}", solver.name()),
        }
    }
}
