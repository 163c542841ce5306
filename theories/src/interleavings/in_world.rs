//! What a program does in one world, in each of the readings.

use super::executions::{Executions, executions};
use super::machine::{Failure, Machine, Ran};
use super::reading::{Order, Reading, read};
use super::world::{World, each_world, threads};
use jaminan::Stmt;
use oracle::Bounds;
use semantics::Thread;
use std::ops::ControlFlow;

/// What a program does in a world.
#[derive(Clone, Debug)]
pub struct InWorld {
    /// The world.
    pub world: World,
    /// Whatever the schedule.
    pub all: Executions,
    /// Each thread by itself, from the memory at the begin of each phase.
    pub alone: Reading,
    /// One thread after the other.
    pub canonical: Reading,
}

/// What a program does in each world within bounds, in the order of the worlds, in at most so many
/// steps.
///
/// # Errors
/// Those of the machine.
pub fn in_each_world(program: &Stmt, bounds: &Bounds, fuel: u64) -> Result<Vec<InWorld>, Failure> {
    let threads = threads(bounds);
    let mut all = Vec::new();
    let mut left = fuel;
    let _: ControlFlow<()> = each_world(bounds, |world| {
        let mut machine = Machine::new(world, left);
        let seen = in_world(&mut machine, world, program, &threads);
        left = machine.left();
        all.push(seen?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

fn in_world(
    machine: &mut Machine<'_>,
    world: &World,
    program: &Stmt,
    threads: &[Thread],
) -> Ran<InWorld> {
    Ok(InWorld {
        world: world.clone(),
        alone: read(machine, program, threads, Order::Alone)?,
        canonical: read(machine, program, threads, Order::Canonical)?,
        all: executions(machine, program, threads)?,
    })
}
