//! Whole expressions: the result has the original's value wherever that has one.

use oracle::simplify::{simplify, simplify_cond};
use proptest::prelude::*;
use semantics::{Cond, Expr, IntType, Number, Op, Rel, Thread};

fn tid() -> Expr {
    Expr::tid()
}

#[test]
fn the_cell_of_a_table_is_its_index() {
    let n = |op, a, b| Expr::bin(op, a, b);
    let (t, k) = (tid(), || Expr::num(32));
    let cell = n(Op::Add, n(Op::Rem, t.clone(), k()), n(Op::Mul, k(), n(Op::Div, t.clone(), k())));
    assert_eq!(simplify(&cell), t);
    for ty in [IntType::INT, IntType::UINT, IntType::ULONG] {
        let c = |op, a, b| Expr::c(op, ty, a, b);
        let t = Expr::var("t");
        let cell =
            c(Op::Add, c(Op::Rem, t.clone(), k()), c(Op::Mul, k(), c(Op::Div, t.clone(), k())));
        assert_eq!(simplify(&cell), t, "{ty}");
        let parts = c(
            Op::BitOr,
            c(Op::Shl, c(Op::Shr, t.clone(), Expr::num(5)), Expr::num(5)),
            c(Op::BitAnd, t.clone(), Expr::num(31)),
        );
        if !ty.signed {
            assert_eq!(simplify(&parts), t, "{ty}");
        }
    }
    // Of any divisor: in C one of zero has no meaning, on naturals `t % 0 + 0` is `t`.
    let m = || Expr::var("m");
    let cell = n(Op::Add, n(Op::Mul, m(), n(Op::Div, t.clone(), m())), n(Op::Rem, t.clone(), m()));
    assert_eq!(simplify(&cell), t);
}

#[test]
fn what_is_common_goes() {
    let x = || Expr::var("x");
    for ty in [IntType::INT, IntType::UINT] {
        let c = |op, a, b| Expr::c(op, ty, a, b);
        assert_eq!(simplify(&c(Op::Sub, c(Op::Add, x(), Expr::var("a")), Expr::var("a"))), x());
        assert_eq!(simplify(&c(Op::Mul, c(Op::Add, x(), Expr::num(0)), Expr::num(1))), x());
        let sums = Cond::rel(Rel::Eq, c(Op::Add, x(), tid()), c(Op::Add, tid(), Expr::var("y")));
        assert_eq!(simplify_cond(&sums), Cond::rel(Rel::Eq, x(), Expr::var("y")));
    }
    let cut_off = Expr::bin(Op::Add, Expr::bin(Op::Sub, x(), Expr::num(3)), Expr::num(3));
    assert_eq!(simplify(&cut_off), cut_off);
}

#[test]
fn rules_on_naturals_keep_out_of_c() {
    // A negative number is no natural: `min(-1, 0)` is not 0.
    let negative = Expr::bin(Op::Min, Expr::num(-1), Expr::num(0));
    let choice = Expr::Select(
        Cond::rel(Rel::Eq, tid(), Expr::num(0)).into(),
        negative.clone().into(),
        tid().into(),
    );
    assert_eq!(simplify(&choice).eval(&Thread::natural(0)), negative.eval(&Thread::natural(0)));
}

#[test]
fn large_expressions_are_left_alone() {
    let large = (0..5_000).fold(tid(), |e, _| Expr::bin(Op::Add, e, Expr::num(0)));
    assert_eq!(simplify(&large), large);
}

/// A well-typed expression in C at the type, over `x`, `y` and numbers.
fn machine(ty: IntType, depth: u32) -> BoxedStrategy<Expr> {
    let numbers = prop::sample::select(vec![0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, -1, -2]);
    let leaf = prop_oneof![
        Just(Expr::var("x")),
        Just(Expr::var("y")),
        numbers.prop_map(move |n| Expr::Num(ty.convert(&Number::from(n)))),
    ];
    leaf.prop_recursive(depth, 24, 3, move |inner| {
        let op = prop::sample::select(Op::ALL.to_vec());
        let rel = prop::sample::select(Rel::ALL.to_vec());
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            6 => (op, pair.clone()).prop_map(move |(op, (a, b))| Expr::c(op, ty, a, b)),
            1 => inner.clone().prop_map(move |e| Expr::Convert(ty, e.into())),
            1 => (rel, pair.clone(), pair).prop_map(|(rel, (a, b), (c, d))| {
                Expr::Select(Cond::rel(rel, a, b).into(), c.into(), d.into())
            }),
            1 => inner.prop_map(|e| Expr::Within(Number::from(8), e.into())),
        ]
    })
    .boxed()
}

