//! `docs/rules.json`, from which the playground has its rules, has the rules that there are and no others.
#![allow(clippy::unwrap_used)] // a test may panic

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use tests::root;

/// Where rules are written, and whether a name stands in brackets there.
const SOURCES: [(&str, bool); 6] = [
    ("maps/src/rules.rs", true),
    ("jaminan/src/rules.rs", true),
    ("jaminan/src/babycuda/rules.rs", true),
    ("maps/src/independence/derive.rs", false),
    ("jaminan/src/inference/derive.rs", false),
    ("jaminan/src/babycuda/typing.rs", false),
];

/// Leaves are no rules of a figure.
const LEAVES: [&str; 3] = ["E", "C", "M"];

/// The names of rules in a source: words in capitals, in quotation marks.
fn named(text: &str, in_brackets: bool) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2).filter(move |word| {
        let capitals = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
        let is_name = word.len() > 1 && word.chars().all(capitals);
        is_name && (!in_brackets || text.contains(&format!("[\"{word}\"]")))
    })
}

#[test]
fn every_rule_is_printed() {
    let mut written = BTreeSet::from(LEAVES.map(str::to_owned));
    for (source, in_brackets) in SOURCES {
        let text = fs::read_to_string(root().join(source)).unwrap();
        written.extend(named(&text, in_brackets).map(str::to_owned));
    }
    let text = fs::read_to_string(root().join("docs/rules.json")).unwrap();
    let groups: Vec<Value> = serde_json::from_str(&text).unwrap();
    let rules = groups.iter().flat_map(|group| group["rules"].as_array().unwrap());
    let names: Vec<&str> = rules.map(|rule| rule["name"].as_str().unwrap()).collect();
    let printed: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(printed.len(), names.len(), "a name is there twice");
    assert_eq!(printed, written);
}
