//! Random queries: no two back-ends contradict each other, nor the evaluator at a random point.

use crate::installed::{budget, solvers};
use oracle::solver::{Answer, Model, Op, Solver, Sort, Term, Terms, Value};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::RefCell;

/// What the instructions of [`build`] may do.
#[derive(Clone, Copy, Debug)]
enum Theory {
    BitVectors,
    Integers,
}

/// Builds a query from instructions: each applies an operator to terms made before.
fn build(theory: Theory, program: &[(u8, u8, u8, u8)]) -> (Terms, Vec<Term>) {
    use Op::*;
    let mut t = Terms::new();
    let (mut words, functions, relations): (Vec<Term>, &[Op], &[Op]) = match theory {
        Theory::BitVectors => {
            let sort = Sort::BitVec(5);
            let words =
                vec![t.constant("a", sort), t.constant("b", sort), t.bits(5, 3), t.bits(5, 16)];
            let functions: &[Op] = &[
                BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvAnd, BvOr, BvXor, BvShl,
                BvLshr, BvAshr,
            ];
            (words, functions, &[Eq, BvUlt, BvUle, BvSlt, BvSle])
        }
        Theory::Integers => {
            let words =
                vec![t.constant("a", Sort::Int), t.constant("b", Sort::Int), t.int(3), t.int(8)];
            (words, &[Add, Sub, Mul, Div, Mod, NatAnd, NatOr, NatXor, NatShr], &[Eq, Lt, Le])
        }
    };
    let mut truths = Vec::new();
    for (kind, op, x, y) in program {
        let pick = |among: &[Term], at: u8| among[usize::from(at) % among.len()];
        let (x, y) = (pick(&words, *x), pick(&words, *y));
        match kind % 4 {
            0 | 1 => words.push(t.apply(functions[usize::from(*op) % functions.len()], &[x, y])),
            2 => truths.push(t.apply(relations[usize::from(*op) % relations.len()], &[x, y])),
            _ if truths.len() < 2 => {}
            _ => {
                let (p, q) = (pick(&truths, *op), truths[truths.len() - 1]);
                let not_p = t.not(p);
                let combined = if op % 2 == 0 { t.or(not_p, q) } else { t.and(not_p, q) };
                truths.push(combined);
                words.push(t.ite(combined, x, y));
            }
        }
    }
    let mut assertions: Vec<Term> = truths.into_iter().rev().take(3).collect();
    if matches!(theory, Theory::Integers) {
        // Bit operations are on naturals, and the embedded solver looks below a bound.
        let (zero, sixteen) = (t.int(0), t.int(16));
        for symbol in t.free_symbols_of(&words) {
            assertions.push(t.le(zero, symbol));
            assertions.push(t.lt(symbol, sixteen));
        }
    }
    (t, assertions)
}

/// Whether any of the 16 or 32 by as many points satisfies the query; None where one is undefined.
fn exhaust(theory: Theory, t: &Terms, assertions: &[Term]) -> Option<bool> {
    let value = |n: i64| match theory {
        Theory::BitVectors => Value::bits(5, n),
        Theory::Integers => Value::Int(n.into()),
    };
    let most = if matches!(theory, Theory::Integers) { 16 } else { 32 };
    let (mut found, mut undefined) = (false, false);
    for a in 0..most {
        for b in 0..most {
            let mut model = Model::new();
            model.insert("a", value(a));
            model.insert("b", value(b));
            match t.holds(assertions, &model) {
                Ok(holds) => found |= holds,
                Err(_) => undefined = true,
            }
        }
    }
    if undefined && !found { None } else { Some(found) }
}

fn agree(theory: Theory, cases: u32) {
    let solvers: Vec<(Box<dyn Solver>, [u32; 3])> =
        solvers().into_iter().map(|solver| (solver, [0; 3])).collect();
    let solvers = RefCell::new(solvers);
    // Always the same cases, so that a failure is one everywhere.
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, rng);
    let programs = prop::collection::vec(any::<(u8, u8, u8, u8)>(), 3..14);
    let result = runner.run(&programs, |program| {
        let (t, assertions) = build(theory, &program);
        let truth = exhaust(theory, &t, &assertions);
        for (solver, counts) in solvers.borrow_mut().iter_mut() {
            let answer = solver.check(&t, &assertions, &budget());
            let said = match &answer {
                Answer::Sat(model) => {
                    prop_assert_eq!(t.holds(&assertions, model), Ok(true));
                    Some(true)
                }
                Answer::Unsat | Answer::UnsatWithin { .. } => Some(false),
                Answer::Unknown(_) => None,
            };
            counts[said.map_or(2, usize::from)] += 1;
            let contradiction = matches!((said, truth), (Some(said), Some(truth)) if said != truth);
            prop_assert!(!contradiction, "{}: {:?}, but {:?}", solver.name(), answer, truth);
        }
        Ok(())
    });
    for (solver, [unsat, sat, unknown]) in &*solvers.borrow() {
        println!("{theory:?}: {}: {sat} sat, {unsat} unsat, {unknown} unknown", solver.name());
        assert!(sat + unsat > 4 * unknown, "{} hardly ever knows", solver.name());
    }
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

#[test]
fn random_queries_on_bit_vectors() {
    agree(Theory::BitVectors, 400);
}

#[test]
fn random_queries_on_integers() {
    agree(Theory::Integers, 200);
}
