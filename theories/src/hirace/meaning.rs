//! What a state means: which accesses later ones can still race with.

use super::alphabet::{Access, Relation, Sync, spelt};
use serde::{Serialize, Serializer};
use std::fmt;

/// A state of the machine. [H24, §III.B]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum State {
    /// No access yet.
    Init,
    /// Reads: one thread.
    Read,
    /// A write, or whatever conflicts with everything: one thread.
    Write,
    /// Reads: threads of a warp.
    Wread,
    /// Reads: threads of a block.
    Bread,
    /// Reads: threads of the grid.
    Gread,
    /// Reads of one thread, after a warp barrier.
    Wsync,
    /// Reads of one thread, after a block barrier.
    Bsync,
    /// Reads of threads of a warp, after a warp barrier.
    MrWsync,
    /// Reads of one thread, after a block barrier and then a warp barrier.
    Bwsync,
    /// Reads of threads of a block, after a block barrier.
    BMrBsync,
    /// Reads of threads of a warp, after a block barrier.
    WMrBwsync,
    /// Atomics, one of block scope: threads of a block.
    BatomB,
    /// Atomics of one thread, after a warp barrier.
    WsyncAtom,
    /// Atomics, one of block scope: threads of a warp.
    BatomW,
    /// Atomics of threads of a warp, after a warp barrier.
    WsyncAtomM,
    /// Atomics of grid scope: threads of the grid.
    GatomG,
    /// Atomics of one thread, after a block barrier.
    BsyncAtom,
    /// Atomics, one of block scope: one thread.
    Batom,
    /// Atomics of grid scope: threads of a block.
    GatomB,
    /// Atomics of threads of a block, after a block barrier.
    BsyncAtomB,
    /// Atomics of grid scope: one thread.
    Gatom,
    /// Atomics of grid scope: threads of a warp.
    GatomW,
    /// Atomics of threads of a warp, after a block barrier.
    BsyncAtomW,
    /// There was a race.
    Race,
}

spelt!(State: Init "INIT", Read "READ", Write "WRITE", Wread "WREAD", Bread "BREAD",
    Gread "GREAD", Wsync "WSYNC", Bsync "BSYNC", MrWsync "MR_WSYNC", Bwsync "BWSYNC",
    BMrBsync "B_MR_BSYNC", WMrBwsync "W_MR_BWSYNC", BatomB "BATOM_B", WsyncAtom "WSYNC_ATOM",
    BatomW "BATOM_W", WsyncAtomM "WSYNC_ATOM_M", GatomG "GATOM_G", BsyncAtom "BSYNC_ATOM",
    Batom "BATOM", GatomB "GATOM_B", BsyncAtomB "BSYNC_ATOM_B", Gatom "GATOM",
    GatomW "GATOM_W", BsyncAtomW "BSYNC_ATOM_W", Race "RACE");

impl Serialize for State {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// What a state says of the past, seen from the last accessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meaning {
    /// The kind of the accesses that no barrier has closed yet, the last one among them.
    pub tip: Access,
    /// How far apart the threads are that made them.
    pub spread: Relation,
    /// What stands before them that they conflict with.
    pub before: Before,
}

/// What stands before the tip: accesses that conflict with it, and the barriers that order them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Before {
    /// Nothing that the tip conflicts with.
    Nothing,
    /// A warp barrier orders them: a thread outside of the warp races with them.
    WarpBarrier,
    /// A block barrier orders them: a thread outside of the block races with them.
    BlockBarrier,
    /// A block barrier orders them, and reads of the warp stand before a warp barrier since. Names
    /// keep this apart for one reader only; nothing later depends on it.
    BlockThenWarpBarrier,
}

