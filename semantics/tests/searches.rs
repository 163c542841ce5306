//! How much memory a search holds, and where that is too much.

use semantics::judgment::{Holds, Kept, MOST_CELLS};
use semantics::outcomes::{Ask, Obstacle, every};
use semantics::{
    AccessValue, Budget, Choices, Cond, Derivation, Expr, Flow, Judgment, Mode, Number, Outcome,
    Outcomes, Phase, Search, Spelling, Stop, Store, Thread, Trace, notation,
};
use std::fmt;
use std::sync::Arc;

/// A judgment that is its text.
#[derive(Clone)]
struct Text(String);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Judgment for Text {
    type Environment = ();

    fn evaluates(e: &Expr, i: &Thread, k: &Number) -> Self {
        Text(notation::evaluates(e, i, k, Spelling::Ascii))
    }

    fn decides(c: &Cond, i: &Thread, b: bool) -> Self {
        Text(notation::decides(c, i, b, Spelling::Ascii))
    }
}

fn access(index: impl Into<Number>) -> AccessValue {
    let thread = Thread::natural(0);
    AccessValue { thread, mode: Mode::Wr, array: "A".into(), index: index.into() }
}

/// `M(j) = 0` for these `j`.
fn store(indices: impl IntoIterator<Item = u32>) -> Store {
    let mut m = Store::empty();
    indices.into_iter().for_each(|j| m.set(&"A".into(), j.into(), 0.into()));
    m
}

/// A number that takes five cells.
fn large() -> Number {
    Number::from(1) << 5_000_u32
}

/// A merge takes as many cells as its smaller side has; a union shares what it is of.
#[test]
fn what_is_held_is_what_was_taken_anew() {
    fn held(value: &impl Holds) -> usize {
        value.cells()
    }
    assert_eq!((held(&Store::empty()), held(&Store::of(&"A".into(), 3.into(), 0.into()))), (0, 1));
    assert_eq!(held(&store(0..9).merge(&store(4..6))), 2);
    assert_eq!(held(&store(4..6).merge(&store(0..9))), 2);
    let one = Phase::of(access(0));
    let two = &one | Phase::of(access(1));
    assert_eq!([Phase::empty(), one, two.clone()].map(|phase| held(&phase)), [0, 1, 1]);
    let result = (store(0..9).merge(&store(4..7)), two);
    assert_eq!((held(&result), held(&&result.0)), (4, 3));
    assert_eq!((held(&Thread::natural(0)), held(&Trace::Tau), held(&Some(Trace::Tau))), (0, 0, 0));
    // In a derivation there is a copy.
    let proof = Derivation { rule: "R".into(), conclusion: "c", premises: vec![] };
    assert_eq!(held(&Kept::of::<&str>(&result, &None)), 4);
    assert_eq!(held(&Kept::of(&result, &Some(Arc::new(proof)))), 8);
}

#[test]
fn the_largest_number_counts_wherever_it_is() {
    fn largest(value: &impl Holds) -> usize {
        value.largest()
    }
    let m = Store::of(&"A".into(), large(), 0.into()).merge(&store(0..9));
    let phase: Phase = [access(0), access(large())].into_iter().collect();
    assert_eq!((largest(&Store::empty()), largest(&Phase::empty())), (1, 1));
    assert_eq!((largest(&store(0..9)), largest(&Phase::of(access(0)))), (1, 1));
    assert_eq!((largest(&m), largest(&&m), largest(&phase), largest(&&phase)), (5, 5, 5, 5));
    assert_eq!((largest(&(&m, Phase::empty())), largest(&(Store::empty(), &phase))), (5, 5));
    assert_eq!((largest(&Thread::natural(0)), largest(&Trace::Tau)), (1, 1));
}

/// So many cells, the largest number as large as that.
struct Cells(usize, usize);

impl Holds for Cells {
    fn cells(&self) -> usize {
        self.0
    }

    fn largest(&self) -> usize {
        self.1
    }
}

/// As if every cell held the largest number of where the search began.
#[test]
fn a_path_holds_no_more_than_it_may() {
    let end = |largest: usize, held: &[usize]| {
        fn hold(search: &mut Search<Text>, held: &[usize]) -> Flow {
            match held {
                [] => Flow::Continue(()),
                // Twice: what the first path held, the second does not.
                [first, rest @ ..] => {
                    search.hold(&Cells(*first, 1), |search| hold(search, rest))?;
                    search.hold(&Cells(*first, 1), |search| hold(search, rest))
                }
            }
        }
        let mut search = Search::<Text>::new(Choices::below(1), (), 9);
        search.apply(&Cells(0, largest), |search| {
            search.apply(&Cells(0, 1), |search| hold(search, held))
        })
    };
    let too_large = Flow::Break(Stop::TooLarge);
    assert_eq!((end(1, &[MOST_CELLS]), end(1, &[MOST_CELLS + 1])), (Flow::Continue(()), too_large));
    for n in [1, 2, 5] {
        let most = MOST_CELLS / n;
        assert_eq!(end(n, &[most - 1, 1]), Flow::Continue(()));
        assert_eq!(end(n, &[most - 1, 1, 1]), too_large);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Weighs(usize);

impl Holds for Weighs {}

impl Outcome for Weighs {
    fn weight(&self) -> usize {
        self.0
    }
}

/// They are kept twice: in a set and in a list.
#[test]
fn outcomes_weigh_no_more_than_they_may() {
    let all = |weights: &[usize]| {
        let ask: Ask<'_, Text, Weighs> = &|search, found| {
            weights.iter().try_for_each(|weight| found(search, Weighs(*weight), None))
        };
        every(&Choices::below(1), &(), &Budget::fuel(1), ask)
    };
    let half = MOST_CELLS / 2;
    let outcomes = vec![Weighs(half - 1), Weighs(1)];
    let done = Outcomes::Done { outcomes: outcomes.clone(), left_out: None };
    assert_eq!(all(&[half - 1, 1, half - 1]), done);
    let limit = Obstacle::Stopped(Stop::TooLarge);
    assert_eq!(all(&[half - 1, 1, 2]), Outcomes::GaveUp { limit, found: outcomes });
}
