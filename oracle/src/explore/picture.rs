//! The picture of a witness: what the threads do from its memory, by the rules, phase by phase.

use super::launch::Launch;
use super::witness::{Choice, Kind, Witness, World};
use jaminan::{Initial, Judgment, Program, Rest, Stmt, instantiate, reaches};
use semantics::{
    AccessValue, Choices, Derivation, Flow, Mark, Mode, Picture, Search, Stop, Store, Thread, Trace,
};
use std::sync::Arc;

/// A run that a picture needs takes at most so many rule applications.
const FUEL: u64 = 200_000;

/// The picture of a race. Of a protocol race, and of a separately feasible one, only the two accesses: they are made
/// from no memory, or from two.
pub fn picture(program: Option<&Program>, launches: &[Launch], witness: &Witness) -> Picture {
    let [first, second] = &witness.accesses;
    let kind = match witness.kind {
        Kind::Protocol => "protocol race",
        Kind::Separate => "separately feasible race",
        Kind::Joint => "joint race",
    };
    let title = format!(
        "{kind} of threads {} and {} at {}[{}]",
        first.thread, second.thread, first.array, first.index
    );
    let marks = program
        .and_then(|program| joint(program, launches, witness))
        .unwrap_or_else(|| two(&witness.accesses, Some(witness.phase)));
    Picture { title, marks }
}

/// Two racing accesses, and nothing beside them.
pub fn two(accesses: &[AccessValue; 2], phase: Option<usize>) -> Vec<Mark> {
    let mark = |access: &AccessValue| Mark { phase, access: access.clone(), racing: true };
    accesses.iter().map(mark).collect()
}

/// What all threads do, up to the phase of the race and in it; nothing where a run is not found again.
fn joint(program: &Program, launches: &[Launch], witness: &Witness) -> Option<Vec<Mark>> {
    let [world] = witness.worlds.as_slice() else { return None };
    let launch = launch_of(program, launches, witness, world)?;
    let mut memory = world.memory.clone();
    let start = |i| instantiate(&program.header, &program.body, &launch.parameters, i);
    let mut rests: Vec<Option<Stmt>> = launch.threads.iter().map(|i| Some(start(i))).collect();
    let mut marks = Vec::new();
    for (phase, steps) in world.earlier.iter().enumerate() {
        let mut after = memory.clone();
        for (n, step) in steps.iter().enumerate() {
            let s = rests[n].take()?;
            let by =
                |trace: &Trace, updates: &Store| *trace == step.trace && *updates == step.updates;
            let (d, rest) = run(&memory, &s, &step.thread, &step.choices, &by)?;
            add(&mut marks, phase, &d, &[]);
            rests[n] = rest;
            after.update(&step.updates);
        }
        memory = after;
    }
    for (n, i) in launch.threads.iter().enumerate() {
        let racing = (0..2).find(|k| witness.accesses[*k].thread == *i);
        let Some(s) = rests[n].take() else { continue };
        let found = match racing {
            Some(k) => {
                let (choices, trace) = (&witness.choices[k], &witness.traces[k]);
                run(&memory, &s, i, choices, &|t, _| t == trace)?
            }
            // What another thread does beside the race is no part of it: its first run stands for it.
            None => match run(&memory, &s, i, &[], &|_, _| true) {
                Some(found) => found,
                None => continue,
            },
        };
        let own: Vec<&AccessValue> = racing.iter().map(|k| &witness.accesses[*k]).collect();
        add(&mut marks, witness.phase, &found.0, &own);
    }
    (marks.iter().filter(|mark| mark.racing).count() == 2).then_some(marks)
}

/// The launch that the witness is of.
fn launch_of<'a>(
    program: &Program,
    launches: &'a [Launch],
    witness: &Witness,
    world: &World,
) -> Option<std::borrow::Cow<'a, Launch>> {
    let found = launches.iter().find(|launch| {
        launch.parameters == witness.parameters
            && witness.accesses.iter().all(|access| launch.position(&access.thread).is_some())
    })?;
    // Of a program with barriers that says nothing of it, the witness's own number of threads.
    match world.earlier.first() {
        Some(steps) if steps.len() < found.threads.len() => {
            let threads = steps.iter().map(|step| step.thread.clone()).collect();
            let parameters = found.parameters.clone();
            Some(std::borrow::Cow::Owned(Launch { parameters, threads }))
        }
        _ if semantics::Syntax::synchronizes(&program.body) && world.earlier.is_empty() => {
            // The first phase needs nobody else.
            let threads = witness.accesses.iter().map(|access| access.thread.clone()).collect();
            let parameters = found.parameters.clone();
            Some(std::borrow::Cow::Owned(Launch { parameters, threads }))
        }
        _ => Some(std::borrow::Cow::Borrowed(found)),
    }
}

/// A run by these choices, with what is left to run.
fn run(
    m: &Store,
    s: &Stmt,
    i: &Thread,
    choices: &[Choice],
    wanted: &dyn Fn(&Trace, &Store) -> bool,
) -> Option<(Arc<Derivation<Judgment>>, Rest)> {
    let mut only = Choices::below(1);
    for (x, k) in choices {
        let values = only.of.entry(x.clone()).or_default();
        if !values.contains(k) {
            values.push(k.clone());
        }
    }
    let mut search: Search<Judgment> = Search::new(only, Initial::Zero, FUEL).recording();
    let mut found = None;
    let _ = reaches(&mut search, m, s, i, &mut |search, (updates, _, trace, rest), proof| {
        let same = choices.is_empty() || search.chosen == choices;
        match proof {
            Some(d) if same && wanted(&trace, &updates) => {
                found = Some((d, rest));
                Flow::Break(Stop::Enough)
            }
            _ => Flow::Continue(()),
        }
    });
    found
}

/// The accesses of a derivation, in the order in which the thread makes them.
pub fn accesses(d: &Derivation<Judgment>) -> Vec<AccessValue> {
    let mut found = Vec::new();
    let mut rest = vec![d];
    while let Some(d) = rest.pop() {
        rest.extend(d.premises.iter().rev().map(|premise| &**premise));
        let (Judgment::Runs(_, s, i, _) | Judgment::Reaches(_, s, i, _)) = &d.conclusion else {
            continue;
        };
        // B-END only hands the program on.
        if d.premises
            .first()
            .is_some_and(|p| matches!(&p.conclusion, Judgment::Runs(_, t, ..) if t == s))
        {
            continue;
        }
        let (mode, array) = match s {
            Stmt::Read { array, .. } => (Mode::Rd, array),
            Stmt::Write { array, .. } => (Mode::Wr, array),
            _ => continue,
        };
        if let Some(Judgment::Evaluates(_, _, index)) = d.premises.first().map(|p| &p.conclusion) {
            let (thread, array, index) = (i.clone(), array.clone(), index.clone());
            found.push(AccessValue { thread, mode, array, index });
        }
    }
    found
}

/// Adds a derivation's accesses; the first that is one of the racing ones is marked.
pub fn add(marks: &mut Vec<Mark>, phase: usize, d: &Derivation<Judgment>, racing: &[&AccessValue]) {
    let mut left = racing.to_vec();
    for access in accesses(d) {
        let of = left.iter().position(|wanted| **wanted == access);
        if let Some(n) = of {
            left.remove(n);
        }
        marks.push(Mark { phase: Some(phase), access, racing: of.is_some() });
    }
}
