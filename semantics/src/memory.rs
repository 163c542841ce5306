//! Memories `M` and the store of a program over several arrays.

mod tree;

use crate::name::Name;
use crate::number::Number;
use num_traits::Zero;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use tree::{Cell, Tree};

/// A finite map from indices to contents: `M`. [L24, Fig. 5]
pub type Memory = BTreeMap<Number, Number>;

/// One memory per array; also the updates `M'` that a thread makes. Cheap to clone, and to merge
/// with a small one: versions share what they have in common.
#[derive(Clone, Default)]
pub struct Store {
    cells: Tree,
    /// How many cells the merge that made it took anew.
    copied: usize,
}

impl Store {
    /// `∅` for every array.
    pub fn empty() -> Self {
        Store::default()
    }

    /// `{j ↦ k}` in one array.
    pub fn of(array: &Name, j: Number, k: Number) -> Self {
        Store { cells: tree::one(Cell { array: array.clone(), j, k }), copied: 1 }
    }

    /// `M(j)`, where `j` is in the domain.
    pub fn get(&self, array: &Name, j: &Number) -> Option<&Number> {
        tree::get(&self.cells, array, j).map(|cell| &cell.k)
    }

    /// `M̂(j)`: `M(j)`, or 0 outside the domain.
    pub fn lookup(&self, array: &Name, j: &Number) -> Number {
        self.get(array, j).cloned().unwrap_or_else(Number::zero)
    }

    /// `M ∪• M'`: merged, `M'` winning.
    pub fn merge(&self, winner: &Store) -> Store {
        let copied = self.len().min(winner.len());
        Store { cells: tree::merge(&self.cells, &winner.cells), copied }
    }

    /// `M := M ∪• M'`.
    pub fn update(&mut self, winner: &Store) {
        *self = self.merge(winner);
    }

    /// Sets `M(j) = k`.
    pub fn set(&mut self, array: &Name, j: Number, k: Number) {
        self.update(&Store::of(array, j, k));
    }

    /// Takes `j` out of the domain.
    pub fn unset(&mut self, array: &Name, j: &Number) {
        self.cells = tree::remove(&self.cells, array, j);
    }

    /// How many cells the domain has.
    pub fn len(&self) -> usize {
        tree::size(&self.cells)
    }

    /// Whether the domain is empty.
    pub fn is_empty(&self) -> bool {
        self.cells.is_none()
    }

    /// Every cell of the domain: by array, then by index.
    pub fn cells(&self) -> impl Iterator<Item = (&Name, &Number, &Number)> {
        tree::cells(&self.cells).map(|cell| (&cell.array, &cell.j, &cell.k))
    }

    /// The arrays with a cell in the domain, and their memories.
    pub fn arrays(&self) -> impl Iterator<Item = (&Name, Vec<(&Number, &Number)>)> {
        let mut cells = self.cells().peekable();
        std::iter::from_fn(move || {
            let (array, j, k) = cells.next()?;
            let mut memory = vec![(j, k)];
            while let Some((_, j, k)) = cells.next_if(|(other, ..)| *other == array) {
                memory.push((j, k));
            }
            Some((array, memory))
        })
    }

    /// What a search counts as taken anew when it holds this store.
    pub(crate) fn copied(&self) -> usize {
        self.copied
    }

    /// How many cells' worth of memory its largest number takes.
    pub(crate) fn largest(&self) -> usize {
        tree::largest(&self.cells)
    }
}

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.cells().eq(other.cells())
    }
}

impl Eq for Store {}

impl PartialOrd for Store {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Store {
    fn cmp(&self, other: &Self) -> Ordering {
        self.arrays().cmp(other.arrays())
    }
}

impl Hash for Store {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.cells().for_each(|cell| cell.hash(state));
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Store {
    /// As `--memory` reads it: `A:0=10,3=2 B:1=1`; `{}` when empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("{}");
        }
        for (n, (array, memory)) in self.arrays().enumerate() {
            write!(f, "{}{array}:", if n == 0 { "" } else { " " })?;
            for (m, (j, k)) in memory.iter().enumerate() {
                write!(f, "{}{j}={k}", if m == 0 { "" } else { "," })?;
            }
        }
        Ok(())
    }
}
