//! The state of a lowering, by what becomes of it.
//!
//! - What holds at the place at hand (`Environment`) goes two ways at a branch and is joined behind it; behind a loop it
//!   is what it was before, but for what the loop changes.
//! - The block at hand (`Block`) grows; a block inside of it begins empty.
//! - What is around the place at hand (`Around`) is as it was once the part is left: [`Lowering::inside`] alone changes it.
//! - What is known of the program so far grows: its variables, its arrays, its barriers, what was taken for granted.

use super::block::Atom;
use super::environment::Value;
use super::fence::Partial;
use super::owed::Owed;
use super::pending::Pending;
use super::probe::Probe;
use super::range::Range;
use super::ticket::Tickets;
use super::uniform::{Apart, Trial};
use super::{Lowered, Lowering, Wrapping};
use crate::note::Note;
use crate::typed::{Contents, LocalId, Type};
use semantics::{ArrayType, Cond, Dim, Expr, IntType, Name, Sharing, Span, WarpOrder, numbering};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// What holds at the place at hand, for a thread that comes there.
#[derive(Clone)]
pub(super) struct Environment {
    /// The value of each local; `None` before its declaration.
    pub values: Vec<Option<Value>>,
    /// The asynchronous copies that were not waited for yet.
    pub pending: Vec<Pending>,
}

/// The block at hand.
#[derive(Default)]
pub(super) struct Block {
    pub atoms: Vec<Atom>,
    /// What C evaluates in it and may have no meaning.
    pub owed: Vec<Owed>,
    /// The variables that are bound in it so far, and around it.
    pub scope: HashSet<Name>,
}

/// What is around the place at hand.
#[derive(Clone, Default)]
pub(super) struct Around {
    /// How many branches and loops.
    pub nesting: usize,
    /// How many loops.
    pub loops: usize,
    /// How many called functions.
    pub calls: usize,
    /// The counters of the loops.
    pub binders: Vec<Name>,
    /// The conditions that threads need not agree on, and that they know all along.
    pub conditions: Vec<Arc<Cond>>,
    /// Why not all threads need get to the place at hand, if so.
    pub divergent: Option<Apart>,
}

impl Around {
    /// From here on not all threads need get to a place, where there is a reason why.
    pub fn part(&mut self, why: Option<Apart>) {
        self.divergent = self.divergent.or(why);
    }
}

/// What is known of the program's variables, by their names.
#[derive(Clone, Default)]
pub(super) struct Variables {
    /// Names in use, with the next suffix to try.
    pub names: HashMap<Name, usize>,
    pub params: Vec<Name>,
    pub types: BTreeMap<Name, IntType>,
    pub ranges: HashMap<Name, Range>,
    /// Why each `var` is there.
    pub reasons: HashMap<Name, String>,
    /// The counters of loops that the launch counts.
    pub counters: BTreeSet<Name>,
    /// Variables that all threads of a block agree on: see `uniform`.
    pub uniform: HashSet<Name>,
    /// Those of them that are `var`s.
    pub agreed: BTreeSet<Name>,
    /// What variables stand for that have no value: what they hold is any number.
    pub valueless: HashSet<Name>,
    /// The parameters of which neither the kernel nor host code says what they are: why.
    pub undeclared: BTreeMap<Name, String>,
    /// What is hidden from the kernel, by its name in what host code says.
    pub hidden: Vec<(Name, Arc<Expr>)>,
}

/// What is known of the program's arrays.
#[derive(Clone, Default)]
pub(super) struct Arrays {
    pub types: BTreeMap<Name, ArrayType>,
    /// The array that each local in memory is.
    pub memory: HashMap<LocalId, Name>,
    /// The `extern __shared__` array.
    pub open_array: Option<LocalId>,
    /// What the elements of an array are declared as.
    pub elements: HashMap<Name, Type>,
    /// What the arrays hold that nothing writes.
    pub tables: HashMap<Name, Contents>,
    /// How many elements host code gives an array.
    pub bounds: HashMap<Name, Arc<Expr>>,
    /// How many bytes the parameters point to, where host code says so.
    pub sizes: Vec<(Name, Arc<Expr>)>,
    /// Those where a null pointer of the host would point to: only the question whether it is null is answered.
    pub null: BTreeSet<Name>,
    /// The arrays from which bounds of loops were read once.
    pub steady: BTreeSet<Name>,
    /// What atomic additions found.
    pub tickets: Tickets,
    /// The array that all surfaces are, where handles of them are kept in memory.
    pub surfaces: Option<Name>,
    /// The events of all asynchronous copies.
    pub events: BTreeSet<Name>,
}

/// What is known of barriers, and of how threads come to them.
#[derive(Clone)]
pub(super) struct Barriers {
    /// The question about a barrier, where one is put.
    pub probe: Option<Probe>,
    /// What orders the threads of a warp.
    pub warps: WarpOrder,
    /// The barriers at which threads are taken to come together, where that is not plain.
    pub apart: Vec<Span>,
    /// The barriers that order one kind of memory only.
    pub partial: Vec<Partial>,
    /// What each barrier leaves unordered, by its place.
    pub fences: HashMap<std::ops::Range<usize>, Vec<Sharing>>,
    /// The loop that is read by trial as one that threads run together.
    pub trial: Option<Trial>,
    /// Whether a `return` was seen at which some threads may leave without the others.
    pub returned_apart: bool,
}

impl Barriers {
    /// Where nothing was read yet, for this question about one.
    pub fn of(probe: Option<Probe>) -> Self {
        Barriers {
            probe,
            warps: WarpOrder::Independent,
            apart: Vec::new(),
            partial: Vec::new(),
            fences: HashMap::new(),
            trial: None,
            returned_apart: false,
        }
    }
}

/// What was taken for granted, or by convention, or left out.
#[derive(Clone)]
pub(super) struct Taken {
    pub assumptions: Vec<Cond>,
    pub notes: BTreeSet<Note>,
    /// Whether unsigned numbers may wrap around.
    pub wrapping: Wrapping,
    /// The axes on which `gridDim * blockDim` is taken to be below 2^31.
    pub below: Vec<Dim>,
    /// Whether the launch may be taken to have fewer than 2^31 threads.
    pub below_all: bool,
    /// What is taken of the number of threads.
    pub threads_bounded: numbering::Bounds,
}

impl Taken {
    /// Where nothing else was taken yet.
    pub fn of(wrapping: Wrapping, threads_bounded: numbering::Bounds) -> Self {
        Taken {
            assumptions: Vec::new(),
            notes: BTreeSet::new(),
            wrapping,
            below: Vec::new(),
            below_all: false,
            threads_bounded,
        }
    }
}

/// How much the lowering has made and done: what it may is limited.
#[derive(Clone, Default)]
pub(super) struct Spent {
    /// How many statements were made.
    pub made: usize,
    /// How much work was done.
    pub work: usize,
    /// How many loops were read once more.
    pub trials: usize,
}

impl Lowering<'_> {
    /// Reads a part with something more around it.
    pub(super) fn inside<T>(
        &mut self,
        enter: impl FnOnce(&mut Around),
        part: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let outside = self.around.clone();
        enter(&mut self.around);
        let done = part(self);
        self.around = outside;
        done
    }
}
