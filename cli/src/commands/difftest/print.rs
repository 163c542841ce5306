//! `difftest --print`: the kernels themselves.

use generators::{Kernel, Language};
use semantics::Text;
use serde_json::{Value, json};

/// Kernels, in one language.
pub struct Printed {
    /// The language.
    pub language: Language,
    /// Those that can be written in it.
    pub kernels: Vec<Kernel>,
}

impl Printed {
    fn texts(&self) -> impl Iterator<Item = (&Kernel, String)> {
        self.kernels.iter().filter_map(|kernel| Some((kernel, kernel.text(self.language)?)))
    }

    /// Name, size and text of each.
    pub fn json(&self) -> Value {
        let kernels: Vec<Value> = self
            .texts()
            .map(|(kernel, text)| json!({ "id": kernel.id, "size": kernel.size(), "text": text }))
            .collect();
        json!({ "language": self.language.to_string(), "kernels": kernels })
    }

    /// One after another. Each begins with its name.
    pub fn text(&self) -> Text {
        Text::joined(self.texts().map(|(_, text)| Text::of_lines(text)))
    }
}
