//! Witnesses of races, as JSON and for people.

use crate::answer::View;
use crate::form;
use crate::style::{HEADING, LABEL};
pub use oracle::explore::exchange::json;
use oracle::explore::{Choice, Kind, Witness, World};
use schemars::JsonSchema;
use semantics::terminal::left;
use semantics::{AccessValue, Text, notation, say};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A race of two threads, and how it comes about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
pub struct WitnessForm {
    /// The two threads, the smaller one first.
    threads: [form::Thread; 2],
    /// How many barriers they passed before.
    phase: usize,
    /// One value for each parameter.
    params: BTreeMap<String, form::Number>,
    /// The two accesses, in the order of `threads`.
    accesses: [form::Access; 2],
    /// The values that `var` chose in this phase, in order, for each thread.
    choices: [Vec<ChoiceForm>; 2],
    /// The trace of each thread in this phase.
    traces: [form::Trace; 2],
    /// Joint race: the initial memory, its cells that are not 0.
    #[serde(default)]
    memory: Option<form::Store>,
    /// Joint race: for each phase before, what each thread did.
    #[serde(default)]
    earlier: Option<Vec<Vec<StepForm>>>,
    /// Separately feasible race: where each of the two threads ran.
    #[serde(default)]
    worlds: Option<[WorldForm; 2]>,
    /// Whether a fresh run of the reference makes both accesses.
    replayed: bool,
    /// Whether no witness is smaller; not known where the exploration was ended by a limit.
    smallest: bool,
}

/// A variable, and the value that it took.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct ChoiceForm {
    /// The binder of `var`.
    var: String,
    /// Its value.
    value: form::Number,
}

/// An initial memory, and the phases before the race.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct WorldForm {
    /// The initial memory, its cells that are not 0.
    memory: form::Store,
    /// For each phase before, what each thread did.
    earlier: Vec<Vec<StepForm>>,
}

/// What one thread did in one phase.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct StepForm {
    /// Who.
    thread: form::Thread,
    /// The values that `var` chose, in order.
    choices: Vec<ChoiceForm>,
    /// Its trace.
    trace: form::Trace,
    /// What it wrote.
    updates: form::Store,
}

/// A witness for people.
pub fn text(witness: &Witness, view: &View) -> Text {
    let (bold, label) = (HEADING, LABEL);
    let [first, second] = &witness.accesses;
    let what = match witness.kind {
        Kind::Protocol => "protocol race",
        Kind::Separate => "separately feasible race",
        Kind::Joint => "joint race",
    };
    let after = match witness.phase {
        0 => String::new(),
        1 => ", after one barrier".into(),
        n => format!(", after {n} barriers"),
    };
    let mut out = Text::of_line(format_args!(
        "{bold}{what} of threads {} and {} at {}[{}]{after}{bold:#}",
        first.thread, second.thread, first.array, first.index
    ));
    let mut line = |name: &str, what: &str| {
        say!(out, "  {label}{}{label:#} {what}", left(name, 11));
    };
    if !witness.parameters.is_empty() {
        let values = witness.parameters.iter().map(|(x, k)| format!("{x} = {k}"));
        line("parameters", &values.collect::<Vec<_>>().join(", "));
    }
    if let [world] = witness.worlds.as_slice() {
        line("memory", &memory(world));
        history(&mut line, world, view);
    }
    for (n, access) in witness.accesses.iter().enumerate() {
        line(&format!("thread {}", access.thread), &does(access, &witness.choices[n]));
        if let [_, _] = witness.worlds.as_slice() {
            line("  memory", &memory(&witness.worlds[n]));
            history(&mut line, &witness.worlds[n], view);
        }
        line("  trace", &notation::trace(&witness.traces[n], view.spelling()));
    }
    out
}

fn does(access: &AccessValue, choices: &[Choice]) -> String {
    let AccessValue { mode, array, index, .. } = access;
    format!("{mode} {array}[{index}]{}", choosing(choices))
}

fn choosing(choices: &[Choice]) -> String {
    match choices.is_empty() {
        true => String::new(),
        false => {
            let values = choices.iter().map(|(x, k)| format!("{x} = {k}"));
            format!(", choosing {}", values.collect::<Vec<_>>().join(", "))
        }
    }
}

fn memory(world: &World) -> String {
    cells(&world.memory, "0 everywhere")
}

fn cells(store: &semantics::Store, none: &str) -> String {
    let cells: Vec<String> =
        store.cells().map(|(array, j, k)| format!("{array}[{j}] = {k}")).collect();
    if cells.is_empty() { none.into() } else { cells.join(", ") }
}

/// What the threads wrote in the phases before.
fn history(line: &mut impl FnMut(&str, &str), world: &World, _: &View) {
    for (n, steps) in world.earlier.iter().enumerate() {
        for step in steps.iter().filter(|step| !step.updates.is_empty()) {
            let wrote = format!(
                "thread {} wrote {}{}",
                step.thread,
                cells(&step.updates, "nothing"),
                choosing(&step.choices)
            );
            line(&format!("  phase {n}"), &wrote);
        }
    }
}
