//! Who hears of the runs of a replay.

use jaminan::Judgment;
use semantics::{Choices, Derivation, Search};
use std::sync::Arc;

/// The run of a thread, up to a barrier or to its end.
pub type Run = Derivation<Judgment>;

/// Hears of each run of a replay: phase after phase, thread after thread.
pub trait Listener {
    /// Whether the runs of a thread are wanted: of the witness's first or second, or of another one.
    fn wants(&self, n: Option<usize>) -> bool;

    /// Hears of a run that it wants, in this phase, from 0.
    fn hear(&mut self, phase: usize, n: Option<usize>, choices: &Choices, run: &Arc<Run>);
}

/// Nobody hears.
pub struct Nobody;

impl Listener for Nobody {
    fn wants(&self, _: Option<usize>) -> bool {
        false
    }

    fn hear(&mut self, _: usize, _: Option<usize>, _: &Choices, _: &Arc<Run>) {}
}

/// A search that keeps derivations where they are wanted.
pub fn heard(
    search: Search<Judgment>,
    listener: &dyn Listener,
    n: Option<usize>,
) -> Search<Judgment> {
    if listener.wants(n) { search.recording() } else { search }
}
