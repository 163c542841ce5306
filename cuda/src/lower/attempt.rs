//! Parts that are tried, and taken back.
//!
//! What is taken back is the whole state, so that nothing stays that is said of a name which another variable has next:
//! that threads agree on it, or its range. Two things stay: how many loops were read once more, which has a limit of its
//! own; and what was found of the arrays, which is for the next lowering and makes it take no less into account. An error
//! takes nothing back, since it ends the lowering.

use super::block::Atom;
use super::owed::Owed;
use super::state::{Around, Arrays, Barriers, Block, Environment, Spent, Taken, Variables};
use super::{Lowered, Lowering};
use semantics::Name;
use std::collections::HashSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// What is copied where it changes after a snapshot, and not before.
#[derive(Clone, Default)]
pub(super) struct CopyOnWrite<T>(Arc<T>);

impl<T: Clone> CopyOnWrite<T> {
    pub fn into_inner(self) -> T {
        Arc::unwrap_or_clone(self.0)
    }
}

impl<T> From<T> for CopyOnWrite<T> {
    fn from(value: T) -> Self {
        CopyOnWrite(Arc::new(value))
    }
}

impl<T> Deref for CopyOnWrite<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for CopyOnWrite<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

/// The state at some time, to come back to.
struct Snapshot {
    env: Environment,
    /// How many statements the block at hand had; it only grows.
    atoms: usize,
    /// What it owed, likewise.
    owed: usize,
    scope: HashSet<Name>,
    around: Around,
    variables: CopyOnWrite<Variables>,
    arrays: CopyOnWrite<Arrays>,
    barriers: Barriers,
    taken: CopyOnWrite<Taken>,
    spent: Spent,
}

/// Whether what was tried stays.
pub(super) enum Tried<T, W> {
    /// It stays.
    Kept(T),
    /// It is taken back: why.
    TakenBack(W),
}

/// What was read aside: nothing of it is in the program.
pub(super) struct Aside<T> {
    pub block: Vec<Atom>,
    pub owed: Vec<Owed>,
    pub value: T,
}

impl Lowering<'_> {
    /// Reads a part, and takes it back where it says so.
    pub(super) fn attempt<T, W>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Lowered<Tried<T, W>>,
    ) -> Lowered<Tried<T, W>> {
        let before = self.snapshot();
        let tried = part(self)?;
        if let Tried::TakenBack(_) = tried {
            self.roll_back(before);
        }
        Ok(tried)
    }

    /// Reads a part in a block of its own, and takes all of it back.
    pub(super) fn aside<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<Aside<T>> {
        let before = self.snapshot();
        let (block, owed, value) = self.owing(part)?;
        self.roll_back(before);
        Ok(Aside { block, owed, value })
    }

    fn snapshot(&self) -> Snapshot {
        // Each member by its name, so that none is forgotten.
        let Lowering {
            given: _,
            env,
            block,
            around,
            variables,
            arrays,
            barriers,
            taken,
            spent,
            found: _,
        } = self;
        let Block { atoms, owed, scope } = block;
        Snapshot {
            env: env.clone(),
            atoms: atoms.len(),
            owed: owed.len(),
            scope: scope.clone(),
            around: around.clone(),
            variables: variables.clone(),
            arrays: arrays.clone(),
            barriers: barriers.clone(),
            taken: taken.clone(),
            spent: spent.clone(),
        }
    }

    fn roll_back(&mut self, before: Snapshot) {
        let Snapshot { env, atoms, owed, scope, around, variables, arrays, barriers, taken, spent } =
            before;
        self.env = env;
        self.block.atoms.truncate(atoms);
        self.block.owed.truncate(owed);
        self.block.scope = scope;
        self.around = around;
        self.variables = variables;
        self.arrays = arrays;
        self.barriers = barriers;
        self.taken = taken;
        self.spent = Spent { trials: self.spent.trials, ..spent };
    }
}
