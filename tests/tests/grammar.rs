//! `docs/grammar.md`: every sentence that its rules derive is read.
//!
//! Sentences are put into a document of derivations, whose programs need not be closed: `explain --check` reads all of
//! them before it finds that nothing there is derived.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests::{jaminan_reading, root};

/// The right-hand side of a rule.
#[derive(Clone, Debug)]
enum Right {
    Text(String),
    Rule(String),
    Either(Vec<Right>),
    InOrder(Vec<Right>),
    Perhaps(Box<Right>),
    Often(Box<Right>),
}

type Rules = BTreeMap<String, Right>;

/// The rules for one of the two languages.
fn rules(language: &str) -> Rules {
    let text = std::fs::read_to_string(root().join("docs/grammar.md")).unwrap();
    let mut words = Vec::new();
    for block in text.split("```ebnf").skip(1) {
        let (kind, rest) = block.split_once('\n').unwrap();
        if ["", language].contains(&kind.trim()) {
            words.extend(rest.split_once("```").unwrap().0.split_whitespace().map(str::to_owned));
        }
    }
    let mut rules = Rules::new();
    let mut rest = words.as_slice();
    while let [name, equals, after @ ..] = rest {
        assert_eq!(equals, "=", "after {name}");
        let (right, after) = either(after);
        assert_eq!(after.first().map(String::as_str), Some(";"), "the end of {name}");
        assert!(rules.insert(name.clone(), right).is_none(), "{name} twice");
        rest = &after[1..];
    }
    rules
}

fn either(mut words: &[String]) -> (Right, &[String]) {
    let mut all = Vec::new();
    loop {
        let (one, rest) = in_order(words);
        all.push(one);
        match rest.first().map(String::as_str) {
            Some("|") => words = &rest[1..],
            _ => return (Right::Either(all), rest),
        }
    }
}

fn in_order(mut words: &[String]) -> (Right, &[String]) {
    let mut all = Vec::new();
    while let Some((word, rest)) = words.split_first() {
        let (part, after) = match word.as_str() {
            "|" | ";" | ")" | "]" | "}" => break,
            "(" | "[" | "{" => {
                let (inside, after) = either(rest);
                let inside = Box::new(inside);
                let part = match word.as_str() {
                    "(" => *inside,
                    "[" => Right::Perhaps(inside),
                    _ => Right::Often(inside),
                };
                (part, &after[1..])
            }
            text if text.starts_with('"') => (Right::Text(text.trim_matches('"').into()), rest),
            rule => (Right::Rule(rule.into()), rest),
        };
        all.push(part);
        words = after;
    }
    (Right::InOrder(all), words)
}

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// Writes a sentence. Once it is deep, the shortest ways are taken: the first of a choice, and nothing that may be left out.
fn sentence(out: &mut String, rules: &Rules, right: &Right, depth: usize, chance: &mut Chance) {
    const DEEP: usize = 30;
    match right {
        Right::Text(text) => *out += &format!("{text} "),
        Right::Rule(name) => match name.as_str() {
            "name" => *out += ["x ", "A ", "long_name1 ", "_ "][chance.below(4)],
            "number" => *out += ["0 ", "1 ", "4294967296 "][chance.below(3)],
            _ => sentence(out, rules, &rules[name], depth + 1, chance),
        },
        Right::Either(all) => {
            let n = if depth > DEEP { 0 } else { chance.below(all.len()) };
            sentence(out, rules, &all[n], depth + 1, chance);
        }
        Right::InOrder(all) => {
            all.iter().for_each(|part| sentence(out, rules, part, depth + 1, chance));
        }
        Right::Perhaps(inside) => {
            if depth <= DEEP && chance.below(2) == 0 {
                sentence(out, rules, inside, depth + 1, chance);
            }
        }
        Right::Often(inside) => {
            while depth <= DEEP && chance.below(3) == 0 {
                sentence(out, rules, inside, depth + 1, chance);
            }
        }
    }
}

/// Whether these programs can all be read, and if not, what is said.
fn read(programs: &[String], language: &str) -> Result<(), String> {
    let step = |(n, program): (usize, &String)| -> Value {
        let conclusion = match language {
            "map" => {
                json!({"judgment": "runs", "program": program, "thread": 0, "phase": [], "trace": "then"})
            }
            _ => {
                json!({"judgment": "runs", "memory": {}, "program": program, "thread": 0, "updates": {},
                        "phase": [], "trace": "then"})
            }
        };
        json!({"step": n + 1, "rule": "none", "conclusion": conclusion, "premises": []})
    };
    let steps: Vec<Value> = programs.iter().enumerate().map(step).collect();
    let calculus = if language == "map" { "maps" } else { "jaminan" };
    let document = json!({"calculus": calculus, "steps": steps}).to_string();
    let reply = jaminan_reading(&["explain", "--check", "-"], document.as_bytes());
    match reply.code {
        // Read, and nothing that is derived.
        Some(1) => Ok(()),
        _ => Err(reply.err),
    }
}

#[test]
fn every_sentence_is_read() {
    for language in ["jam", "map"] {
        let rules = rules(language);
        let mut chance = Chance(7);
        let mut programs = Vec::new();
        while programs.len() < 1500 {
            let mut program = String::new();
            sentence(&mut program, &rules, &rules["statement"], 0, &mut chance);
            if program.len() < 4000 {
                programs.push(program);
            }
        }
        let longest = programs.iter().map(String::len).max();
        println!("{language}: {} sentences, the longest of {longest:?} bytes", programs.len());
        for some in programs.chunks(100) {
            if let Err(why) = read(some, language) {
                let one = some.iter().find(|p| read(std::slice::from_ref(p), language).is_err());
                panic!("{language}: {one:?}\n{why}");
            }
        }
    }
}

/// Every word that a rule names is a rule, and every rule is named.
#[test]
fn the_rules_are_complete() {
    fn named(right: &Right, all: &mut Vec<String>) {
        match right {
            Right::Text(_) => {}
            Right::Rule(name) => all.push(name.clone()),
            Right::Either(parts) | Right::InOrder(parts) => {
                parts.iter().for_each(|p| named(p, all))
            }
            Right::Perhaps(inside) | Right::Often(inside) => named(inside, all),
        }
    }
    for language in ["jam", "map"] {
        let rules = rules(language);
        let mut all = vec!["file".to_owned()];
        rules.values().for_each(|right| named(right, &mut all));
        for name in &all {
            let lexical = ["name", "number"].contains(&name.as_str());
            assert!(lexical || rules.contains_key(name), "{language}: {name} is no rule");
        }
        for name in rules.keys() {
            assert!(all.contains(name), "{language}: nothing names {name}");
        }
    }
}
