//! Linear queries are weaker than what they are made of, and strong enough for indices as kernels have them.

use oracle::relax::{Facts, Meaning, digits, relax};
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
        match op % 16 {
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
            13 => numbers.push(truncated(&mut t, Op::Div, x, y)),
            14 => numbers.push(truncated(&mut t, Op::Mod, x, y)),
            _ => formulas.push(t.not(p)),
        }
    }
    assertions.extend(formulas.into_iter().rev().take(2));
    (t, assertions, symbols)
}

/// `x` by `y`, truncated as in C.
fn truncated(t: &mut Terms, op: Op, x: Term, y: Term) -> Term {
    let zero = t.int(0);
    let (minus_x, negative) = (t.sub(zero, x), t.lt(x, zero));
    let size = t.ite(negative, minus_x, x);
    let of_size = t.apply(op, &[size, y]);
    let minus = t.sub(zero, of_size);
    t.ite(negative, minus, of_size)
}

/// The model of the linear query that a model of the query gives.
fn extended(terms: &Terms, meanings: &[(Term, Meaning)], model: &Model) -> Model {
    let mut model = model.clone();
    for (symbol, meaning) in meanings {
        let number = |term: &Term| match terms.eval(*term, &model) {
            Ok(Value::Int(n)) => Some(n),
            _ => None,
        };
        let value = match meaning {
            Meaning::Product(terms) => terms.iter().map(number).product::<Option<_>>(),
            Meaning::Same(term) => number(term),
            Meaning::Quotient(a, b, truncated) => {
                divided(terms, Op::Div, *truncated, number(a), number(b))
            }
            Meaning::Rest(a, b, truncated) => {
                divided(terms, Op::Mod, *truncated, number(a), number(b))
            }
        };
        let name = terms.symbol(*symbol).cloned().unwrap_or_default();
        // Where it has none, it may have any.
        model.insert(name, Value::Int(value.unwrap_or_default()));
    }
    model
}

type Number = num_bigint::BigInt;

