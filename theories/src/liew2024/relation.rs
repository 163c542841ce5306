//! The relation `I` between actions. [L24, Def. 4.1]

use oracle::actions::Action;
use semantics::{AccessValue, Mode, Name, Thread, Trace};
use std::collections::BTreeSet;

/// What `I`-related access values have in common: all but the index.
pub(super) type Class = (Thread, Mode, Name);

/// The class of an access value.
pub(super) fn class(access: &AccessValue) -> Class {
    (access.thread.clone(), access.mode, access.array.clone())
}

/// Whether `I`-related actions have one trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// They have.
    Strong,
    /// Definition 4.1 to the letter: it leaves the traces unrelated.
    Weak,
}

impl Reading {
    fn key(self, (access, trace): &Action) -> (Class, Option<Trace>) {
        (class(access), (self == Reading::Strong).then(|| trace.clone()))
    }

    /// The actions of `x` without an `I`-related one in `y`.
    pub(super) fn unrelated(
        self,
        x: impl IntoIterator<Item = Action>,
        y: impl IntoIterator<Item = Action>,
    ) -> Vec<Action> {
        let keys: BTreeSet<_> = y.into_iter().map(|action| self.key(&action)).collect();
        x.into_iter().filter(|action| !keys.contains(&self.key(action))).collect()
    }
}
