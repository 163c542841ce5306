//! `indigo`

use serde_json::Value;
use std::path::PathBuf;
use tests::{Folder, Reply, jaminan};

/// The kernels and graphs of this project, all but a few taken away: every kernel is run by the tests of
/// `dynamic`.
fn suite() -> Folder {
    let folder = Folder::new();
    let reply = jaminan(&["indigo", "--write", &folder.path("suite")]);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    let thin = |inner: &str, keep: &dyn Fn(usize, &str) -> bool| {
        let entries = std::fs::read_dir(folder.at().join("suite").join(inner))
            .into_iter()
            .flatten()
            .flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for (n, path) in paths.iter().enumerate() {
            if !keep(n, &path.display().to_string()) {
                assert!(std::fs::remove_file(path).is_ok());
            }
        }
    };
    thin("indigo_sources", &|n, _| n % 9 == 0);
    thin("input", &|_, name| name.contains("uniform") || name.contains("star"));
    folder
}

fn run(folder: &str, flags: &[&str]) -> Reply {
    let mut arguments =
        vec!["indigo", folder, "--blocks", "128", "--threads", "64", "--format", "json"];
    arguments.extend(flags);
    jaminan(&arguments)
}

fn counts(answer: &Value, key: &str) -> Vec<u64> {
    let inputs = answer["inputs"].as_array().cloned().unwrap_or_default();
    inputs.iter().filter_map(|input| input[key].as_u64()).collect()
}

#[test]
fn a_folder_is_run_and_counted() {
    let folder = suite();
    let reply = run(&folder.path("suite"), &["--list"]);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    let answer = reply.json();
    let labelled = answer["labelled"].as_u64().unwrap_or_default();
    assert!(labelled > 5 && answer["kernels"].as_u64() > Some(labelled));
    assert_eq!(counts(&answer, "against_label"), [0, 0]);
    assert_eq!(counts(&answer, "disputed"), [0, 0]);
    // The second graph is the uniform one, on which every planted race is made.
    assert_eq!(counts(&answer, "found").last(), Some(&labelled));
    assert_eq!(answer["refused"], serde_json::json!([]));
}

/// Verdicts follow texts, not names: with names exchanged as many kernels are racy, and labels are wrong.
#[test]
fn names_decide_nothing() {
    let folder = suite();
    let suite = folder.path("suite");
    let racy = |flags: &[&str]| -> Vec<u64> {
        let answer = run(&suite, flags).json();
        let both = [counts(&answer, "found"), counts(&answer, "against_label")];
        both[0].iter().zip(&both[1]).map(|(found, against)| found + against).collect()
    };
    assert_eq!(racy(&[]), racy(&["--shuffle-names", "7"]));
    let labelled = |flags: &[&str]| run(&suite, flags).json()["labelled"].clone();
    assert_eq!(labelled(&[]), labelled(&["--shuffle-names", "7"]));
}

#[test]
fn what_is_no_suite_is_bad_input() {
    let (empty, no_graph) = (Folder::new(), Folder::new());
    assert!(std::fs::create_dir_all(empty.path("input")).is_ok());
    no_graph.file("k.cu", "__global__ void k(int *a) { a[0] = 1; }");
    no_graph.file("input/g.egr", [1, 2, 3]);
    for path in [empty.text(), no_graph.text(), "no such folder".into()] {
        let reply = jaminan(&["indigo", &path]);
        assert_eq!(reply.code, Some(2), "{path} {reply:?}");
    }
    // A graph, but a kernel with other parameters: refused by name, no verdict.
    no_graph.file("input/g.egr", [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let reply = jaminan(&["indigo", &no_graph.text(), "--format", "json"]);
    assert_eq!(reply.code, Some(3), "{reply:?}");
    assert_eq!(reply.json()["refused"][0]["name"], "k.cu");
}

#[test]
fn an_endless_kernel_is_given_up() {
    let folder = Folder::new();
    let kernel = "__global__ void k(volatile int *a, int *b, int *c, int *d, int n) { while (n); }";
    folder.file("k.cu", kernel);
    folder.file("input/g.egr", [1, 0, 0, 0].map(i32::to_le_bytes).concat());
    let reply = run(&folder.text(), &["--fuel", "100000"]);
    assert_eq!(reply.code, Some(3), "{reply:?}");
    assert_eq!(counts(&reply.json(), "undecided"), [1]);
}
