//! The form of the answer of `difftest`.

#![allow(dead_code)] // only the schema is used

use crate::witness::WitnessForm;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The answer of `difftest`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "jaminan difftest")]
pub enum DifftestForm {
    /// What came of a campaign.
    Tested(Box<TestedForm>),
    /// With `--print`: the kernels alone.
    Printed(PrintedForm),
}

/// Kernels, in one language.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintedForm {
    /// `cu`, `cl`, `jam` or `map`.
    language: String,
    /// The kernels.
    kernels: Vec<KernelForm>,
}

/// A kernel.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GeneratedKernel")]
struct KernelForm {
    /// What gives it again.
    id: String,
    /// Statement nodes of the core, lines of a text.
    size: usize,
    /// The text.
    text: String,
}

/// What came of a campaign.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestedForm {
    /// The name of the detector.
    detector: String,
    /// How many comparisons the self-check made before.
    self_check: usize,
    /// Kernels that were tried, in this run and before it.
    kernels: u64,
    /// Of this run.
    new: u64,
    /// Kernels a second, in this run.
    rate: f64,
    /// Whether every kernel of the plan was tried.
    finished: bool,
    /// Kernels by outcome: `agree`, `imprecise`, `missed-race`, `false-alarm`, `wrong-claim`, `crash`,
    /// `timeout`, `unsupported`, `poisoned`.
    outcomes: BTreeMap<String, u64>,
    /// Kernels by what is true: `racy`, `race-free`, `unknown`.
    truths: BTreeMap<String, u64>,
    /// Kernels by class: `CIDI`, …
    classes: BTreeMap<String, u64>,
    /// Kernels by size: statement nodes of the core, lines of a text.
    sizes: BTreeMap<String, u64>,
    /// Places of the plan for which no kernel fits the knobs.
    without: u64,
    /// Kernels on which our own referees contradict each other.
    contradictions: Vec<ContradictionForm>,
    /// Where the detector is wrong or without an answer, by root cause, worst first.
    findings: Vec<FindingForm>,
}

/// A kernel on which our own referees contradict each other: a bug of ours.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ContradictionForm {
    /// Its name.
    id: String,
    /// What each of them says.
    why: String,
    /// The kernel.
    kernel: Option<String>,
}

/// A disagreement with one root cause.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FindingForm {
    /// The outcome.
    outcome: String,
    /// In one line.
    title: String,
    /// The name of its folder.
    folder: String,
    /// The smallest kernel.
    kernel: String,
    /// Its language: `cu`, `cl`, `jam` or `map`.
    language: String,
    /// What is true of it, and who shows it.
    truth: String,
    /// What the detector says.
    said: String,
    /// Why there is no answer, where there is none.
    why: String,
    /// Whether no kernel that is one step smaller has the outcome.
    smallest: bool,
    /// The kernels that it was made from.
    from: Vec<String>,
    /// The explorer's witness of a race.
    witness: Option<WitnessForm>,
    /// The alarm of `check`, in its form.
    alarm: Option<Value>,
}
