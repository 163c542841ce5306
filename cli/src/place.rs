//! Places in a source.

use schemars::JsonSchema;
use semantics::Site;
use serde::{Deserialize, Serialize};

/// A place in a source; absent keys where it is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct PlaceForm {
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// The place of a site.
pub fn place(site: &Site) -> PlaceForm {
    let Some(span) = site.span() else { return PlaceForm::default() };
    let (line, column) = span.line_column();
    PlaceForm { file: Some(span.source.name().into()), line: Some(line), column: Some(column) }
}

/// `7:12`, line and column.
pub fn short(site: &Site) -> String {
    match site.span() {
        Some(span) => {
            let (line, column) = span.line_column();
            format!("{line}:{column}")
        }
        None => "?".into(),
    }
}
