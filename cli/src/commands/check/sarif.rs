//! `check --format sarif`: alarms and divergences as results of SARIF 2.1.0, for editors and code
//! hosts.

use crate::sarif::{self, Rule, artifact};
use serde_json::{Value, json};

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
pub fn log(kernels: &[Value], errors: &[(String, String)]) -> Value {
    let mut results = Vec::new();
    for kernel in kernels {
        let name = kernel["name"].as_str().unwrap_or_default();
        let list = |key: &str| kernel[key].as_array().cloned().unwrap_or_default();
        results.extend(list("alarms").iter().map(|alarm| race(name, alarm)));
        results.extend(list("divergences").iter().map(|found| divergence(name, found)));
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
    for kernel in kernels {
        // What is neither right nor wrong must not look like a clean bill.
        let verdict = kernel["verdict"].as_str().unwrap_or_default();
        if verdict.starts_with("un") {
            let why = super::summary::why(kernel).unwrap_or("no reason is given");
            let name = kernel["name"].as_str().unwrap_or_default();
            let text = format!("{name} is {verdict}: {why}");
            notifications.push(json!({ "level": "warning", "message": { "text": text } }));
        }
    }
    sarif::log(&RULES, results, notifications, errors.is_empty())
}

fn race(kernel: &str, alarm: &Value) -> Value {
    let status = alarm["status"].as_str().unwrap_or_default();
    let index: String =
        alarm["index"].as_array().into_iter().flatten().map(|n| format!("[{n}]")).collect();
    let cell = format!("{}{index}", alarm["array"].as_str().unwrap_or_default());
    let accesses = alarm["accesses"].as_array().cloned().unwrap_or_default();
    let (first, second) = (&accesses.first(), &accesses.get(1));
    let what = |access: &Option<&Value>| {
        let Some(access) = access else { return String::new() };
        let verb = if access["mode"] == "wr" { "writes" } else { "reads" };
        format!("{} {verb}", thread(&access["thread"]))
    };
    let text = format!("{kernel}: {status} alarm at {cell}: {}, {}", what(first), what(second));
    let mut result = sarif::result(&RULES, &format!("race/{status}"), &text, first.map(location));
    if let Some(second) = second {
        result["relatedLocations"] = json!([related(second, &what(&Some(second)))]);
    }
    if status == "refuted" {
        // Kept for who compares with a tool that reports it.
        result["kind"] = "pass".into();
        result["level"] = "none".into();
    }
    result["properties"] = json!({
        "replayed": alarm["replayed"], "reachability": alarm["reachability"],
        "location": alarm["location"], "approximated": alarm["approximated"],
        "params": alarm["params"], "memory": alarm["memory"],
    });
    if !alarm["run"].is_null() {
        result["properties"]["run"] = alarm["run"].clone();
    }
    result
}

fn divergence(kernel: &str, found: &Value) -> Value {
    let (one, other) = (thread(&found["threads"][0]), thread(&found["threads"][1]));
    let text = format!("{kernel}: {one} reaches this barrier, {other} does not");
    let mut result = sarif::result(&RULES, "divergence", &text, Some(location(found)));
    result["properties"] = json!({
        "replayed": found["replayed"], "params": found["params"], "memory": found["memory"],
        "run": found["run"],
    });
    result
}

/// `thread (threadIdx.x = 16)`: the coordinates that are not 0.
fn thread(coordinates: &Value) -> String {
    let all: Vec<String> = coordinates
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(axis, n)| *axis == "tid" || **n != 0)
        .map(|(axis, n)| format!("{axis} = {n}"))
        .collect();
    if all.is_empty() { "thread 0".into() } else { format!("thread ({})", all.join(", ")) }
}

fn location(place: &Value) -> Value {
    let mut region = json!({ "startLine": place["line"], "startColumn": place["column"] });
    if let (Some(line), Some(column)) = (place.get("end_line"), place.get("end_column")) {
        region["endLine"] = line.clone();
        region["endColumn"] = column.clone();
    }
    let mut at = json!({ "artifactLocation": artifact(place["file"].as_str().unwrap_or_default()) });
    // A place that is not known is line 0 here, which SARIF has not.
    if place["line"].as_u64().is_some_and(|line| line > 0) {
        at["region"] = region;
    }
    json!({ "physicalLocation": at })
}

fn related(place: &Value, text: &str) -> Value {
    let mut location = location(place);
    location["message"] = json!({ "text": text });
    location
}
