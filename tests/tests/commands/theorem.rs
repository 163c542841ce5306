//! `theorem` and `paper`

use serde_json::Value;
use tests::jaminan;

fn check(arguments: &[&str]) -> (Option<i32>, Value) {
    let reply = jaminan(&[&["theorem", "check", "--format", "json"], arguments].concat());
    (reply.code, reply.json())
}

#[test]
fn a_theorem_holds_under_its_hypotheses_and_falls_without_one() {
    let (code, answer) = check(&["liew2024/4.3.2", "--size", "3"]);
    let found = &answer["claims"][0]["found"];
    assert_eq!((code, &found["verdict"]), (Some(0), &"holds".into()));
    assert_eq!(found["checked"], 5 + 77 + 1247);
    let (code, answer) = check(&["liew2024/4.3.2", "--drop", "CI"]);
    let found = &answer["claims"][0]["found"];
    assert_eq!((code, &found["verdict"]), (Some(1), &"refuted".into()));
    let replay = found["counterexample"]["replay"].as_str().unwrap_or_default();
    let size = replay.split(':').nth(1).and_then(|size| size.parse::<usize>().ok());
    assert!(size.is_some_and(|size| size <= 4), "{replay}");
    let again = jaminan(&["theorem", "replay", replay, "--format", "json"]);
    assert_eq!(again.code, Some(1));
    let found_again = &again.json()["claims"][0]["found"];
    assert_eq!(found_again["counterexample"], found["counterexample"]);
}

#[test]
fn a_counterexample_is_shown_with_its_derivations() {
    let drop = ["theorem", "check", "liew2024/3.3.3", "--drop", "DI", "--size", "2"];
    let text = jaminan(&drop).out;
    for part in ["var x0. rd A[x0]", "offending", "P-VAR", "theorem replay liew2024/3.3.3@v1:2:"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let latex = jaminan(&[&drop[..], &["--as", "latex"]].concat()).out;
    assert_eq!(latex.matches(r"\begin{document}").count(), 1, "{latex}");
    assert_eq!(latex.matches(r"\begin{lrbox}").count(), 2, "{latex}");
}

#[test]
fn what_is_recorded_as_refuted_is_no_failure_among_all() {
    let (code, answer) = check(&["all", "--size", "2"]);
    assert_eq!(answer["scope"]["programs"], "size <= 2");
    assert_eq!(answer["scope"]["grammar"], "v1");
    let claims = answer["claims"].as_array().map(Vec::len).unwrap_or_default();
    assert!(claims > 20);
    // At this size some claims speak of nothing yet, and that is told.
    assert_eq!(code, Some(1));
}

#[test]
fn the_heading_names_the_grammar_that_the_number_is_of() {
    let of = [
        ("sarkar2018/property-2@places:7:5530651", "places"),
        ("interleavings/steps@v1-sync:1:1", "v1-sync"),
        ("liew2024/4.2@v1:1:1", "v1"),
    ];
    for (number, grammar) in of {
        let text = jaminan(&["theorem", "replay", number]).out;
        assert!(text.starts_with(&format!("{grammar}, size ")), "{number}\n{text}");
        let answer = jaminan(&["theorem", "replay", number, "--format", "json"]).json();
        assert_eq!(answer["scope"]["grammar"], grammar, "{number}");
    }
}

#[test]
fn bad_questions_are_usage_errors() {
    for arguments in [
        &["theorem", "check", "liew2024/9"][..],
        &["theorem", "check", "liew2024/4.2", "--drop", "CI"],
        &["theorem", "check", "liew2024/4.4.1", "--drop", "SPURIOUS"],
        &["theorem", "check", "all", "--shard", "2/2"],
        &["theorem", "check", "all", "--grammar", "/nowhere"],
        &["theorem", "replay", "liew2024/4.2@v1:1:5"],
        &["theorem", "replay", "liew2024/4.2@v9:1:0"],
        &["theorem", "replay", "liew2024/4.2"],
        &["paper", "liew1999"],
    ] {
        let reply = jaminan(arguments);
        assert_eq!(reply.code, Some(2), "{arguments:?} {reply:?}");
        assert!(reply.out.is_empty(), "{reply:?}");
    }
}
