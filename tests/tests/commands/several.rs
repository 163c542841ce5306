//! `check` of several files and folders, and its answer as SARIF.

use serde_json::Value;
use std::collections::BTreeSet;
use tests::{example, jaminan, jaminan_reading, root};

fn folder() -> String {
    root().join("examples").display().to_string()
}

#[test]
fn a_folder_gets_the_verdicts_of_its_files() {
    let reply = jaminan(&["check", &folder(), "--format", "json"]);
    assert_eq!(reply.code, Some(1), "{reply:?}");
    let answer = reply.json();
    let kernels = answer["kernels"].as_array().cloned().unwrap_or_default();
    let names: BTreeSet<&str> = kernels.iter().filter_map(|k| k["name"].as_str()).collect();
    assert_eq!(names.len(), kernels.len(), "two kernels of one name");
    assert!(kernels.len() > 20);
    for name in ["s_a.jam", "s_d.jam", "alarm1.cu", "alarm4.cu"] {
        let alone = jaminan(&["check", &example(name), "--format", "json"]).json();
        let of_file = |k: &&Value| k["file"].as_str().is_some_and(|file| file.ends_with(name));
        let in_folder = kernels.iter().find(of_file).unwrap_or(&Value::Null);
        assert_eq!(in_folder["verdict"], alone["kernels"][0]["verdict"], "{name}");
        assert_eq!(in_folder["alarms"], alone["kernels"][0]["alarms"], "{name}");
    }
}

#[test]
fn flags_hold_for_each_file() {
    let files = [example("fig3.cu"), example("saxpy.cu")];
    let flags = ["--block-dim", "1", "--grid-dim=1", "--solver", "embedded", "--jobs", "1"];
    let mut arguments = vec!["check", &files[0], &files[1], "--format", "json"];
    arguments.extend(flags);
    let reply = jaminan(&arguments);
    let answer = reply.json();
    let kernels = answer["kernels"].as_array().cloned().unwrap_or_default();
    assert_eq!(kernels.len(), 2, "{reply:?}");
    for kernel in kernels {
        // One thread races with nobody.
        assert_eq!(kernel["verdict"], "drf", "{kernel}");
        assert_eq!(kernel["solver"], "embedded", "{kernel}");
    }
}

#[test]
fn a_file_that_is_bad_costs_the_others_nothing() {
    let files = [example("s_d.jam"), example("nothing.jam"), example("s_a.jam")];
    let reply = jaminan(&["check", &files[0], &files[1], &files[2], "--format", "json"]);
    // The worst: bad input.
    assert_eq!(reply.code, Some(2), "{reply:?}");
    let answer = reply.json();
    let verdicts: Vec<&str> = answer["kernels"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|k| k["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["drf", "racy"]);
    assert_eq!(answer["errors"].as_array().map(Vec::len), Some(1));
    assert!(answer["errors"][0]["message"].as_str().is_some_and(|m| m.contains("no such file")));
}

#[test]
fn people_get_a_line_each_and_a_census() {
    let reply = jaminan(&["check", &example("s_a.jam"), &example("s_d.jam")]);
    assert_eq!(reply.code, Some(1), "{reply:?}");
    for words in ["true A[16]", "2 kernels: 1 race free, 1 racy"] {
        assert!(reply.out.contains(words), "no {words:?} in {}", reply.out);
    }
    let verbose = jaminan(&["check", &example("s_a.jam"), &example("s_d.jam"), "-v"]).out;
    for words in ["CIDI", "2 kernels", "50.0 %"] {
        assert!(verbose.contains(words), "no {words:?} in {verbose}");
    }
    let empty = jaminan(&["check", &root().join("docs/schema").display().to_string()]);
    assert_eq!(empty.code, Some(2), "{empty:?}");
}

#[test]
fn sarif_names_each_race_and_its_places() {
    let reply = jaminan(&["check", &folder(), &example("nothing.jam"), "--format", "sarif"]);
    assert_eq!(reply.code, Some(2), "{reply:?}");
    let log = reply.json();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().into_iter().flatten().collect();
    let results: Vec<&Value> = run["results"].as_array().into_iter().flatten().collect();
    assert!(results.len() > 10);
    for result in &results {
        let at = result["ruleIndex"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(99);
        assert_eq!(rules[at]["id"], result["ruleId"]);
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["startLine"].as_u64() >= Some(1), "{result}");
        assert!(region["endColumn"].as_u64() > region["startColumn"].as_u64(), "{result}");
        assert_eq!(result["kind"] == "pass", result["ruleId"] == "race/refuted", "{result}");
    }
    let shown = results.iter().filter(|r| r["level"] == "error").count();
    let racy = jaminan(&["check", &folder(), "--format", "json"]).json();
    let alarms = racy["kernels"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|k| k["alarms"].as_array().cloned().unwrap_or_default());
    let replayed = alarms.filter(|alarm| alarm["replayed"] == true).count();
    assert_eq!(shown, replayed);
    assert_eq!(jaminan(&["judge", &example("s_a.jam"), "--format", "sarif"]).code, Some(2));
}

#[test]
fn memory_has_a_limit() {
    // A solver that takes more is ended, and said to be.
    let reply = jaminan(&["check", &example("alarm1.cu"), "--max-memory", "1"]);
    let said = reply.err.contains("--max-memory") || reply.out.contains("the solver was ended");
    assert!(said, "{reply:?}");
}

#[test]
fn an_atomics_alarm_is_about_its_element() {
    // Row 1, column 2 of the array is added to by one thread and written by another.
    let kernel = "__global__ void k() { __shared__ int s[4][8]; \
                  if (threadIdx.x == 0) atomicAdd(&s[1][2], 1); \
                  if (threadIdx.x == 1) s[1][2] = 0; if (threadIdx.x == 2) { int x = s[1][2]; } }";
    let flags = ["check", "-", "--lang", "cu", "--block-dim", "4", "--format", "json"];
    let reply = jaminan_reading(&flags, kernel.as_bytes());
    let alarms = reply.json()["kernels"][0]["alarms"].as_array().cloned().unwrap_or_default();
    assert_eq!(alarms.len(), 1, "one for each array: {reply:?}");
    assert_eq!(alarms[0]["array"], "s");
    assert_eq!(alarms[0]["index"], serde_json::json!([1, 2]));
    assert_eq!(alarms[0]["replayed"], true);
}
