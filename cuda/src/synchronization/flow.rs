//! What a value is made of.

use crate::typed::LocalId;
use std::collections::BTreeSet;

/// The variables and the reads of memory that a value is made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// Variables of the thread.
    pub locals: BTreeSet<LocalId>,
    /// Reads, by their nodes in the graph.
    pub reads: BTreeSet<usize>,
}

impl Flow {
    pub fn of(id: LocalId) -> Flow {
        Flow { locals: BTreeSet::from([id]), reads: BTreeSet::new() }
    }

    pub fn join(mut self, other: Flow) -> Flow {
        self.locals.extend(other.locals);
        self.reads.extend(other.reads);
        self
    }
}
