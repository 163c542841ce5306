//! `--trace`: the accesses of a run, in their order.

use crate::concrete::element_size;
use grid::arguments::Array;
use grid::{Access, Grid, Mode, Module, Observer, Scope};

/// A trace keeps at most this many accesses.
const LONGEST: usize = 1_000_000;

/// Keeps accesses, or only counts them.
#[derive(Default)]
pub struct Recorder {
    /// The first accesses.
    pub accesses: Vec<Access>,
    /// How many there were.
    pub count: u64,
}

impl Observer for Recorder {
    fn access(&mut self, access: &Access) {
        self.count += 1;
        if self.accesses.len() < LONGEST {
            self.accesses.push(*access);
        }
    }
}

/// An access as it is shown.
pub struct Step {
    /// Block and thread, each counted along x, then y, then z.
    pub who: (u32, u32),
    /// `rd`, `wr`, `atomic`, `atomic_block`, `atomic_system`.
    pub mode: &'static str,
    /// The array or the variable.
    pub array: String,
    /// The element; of a structure, that which the access is in.
    pub index: u64,
    /// `file:line:column`.
    pub place: String,
    /// How many barriers its block had passed.
    pub phase: u32,
}

/// The accesses, with their names.
pub fn steps(recorder: &Recorder, grid: &Grid<'_>, module: &Module, arrays: &[Array]) -> Vec<Step> {
    let step = |access: &Access| {
        let size = element_size(module, arrays, access.space, access.object);
        Step {
            who: (access.block, access.thread),
            mode: match access.mode {
                Mode::Read => "rd",
                Mode::Write => "wr",
                Mode::Atomic(Scope::Block) => "atomic_block",
                Mode::Atomic(Scope::Device) => "atomic",
                Mode::Atomic(Scope::System) => "atomic_system",
            },
            array: grid.object_name(access.space, access.object),
            index: access.offset / size,
            place: module.spans.get(access.site as usize).map_or("-".into(), |s| s.place()),
            phase: access.epoch,
        }
    };
    recorder.accesses.iter().map(step).collect()
}
