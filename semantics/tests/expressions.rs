//! Expressions, conditions, threads and traces by worked examples.
#![allow(clippy::unwrap_used)] // a test may fail

use semantics::{
    Axis, Cond, Dim, Expr, IntType, Meaningless, Name, Number, Op, Source, Thread, Trace, parser,
};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

fn expression(text: &str) -> Expr {
    parser::expression(&Source::new("test.jam", text)).unwrap()
}

fn condition(text: &str) -> Cond {
    parser::condition(&Source::new("test.jam", text)).unwrap()
}

/// A condition in C's arithmetic: `1 / by == 1`, which has no meaning where `by` is 0.
fn division(by: u32) -> Cond {
    let quotient = Expr::c(Op::Div, IntType::INT, Expr::num(1), Expr::num(by));
    Cond::rel(semantics::Rel::Eq, quotient, Expr::num(1))
}

#[test]
fn values() {
    let i = Thread::natural(5);
    for (text, k) in [("3", 3), ("tid", 5), ("tid * 2 + 1", 11), ("min(tid, 4)", 4), ("7 - 9", 0)] {
        assert_eq!(expression(text).eval(&i), Ok(Number::from(k)), "{text}");
    }
    assert_eq!(expression("x + 1").eval(&i), Err(Meaningless::Unbound("x".into())));
    for (text, b) in [
        ("true", true),
        ("!(tid < 5)", true),
        ("tid < 5 || tid > 4", true),
        ("tid < 5 && tid > 4", false),
        ("tid == 5 && tid != 4", true),
        ("tid < 5 || tid > 5", false),
    ] {
        assert_eq!(condition(text).eval(&i), Ok(b), "{text}");
    }
}

/// The second side of `&&` and `||` has no say, nor a meaning, where the first decides.
#[test]
fn conditions_stop_at_what_decides() {
    let i = Thread::natural(0);
    let no = Err(Meaningless::DivisionByZero);
    let both = |a: bool| Cond::And(Cond::Bool(a).into(), division(0).into()).eval(&i);
    let either = |a: bool| Cond::Or(Cond::Bool(a).into(), division(0).into()).eval(&i);
    assert_eq!((both(false), both(true)), (Ok(false), no.clone()));
    assert_eq!((either(true), either(false)), (Ok(true), no.clone()));
    assert_eq!(Cond::not(division(0)).eval(&i), no);
    let chosen = |c| Expr::Select(Cond::Bool(c).into(), Expr::num(1).into(), Expr::var("x").into());
    assert_eq!(chosen(true).eval(&i), Ok(1.into()));
    assert_eq!(chosen(false).eval(&i), Err(Meaningless::Unbound("x".into())));
    assert_eq!(Cond::and(Cond::Bool(true), division(1)), division(1));
    assert_eq!(Cond::and(division(1), Cond::Bool(true)), division(1));
    assert_ne!(Cond::and(division(1), division(0)), division(1));
}

#[test]
fn indices_stay_within_their_dimension() {
    let i = Thread::natural(0);
    let within = |n: i64| Expr::Within(3.into(), Expr::num(n).into()).eval(&i);
    assert_eq!([0, 2].map(within), [Ok(0.into()), Ok(2.into())]);
    assert_eq!([3, 4, -1].map(within), [const { Err(Meaningless::OutOfBounds) }; 3]);
    let byte = |n: i64| Expr::Convert(IntType::unsigned(8), Expr::num(n).into()).eval(&i);
    assert_eq!([255, 256, -1].map(byte), [255, 0, 255].map(|n| Ok(Number::from(n))));
}

/// Every form that has parts, with `x` in each of them and nowhere else.
fn forms(x: &Expr) -> Vec<Expr> {
    let (n, c) =
        (|| Expr::num(1), |e: &Expr| Cond::rel(semantics::Rel::Lt, e.clone(), Expr::num(1)));
    let select = |c: Cond, a, b| Expr::Select(c.into(), Expr::into(a), Expr::into(b));
    let on = |c: Cond| select(c, n(), n());
    vec![
        x.clone(),
        Expr::bin(Op::Add, x.clone(), n()),
        Expr::bin(Op::Add, n(), x.clone()),
        Expr::bin(Op::Mul, x.clone(), x.clone()),
        Expr::Convert(IntType::INT, x.clone().into()),
        Expr::Within(9.into(), x.clone().into()),
        select(Cond::Bool(true), x.clone(), n()),
        select(Cond::Bool(true), n(), x.clone()),
        on(c(x)),
        on(Cond::rel(semantics::Rel::Lt, n(), x.clone())),
        on(Cond::And(c(x).into(), Cond::Bool(true).into())),
        on(Cond::And(Cond::Bool(true).into(), c(x).into())),
        on(Cond::Or(c(x).into(), Cond::Bool(true).into())),
        on(Cond::Or(Cond::Bool(true).into(), c(x).into())),
        on(Cond::Not(c(x).into())),
    ]
}

