//! The machine: a launch of a compiled kernel, run to its end.

mod access;
mod block;
mod random;
mod region;
mod schedule;
mod step;
mod thread;
mod warp;

pub use random::Random;
pub use region::Region;
pub use thread::DEEPEST_CALL;

use crate::code::Module;
use crate::finding::{Finding, Findings};
use crate::observe::Observer;
use crate::pointer::{MOST_OBJECTS, Pointer, Space};
use crate::scalar::Scalar;
use semantics::Exhausted;
use std::collections::BTreeSet;
use thread::Thread;

/// In which order threads run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Block by block, thread by thread up to the next barrier.
    #[default]
    Canonical,
    /// The same backwards.
    Reversed,
    /// After each access of shared or global memory any thread may be next, as this seed decides.
    Random(u64),
}

/// How a kernel is launched.
#[derive(Clone, Debug)]
pub struct Launch {
    /// `gridDim`, each from 1.
    pub grid: [u32; 3],
    /// `blockDim`, each from 1.
    pub block: [u32; 3],
    /// The bytes of `extern __shared__` memory.
    pub shared: u64,
    /// The order of threads.
    pub schedule: Schedule,
    /// How many instructions may be run, over all threads.
    pub fuel: u64,
    /// The threads that run, as block and thread; without it, all.
    pub only: Option<BTreeSet<(u32, u32)>>,
    /// The arguments, a register for each scalar.
    pub arguments: Vec<u64>,
    /// What shared memory holds at the start: block, object, byte, type, value.
    pub initial_shared: Vec<(u32, u32, u64, Scalar, u64)>,
}

impl Default for Launch {
    /// One thread, no arguments, and no limit but those in force.
    fn default() -> Launch {
        Launch {
            grid: [1; 3],
            block: [1; 3],
            shared: 0,
            schedule: Schedule::Canonical,
            fuel: u64::MAX,
            only: None,
            arguments: Vec::new(),
            initial_shared: Vec::new(),
        }
    }
}

impl Launch {
    fn takes_part(&self, block: u32, thread: u32) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&(block, thread)))
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every thread ended.
    Finished,
    /// The instructions that it may run were run.
    OutOfFuel,
    /// The limits in force are reached.
    Exhausted(Exhausted),
    /// Threads wait for others that wait, too, or have ended.
    Deadlock,
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What went wrong on the way.
    pub findings: Vec<Finding>,
    /// Barriers that blocks passed, over all blocks.
    pub barriers: u64,
    /// Instructions that were run, over all threads.
    pub steps: u64,
}

/// The global memory of a kernel's launches.
#[derive(Clone, Debug)]
pub struct Grid<'m> {
    module: &'m Module,
    globals: Vec<Region>,
    names: Vec<String>,
}

impl<'m> Grid<'m> {
    /// The variables of the file as they are at the start.
    pub fn new(module: &'m Module) -> Grid<'m> {
        let mut grid = Grid { module, globals: Vec::new(), names: Vec::new() };
        for object in &module.globals {
            let mut region = Region::zeros(object.size.unwrap_or(0) as usize);
            for (offset, scalar, value) in object.initial.iter().flatten() {
                region.store(*offset, *scalar, *value);
            }
            region.read_only = object.read_only;
            grid.globals.push(region);
            grid.names.push(object.name.to_string());
        }
        grid
    }

    /// Adds an object to global memory; a pointer to it, unless there are too many.
    pub fn allocate(&mut self, name: &str, region: Region) -> Option<Pointer> {
        if self.globals.len() >= MOST_OBJECTS {
            return None;
        }
        self.globals.push(region);
        self.names.push(name.into());
        Some(Pointer::to(Space::Global, self.globals.len() as u32 - 1))
    }

    /// An object of global memory.
    pub fn global(&self, object: u32) -> Option<&Region> {
        self.globals.get(object as usize)
    }

    /// An object of global memory, to write.
    pub fn global_mut(&mut self, object: u32) -> Option<&mut Region> {
        self.globals.get_mut(object as usize)
    }

    /// The name of an object, as the source or the caller has it.
    pub fn object_name(&self, space: Space, object: u32) -> String {
        name(self.module, &self.names, space, object)
    }

    /// Runs a launch; memory keeps what it writes.
    pub fn run<O: Observer>(&mut self, launch: &Launch, observer: O) -> Outcome {
        let globals = std::mem::take(&mut self.globals);
        let mut core = Core {
            module: self.module,
            launch,
            globals,
            names: &self.names,
            findings: Findings::default(),
            observer,
            fuel: launch.fuel,
            barriers: 0,
        };
        let end = core.schedule();
        let steps = launch.fuel - core.fuel;
        let outcome =
            Outcome { end, findings: core.findings.sorted(), barriers: core.barriers, steps };
        self.globals = core.globals;
        outcome
    }
}

fn name(module: &Module, names: &[String], space: Space, object: u32) -> String {
    let found = match space {
        Space::Global => names.get(object as usize).cloned(),
        space => module.object(space, object).map(|object| object.name.to_string()),
    };
    found.unwrap_or_else(|| "a variable".into())
}

/// A run under way.
pub(crate) struct Core<'m, O> {
    module: &'m Module,
    launch: &'m Launch,
    globals: Vec<Region>,
    names: &'m [String],
    findings: Findings,
    observer: O,
    fuel: u64,
    barriers: u64,
}

impl<O: Observer> Core<'_, O> {
    fn object_name(&self, space: Space, object: u32) -> String {
        name(self.module, self.names, space, object)
    }

    /// The place of the instruction at which a thread waits.
    fn site_of(&self, thread: &Thread) -> u32 {
        let sites = &self.module.functions[thread.function as usize].sites;
        sites.get((thread.pc as usize).wrapping_sub(1)).copied().unwrap_or(0)
    }

    fn place(&self, site: u32) -> String {
        self.module.spans.get(site as usize).map_or_else(String::new, semantics::Span::place)
    }

    /// Fills in what shared memory holds at the start.
    fn shared_at_start(&self, block: u32, shared: &mut [Region]) {
        for (of, object, offset, scalar, value) in &self.launch.initial_shared {
            let region = shared.get_mut(*object as usize).filter(|_| *of == block);
            if let Some(region) = region.filter(|r| r.has(*offset as i64, scalar.size())) {
                region.store(*offset, *scalar, *value);
            }
        }
    }
}
