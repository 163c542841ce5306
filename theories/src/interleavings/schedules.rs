//! Every schedule of one phase, up to the order of steps that do not meet.
//!
//! Dynamic partial-order reduction with sleep sets [Flanagan and Godefroid, POPL 2005]. Steps that
//! others cannot tell are made at once; two accesses depend on each other where they are of one
//! thread, or of one cell with a write among them. A thread that comes to an access in a phase can
//! take its turn at every earlier moment of the phase, so a race is turned round by trying the
//! later thread first, and no other.

use super::machine::{Machine, Next, Ran, Running};
use semantics::{AccessValue, Mode, Store};
use std::collections::{BTreeMap, BTreeSet};

/// Where all threads stand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    /// The memory that they share.
    pub memory: Store,
    /// The threads.
    pub threads: Vec<Running>,
}

/// The accesses of a phase, in the order of a schedule.
pub type Accesses = Vec<AccessValue>;

/// Every configuration in which a phase that begins in this one can end, each thread at a barrier
/// or at its end; and a schedule that leads there.
///
/// # Errors
/// Those of the machine.
pub fn phase_ends(
    machine: &mut Machine<'_>,
    begin: &Configuration,
) -> Ran<BTreeMap<Configuration, Accesses>> {
    let mut search = Schedules { machine, events: Vec::new(), ends: BTreeMap::new() };
    search.explore(begin.clone(), &[])?;
    Ok(search.ends)
}

/// Whether the order of two accesses matters.
pub fn depend(a: &AccessValue, b: &AccessValue) -> bool {
    a.thread == b.thread
        || a.array == b.array && a.index == b.index && (a.mode == Mode::Wr || b.mode == Mode::Wr)
}

/// The depth-first search.
struct Schedules<'m, 'w> {
    machine: &'m mut Machine<'w>,
    /// The accesses of the schedule so far.
    events: Vec<Event>,
    ends: BTreeMap<Configuration, Accesses>,
}

/// An access of the schedule at hand.
struct Event {
    access: AccessValue,
    /// The events that happen before it, itself among them.
    after: BTreeSet<usize>,
    /// The threads to try in its place.
    backtrack: BTreeSet<usize>,
}

impl Schedules<'_, '_> {
    /// All schedules from here, but for those that begin with a thread asleep.
    fn explore(&mut self, mut here: Configuration, asleep: &[usize]) -> Ran<()> {
        let mut next = Vec::new();
        for running in &mut here.threads {
            next.push(match self.machine.settle(&here.memory, running)? {
                Next::Access(access) => Some(access),
                Next::Barrier | Next::End => None,
            });
        }
        for (thread, access) in next.iter().enumerate() {
            if let Some(earlier) = access.as_ref().and_then(|access| self.race(access)) {
                self.events[earlier].backtrack.insert(thread);
            }
        }
        let Some(first) = (0..next.len()).find(|n| next[*n].is_some() && !asleep.contains(n))
        else {
            if next.iter().all(Option::is_none) {
                let schedule = || self.events.iter().map(|event| event.access.clone()).collect();
                self.ends.entry(here).or_insert_with(schedule);
            }
            return Ok(());
        };
        let at = self.events.len();
        let mut done = asleep.to_vec();
        let mut trying = Some(first);
        let mut backtrack = BTreeSet::from([first]);
        while let Some(thread) = trying {
            let Some(access) = &next[thread] else { break };
            let mut there = here.clone();
            self.machine.go(&mut there.memory, &mut there.threads[thread])?;
            let awake = |n: &usize| next[*n].as_ref().is_some_and(|other| depend(other, access));
            let sleeping: Vec<usize> = done.iter().copied().filter(|n| !awake(n)).collect();
            let after = self.before(access, at);
            self.events.push(Event { access: access.clone(), after, backtrack });
            let explored = self.explore(there, &sleeping);
            backtrack = self.events.pop().map(|event| event.backtrack).unwrap_or_default();
            explored?;
            done.push(thread);
            trying = backtrack.iter().copied().find(|n| next[*n].is_some() && !done.contains(n));
        }
        Ok(())
    }

    /// The last event that the access could have come before: it depends on it, and no chain of
    /// events puts it after.
    fn race(&self, access: &AccessValue) -> Option<usize> {
        let own = self.events.iter().rev().find(|e| e.access.thread == access.thread);
        let ordered = |n: usize| own.is_some_and(|own| own.after.contains(&n));
        let races = |(n, event): &(usize, &Event)| depend(&event.access, access) && !ordered(*n);
        self.events.iter().enumerate().rev().find(races).map(|(n, _)| n)
    }

    /// What happens before the access as event `at`, and `at`.
    fn before(&self, access: &AccessValue, at: usize) -> BTreeSet<usize> {
        let mut after = BTreeSet::from([at]);
        for event in self.events.iter().filter(|event| depend(&event.access, access)) {
            after.extend(&event.after);
        }
        after
    }
}
