//! A derivation as the page steps through it.

use semantics::derivation::exchange;
use semantics::{Derivation, Exchanged, Shown, Spelling};
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
