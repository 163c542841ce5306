//! The answer of `indigo` as JSON.

use super::published::TABLE;
use super::{Counts, IndigoAnswer};
use dynamic::Detector;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The answer of `indigo`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "jaminan indigo")]
#[allow(dead_code)]
pub struct IndigoForm {
    /// How many kernels there are.
    kernels: u64,
    /// Blocks.
    blocks: u32,
    /// Threads of a block.
    threads: u32,
    /// How many kernels have a label that says they race.
    labelled: u64,
    /// The counts of each input.
    inputs: Vec<InputForm>,
    /// Kernels that were not run, and why.
    refused: Vec<RefusedForm>,
    /// From begin to end, in seconds.
    seconds: f64,
    /// With `--list`: what each kernel showed on each input.
    #[serde(default)]
    verdicts: Option<BTreeMap<String, BTreeMap<String, String>>>,
}

/// The counts of an input.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct InputForm {
    /// Its name.
    name: String,
    /// How many nodes it has.
    nodes: i32,
    /// How many edges it has.
    edges: i32,
    /// Racy kernels whose label says so.
    found: u64,
    /// Kernels whose label says that they race, and which do not on this input.
    missed: u64,
    /// Racy kernels whose label is race free.
    against_label: u64,
    /// How many kernels each detector reports.
    detectors: BTreeMap<String, u64>,
    /// How many kernels the detectors differ on.
    disputed: u64,
    /// How many runs did not end within their limits.
    undecided: u64,
    /// How many races HiRace found by [H24, Table I]; null of an input that is not in it.
    published: Option<u64>,
    /// The time of all runs, in seconds.
    seconds: f64,
    /// The time of the longest run, in seconds.
    slowest: f64,
    /// The accesses of the run with the most of them.
    most_accesses: u64,
}

/// A kernel that was not run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct RefusedForm {
    /// Its file's name.
    name: String,
    /// Why.
    why: String,
}

pub fn json(answer: &IndigoAnswer) -> Value {
    let labelled = answer.kernels.iter().filter(|(name, _)| super::Label::of(name).race).count();
    let inputs = (0..answer.inputs.len()).map(|n| input(answer, n)).collect::<Value>();
    let refused = answer.refused().map(|(name, why)| json!({ "name": name, "why": why.to_string() }));
    let mut json = json!({
        "kernels": answer.kernels.len(),
        "blocks": answer.shape.grid,
        "threads": answer.shape.block,
        "labelled": labelled,
        "inputs": inputs,
        "refused": refused.collect::<Value>(),
        "seconds": answer.time.as_secs_f64(),
    });
    if answer.list {
        json["verdicts"] = verdicts(answer);
    }
    json
}

fn verdicts(answer: &IndigoAnswer) -> Value {
    let mut verdicts = json!({});
    for (name, shown) in &answer.kernels {
        for (input, shown) in answer.inputs.iter().zip(shown.iter().flatten()) {
            verdicts[name][&input.name] = shown.verdict.name().into();
        }
    }
    verdicts
}

fn input(answer: &IndigoAnswer, n: usize) -> Value {
    let input = &answer.inputs[n];
    let Counts { found, missed, against_label, by, disputed, undecided, .. } = answer.counts(n);
    let counts = answer.counts(n);
    let detectors: BTreeMap<&str, u64> =
        Detector::ALL.into_iter().map(|detector| (detector.name(), by[detector as usize])).collect();
    let published = TABLE.iter().find(|row| row.input == input.name).map(|row| row.hirace);
    json!({
        "name": input.name,
        "nodes": input.graph.nodes(),
        "edges": input.graph.edges(),
        "found": found,
        "missed": missed,
        "against_label": against_label,
        "detectors": detectors,
        "disputed": disputed,
        "undecided": undecided,
        "published": published,
        "seconds": counts.time.as_secs_f64(),
        "slowest": counts.slowest.as_secs_f64(),
        "most_accesses": counts.most_accesses,
    })
}
