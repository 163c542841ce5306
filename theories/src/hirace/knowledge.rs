//! What is known of one location at one time: which accesses are ordered before whom, and who made
//! the last one.

use super::alphabet::{Access, Observation, Relation, Sync};
use super::grid::{Event, Grid, Thread};
use super::kinds::Kinds;

const LARGEST: usize = Grid::LARGEST as usize;

/// The ordering of all accesses so far, exactly, as far as later accesses can tell.
///
/// A barrier orders what stands before it before all that its threads do later. So an access is open
/// (ordered before its own thread only), or ordered before its warp, or before its block. Of each
/// group the kinds are kept that are open, or ordered before just this group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// The size of the grid.
    pub grid: Grid,
    open: [[[Kinds; LARGEST]; LARGEST]; LARGEST],
    before_warp: [[Kinds; LARGEST]; LARGEST],
    before_block: [Kinds; LARGEST],
    /// The thread that made the last access, and the barrier that it has passed since.
    pub last: Option<(Thread, Sync)>,
}

/// A [`Knowledge`] up to the names of threads: the last accessor is the first thread of the first
/// warp of the first block, and all else is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    /// The passed barrier plus 1; 0 where there is no last access.
    last: u8,
    blocks: [u64; LARGEST],
}

const BITS: u32 = 3;
const WARP_BITS: u32 = BITS * (LARGEST as u32 + 1);

impl Knowledge {
    /// No access yet.
    pub fn new(grid: Grid) -> Self {
        Knowledge {
            grid,
            open: Default::default(),
            before_warp: Default::default(),
            before_block: Default::default(),
            last: None,
        }
    }

    /// Whether an access of this kind by the thread races with one before it.
    pub fn races(&self, thread: Thread, access: Access) -> bool {
        let Thread { block, warp, .. } = thread;
        let conflicts = |kinds: Kinds, other: u8| kinds.conflicts(access, other == block);
        let mut others = self.grid.all().filter(|&other| other != thread);
        let mut warps = self.grid.all_warps().filter(|&other| other != (block, warp));
        let mut blocks = (0..self.grid.blocks).filter(|&other| other != block);
        others.any(|other| conflicts(*self.open_of(other), other.block))
            || warps.any(|(b, w)| conflicts(self.before_warp[b as usize][w as usize], b))
            || blocks.any(|b| conflicts(self.before_block[b as usize], b))
    }

    /// What is known afterwards.
    #[must_use]
    pub fn after(mut self, event: Event) -> Self {
        match event {
            Event::Access(thread, access) => {
                let open = self.open_of_mut(thread);
                *open = open.join(access.into());
                self.last = Some((thread, Sync::Unsynchronized));
            }
            Event::WarpBarrier(block, warp) => {
                let (b, w) = (block as usize, warp as usize);
                let open = std::mem::take(&mut self.open[b][w]);
                let all = open.into_iter().fold(self.before_warp[b][w], Kinds::join);
                self.before_warp[b][w] = all;
                self.pass(Sync::Warp, |last| last.block == block && last.warp == warp);
            }
            Event::BlockBarrier(block) => {
                let b = block as usize;
                let open = std::mem::take(&mut self.open[b]).into_iter().flatten();
                let warps = std::mem::take(&mut self.before_warp[b]).into_iter();
                self.before_block[b] = open.chain(warps).fold(self.before_block[b], Kinds::join);
                self.pass(Sync::Block, |last| last.block == block);
            }
        }
        self
    }

    fn pass(&mut self, barrier: Sync, of: impl Fn(Thread) -> bool) {
        if let Some((last, sync)) = &mut self.last
            && of(*last)
        {
            *sync = barrier.max(*sync);
        }
    }

    /// What the machine sees of an access: more than one observation where the status compares
    /// clocks of different barriers, since these can stand in any order (see [`hirace`](super)). The
    /// first access is compared with a shadow word of zeros: the first thread, at any clocks, since
    /// barriers can come before it.
    pub fn seen(&self, thread: Thread, access: Access) -> impl Iterator<Item = Observation> {
        let (last, passed) = match self.last {
            Some((last, passed)) => (last, Some(passed)),
            None => (Thread::FIRST, None),
        };
        let relation = last.relation(thread);
        let is_seen = move |sync: Sync| {
            passed.is_none_or(|passed| match relation {
                Relation::Thread | Relation::Warp => passed == sync,
                Relation::Block => (passed == Sync::Block) == (sync == Sync::Block),
                Relation::Grid => true,
            })
        };
        let all = Sync::ALL.iter().copied().filter(move |&sync| is_seen(sync));
        all.map(move |sync| Observation { access, sync, relation })
    }

    /// The same up to the names of threads, and without what can no longer be told: accesses that
    /// are ordered before their warp are not missed where open ones of the warp conflict with the same,
    /// now and after every barrier; so too for the block.
    pub fn form(&self) -> Form {
        let mut blocks = [0; LARGEST];
        for block in 0..self.grid.blocks {
            blocks[block as usize] = self.block_form(block);
        }
        let sorted = self.last.map_or(0, |(last, _)| {
            blocks.swap(0, last.block as usize);
            1
        });
        blocks[sorted..].sort_unstable_by(|a, b| b.cmp(a));
        Form { last: self.last.map_or(0, |(_, sync)| sync as u8 + 1), blocks }
    }

