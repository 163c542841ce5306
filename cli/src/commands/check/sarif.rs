//! `check --format sarif`: alarms and divergences as results of SARIF 2.1.0, for editors and code
//! hosts.

use super::summary::{cell, is_undecided};
use crate::sarif::{self, Rule, artifact};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use verdict::form::{Access, Alarm, Divergence, Kernel, Mode, Status};

/// What is found.
const RULES: [Rule; 5] = [
    ("race/true", "A data race: the interpreter made it, and the protocol is exact there", "error"),
    ("race/confirmed", "A data race: the interpreter, or a run of the kernel, made it", "error"),
    ("race/open", "A possible data race, neither shown nor refuted", "warning"),
    ("race/refuted", "A race of the protocol that the program cannot make", "none"),
    ("divergence", "A barrier that some threads of a block reach and others do not", "error"),
];

/// The log of one run.
///
/// `errors` are what kept a file from being checked.
pub fn log(kernels: &[Kernel], errors: &[(String, String)]) -> Value {
    let mut results = Vec::new();
    for kernel in kernels {
        results.extend(kernel.alarms.iter().map(|alarm| race(&kernel.name, alarm)));
        results.extend(kernel.divergences.iter().map(|found| divergence(&kernel.name, found)));
    }
    let mut notifications: Vec<Value> = errors
        .iter()
        .map(|(file, said)| {
            json!({
                "level": "error",
                "message": { "text": said },
                "locations": [{ "physicalLocation": { "artifactLocation": artifact(file) } }],
            })
        })
        .collect();
    // What is neither right nor wrong must not look like a clean bill.
    for kernel in kernels.iter().filter(|kernel| is_undecided(kernel)) {
        let why = kernel.why.as_deref().unwrap_or("no reason is given");
        let text = format!("{} is {}: {why}", kernel.name, kernel.verdict.word());
        notifications.push(json!({ "level": "warning", "message": { "text": text } }));
    }
    sarif::log(&RULES, results, notifications, errors.is_empty())
}

fn race(kernel: &str, alarm: &Alarm) -> Value {
    let status = alarm.status.word();
    let cell = cell(&alarm.array, &alarm.index);
    let (first, second) = (alarm.accesses.first(), alarm.accesses.get(1));
    let what = |access: Option<&Access>| {
        let Some(access) = access else { return String::new() };
        let verb = match access.mode {
            Mode::Wr => "writes",
            Mode::Rd => "reads",
        };
        format!("{} {verb}", thread(&access.thread))
    };
    let text = format!("{kernel}: {status} alarm at {cell}: {}, {}", what(first), what(second));
    let at = first.map(|access| of_access(access, None));
    let mut result = sarif::result(&RULES, &format!("race/{status}"), &text, at);
    if let Some(second) = second {
        result["relatedLocations"] = json!([of_access(second, Some(&what(Some(second))))]);
    }
    if alarm.status == Status::Refuted {
        // Kept for who compares with a tool that reports it.
        result["kind"] = "pass".into();
        result["level"] = "none".into();
    }
    result["properties"] = json!({
        "replayed": alarm.replayed, "reachability": alarm.reachability,
        "location": alarm.location, "approximated": alarm.approximated,
        "params": alarm.params, "memory": alarm.memory,
    });
    if let Some(run) = &alarm.run {
        result["properties"]["run"] = json!(run);
    }
    result
}

fn divergence(kernel: &str, found: &Divergence) -> Value {
    let told = |n: usize| found.threads.get(n).map_or_else(String::new, thread);
    let text = format!("{kernel}: {} reaches this barrier, {} does not", told(0), told(1));
    let at = location(&found.file, (found.line, found.column), None, None);
    let mut result = sarif::result(&RULES, "divergence", &text, Some(at));
    result["properties"] = json!({
        "replayed": found.replayed, "params": found.params, "memory": found.memory,
        "run": found.run,
    });
    result
}

/// `thread (threadIdx.x = 16)`: the coordinates that are not 0.
fn thread(coordinates: &BTreeMap<String, Value>) -> String {
    let all: Vec<String> = coordinates
        .iter()
        .filter(|(axis, n)| *axis == "tid" || **n != 0)
        .map(|(axis, n)| format!("{axis} = {n}"))
        .collect();
    if all.is_empty() { "thread 0".into() } else { format!("thread ({})", all.join(", ")) }
}

fn of_access(access: &Access, text: Option<&str>) -> Value {
    let end = Some((access.end_line, access.end_column));
    location(&access.file, (access.line, access.column), end, text)
}

/// A place, perhaps with an end, and with what happens there.
fn location(
    file: &str,
    (line, column): (usize, usize),
    end: Option<(usize, usize)>,
    text: Option<&str>,
) -> Value {
    let mut region = json!({ "startLine": line, "startColumn": column });
    if let Some((line, column)) = end {
        region["endLine"] = line.into();
        region["endColumn"] = column.into();
    }
    let mut at = json!({ "artifactLocation": artifact(file) });
    // A place that is not known is line 0 here, which SARIF has not.
    if line > 0 {
        at["region"] = region;
    }
    let mut location = json!({ "physicalLocation": at });
    if let Some(text) = text {
        location["message"] = json!({ "text": text });
    }
    location
}
