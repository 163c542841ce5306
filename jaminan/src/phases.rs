//! A synchronized program, phase by phase: what one thread does in each, beside the others of its block.
//!
//! All threads run a phase from one memory, each by [`reaches`]; the next phase starts from that memory and what they
//! all wrote. ("Barriers" in `docs/calculi.md`.)

use crate::memory::Initial;
use crate::rules::{Judgment, Rest, reaches};
use crate::syntax::Stmt;
use semantics::outcomes::Ask;
use semantics::{
    Budget, Choices, Explanation, Name, Number, Outcomes, Phase, Store, Thread, Trace, outcomes,
};
use std::collections::BTreeMap;

/// The runs of all threads, a phase at a time.
pub struct Phases {
    /// The memory that the phase starts from.
    pub memory: Store,
    /// What each thread has left to run: nothing where it came to its end.
    threads: Vec<(Thread, Rest)>,
}

/// What a phase left to be asked for.
pub struct Next {
    /// Cells that several threads wrote: the next memory has the last one's, in the order of the threads.
    pub contested: Vec<(Name, Number)>,
    /// Whether some threads wait at a barrier, and others have come to their end.
    pub diverged: bool,
    /// Whether nobody has anything left to run.
    pub ended: bool,
}

impl Phases {
    /// Before the first phase; each thread with the program that it runs, parameters as numbers.
    pub fn begin(memory: Store, threads: impl IntoIterator<Item = (Thread, Stmt)>) -> Phases {
        Phases { memory, threads: threads.into_iter().map(|(i, s)| (i, Some(s))).collect() }
    }

    /// A derivation of the phase of this thread, of its outcome `n` from 0; none where it has come to its end.
    pub fn explain(
        &self,
        thread: &Thread,
        choices: &Choices,
        budget: &Budget,
        n: usize,
    ) -> Option<Explanation<Judgment>> {
        let (i, rest) = self.threads.iter().find(|(i, _)| i == thread)?;
        let s = rest.as_ref()?;
        Some(explain(&self.memory, s, i, choices, budget, n))
    }

    /// Everything that this thread can do in the phase; nothing where it has come to its end.
    pub fn outcomes(
        &self,
        thread: &Thread,
        choices: &Choices,
        budget: &Budget,
    ) -> Option<Outcomes<(Store, Phase, Trace, Rest)>> {
        let (i, rest) = self.threads.iter().find(|(i, _)| i == thread)?;
        let (m, s) = (&self.memory, rest.as_ref()?);
        let ask: Ask<'_, Judgment, _> = &|search, found| reaches(search, m, s, i, found);
        Some(outcomes::every(choices, &Initial::Zero, budget, ask))
    }

    /// Goes on to the next phase: each thread by its first outcome, where none is wanted of it.
    ///
    /// # Errors
    /// A thread that has no outcome, with what keeps it from one.
    pub fn advance(
        &mut self,
        choices: &Choices,
        budget: &Budget,
        wanted: &dyn Fn(&Thread) -> usize,
    ) -> Result<Next, Box<(Thread, Explanation<Judgment>)>> {
        let mut after = self.memory.clone();
        let mut wrote: BTreeMap<(Name, Number), usize> = BTreeMap::new();
        let (mut waiting, mut done) = (0, 0);
        for (i, rest) in &mut self.threads {
            let Some(s) = rest.take() else {
                done += 1;
                continue;
            };
            let explained = explain(&self.memory, &s, i, choices, budget, wanted(i));
            let Explanation::Derivation(d) = &explained else {
                return Err(Box::new((i.clone(), explained)));
            };
            let Judgment::Reaches(_, _, _, (updates, _, _, next)) = &d.conclusion else {
                continue;
            };
            for (array, index, _) in updates.cells() {
                *wrote.entry((array.clone(), index.clone())).or_default() += 1;
            }
            after.update(updates);
            match next {
                Some(_) => waiting += 1,
                None => done += 1,
            }
            rest.clone_from(next);
        }
        self.memory = after;
        let contested = wrote.into_iter().filter(|(_, times)| *times > 1).map(|(cell, _)| cell);
        Ok(Next {
            contested: contested.collect(),
            diverged: waiting > 0 && done > 0,
            ended: waiting == 0,
        })
    }
}

/// The first derivation of outcome `n`, from 0, of what one thread does up to the next barrier.
fn explain(
    m: &Store,
    s: &Stmt,
    i: &Thread,
    choices: &Choices,
    budget: &Budget,
    n: usize,
) -> Explanation<Judgment> {
    let zero = Initial::Zero;
    outcomes::explain(choices, &zero, budget, n, &|search, found| reaches(search, m, s, i, found))
}
