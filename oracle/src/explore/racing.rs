//! Which two threads may access one cell of one phase at odds.

use crate::explore::frontier::Reached;
use crate::explore::launch::Launch;
use semantics::{Mode, Name, Number, Thread};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// Two threads, and the launches in which they reach accesses that race.
pub(super) struct Pair {
    /// The smaller thread.
    pub smaller: Thread,
    /// The larger thread.
    pub larger: Thread,
    /// The numbers of the launches, and where the two stand among their threads.
    pub launches: Vec<(usize, [usize; 2])>,
}

/// The pairs of threads that reach racing accesses: in the order of the larger thread, then the
/// smaller one. Found cell by cell, so that threads which share nothing cost nothing.
pub(super) struct Racing<'a> {
    launches: &'a [Launch],
    reached: &'a Reached,
    threads: std::vec::IntoIter<Thread>,
    /// For each launch and cell, where the threads so far stand that read it, and that write it.
    cells: HashMap<(usize, &'a Name, &'a Number), [Vec<usize>; 2]>,
    pairs: VecDeque<Pair>,
}

impl<'a> Racing<'a> {
    /// Of these threads.
    pub fn new(launches: &'a [Launch], reached: &'a Reached) -> Self {
        let threads: BTreeSet<&Thread> = launches.iter().flat_map(|l| &l.threads).collect();
        let threads: Vec<Thread> = threads.into_iter().cloned().collect();
        Racing {
            launches,
            reached,
            threads: threads.into_iter(),
            cells: HashMap::new(),
            pairs: VecDeque::new(),
        }
    }

    /// The pairs of a thread and a smaller one.
    fn pairs_of(&mut self, larger: &Thread) {
        let mut pairs: BTreeMap<&Thread, Vec<(usize, [usize; 2])>> = BTreeMap::new();
        for (n, (launch, reached)) in self.launches.iter().zip(self.reached).enumerate() {
            let Some(at) = launch.position(larger) else { continue };
            let mut rivals = BTreeSet::new();
            for access in reached[at].accesses() {
                let cell = self.cells.entry((n, &access.array, &access.index)).or_default();
                let [readers, writers] = cell;
                let own = match access.mode {
                    Mode::Rd => readers,
                    Mode::Wr => {
                        rivals.extend(readers.iter().filter(|rival| **rival != at));
                        &mut *writers
                    }
                };
                own.push(at);
                rivals.extend(cell[1].iter().filter(|rival| **rival != at));
            }
            for rival in rivals {
                pairs.entry(&launch.threads[rival]).or_default().push((n, [rival, at]));
            }
        }
        let pair = |(smaller, launches): (&Thread, _)| Pair {
            smaller: smaller.clone(),
            larger: larger.clone(),
            launches,
        };
        self.pairs.extend(pairs.into_iter().map(pair));
    }
}

impl Iterator for Racing<'_> {
    type Item = Pair;

    fn next(&mut self) -> Option<Pair> {
        while self.pairs.is_empty() {
            let larger = self.threads.next()?;
            self.pairs_of(&larger);
        }
        self.pairs.pop_front()
    }
}