    fn block_form(&self, block: u8) -> u64 {
        let b = block as usize;
        let (mut warps, mut union) = ([0_u64; LARGEST], Kinds::None);
        for w in 0..self.grid.warps as usize {
            let mut open = self.open[b][w];
            let all = open.into_iter().fold(Kinds::None, Kinds::join);
            let before = without(self.before_warp[b][w], all);
            union = union.join(all).join(before);
            let first = match self.last {
                Some((last, _)) if (last.block, last.warp) == (block, w as u8) => {
                    open.swap(0, last.thread as usize);
                    1
                }
                _ => 0,
            };
            open[first..].sort_unstable_by(|a, b| b.cmp(a));
            warps[w] = open.into_iter().fold(before as u64, |code, k| code << BITS | k as u64);
        }
        let first = match self.last {
            Some((last, _)) if last.block == block => {
                warps.swap(0, last.warp as usize);
                1
            }
            _ => 0,
        };
        warps[first..].sort_unstable_by(|a, b| b.cmp(a));
        let before = without(self.before_block[b], union) as u64;
        warps.into_iter().fold(before, |code, warp| code << WARP_BITS | warp)
    }

    /// The knowledge of this form in which the last accessor is the first thread.
    pub fn of_form(grid: Grid, form: &Form) -> Self {
        let mut knowledge = Knowledge::new(grid);
        knowledge.last = form
            .last
            .checked_sub(1)
            .and_then(|sync| Sync::ALL.get(sync as usize))
            .map(|&sync| (Thread::FIRST, sync));
        for b in 0..LARGEST {
            let mut code = form.blocks[b];
            for w in (0..LARGEST).rev() {
                for t in (0..LARGEST).rev() {
                    knowledge.open[b][w][t] = taken(&mut code);
                }
                knowledge.before_warp[b][w] = taken(&mut code);
            }
            knowledge.before_block[b] = taken(&mut code);
        }
        knowledge
    }

    /// Whether the thread before this one, or all of the warp or the block before its own, is in
    /// every way as this one: what it does comes to the same.
    pub fn has_twin_before(&self, Thread { block, warp, thread }: Thread) -> bool {
        let (b, w, t) = (block as usize, warp as usize, thread as usize);
        t > 0
            && !self.is_last(|last| {
                (last.block, last.warp) == (block, warp)
                    && last.thread + 1 >= thread
                    && last.thread <= thread
            })
            && self.open[b][w][t - 1] == self.open[b][w][t]
            || self.warp_has_twin_before(block, warp)
    }

    /// The same of a warp.
    pub fn warp_has_twin_before(&self, block: u8, warp: u8) -> bool {
        let (b, w) = (block as usize, warp as usize);
        w > 0
            && !self
                .is_last(|last| last.block == block && last.warp + 1 >= warp && last.warp <= warp)
            && self.open[b][w - 1] == self.open[b][w]
            && self.before_warp[b][w - 1] == self.before_warp[b][w]
            || self.block_has_twin_before(block)
    }

    /// The same of a block.
    pub fn block_has_twin_before(&self, block: u8) -> bool {
        let b = block as usize;
        b > 0
            && !self.is_last(|last| last.block + 1 >= block && last.block <= block)
            && self.open[b - 1] == self.open[b]
            && self.before_warp[b - 1] == self.before_warp[b]
            && self.before_block[b - 1] == self.before_block[b]
    }

    /// Whether an event has a twin that comes before it.
    pub fn is_twin(&self, event: Event) -> bool {
        match event {
            Event::Access(thread, _) => self.has_twin_before(thread),
            Event::WarpBarrier(block, warp) => self.warp_has_twin_before(block, warp),
            Event::BlockBarrier(block) => self.block_has_twin_before(block),
        }
    }

    /// Whether this is so of the last accessor: at first, of the one in a shadow word of zeros.
    fn is_last(&self, is: impl Fn(Thread) -> bool) -> bool {
        is(self.last.map_or(Thread::FIRST, |(last, _)| last))
    }

    fn open_of(&self, Thread { block, warp, thread }: Thread) -> &Kinds {
        &self.open[block as usize][warp as usize][thread as usize]
    }

    fn open_of_mut(&mut self, Thread { block, warp, thread }: Thread) -> &mut Kinds {
        &mut self.open[block as usize][warp as usize][thread as usize]
    }
}

fn without(kinds: Kinds, what: Kinds) -> Kinds {
    if kinds.is_within(what) { Kinds::None } else { kinds }
}

fn taken(code: &mut u64) -> Kinds {
    let kinds = Kinds::ALL[(*code & 7).min(4) as usize];
    *code >>= BITS;
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GRID: Grid = Grid { blocks: 3, warps: 2, threads: 3 };

    proptest! {
        /// A form has all that later accesses can tell: after the same, forms stay the same.
        #[test]
        fn a_form_is_read_back(events in prop::collection::vec(0..GRID.events().count(), 0..12)) {
            let all: Vec<Event> = GRID.events().collect();
            let mut knowledge = Knowledge::new(GRID);
            for &event in &events {
                knowledge = knowledge.after(all[event]);
                let form = knowledge.form();
                prop_assert_eq!(Knowledge::of_form(GRID, &form).form(), form);
            }
        }
    }
}
