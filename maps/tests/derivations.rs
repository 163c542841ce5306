//! Derivations of protocols: what their rules conclude, as text and as JSON, and their checker.
#![allow(clippy::unwrap_used)] // a test may fail

use maps::{Judgment, Protocol};
use semantics::derivation::{Mistake, check, exchange};
use semantics::{
    AccessValue, Budget, Checked, Choices, Cond, Derivation, Explanation, Expr, Mode, Phase, Rel,
    Shown, Source, Spelling, Thread, Trace, Verdict, parser,
};
use serde_json::json;
use std::sync::Arc;

fn open(text: &str) -> Protocol {
    parser::statement(&Source::new("test.map", text)).unwrap()
}

/// `wr A[tid + 1] ⇓₁ {1: wr A[2]} ▷ τ`, and what it says of an expression and of a condition.
fn judgments() -> [Judgment; 3] {
    let i = Thread::natural(1);
    let access =
        AccessValue { thread: i.clone(), mode: Mode::Wr, array: "A".into(), index: 2.into() };
    [
        Judgment::Runs(open("wr A[tid + 1]"), i.clone(), (Phase::of(access), Trace::Tau)),
        Judgment::Evaluates(Expr::tid(), i.clone(), 1.into()),
        Judgment::Decides(Cond::Bool(false), i, false),
    ]
}

#[test]
fn judgments_as_text() {
    let ascii = judgments().map(|j| j.to_string());
    assert_eq!(ascii, ["wr A[tid + 1] =>_1 {1: wr A[2]} |> tau", "tid =>_1 1", "false =>_1 false"]);
    assert_eq!(judgments().map(|j| j.show(Spelling::Ascii)), ascii);
    assert_eq!(
        judgments().map(|j| j.show(Spelling::Unicode)),
        ["wr A[tid + 1] ⇓₁ {1: wr A[2]} ▷ τ", "tid ⇓₁ 1", "false ⇓₁ false"]
    );
}

#[test]
fn a_listing_has_steps_and_each_rests_on_those_before() {
    let read = |steps: &[&[u64]]| {
        let [_, conclusion, _] = judgments().map(|j| semantics::Exchanged::to_json(&j));
        let steps: Vec<_> = (1..)
            .zip(steps)
            .map(|(step, premises)| {
                json!({"step": step, "rule": "E", "conclusion": conclusion, "premises": premises})
            })
            .collect();
        exchange::read::<Judgment>(&json!({"calculus": "maps", "steps": steps}))
            .map(|listing| listing.steps().len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(read(&[&[]]), Ok(1));
    assert_eq!(read(&[&[], &[1, 1]]), Ok(2));
    assert_eq!(read(&[]).unwrap_err(), "`steps`: a list of steps is expected");
    for premise in [0, 2, 3] {
        let why = "`steps[1].premises`: a premise is the number of a step before this one, step 2";
        assert_eq!(read(&[&[], &[premise]]).unwrap_err(), why);
    }
}

/// The first derivation of what thread 1 does, `var` ranging over 0 and 1.
fn derivation(text: &str) -> Arc<Derivation<Judgment>> {
    let (i, choices) = (Thread::natural(1), Choices::below(2));
    match maps::explain(&open(text), &i, &choices, &Budget::fuel(100), 0) {
        Explanation::Derivation(d) => d,
        other => panic!("{text}: {other:?}"),
    }
}

/// Rule by rule; and what is written is read again.
#[test]
fn what_is_derived_is_valid() {
    for text in [
        "skip",
        "var x. rd A[x]",
        "wr A[tid]; skip",
        "if tid == 1 { wr A[1] }",
        "if tid < 1 { skip } else { wr A[2] }",
        "for k in 1..3 { wr A[k] }",
    ] {
        let d = derivation(text);
        assert_eq!(check::check(&d.steps()), Verdict::Valid, "{text}");
        let document = semantics::json::value(&exchange::write(&d).unwrap()).unwrap();
        let listing = exchange::read::<Judgment>(&document).unwrap();
        assert_eq!(check::check(&listing.steps()), Verdict::Valid, "{text}");
        assert_eq!(listing.derivation(), Some(d), "{text}");
    }
}

/// A rule's premises are of its own thread, and of its own expression or condition.
#[test]
fn a_rule_asks_for_its_own_premises() {
    let [i, other] = [1, 2].map(Thread::natural);
    let holds = |d: &Derivation<Judgment>, premises: &[&Judgment]| {
        Judgment::check(&d.rule, &d.conclusion, premises).is_ok()
    };
    let access = derivation("wr A[tid]");
    let value = |e: Expr, i: &Thread, k: u32| Judgment::Evaluates(e, i.clone(), k.into());
    assert!(holds(&access, &[&value(Expr::tid(), &i, 1)]));
    assert!(!holds(&access, &[&value(Expr::num(1), &i, 1)]));
    assert!(!holds(&access, &[&value(Expr::tid(), &other, 1)]));
    assert!(!holds(&access, &[&value(Expr::tid(), &i, 2)]), "another phase");

    let branch = derivation("if tid == 1 { skip }");
    let run = &branch.premises[1].conclusion;
    let is = |k: u32| Cond::rel(Rel::Eq, Expr::tid(), Expr::num(k));
    let truth = |c: Cond, i: &Thread, b: bool| Judgment::Decides(c, i.clone(), b);
    assert!(holds(&branch, &[&truth(is(1), &i, true), run]));
    assert!(!holds(&branch, &[&truth(is(2), &i, true), run]));
    assert!(!holds(&branch, &[&truth(is(1), &other, true), run]));
    assert!(!holds(&branch, &[&truth(is(1), &i, false), run]));
    let longer = derivation("skip; skip");
    assert!(!holds(&branch, &[&truth(is(1), &i, true), &longer.conclusion]));
}

#[test]
fn a_leaf_says_what_is_so() {
    let i = Thread::natural(1);
    let wrong = |rule: &str, leaf: Judgment| Judgment::check(rule, &leaf, &[]).unwrap_err();
    let two = Judgment::Evaluates(Expr::tid(), i.clone(), 2.into());
    let value = Mistake::Value {
        expression: "tid".into(),
        thread: i.clone(),
        value: 1.into(),
        said: 2.into(),
    };
    assert_eq!(wrong("E", two), value);
    let no = Judgment::Decides(Cond::Bool(true), i.clone(), false);
    let truth = Mistake::Truth { condition: "true".into(), thread: i, said: false };
    assert_eq!(wrong("C", no), truth);
    assert_eq!(truth.to_string(), "`true` is true for thread 1, not false");
    let [_, value, truth] = judgments();
    assert_eq!(Judgment::check("E", &value, &[]), Ok(()));
    assert_eq!(Judgment::check("C", &truth, &[]), Ok(()));
}