/// An expression on naturals.
fn natural(depth: u32) -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        Just(Expr::var("x")),
        Just(Expr::var("y")),
        prop::sample::select(vec![0, 1, 2, 3, 4, 7, 8, 15]).prop_map(Expr::num),
    ];
    leaf.prop_recursive(depth, 24, 3, |inner| {
        let op = prop::sample::select(Op::ALL.to_vec());
        let rel = prop::sample::select(Rel::ALL.to_vec());
        let pair = (inner.clone(), inner);
        prop_oneof![
            6 => (op, pair.clone()).prop_map(|(op, (a, b))| Expr::bin(op, a, b)),
            1 => (rel, pair.clone(), pair).prop_map(|(rel, (a, b), (c, d))| {
                Expr::Select(Cond::rel(rel, a, b).into(), c.into(), d.into())
            }),
        ]
    })
    .boxed()
}

fn at(e: &Expr, x: &Number, y: &Number) -> Expr {
    let x = Expr::Num(x.clone());
    e.substitute(&"x".into(), &x).substitute(&"y".into(), &Expr::Num(y.clone()))
}

/// The simplified expression refines the original at every pair of these numbers.
fn refines(e: &Expr, numbers: &[Number]) -> Result<(), TestCaseError> {
    let (simple, thread) = (simplify(e), Thread::natural(0));
    for x in numbers {
        for y in numbers {
            if let Ok(expected) = at(e, x, y).eval(&thread) {
                let actual = at(&simple, x, y).eval(&thread);
                prop_assert_eq!(
                    actual,
                    Ok(expected),
                    "{:?} became {:?} at {}, {}",
                    e,
                    simple,
                    x,
                    y
                );
            }
        }
    }
    Ok(())
}

fn numbers(ty: IntType) -> Vec<Number> {
    let near = |n: Number| (-2..=2).map(move |by| ty.convert(&(&n + by)));
    let special = [ty.min(), ty.max(), Number::from(0), Number::from(8), Number::from(37)];
    special.into_iter().flat_map(near).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn small_signed(e in machine(IntType::signed(4), 4)) {
        refines(&e, &(-8..8).map(Number::from).collect::<Vec<_>>())?;
    }

    #[test]
    fn small_unsigned(e in machine(IntType::unsigned(4), 4)) {
        refines(&e, &(0..16).map(Number::from).collect::<Vec<_>>())?;
    }

    #[test]
    fn naturals(e in natural(4)) {
        refines(&e, &(0..12).map(Number::from).collect::<Vec<_>>())?;
    }

    #[test]
    fn wide(e in prop_oneof![
        machine(IntType::INT, 4).prop_map(|e| (IntType::INT, e)),
        machine(IntType::ULONG, 4).prop_map(|e| (IntType::ULONG, e)),
    ]) {
        refines(&e.1, &numbers(e.0))?;
    }

    #[test]
    fn conditions(a in machine(IntType::signed(4), 3), b in machine(IntType::signed(4), 3), rel in prop::sample::select(Rel::ALL.to_vec()), or: bool) {
        let first = Cond::not(Cond::rel(rel, a.clone(), b.clone()));
        let second = Cond::rel(Rel::Lt, b, a);
        let c = if or { Cond::Or(first.into(), second.into()) } else { Cond::And(first.into(), second.into()) };
        let chosen = |c: &Cond| Expr::Select(c.clone().into(), Expr::num(1).into(), Expr::num(0).into());
        let (before, after) = (chosen(&c), chosen(&simplify_cond(&c)));
        let thread = Thread::natural(0);
        for x in -8..8 {
            for y in -8..8 {
                let (x, y) = (Number::from(x), Number::from(y));
                if let Ok(expected) = at(&before, &x, &y).eval(&thread) {
                    prop_assert_eq!(at(&after, &x, &y).eval(&thread), Ok(expected));
                }
            }
        }
    }

    #[test]
    fn simplifying_is_repeatable(e in machine(IntType::UINT, 4)) {
        prop_assert_eq!(simplify(&e), simplify(&e));
    }
}
