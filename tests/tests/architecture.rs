//! The diagram in `ARCHITECTURE.md` is the packages' dependencies.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use tests::root;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// Which package of the workspace uses which, as Cargo sees it; what only tests use is apart.
fn packages() -> Graph {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let uses = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap();
        let own = |d: &&Value| d["path"].is_string() && d["kind"].is_null();
        dependencies.iter().filter(own).map(|d| text(&d["name"])).collect()
    };
    packages.iter().map(|package| (text(&package["name"]), uses(package))).collect()
}

/// The arrows of the diagram, from a package to one that it uses: in the first block marked
/// `text`, each line is a chain `a <-- b <-- c`.
fn diagram() -> Graph {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut graph = Graph::new();
    let block = text.lines().skip_while(|line| *line != "```text").skip(1);
    for line in block.take_while(|line| *line != "```") {
        let mut used: Option<&str> = None;
        for word in line.split_whitespace() {
            if word.starts_with('<') && word.trim_start_matches(['<', '-']).is_empty() {
                continue;
            }
            let uses = graph.entry(word.into()).or_default();
            uses.extend(used.map(String::from));
            used = Some(word);
        }
    }
    graph
}

/// All that a package uses, directly or not.
fn reach(graph: &Graph, from: &str, seen: &mut BTreeSet<String>) {
    for next in graph.get(from).into_iter().flatten() {
        if seen.insert(next.clone()) {
            reach(graph, next, seen);
        }
    }
}

#[test]
fn the_diagram_is_the_dependencies() {
    let (packages, diagram) = (packages(), diagram());
    let names = |graph: &Graph| graph.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&diagram), names(&packages), "the rooms of the diagram");
    for (package, uses) in &packages {
        let mut below = BTreeSet::new();
        reach(&diagram, package, &mut below);
        assert!(!below.contains(package), "{package} uses itself");
        for used in uses {
            assert!(below.contains(used), "{package} uses {used}, and no arrow leads there");
        }
        for arrow in &diagram[package] {
            assert!(uses.contains(arrow), "{package} does not use {arrow}");
        }
    }
}

/// Every room of the house has its paragraph.
#[test]
fn every_package_is_described() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for package in packages().keys() {
        assert!(text.contains(&format!("**`{package}/`**")), "nothing is said of {package}");
    }
}
