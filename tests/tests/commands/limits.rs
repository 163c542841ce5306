//! Limits: exit code 3, never a verdict.

use serde_json::Value;
use std::time::{Duration, Instant};
use tests::{Reply, jaminan, jaminan_reading};

fn run(program: &str, flags: &[&str]) -> Reply {
    let mut arguments = vec!["run", "-", "--lang", "jam", "--thread", "0", "--format", "json"];
    arguments.extend(flags);
    // The first call builds the binary, which is no part of the run.
    assert_eq!(jaminan(&["--version"]).code, Some(0));
    let begin = Instant::now();
    let reply = jaminan_reading(&arguments, program.as_bytes());
    // Ten seconds, and as much again for a machine that is busy with other tests.
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    reply
}

fn undecided(reply: &Reply, words: &str) {
    assert_eq!(reply.code, Some(3), "{reply:?}");
    let answer = reply.json();
    let why = answer["undecided"]["why"].as_str().unwrap_or_default();
    assert!(why.contains(words), "no {words:?} in {reply:?}");
    assert!(answer["undecided"]["help"].is_string(), "{reply:?}");
    assert!(reply.err.contains(words), "no {words:?} in {reply:?}");
}

#[test]
fn fuel() {
    let program = "for k in 0..1000 { skip }";
    undecided(&run(program, &["--fuel", "100"]), "fuel");
    assert_eq!(run(program, &["--fuel", "10000"]).code, Some(0));
}

#[test]
fn time() {
    undecided(&run("for k in 0..100 { var x. A[0] := 0 }", &[]), "time");
}

#[test]
fn depth() {
    undecided(&run("for k in 0..1000000000 { skip }", &[]), "rule applications");
}

#[test]
fn many_outcomes() {
    // With fuel there is no end by time.
    let flags = ["--values", "200000", "--fuel", "1000000000"];
    undecided(&run("var x. A[x] := 1 << 100000", &flags), "cells to keep");
}

#[test]
fn numbers_too_large() {
    undecided(&run("A[1 << 1000000000000] := 0", &[]), "bits");
    undecided(&run("A[0] := 0; A[1 << (1 << 100)] := 0", &[]), "bits");
}

#[test]
fn an_exploration_says_what_it_covered() {
    let flags = ["explore", "-", "--lang", "jam", "--fuel", "2000", "--format", "json"];
    let reply = jaminan_reading(&flags, b"for k in 0..20 { let x = A[k] in A[tid] := 0 }");
    assert_eq!(reply.code, Some(3), "{reply:?}");
    let answer = reply.json();
    let undecided = answer["undecided"]["kinds"].as_array().unwrap();
    for key in ["protocol_race", "separate_race", "joint_race"] {
        // The key is there, and that its null says nothing is said.
        assert_eq!(answer.get(key), Some(&Value::Null), "{answer}");
        assert!(undecided.contains(&key.into()), "{answer}");
    }
    assert!(answer["complete_at"].is_null());
    assert!(answer["undecided"]["why"].as_str().is_some_and(|why| why.contains("fuel")));
}

/// The command within so many KiB of address space, where the shell can set that.
#[cfg(target_os = "linux")]
#[allow(clippy::unwrap_used)] // a test may panic
fn within(kib: u32, arguments: &[&str], input: &str) -> Reply {
    let limited = format!("ulimit -v {kib}; exec \"$0\" \"$@\"");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &limited]).arg(tests::binary()).args(arguments);
    tests::run(command, input.as_bytes()).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn many_arrays_are_taken_one_at_a_time() {
    let writes: Vec<String> = (0..3_000).map(|n| format!("A{n}[tid] := {n}")).collect();
    let program = writes.join("; ");
    for command in ["judge", "infer"] {
        let arguments = [command, "-", "--lang", "jam", "--format", "json"];
        // Far more than is used, since address space is counted: most of it is the stack. All
        // arrays at once would take more.
        let reply = within(1_000_000, &arguments, &program);
        assert_eq!(reply.code, Some(0), "{command}: {}", reply.err);
        let key = if command == "judge" { "arrays" } else { "protocols" };
        assert_eq!(reply.json()[key].as_object().map(serde_json::Map::len), Some(3_000));
    }
}

#[cfg(target_os = "linux")]
/// Tables of real files have as many numbers. Each value is looked at once: pairs of them would be more than any time allows.
#[test]
fn a_long_table_is_read() {
    let numbers = vec!["7"; 60_000].join(",");
    let kernel = format!(
        "__constant__ int table[] = {{{numbers}}};
        __global__ void k(int *a) {{ a[threadIdx.x] = table[threadIdx.x]; }}"
    );
    let flags = ["check", "-", "--lang", "cu", "--block-dim", "64", "--grid-dim", "1"];
    let reply = jaminan_reading(&flags, kernel.as_bytes());
    assert_eq!(reply.code, Some(0), "{}", reply.err);
}

#[test]
fn memory_that_the_system_does_not_grant() {
    // One number of a million bits for each iteration, and one for each value of `x`.
    let numbers = "for k in 0..5000 { A[k] := (1 << 1000000) + k }";
    let reply = within(300_000, &["run", "-", "--lang", "jam", "--thread", "0"], numbers);
    assert_eq!(reply.code, Some(3), "{reply:?}");
    assert!(reply.err.contains("memory"), "{reply:?}");
    // Stack, which is asked for in another way.
    let deep = "for k in 0..60000 { skip }";
    let reply = within(200_000, &["run", "-", "--lang", "jam", "--thread", "0"], deep);
    assert_eq!(reply.code, Some(3), "{reply:?}");
    assert!(reply.err.contains("memory"), "{reply:?}");
}

#[test]
fn a_solver_without_resources_says_so_in_words() {
    for resources in ["0", "1", "20"] {
        let reply = jaminan(&["check", &tests::example("s_a.jam"), "--resources", resources]);
        assert_eq!(reply.code, Some(3), "{reply:?}");
        assert!(!reply.out.contains("(error") && reply.out.contains("spent"), "{reply:?}");
    }
}

#[test]
fn a_check_without_time_decides_nothing() {
    for file in ["s_a.jam", "s_d.jam", "saxpy.cu"] {
        let reply = jaminan(&["check", &tests::example(file), "--timeout", "0"]);
        assert_eq!(reply.code, Some(3), "{reply:?}");
        assert!(reply.out.contains("the time for this program is spent"), "{reply:?}");
    }
}
