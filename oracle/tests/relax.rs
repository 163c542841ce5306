//! Linear queries are weaker than what they are made of, and strong enough for indices as kernels have them.

use oracle::relax::{Facts, Meaning, Relaxed, relax};
use oracle::solver::{Answer, Budget, Model, Op, Solver, Sort, Term, Terms, Value, Z3};
use proptest::prelude::*;

/// The numbers that a symbol is tried at.
const LEAST: i64 = -2;
const GREATEST: i64 = 3;
const SYMBOLS: usize = 4;

/// What a term is built from: the numbers choose operators and arguments.
type Plan = Vec<(u8, usize, usize, usize)>;

/// A query over a few symbols, some of them bounded.
fn build(plan: &Plan, bounded: u8) -> (Terms, Vec<Term>, Vec<Term>) {
    let mut t = Terms::new();
    let symbols: Vec<Term> =
        (0..SYMBOLS).map(|n| t.constant(&format!("x{n}"), Sort::Int)).collect();
    let mut assertions = Vec::new();
    for (n, x) in symbols.iter().enumerate() {
        if bounded >> n & 1 == 1 {
            let (zero, most) = (t.int(0), t.int(2));
            assertions.push(t.le(zero, *x));
            assertions.push(t.le(*x, most));
        }
    }
    let mut numbers = symbols.clone();
    numbers.extend([1, 2, -3].map(|n| t.int(n)));
    let always = t.boolean(true);
    let mut formulas = vec![always];
    for (op, a, b, c) in plan {
        let (x, y) = (numbers[a % numbers.len()], numbers[b % numbers.len()]);
        let (p, q) = (formulas[a % formulas.len()], formulas[c % formulas.len()]);
        match op % 14 {
            0 => numbers.push(t.add(x, y)),
            1 => numbers.push(t.sub(x, y)),
            2..=4 => numbers.push(t.mul(x, y)),
            5 => numbers.push(t.div(x, y)),
            6 => numbers.push(t.modulo(x, y)),
            7 => numbers.push(t.ite(q, x, y)),
            8 => formulas.push(t.le(x, y)),
            9 => formulas.push(t.lt(x, y)),
            10 => formulas.push(t.eq(x, y)),
            11 => formulas.push(t.and(p, q)),
            12 => formulas.push(t.or(p, q)),
            _ => formulas.push(t.not(p)),
        }
    }
    assertions.extend(formulas.into_iter().rev().take(2));
    (t, assertions, symbols)
}

/// The model of the linear query that a model of the query gives.
fn extended(relaxed: &Relaxed, model: &Model) -> Model {
    let mut model = model.clone();
    for (symbol, meaning) in &relaxed.meanings {
        let number = |term: &Term| match relaxed.terms.eval(*term, &model) {
            Ok(Value::Int(n)) => Some(n),
            _ => None,
        };
        let value = match meaning {
            Meaning::Product(terms) => terms.iter().map(number).product::<Option<_>>(),
            Meaning::Same(term) => number(term),
            Meaning::Quotient(a, b) => divided(&relaxed.terms, Op::Div, number(a), number(b)),
            Meaning::Rest(a, b) => divided(&relaxed.terms, Op::Mod, number(a), number(b)),
        };
        let name = relaxed.terms.symbol(*symbol).cloned().unwrap_or_default();
        // Where it has none, it may have any.
        model.insert(name, Value::Int(value.unwrap_or_default()));
    }
    model
}

type Number = num_bigint::BigInt;

fn divided(terms: &Terms, op: Op, a: Option<Number>, b: Option<Number>) -> Option<Number> {
    let mut terms = terms.clone();
    let (a, b) = (terms.int(a?), terms.int(b?));
    let divided = terms.apply(op, &[a, b]);
    terms.eval(divided, &Model::new()).ok()?.number().cloned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Every model of a query is one of the linear query, with what the new symbols stand for.
    #[test]
    fn what_has_a_model_keeps_it(
        plan in prop::collection::vec((any::<u8>(), 0..64usize, 0..64usize, 0..64usize), 4..16),
        bounded in any::<u8>(),
    ) {
        let (terms, assertions, symbols) = build(&plan, bounded);
        let wide = (GREATEST - LEAST + 1) as usize;
        for facts in [Facts::Few, Facts::Many] {
            let Some(relaxed) = relax(&terms, &assertions, facts) else { continue };
            for point in (0..wide.pow(SYMBOLS as u32)).step_by(7) {
                let mut model = Model::new();
                let mut digits = point;
                for x in &symbols {
                    let value = LEAST + (digits % wide) as i64;
                    digits /= wide;
                    let name = terms.symbol(*x).expect("it is a symbol").clone();
                    model.insert(name, Value::Int(value.into()));
                }
                if terms.holds(&assertions, &model) == Ok(true) {
                    let model = extended(&relaxed, &model);
                    for assertion in &relaxed.assertions {
                        let holds = relaxed.terms.holds(&[*assertion], &model);
                        // What a division by zero gives is not said.
                        prop_assert_ne!(holds, Ok(false));
                    }
                }
            }
        }
    }
}

/// Two threads with coordinates `digits` below `extents`, at the same place of an array of these
/// extents, though one of the coordinates differs. The last extent is `pitch` elements wide, if given.
fn meeting(digits: usize, narrow: bool) -> (Terms, Vec<Term>) {
    let mut t = Terms::new();
    let (zero, one) = (t.int(0), t.int(1));
    let extents: Vec<Term> =
        (0..digits).map(|n| t.constant(&format!("extent{n}"), Sort::Int)).collect();
    let mut assertions: Vec<Term> = extents.iter().map(|n| t.le(one, *n)).collect();
    let mut threads = Vec::new();
    for thread in ["a", "b"] {
        let mut index = zero;
        let mut coordinates = Vec::new();
        for (n, extent) in extents.iter().enumerate() {
            let x = t.constant(&format!("{thread}{n}"), Sort::Int);
            let below = t.lt(x, *extent);
            assertions.extend([t.le(zero, x), below]);
            // A planted bug: rows overlap by one.
            let wide = if narrow && n + 1 == digits { t.sub(*extent, one) } else { *extent };
            let row = t.mul(index, wide);
            index = t.add(row, x);
            coordinates.push(x);
        }
        threads.push((index, coordinates));
    }
    let [(a, xs), (b, ys)] = &threads[..] else { unreachable!("two threads") };
    assertions.push(t.eq(*a, *b));
    let mut same = t.boolean(true);
    for (x, y) in xs.iter().zip(ys) {
        let equal = t.eq(*x, *y);
        same = t.and(same, equal);
    }
    assertions.push(t.not(same));
    (t, assertions)
}

#[test]
fn indices_in_rows_of_unknown_length_differ() {
    let Some(mut z3) = Z3::find(&mut Vec::new()) else {
        println!("skipped: libz3 (not installed)");
        return;
    };
    for digits in 2..=4 {
        for narrow in [false, true] {
            let (terms, assertions) = meeting(digits, narrow);
            let mut refuted = |facts| {
                let relaxed = relax(&terms, &assertions, facts).expect("integers");
                let answer = z3.check(&relaxed.terms, &relaxed.assertions, &Budget::default());
                answer == Answer::Unsat
            };
            assert_eq!(refuted(Facts::Few) || refuted(Facts::Many), !narrow, "{digits}");
        }
    }
}
