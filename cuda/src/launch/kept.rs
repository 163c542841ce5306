//! Which pointers the variables of a run of host code may hold, besides what is known of them.

use super::value::{Base, Variable};
use std::collections::{BTreeSet, HashMap};

/// What variables may hold besides what is known of them.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// The memory that pointers in a variable may point to.
    bases: HashMap<Variable, BTreeSet<Base>>,
    /// The variables that may be reached by another one, or be reached by it.
    near: HashMap<Variable, BTreeSet<Variable>>,
}

impl Held {
    /// What a variable may hold, and those by which it is reached.
    pub fn of(&self, variable: Variable) -> BTreeSet<Base> {
        let (mut seen, mut open) = (BTreeSet::from([variable]), vec![variable]);
        let mut found = BTreeSet::new();
        while let Some(variable) = open.pop() {
            found.extend(self.bases.get(&variable).into_iter().flatten());
            let near = self.near.get(&variable).into_iter().flatten();
            open.extend(near.filter(|other| seen.insert(**other)));
        }
        found
    }

    /// Whether a variable may hold a pointer that is given to it.
    pub fn has(&self, variable: Variable) -> bool {
        !self.of(variable).is_empty()
    }

    /// Notes that it may hold these.
    pub fn put(&mut self, into: Variable, bases: &BTreeSet<Base>) {
        self.bases.entry(into).or_default().extend(bases);
    }

    /// Notes that what is put into one may be put into the other.
    pub fn link(&mut self, a: Variable, b: Variable) {
        self.near.entry(a).or_default().insert(b);
        self.near.entry(b).or_default().insert(a);
    }
}
