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
    /// Of which kinds there are members, as bits: others are not looked at.
    kinds: u8,
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
        let other = self.members().chain(self.blocks.iter().flatten());
        let other = other.copied().find(|e| e.conflicts(x) && at_once(e, x));
        self.raced = other.is_some();
        if !self.raced {
            self.add(*x);
        }
        other
    }

    /// Forgets all accesses.
    #[inline]
    pub fn clear(&mut self) {
        (self.kinds, self.blocks, self.raced) = (0, None, false);
    }

    #[inline]
    fn members(&self) -> impl Iterator<Item = &Stamp> {
        let there = (0..4).filter(|kind| self.kinds >> kind & 1 == 1);
        there.flat_map(|kind| self.members[kind].iter().flatten())
    }

    #[inline]
    fn add(&mut self, x: Stamp) {
        if let Some([first, second]) = &mut self.blocks {
            // All are of one kind here, or this one would race.
            let of = if first.block == x.block { first } else { second };
            *of = if of.block == x.block { x } else { *of };
            return;
        }
        let other = self.members().find(|e| e.block != x.block).copied();
        if let Some(other) = other {
            self.blocks = Some([other, x]);
            return;
        }
        let is_new = self.kinds >> x.kind as u8 & 1 == 0;
        self.kinds |= 1 << x.kind as u8;
        let [first, second] = &mut self.members[x.kind as usize];
        match first {
            Some(e) if e.epoch == x.epoch && !is_new => {
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