impl State {
    /// Its meaning; none of `INIT` and `RACE`.
    pub fn meaning(self) -> Option<Meaning> {
        use Access::{BlockAtomic, GridAtomic, Read, Write};
        use Before::{BlockBarrier, BlockThenWarpBarrier, Nothing, WarpBarrier};
        use Relation::{Block, Grid, Thread, Warp};
        let (tip, spread, before) = match self {
            State::Init | State::Race => return None,
            State::Read => (Read, Thread, Nothing),
            State::Wread => (Read, Warp, Nothing),
            State::Bread => (Read, Block, Nothing),
            State::Gread => (Read, Grid, Nothing),
            State::Wsync => (Read, Thread, WarpBarrier),
            State::MrWsync => (Read, Warp, WarpBarrier),
            State::Bsync => (Read, Thread, BlockBarrier),
            State::Bwsync => (Read, Thread, BlockThenWarpBarrier),
            State::WMrBwsync => (Read, Warp, BlockBarrier),
            State::BMrBsync => (Read, Block, BlockBarrier),
            State::Write => (Write, Thread, Nothing),
            State::Batom => (BlockAtomic, Thread, Nothing),
            State::BatomW => (BlockAtomic, Warp, Nothing),
            State::BatomB => (BlockAtomic, Block, Nothing),
            State::Gatom => (GridAtomic, Thread, Nothing),
            State::GatomW => (GridAtomic, Warp, Nothing),
            State::GatomB => (GridAtomic, Block, Nothing),
            State::GatomG => (GridAtomic, Grid, Nothing),
            State::WsyncAtom => (BlockAtomic, Thread, WarpBarrier),
            State::WsyncAtomM => (BlockAtomic, Warp, WarpBarrier),
            State::BsyncAtom => (BlockAtomic, Thread, BlockBarrier),
            State::BsyncAtomW => (BlockAtomic, Warp, BlockBarrier),
            State::BsyncAtomB => (BlockAtomic, Block, BlockBarrier),
        };
        Some(Meaning { tip, spread, before })
    }
}

impl Meaning {
    /// The state that means this; none where no state does.
    pub fn state(self) -> Option<State> {
        let plain = self.without_what_does_not_matter();
        State::ALL.iter().copied().find(|state| state.meaning() == Some(plain))
    }

    /// After a write nothing before it matters, after a barrier scopes do not (a thread of another
    /// block races anyway), and one reader alone has a name of its own after both barriers.
    fn without_what_does_not_matter(mut self) -> Self {
        if self.tip == Access::Write {
            self.before = Before::Nothing;
        }
        if self.tip.is_atomic() && self.before != Before::Nothing {
            self.tip = Access::BlockAtomic;
        }
        let one_reader = self.tip == Access::Read && self.spread == Relation::Thread;
        if self.before == Before::BlockThenWarpBarrier && !one_reader {
            self.before = Before::BlockBarrier;
        }
        self
    }

    /// Whether every access of the tip is ordered before an access that stands so to the last one.
    pub fn is_ordered(self, sync: Sync, relation: Relation) -> bool {
        match self.spread {
            Relation::Grid => false,
            _ if sync == Sync::Block => relation <= Relation::Block,
            Relation::Block => false,
            _ if sync == Sync::Warp => relation <= Relation::Warp,
            Relation::Warp => false,
            Relation::Thread => relation == Relation::Thread,
        }
    }

    /// Whether what stands before the tip is ordered before such an access as well.
    pub fn covers(self, sync: Sync, relation: Relation) -> bool {
        match self.before {
            Before::Nothing => true,
            Before::WarpBarrier => {
                relation <= Relation::Warp || relation == Relation::Block && sync == Sync::Block
            }
            Before::BlockBarrier | Before::BlockThenWarpBarrier => relation <= Relation::Block,
        }
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.tip {
            Access::Read => "reads",
            Access::Write => "a write",
            Access::BlockAtomic if self.before == Before::Nothing => "atomics, one of block scope,",
            Access::BlockAtomic => "atomics",
            Access::GridAtomic => "atomics of grid scope",
        })?;
        f.write_str(match self.spread {
            Relation::Thread => " of one thread",
            Relation::Warp => " of threads of a warp",
            Relation::Block => " of threads of a block",
            Relation::Grid => " of threads of the grid",
        })?;
        f.write_str(match self.before {
            Before::Nothing => "",
            Before::WarpBarrier => ", what they conflict with before a warp barrier",
            Before::BlockBarrier => ", what they conflict with before a block barrier",
            Before::BlockThenWarpBarrier => {
                ", what they conflict with before a block barrier, and reads before a warp barrier"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_what_its_meaning_says() {
        for &state in State::ALL {
            assert_eq!(state.meaning().map(Meaning::state), state.meaning().map(|_| Some(state)));
        }
    }
}
