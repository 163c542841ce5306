//! `run`

use serde_json::json;
use tests::{example, jaminan, jaminan_reading};

#[test]
fn the_outcome_of_s_a_is_the_one_of_the_contract() {
    let reply = jaminan(&["run", &example("s_a.jam"), "--thread", "0", "--format", "json"]);
    assert_eq!(reply.code, Some(0));
    assert_eq!(
        reply.json(),
        json!({"outcomes": [{
            "phase": [
                {"thread": 0, "mode": "rd", "array": "A", "index": 16},
                {"thread": 0, "mode": "wr", "array": "A", "index": 0},
            ],
            "trace": {"seq": ["then", {"seq": ["tau", "tau"]}]},
            "updates": {"A": {"0": 0}},
        }]})
    );
    assert!(reply.err.is_empty(), "{reply:?}");
}

#[test]
fn memory_decides_s_b() {
    let run = |memory: &str| {
        let file = example("s_b.jam");
        let arguments = ["run", &file, "--thread", "1", "--memory", memory, "--format", "json"];
        jaminan(&arguments).json()
    };
    assert_eq!(run("A:0=10,3=2")["outcomes"].as_array().map(Vec::len), Some(2));
    let none = run("A:3=2");
    assert_eq!(none["outcomes"].as_array().map(Vec::len), Some(1));
    assert_eq!(none["outcomes"][0]["trace"], json!({"seq": ["tau", {"seq": ["else", "tau"]}]}));
    assert_eq!(none["outcomes"][0]["updates"], json!({}));
}

#[test]
fn choices_range_below_the_bound() {
    let count = |values: &str| {
        let file = example("s_c.jam");
        let arguments = ["run", &file, "--thread", "0", "--values", values, "--format", "json"];
        jaminan(&arguments).json()["outcomes"].as_array().map(Vec::len)
    };
    assert_eq!([count("1"), count("2"), count("3")], [Some(1), Some(4), Some(9)]);
}

#[test]
fn s_d_writes_where_it_read() {
    let file = example("s_d.jam");
    let reply = jaminan(&["run", &file, "--thread", "7", "--values", "1", "--format", "json"]);
    assert_eq!(reply.json()["outcomes"][0]["updates"], json!({"A": {"7": 0}}));
}

#[test]
fn outcomes_are_a_set() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "jam", "--thread", "0", "--format", "json"],
        b"var x. A[0] := 1",
    );
    assert_eq!(reply.json()["outcomes"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_protocol_runs_and_updates_nothing() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "map", "--thread", "2", "--param", "n=2", "--format", "json"],
        b"param n; for k in 0..n { wr[k] }",
    );
    let access = |index: u32| json!({"thread": 2, "mode": "wr", "array": "A", "index": index});
    let iteration = |k: u32, next| json!({"seq": [{"iter": ["k", k]}, {"seq": ["tau", next]}]});
    assert_eq!(
        reply.json(),
        json!({"outcomes": [{
            "phase": [access(0), access(1)],
            "trace": iteration(0, iteration(1, json!("tau"))),
            "updates": {},
        }]})
    );
}

#[test]
fn large_numbers_are_strings() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "jam", "--thread", "9007199254740993", "--format", "json"],
        b"A[9007199254740992] := 1 << 70; A[tid] := 1",
    );
    let outcome = &reply.json()["outcomes"][0];
    assert_eq!(outcome["phase"][0]["thread"], json!("9007199254740993"));
    assert_eq!(outcome["phase"][0]["index"], json!(9007199254740992_u64));
    assert_eq!(outcome["updates"]["A"]["9007199254740992"], json!("1180591620717411303424"));
}

#[test]
fn a_launch_that_is_none_is_told_and_run() {
    let reply = jaminan_reading(
        &["run", "-", "--lang", "jam", "--thread", "5", "--param", "n=0"],
        b"param n; threads 4; assume n > 0; A[tid] := n",
    );
    assert_eq!(reply.code, Some(0));
    assert!(reply.err.contains("`threads 4`"), "{reply:?}");
    assert!(reply.err.contains("`assume n > 0` is false"), "{reply:?}");
}

#[test]
fn people_see_accesses_updates_and_trace() {
    let reply = jaminan(&["run", &example("s_a.jam"), "--thread", "0", "--memory", "A:16=7"]);
    for line in ["rd A[16], wr A[0]", "A[0] = 7", "then; (tau; tau)"] {
        assert!(reply.out.contains(line), "{reply:?}");
    }
    let file = example("s_a.jam");
    assert!(jaminan(&["run", &file, "--thread", "0", "--unicode"]).out.contains("⊤; (τ; τ)"));
}
