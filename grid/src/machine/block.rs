//! A block: its threads, its shared memory, its barriers.

use super::Core;
use super::region::Region;
use super::step::{Step, Turn};
use super::thread::{State, Thread};
use crate::code::Orders;
use crate::finding::Kind;
use crate::observe::Observer;
use crate::pointer::Space;
use cuda::vocabulary::Vote;
use std::ops::Range;

/// Which block, and how far it is.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    /// Counted along x, then y, then z.
    pub number: u32,
    pub index: [u32; 3],
    /// How many barriers it has passed that order shared memory.
    pub shared_epoch: u32,
    /// How many that order global memory.
    pub global_epoch: u32,
}

impl Home {
    /// How many barriers it has passed that order memory of this kind.
    pub fn epoch(&self, space: Space) -> u32 {
        if space == Space::Shared { self.shared_epoch } else { self.global_epoch }
    }
}

/// A block under way.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub home: Home,
    pub threads: Vec<Thread>,
    shared: Vec<Region>,
    /// How many threads have not ended.
    live: u32,
    /// How many of them wait at a barrier.
    waiting: u32,
    /// How many lanes of each warp wait for others of it.
    pub(super) together: Vec<u32>,
    /// The threads that have become ready, until they are taken out of here.
    pub woken: Vec<u32>,
    /// A thread that has ended, if any has.
    ended: Option<u32>,
    /// Registers of threads that have ended, for those that start.
    spare: Vec<Vec<u64>>,
}

/// What became of threads that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    /// Some go on.
    Released,
    /// Nothing changed.
    Nothing,
}

impl Block {
    /// A block of a launch, which is yet to begin.
    pub fn new<O: Observer>(core: &Core<'_, O>) -> Block {
        let [x, y, z] = core.launch.block;
        let mut threads = Vec::new();
        for number in 0..x * y * z {
            let index = [number % x, number / x % y, number / (x * y)];
            threads.push(Thread::new(number, index));
        }
        let home = Home { number: 0, index: [0; 3], shared_epoch: 0, global_epoch: 0 };
        let shared =
            core.module.shared.iter().map(|object| {
                Region::unwritten(object.size.unwrap_or(core.launch.shared) as usize)
            });
        Block {
            home,
            shared: shared.collect(),
            live: 0,
            waiting: 0,
            together: vec![0; threads.len().div_ceil(32)],
            woken: Vec::new(),
            ended: None,
            spare: Vec::new(),
            threads,
        }
    }

    /// Begins the block of this number.
    pub fn begin<O: Observer>(&mut self, number: u32, core: &mut Core<'_, O>) {
        let [x, y, _] = core.launch.grid;
        self.home.number = number;
        self.home.index = [number % x, number / x % y, number / (x * y)];
        (self.home.shared_epoch, self.home.global_epoch) = (0, 0);
        (self.waiting, self.live, self.ended) = (0, 0, None);
        self.shared.iter_mut().for_each(Region::clear);
        self.together.fill(0);
        self.woken.clear();
        for thread in &mut self.threads {
            if core.launch.takes_part(number, thread.number) {
                self.live += 1;
                self.woken.push(thread.number);
                thread.begin();
            } else {
                thread.state = State::Absent;
            }
        }
        core.shared_at_start(number, &mut self.shared);
        if O::WATCHES {
            core.observer.block_begins(number);
        }
    }

    pub fn is_over(&self) -> bool {
        self.live == 0
    }

    /// Whether all threads that have not ended wait.
    pub fn waits(&self) -> bool {
        self.waiting + self.together.iter().sum::<u32>() == self.live
    }

    /// All warps.
    pub fn warps(&self) -> Range<usize> {
        0..self.together.len()
    }

