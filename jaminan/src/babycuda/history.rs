//! Histories: what every thread read and wrote, phase by phase. [L22, §3]

use semantics::judgment::Holds;
use semantics::{AccessValue, Mode, Name, Number, Outcome, Store, Thread};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The reads and writes of one thread in one phase: `A = (R, W)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Accesses {
    /// `R`: the indices that it read.
    pub reads: BTreeSet<(Name, Number)>,
    /// `W`: the indices that it wrote, and the last value of each.
    pub writes: Store,
}

/// A phase: the accesses of each thread. A thread without an entry has `(∅, ∅)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase(BTreeMap<Thread, Accesses>);

/// A history `H`: phases, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct History(Vec<Arc<Phase>>);

/// Two threads that race, and where. [L22, Def. 1]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// `i₁`, which wrote the cell.
    pub writer: Thread,
    /// `i₂`, which read or wrote it.
    pub other: Thread,
    /// The array.
    pub array: Name,
    /// `j`.
    pub index: Number,
}

impl Accesses {
    /// `(R ∪ {j}, W)`
    pub fn reading(&self, array: &Name, j: &Number) -> Self {
        let mut next = self.clone();
        next.reads.insert((array.clone(), j.clone()));
        next
    }

    /// `(R, W[j ↦ k])`
    pub fn writing(&self, array: &Name, j: &Number, k: &Number) -> Self {
        let mut next = self.clone();
        next.writes.set(array, j.clone(), k.clone());
        next
    }

    /// Whether `j ∈ R ∪ dom(W)`.
    pub(crate) fn touches(&self, array: &Name, j: &Number) -> bool {
        self.writes.get(array, j).is_some() || self.reads.contains(&(array.clone(), j.clone()))
    }
}

impl Phase {
    /// `P(i)`
    pub fn of(&self, i: &Thread) -> Accesses {
        self.0.get(i).cloned().unwrap_or_default()
    }

    /// The accesses of each thread.
    pub fn threads(&self) -> impl Iterator<Item = (&Thread, &Accesses)> {
        self.0.iter()
    }

    /// The values that the threads wrote into a cell, each once, in the order of the threads.
    pub(crate) fn written(&self, array: &Name, j: &Number) -> Vec<Number> {
        let mut values = Vec::new();
        for accesses in self.0.values() {
            if let Some(k) = accesses.writes.get(array, j).filter(|k| !values.contains(*k)) {
                values.push(k.clone());
            }
        }
        values
    }

    /// Two threads that race, where the phase is racy. [L22, Def. 1]
    pub fn race(&self) -> Option<Race> {
        semantics::unless_planted!(crate::planted::babycuda::race(self));
        for (writer, accesses) in &self.0 {
            for (array, j, _) in accesses.writes.cells() {
                let mut others = self.0.iter().filter(|(i, _)| *i != writer);
                if let Some((other, _)) = others.find(|(_, other)| other.touches(array, j)) {
                    return Some(Race {
                        writer: writer.clone(),
                        other: other.clone(),
                        array: array.clone(),
                        index: j.clone(),
                    });
                }
            }
        }
        None
    }

    /// The access values `α ∈ P`. [L22, §4]
    pub fn accesses(&self) -> semantics::Phase {
        let mut found = Vec::new();
        for (i, accesses) in &self.0 {
            let mut add = |mode, array: &Name, j: &Number| {
                let (thread, array, index) = (i.clone(), array.clone(), j.clone());
                found.push(AccessValue { thread, mode, array, index });
            };
            accesses.reads.iter().for_each(|(array, j)| add(Mode::Rd, array, j));
            accesses.writes.cells().for_each(|(array, j, _)| add(Mode::Wr, array, j));
        }
        found.into_iter().collect()
    }
}

/// A thread that did nothing is as one that is not there.
impl FromIterator<(Thread, Accesses)> for Phase {
    fn from_iter<I: IntoIterator<Item = (Thread, Accesses)>>(threads: I) -> Self {
        Phase(threads.into_iter().filter(|(_, a)| *a != Accesses::default()).collect())
    }
}

impl History {
    /// `[]`: no phase at all, not even one to run in.
    pub fn none() -> Self {
        History::default()
    }

    /// `[∅]`: one phase, in which nothing has happened yet.
    pub fn begin() -> Self {
        History::none().then(Phase::default())
    }

    /// `P :: H`
    pub fn then(&self, newest: Phase) -> Self {
        let newest = std::iter::once(Arc::new(newest));
        History(newest.chain(self.0.iter().cloned()).collect())
    }

    /// `P` and `H` of `P :: H`; nothing where there is no phase.
    pub fn split(&self) -> Option<(&Phase, History)> {
        let (newest, older) = self.0.split_first()?;
        Some((newest, History(older.to_vec())))
    }

    /// The phases, the newest first.
    pub fn phases(&self) -> impl Iterator<Item = &Phase> {
        self.0.iter().map(Arc::as_ref)
    }

    /// `lastwrite(j, H)`: from the newest phase in which anyone wrote `j`, the value; in a racy
    /// phase the values of all who did. Empty where it is undefined: nobody ever wrote `j`.
    pub fn lastwrite(&self, array: &Name, j: &Number) -> Vec<Number> {
        semantics::unless_planted!(crate::planted::babycuda::lastwrite(self, array, j));
        let values = self.phases().map(|phase| phase.written(array, j));
        values.into_iter().find(|values| !values.is_empty()).unwrap_or_default()
    }

    /// A race in some phase, the newest first; nothing where the history is DRF. [L22, Def. 1]
    pub fn race(&self) -> Option<Race> {
        self.phases().find_map(Phase::race)
    }
}

impl FromIterator<Phase> for History {
    /// The newest phase comes first.
    fn from_iter<I: IntoIterator<Item = Phase>>(phases: I) -> Self {
        History(phases.into_iter().map(Arc::new).collect())
    }
}

impl Holds for Accesses {
    fn cells(&self) -> usize {
        self.reads.len() + self.writes.cells().count()
    }
}

impl Holds for History {
    /// Phases are shared.
    fn cells(&self) -> usize {
        self.0.len()
    }
}

impl Outcome for History {
    fn weight(&self) -> usize {
        self.phases().flat_map(Phase::threads).map(|(_, accesses)| 1 + Holds::cells(accesses)).sum()
    }
}
