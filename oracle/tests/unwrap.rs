//! What does not wrap around is written without it, and every model stays a model.

use oracle::relax::{Facts, relax, unwrap};
use oracle::solver::{Answer, Budget, Model, Node, Op, Solver, Sort, Term, Terms, Value, Z3};
use proptest::prelude::*;
use std::cell::Cell;

const WORD: i64 = 1 << 32;
/// The numbers that a symbol is tried at: where 32 bits begin, with a sign and without, where their sign does, and where they end.
const NUMBERS: [i64; 9] = [-WORD / 2 - 1, -1, 0, 1, 3, WORD / 2 - 1, WORD / 2, WORD - 1, WORD];
const SYMBOLS: usize = 3;

/// What a term is built from: the numbers choose operators and arguments.
type Plan = Vec<(u8, usize, usize)>;

/// `x` in an unsigned type of 32 bits.
fn unsigned(t: &mut Terms, x: Term) -> Term {
    let modulus = t.int(WORD);
    t.modulo(x, modulus)
}

/// `x`, of an unsigned type of 32 bits, read with a sign.
fn signed(t: &mut Terms, x: Term) -> Term {
    let (most, modulus) = (t.int(WORD / 2 - 1), t.int(WORD));
    let (past, minus) = (t.lt(most, x), t.sub(x, modulus));
    t.ite(past, minus, x)
}

/// A query over a few symbols, some of them small naturals.
fn build(plan: &Plan, bounded: u8) -> (Terms, Vec<Term>, Vec<Term>) {
    let mut t = Terms::new();
    let symbols: Vec<Term> =
        (0..SYMBOLS).map(|n| t.constant(&format!("x{n}"), Sort::Int)).collect();
    let mut assertions = Vec::new();
    for (n, x) in symbols.iter().enumerate() {
        if bounded >> n & 1 == 1 {
            let (zero, most) = (t.int(0), t.int(if bounded >> 4 & 1 == 1 { 3 } else { WORD / 2 }));
            assertions.extend([t.le(zero, *x), t.le(*x, most)]);
        }
    }
    let mut numbers = symbols.clone();
    numbers.extend([1, 2, WORD / 2].map(|n| t.int(n)));
    let always = t.boolean(true);
    let mut formulas = vec![always];
    for (op, a, b) in plan {
        let (x, y) = (numbers[a % numbers.len()], numbers[b % numbers.len()]);
        let (p, q) = (formulas[a % formulas.len()], formulas[b % formulas.len()]);
        match op % 13 {
            0 => numbers.push(t.add(x, y)),
            1 => numbers.push(t.sub(x, y)),
            2 => numbers.push(t.mul(x, y)),
            3..=5 => numbers.push(unsigned(&mut t, x)),
            6 => {
                let x = unsigned(&mut t, x);
                numbers.push(signed(&mut t, x));
            }
            7 => numbers.push(signed(&mut t, x)),
            8 => formulas.push(t.le(x, y)),
            9 => formulas.push(t.lt(x, y)),
            10 => formulas.push(t.eq(x, y)),
            11 => formulas.push(t.or(p, q)),
            _ => formulas.push(t.not(p)),
        }
    }
    assertions.extend(formulas.into_iter().rev().take(2));
    let last = numbers.last().copied().unwrap_or(always);
    let most = t.int(WORD / 2);
    assertions.push(t.le(last, most));
    (t, assertions, symbols)
}

/// Every way to give these symbols values that are tried.
fn models(terms: &Terms, symbols: &[Term]) -> Vec<Model> {
    let points = 0..NUMBERS.len().pow(SYMBOLS as u32);
    let model = |mut point: usize| {
        let mut model = Model::new();
        for x in symbols {
            let value = NUMBERS[point % NUMBERS.len()];
            point /= NUMBERS.len();
            let name = terms.symbol(*x).cloned().unwrap_or_default();
            model.insert(name, Value::Int(value.into()));
        }
        model
    };
    points.map(model).collect()
}

thread_local! {
    /// How many queries were written in another way.
    static UNWRAPPED: Cell<usize> = const { Cell::new(0) };
}

fn keeps_its_models(plan: &Plan, bounded: u8) -> Result<(), TestCaseError> {
    let (terms, assertions, symbols) = build(plan, bounded);
    if written_anew(&terms, &assertions, &symbols)?.is_some() {
        UNWRAPPED.set(UNWRAPPED.get() + 1);
    }
    Ok(())
}

/// What is written for these assertions, if anything is: they keep their models. Questions are decided by trying all that
/// there are.
fn written_anew(
    terms: &Terms,
    assertions: &[Term],
    symbols: &[Term],
) -> Result<Option<(Terms, Vec<Term>)>, TestCaseError> {
    let models = models(terms, symbols);
    let mut have_none = |terms: &Terms, question: &[Term]| {
        !models.iter().any(|model| terms.holds(question, model) == Ok(true))
    };
    let unwrapped = unwrap(terms, assertions, assertions, &mut have_none);
    let Some((new, rewritten)) = unwrapped else { return Ok(None) };
    for model in models.iter().filter(|model| terms.holds(assertions, model) == Ok(true)) {
        prop_assert_eq!(new.holds(&rewritten, model), Ok(true));
    }
    Ok(Some((new, rewritten)))
}

/// Whether a term is in what is written for these assertions.
fn is_left(unwrapped: &Option<(Terms, Vec<Term>)>, term: Term) -> bool {
    unwrapped.as_ref().is_none_or(|(new, written)| new.order(written).contains(&term))
}

