//! Derivations with one mistake: every mistake of a systematic list, in every step.
#![allow(dead_code)]

use semantics::derivation::{check, exchange};
use semantics::json;
use semantics::{Checked, Derivation, Exchanged, Step, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What became of the mistakes.
#[derive(Debug, Default)]
pub struct Tally {
    /// Not even the form of a step: named with its place when read.
    pub unreadable: usize,
    /// Rejected at the step with the mistake.
    pub there: usize,
    /// The step with the mistake is right, but no longer what a later step rests on.
    pub later: usize,
    /// A correct derivation after all, says the evaluator.
    pub correct: usize,
}

/// Whether the evaluator makes this step of these premises; `numbers` are those in sight.
pub type Derivable<'a, J> = &'a dyn Fn(&str, &J, &[&J], &[u64]) -> bool;

/// Makes every mistake in every step of the derivation, and compares what the checker says with
/// what the evaluator derives: the wrong step that the checker names must be the first, in
/// post-order, that the evaluator does not derive.
pub fn every_mistake<J: Checked + Exchanged + PartialEq>(
    d: &Derivation<J>,
    rules: &[&str],
    derivable: Derivable<'_, J>,
    tally: &mut Tally,
) {
    let text = exchange::write(d).expect("a small derivation");
    let document = json::value(&text).expect("it was just written");
    let steps = document["steps"].as_array().expect("a list").clone();
    for (n, step) in steps.iter().enumerate() {
        for mistake in mistakes(n, step, &steps, rules) {
            let mut wrong = document.clone();
            wrong["steps"][n] = mistake.clone();
            let listing = match exchange::read::<J>(&wrong) {
                Ok(listing) => listing,
                Err(error) => {
                    assert!(error.path.starts_with(&format!("steps[{n}].")), "{error}: {mistake}");
                    tally.unreadable += 1;
                    continue;
                }
            };
            let listed = listing.steps();
            let numbers = numbers(&wrong, n, &listed);
            let right = |step: &Step<'_, J>| {
                let above: Vec<&J> = step.premises.iter().map(|p| listed[*p].conclusion).collect();
                derivable(step.rule, step.conclusion, &above, &numbers)
            };
            // Only the mistaken step and those that rest on it have changed.
            let first = listed
                .iter()
                .enumerate()
                .position(|(at, step)| (at == n || step.premises.contains(&n)) && !right(step));
            match (check::check(&listed), first) {
                (Verdict::Valid, None) => tally.correct += 1,
                (Verdict::Wrong { step, why, .. }, Some(first)) if step == first + 1 => {
                    assert!(!why.to_string().is_empty());
                    if first == n { tally.there += 1 } else { tally.later += 1 }
                }
                (verdict, first) => panic!(
                    "{verdict}, but the first step that is not derived is {first:?} from 0\n\
                     {step}\nbecame\n{mistake}\nin {text}"
                ),
            }
        }
    }
}

