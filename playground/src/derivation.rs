//! A derivation as the page steps through it, and as a student writes it.

use crate::failure::Failure;
use semantics::derivation::exchange;
use semantics::{Derivation, Exchanged, Shown, Spelling, Verdict};
use serde_json::{Value, json};

/// No derivation with more steps is sent to the page.
const MOST_STEPS: usize = 1500;

/// Its steps, each after its premises, with the document that `explain --check` reads; nothing where it is too large.
pub fn json<J: Shown + Exchanged>(d: &Derivation<J>) -> Value {
    let steps = d.steps();
    let Some(document) = (steps.len() <= MOST_STEPS).then(|| exchange::write(d).ok()).flatten()
    else {
        return Value::Null;
    };
    let steps: Vec<Value> = steps
        .iter()
        .map(|step| {
            json!({
                "rule": step.rule,
                "conclusion": step.conclusion.show(Spelling::Unicode),
                "side": step.conclusion.is_side_condition(),
                "premises": step.premises,
            })
        })
        .collect();
    json!({ "steps": steps, "document": document })
}

/// Whether every step of a document is an instance of its rule: `valid`, the first `wrong` step in a sentence, and the last
/// `conclusion`, as text.
pub fn checked(text: &str) -> Result<Value, Failure> {
    let unreadable = |why: semantics::json::Unreadable| Failure::new(why.to_string());
    let wrong = match jaminan::check_document(text).map_err(unreadable)? {
        Verdict::Valid => None,
        wrong @ Verdict::Wrong { .. } => Some(wrong.to_string()),
    };
    let mut document = semantics::json::value(text).map_err(unreadable)?;
    let steps = document["steps"].as_array_mut();
    let last = steps.and_then(Vec::pop).map(|mut step| step["conclusion"].take());
    semantics::json::discard(document);
    let conclusion = last.map(semantics::json::text);
    Ok(json!({ "valid": wrong.is_none(), "wrong": wrong, "conclusion": conclusion }))
}
