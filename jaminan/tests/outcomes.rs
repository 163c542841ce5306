//! Every outcome, one derivation, or why there is none; and giving up where it is too much.
#![allow(clippy::expect_used)] // a test may fail

use jaminan::{Initial, Judgment, Program, Stmt, explain, outcomes};
use semantics::derivation::{check, text};
use semantics::outcomes::{Ask, Obstacle, each_derivation};
use semantics::{
    AccessValue, Budget, Choices, Explanation, Expr, Flow, IntType, Limits, Meaningless, Mode,
    Number, Op, Outcome, Outcomes, ParseOptions, Phase, Source, Stop, Store, Syntax, Thread, Trace,
    Verdict,
};
use std::time::{Duration, Instant};

fn statement(text: &str) -> Stmt {
    match Program::parse(&Source::new("test.jam", text), ParseOptions::default()) {
        Ok(program) => program.body,
        Err(error) => panic!("{error}"),
    }
}

fn no_limits() -> Budget {
    Budget::fuel(u64::MAX)
}

fn all(
    text: &str,
    values: u64,
    budget: &Budget,
) -> Outcomes<(Store, semantics::Phase, semantics::Trace)> {
    let i = Thread::natural(0);
    outcomes(&Store::empty(), &statement(text), &i, &Choices::below(values), budget)
}

fn one(text: &str, values: u64, budget: &Budget, n: usize) -> Explanation<Judgment> {
    let i = Thread::natural(0);
    explain(&Store::empty(), &statement(text), &i, &Choices::below(values), budget, n)
}

#[test]
fn outcomes_are_a_set_in_the_order_first_found() {
    let Outcomes::Done { outcomes, left_out } = all("var x. var y. A[y % 2] := 0", 3, &no_limits())
    else {
        panic!("nothing is in the way");
    };
    let shown: Vec<String> = outcomes.iter().map(|(m, _, _)| m.to_string()).collect();
    assert_eq!(shown, ["A:0=0", "A:1=0"]);
    assert_eq!(left_out, None);
    for (n, outcome) in outcomes.iter().enumerate() {
        let Explanation::Derivation(d) = one("var x. var y. A[y % 2] := 0", 3, &no_limits(), n)
        else {
            panic!("outcome {n} has a derivation");
        };
        let Judgment::Runs(_, _, _, ran) = &d.conclusion else { panic!("it is a run") };
        assert_eq!(ran, outcome);
        assert_eq!(check::check(&d.steps()), Verdict::Valid);
    }
    assert_eq!(
        one("var x. var y. A[y % 2] := 0", 3, &no_limits(), 2),
        Explanation::NoSuchOutcome(2)
    );
}

