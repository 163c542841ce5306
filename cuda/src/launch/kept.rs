//! Which pointers the variables of a run of host code may hold, besides what is known of them.

use super::value::{Base, Variable};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What variables may hold besides what is known of them. Those that are linked are a group: what is put into one of them,
/// each of them may hold.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// From a variable of a group to another one, and so on to the one that stands for the group.
    next: FxHashMap<Variable, Variable>,
    /// The groups, by the variable that stands for each.
    groups: FxHashMap<Variable, Group>,
}

#[derive(Debug, Default)]
struct Group {
    /// The memory that pointers in its variables may point to.
    bases: BTreeSet<Base>,
    /// How many steps lead from one of its variables to that one, at most.
    depth: usize,
}

impl Held {
    /// What a variable may hold, and those by which it is reached.
    pub fn of(&self, variable: Variable) -> impl Iterator<Item = Base> + '_ {
        self.groups.get(&self.first(variable)).into_iter().flat_map(|group| &group.bases).copied()
    }

    /// Whether a variable may hold a pointer that is given to it.
    pub fn has(&self, variable: Variable) -> bool {
        self.of(variable).next().is_some()
    }

    /// Notes that it may hold these.
    pub fn put(&mut self, into: Variable, bases: &BTreeSet<Base>) {
        let first = self.first(into);
        self.groups.entry(first).or_default().bases.extend(bases);
    }

    /// Notes that what is put into one may be put into the other.
    pub fn link(&mut self, a: Variable, b: Variable) {
        let [a, b] = [a, b].map(|variable| self.first(variable));
        if a == b {
            return;
        }
        let [one, other] =
            [a, b].map(|first| (first, self.groups.remove(&first).unwrap_or_default()));
        // The deeper group takes the other one in, so that no way is long.
        let ((first, mut group), (second, added)) =
            if one.1.depth < other.1.depth { (other, one) } else { (one, other) };
        group.depth = group.depth.max(added.depth + 1);
        group.bases.extend(added.bases);
        self.next.insert(second, first);
        self.groups.insert(first, group);
    }

    /// The variable that stands for the group of another one.
    fn first(&self, mut variable: Variable) -> Variable {
        while let Some(next) = self.next.get(&variable) {
            variable = *next;
        }
        variable
    }
}
