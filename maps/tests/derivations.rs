//! What the rules of protocols conclude, as text and as JSON.
#![allow(clippy::unwrap_used)] // a test may fail

use maps::{Judgment, Protocol};
use semantics::derivation::exchange;
use semantics::{
    AccessValue, Cond, Expr, Mode, Phase, Shown, Source, Spelling, Thread, Trace, parser,
};
use serde_json::json;

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
