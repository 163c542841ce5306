//! Witnesses of races, and which of two is smaller.
//!
//! The smallest witness of a kind is the first in this order: by the phase; by the larger thread,
//! then the smaller one; by the parameters' values, as they are declared; by the number of threads
//! (of a program with barriers that declares none); by the initial memory, first how many cells
//! are not 0, then which and what they hold (of a separately feasible race the smaller thread's
//! memory first); by the accesses, their array, index and modes; by the choices that `var` makes;
//! by the traces. What is equal in all of this is told apart by the order in which the rules
//! derive it.

use jaminan::Parameters;
use num_traits::Zero;
use semantics::{AccessValue, Name, Number, Store, Thread, Trace};
use std::cmp::Ordering;

/// The three kinds of race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Of the protocol.
    Protocol,
    /// Of two threads, each from its own initial memory.
    Separate,
    /// Of two threads from one initial memory.
    Joint,
}

/// A value that `var` chose.
pub type Choice = (Name, Number);

/// Where a run takes place: an initial memory, and what all threads did in the phases before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct World {
    /// The initial memory: its cells that are not 0.
    pub memory: Store,
    /// For each phase before, what each thread did.
    pub earlier: Vec<Vec<Step>>,
}

/// What one thread did in one phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who.
    pub thread: Thread,
    /// The values that `var` chose, in order.
    pub choices: Vec<Choice>,
    /// Its choices of control.
    pub trace: Trace,
    /// What it wrote.
    pub updates: Store,
}

/// A race, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Of which kind.
    pub kind: Kind,
    /// How many barriers were passed before.
    pub phase: usize,
    /// One value for each parameter.
    pub parameters: Parameters,
    /// The two accesses, that of the smaller thread first.
    pub accesses: [AccessValue; 2],
    /// The values that `var` chose for each of them, in order.
    pub choices: [Vec<Choice>; 2],
    /// The trace of each, in this phase.
    pub traces: [Trace; 2],
    /// Where: for a joint race one world, for a separately feasible race one for each thread, for
    /// a protocol race none.
    pub worlds: Vec<World>,
    /// Whether a fresh run of the reference from the full memory makes both accesses.
    pub replayed: bool,
    /// Whether no witness is smaller. Not known where the exploration did not come to its end.
    pub smallest: bool,
}

/// Which of two initial memories is smaller; cells that hold 0 do not count.
pub(super) fn compare_memories(a: &Store, b: &Store) -> Ordering {
    fn cells(m: &Store) -> impl Iterator<Item = (&Name, &Number, &Number)> {
        m.cells().filter(|(_, _, k)| !k.is_zero())
    }
    cells(a).count().cmp(&cells(b).count()).then_with(|| cells(a).cmp(cells(b)))
}

/// The cells that are not 0.
pub(super) fn without_zeros(m: &Store) -> Store {
    let mut rest = Store::empty();
    for (array, j, k) in m.cells().filter(|(_, _, k)| !k.is_zero()) {
        rest.set(array, j.clone(), k.clone());
    }
    rest
}

/// Which of two pairs of accesses to one cell is smaller.
pub(super) fn compare_accesses(a: &[AccessValue; 2], b: &[AccessValue; 2]) -> Ordering {
    fn key(pair: &[AccessValue; 2]) -> impl Ord + '_ {
        (&pair[0].array, &pair[0].index, pair[0].mode, pair[1].mode)
    }
    key(a).cmp(&key(b))
}
