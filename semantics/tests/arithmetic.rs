//! Both arithmetics, on every pair of numbers of small types, against machine integers that are
//! wide enough to be exact.
#![allow(clippy::unwrap_used)] // a test may fail

use semantics::number::LARGEST_NUMBER_BITS;
use semantics::{Arithmetic, IntType, Meaningless, Number, Op, Rel};

/// A result that is exact in 64 bits, or why there is none.
type Exact = Result<i64, Meaningless>;

fn bitwise(op: Op, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        Op::BitXor => a ^ b,
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Add => a + b,
        Op::Mul => a * b,
        _ => return None,
    })
}

fn natural(op: Op, a: i64, b: i64) -> i64 {
    bitwise(op, a, b).unwrap_or_else(|| match op {
        Op::Sub => (a - b).max(0),
        Op::Div => a.checked_div(b).unwrap_or(0),
        Op::Rem => a.checked_rem(b).unwrap_or(a),
        Op::Shl => a << b,
        Op::Shr => a >> b,
        _ => unreachable!("{op:?}"),
    })
}

fn of_type(ty: IntType, n: i64) -> i64 {
    let modulus = 1_i64 << ty.bits;
    let wrapped = n.rem_euclid(modulus);
    if ty.signed && wrapped >= modulus / 2 { wrapped - modulus } else { wrapped }
}

fn machine(ty: IntType, op: Op, a: i64, b: i64) -> Exact {
    let exact = match op {
        Op::Sub => a - b,
        Op::Div | Op::Rem if b == 0 => return Err(Meaningless::DivisionByZero),
        Op::Div => a / b,
        Op::Rem if of_type(ty, a / b) != a / b => return Err(Meaningless::SignedOverflow),
        Op::Rem => a % b,
        Op::Shl | Op::Shr if b < 0 || b >= i64::from(ty.bits) => {
            return Err(Meaningless::ShiftOutOfRange);
        }
        // A left shift wraps, of signed numbers too.
        Op::Shl => return Ok(of_type(ty, a << b)),
        Op::Shr => a >> b,
        _ => bitwise(op, a, b).unwrap(),
    };
    match of_type(ty, exact) {
        same if same == exact => Ok(exact),
        _ if ty.signed => Err(Meaningless::SignedOverflow),
        wrapped => Ok(wrapped),
    }
}

#[test]
fn naturals_are_total() {
    for op in Op::ALL {
        for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
            // 39 << 39 would not fit.
            let b = if op == Op::Shl { b % 20 } else { b };
            let result = Arithmetic::Natural.apply(op, &a.into(), &b.into());
            assert_eq!(result, Ok(natural(op, a, b).into()), "{a} {} {b}", op.symbol());
        }
    }
}

#[test]
fn every_number_of_small_types() {
    for (bits, signed) in (1..=5).flat_map(|bits| [(bits, false), (bits, true)]) {
        let ty = IntType { bits, signed };
        let low = if signed { -(1_i64 << (bits - 1)) } else { 0 };
        let all = low..low + (1 << bits);
        assert_eq!((ty.min(), ty.max()), (low.into(), (all.end - 1).into()), "{ty}");
        for op in Op::ALL {
            for (a, b) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
                let result = Arithmetic::C(ty).apply(op, &a.into(), &b.into());
                let expected = machine(ty, op, a, b).map(Number::from);
                assert_eq!(result, expected, "{a} {} {b} in {ty}", op.symbol());
            }
        }
        for n in -70..70 {
            assert_eq!(ty.contains(&n.into()), all.contains(&n), "{n} in {ty}");
            assert_eq!(ty.convert(&n.into()), of_type(ty, n).into(), "{n} to {ty}");
        }
    }
}

/// The right operand of a shift may have another type: it may be larger than the left one's.
#[test]
fn shifts_by_what_the_type_has_not() {
    let shift = |op, by: i64| Arithmetic::C(IntType::INT).apply(op, &1.into(), &by.into());
    for op in [Op::Shl, Op::Shr] {
        for by in [-1, 32, 255, 256, 1 << 40] {
            assert_eq!(shift(op, by), Err(Meaningless::ShiftOutOfRange), "{by}");
        }
    }
    assert_eq!(shift(Op::Shl, 31), Ok(i32::MIN.into()));
    assert_eq!(shift(Op::Shr, 31), Ok(0.into()));
}

