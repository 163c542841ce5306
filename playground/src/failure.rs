//! Why there is no answer.

use semantics::{Diagnostic, Stop};
use serde_json::{Value, json};

/// Why there is no answer, and where in the text.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: Option<String>,
    /// In UTF-16 units, as a page counts.
    place: Option<(usize, usize)>,
}

impl Failure {
    /// A failure without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), hint: None, place: None }
    }

    /// With what to do next.
    pub fn hint(self, hint: &str) -> Self {
        Failure { hint: Some(hint.into()), ..self }
    }

    /// A limit was reached.
    pub fn stopped(stop: Stop) -> Self {
        Failure::new(format!("not decided: {stop}")).hint("make the program or the bounds smaller")
    }

    /// As JSON: `message`, `hint`, `from` and `to`.
    pub fn json(&self) -> Value {
        let (from, to) = self.place.unzip();
        json!({ "message": self.message, "hint": self.hint, "from": from, "to": to })
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        let Diagnostic { message, span, label, hint, .. } = diagnostic;
        let units = |text: &str, end: usize| text.get(..end).unwrap_or(text).encode_utf16().count();
        let place = span.map(|span| {
            let text = span.source.text();
            (units(text, span.bytes.start), units(text, span.bytes.end))
        });
        // On a terminal the label stands under the place, here beside the message: it is not said twice.
        let said = label.is_empty() || message.contains(&label);
        let message = if said { message } else { format!("{message} ({label})") };
        Failure { message, hint, place }
    }
}
