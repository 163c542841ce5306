//! `flows`

use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests::{jaminan, jaminan_reading, root};

/// A kernel of one of the two papers.
pub fn kernel_file(name: &str) -> String {
    root().join("theories/kernels").join(name).display().to_string()
}

pub fn kernel(arguments: &[&str]) -> Value {
    let flags = [arguments, &["--format", "json"]].concat();
    let reply = jaminan(&flags);
    assert!(reply.code.is_some_and(|code| code < 2), "{reply:?}");
    reply.json()["kernels"][0].clone()
}

pub fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn lines(race: &Value) -> Vec<u64> {
    let line = |access: &Value| access["line"].as_u64().unwrap_or(0);
    let mut lines: Vec<u64> = list(&race["accesses"]).iter().map(line).collect();
    lines.sort_unstable();
    lines
}

/// [P12, Fig. 2]: the two races that the paper names, with threads such as it names; its four flows,
/// where a branch with nothing on one side is no fork, and five where it is.
#[test]
fn the_motivating_example() {
    let found = kernel(&["flows", &kernel_file("li2012/fig2.cu"), "--warps", "simd"]);
    assert_eq!(found["verdict"], "racy");
    let interval = &found["intervals"][0];
    assert_eq!((list(&interval["flows"]).len(), &interval["merged_flows"]), (5, &json!(4)));
    let races = list(&found["races"]);
    assert!(races.iter().all(|race| race["witness"]["status"] == "confirmed"), "{races:#?}");
    let with = |wanted: [u64; 2]| {
        races.iter().filter(move |race| lines(race) == wanted).cloned().collect::<Vec<_>>()
    };
    let first = with([11, 19]);
    assert_eq!((first.len(), &first[0]["index"]), (1, &json!(1023)), "{first:#?}");
    let relations: BTreeSet<String> =
        with([13, 16]).iter().map(|race| race["relation"].to_string()).collect();
    assert_eq!(relations.len(), 2, "an odd writer and the next even reader: {relations:?}");
}

/// [P12, Fig. 6]: an interval of the sort is free of races, and its tree has the three conditions on
/// the thread and four on the input that [P12, Fig. 7] has.
#[test]
fn the_tree_of_the_bitonic_sort() {
    let file = kernel_file("li2012/bitonic_sort.cu");
    let found = kernel(&["flows", &file, "--block-dim", "8", "--grid-dim", "1", "--tests"]);
    assert_eq!(found["verdict"], "drf");
    let flows = list(&found["intervals"][1]["flows"]);
    let mut conditions = BTreeSet::new();
    for flow in flows.iter().filter(|flow| !list(&flow["accesses"]).is_empty()) {
        for turn in list(&flow["path"]) {
            let input = turn["on_input"] == json!(true);
            conditions.insert((input, turn["condition"].to_string(), turn["holds"].to_string()));
        }
    }
    let on_input = conditions.iter().filter(|(input, ..)| *input).count();
    assert_eq!((conditions.len(), on_input), (7, 4), "{conditions:#?}");
    let taken = flows.iter().filter(|flow| flow["test"]["replayed"] == json!(true)).count();
    assert!(taken > 0, "{flows:#?}");
    let first = &found["intervals"][0]["flows"][0]["test"];
    assert_eq!(first["replayed"], json!(true), "{first}");
}

#[test]
fn a_tree_is_a_picture() {
    let file = kernel_file("li2012/bitonic_sort.cu");
    let reply = jaminan(&["flows", &file, "--block-dim", "8", "--grid-dim", "1", "--svg", "1"]);
    assert!(reply.out.starts_with("<svg") && reply.out.contains("flow 4"), "{reply:?}");
    let reply = jaminan(&["flows", &file, "--block-dim", "8", "--svg", "99"]);
    assert!(reply.code == Some(2) || reply.code == Some(3), "{reply:?}");
}

#[test]
fn explicit_threads_have_the_same_races() {
    for (file, warps) in
        [("reduction4", "independent"), ("reduction4", "simd"), ("reduction0", "simd")]
    {
        let file = kernel_file(&format!("li2012/{file}.cu"));
        let launch = ["--block-dim", "64", "--grid-dim", "2"];
        let found =
            kernel(&[&["flows", &file, "--warps", warps, "--explicit"], &launch[..]].concat());
        assert_eq!(found["explicit"]["same_races"], json!(true), "{file}: {found:#}");
        assert_eq!(found["explicit"]["threads"], json!(128));
    }
}

#[test]
fn a_barrier_that_some_threads_reach_is_a_deadlock() {
    let program = b"threads 4; if tid < 1 { sync }";
    let flags = ["flows", "-", "--lang", "jam", "--format", "json"];
    let reply = jaminan_reading(&flags, program);
    assert_eq!(reply.code, Some(1), "{reply:?}");
    let kernel = reply.json()["kernels"][0].clone();
    assert_eq!(kernel["deadlocks"][0]["witness"]["status"], "confirmed", "{kernel:#}");
    assert_eq!(kernel["verdict"], "drf");
}

#[test]
fn a_loop_that_is_cut_off_is_not_race_free() {
    let flags = ["flows", "-", "--lang", "jam"];
    let reply = jaminan_reading(&flags, b"param n; for k in 0..n { A[tid] := k }");
    assert_eq!(reply.code, Some(3), "{reply:?}");
}

#[test]
fn banks_and_lines() {
    let launch = ["--block-dim", "256", "--grid-dim", "64", "--performance", "1"];
    let slow = |name: &str| -> BTreeSet<String> {
        let file = kernel_file(&format!("li2012/{name}.cu"));
        let found = kernel(&[&["flows", &file], &launch[..]].concat());
        list(&found["slow"]).iter().map(|slow| slow["kind"].to_string()).collect()
    };
    assert_eq!(slow("copy"), BTreeSet::new());
    assert!(slow("transpose_coalesced").contains("\"bank-conflict\""));
    assert!(!slow("transpose_no_bank_conflicts").contains("\"bank-conflict\""));
    assert!(slow("transpose_naive").contains("\"uncoalesced\""));
}

#[test]
fn what_is_no_program_is_refused() {
    let reply = jaminan_reading(&["flows", "-", "--lang", "map"], b"wr[tid]");
    assert_eq!(reply.code, Some(2), "{reply:?}");
}