#[test]
fn the_types_of_c() {
    let range = |ty: IntType| (ty.min(), ty.max());
    assert_eq!(range(IntType::INT), (i32::MIN.into(), i32::MAX.into()));
    assert_eq!(range(IntType::UINT), (u32::MIN.into(), u32::MAX.into()));
    assert_eq!(range(IntType::LONG), (i64::MIN.into(), i64::MAX.into()));
    assert_eq!(range(IntType::ULONG), (u64::MIN.into(), u64::MAX.into()));
    assert_eq!(IntType::WIDE, IntType { bits: 72, signed: true });
    assert_eq!([IntType::INT, IntType::ULONG].map(|ty| ty.to_string()), ["i32", "u64"]);
    assert_eq!(IntType::UINT.convert(&(-1).into()), u32::MAX.into());
    assert_eq!(IntType::INT.convert(&u32::MAX.into()), (-1).into());
}

/// The calculus gives them a value; this machine says that it does not.
#[test]
fn numbers_too_large_for_memory() {
    let apply = |op, a: &Number, b: &Number| Arithmetic::Natural.apply(op, a, b);
    let one = Number::from(1);
    // The largest power of two that has a place: one bit more than its exponent.
    let most = Number::from(LARGEST_NUMBER_BITS - 1);
    let half = Number::from(LARGEST_NUMBER_BITS / 2);
    let largest = apply(Op::Shl, &one, &most).unwrap();
    assert_eq!(largest.bits(), LARGEST_NUMBER_BITS);
    assert_eq!(apply(Op::Shl, &one, &(&most + 1)), Err(Meaningless::TooLarge));
    assert_eq!(apply(Op::Shl, &one, &(Number::from(1) << 80)), Err(Meaningless::TooLarge));
    assert_eq!(apply(Op::Shl, &0.into(), &(Number::from(1) << 80)), Ok(0.into()));
    assert_eq!(apply(Op::Mul, &largest, &2.into()), Err(Meaningless::TooLarge));
    let root = apply(Op::Shl, &one, &(&half - 1)).unwrap();
    assert_eq!(apply(Op::Mul, &root, &root).unwrap().bits(), LARGEST_NUMBER_BITS - 1);
    // A product is refused by the lengths of its factors, so that it need not be made.
    assert_eq!(apply(Op::Mul, &root, &(&root * 2)), Err(Meaningless::TooLarge));
    assert_eq!(apply(Op::Shr, &largest, &most), Ok(one.clone()));
    assert_eq!(apply(Op::Shr, &largest, &(&most + 1)), Ok(0.into()));
    assert_eq!(apply(Op::Shr, &largest, &(Number::from(1) << 80)), Ok(0.into()));
}

#[test]
fn comparisons() {
    let holding = |a: i64, b: i64| -> String {
        let holds = Rel::ALL.iter().filter(|rel| rel.holds(&a.into(), &b.into()));
        holds.map(|rel| rel.symbol()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(holding(1, 2), "< <= !=");
    assert_eq!(holding(2, 2), "<= >= ==");
    assert_eq!(holding(3, 2), "> >= !=");
}

#[test]
fn the_spelling_of_operators() {
    let symbols = Op::ALL.map(Op::symbol).join(" ");
    assert_eq!(symbols, "+ * / % & | ^ << >> min max -");
}

#[test]
fn what_has_no_meaning_says_why() {
    use Meaningless::*;
    let why = [SignedOverflow, DivisionByZero, OutOfBounds, Unbound("x".into())];
    assert_eq!(
        why.map(|why| why.to_string()).join("; "),
        "signed overflow; division by zero; an index outside of its array; the variable x is not bound"
    );
    assert!(TooLarge.to_string().contains(&LARGEST_NUMBER_BITS.to_string()));
    assert!(ShiftOutOfRange.to_string().contains("shift"));
}
