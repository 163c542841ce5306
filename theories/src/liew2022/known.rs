//! What several claims ask of one program after the same histories, found out once.

use super::histories::memory;
use crate::case::Case;
use crate::interleavings::{Executions, Machine, World, executions};
use jaminan::babycuda::{self, History, Threads};
use semantics::outcomes::Obstacle;
use semantics::{Outcomes, Phase, Stop, Store};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known of one program.
#[derive(Default)]
pub(crate) struct Known {
    /// All small histories.
    pub(super) histories: OnceCell<Vec<History>>,
    /// Those in whose newest phase nothing has happened yet.
    pub(super) fresh: OnceCell<Vec<History>>,
    /// Every `Λ` with `u ⇓ Λ`.
    pub(super) lambdas: OnceCell<Result<BTreeSet<Phase>, Obstacle>>,
    outcomes: RefCell<BTreeMap<History, Vec<History>>>,
    schedules: RefCell<BTreeMap<Store, Rc<Executions>>>,
}

impl Known {
    /// Every `H'` with `H, b ⇓ H'`, by the threads of the case; none where a thread has no run.
    pub(super) fn outcomes(
        &self,
        case: &Case,
        h: &History,
        threads: &Threads,
    ) -> Result<Vec<History>, Obstacle> {
        if let Some(known) = self.outcomes.borrow().get(h) {
            return Ok(known.clone());
        }
        let found = after(case, h, threads)?;
        self.outcomes.borrow_mut().insert(h.clone(), found.clone());
        Ok(found)
    }

    /// All executions from the memory that the history leaves: 0 where nobody wrote.
    pub(super) fn schedules(
        &self,
        case: &Case,
        h: &History,
        threads: &Threads,
    ) -> Result<Rc<Executions>, Obstacle> {
        let from = memory(h);
        if let Some(known) = self.schedules.borrow().get(&from) {
            return Ok(known.clone());
        }
        let stopped = |_| Obstacle::Stopped(Stop::OutOfFuel);
        let (world, threads) = (World::of(from.clone()), Vec::from_iter(threads.iter().cloned()));
        let mut machine = Machine::new(&world, case.budget().fuel);
        let found = match case.program() {
            Some(b) => executions(&mut machine, b, &threads).map_err(stopped)?,
            None => Executions::default(),
        };
        let found = Rc::new(found);
        self.schedules.borrow_mut().insert(from, found.clone());
        Ok(found)
    }
}

/// Every `H'` with `H, b ⇓ H'`, run by these threads; none where a thread has no run.
pub(super) fn after(case: &Case, h: &History, threads: &Threads) -> Result<Vec<History>, Obstacle> {
    let Some(b) = case.program() else { return Ok(Vec::new()) };
    match babycuda::outcomes(h, b, threads, &case.budget()) {
        Outcomes::Done { outcomes, .. } => Ok(outcomes),
        Outcomes::Stuck(_) => Ok(Vec::new()),
        Outcomes::GaveUp { limit, .. } => Err(limit),
    }
}
