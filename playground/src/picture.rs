//! What a picture of a race shows: who accesses which cell, when.

use crate::reading::{Subject, budget};
use jaminan::Judgment;
use oracle::Bounds;
use oracle::explore::Witness;
use semantics::{
    AccessValue, Choices, Explanation, Mode, Number, Outcomes, Store, Thread, Threads,
};
use serde_json::{Value, json};

/// The marks: of each access its phase, thread, cell and mode, its place in the thread's own order where that is
/// known, and whether it is one of the two that race.
pub fn of(subject: &Subject, bounds: &Bounds, witness: &Witness) -> Value {
    let mut marks: Vec<Value> = Vec::new();
    if let Some(world) = witness.worlds.first() {
        for (phase, steps) in world.earlier.iter().enumerate() {
            for step in steps {
                for (array, index, value) in step.updates.cells() {
                    marks.push(json!({
                        "phase": phase, "thread": semantics::json::thread(&step.thread), "mode": "wr",
                        "array": array.as_str(), "index": semantics::json::number(index),
                        "value": semantics::json::number(value), "racing": false,
                    }));
                }
            }
        }
    }
    let mut racing = [false; 2];
    for mark in run_phase(subject, bounds, witness) {
        let (access, order) = mark;
        let of = witness.accesses.iter().position(|a| *a == access);
        let races = of.is_some_and(|n| !std::mem::replace(&mut racing[n], true));
        marks.push(written(&access, witness.phase, Some(order), races));
    }
    for (n, access) in witness.accesses.iter().enumerate() {
        if !racing[n] {
            marks.push(written(access, witness.phase, None, true));
        }
    }
    json!({ "marks": marks, "phases": witness.phase + 1 })
}

fn written(access: &AccessValue, phase: usize, order: Option<usize>, racing: bool) -> Value {
    let mut mark = semantics::json::access(access);
    mark["phase"] = phase.into();
    mark["order"] = order.into();
    mark["racing"] = racing.into();
    mark
}

/// The accesses of the threads of a program without barriers, in the order in which each makes them.
fn run_phase(subject: &Subject, bounds: &Bounds, witness: &Witness) -> Vec<(AccessValue, usize)> {
    let Subject::Program(program) = subject else { return Vec::new() };
    let [world] = witness.worlds.as_slice() else { return Vec::new() };
    if subject.runs_alone().is_err() {
        return Vec::new();
    }
    let number = |n: usize| witness.accesses[n].thread.clone();
    let largest = match &program.header.threads {
        Threads::Below(n) => n.eval(&Thread::natural(Number::from(0u32))).ok(),
        _ => None,
    };
    let mut found = Vec::new();
    for i in 0..bounds.threads {
        let number_of = Number::from(i);
        let i = Thread::natural(number_of.clone());
        let wanted = (0..2).find(|n| number(*n) == i);
        if wanted.is_none() && largest.as_ref().is_some_and(|n| number_of >= *n) {
            continue;
        }
        let s = jaminan::instantiate(&program.header, &program.body, &witness.parameters, &i);
        let mut choices = Choices::below(bounds.values);
        for (x, k) in wanted.iter().flat_map(|n| &witness.choices[*n]) {
            choices.of.insert(x.clone(), vec![k.clone()]);
        }
        let all = jaminan::outcomes(&world.memory, &s, &i, &choices, &budget());
        let Outcomes::Done { outcomes, .. } = all else { continue };
        let place = match wanted {
            None => Some(0),
            Some(n) => outcomes.iter().position(|(_, phase, trace)| {
                *trace == witness.traces[n] && phase.iter().any(|a| *a == witness.accesses[n])
            }),
        };
        let Some(place) = place else { continue };
        found.extend(accesses(&world.memory, &s, &i, &choices, place));
    }
    found
}

/// The accesses of one outcome, in order: those of a derivation from the left, a read before what comes after it.
fn accesses(
    memory: &Store,
    s: &jaminan::Stmt,
    i: &Thread,
    choices: &Choices,
    outcome: usize,
) -> Vec<(AccessValue, usize)> {
    let explained = jaminan::explain(memory, s, i, choices, &budget(), outcome);
    let Explanation::Derivation(root) = explained else { return Vec::new() };
    let mut found = Vec::new();
    let mut rest = vec![&root];
    while let Some(d) = rest.pop() {
        rest.extend(d.premises.iter().rev());
        let Judgment::Runs(_, s, _, _) = &d.conclusion else { continue };
        let (mode, array) = match s {
            jaminan::Stmt::Read { array, .. } => (Mode::Rd, array),
            jaminan::Stmt::Write { array, .. } => (Mode::Wr, array),
            _ => continue,
        };
        if let Some(Judgment::Evaluates(_, _, index)) = d.premises.first().map(|p| &p.conclusion) {
            let (array, index) = (array.clone(), index.clone());
            let access = AccessValue { thread: i.clone(), mode, array, index };
            found.push((access, found.len()));
        }
    }
    found
}
