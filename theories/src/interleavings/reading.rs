//! The thread-by-thread readings of a program, which the theories reason with.

use super::executions::{Outcome, Race, Synchronized, races, synchronize, waiting};
use super::machine::{Machine, Ran};
use super::schedules::Configuration;
use jaminan::Stmt;
use semantics::{Store, Thread};
use std::collections::BTreeSet;

/// What a thread finds of what the threads before it wrote in the same phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing: each thread starts from the memory at the begin of the phase. ([L22, Fig. 5] PAR,
    /// and "Barriers" in `docs/calculi.md`.)
    Alone,
    /// Everything: the threads run one after the other. (The *canonical schedule* of [P12, §II.B].)
    Canonical,
}

/// What a program does in a thread-by-thread reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// In some phase there are races, in the phases before none. Where it goes from there is left
    /// open.
    Races {
        /// The races.
        races: BTreeSet<Race>,
        /// Whether at the end of that phase some threads wait and the others have ended.
        diverges: bool,
    },
    /// There is no race.
    Comes(Outcome),
}

/// Reads a program thread by thread, phase by phase.
///
/// # Errors
/// Those of the machine.
pub fn read(
    machine: &mut Machine<'_>,
    program: &Stmt,
    threads: &[Thread],
    order: Order,
) -> Ran<Reading> {
    let memory = machine.memory();
    let mut now = Configuration { memory, threads: Machine::begin(program, threads) };
    let mut phase = 0;
    loop {
        let (mut shared, mut written) = (now.memory.clone(), Vec::new());
        for running in &mut now.threads {
            match order {
                Order::Canonical => machine.run(&mut shared, running)?,
                Order::Alone => {
                    let mut own = now.memory.clone();
                    machine.run(&mut own, running)?;
                    written.push(updates(&now.memory, &own));
                }
            }
        }
        let races = races(phase, &now.threads);
        if !races.is_empty() {
            let waiting = waiting(&now.threads).len();
            let diverges = waiting > 0 && waiting < now.threads.len();
            return Ok(Reading::Races { races, diverges });
        }
        // Without a race no two of them wrote one cell.
        written.iter().for_each(|own| shared.update(own));
        now.memory = shared;
        match synchronize(machine, phase, now)? {
            Synchronized::Next(next) => now = next,
            Synchronized::Outcome(outcome) => return Ok(Reading::Comes(outcome)),
        }
        phase += 1;
    }
}

/// What changed.
fn updates(before: &Store, after: &Store) -> Store {
    let mut updates = Store::empty();
    for (array, j, k) in after.cells() {
        if before.get(array, j) != Some(k) {
            updates.set(array, j.clone(), k.clone());
        }
    }
    updates
}
