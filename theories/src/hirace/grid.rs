//! Threads of a grid, and what happens to one location.

use super::alphabet::{Access, Relation};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The size of a grid: blocks, warps of a block, threads of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Grid {
    /// Blocks.
    pub blocks: u8,
    /// Warps of each block.
    pub warps: u8,
    /// Threads of each warp.
    pub threads: u8,
}

/// A thread, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Thread {
    /// Its block.
    pub block: u8,
    /// Its warp in the block.
    pub warp: u8,
    /// Its place in the warp.
    pub thread: u8,
}

/// What happens. Barriers are of a whole warp or a whole block, and all of its threads leave one
/// together: none makes an access between its arrival and its leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A thread accesses the location.
    Access(Thread, Access),
    /// `__syncwarp` of a block's warp.
    WarpBarrier(u8, u8),
    /// `__syncthreads` of a block.
    BlockBarrier(u8),
}

impl Grid {
    /// At most this many of each.
    pub const LARGEST: u8 = 4;

    /// Enough to show whatever larger grids show: the proof is in the documentation of
    /// [`hirace`](super).
    pub const ENOUGH: Grid = Grid { blocks: 2, warps: 2, threads: 2 };

    /// One more of each.
    #[must_use]
    pub fn plus_one(self) -> Grid {
        let Grid { blocks, warps, threads } = self;
        Grid { blocks: blocks + 1, warps: warps + 1, threads: threads + 1 }
    }

    /// Its threads, in order.
    pub fn all(self) -> impl Iterator<Item = Thread> {
        self.all_warps().flat_map(move |(block, warp)| {
            (0..self.threads).map(move |thread| Thread { block, warp, thread })
        })
    }

    /// Its warps, each with its block.
    pub fn all_warps(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.blocks).flat_map(move |block| (0..self.warps).map(move |warp| (block, warp)))
    }

    /// What can happen in it: accesses first.
    pub fn events(self) -> impl Iterator<Item = Event> {
        let accesses = self.all().flat_map(|thread| {
            Access::ALL.iter().map(move |&access| Event::Access(thread, access))
        });
        let warps = self.all_warps().map(|(block, warp)| Event::WarpBarrier(block, warp));
        accesses.chain(warps).chain((0..self.blocks).map(Event::BlockBarrier))
    }
}

impl Thread {
    /// The first thread of the first warp of the first block.
    pub const FIRST: Thread = Thread { block: 0, warp: 0, thread: 0 };

    /// The smallest group that has both.
    pub fn relation(self, other: Thread) -> Relation {
        if self.block != other.block {
            Relation::Grid
        } else if self.warp != other.warp {
            Relation::Block
        } else if self.thread != other.thread {
            Relation::Warp
        } else {
            Relation::Thread
        }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}x{}", self.blocks, self.warps, self.threads)
    }
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}.w{}.t{}", self.block, self.warp, self.thread)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Access(thread, access) => write!(f, "{thread} {access}"),
            Event::WarpBarrier(block, warp) => write!(f, "b{block}.w{warp} __syncwarp"),
            Event::BlockBarrier(block) => write!(f, "b{block} __syncthreads"),
        }
    }
}

/// This is no size of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is no size: write blocks, warps and threads, each 1 to {largest}, as 2x2x2",
    largest = Grid::LARGEST
)]
pub struct NoGrid(pub String);

/// This is no event.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no event: write `b0.w0.t1 BA`, `b0.w0 __syncwarp` or `b0 __syncthreads`")]
pub struct NoEvent(pub String);

impl FromStr for Grid {
    type Err = NoGrid;

    /// `2x2x2`: blocks, warps, threads, each from 1 to [`Grid::LARGEST`].
    fn from_str(text: &str) -> Result<Self, NoGrid> {
        let sizes: Vec<u8> = text.split('x').filter_map(|size| size.parse().ok()).collect();
        match sizes[..] {
            [blocks, warps, threads]
                if sizes.iter().all(|size| (1..=Grid::LARGEST).contains(size))
                    && text.split('x').count() == 3 =>
            {
                Ok(Grid { blocks, warps, threads })
            }
            _ => Err(NoGrid(text.into())),
        }
    }
}

impl FromStr for Event {
    type Err = NoEvent;

    /// As it is printed: `b0.w0.t1 BA`, `b0.w0 __syncwarp`, `b0 __syncthreads`.
    fn from_str(text: &str) -> Result<Self, NoEvent> {
        let no = || NoEvent(text.into());
        let (who, what) = text.trim().split_once(char::is_whitespace).ok_or_else(no)?;
        let number = |(part, letter): (&str, char)| part.strip_prefix(letter)?.parse::<u8>().ok();
        let who: Option<Vec<u8>> = who.split('.').zip(['b', 'w', 't', ' ']).map(number).collect();
        match (who.as_deref(), what.trim()) {
            (Some(&[block]), "__syncthreads") => Ok(Event::BlockBarrier(block)),
            (Some(&[block, warp]), "__syncwarp") => Ok(Event::WarpBarrier(block, warp)),
            (Some(&[block, warp, thread]), what) => Access::from_word(what)
                .map(|access| Event::Access(Thread { block, warp, thread }, access))
                .ok_or_else(no),
            _ => Err(no()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_and_sizes_are_read_back() {
        for event in Grid::ENOUGH.plus_one().events() {
            assert_eq!(event.to_string().parse(), Ok(event));
        }
        assert_eq!("3x1x2".parse(), Ok(Grid { blocks: 3, warps: 1, threads: 2 }));
        for bad in ["2x2", "0x1x1", "5x1x1", "2x2x2x2", "axbxc", ""] {
            assert!(bad.parse::<Grid>().is_err());
        }
        for bad in ["b0.w0.t0", "b0.w0.t0 X", "b0 R", "b0.w0 __syncthreads", "b999.w0.t0 R", "R"] {
            assert!(bad.parse::<Event>().is_err(), "{bad}");
        }
    }
}
