//! Whether an execution goes on to its end with a meaning. In C one that loses it in a later phase
//! has none, and what it did before is no race.

use crate::explore::bounds::Bounds;
use crate::explore::launch::Launch;
use crate::explore::obstacle::Obstacle;
use crate::explore::state::{State, choose, lazy, stop};
use crate::explore::witness::Choice;
use jaminan::{Initial, Judgment, Lazy, Program, Stmt, reaches};
use semantics::{Budget, Choices, Flow, Search, Store, Syntax, Threads, Trace};

/// Looks for ends of executions.
pub(super) struct Completion {
    search: Search<Judgment>,
}

/// What a thread does in the phase at hand: the values that `var` chooses, and its trace.
pub(super) type Done<'d> = (usize, &'d [Choice], &'d Trace);

/// Some threads have run a phase.
#[derive(Clone)]
struct Partial {
    /// The cells of the initial memory that were chosen.
    chosen: Store,
    /// What was written before the phase.
    written: Store,
    /// What is written in it.
    updates: Store,
    /// What each thread had left to run when it began; nothing of one that has ended.
    rests: Vec<Option<Stmt>>,
    /// What those that have run it have left.
    next: Vec<Option<Stmt>>,
    /// Whether the phase is the one at hand.
    at_hand: bool,
}

impl Completion {
    /// For a program in which an execution may lose its meaning after a barrier; within the same
    /// bounds, and a budget of its own.
    pub fn of(program: &Program, bounds: &Bounds, budget: &Budget) -> Option<Self> {
        let c = matches!(program.header.threads, Threads::Grid { .. });
        (c && program.body.synchronizes()).then(|| {
            let memory =
                Lazy { contents: bounds.values(), cells: bounds.cells.into(), ..Lazy::default() };
            let choices = Choices::below(bounds.values);
            Completion { search: Search::new(choices, Initial::Lazy(memory), budget.fuel) }
        })
    }

    /// Whether some execution from this state, with this chosen of the initial memory, in which these
    /// threads do that in the phase at hand, comes to its end and keeps its meaning for these threads.
    /// Another thread that loses it does nothing from there on.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn exists(
        &mut self,
        launch: &Launch,
        state: &State,
        chosen: &Store,
        done: &[Done<'_>],
    ) -> Result<bool, Obstacle> {
        let mut open = vec![Partial {
            chosen: chosen.clone(),
            written: state.written.clone(),
            updates: Store::empty(),
            rests: state.rests.iter().cloned().map(Some).collect(),
            next: Vec::new(),
            at_hand: true,
        }];
        while let Some(mut partial) = open.pop() {
            let n = partial.next.len();
            if n == launch.threads.len() {
                let ended = |(n, ..): &Done<'_>| partial.next.get(*n).is_some_and(Option::is_none);
                if done.iter().all(ended) {
                    return Ok(true);
                }
                partial.written = partial.written.merge(&partial.updates);
                partial.updates = Store::empty();
                partial.rests = std::mem::take(&mut partial.next);
                partial.at_hand = false;
                open.push(partial);
                continue;
            }
            let before = open.len();
            self.thread(launch, n, &partial, done, &mut open)?;
            let asked = done.iter().any(|(m, ..)| *m == n);
            if open.len() == before && !asked {
                partial.next.push(None);
                open.push(partial);
            } else {
                // The first outcome is followed first.
                open[before..].reverse();
            }
        }
        Ok(false)
    }

    /// Adds what one more thread's runs of the phase lead to.
    fn thread(
        &mut self,
        launch: &Launch,
        n: usize,
        partial: &Partial,
        done: &[Done<'_>],
        open: &mut Vec<Partial>,
    ) -> Result<(), Obstacle> {
        let Some(s) = &partial.rests[n] else { return Ok(()) };
        let as_done = done.iter().find(|(m, ..)| *m == n).filter(|_| partial.at_hand);
        choose(&mut self.search, partial.chosen.clone());
        let made = self.search.chosen.len();
        let i = &launch.threads[n];
        let flow = reaches(&mut self.search, &partial.written, s, i, &mut |search, outcome, _| {
            let (updates, _, trace, rest) = outcome;
            let same =
                |(_, choices, of): &Done<'_>| search.chosen[made..] == **choices && trace == **of;
            if as_done.is_none_or(same) {
                let mut with = partial.clone();
                with.chosen = lazy(search).chosen.clone();
                with.updates.update(&updates);
                with.next.push(rest);
                open.push(with);
            }
            Flow::Continue(())
        });
        stop(flow)
    }
}
