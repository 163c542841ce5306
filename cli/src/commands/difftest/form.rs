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
    /// With `--dry-run`: how the detector is called and read.
    DryRun(DryRunForm),
}

/// How a detector is called and read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DryRunForm {
    /// The name of the detector.
    detector: String,
    /// Some kernels.
    dry_run: Vec<AskedForm>,
}

/// What the detector did with a kernel.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskedForm {
    /// The name of the kernel.
    id: String,
    /// Its language: `cu`, `cl`, `jam` or `map`.
    language: String,
    /// The text that the detector is given.
    kernel: String,
    /// The command, with all that is filled in.
    command: Vec<String>,
    /// How it ended.
    end: String,
    /// What it printed on standard output.
    stdout: String,
    /// The same of standard error.
    stderr: String,
    /// What that is read as.
    said: String,
    /// The number of the `[[answer]]` that reads it, from 1.
    rule: Option<u64>,
    /// Why there is no answer, where there is none.
    why: String,
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
    /// Poisoned kernels by why nothing can be told of them.
    poisoned: BTreeMap<String, u64>,
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
    /// Whether no kernel that is one step smaller has the outcome, and the cause.
    smallest: bool,
    /// What the detector is right without, once it is taken from the kernel; `null` where no single edit is known
    /// that makes it right.
    cause: Option<String>,
    /// The kernel that it was made from, as it was found.
    as_found: AsFoundForm,
    /// All kernels of this cause.
    from: Vec<String>,
    /// How many of them have which outcome.
    outcomes: BTreeMap<String, u64>,
    /// The explorer's witness of a race.
    witness: Option<WitnessForm>,
    /// The alarm of `check`, in its form.
    alarm: Option<Value>,
}

/// A kernel as it was found.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AsFoundForm {
    /// Its name.
    id: String,
    /// Its text.
    kernel: String,
}
