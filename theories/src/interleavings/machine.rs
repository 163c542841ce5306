//! Threads that share a memory, and what each of them does next.

use super::rules::{Action, Judgment, passes, steps};
use super::world::{Unknown, World};
use jaminan::Stmt;
use semantics::{
    AccessValue, Choices, Flow, Meaningless, Mode, Phase, Search, Shape, Stop, Store, Syntax,
    Thread,
};
use std::fmt;
use std::sync::Arc;

/// Why the runs of a program in a world are not all known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// More steps than the machine may make.
    OutOfFuel,
    /// An expression without a value.
    Meaningless(Meaningless),
    /// A thread that has neither ended nor come to a barrier has no step, or more than one.
    NotOneStep(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::OutOfFuel => f.write_str("the fuel is spent"),
            Failure::Meaningless(why) => why.fmt(f),
            Failure::NotOneStep(s) => write!(f, "`{s}` has not exactly one step"),
        }
    }
}

impl std::error::Error for Failure {}

/// Why a run in a world did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The world has to be told something first.
    Unknown(Unknown),
    /// Something else is in the way.
    Failed(Failure),
}

/// A result of the machine.
pub type Ran<T> = Result<T, Halt>;

/// One thread on its way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Running {
    /// `i`.
    pub thread: Thread,
    /// What it has left to run.
    pub rest: Stmt,
    /// How many `var`s it has come past.
    pub chosen: usize,
    /// What it has accessed since the last barrier.
    pub accesses: Phase,
}

/// What a thread does next that concerns the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// An access.
    Access(AccessValue),
    /// It waits at a barrier.
    Barrier,
    /// It has come to its end.
    End,
}

/// Runs threads in a world.
pub struct Machine<'a> {
    world: &'a World,
    search: Search<Judgment>,
    fuel: u64,
}

impl<'a> Machine<'a> {
    /// A machine that may make this many steps.
    pub fn new(world: &'a World, fuel: u64) -> Self {
        Machine { world, search: Search::new(Choices::default(), (), u64::MAX), fuel }
    }

    /// How many steps it may still make.
    pub fn left(&self) -> u64 {
        self.fuel
    }

    /// All threads at the begin of a program.
    pub fn begin(program: &Stmt, threads: &[Thread]) -> Vec<Running> {
        let begin = |thread: &Thread| Running {
            thread: thread.clone(),
            rest: program.clone(),
            chosen: 0,
            accesses: Phase::empty(),
        };
        threads.iter().map(begin).collect()
    }

    /// The first memory.
    pub fn memory(&self) -> Store {
        self.world.memory.clone()
    }

    /// What the thread does next that concerns others, after the internal steps that come before.
    ///
    /// # Errors
    /// Where the world does not say what a `var` takes, and see [`Failure`].
    pub fn settle(&mut self, memory: &Store, running: &mut Running) -> Ran<Next> {
        loop {
            if let Some(next) = standing(&running.rest) {
                return Ok(next);
            }
            let (action, rest) = self.step(memory, running)?;
            match action {
                Action::Accesses { mode, array, index, .. } => {
                    let thread = running.thread.clone();
                    return Ok(Next::Access(AccessValue { thread, mode, array, index }));
                }
                Action::Internal => running.rest = rest,
                Action::Chooses(_) => {
                    running.chosen += 1;
                    running.rest = rest;
                }
            }
        }
    }

    /// One step of the thread, whatever it does. The thread must have one.
    ///
    /// # Errors
    /// Where the world does not say what is read or chosen, and see [`Failure`].
    pub fn go(&mut self, memory: &mut Store, running: &mut Running) -> Ran<()> {
        let (action, rest) = self.step(memory, running)?;
        match action {
            Action::Internal => {}
            Action::Chooses(_) => running.chosen += 1,
            Action::Accesses { mode, array, index, value } => {
                match mode {
                    Mode::Rd if memory.get(&array, &index).is_none() => {
                        if self.world.is_open(&array, &index) {
                            return Err(Halt::Unknown(Unknown::Cell(array, index)));
                        }
                    }
                    Mode::Rd => {}
                    Mode::Wr => memory.set(&array, index.clone(), value),
                }
                let thread = running.thread.clone();
                let access = Phase::of(AccessValue { thread, mode, array, index });
                running.accesses = &access | std::mem::take(&mut running.accesses);
            }
        }
        running.rest = rest;
        Ok(())
    }

    /// The thread by itself, to the next barrier or its end. Nothing is hidden from the memory.
    ///
    /// # Errors
    /// Those of [`Machine::go`].
    pub fn run(&mut self, memory: &mut Store, running: &mut Running) -> Ran<()> {
        while standing(&running.rest).is_none() {
            self.go(memory, running)?;
        }
        Ok(())
    }

    /// What follows a barrier that the thread stands at.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn pass(&mut self, running: &Running) -> Ran<Running> {
        let mut rests = Vec::new();
        let flow = passes(&mut self.search, &running.rest, &running.thread, &mut |_, rest, _| {
            rests.push(rest);
            Flow::Continue(())
        });
        let rest = self.only(flow, rests, &running.rest)?;
        Ok(Running { rest, accesses: Phase::empty(), ..running.clone() })
    }

    fn step(&mut self, memory: &Store, running: &Running) -> Ran<(Action, Stmt)> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::Failed(Failure::OutOfFuel))?;
        let Running { thread, rest, chosen, .. } = running;
        let values = if chooses(rest) {
            let unknown = || Halt::Unknown(Unknown::Choice(thread.clone()));
            vec![self.world.choice(thread, *chosen).ok_or_else(unknown)?.clone()]
        } else {
            Vec::new()
        };
        self.search.choices = Arc::new(Choices { values, ..Choices::default() });
        let mut found = Vec::new();
        let flow = steps(&mut self.search, memory, rest, thread, &mut |_, step, _| {
            found.push(step);
            Flow::Continue(())
        });
        self.only(flow, found, rest)
    }

    fn only<T>(&mut self, flow: Flow, mut found: Vec<T>, s: &Stmt) -> Ran<T> {
        match (flow, found.pop(), self.search.meaningless()) {
            (Flow::Break(Stop::Enough) | Flow::Continue(()), Some(one), None)
                if found.is_empty() =>
            {
                Ok(one)
            }
            (_, _, Some(why)) => Err(Halt::Failed(Failure::Meaningless(why.clone()))),
            (Flow::Break(_), ..) => Err(Halt::Failed(Failure::OutOfFuel)),
            _ => Err(Halt::Failed(Failure::NotOneStep(s.to_string()))),
        }
    }
}

/// Where a thread has no step of its own: at its end, or at a barrier.
pub fn standing(s: &Stmt) -> Option<Next> {
    match first(s).shape() {
        Shape::Sync(_) => Some(Next::Barrier),
        Shape::Skip if *s == Stmt::Skip => Some(Next::End),
        _ => None,
    }
}

fn chooses(s: &Stmt) -> bool {
    matches!(first(s), Stmt::Var(..))
}

/// The statement that the next step is of, apart from sequences.
fn first(mut s: &Stmt) -> &Stmt {
    while let Stmt::Seq(s1, _) = s {
        s = s1;
    }
    s
}
