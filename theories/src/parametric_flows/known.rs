//! What is known of the symbols of a question: facts of their own, and what memory holds.

use super::execute::Executor;
use super::memory::{Cell, Memory};
use crate::planted;
use oracle::solver::Term;
use rustc_hash::FxHashSet;

/// A question is told what at most this many cells hold behind a barrier.
const MOST_CARRIED: usize = 200;

impl Executor<'_> {
    /// The roots, and all that is known of the symbols in them. What memory holds behind a barrier is
    /// left open.
    pub fn assertions(&mut self, roots: Vec<Term>, one_block: bool) -> Vec<Term> {
        self.known(roots, one_block, Memory::Open)
    }

    /// The roots, and all that is known of the symbols in them.
    pub fn known(&mut self, mut roots: Vec<Term>, one_block: bool, memory: Memory) -> Vec<Term> {
        self.index_facts();
        roots.extend(&self.pair.facts);
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut read: Vec<Term> = Vec::new();
        let mut next = 0;
        while next < roots.len() {
            let symbols = self.pair.encoder.words.terms.free_symbols(roots[next]);
            next += 1;
            for symbol in symbols {
                if !seen.insert(symbol) {
                    continue;
                }
                roots.extend(self.facts.get(&symbol).into_iter().flatten());
                let Some(cell) = self.cells.of(symbol).cloned() else { continue };
                if self.is_carried(&cell, memory) && read.len() < MOST_CARRIED {
                    roots.extend(self.carried(&cell, one_block));
                    self.index_facts();
                }
                for other in &read {
                    let Some(other) = self.cells.of(*other) else { continue };
                    let words = &mut self.pair.encoder.words;
                    roots.extend(cell.agrees(other, one_block, words));
                }
                if !planted::is("flows-memory-of-each") {
                    read.push(symbol);
                }
            }
        }
        roots
    }

    /// Whether it is asked who wrote the cell.
    fn is_carried(&self, cell: &Cell, memory: Memory) -> bool {
        match memory {
            Memory::Open => false,
            Memory::OpenWhereAccumulative => {
                let arrays = self.accumulative.get(cell.interval);
                arrays.is_none_or(|arrays| !arrays.contains(&cell.array))
            }
            Memory::Carried => true,
        }
    }

    fn index_facts(&mut self) {
        let words = &self.pair.encoder.words;
        for fact in &words.facts[self.indexed..] {
            for symbol in words.terms.free_symbols(*fact) {
                self.facts.entry(symbol).or_default().push(*fact);
            }
        }
        self.indexed = words.facts.len();
    }
}
