//! What a run tells of its accesses: race detectors are plugged in here.

use crate::code::Scope;
use crate::pointer::Space;

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// A read.
    Read,
    /// A write.
    Write,
    /// A read and a write at once, to the threads of this scope.
    Atomic(Scope),
}

/// One access of shared or global memory, within its bounds. Memory of a thread is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The block, counted along x, then y, then z.
    pub block: u32,
    /// The thread in its block, counted in the same way; its warp is this by 32.
    pub thread: u32,
    /// Global or shared.
    pub space: Space,
    /// The object: see [`crate::Grid::object_name`].
    pub object: u32,
    /// The distance from the object's begin, in bytes.
    pub offset: u64,
    /// How many bytes.
    pub size: u8,
    /// How.
    pub mode: Mode,
    /// What is read or written; of an atomic access what was there before.
    pub value: u64,
    /// The place in the source: see [`crate::Module::spans`].
    pub site: u32,
    /// How many barriers the block has passed that order memory of this kind.
    pub epoch: u32,
    /// How many barriers of its warp the thread has passed.
    pub warp_epoch: u32,
}

/// Watches a run. The calls are in the order of the run, and static: a run that nobody watches pays
/// nothing.
pub trait Observer {
    /// Whether anything is watched.
    const WATCHES: bool = true;

    /// A thread accesses memory.
    fn access(&mut self, access: &Access);

    /// All threads of the block that have not ended have reached a barrier, and go on.
    fn block_barrier(&mut self, _block: u32) {}

    /// These lanes of a warp have reached a `__syncwarp`, and go on.
    fn warp_barrier(&mut self, _block: u32, _warp: u32, _lanes: u32) {}

    /// A thread passes a memory fence, of whatever scope.
    fn fence(&mut self, _block: u32, _thread: u32) {}

    /// The block begins: nothing is in its shared memory.
    fn block_begins(&mut self, _block: u32) {}

    /// All threads of the block have ended.
    fn block_ends(&mut self, _block: u32) {}
}

/// Watches nothing.
impl Observer for () {
    const WATCHES: bool = false;

    fn access(&mut self, _: &Access) {}
}

/// Lends an observer to a run.
impl<O: Observer> Observer for &mut O {
    const WATCHES: bool = O::WATCHES;

    fn access(&mut self, access: &Access) {
        (**self).access(access);
    }

    fn block_barrier(&mut self, block: u32) {
        (**self).block_barrier(block);
    }

    fn warp_barrier(&mut self, block: u32, warp: u32, lanes: u32) {
        (**self).warp_barrier(block, warp, lanes);
    }

    fn fence(&mut self, block: u32, thread: u32) {
        (**self).fence(block, thread);
    }

    fn block_begins(&mut self, block: u32) {
        (**self).block_begins(block);
    }

    fn block_ends(&mut self, block: u32) {
        (**self).block_ends(block);
    }
}
