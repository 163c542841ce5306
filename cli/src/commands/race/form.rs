//! The answer of `race` as JSON.

use super::{Alarm, RaceAnswer};
use crate::concrete::finding::{FindingForm, Placed};
use crate::concrete::{end, index, schedule_name};
use dynamic::{Detector, Run, Stamp};
use schemars::JsonSchema;
use semantics::{Name, Span};
use serde::Deserialize;
use serde_json::{Value, json};
use theories::hirace::Access;
use verdict::form::Assumption;

/// The answer of `race`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "jaminan race")]
#[allow(dead_code)]
pub struct RaceForm {
    /// The kernel that was run.
    kernels: Vec<KernelForm>,
}

/// What the runs of a kernel show.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct KernelForm {
    /// The kernel.
    name: String,
    /// `racy`, `potential` (unless fences or atomics order the accesses), `none found` (in these runs),
    /// `unknown` (a limit was reached).
    verdict: String,
    /// `gridDim`
    grid: [u32; 3],
    /// `blockDim`
    block: [u32; 3],
    /// A run for each schedule.
    runs: Vec<RunForm>,
    /// Races, and what a detector calls one.
    alarms: Vec<AlarmForm>,
    /// What has no meaning, once for each kind and place.
    findings: Vec<FindingForm>,
    /// What was passed over.
    notes: Vec<String>,
    /// What the verdict takes for granted.
    assumptions: Vec<AssumptionForm>,
}

/// What a verdict takes for granted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct AssumptionForm {
    /// `fence`: the order that fences, or atomics on one location, may give.
    kind: String,
    /// What it is, as a sentence.
    what: String,
    /// The file where it is needed, as it was named.
    file: Option<String>,
    /// The line there, from 1.
    line: Option<usize>,
}

/// A run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct RunForm {
    /// `canonical`, `reversed`, `random:SEED`: it replays the run.
    schedule: String,
    /// `finished`, `deadlock`, `out of fuel`, `out of time`.
    end: String,
    /// As of the kernel.
    verdict: String,
    /// How many accesses of shared and global memory there were.
    accesses: u64,
    /// Of these, how many were not watched for want of memory.
    unwatched: u64,
    /// How many barriers blocks passed, over all blocks.
    barriers: u64,
    /// How many instructions were run.
    steps: u64,
    /// Detectors that gave up, and why.
    gave_up: Vec<String>,
}

/// Two accesses that race, or what a detector calls so.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct AlarmForm {
    /// The array or the variable.
    array: String,
    /// `global` or `shared`.
    space: String,
    /// The element; of a structure, that which the access is in.
    index: u64,
    /// Whether it is a race, by exact happens-before.
    race: bool,
    /// Where fences or atomics may have ordered the accesses, by which location: then the race is open.
    ordered_by: Option<String>,
    /// The earlier access and the later one; only the later one where no detector knows the other.
    accesses: Vec<AccessForm>,
    /// Who reports it.
    detectors: Vec<String>,
    /// Who does not, having watched to the end.
    missed_by: Vec<String>,
    /// How many locations show it, at the most in one run.
    locations: u64,
    /// The schedules that show it.
    schedules: Vec<String>,
}

/// An access.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct AccessForm {
    /// `rd`, `wr`, `atomic`, `atomic_block`.
    mode: String,
    /// The file, as it was named.
    file: String,
    /// From 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
    /// Its `blockIdx`.
    block: [u32; 3],
    /// Its `threadIdx`.
    thread: [u32; 3],
    /// How many barriers its block had passed.
    phase: u32,
}

/// How an access is called.
pub fn mode(stamp: &Stamp) -> &'static str {
    match stamp.kind {
        Access::Read => "rd",
        Access::Write => "wr",
        Access::BlockAtomic => "atomic_block",
        Access::GridAtomic => "atomic",
    }
}

pub fn json(answer: &RaceAnswer) -> Value {
    let dimensions = (answer.grid, answer.block);
    let finding = |(finding, place): &(grid::Finding, Option<Span>)| {
        Placed { finding, place: place.as_ref(), dimensions }.json()
    };
    json!({ "kernels": [{
        "name": answer.kernel,
        "verdict": answer.verdict().name(),
        "grid": answer.grid,
        "block": answer.block,
        "runs": answer.runs.iter().map(run).collect::<Value>(),
        "alarms": answer.alarms.iter().map(|a| alarm(a, answer)).collect::<Value>(),
        "findings": answer.findings.iter().map(finding).collect::<Value>(),
        "notes": answer.notes,
        "assumptions": answer.assumptions().iter().map(Assumption::from).collect::<Vec<_>>(),
    }]})
}

fn run(run: &Run) -> Value {
    let gave_up = run.found.gave_up.iter().map(|(detector, why)| format!("{detector}: {why}"));
    json!({
        "schedule": schedule_name(run.schedule),
        "end": end(run.outcome.end),
        "verdict": run.verdict().name(),
        "accesses": run.found.accesses,
        "unwatched": run.found.unwatched,
        "barriers": run.outcome.barriers,
        "steps": run.outcome.steps,
        "gave_up": gave_up.collect::<Vec<_>>(),
    })
}

fn alarm(alarm: &Alarm, answer: &RaceAnswer) -> Value {
    let access = |(stamp, place): &(Stamp, Option<Span>)| {
        let (line, column) = place.as_ref().map_or((1, 1), Span::line_column);
        json!({
            "mode": mode(stamp),
            "file": place.as_ref().map_or("-", |span| span.source.name()),
            "line": line,
            "column": column,
            "block": index(stamp.block, answer.grid),
            "thread": index(stamp.thread.into(), answer.block),
            "phase": stamp.epoch,
        })
    };
    json!({
        "array": alarm.array,
        "space": alarm.space.name(),
        "index": alarm.index,
        "race": alarm.by.has(Detector::HappensBefore),
        "ordered_by": alarm.ordered_by.as_ref().map(Name::as_str),
        "accesses": alarm.accesses.iter().map(access).collect::<Value>(),
        "detectors": alarm.by.iter().map(Detector::name).collect::<Vec<_>>(),
        "missed_by": alarm.missed_by.iter().map(Detector::name).collect::<Vec<_>>(),
        "locations": alarm.locations,
        "schedules": alarm.schedules.iter().map(|s| schedule_name(*s)).collect::<Vec<_>>(),
    })
}
