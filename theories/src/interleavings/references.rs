//! The interleavings against what else knows of them: the rules of big steps, and the explorer.

use super::in_world::InWorld;
use super::machine::{Machine, Next, Ran, Running, standing};
use super::world::{World, each_world};
use crate::case::{Case, Subjects};
use crate::claim::{Claim, Counterexample, Dropped, Finding, Recorded, Within};
use jaminan::{Initial, Rest, reaches};
use oracle::Bounds;
use semantics::{Choices, Flow, Number, Phase, Search, Stop, Store};
use std::ops::ControlFlow;

pub(super) const CLAIMS: [Claim; 2] = [
    Claim {
        id: "interleavings/steps",
        source: "[L24, Fig. 5] and “Barriers” in docs/calculi.md",
        says: "a thread by itself does, step by step, what the rules say that it does at once",
        subjects: Subjects::SynchronizedPrograms,
        hypotheses: &[],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: steps_are_runs,
    },
    Claim {
        id: "interleavings/explorer",
        source: "“joint race” in docs/calculi.md",
        says: "the explorer has a joint race iff some schedule of so many threads or fewer has a race",
        subjects: Subjects::SynchronizedPrograms,
        hypotheses: &[],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: as_explored,
    },
];

/// A phase of one thread: the memory after it, the accesses, and what a barrier leaves to run.
type Came = (Store, Phase, Rest);

fn steps_are_runs(case: &Case, _: &Dropped) -> Finding {
    let Some(program) = case.program() else {
        return Finding::Vacuous("PROGRAM");
    };
    for thread in super::threads(&case.bounds) {
        let found = each_world(&case.bounds, |world| {
            let mut machine = Machine::new(world, case.budget().fuel);
            for running in Machine::begin(program, std::slice::from_ref(&thread)) {
                if let Some(why) = differs(&mut machine, case, world, running)? {
                    return Ok(ControlFlow::Break(why));
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        match found {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(why)) => return refuted(why),
            Err(failure) => return failure.into(),
        }
    }
    Finding::Holds
}

/// The first phase of a thread's run in which steps and rules differ.
fn differs(
    machine: &mut Machine<'_>,
    case: &Case,
    world: &World,
    mut running: Running,
) -> Ran<Option<String>> {
    let mut memory = machine.memory();
    loop {
        let (from, begin) = (memory.clone(), running.clone());
        machine.run(&mut memory, &mut running)?;
        let next = match standing(&running.rest) {
            Some(Next::Barrier) => Some(machine.pass(&running)?),
            _ => None,
        };
        let rest = next.as_ref().map(|next| next.rest.clone());
        let stepped: Came = (memory.clone(), running.accesses.clone(), rest);
        let chosen: Vec<Number> = (begin.chosen..running.chosen)
            .filter_map(|n| world.choice(&begin.thread, n).cloned())
            .collect();
        let ran = at_once(case, &from, &begin, &chosen);
        if ran != [stepped] {
            let Running { thread, rest, .. } = begin;
            return Ok(Some(format!("thread {thread} with `{rest}` to run, in {world}")));
        }
        match next {
            Some(next) => running = next,
            None => return Ok(None),
        }
    }
}

/// By the rules of big steps: what the thread comes to by these choices.
fn at_once(case: &Case, from: &Store, begin: &Running, chosen: &[Number]) -> Vec<Came> {
    let choices = Choices::below(case.bounds.values);
    let mut search = Search::new(choices, Initial::Zero, case.budget().fuel);
    let mut found = Vec::new();
    let Running { thread, rest, .. } = begin;
    let flow = reaches(&mut search, from, rest, thread, &mut |search, outcome, _| {
        let (updates, phase, _, rest) = outcome;
        if search.chosen.iter().map(|(_, k)| k).eq(chosen) {
            found.push((from.merge(&updates), phase, rest));
        }
        Flow::Continue(())
    });
    if flow == Flow::Break(Stop::OutOfFuel) { Vec::new() } else { found }
}

fn as_explored(case: &Case, _: &Dropped) -> Finding {
    let Some(exploration) = case.exploration() else {
        return Finding::Vacuous("PROGRAM");
    };
    let mut racy = None;
    for threads in 1..=case.bounds.threads {
        let bounds = Bounds { threads, ..case.bounds.clone() };
        let fewer = case.within(bounds);
        let case = if threads == case.bounds.threads { case } else { &fewer };
        let worlds = match case.in_worlds() {
            Ok(worlds) => worlds,
            Err(failure) => return failure.into(),
        };
        let race = |seen: &InWorld| {
            seen.all.races.keys().next().map(|race| format!("{race}, in {}", seen.world))
        };
        racy = racy.or(worlds.iter().find_map(race));
    }
    match (&exploration.joint, racy) {
        // Its barriers are not where all threads reach them together, as far as the syntax shows.
        (oracle::Finding::Undecided, _) => Finding::Vacuous("EXPLORED"),
        (oracle::Finding::Absent, Some(race)) => {
            refuted(format!("the explorer has no race: {race}"))
        }
        (oracle::Finding::Race(_), None) => refuted("only the explorer has a race".into()),
        _ => Finding::Holds,
    }
}

fn refuted(why: String) -> Finding {
    Finding::Refuted(Box::new(Counterexample { why, offending: Vec::new(), runs: Vec::new() }))
}
