//! Asynchronous copies that were not waited for yet, and what becomes of them on several ways.

use super::block::Atom;
use crate::term::not;
use semantics::{Cond, Expr as Term, Name};
use std::sync::Arc;

/// A copy that was not waited for yet.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// What it is waited for by.
    pub by: By,
    /// The copy: the name of the parameter that says who makes it.
    pub copier: Name,
    /// What it does.
    pub atoms: Vec<Atom>,
    /// Whether there may be more of it than one, or none: it is in a loop that was left, or was waited for there.
    pub in_loop: bool,
}

/// What a copy is waited for by.
#[derive(Clone, Debug)]
pub(super) enum By {
    /// Its event, by all threads of the block together.
    Event(Name),
    /// The thread that makes it, in its groups.
    Thread(Grouped),
}

/// How long the name of a copy may become that is followed on every way by itself.
const LONGEST: usize = 64;

/// What is known of the group of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grouped {
    /// How many groups were committed behind its own, at least; `None` where its own may not be.
    pub behind: Option<usize>,
    /// The conditions under which it is made, or was not waited for.
    conditions: Vec<Arc<Cond>>,
    /// Whether a loop is around that began after it.
    pub around_loop: bool,
    /// Whether it was made once more in such a loop.
    pub went_on: bool,
}

impl Pending {
    /// The same, where a condition holds; nothing of it where it is made under the opposite one alone.
    pub fn under(&self, c: &Arc<Cond>) -> Option<Pending> {
        let atoms = vec![Atom::If(Arc::clone(c), self.atoms.clone(), Vec::new())];
        let mut copy = Pending { atoms, ..self.clone() };
        if let By::Thread(grouped) = &mut copy.by {
            let opposite = not(Arc::clone(c));
            if grouped.conditions.contains(&opposite) {
                return None;
            }
            grouped.conditions.push(Arc::clone(c));
        }
        Some(copy)
    }

    /// What is known of it behind a conditional, from what happens to it on each side.
    pub fn on_both(&self, c: &Arc<Cond>, other: &Pending) -> Vec<Pending> {
        let (By::Thread(a), By::Thread(b)) = (&self.by, &other.by) else {
            return vec![self.clone()];
        };
        if a == b && self.in_loop == other.in_loop {
            return vec![self.clone()];
        }
        // Two of which one is made: each is known by a name of its own.
        let side = |copy: &Pending, c: &Arc<Cond>, name: &str| {
            let copier = Name::from(format!("{}.{name}", copy.copier.as_str()));
            let mut copy = copy.under(c)?;
            copy.in_loop |= copier.as_str().len() > LONGEST;
            Some(Pending { copier, ..copy })
        };
        let sides = [side(self, c, "yes"), side(other, &not(Arc::clone(c)), "no")];
        sides.into_iter().flatten().collect()
    }

    /// Whether an iteration makes something else of it.
    pub fn changed_to(&self, after: &Pending) -> bool {
        match (&self.by, &after.by) {
            (By::Thread(a), By::Thread(b)) => {
                a.behind != b.behind || a.conditions != b.conditions || after.in_loop
            }
            _ => false,
        }
    }

    /// Of a copy of one iteration: those of all of them, where all are in one group.
    pub fn of_all_iterations(&self, x: &Name, from: &Arc<Term>, to: &Arc<Term>) -> Option<Pending> {
        let By::Thread(Grouped { behind: None, .. }) = self.by else { return None };
        let (from, to) = (Arc::clone(from), Arc::clone(to));
        let atoms = vec![Atom::For(x.clone(), from, to, self.atoms.clone())];
        (!self.in_loop).then(|| Pending { atoms, ..self.clone() })
    }
}
