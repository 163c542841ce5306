//! The naive twin of the reduced search: every step of every thread, internal ones among them, in
//! every order.

use jaminan::Stmt;
use semantics::{AccessValue, Store, Thread};
use std::collections::BTreeSet;
use theories::interleavings::machine::{Next, Running, standing};
use theories::interleavings::{Machine, Outcome, Race, Ran};

/// A moment of an execution: how many barriers are passed, the memory, the threads.
type Moment = (usize, Store, Vec<Running>);

/// What the twin finds.
#[derive(Default)]
pub struct Found {
    /// What the executions come to.
    pub outcomes: BTreeSet<Outcome>,
    /// The races in them.
    pub races: BTreeSet<Race>,
    /// Whether at some moment the next steps of two threads race.
    pub side_by_side: bool,
    /// The moments that it went through.
    pub moments: u64,
}

/// All executions, going on from each moment once.
pub fn graph(machine: &mut Machine<'_>, program: &Stmt, threads: &[Thread]) -> Ran<Found> {
    let mut found = Found::default();
    let mut open: Vec<Moment> = vec![(0, machine.memory(), Machine::begin(program, threads))];
    let mut known: BTreeSet<Moment> = open.iter().cloned().collect();
    while let Some(moment) = open.pop() {
        for next in step(machine, &moment, &mut found)? {
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Ok(found)
}

/// All executions, one by one.
pub fn tree(machine: &mut Machine<'_>, program: &Stmt, threads: &[Thread]) -> Ran<Found> {
    let mut found = Found::default();
    let mut open: Vec<Moment> = vec![(0, machine.memory(), Machine::begin(program, threads))];
    while let Some(moment) = open.pop() {
        open.extend(step(machine, &moment, &mut found)?);
    }
    Ok(found)
}

/// The moments that follow.
fn step(machine: &mut Machine<'_>, moment: &Moment, found: &mut Found) -> Ran<Vec<Moment>> {
    let (phase, memory, threads) = moment;
    found.moments += 1;
    let mut next = Vec::new();
    let mut pending = Vec::new();
    for (n, running) in threads.iter().enumerate() {
        if standing(&running.rest).is_some() {
            continue;
        }
        let (mut memory, mut threads) = (memory.clone(), threads.clone());
        machine.go(&mut memory, &mut threads[n])?;
        // Its internal steps disturb no other thread: it can come to its next access from here.
        if let Next::Access(access) = machine.settle(&moment.1, &mut running.clone())? {
            pending.push(access);
        }
        next.push((*phase, memory, threads));
    }
    let beside = |a: &AccessValue| pending.iter().any(|b| a.races_with(b));
    found.side_by_side |= pending.iter().any(beside);
    found.races.extend(races(*phase, threads));
    if next.is_empty() {
        let waits = |r: &&Running| standing(&r.rest) == Some(Next::Barrier);
        let waiting: Vec<Thread> = threads.iter().filter(waits).map(|r| r.thread.clone()).collect();
        if waiting.is_empty() {
            found.outcomes.insert(Outcome::Ends(memory.clone()));
        } else if waiting.len() < threads.len() {
            found.outcomes.insert(Outcome::Diverges { phase: *phase, waiting });
        } else {
            let passed: Ran<Vec<Running>> = threads.iter().map(|r| machine.pass(r)).collect();
            next.push((phase + 1, memory.clone(), passed?));
        }
    }
    Ok(next)
}

/// Two accesses of distinct threads in one phase, of one cell, a write among them.
fn races(phase: usize, threads: &[Running]) -> BTreeSet<Race> {
    let all: Vec<&AccessValue> = threads.iter().flat_map(|r| r.accesses.iter()).collect();
    let races = all.iter().flat_map(|a| all.iter().map(move |b| [(*a).clone(), (*b).clone()]));
    let races = races.filter(|[a, b]| a < b && a.races_with(b));
    races.map(|accesses| Race { phase, accesses }).collect()
}
