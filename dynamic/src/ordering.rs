//! Exact happens-before, by vector clocks: what a race is.
//!
//! Two accesses of two threads to a location race when they conflict and no barrier orders them. A
//! barrier orders what its threads did before it before what they do after it. Only barriers order:
//! atomics do not, nor do shuffles and votes. A thread that has ended counts as one that has reached
//! every later barrier of its block, as the devices have it; the barrier is reported as divergent.
//!
//! A thread's clock is a vector with an entry for each thread. Since all threads of a block take part
//! in its barriers, and none orders blocks, most of it need not be kept: between two threads of two
//! warps it is told by how many barriers of the block were passed ([`Stamp::epoch`]), and for two
//! threads of a warp, between two barriers of the block, by a vector of 32 entries (its `Lanes`), since
//! `__syncwarp` takes any set of lanes.
//!
//! A location remembers no more than later accesses can race with, up to its first race:
//!
//! - if two blocks accessed it, all accesses so far are reads, or all are atomics of grid scope;
//! - if two warps did since the last barrier of the block, these are all reads, or all atomics;
//! - if one warp did, then of each lane and kind the last access, without those that a later one
//!   orders and conflicts as much as.

use crate::stamp::{Stamp, WARP};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use theories::hirace::kinds::Kinds;

/// What a location remembers.
#[derive(Clone, Debug, Default)]
pub struct Past {
    spread: Spread,
    /// The block of those accesses, where they are of one.
    home: u32,
    /// Of the accesses in question: the last interval between barriers of the block.
    epoch: u32,
    /// Of each kind the last access, in the order of kinds.
    last: [Option<Stamp>; 4],
    /// Where two blocks, or two warps, made accesses: one of each.
    apart: Option<(Stamp, Stamp)>,
    /// The accesses of the interval, where they are of one warp.
    lanes: SmallVec<[Stamp; 2]>,
}

impl Past {
    /// Forgets all accesses.
    #[inline]
    pub fn clear(&mut self) {
        (self.spread, self.last, self.apart) = (Spread::Nobody, [None; 4], None);
        self.lanes.clear();
    }
}

/// Who accessed a location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Spread {
    #[default]
    Nobody,
    /// One warp since the last barrier of its block, no other block.
    Warp,
    /// Several warps, no other block.
    Block,
    /// Several blocks.
    Grid,
    /// There was a race.
    Raced,
}

/// The clocks of the lanes of a warp.
#[derive(Clone, Debug)]
struct Lanes {
    /// How many barriers it has passed, whichever lanes took part.
    count: u32,
    /// `known[l][m]`: what lane `m` did before the warp's barrier of this number is ordered before what
    /// `l` does now.
    known: Box<[[u32; 32]; 32]>,
}

/// The clocks of all threads.
#[derive(Clone, Debug, Default)]
pub struct Ordering {
    /// Of the warps that have passed a barrier of their own.
    warps: FxHashMap<(u32, u16), Lanes>,
}

impl Ordering {
    /// These lanes of a warp pass a barrier.
    pub fn warp_barrier(&mut self, block: u32, warp: u16, lanes: u32) {
        let fresh = || Lanes { count: 0, known: Box::new([[0; 32]; 32]) };
        let clocks = self.warps.entry((block, warp)).or_insert_with(fresh);
        clocks.count += 1;
        let members = || (0..32usize).filter(|lane| lanes >> lane & 1 == 1);
        let mut joined = [0; 32];
        for lane in members() {
            let row = &clocks.known[lane];
            joined.iter_mut().zip(row).for_each(|(all, one)| *all = (*all).max(*one));
        }
        members().for_each(|lane| joined[lane] = clocks.count);
        members().for_each(|lane| clocks.known[lane] = joined);
    }

    /// The block has ended.
    pub fn block_ends(&mut self, block: u32) {
        if !self.warps.is_empty() {
            self.warps.retain(|(of, _), _| *of != block);
        }
    }

    /// The earlier access that this one races with, where it is the first of its location to race.
    #[inline]
    pub fn access(&self, past: &mut Past, x: &Stamp) -> Option<Stamp> {
        if past.spread == Spread::Raced {
            return None;
        }
        // The clock that counts here is the warp's, not the thread's.
        let mut x = *x;
        let warp = match self.warps.is_empty() {
            true => None,
            false => self.warps.get(&(x.block, x.warp())),
        };
        x.clock = warp.map_or(0, |lanes| lanes.count);
        let other = races(past, &x, warp);
        match other {
            Some(_) => {
                past.clear();
                past.spread = Spread::Raced;
            }
            None => remember(past, x, warp),
        }
        other
    }
}

/// Whether an access of the same warp is ordered before this one.
fn ordered(e: &Stamp, x: &Stamp, warp: Option<&Lanes>) -> bool {
    e.thread == x.thread || warp.is_some_and(|warp| e.clock < warp.known[x.lane()][e.lane()])
}

#[inline]
fn races(past: &Past, x: &Stamp, warp: Option<&Lanes>) -> Option<Stamp> {
    let of_other = |is_own: &dyn Fn(&Stamp) -> bool| {
        let (a, b) = past.apart?;
        let other = if is_own(&a) { b } else { a };
        other.conflicts(x).then_some(other)
    };
    match past.spread {
        Spread::Nobody | Spread::Raced => None,
        Spread::Grid => of_other(&|e| e.block == x.block),
        _ if x.block != past.home => past.last.iter().flatten().find(|e| e.conflicts(x)).copied(),
        _ if x.epoch != past.epoch => None,
        Spread::Block => of_other(&|e| e.warp() == x.warp()),
        Spread::Warp => {
            let one_warp = past.lanes.first().is_some_and(|e| e.warp() == x.warp());
            let unordered = |e: &&Stamp| !(one_warp && ordered(e, x, warp));
            past.lanes.iter().filter(unordered).find(|e| e.conflicts(x)).copied()
        }
    }
}

/// Adds an access that does not race.
#[inline]
fn remember(past: &mut Past, x: Stamp, warp: Option<&Lanes>) {
    match past.spread {
        Spread::Grid | Spread::Raced => return,
        Spread::Nobody => {}
        _ if past.home != x.block => {
            past.apart = past.last.iter().flatten().next().map(|first| (*first, x));
            past.spread = Spread::Grid;
            past.lanes.clear();
            return;
        }
        _ => {}
    }
    past.last[x.kind as usize] = Some(x);
    match past.spread {
        Spread::Nobody | Spread::Grid | Spread::Raced => {}
        _ if past.epoch != x.epoch => {}
        Spread::Block => return,
        Spread::Warp => {
            if let Some(first) = past.lanes.first().filter(|e| e.warp() != x.warp()) {
                past.apart = Some((*first, x));
                past.spread = Spread::Block;
                past.lanes.clear();
                return;
            }
            if let [one] = past.lanes.as_mut_slice()
                && (one.thread, one.kind) == (x.thread, x.kind)
            {
                *one = x;
                return;
            }
            let covered = |e: &Stamp| Kinds::from(e.kind).is_within(Kinds::from(x.kind));
            past.lanes.retain(|e| !(ordered(e, &x, warp) && covered(e)));
            past.lanes.push(x);
            return;
        }
    }
    // The first access, or the first since a barrier of the block.
    past.spread = Spread::Warp;
    (past.home, past.epoch) = (x.block, x.epoch);
    past.apart = None;
    past.lanes.clear();
    past.lanes.push(x);
}

const _: () = assert!(WARP == 32);
