//! Where threads stand at the begin of a phase, and the memory that is chosen for them.

use crate::explore::obstacle::Obstacle;
use crate::explore::witness::Step;
use jaminan::{Initial, Judgment, Lazy, Stmt};
use semantics::{Flow, Search, Store};

/// Where all threads of a launch stand at the begin of a phase.
#[derive(Debug)]
pub struct State {
    /// The cells of the initial memory that were chosen so far, 0 among them.
    pub chosen: Store,
    /// What all threads wrote so far.
    pub written: Store,
    /// What each thread has left to run.
    pub rests: Vec<Stmt>,
    /// What they did: for each phase before, each thread.
    pub earlier: Vec<Vec<Step>>,
}

/// Sets what is chosen of the initial memory.
pub(super) fn choose(search: &mut Search<Judgment>, chosen: Store) {
    if let Initial::Lazy(memory) = &mut search.environment {
        memory.chosen = chosen;
    }
}

/// The initial memory that is being chosen.
pub(super) fn lazy(search: &Search<Judgment>) -> &Lazy {
    match &search.environment {
        Initial::Lazy(memory) => memory,
        Initial::Zero => unreachable!("an explorer chooses its memory"),
    }
}

/// A search that did not end by itself.
pub(super) fn stop(flow: Flow) -> Result<(), Obstacle> {
    match flow {
        Flow::Continue(()) => Ok(()),
        Flow::Break(stop) => Err(Obstacle::Stopped(stop)),
    }
}
