//! What a grid leaves behind, as JSON and for people.

use super::grid::GridAnswer;
use super::trace::Step;
use crate::concrete::finding::{FindingForm, Placed};
use crate::concrete::{count, end, index};
use crate::style::{ALARM, FINE, HEADING, LABEL, NOTE, UNDECIDED};
use grid::contents::Number;
use grid::{End, Finding};
use semantics::{Text, say};
use schemars::JsonSchema;
use semantics::Span;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a grid leaves behind.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
pub struct GridForm {
    /// The kernel.
    kernel: String,
    /// `finished`, `deadlock`, `out of fuel`, `out of time`.
    end: String,
    /// What the arrays and the variables of the file hold, constants left out; an element of a
    /// structure is a list.
    arrays: BTreeMap<String, Vec<ElementForm>>,
    /// How many barriers blocks passed, over all blocks.
    barriers: u64,
    /// How many instructions were run.
    steps: u64,
    /// What has no meaning, once for each kind and place.
    findings: Vec<FindingForm>,
    /// With `--trace`: the accesses in their order.
    #[serde(default)]
    trace: Option<Vec<StepForm>>,
    /// What was passed over.
    notes: Vec<String>,
}

/// A number: an integer beyond 2⁵³, `NaN`, `inf` and `-inf` as text.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum NumberForm {
    /// Up to 2⁵³.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// Another.
    Text(String),
}

/// An element of an array.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum ElementForm {
    /// A number.
    Number(NumberForm),
    /// The members of a structure, in order.
    Members(Vec<NumberForm>),
}

/// An access.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct StepForm {
    /// `blockIdx`.
    block: [u32; 3],
    /// `threadIdx`.
    thread: [u32; 3],
    /// `rd`, `wr`, `atomic`, `atomic_block`, `atomic_system`.
    mode: String,
    /// The array or the variable.
    array: String,
    /// The element.
    index: u64,
    /// `file:line:column`.
    place: String,
    /// How many barriers the block had passed.
    phase: u32,
}

/// Of an array, so many elements are shown to people.
const SHOWN: usize = 64;

impl GridAnswer {
    pub fn json(&self) -> Value {
        let arrays: serde_json::Map<String, Value> = self
            .arrays
            .iter()
            .map(|(name, elements)| (name.clone(), elements.iter().map(|e| element(e)).collect()))
            .collect();
        let findings = self.outcome.findings.iter().zip(&self.places);
        let mut answer = json!({
            "kernel": self.kernel,
            "end": end(self.outcome.end),
            "arrays": arrays,
            "barriers": self.outcome.barriers,
            "steps": self.outcome.steps,
            "findings": findings.map(|(f, place)| self.placed(f, place).json()).collect::<Value>(),
        });
        if let Some(trace) = &self.trace {
            answer["trace"] = trace.iter().map(|step| self.step(step)).collect();
        }
        answer["notes"] = self.notes.clone().into();
        answer
    }

    fn placed<'a>(&self, finding: &'a Finding, place: &'a Option<Span>) -> Placed<'a> {
        Placed { finding, place: place.as_ref(), dimensions: (self.grid, self.block) }
    }

    fn step(&self, step: &Step) -> Value {
        json!({
            "block": index(step.who.0, self.grid),
            "thread": index(step.who.1, self.block),
            "mode": step.mode,
            "array": step.array,
            "index": step.index,
            "place": step.place,
            "phase": step.phase,
        })
    }

    pub fn text(&self) -> Text {
        let mut out = Text::new();
        let (bold, label) = (HEADING, LABEL);
        for step in self.trace.iter().flatten() {
            let (block, thread) = (index(step.who.0, self.grid), index(step.who.1, self.block));
            let (mode, array, n, place) = (step.mode, &step.array, step.index, &step.place);
            say!(out, "{block:?}{thread:?} {mode} {array}[{n}]  {label}{place}{label:#}");
        }
        let style = match self.outcome.end {
            End::Finished if self.outcome.findings.is_empty() => FINE,
            End::Finished | End::Deadlock => ALARM,
            End::OutOfFuel | End::Exhausted(_) => UNDECIDED,
        };
        let [grid, block] = [self.grid, self.block].map(|dims| dims.iter().product::<u32>());
        let barriers = match self.outcome.barriers {
            1 => "one barrier passed".to_owned(),
            n => format!("{n} barriers passed"),
        };
        say!(out, "{bold}{}{bold:#}: {style}{}{style:#} ({} × {}, {barriers})",
            self.kernel,
            end(self.outcome.end),
            count(grid, "block"),
            count(block, "thread"));
        for (finding, place) in self.outcome.findings.iter().zip(&self.places) {
            self.placed(finding, place).write(&mut out);
        }
        if !self.arrays.is_empty() {
            out.blank();
        }
        for (name, elements) in &self.arrays {
            let shown: Vec<String> = elements.iter().take(SHOWN).map(|e| plain(e)).collect();
            let more = match elements.len().saturating_sub(SHOWN) {
                0 => String::new(),
                n => format!(", … ({n} more)"),
            };
            say!(out, "{label}{name}{label:#} = [{}{more}]", shown.join(", "));
        }
        for note in &self.notes {
            say!(out, "{NOTE}note{NOTE:#}: {note}");
        }
        out
    }
}

fn element(scalars: &[Number]) -> Value {
    match scalars {
        [only] => number(*only),
        several => several.iter().map(|n| number(*n)).collect(),
    }
}

fn number(number: Number) -> Value {
    match number {
        Number::Integer(n) => semantics::json::number(&n.into()),
        Number::Real(x) if x.is_finite() => json!(x),
        Number::Real(x) => x.to_string().into(),
    }
}

fn plain(scalars: &[Number]) -> String {
    match scalars {
        [only] => only.text(),
        several => {
            let several: Vec<String> = several.iter().map(|n| n.text()).collect();
            format!("{{{}}}", several.join(", "))
        }
    }
}
