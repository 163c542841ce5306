//! A derivation document of any calculus, checked.

use crate::babycuda;
use semantics::derivation::check::check;
use semantics::derivation::exchange::{calculus, read};
use semantics::json::{self, Unreadable};
use semantics::{Checked, Exchanged, Verdict};
use serde_json::Value;

/// Reads a derivation in JSON, whichever calculus it names, and
/// checks it.
///
/// # Errors
/// Where the text is no derivation document: no JSON, or a step that has not the form of a step.
pub fn check_document(text: &str) -> Result<Verdict, Unreadable> {
    let document = json::value(text)?;
    let verdict = calculus(&document).and_then(|calculus| match calculus {
        maps::Judgment::CALCULUS => verdict::<maps::Judgment>(&document),
        crate::Judgment::CALCULUS => verdict::<crate::Judgment>(&document),
        babycuda::Judgment::CALCULUS => verdict::<babycuda::Judgment>(&document),
        maps::Independence::CALCULUS => verdict::<maps::Independence>(&document),
        crate::Inference::CALCULUS => verdict::<crate::Inference>(&document),
        other => {
            let why = format!("no calculus is called {other:?}");
            Err(Unreadable::new(why).under("calculus"))
        }
    });
    json::discard(document);
    verdict
}

fn verdict<J: Exchanged + Checked>(document: &Value) -> Result<Verdict, Unreadable> {
    Ok(check(&read::<J>(document)?.steps()))
}
