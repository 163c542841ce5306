//! `explore`

use serde_json::{Value, json};
use tests::{Reply, example, jaminan, jaminan_reading};

fn explore(file: &str, threads: &str) -> Reply {
    jaminan(&["explore", &example(file), "--threads", threads, "--values", "2", "--format", "json"])
}

fn text(language: &str, program: &str, flags: &[&str]) -> Reply {
    let mut arguments = vec!["explore", "-", "--lang", language, "--format", "json"];
    arguments.extend(flags);
    jaminan_reading(&arguments, program.as_bytes())
}

/// Which of the three kinds are there: protocol, separately feasible, joint.
fn kinds(answer: &Value) -> [bool; 3] {
    ["protocol_race", "separate_race", "joint_race"].map(|key| match answer.get(key) {
        Some(Value::Null) => false,
        Some(witness) => {
            assert_eq!(witness["replayed"], json!(true));
            assert_eq!(witness["smallest"], json!(true));
            true
        }
        None => panic!("{key} is not decided: {answer}"),
    })
}

#[test]
fn s_a_races_from_17_threads_on() {
    let reply = explore("s_a.jam", "16");
    assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [false; 3]));
    let reply = explore("s_a.jam", "17");
    let answer = reply.json();
    assert_eq!((reply.code, kinds(&answer)), (Some(1), [true; 3]));
    let witness = &answer["joint_race"];
    assert_eq!(witness["threads"], json!([0, 16]));
    assert_eq!(
        witness["accesses"],
        json!([
            {"thread": 0, "mode": "rd", "array": "A", "index": 16},
            {"thread": 16, "mode": "wr", "array": "A", "index": 16},
        ])
    );
    assert_eq!(witness["memory"], json!({}));
    assert_eq!(answer["complete_at"], json!({"threads": 17, "values": 2, "cells": 18}));
}

#[test]
fn s_b_needs_a_memory() {
    let reply = explore("s_b.jam", "2");
    let answer = reply.json();
    assert_eq!((reply.code, kinds(&answer)), (Some(1), [true; 3]));
    assert_eq!(answer["joint_race"]["memory"], json!({"A": {"0": 1}}));
    let worlds = answer["separate_race"]["worlds"].as_array().cloned().unwrap_or_default();
    assert_eq!(worlds.len(), 2);
}

#[test]
fn s_c_chooses_the_cell() {
    let reply = explore("s_c.jam", "2");
    let answer = reply.json();
    assert_eq!((reply.code, kinds(&answer)), (Some(1), [true; 3]));
    let choice = json!([{"var": "x", "value": 0}, {"var": "y", "value": 0}]);
    assert_eq!(answer["joint_race"]["choices"], json!([choice, choice]));
}

#[test]
fn s_d_is_a_false_alarm() {
    let reply = explore("s_d.jam", "3");
    assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [true, false, false]));
}

#[test]
fn memories_apart_are_no_true_alarm() {
    // One thread writes where the memory says 1, the other where it says 0.
    let program = "let x = A[0] in if tid == x { B[0] := 1 }";
    let reply = text("jam", program, &["--threads", "2"]);
    assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [true, true, false]));
}

#[test]
fn a_barrier_orders_what_is_read_after_it() {
    let program = "A[tid] := 0; sync; let x = A[0] in if x != 0 { A[1] := tid }";
    let reply = text("jam", program, &["--threads", "3"]);
    assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [true, false, false]));
    let program = "A[tid] := 1; sync; let x = A[0] in if x != 0 { A[1] := tid }";
    let answer = text("jam", program, &["--threads", "3"]).json();
    let witness = &answer["joint_race"];
    assert_eq!(witness["phase"], json!(1));
    assert_eq!(witness["memory"], json!({}));
    // The threads that wrote what the two read are part of the witness.
    assert_eq!(witness["earlier"][0][0]["updates"], json!({"A": {"0": 1}}));
    // No number of threads is declared: two of them are a launch.
    assert_eq!(witness["earlier"][0].as_array().map(Vec::len), Some(2));
    let answer = text("jam", &format!("threads 3; {program}"), &[]).json();
    let witness = &answer["joint_race"];
    assert_eq!(witness["earlier"][0].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_loop_around_a_barrier_may_run_zero_times() {
    let program = "param n; A[tid] := 0; for k in 0..n { sync; skip }; A[tid + 1] := 0";
    let answer = text("jam", program, &["--threads", "2"]).json();
    let witness = &answer["joint_race"];
    assert_eq!((&witness["params"], &witness["phase"]), (&json!({"n": 0}), &json!(0)));
    let program = "param n; assume n > 0; A[tid] := 0; for k in 0..n { sync; skip }; A[tid] := 1";
    let reply = text("jam", program, &["--threads", "2", "--values", "4"]);
    assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [false; 3]));
}