    /// Runs a thread that is ready. The number of instructions.
    pub fn run<O: Observer>(&mut self, n: usize, core: &mut Core<'_, O>, turn: Turn) -> u64 {
        let Block { home, threads, shared, spare, .. } = self;
        let thread = &mut threads[n];
        let kernel = &core.module.functions[0];
        let mut steps = 0;
        if thread.started
            || thread.start(kernel, &core.launch.arguments, spare.pop().unwrap_or_default())
        {
            steps = Step { core, home, shared, thread, visible: false }.run(turn);
        } else {
            let who = (home.number, thread.number);
            core.findings.add(Kind::StackOverflow, 0, who, || kernel.name.clone());
            thread.state = State::Ended;
        }
        match self.threads[n].state {
            State::Ended => {
                self.spare.push(std::mem::take(&mut self.threads[n].registers));
                self.live -= 1;
                self.ended = self.ended.or(Some(n as u32));
                if self.live == 0 && O::WATCHES {
                    core.observer.block_ends(self.home.number);
                }
            }
            State::Barrier { .. } => self.waiting += 1,
            State::Together { .. } => self.together[n / 32] += 1,
            _ => {}
        }
        steps
    }

    /// Lets threads go on for which nothing is left to wait, of the whole block or of these warps.
    pub fn settle<O: Observer>(&mut self, warps: Range<usize>, core: &mut Core<'_, O>) -> Settled {
        if self.waiting > 0 && self.waiting == self.live {
            self.pass(core);
            return Settled::Released;
        }
        let mut settled = Settled::Nothing;
        for warp in warps {
            if self.exchange(warp, core) == Settled::Released {
                settled = Settled::Released;
            }
        }
        settled
    }

    /// All live threads are at a barrier: they go on.
    fn pass<O: Observer>(&mut self, core: &mut Core<'_, O>) {
        self.divergence(core);
        let (mut all, mut count) = (0, 0);
        let mut ordered = Orders { shared: false, global: false };
        for thread in &self.threads {
            if let State::Barrier { value, orders, .. } = thread.state {
                all += 1;
                count += u64::from(value != 0);
                ordered.shared |= orders.shared;
                ordered.global |= orders.global;
            }
        }
        for thread in &mut self.threads {
            let State::Barrier { kind, d, .. } = thread.state else { continue };
            let result = match kind {
                Vote::Nothing => 0,
                Vote::Count => count,
                Vote::All => (count == all).into(),
                Vote::Any => (count > 0).into(),
            };
            thread.set(d, result);
            thread.state = State::Ready;
            self.woken.push(thread.number);
        }
        self.waiting = 0;
        self.home.shared_epoch += u32::from(ordered.shared);
        self.home.global_epoch += u32::from(ordered.global);
        core.barriers += 1;
        if O::WATCHES {
            core.observer.block_barrier(self.home.number);
        }
    }

    /// Reports where the threads are not all at one barrier.
    fn divergence<O: Observer>(&self, core: &mut Core<'_, O>) {
        let at = |thread: &Thread| match thread.state {
            State::Barrier { .. } => Some(core.site_of(thread)),
            _ => None,
        };
        let mut waiting = self.threads.iter().filter_map(|t| at(t).map(|site| (t.number, site)));
        let Some((first, site)) = waiting.next() else { return };
        let other = waiting.find(|(_, other)| *other != site);
        let number = self.home.number;
        if let Some((second, elsewhere)) = other {
            let place = core.place(elsewhere);
            core.findings.add_of(Kind::Divergence, site, (number, first, Some(second)), || {
                format!("thread {second} is at the barrier of {place} then")
            });
        } else if let Some(ended) = self.ended {
            core.findings.add_of(Kind::Divergence, site, (number, first, Some(ended)), || {
                format!("thread {ended} has ended without reaching it")
            });
        }
    }

    /// No thread can go on: reports why; whether some can be let go on all the same.
    pub fn stuck<O: Observer>(&mut self, core: &mut Core<'_, O>) -> Settled {
        for warp in self.warps() {
            if self.force(warp, core) == Settled::Released {
                return Settled::Released;
            }
        }
        for thread in &self.threads {
            if !matches!(thread.state, State::Ended | State::Absent) {
                let who = (self.home.number, thread.number);
                core.findings.add(Kind::Deadlock, core.site_of(thread), who, String::new);
            }
        }
        Settled::Nothing
    }
}
