//! The memory that a phase starts from, as far as the two threads read it.

use super::word::{Word, Words};
use crate::solver::Term;
use semantics::{Name, Number, Rel};

/// A cell of the initial memory that a run reads.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The array.
    pub array: Name,
    /// The thread whose block the array belongs to, where the two threads' blocks differ.
    pub owner: Option<String>,
    /// Which cell.
    pub index: Word,
    /// What it holds.
    pub value: Word,
}

/// One unknown memory, read cell by cell: where two indices agree, so do the contents.
#[derive(Clone, Debug, Default)]
pub struct InitialMemory {
    /// The cells read.
    pub cells: Vec<Cell>,
    /// That equal cells hold equal contents.
    pub consistent: Vec<Term>,
    /// Arrays of which each of the two threads has its own.
    pub separate: Vec<Name>,
}

impl InitialMemory {
    /// What the cell holds.
    pub fn read(
        &mut self,
        words: &mut Words,
        array: &Name,
        tag: &str,
        index: &Word,
        low: Number,
        high: Option<Number>,
    ) -> Word {
        let owner = self.separate.contains(array).then(|| tag.to_owned());
        let value = words.symbol(&format!("{array}.cell"), low, high);
        for cell in self.cells.iter().filter(|c| c.array == *array && c.owner == owner) {
            let same = words.compare(Rel::Eq, &cell.index, index);
            let agree = words.compare(Rel::Eq, &cell.value, &value);
            self.consistent.push(words.terms.implies(same, agree));
        }
        let cell = Cell { array: array.clone(), owner, index: index.clone(), value };
        self.cells.push(cell.clone());
        cell.value
    }
}