#[test]
fn a_loop_runs_its_last_phase_into_its_first() {
    let program = "for k in 0..2 { A[tid + 1] := 0; sync; A[tid] := 0 }";
    let answer = text("jam", program, &["--threads", "2"]).json();
    assert_eq!(answer["joint_race"]["phase"], json!(1));
}

#[test]
fn the_kinds_of_a_protocol_are_one() {
    let reply = text("map", "var x. wr[x]", &["--threads", "2"]);
    let answer = reply.json();
    assert_eq!((reply.code, kinds(&answer)), (Some(1), [true; 3]));
    assert_eq!(answer["joint_race"], answer["protocol_race"]);
    let reply = text("map", "wr[tid]; sync; rd[tid + 1]", &["--threads", "3"]);
    assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [false; 3]));
}

#[test]
fn declarations_bound_the_threads() {
    let race = "A[0] := tid";
    for declarations in ["threads 1;", "assume tid == 3;", "param n; threads n; assume n < 2;"] {
        let reply = text("jam", &format!("{declarations} {race}"), &["--values", "4"]);
        assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [false; 3]), "{declarations}");
    }
    let reply = text("jam", &format!("threads 2; {race}"), &[]);
    assert_eq!(reply.code, Some(1));
}

#[test]
fn people_see_which_kinds_there_are() {
    let reply = jaminan(&["explore", &example("s_d.jam")]);
    for (kind, is) in
        [("protocol race", "yes"), ("separately feasible race", "none"), ("joint race", "none")]
    {
        let line = reply.out.lines().find(|line| line.trim_start().starts_with(kind));
        assert!(line.is_some_and(|line| line.trim_end().ends_with(is)), "{reply:?}");
    }
}

#[test]
fn a_launch_that_is_open_has_up_to_that_many_threads() {
    let kernel = "__global__ void k(int *a) { a[0] = threadIdx.x; }";
    let reply = text("cu", kernel, &["--threads", "2"]);
    assert_eq!((reply.code, kinds(&reply.json())), (Some(1), [true; 3]));
    let reply = text("cu", kernel, &["--threads", "2", "--block-dim", "1", "--grid-dim", "1"]);
    assert_eq!((reply.code, kinds(&reply.json())), (Some(0), [false; 3]));
}

#[test]
fn what_is_known_of_a_launch() {
    let kernel = "__global__ void k(int *a, int n) { if (n < 0) a[0] = threadIdx.x; }";
    let code = |flags: &[&str]| text("cu", kernel, flags).code;
    // Otherwise the parameter is not negative within these bounds.
    assert_eq!((code(&[]), code(&["--param", "n=-3"])), (Some(0), Some(1)));
    let program = "param n; if n == 1 { A[0] := tid }";
    let code = |flags: &[&str]| text("jam", program, flags).code;
    assert_eq!((code(&[]), code(&["--assume", "n < 1"])), (Some(1), Some(0)));
    assert_eq!((code(&["--param", "n=0"]), code(&["--param", "n=-1"])), (Some(0), Some(2)));
    // A value that is given is in every bound.
    let reply = text("jam", "param n; if n == 9 { A[0] := tid }", &["--param", "n=9"]);
    assert_eq!((reply.code, kinds(&reply.json())), (Some(1), [true; 3]));
    let reply = text("jam", "param n; assume n > 9; A[0] := tid", &[]);
    assert!(reply.err.contains("nothing was run"), "{reply:?}");
}

/// A race, and after a barrier what the first thread adds overflows where `n` is 2^31 - 1.
const LOST: &str = "//--blockDim=2 --gridDim=1
__global__ void k(int *a, int n) {
    __shared__ int s[2];
    s[0] = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = FIRST + (threadIdx.x == 0 ? n : 0);
}";

#[test]
fn an_execution_that_loses_its_meaning_later_has_no_race() {
    let explored = |first: &str| {
        let text_of = LOST.replace("FIRST", first);
        let reply = text("cu", &text_of, &["--threads", "2", "--values", "2", "--cells", "2"]);
        let check = jaminan_reading(
            &["check", "-", "--lang", "cu", "--format", "json"],
            text_of.as_bytes(),
        );
        (kinds(&reply.json()), check.json()["kernels"][0]["verdict"].clone())
    };
    // With n = 0 all is well.
    assert_eq!(explored("2147483647"), ([true, true, true], json!("racy")));
    // 2^31 - 1 + 1 + n overflows for every n that is not negative, and bounds have no other.
    let (kinds, verdict) = explored("2147483647 + (int)(threadIdx.x < 2)");
    assert_eq!((kinds, verdict), ([true, false, false], json!("potential")));
}