#[test]
fn substitution_reaches_every_part() {
    let (x, y, five) = (Name::from("x"), Name::from("y"), Expr::num(5));
    for (with, without) in forms(&Expr::var("x")).iter().zip(forms(&five)) {
        assert_eq!(with.substitute(&x, &five), without);
        assert_eq!(with.substitute(&y, &five), *with);
        assert_eq!(without.substitute(&x, &five), without);
        assert!(with.free_variables().contains(&x) && with.free_variables().len() == 1);
        assert!(without.free_variables().is_empty());
        let (mut times, mut of_free) = (0, with.free_variables());
        with.each_variable(&mut |name| times += usize::from(*name == x));
        assert!(times > 0, "{with:?}");
        with.add_free_variables(&mut of_free);
        assert_eq!(of_free.len(), 1);
        // The condition of a choice is a condition like any other.
        if let (Expr::Select(c, ..), Expr::Select(d, ..)) = (with, &without) {
            assert_eq!(c.substitute(&x, &five), **d);
            assert_eq!(c.substitute(&y, &five), **c);
            assert_eq!(c.free_variables().len(), usize::from(c != d));
        }
    }
}

#[test]
fn who_asks_for_the_thread() {
    let (tid, block) = (Expr::tid(), Expr::Tid(Axis::Block(Dim::X)));
    let each = |e: &Expr| -> Vec<(bool, bool)> {
        let asks = |e: &Expr| (e.mentions_thread(), e.mentions_thread_of_block());
        let of_condition = |e: &Expr| match e {
            Expr::Select(c, ..) => Some((c.mentions_thread(), c.mentions_thread_of_block())),
            _ => None,
        };
        let forms = forms(e);
        forms.iter().map(asks).chain(forms.iter().skip(8).filter_map(of_condition)).collect()
    };
    assert!(each(&tid).iter().all(|asks| *asks == (true, true)));
    assert!(each(&block).iter().all(|asks| *asks == (true, false)));
    assert!(each(&Expr::var("x")).iter().all(|asks| *asks == (false, false)));
}

#[test]
fn coordinates() {
    let i = Thread::cuda([1, 2, 3].map(Number::from), [4, 5, 6].map(Number::from));
    let found: Vec<_> = Axis::CUDA.iter().map(|axis| i.axis(*axis).cloned()).collect();
    assert_eq!(found, [1, 2, 3, 4, 5, 6].map(|n| Some(Number::from(n))));
    assert_eq!(i.axis(Axis::Tid), None);
    assert_eq!(i.axes(), Axis::CUDA);
    assert_eq!(i.block(), Some(&[1, 2, 3].map(Number::from)));
    assert_eq!(i.to_string(), "blockIdx (1,2,3) threadIdx (4,5,6)");
    let natural = Thread::natural(7);
    assert_eq!(natural.axis(Axis::Tid), Some(&7.into()));
    assert_eq!(natural.axis(Axis::Thread(Dim::X)), None);
    assert_eq!((natural.axes(), natural.block()), (&[Axis::Tid][..], None));
    assert_eq!((natural.to_string(), format!("{natural:?}")), ("7".into(), "7".into()));
    let names = Axis::CUDA.map(|axis| axis.to_string()).join(" ");
    assert_eq!(names, "blockIdx.x blockIdx.y blockIdx.z threadIdx.x threadIdx.y threadIdx.z");
    assert_eq!(
        Expr::Tid(Axis::Block(Dim::Y)).eval(&natural),
        Err(Meaningless::Unbound("blockIdx.y".into()))
    );
    // In order of their coordinates, blocks first.
    let of =
        |b: u32, t: u32| Thread::cuda([b, 0, 0].map(Number::from), [t, 0, 0].map(Number::from));
    assert!(of(0, 1) < of(1, 0) && of(1, 0) < of(1, 1) && of(1, 1) == of(1, 1));
    assert!(of(0, 1) != of(1, 1) && natural < i);
}

fn hash(t: &Trace) -> u64 {
    let mut hasher = DefaultHasher::new();
    t.hash(&mut hasher);
    hasher.finish()
}

/// `;` only builds: what is grouped otherwise is another trace.
#[test]
fn traces() {
    let iteration = |k: u32| Trace::Iter("x".into(), k.into());
    let leaves = [Trace::Tau, Trace::Then, Trace::Else, iteration(0), iteration(1)];
    let pairs = leaves.iter().flat_map(|a| leaves.iter().map(|b| a.then(b.clone())));
    let mut all: Vec<Trace> = leaves.iter().cloned().chain(pairs).collect();
    // The first node that differs decides, and `;` comes last.
    all.insert(10, Trace::Tau.then(Trace::Tau.then(Trace::Tau)));
    all.push(Trace::Tau.then(Trace::Tau).then(Trace::Tau));
    for (n, a) in all.iter().enumerate() {
        for (m, b) in all.iter().enumerate() {
            assert_eq!(a.cmp(b), n.cmp(&m), "{a} and {b}");
            assert_eq!((a == b, a.partial_cmp(b)), (n == m, Some(n.cmp(&m))));
            assert_eq!(hash(a) == hash(b), n == m, "{a} and {b}");
        }
    }
    let shown = [10, 31].map(|n| all[n].to_string());
    assert_eq!(shown, ["tau; (tau; tau)", "tau; tau; tau"]);
    assert_eq!(format!("{:?}", iteration(3).then(Trace::Else)), "x := 3; else");
    assert_eq!((all[0].size(), all[5].size(), all[31].size()), (1, 3, 5));
}
