//! SARIF 2.1.0, for editors and code hosts: what every log has.

use serde_json::{Value, json};

/// A rule: identifier, what it says in short, how bad it is.
pub type Rule = (&'static str, &'static str, &'static str);

/// The log of one run. What kept it from being whole is among the notifications.
pub fn log(
    rules: &[Rule],
    results: Vec<Value>,
    notifications: Vec<Value>,
    successful: bool,
) -> Value {
    let rules: Vec<Value> = rules
        .iter()
        .map(|(id, text, level)| {
            json!({
                "id": id,
                "shortDescription": { "text": text },
                "defaultConfiguration": { "level": level },
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "jaminan",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": successful,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    })
}

/// A result of one of the rules.
pub fn result(rules: &[Rule], rule: &str, text: &str, location: Option<Value>) -> Value {
    let at = rules.iter().position(|(id, ..)| *id == rule).unwrap_or_default();
    json!({
        "ruleId": rule,
        "ruleIndex": at,
        "level": rules.get(at).map(|(.., level)| *level),
        "message": { "text": text },
        "locations": location.into_iter().collect::<Vec<_>>(),
    })
}

/// A file as a relative reference of a URI.
pub fn artifact(file: &str) -> Value {
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into());
            }
            b'\\' => uri.push('/'),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    if file.starts_with('/') {
        uri.insert_str(0, "file://");
    }
    json!({ "uri": uri })
}
