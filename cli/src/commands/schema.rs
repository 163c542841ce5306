//! `schema`: the published form of each command's answer.

use crate::answer::{Answer, Command, View};
use crate::commands::schemas;
use crate::failure::Failure;
use semantics::Text;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The JSON Schema of a command's answer
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Schema {
    /// The command; without it, an object with the schema of each
    command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  jaminan schema run
  jaminan schema > schemas.json";

/// One schema, or several.
pub struct SchemaAnswer(Value);

impl Command for Schema {
    type Answer = SchemaAnswer;

    fn answer(self, _: &View) -> Result<SchemaAnswer, Failure> {
        let mut all: serde_json::Map<String, Value> =
            schemas().into_iter().map(|(name, schema)| (name.into(), schema.to_value())).collect();
        let Some(name) = self.command else {
            return Ok(SchemaAnswer(Value::Object(all)));
        };
        match all.remove(&name) {
            Some(schema) => Ok(SchemaAnswer(schema)),
            None => {
                let names: Vec<&str> = all.keys().map(String::as_str).collect();
                let hint = format!("the commands are {}", names.join(", "));
                Err(Failure::usage(format!("there is no command `{name}`"), hint))
            }
        }
    }
}

/// The answer of `schema`: a JSON Schema, or one under each command's name.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "jaminan schema")]
#[allow(dead_code)]
pub struct SchemaForm(BTreeMap<String, Value>);

impl Answer for SchemaAnswer {
    type Form = SchemaForm;

    fn json(&self) -> Value {
        self.0.clone()
    }

    fn text(&self, _: &View) -> Text {
        // Only numbers and text: this does not fail.
        Text::of_lines(serde_json::to_string_pretty(&self.0).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_schemas_are_current() {
        let published = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema");
        for (name, schema) in schemas() {
            let file = published.join(format!("{name}.json"));
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(
                serde_json::from_str::<Value>(&text).ok() == Some(schema.to_value()),
                "docs/schema/{name}.json is old: \
                 `jaminan schema {name} > docs/schema/{name}.json`"
            );
        }
    }
}