/// `int` to `unsigned` and back: that is the number as long as an `int` holds it, and not where one is too small for it.
#[test]
fn a_number_with_a_sign_comes_back() {
    for (least, comes_back) in [(-1, true), (-WORD / 2 - 1, false)] {
        let mut t = Terms::new();
        let symbols: Vec<Term> = ["x", "y", "z"].map(|x| t.constant(x, Sort::Int)).to_vec();
        let [least, zero, three] = [least, 0, 3].map(|n| t.int(n));
        let (natural, whole) = (unsigned(&mut t, symbols[1]), unsigned(&mut t, symbols[0]));
        let back = signed(&mut t, whole);
        let mut assertions = vec![t.le(least, symbols[0]), t.le(symbols[0], three)];
        assertions.extend([t.le(zero, symbols[1]), t.le(symbols[1], three)]);
        // What fits beside it is found, too.
        assertions.extend([t.le(natural, three), t.eq(back, symbols[2])]);
        let unwrapped = written_anew(&t, &assertions, &symbols).expect("each model is kept");
        assert!(!is_left(&unwrapped, natural));
        assert_eq!(is_left(&unwrapped, back), !comes_back);
    }
}

/// Of `x <= 3 || y <= 3` the first side holds only where the second one does not.
#[test]
fn a_side_of_a_choice_is_not_known() {
    for other_fails in [false, true] {
        let mut t = Terms::new();
        let symbols: Vec<Term> = ["x", "y", "z"].map(|x| t.constant(x, Sort::Int)).to_vec();
        let [zero, three] = [0, 3].map(|n| t.int(n));
        let [x, y] = [0, 1].map(|n| t.le(symbols[n], three));
        let whole = unsigned(&mut t, symbols[0]);
        let mut assertions = vec![t.le(zero, symbols[0]), t.or(x, y), t.eq(whole, symbols[2])];
        if other_fails {
            assertions.push(t.not(y));
        }
        let unwrapped = written_anew(&t, &assertions, &symbols).expect("each model is kept");
        assert_eq!(is_left(&unwrapped, whole), !other_fails);
    }
}

#[test]
fn what_has_a_model_keeps_it() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 600,
        ..ProptestConfig::default()
    });
    let plans = prop::collection::vec((any::<u8>(), 0..64usize, 0..64usize), 4..14);
    let tested =
        runner.run(&(plans, any::<u8>()), |(plan, bounded)| keeps_its_models(&plan, bounded));
    tested.expect("each model is kept");
    assert!(UNWRAPPED.get() > 100, "only {} of the queries were written anew", UNWRAPPED.get());
}

/// Two threads at the same element `y*width + x` of an image, in unsigned numbers of 32 bits that may wrap around: where they
/// are `counted`, there are no more elements than an `int` can count.
fn meeting(counted: bool) -> (Terms, Vec<Term>, Vec<Term>) {
    let mut t = Terms::new();
    let (zero, one) = (t.int(0), t.int(1));
    let [width, height] = ["width", "height"].map(|x| t.constant(x, Sort::Int));
    let mut known = vec![t.le(one, width), t.le(one, height)];
    let all = t.int(WORD - 1);
    known.extend([t.le(width, all), t.le(height, all)]);
    if counted {
        let (most, elements) = (t.int(WORD / 2 - 1), t.mul(width, height));
        known.push(t.le(elements, most));
    }
    let (mut indices, mut places) = (Vec::new(), Vec::new());
    for thread in ["a", "b"] {
        let [x, y] = ["x", "y"].map(|of| t.constant(&format!("{thread}{of}"), Sort::Int));
        known.extend([t.le(zero, x), t.le(zero, y), t.lt(x, width), t.lt(y, height)]);
        let row = t.mul(y, width);
        let row = unsigned(&mut t, row);
        let index = t.add(row, x);
        let index = unsigned(&mut t, index);
        indices.push(signed(&mut t, index));
        places.push([x, y]);
    }
    let mut assertions = known.clone();
    assertions.push(t.eq(indices[0], indices[1]));
    let same = [0, 1].map(|n| t.eq(places[0][n], places[1][n]));
    let same = t.all(same);
    assertions.push(t.not(same));
    (t, assertions, known)
}

#[test]
fn an_image_of_few_enough_elements_has_one_for_each_place() {
    let Some(mut z3) = Z3::find(&mut Vec::new()) else {
        println!("skipped: libz3 (not installed)");
        return;
    };
    for counted in [true, false] {
        let (terms, assertions, known) = meeting(counted);
        let mut have_none = |terms: &Terms, question: &[Term]| {
            let relaxed = relax(terms, question, Facts::Few).expect("integers");
            z3.check(&relaxed.terms, &relaxed.assertions, &Budget::default()) == Answer::Unsat
        };
        let wraps = |terms: &Terms, assertions: &[Term]| {
            let is_one = |term: &Term| matches!(terms.node(*term), Node::Apply(Op::Mod, _));
            terms.order(assertions).iter().any(is_one)
        };
        assert!(wraps(&terms, &assertions));
        let unwrapped = unwrap(&terms, &assertions, &known, &mut have_none);
        assert_eq!(unwrapped.is_some(), counted);
        if let Some((new, rewritten)) = unwrapped {
            assert!(!wraps(&new, &rewritten));
            assert!(have_none(&new, &rewritten));
        }
    }
}
