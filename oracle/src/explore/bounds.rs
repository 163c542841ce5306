//! The bounds of an exploration.

use semantics::{Choices, Number};
use std::collections::BTreeSet;

/// Bounds on threads, values and cells. Ranges leave their upper bound out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Threads `0..threads`, those of them that the program's declarations allow. Of a grid, its
    /// first so many threads; a size of a grid or block that is open is `1..=threads`.
    pub threads: u64,
    /// Nondeterministic values, the contents of the initial memory, and other parameters but those
    /// that an assumption gives a value, are `0..values`.
    pub values: u64,
    /// The initial memory of each array is 0 outside of its cells `0..cells`.
    pub cells: u64,
}

impl Bounds {
    /// These bounds, with one cell more than threads.
    pub fn new(threads: u64, values: u64) -> Self {
        Bounds { threads, values, cells: threads.saturating_add(1) }
    }

    /// What a parameter, `var` or cell may be.
    pub fn values(&self) -> Vec<Number> {
        (0..self.values).map(Number::from).collect()
    }

    /// What a protocol's `var` ranges over: `0..values`, and what the program's runs read.
    /// ("Bounded checking" in `docs/calculi.md`.)
    pub fn choices_with(&self, read: Option<&BTreeSet<Number>>) -> Choices {
        let mut values: BTreeSet<Number> = self.values().into_iter().collect();
        values.extend(read.into_iter().flatten().cloned());
        Choices { values: values.into_iter().collect(), ..Choices::default() }
    }
}
