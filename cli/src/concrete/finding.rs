//! What has no meaning in a run, as JSON and for people.

use super::index;
use crate::style::ALARM;
use grid::Finding;
use schemars::JsonSchema;
use semantics::{Excerpt, Span, Text, say};
use serde::Deserialize;
use serde_json::{Value, json};

/// What has no meaning in a run; it is contained, and the run goes on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
pub struct FindingForm {
    /// What it is: `out of bounds`, `overflow`, `barrier divergence`, ….
    kind: String,
    /// The file, as it was named.
    file: String,
    /// From 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
    /// `blockIdx` of the first thread that shows it.
    block: [u32; 3],
    /// Its `threadIdx`.
    thread: [u32; 3],
    /// More of it, for people.
    detail: String,
    /// How often it was found at this place.
    count: u64,
}

/// A finding with its place, in a launch of these dimensions: of the grid, of a block.
pub struct Placed<'a> {
    pub finding: &'a Finding,
    pub place: Option<&'a Span>,
    pub dimensions: ([u32; 3], [u32; 3]),
}

impl Placed<'_> {
    pub fn json(&self) -> Value {
        let Placed { finding, place, dimensions: (grid, block) } = self;
        let (line, column) = place.map_or((1, 1), Span::line_column);
        json!({
            "kind": finding.kind.name(),
            "file": place.map_or("-", |span| span.source.name()),
            "line": line,
            "column": column,
            "block": index(finding.block, *grid),
            "thread": index(finding.thread, *block),
            "detail": finding.detail,
            "count": finding.count,
        })
    }

    pub fn write(&self, out: &mut Text) {
        let Placed { finding, place, dimensions: (grid, block) } = self;
        let (block, thread) = (index(finding.block, *grid), index(finding.thread, *block));
        let times = match finding.count {
            1 => String::new(),
            n => format!(", and {} more times", n - 1),
        };
        let kind = finding.kind.name();
        out.blank();
        say!(out, "{ALARM}{kind}{ALARM:#}: block {block:?}, thread {thread:?}{times}");
        if let Some(span) = place {
            out.push(&Excerpt::new().mark(span, &finding.detail).text());
        }
    }
}
