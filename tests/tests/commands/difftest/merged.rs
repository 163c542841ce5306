//! The parts of a campaign, put together, are the whole of it.

use super::{findings, places, shipped};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use tests::{Folder, Reply, jaminan};

const FLAGS: [&str; 12] = [
    "difftest",
    "--generate",
    "uniform",
    "--size",
    "3",
    "--kernels",
    "41",
    "--tries",
    "30",
    "--format",
    "json",
    "--detector",
];

fn campaign(folder: &str, more: &[&str]) -> Reply {
    let detector = shipped("broken/reads-are-zero.toml");
    jaminan(&[&FLAGS[..], &[&detector, "--campaign", folder], more].concat())
}

/// Whatever the order in which the parts are given: no kernel twice, none lost, the same findings.
#[test]
fn parts_of_a_campaign_put_together_are_the_whole() {
    let folder = Folder::new();
    let parts = [0, 1, 2].map(|n| folder.path(&format!("part{n}")));
    let log = |folder: &str| Path::new(folder).join("log.jsonl");
    for (n, part) in parts.iter().enumerate() {
        let answer = campaign(part, &["--shard", &format!("{n}/3")]).json();
        assert_eq!(answer["kernels"], places(&log(part)).len(), "{answer:#}");
    }
    let all: Vec<String> = parts.iter().flat_map(|part| places(&log(part))).collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "a kernel is in two parts");
    let [a, b, c] = &parts;
    let (merged, whole) = (folder.path("merged"), folder.path("whole"));
    let together = campaign(&merged, &["--merge", c, a, b]);
    let alone = campaign(&whole, &[]);
    let (mut together, mut alone) = (together.json(), alone.json());
    assert_eq!((&together["new"], &together["finished"]), (&0.into(), &true.into()));
    for answer in [&mut together, &mut alone] {
        assert!(!findings(answer).is_empty(), "{answer:#}");
        for passing in ["new", "rate"] {
            answer[passing] = Value::Null;
        }
    }
    assert_eq!(together, alone);
    // The same command has nothing left to do.
    assert_eq!(campaign(&merged, &["--merge", a, b, c]).json()["new"], 0);
    // What a part has not come to is tried here.
    let lines = std::fs::read_to_string(log(b)).unwrap_or_default();
    let cut = lines.trim_end().rfind('\n').map_or("", |end| &lines[..=end]);
    std::fs::write(log(b), cut).unwrap_or_else(|error| panic!("{error}"));
    let rest = campaign(&folder.path("rest"), &["--merge", a, b, c]).json();
    assert_eq!((&rest["new"], &rest["kernels"]), (&1.into(), &alone["kernels"]));
}

/// Parts that are missing, there twice, of another campaign or no parts are refused, and nothing is begun.
#[test]
fn other_parts_are_refused() {
    let folder = Folder::new();
    let [a, b, other] = ["a", "b", "other"].map(|name| folder.path(name));
    campaign(&a, &["--shard", "0/2"]);
    campaign(&b, &["--shard", "1/2"]);
    campaign(&other, &["--shard", "1/2", "--seed", "7"]);
    let nothing = folder.path("nothing");
    for (parts, why) in [
        (vec![a.as_str()], "1 folders are given"),
        (vec![&a, &a], "part 0 is there twice"),
        (vec![&a, &other], "the log of another campaign"),
        (vec![&a, &nothing], "is no folder"),
        (vec![&a, &b, "--shard", "0/2"], "--shard"),
    ] {
        let refused = campaign(&folder.path("refused"), &[&["--merge"], &parts[..]].concat());
        assert!(refused.code == Some(2) && refused.err.contains(why), "{why}: {refused:?}");
    }
    assert!(!Path::new(&nothing).exists(), "a folder was made");
}
