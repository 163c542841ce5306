//! All executions of a program in a world: what its schedules come to, and the races on the way.

use super::machine::{Machine, Next, Ran, Running, standing};
use super::schedules::{Accesses, Configuration, phase_ends};
use jaminan::Stmt;
use semantics::{AccessValue, Store, Thread};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Two accesses that race: in one phase, no barrier stands between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Race {
    /// How many barriers were passed before.
    pub phase: usize,
    /// The accesses, the smaller first.
    pub accesses: [AccessValue; 2],
}

/// What an execution comes to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// All threads end, with this memory.
    Ends(Store),
    /// Some threads wait at a barrier that the others, which have ended, never come to.
    Diverges {
        /// How many barriers were passed before.
        phase: usize,
        /// The threads that wait.
        waiting: Vec<Thread>,
    },
}

/// A schedule: for each phase, the accesses in their order. Steps that others cannot tell are left
/// out.
pub type Schedule = Vec<Accesses>;

/// Every execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Executions {
    /// What they come to, each with a schedule.
    pub outcomes: BTreeMap<Outcome, Schedule>,
    /// The races in them, each with a schedule to the end of its phase.
    pub races: BTreeMap<Race, Schedule>,
}

/// All executions of a program by these threads, whatever the schedule.
///
/// # Errors
/// Those of the machine.
pub fn executions(
    machine: &mut Machine<'_>,
    program: &Stmt,
    threads: &[Thread],
) -> Ran<Executions> {
    let mut all = Executions::default();
    let memory = machine.memory();
    let begin = Configuration { memory, threads: Machine::begin(program, threads) };
    let mut configurations = BTreeMap::from([(begin, Schedule::new())]);
    let mut phase = 0;
    while !configurations.is_empty() {
        let mut next = BTreeMap::new();
        for (configuration, before) in configurations {
            for (end, accesses) in phase_ends(machine, &configuration)? {
                let mut schedule = before.clone();
                schedule.push(accesses);
                for race in races(phase, &end.threads) {
                    all.races.entry(race).or_insert_with(|| schedule.clone());
                }
                match synchronize(machine, phase, end)? {
                    Synchronized::Next(configuration) => {
                        next.entry(configuration).or_insert(schedule);
                    }
                    Synchronized::Outcome(outcome) => {
                        all.outcomes.entry(outcome).or_insert(schedule);
                    }
                }
            }
        }
        configurations = next;
        phase += 1;
    }
    Ok(all)
}

/// What becomes of threads that all stand at a barrier or have ended.
pub enum Synchronized {
    /// They all pass the barrier.
    Next(Configuration),
    /// There is no barrier that they all pass.
    Outcome(Outcome),
}

/// All threads pass a barrier together, or none does.
///
/// # Errors
/// Those of the machine.
pub fn synchronize(
    machine: &mut Machine<'_>,
    phase: usize,
    end: Configuration,
) -> Ran<Synchronized> {
    let waiting = waiting(&end.threads);
    if waiting.is_empty() {
        return Ok(Synchronized::Outcome(Outcome::Ends(end.memory)));
    }
    if waiting.len() < end.threads.len() {
        return Ok(Synchronized::Outcome(Outcome::Diverges { phase, waiting }));
    }
    let mut threads = Vec::new();
    for running in &end.threads {
        threads.push(machine.pass(running)?);
    }
    Ok(Synchronized::Next(Configuration { memory: end.memory, threads }))
}

/// The threads that stand at a barrier.
pub fn waiting(threads: &[Running]) -> Vec<Thread> {
    let waits = |r: &&Running| standing(&r.rest) == Some(Next::Barrier);
    threads.iter().filter(waits).map(|r| r.thread.clone()).collect()
}

/// The races of what the threads accessed in a phase.
pub fn races(phase: usize, threads: &[Running]) -> BTreeSet<Race> {
    let mut races = BTreeSet::new();
    for (n, running) in threads.iter().enumerate() {
        for a in running.accesses.iter() {
            for b in threads[n + 1..].iter().flat_map(|other| other.accesses.iter()) {
                if a.races_with(b) {
                    let mut accesses = [a.clone(), b.clone()];
                    accesses.sort();
                    races.insert(Race { phase, accesses });
                }
            }
        }
    }
    races
}

/// The first races of a schedule: those of the first access that races with one before it.
pub fn first_races(schedule: &Schedule) -> Vec<Race> {
    for (phase, accesses) in schedule.iter().enumerate() {
        for (n, second) in accesses.iter().enumerate() {
            let race = |first: &AccessValue| {
                let mut accesses = [first.clone(), second.clone()];
                accesses.sort();
                Race { phase, accesses }
            };
            let first = accesses[..n].iter().filter(|first| first.races_with(second));
            let races: Vec<Race> = first.map(race).collect();
            if !races.is_empty() {
                return races;
            }
        }
    }
    Vec::new()
}

impl fmt::Display for Race {
    /// `0: wr A[1] and 1: rd A[1] in phase 0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.accesses;
        write!(f, "{a} and {b} in phase {}", self.phase)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Ends(memory) => write!(f, "memory {memory}"),
            Outcome::Diverges { phase, waiting } => {
                let waiting: Vec<String> = waiting.iter().map(Thread::to_string).collect();
                write!(f, "in phase {phase} only {} come to a barrier", waiting.join(", "))
            }
        }
    }
}
