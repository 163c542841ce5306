//! `hirace`

use serde_json::Value;
use std::collections::BTreeMap;
use tests::{Folder, jaminan, root};

fn verified() -> Value {
    let reply = jaminan(&["hirace", "verify", "--format", "json"]);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    reply.json()
}

/// The keys of the contract; each wrong cell with a history that shows it.
#[test]
fn wrong_cells_have_histories() {
    let answer = verified();
    assert_eq!(answer["repair_proved"], true);
    assert!(answer["states"].as_u64() > Some(0));
    let wrong = answer["wrong_cells"].as_array().cloned().unwrap_or_default();
    assert!(!wrong.is_empty());
    for cell in &wrong {
        for key in ["state", "access", "sync", "relation", "published", "repaired"] {
            assert!(cell[key].is_string(), "{key}: {cell}");
        }
        assert_ne!(cell["published"], cell["repaired"]);
        let events = cell["history"].as_array().cloned().unwrap_or_default();
        let events: Vec<&str> = events.iter().filter_map(|line| line["event"].as_str()).collect();
        let reply = jaminan(&["hirace", "history", &events.join("; ")]);
        // The published machine errs on it, and the repaired one does not.
        assert_eq!(reply.code, Some(1), "{reply:?}");
        let raced = match cell["effect"].as_str() {
            Some("missed race") => "a race:",
            Some("false alarm") => "no race:",
            other => panic!("{other:?}"),
        };
        assert!(reply.out.contains(raced), "{raced} {reply:?}");
        assert!(reply.out.contains("the repaired one right"), "{reply:?}");
    }
}

/// The cells are those of the table that was published.
#[test]
fn the_table_is_the_published_one() {
    let path = root().join("../shared/data/hirace_fsm.csv");
    let Ok(published) = std::fs::read_to_string(&path) else {
        println!("skipped: hirace_fsm.csv (not there): the published table");
        return;
    };
    let cells = |text: &str| -> BTreeMap<String, String> {
        let cell = |line: &str| {
            let (cell, next) = line.trim().rsplit_once(',')?;
            Some((cell.to_owned(), next.to_owned()))
        };
        text.lines().skip(1).filter_map(cell).collect()
    };
    let table = jaminan(&["hirace", "table"]);
    assert_eq!(cells(&table.out), cells(&published));
    assert_eq!(cells(&published).len(), 1200);
    // The repair is the table with the wrong cells changed, and nothing else.
    let mut repaired = cells(&published);
    for cell in verified()["wrong_cells"].as_array().cloned().unwrap_or_default() {
        let word = |key: &str| cell[key].as_str().unwrap_or_default().to_owned();
        let name = ["state", "access", "sync", "relation"].map(word).join(",");
        assert_eq!(repaired.insert(name, word("repaired")), Some(word("published")));
    }
    assert_eq!(cells(&jaminan(&["hirace", "table", "--repaired"]).out), repaired);
}

/// The repair, as a diff, is one that makes the one table of the other.
#[test]
fn the_diff_is_a_patch() {
    let table = |flags: &[&str]| jaminan(&[&["hirace"], flags].concat()).out;
    let [published, repaired, diff] =
        [&["table"][..], &["table", "--repaired"], &["diff"]].map(table);
    let mut lines: Vec<&str> = published.lines().collect();
    let mut hunks = 0;
    for hunk in diff.split("@@ -").skip(1) {
        let [place, old, new] = hunk.lines().collect::<Vec<_>>()[..] else { panic!("{hunk}") };
        let line: usize = place.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or_default();
        assert_eq!(place, format!("{line} +{line} @@"));
        assert_eq!(old.strip_prefix('-'), Some(lines[line - 1]));
        lines[line - 1] = new.strip_prefix('+').unwrap_or_default();
        hunks += 1;
    }
    assert_eq!(hunks, 15);
    assert_eq!(lines, repaired.lines().collect::<Vec<_>>());
}

#[test]
fn the_repaired_table_is_exact() {
    let table = jaminan(&["hirace", "table", "--repaired"]).out;
    let folder = Folder::new();
    let path = folder.file("repaired.csv", table);
    let reply = jaminan(&["hirace", "verify", "--table", &path, "--format", "json"]);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    assert_eq!(reply.json()["wrong_cells"], serde_json::json!([]));
}

#[test]
fn what_is_no_history_or_table_is_bad_input() {
    for arguments in [
        vec!["hirace", "history", "b0.x R"],
        vec!["hirace", "verify", "--table", "Cargo.lock"],
        vec!["hirace", "verify", "--table", "no such file"],
        vec!["hirace", "verify", "--grid", "0x1x1"],
        vec!["hirace"],
    ] {
        let reply = jaminan(&arguments);
        assert_eq!(reply.code, Some(2), "{arguments:?} {reply:?}");
        assert!(reply.out.is_empty(), "{reply:?}");
    }
}

#[test]
fn a_grid_that_takes_too_long_is_undecided() {
    let reply = jaminan(&["hirace", "verify", "--grid=4x4x4", "--timeout=0"]);
    assert_eq!(reply.code, Some(3), "{}", reply.err);
    assert!(
        reply.out.contains("wrong in 15 cells"),
        "what is decided without it is told: {}",
        reply.out
    );
    let undecided = "undecided: a grid of 4x4x4: the time for this program is spent";
    assert!(reply.out.contains(undecided), "{}", reply.out);
    let flags = ["hirace", "verify", "--grid=4x4x4", "--timeout=0", "--format=json"];
    let json = jaminan(&flags).json();
    assert_eq!(json["wrong_cells"].as_array().map(Vec::len), Some(15));
    assert_eq!(json["undecided"][0]["threads"], 4);
}
