//! The diagram in `ARCHITECTURE.md` is the packages' dependencies.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::root;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// Which folder's package uses which, as Cargo sees it; what only tests use is apart.
fn packages() -> Graph {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let last = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let folder = |package: &Value| {
        last(Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap())
    };
    let uses = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap();
        let own = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        own.filter_map(|dependency| Some(last(Path::new(dependency["path"].as_str()?)))).collect()
    };
    packages.iter().map(|package| (folder(package), uses(package))).collect()
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

/// What is published holds what it is compiled from: no source includes a file of another folder.
#[test]
fn packages_stand_alone() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => sources(&path, found),
                false if path.extension().is_some_and(|e| e == "rs") => found.push(path),
                false => {}
            }
        }
    }
    for package in packages().keys().filter(|package| *package != "tests") {
        let folder = root().join(package);
        let mut found = Vec::new();
        sources(&folder.join("src"), &mut found);
        for path in found {
            let text = std::fs::read_to_string(&path).unwrap();
            let below = path.strip_prefix(&folder).unwrap().components().count() - 1;
            let out = "../".repeat(below + 1);
            let leaves = |line: &&str| line.contains("include_str!") && line.contains(&out);
            assert_eq!(text.lines().find(leaves), None, "{}", path.display());
        }
    }
}
