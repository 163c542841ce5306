//! Ground truth by exhaustion: every outcome within bounds, by the reference rules, and the three
//! kinds of race of `docs/calculi.md`, each with its smallest witness.
//!
//! A *protocol race* is one of the inferred protocol. A *separately feasible race* is two threads
//! of the program, each from an initial memory of its own. A *joint race* is two threads from one
//! initial memory: only this one is a true alarm. All three are of two threads in one phase under
//! one value of each parameter; a joint race is a separately feasible race, and that is a protocol
//! race.
//!
//! The runs of a synchronized program go phase by phase. All threads run a phase from one memory,
//! and the next phase starts from that memory and what they all wrote. The search ends with the
//! first phase that has a joint race: a witness in a later phase would not be smaller. So the
//! threads of a phase that is gone through wrote no cell in common, and the order of their updates
//! is no question. In C an execution that loses its meaning later has no race: see `completion`.

pub mod bounds;
mod completion;
pub mod crowd;
pub mod exchange;
pub mod finding;
pub mod frontier;
mod joint;
pub mod launch;
mod obstacle;
pub mod picture;
mod protocol;
mod racing;
mod reach;
mod replay;
mod separate;
mod state;
pub mod unroll;
pub mod witness;

pub use bounds::Bounds;
pub use finding::{Exploration, Finding};
pub use launch::{Launch, launches};
pub use obstacle::{Obstacle, Progress};
pub use witness::{Choice, Kind, Step, Witness, World};

use frontier::Explorer;
use jaminan::{Program, infer};
use maps::ProtocolFile;
use semantics::Budget;
use semantics::{Syntax, Threads, WarpOrder};

/// Explores a program.
///
/// A program whose barriers not all threads reach together (see [`semantics::split()`]) has no
/// phases to explore, and everything about it is undecided.
pub fn explore(program: &Program, bounds: &Bounds, budget: Budget) -> Exploration {
    budget.limits.clone().enter(|| explore_within(program, bounds, budget))
}

fn explore_within(program: &Program, bounds: &Bounds, budget: Budget) -> Exploration {
    let mut exploration = Exploration::default();
    if program.header.warps != WarpOrder::Independent {
        return exploration.stopped(Obstacle::Warps, Progress::Launches);
    }
    let launches = match launches(&program.header, bounds) {
        Ok(launches) => launches,
        Err(obstacle) => return exploration.stopped(obstacle, Progress::Launches),
    };
    exploration.launches = launches.len();
    let launches = if program.body.synchronizes() && program.header.threads == Threads::Unbounded {
        // What a phase finds in memory is what the threads before it wrote: every number of
        // threads is a launch of its own.
        launches.iter().flat_map(Launch::prefixes).collect()
    } else {
        launches
    };
    if program.body.synchronizes() && launches.iter().any(Launch::has_several_blocks) {
        return exploration.stopped(Obstacle::SeveralBlocks, Progress::Launches);
    }
    let protocol = infer(&program.body);
    let phases = match protocol::phases(&program.header, &protocol, &launches) {
        Ok(phases) => phases,
        Err(obstacle) => return exploration.stopped(obstacle, Progress::Launches),
    };
    let mut explorer = Explorer::new(program, &launches, bounds, budget);
    // What the runs of each phase, and of the phases before it, have read.
    let mut read = Vec::new();
    loop {
        let phase = explorer.phase;
        let reached = match explorer.reached() {
            Ok(reached) => reached,
            Err(obstacle) => return exploration.stopped(obstacle, Progress::Accesses { phase }),
        };
        read.push(explorer.read.clone());
        if exploration.separate == Finding::Undecided
            && let Some(witness) = separate::smallest(&explorer, &reached)
        {
            exploration.separate = Finding::Race(witness.into());
        }
        if exploration.separate != Finding::Undecided {
            match joint::smallest(&mut explorer, &reached) {
                Ok(None) => {}
                Ok(Some(witness)) => {
                    exploration.joint = Finding::Race(witness.into());
                    break;
                }
                Err(stopped) => {
                    let (found, obstacle, progress) = *stopped;
                    if let Some(witness) = found {
                        exploration.joint = Finding::Race(witness.into());
                    }
                    return exploration.stopped(obstacle, progress);
                }
            }
        }
        match explorer.next_phase(|launch| phases[launch].len()) {
            Ok(true) => {}
            Ok(false) => break,
            Err(obstacle) => return exploration.stopped(obstacle, Progress::NextPhase { phase }),
        }
    }
    let (budget, meaningless, outcomes) = explorer.finish();
    exploration.outcomes = outcomes;
    exploration.decide_rest_of_program();
    let choices = |phase: usize| bounds.choices_with(read.get(phase).or(read.last()));
    exploration.protocol_race(&launches, &phases, &choices, budget);
    exploration.meet(meaningless)
}

/// Explores a protocol: it is its own program, and since no memory is in it, the three kinds of
/// race are one.
pub fn explore_protocol(file: &ProtocolFile, bounds: &Bounds, budget: Budget) -> Exploration {
    budget.limits.clone().enter(|| explore_protocol_within(file, bounds, budget))
}

fn explore_protocol_within(file: &ProtocolFile, bounds: &Bounds, budget: Budget) -> Exploration {
    let mut exploration = Exploration::default();
    let launches = match launches(&file.header, bounds) {
        Ok(launches) => launches,
        Err(obstacle) => return exploration.stopped(obstacle, Progress::Launches),
    };
    exploration.launches = launches.len();
    let phases = match protocol::phases(&file.header, &file.body, &launches) {
        Ok(phases) => phases,
        Err(obstacle) => return exploration.stopped(obstacle, Progress::Launches),
    };
    let choices = |_| bounds.choices_with(None);
    exploration.protocol_race(&launches, &phases, &choices, budget);
    exploration.separate = exploration.protocol.clone();
    exploration.joint = exploration.protocol.clone();
    exploration
}
