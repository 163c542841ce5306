//! The memory that an interval begins with, as far as the threads read it.
//!
//! At the begin of the program it is the initial memory. At a barrier other threads have written:
//! what an array holds then is left open, unless no thread ever writes it. What is known of it all the same
//! is [carried] over.
//!
//! [carried]: super::carried

use oracle::check::word::{Word, Words};
use oracle::solver::Term;
use rustc_hash::FxHashMap;
use semantics::{Name, Number, Rel, Sharing};

/// What is asked of memory behind a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// Nothing.
    Open,
    /// What is known of who wrote it, where no variable is [accumulative]: [P12, Appendix], "keeping the
    /// accumulative variable unconstrained".
    ///
    /// [accumulative]: super::accumulative
    OpenWhereAccumulative,
    /// What is known of who wrote it.
    Carried,
}

/// A cell that a thread reads before it writes it.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The array.
    pub array: Name,
    /// Which threads share it.
    pub sharing: Sharing,
    /// Which thread reads: 0 or 1, or above a third one, in the block of the one of its parity.
    pub thread: usize,
    /// In which interval; `0` for what holds the same in all.
    pub interval: usize,
    /// Which cell.
    pub index: Word,
    /// What it holds.
    pub value: Word,
}

/// All cells read.
#[derive(Debug, Default)]
pub struct Cells {
    cells: Vec<Cell>,
    by_value: FxHashMap<Term, usize>,
    by_index: FxHashMap<(Name, usize, usize, Term), usize>,
}

impl Cells {
    /// What a cell holds, for the thread in the interval.
    pub fn read(
        &mut self,
        words: &mut Words,
        cell: (Name, Sharing),
        (thread, interval): (usize, usize),
        index: &Word,
        (low, high): (Number, Option<Number>),
    ) -> Word {
        let (array, sharing) = cell;
        let key = (array.clone(), thread, interval, index.term);
        if let Some(known) = self.by_index.get(&key) {
            return self.cells[*known].value.clone();
        }
        let value = words.symbol(&format!("{array}.cell"), low, high);
        let number = self.cells.len();
        self.by_index.insert(key, number);
        self.by_value.insert(value.term, number);
        let index = index.clone();
        self.cells.push(Cell { array, sharing, thread, interval, index, value: value.clone() });
        value
    }

    /// The cell of which a symbol is the contents.
    pub fn of(&self, value: Term) -> Option<&Cell> {
        self.by_value.get(&value).map(|n| &self.cells[*n])
    }

    /// Those that the initial memory has.
    pub fn initial(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|cell| cell.interval == 0)
    }
}

impl Cell {
    /// That both hold the same where they are one; nothing where they are cells of two memories.
    ///
    /// Threads of two blocks share arrays of the grid only, and after the first barrier of one of
    /// them they need not stand at one point of the execution.
    pub fn agrees(&self, other: &Cell, one_block: bool, words: &mut Words) -> Option<Term> {
        if self.array != other.array || self.interval != other.interval {
            return None;
        }
        let shared = one_block || (self.sharing == Sharing::Grid && self.interval == 0);
        if self.thread != other.thread && !shared {
            return None;
        }
        let same = words.compare(Rel::Eq, &self.index, &other.index);
        let agree = words.compare(Rel::Eq, &self.value, &other.value);
        Some(words.terms.implies(same, agree))
    }
}
