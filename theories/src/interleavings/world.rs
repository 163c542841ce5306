//! What is not the schedule's to decide: the initial memory, and what each `var` takes.

use super::machine::{Failure, Halt, Ran};
use oracle::Bounds;
use semantics::{Name, Number, Store, Thread};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// The threads of these bounds: all of them run the program.
pub fn threads(bounds: &Bounds) -> Vec<Thread> {
    (0..bounds.threads).map(Thread::natural).collect()
}

/// Every world within bounds, as far as worlds have to be told apart: `ask` is called with one that
/// knows nothing at first, and where it comes back for more, with one world for each answer. Stops
/// where `ask` breaks off.
///
/// # Errors
/// Where `ask` failed for another reason.
pub fn each_world<T>(
    bounds: &Bounds,
    mut ask: impl FnMut(&World) -> Ran<ControlFlow<T>>,
) -> Result<ControlFlow<T>, Failure> {
    let mut open = vec![World { cells: bounds.cells.into(), ..World::default() }];
    while let Some(world) = open.pop() {
        match ask(&world) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(stop) => return Ok(stop),
            Err(Halt::Failed(failure)) => return Err(failure),
            // The last in comes first: 0 before 1.
            Err(Halt::Unknown(unknown)) => {
                open.extend((0..bounds.values).rev().map(|k| world.told(&unknown, k.into())));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// An initial memory, and a value for each choice that a thread makes, as far as they are known.
/// What happens in a world is up to the schedule alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct World {
    /// The known cells of the initial memory.
    pub memory: Store,
    /// What the `var`s of each thread take, in the order in which it comes to them.
    pub choices: BTreeMap<Thread, Vec<Number>>,
    cells: Number,
}

/// A question that the world does not answer yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// What a cell of the initial memory holds.
    Cell(Name, Number),
    /// What the next `var` of this thread takes.
    Choice(Thread),
}

impl World {
    /// The world with this initial memory, and 0 in all other cells.
    pub fn of(memory: Store) -> Self {
        World { memory, ..World::default() }
    }

    /// Whether the cell is one whose initial contents are still open.
    pub fn is_open(&self, array: &Name, index: &Number) -> bool {
        *index >= Number::ZERO && *index < self.cells && self.memory.get(array, index).is_none()
    }

    /// What the `n`-th `var` of a thread takes, from 0.
    pub fn choice(&self, thread: &Thread, n: usize) -> Option<&Number> {
        self.choices.get(thread)?.get(n)
    }

    fn told(&self, unknown: &Unknown, k: Number) -> Self {
        let mut world = self.clone();
        match unknown {
            Unknown::Cell(array, index) => world.memory.set(array, index.clone(), k),
            Unknown::Choice(thread) => world.choices.entry(thread.clone()).or_default().push(k),
        }
        world
    }
}

impl fmt::Display for World {
    /// `A:0=1; thread 0 chooses 1, 0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.memory)?;
        for (thread, values) in &self.choices {
            let values: Vec<String> = values.iter().map(Number::to_string).collect();
            write!(f, "; thread {thread} chooses {}", values.join(", "))?;
        }
        Ok(())
    }
}