#[test]
fn a_stuck_run_says_where() {
    let why = |text: &str, values: u64| match (
        all(text, values, &no_limits()),
        one(text, values, &no_limits(), 0),
    ) {
        (Outcomes::Stuck(why), Explanation::Stuck(same)) => {
            assert_eq!(why, same);
            why.to_string()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(why("A[0] := 1; var x. skip", 0), "any: x has no value to take");
    assert_eq!(
        why("if tid < 1 { A[0] := 0; sync } else { skip }", 2),
        "runs: no rule is about `sync`"
    );
}

#[test]
fn a_search_gives_up_with_a_reason() {
    let limit = |text: &str, values: u64, budget: Budget| match all(text, values, &budget) {
        Outcomes::GaveUp { limit, found } => (limit, found.len()),
        _ => panic!("{text} does not end so soon"),
    };
    let loop_of = |n: u32| format!("for x in 0..{n} {{ skip }}");
    let fuel = Budget::fuel(8);
    assert_eq!(limit("var x. A[x] := 1", 9, fuel), (Obstacle::Stopped(Stop::OutOfFuel), 7));
    assert_eq!(limit(&loop_of(1_000_000), 1, no_limits()), (Obstacle::Stopped(Stop::TooDeep), 0));
    let soon = Limits::default().until(Instant::now() + Duration::from_millis(100));
    let hundred = Budget { fuel: u64::MAX, limits: soon };
    let start = Instant::now();
    let endless = "var a. var b. var c. var d. A[0] := a * b * c * d";
    assert_eq!(limit(endless, 1_000, hundred).0, Obstacle::Stopped(Stop::OutOfTime));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(
        limit("var x. A[1 << x * 255] := 0", 1 << 12, no_limits()).0,
        Obstacle::Stopped(Stop::TooLarge)
    );
    assert_eq!(
        limit("A[1 << 1 << 1000000 << 1000000] := 0", 1, no_limits()),
        (Obstacle::Number, 0)
    );
    let large = "for x in 0..5000 { A[x] := 1 << 1000000 }";
    assert_eq!(limit(large, 1, no_limits()), (Obstacle::Stopped(Stop::TooLarge), 0));
}

/// A rule takes what it adds: copied at each rule, these memories would be a billion cells.
#[test]
fn a_long_run_is_no_quadratic_one() {
    let loop_of = "for x in 0..50000 { A[x] := x }".to_owned();
    let writes: Vec<String> = (0..10_000).map(|j| format!("A[{j}] := {j}")).collect();
    let reads: Vec<String> =
        (0..5_000).map(|j| format!("{{ let x{j} = A[{j}] in A[{j}] := 1 }}")).collect();
    for (text, cells) in [(loop_of, 50_000), (writes.join("; "), 10_000), (reads.join("; "), 5_000)]
    {
        let Outcomes::Done { outcomes, .. } = all(&text, 1, &no_limits()) else {
            panic!("no outcome of {} bytes", text.len());
        };
        let [(updates, phase, _)] = &outcomes[..] else { panic!("it is deterministic") };
        assert_eq!(updates.len(), cells);
        assert!(phase.len() >= cells);
        let Explanation::Derivation(_) = one(&text, 1, &no_limits(), 0) else { panic!("it runs") };
    }
}

/// A run as long as any: nothing about it recurses, and what cannot be shown says so.
#[test]
fn a_derivation_of_a_long_loop_is_no_danger() {
    let long = "for x in 0..99999 { skip }";
    let Explanation::Derivation(d) = one(long, 1, &no_limits(), 0) else { panic!("it runs") };
    assert_eq!(d.size(), 99_999 * 4 + 2);
    assert_eq!(check::check(&d.steps()), Verdict::Valid);
    assert!(d == d.clone() && *d == d.as_ref().clone());
    assert!(text::text(&d, text::Options::default()).is_err());
    assert!(semantics::derivation::exchange::write(&d).is_err());
}

#[test]
fn what_ends_a_search_says_so() {
    let words = |stop| Obstacle::Stopped(stop).to_string();
    assert_eq!(words(Stop::Enough), "enough was seen");
    assert_eq!(words(Stop::OutOfFuel), "the fuel is spent");
    assert_eq!(words(Stop::OutOfTime), "the time is over");
    assert_eq!(words(Stop::OutOfMemory), "the memory that it may take is full");
    assert!(words(Stop::TooDeep).contains("200000 rule applications"));
    assert!(words(Stop::TooLarge).contains("6000000 cells"));
    assert_eq!(Obstacle::Number.to_string(), Meaningless::TooLarge.to_string());
    let too_large = semantics::derivation::TooLarge.to_string();
    assert_eq!(too_large, "the derivation is longer than 64 MiB as text");
}

/// Derivations that differ in choices that leave no trace are all there, until somebody has enough.
#[test]
fn derivations_one_by_one() {
    let (m, s, i) = (Store::empty(), statement("var x. A[x % 2] := 0"), Thread::natural(0));
    let ask: Ask<'_, Judgment, (Store, semantics::Phase, semantics::Trace)> =
        &|search, found| jaminan::runs(search, &m, &s, &i, found);
    let take = |most: usize, budget: &Budget| {
        let mut found = Vec::new();
        let choices = Choices::below(3);
        let ended = each_derivation(&choices, &Initial::Zero, budget, ask, |d| {
            found.push(d);
            if found.len() == most { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
        });
        (ended, found.len(), format!("{found:?}").matches("\"S-VAR\"").count())
    };
    assert_eq!(take(9, &no_limits()), (Ok(()), 3, 3));
    assert_eq!(take(2, &no_limits()), (Ok(()), 2, 2));
    let little = Obstacle::Stopped(Stop::OutOfFuel);
    assert_eq!(take(9, &Budget::fuel(3)), (Err(little), 2, 2));
}

/// What bounds the memory of a search: cells and accesses, as heavy as their largest number, and the
/// nodes of the trace.
#[test]
fn what_outcomes_weigh() {
    let large = Number::from(1) << 5_000_u32;
    let access = |index: &Number| AccessValue {
        thread: Thread::natural(0),
        mode: Mode::Rd,
        array: "A".into(),
        index: index.clone(),
    };
    let phase: Phase = [access(&0.into()), access(&large)].into_iter().collect();
    let t = Trace::Tau.then(Trace::Tau);
    assert_eq!((phase.clone(), t.clone()).weight(), 2 * 5 + 3);
    let m = Store::of(&"A".into(), 0.into(), 1.into());
    assert_eq!((m.clone(), phase, t.clone()).weight(), (1 + 2) * 5 + 3);
    assert_eq!((m, Phase::empty(), t).weight(), 1 + 3);
}

/// What has no meaning in C is left out, and said.
#[test]
fn executions_without_a_meaning_are_left_out() {
    let by_x = Expr::c(Op::Div, IntType::INT, Expr::num(4), Expr::var("x"));
    let source = Source::new("test.jam", "var x. A[e] := 0");
    let s: Stmt = semantics::parser::statement(&source).expect("it parses");
    let (s, i) = (s.replace(&"e".into(), &by_x), Thread::natural(0));
    let found = outcomes(&Store::empty(), &s, &i, &Choices::below(3), &no_limits());
    let Outcomes::Done { outcomes, left_out } = found else { panic!("4 / 1 and 4 / 2 remain") };
    let stores: Vec<String> = outcomes.iter().map(|(m, _, _)| m.to_string()).collect();
    assert_eq!(stores, ["A:4=0", "A:2=0"]);
    assert_eq!(left_out, Some(Meaningless::DivisionByZero));
}