/// The numbers in the step and in those around it: what a choice may have been.
fn numbers<J>(document: &Value, n: usize, listed: &[Step<'_, J>]) -> Vec<u64> {
    let mut found = BTreeSet::from([0, 1]);
    for (at, step) in listed.iter().enumerate() {
        if at == n || step.premises.contains(&n) || listed[n].premises.contains(&at) {
            let text = document["steps"][at]["conclusion"].to_string();
            found.extend(
                text.split(|c: char| !c.is_ascii_digit()).filter_map(|s| s.parse::<u64>().ok()),
            );
        }
    }
    found.into_iter().collect()
}

/// The step with each mistake of the list, one at a time.
fn mistakes(n: usize, step: &Value, steps: &[Value], rules: &[&str]) -> Vec<Value> {
    let mut found = Vec::new();
    let mut with = |key: &str, value: Value| {
        let mut mistake = step.clone();
        mistake[key] = value;
        if mistake != *step {
            found.push(mistake);
        }
    };
    for rule in rules.iter().chain(&["", "P-NONE"]) {
        with("rule", json!(rule));
    }
    let premises = step["premises"].as_array().expect("a list");
    for p in 0..premises.len() {
        let change = |f: &dyn Fn(&mut Vec<Value>)| {
            let mut changed = premises.clone();
            f(&mut changed);
            Value::Array(changed)
        };
        with("premises", change(&|list| drop(list.remove(p))));
        with("premises", change(&|list| list.insert(p, list[p].clone())));
        with("premises", change(&|list| list.swap(0, p)));
        for other in 1..=n + 1 {
            with("premises", change(&|list| list[p] = json!(other)));
        }
    }
    with("premises", json!(premises.iter().cloned().chain([json!(n.max(1))]).collect::<Vec<_>>()));
    with("step", json!(n + 2));
    for conclusion in variants(&step["conclusion"], "conclusion") {
        with("conclusion", conclusion);
    }
    // Another step's conclusion.
    for other in steps {
        with("conclusion", other["conclusion"].clone());
    }
    found
}

/// A JSON value with one change; `key` says what it stands for.
fn variants(value: &Value, key: &str) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Number(n) => {
            let n = n.as_u64().expect("a small natural");
            found.push(json!(n + 1));
            found.extend(n.checked_sub(1).map(|n| json!(n)));
        }
        Value::Bool(b) => found.push(json!(!b)),
        Value::String(text) => found.extend(strings(text, key).into_iter().map(Value::String)),
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                let with = |new: Vec<Value>| {
                    let mut changed = items.clone();
                    changed.splice(n..=n, new);
                    Value::Array(changed)
                };
                found.extend(variants(item, key).into_iter().map(|item| with(vec![item])));
                found.push(with(vec![]));
                found.push(with(vec![item.clone(), item.clone()]));
                let mut swapped = items.clone();
                swapped.swap(0, n);
                found.push(Value::Array(swapped));
            }
            if key == "phase" {
                for mode in ["rd", "wr"] {
                    let access = json!({"thread": 1, "mode": mode, "array": "A", "index": 7});
                    found.push(items.iter().cloned().chain([access]).collect());
                }
            }
        }
        Value::Object(object) => {
            for (name, item) in object {
                for variant in variants(item, name) {
                    let mut changed = object.clone();
                    changed[name] = variant;
                    found.push(Value::Object(changed));
                }
                let mut without = object.clone();
                without.shift_remove(name);
                found.push(Value::Object(without));
            }
            if matches!(key, "memory" | "updates") {
                for (array, index) in [("A", "0"), ("A", "7"), ("B", "0")] {
                    let mut changed = value.clone();
                    changed[array][index] = json!(7);
                    found.push(changed);
                }
            }
        }
        Value::Null => {}
    }
    if matches!(key, "trace" | "seq") {
        found.push(json!({"seq": [value, "tau"]}));
        found.push(json!({"seq": ["tau", value]}));
        found.extend(["tau", "then", "else"].map(|t| json!(t)));
        found.push(json!({"iter": ["x0", 0]}));
    }
    found.retain(|variant| variant != value);
    found
}

/// A string with one change.
fn strings(text: &str, key: &str) -> Vec<String> {
    let program = matches!(key, "program" | "expression" | "condition" | "rest");
    let mut found: Vec<String> = match key {
        "judgment" => {
            ["runs", "reaches", "evaluates", "decides", "reads"].map(str::to_owned).into()
        }
        "mode" => ["rd", "wr"].map(str::to_owned).into(),
        _ => vec![format!("{text}0"), "B".into()],
    };
    if program {
        for (n, c) in text.char_indices() {
            let with = |new: &str| [&text[..n], new, &text[n + c.len_utf8()..]].concat();
            match c {
                '0'..='9' => found.extend([with("0"), with("1"), with("2"), with("tid")]),
                '<' => found.extend([with(">"), with("<=")]),
                '+' => found.push(with("*")),
                'A' => found.push(with("B")),
                'x' => found.push(with("y")),
                _ => {}
            }
        }
        found.extend([format!("{text}; skip"), format!("skip; {text}"), "skip".into()]);
        found.extend([
            text.replace("tid", "0"),
            text.replace("rd", "wr"),
            text.replace("wr", "rd"),
        ]);
        found.push(text.replacen("else", "; if true { skip } else", 1));
    }
    found
}