fn divided(
    terms: &Terms,
    op: Op,
    truncated: bool,
    a: Option<Number>,
    b: Option<Number>,
) -> Option<Number> {
    let (mut terms, a, b) = (terms.clone(), a?, b?);
    if truncated {
        // As Rust does it.
        return match op {
            Op::Div => a.checked_div(&b),
            _ => a.checked_div(&b).map(|q| &a - q * &b),
        };
    }
    let (a, b) = (terms.int(a), terms.int(b));
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
                    let model = extended(&relaxed.terms, &relaxed.meanings, &model);
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

/// Takes numbers apart in a query with these models, and asks them what follows: each assertion that is made holds in
/// all of them, and they are not refuted.
fn keeps(terms: &Terms, assertions: &[Term], models: &[Model]) -> Result<usize, TestCaseError> {
    let (mut questions, mut broken) = (0, None);
    let mut refutes = |terms: &Terms, meanings: &[(Term, Meaning)], weaker: &[Term]| {
        questions += 1;
        let mut none = true;
        for model in models {
            let model = extended(terms, meanings, model);
            // What a division by zero gives is not said.
            let fails = |term: &&Term| terms.holds(&[**term], &model) == Ok(false);
            // The last one may be what is asked.
            let known = weaker.split_last().map_or(weaker, |(_, known)| known);
            broken = broken.or(known.iter().find(fails).map(|_| questions));
            none &= weaker.iter().any(|term| fails(&term));
        }
        none
    };
    let refuted = digits(terms, assertions, &mut refutes);
    prop_assert_eq!(broken, None);
    prop_assert!(!refuted || models.is_empty());
    Ok(questions)
}

/// The model in which the symbols have these values.
fn at(terms: &Terms, symbols: &[Term], values: &[i64]) -> Model {
    let mut model = Model::new();
    for (x, value) in symbols.iter().zip(values) {
        let name = terms.symbol(*x).cloned().unwrap_or_default();
        model.insert(name, Value::Int((*value).into()));
    }
    model
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn digits_refute_nothing_that_has_a_model(
        plan in prop::collection::vec((any::<u8>(), 0..64usize, 0..64usize, 0..64usize), 6..16),
        sides in (0..64usize, 0..64usize),
        bounded in any::<u8>(),
    ) {
        let (mut terms, mut assertions, symbols) = build(&plan, bounded);
        let numbers: Vec<Term> =
            terms.order(&assertions).into_iter().filter(|x| terms.sort(*x) == Sort::Int).collect();
        if !numbers.is_empty() {
            let [x, y] = [sides.0, sides.1].map(|n| numbers[n % numbers.len()]);
            assertions.push(terms.eq(x, y));
        }
        let wide = (GREATEST - LEAST + 1) as usize;
        let points = (0..wide.pow(SYMBOLS as u32)).step_by(7).map(|point| {
            let digit = |n: u32| LEAST + (point / wide.pow(n) % wide) as i64;
            at(&terms, &symbols, &[0, 1, 2, 3].map(digit))
        });
        let models: Vec<Model> =
            points.filter(|model| terms.holds(&assertions, model) == Ok(true)).take(40).collect();
        prop_assume!(!models.is_empty());
        keeps(&terms, &assertions, &models)?;
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

/// Two threads take their numbers apart, `n / (B*C)`, `n / C % B`, `n % C`, and put them together again, transposed or
/// not. Sizes may be of any sign; numbers are natural, and one of the whole. The same number is asked for where the
/// numbers differ.
fn taken_apart(transposed: bool, wide: bool, chained: bool) -> (Terms, Vec<Term>, Vec<Term>) {
    taken_apart_by(None, transposed, wide, chained)
}

/// As [`taken_apart`], by sizes that are these numbers, if given.
fn taken_apart_by(
    given: Option<[i64; 3]>,
    transposed: bool,
    wide: bool,
    chained: bool,
) -> (Terms, Vec<Term>, Vec<Term>) {
    let mut t = Terms::new();
    let zero = t.int(0);
    let sizes = match given {
        Some(given) => given.map(|n| t.int(n)),
        None => ["a", "b", "c"].map(|name| t.constant(name, Sort::Int)),
    };
    let [a, b, c] = sizes;
    let rows = t.mul(b, c);
    // What divides is not 0.
    let mut assertions: Vec<Term> = [b, c, rows].map(|x| t.ne(x, zero)).to_vec();
    let whole = t.mul(a, rows);
    let (mut numbers, mut indices) = (Vec::new(), Vec::new());
    for name in ["m", "n"] {
        let n = t.constant(name, Sort::Int);
        let (natural, below) = (t.le(zero, n), t.lt(n, whole));
        assertions.extend([natural, below]);
        let x = truncated(&mut t, Op::Div, n, rows);
        let (y, z) = if chained {
            let above = truncated(&mut t, Op::Div, n, c);
            (truncated(&mut t, Op::Mod, above, b), truncated(&mut t, Op::Mod, n, c))
        } else {
            let left = truncated(&mut t, Op::Mod, n, rows);
            (truncated(&mut t, Op::Div, left, c), truncated(&mut t, Op::Mod, left, c))
        };
        // A planted bug: a digit of one size is in the place of another.
        let size = if wide { a } else { c };
        let index = if transposed {
            let index = t.mul(z, a);
            let index = t.add(index, x);
            let index = t.mul(index, b);
            t.add(index, y)
        } else {
            let index = t.mul(x, b);
            let index = t.add(index, y);
            let index = t.mul(index, size);
            t.add(index, z)
        };
        numbers.push(n);
        indices.push(index);
    }
    assertions.push(t.eq(indices[0], indices[1]));
    assertions.push(t.ne(numbers[0], numbers[1]));
    (t, assertions, [&sizes[..], &numbers].concat())
}

#[test]
fn numbers_that_are_taken_apart_differ() {
    let Some(mut z3) = Z3::find(&mut Vec::new()) else {
        println!("skipped: libz3 (not installed)");
        return;
    };
    for (transposed, wide, chained) in [
        (false, false, false),
        (false, false, true),
        (true, false, false),
        (false, true, false),
        (false, true, true),
    ] {
        for given in [None, Some([5, 7, 12]), Some([-5, -7, 12])] {
            let (terms, assertions, _) = taken_apart_by(given, transposed, wide, chained);
            let mut refutes = |terms: &Terms, _: &[(Term, Meaning)], weaker: &[Term]| {
                z3.check(terms, weaker, &Budget::default()) == Answer::Unsat
            };
            let refuted = digits(&terms, &assertions, &mut refutes);
            assert_eq!(refuted, !wide, "{given:?} {transposed} {wide} {chained}");
        }
    }
}

/// What is said where numbers are divided by numbers holds, too, however a division is rounded.
#[test]
fn what_is_said_of_digits_by_numbers_holds() {
    for (b, c, chained) in
        [(3, 5, false), (3, 5, true), (-3, 5, true), (3, -5, false), (7, 3, true)]
    {
        let (mut t, _, symbols) = taken_apart_by(Some([2, b, c]), false, true, chained);
        let [m, n] = [symbols[3], symbols[4]];
        let size = t.int(c);
        let mut sides = Vec::new();
        for x in [m, n] {
            let (by_both, by) = (t.int(b * c), t.int(b));
            let high = truncated(&mut t, Op::Div, x, by_both);
            let above = t.div(x, size);
            let middle = truncated(&mut t, Op::Mod, above, by);
            let low = truncated(&mut t, Op::Mod, x, size);
            let sum = t.mul(high, size);
            let sum = t.add(sum, middle);
            sides.push(t.add(sum, low));
        }
        let least = t.int(-40);
        let assertions = vec![t.eq(sides[0], sides[1]), t.le(least, m), t.le(least, n)];
        let numbers = -25..40;
        let pairs = numbers.clone().flat_map(|m| numbers.clone().map(move |n| [m, n]));
        let mut models: Vec<Model> = pairs.map(|pair| at(&t, &[m, n], &pair)).collect();
        models.retain(|model| t.holds(&assertions, model) == Ok(true));
        assert!(models.len() > 60, "{}", models.len());
        let questions = keeps(&t, &assertions, &models).expect("what is said holds");
        assert!(questions > 2, "{questions}");
    }
}

/// Where a digit of one size is in the place of another, some numbers meet: what is said of them holds of each two.
#[test]
fn what_is_said_of_digits_holds_of_numbers_that_meet() {
    for chained in [false, true] {
        let (terms, assertions, symbols) = taken_apart(false, true, chained);
        let sizes = [-3, -1, 1, 2, 3];
        let mut models = Vec::new();
        for point in 0..sizes.len().pow(3) {
            let size = |n: u32| sizes[point / sizes.len().pow(n) % sizes.len()];
            for (m, n) in (0..12).flat_map(|m| (0..12).map(move |n| (m, n))) {
                models.push(at(&terms, &symbols, &[size(0), size(1), size(2), m, n]));
            }
        }
        models.retain(|model| terms.holds(&assertions, model) == Ok(true));
        assert!(models.len() > 20, "{}", models.len());
        let questions = keeps(&terms, &assertions, &models).expect("what is said holds");
        assert!(questions > 3, "{questions}");
    }
}

/// What is said of quotients of quotients holds of numbers and divisors of any sign, however each division is rounded.
#[test]
fn what_is_said_of_quotients_of_quotients_holds() {
    for rounded in 0..32 {
        let mut t = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| t.constant(name, Sort::Int));
        let divided = |t: &mut Terms, n: u32, x, y| match rounded >> n & 1 {
            0 => t.div(x, y),
            _ => truncated(t, Op::Div, x, y),
        };
        let by_b = divided(&mut t, 0, a, b);
        let by_both = divided(&mut t, 1, by_b, c);
        let by_c = divided(&mut t, 2, a, c);
        let in_other_order = divided(&mut t, 3, by_c, b);
        let product = t.mul(b, c);
        let at_once = divided(&mut t, 4, a, product);
        let (zero, large) = (t.int(0), t.int(100));
        let mut assertions = vec![t.ne(b, zero), t.ne(c, zero)];
        assertions.extend([by_both, in_other_order, at_once].map(|q| t.le(q, large)));
        let sizes = [-3, 2];
        let points = (-9..10).flat_map(|a| sizes.map(|b| sizes.map(|c| [a, b, c])));
        let models: Vec<Model> =
            points.flatten().map(|values| at(&t, &[a, b, c], &values)).collect();
        assert!(models.iter().all(|model| t.holds(&assertions, model) == Ok(true)));
        keeps(&t, &assertions, &models).expect("what is said holds");
    }
}
