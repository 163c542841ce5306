//! The accesses of each phase, as sets. [L24, §3]
//!
//! A phase is what the threads of a block do between two of its barriers; two accesses of two threads
//! in one phase race when they conflict, in whatever order. \[L24\] has one block: those of two
//! blocks share all phases, since no barrier orders them. Barriers of warps are unknown to it, so that
//! it differs from [`crate::ordering`] where `__syncwarp` orders.
//!
//! Of each kind of access a set keeps two members by two threads: one of them is not the thread that
//! asks.

use crate::stamp::Stamp;

/// The sets of a location.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// Of each kind: of the last phase that has some, where those are of one block.
    members: [[Option<Stamp>; 2]; 4],
    /// Of two blocks.
    blocks: Option<[Stamp; 2]>,
    raced: bool,
}

impl Sets {
    /// The earlier access that this one races with, where it is the first of its location to race.
    #[inline]
    pub fn access(&mut self, x: &Stamp) -> Option<Stamp> {
        if self.raced {
            return None;
        }
        let all = self.members.iter().flatten().flatten().chain(self.blocks.iter().flatten());
        let other = all.copied().find(|e| at_once(e, x) && e.conflicts(x));
        self.raced = other.is_some();
        if !self.raced {
            self.add(*x);
        }
        other
    }

    fn add(&mut self, x: Stamp) {
        if let Some([first, second]) = &mut self.blocks {
            // All are of one kind here, or this one would race.
            let of = if first.block == x.block { first } else { second };
            *of = if of.block == x.block { x } else { *of };
            return;
        }
        if let Some(other) = self.members.iter().flatten().flatten().find(|e| e.block != x.block) {
            self.blocks = Some([*other, x]);
            return;
        }
        let [first, second] = &mut self.members[x.kind as usize];
        match first {
            Some(e) if e.epoch == x.epoch => {
                if e.thread != x.thread {
                    *second = Some(x);
                }
            }
            _ => (*first, *second) = (Some(x), None),
        }
    }
}

/// Whether the two are of two threads, in one phase.
fn at_once(e: &Stamp, x: &Stamp) -> bool {
    e.block != x.block || e.epoch == x.epoch && e.thread != x.thread
}
