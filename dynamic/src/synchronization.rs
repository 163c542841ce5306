//! Whether fences and atomics may have ordered the two accesses of a race, in the run that shows it.
//!
//! [`crate::ordering`] knows barriers only. Here the run is made once more, and the word that the first
//! access has been made is followed from thread to thread: by atomics, by writes past a fence that are read
//! before one, and where the kernel has `volatile` by every write and read of one place. That is more than
//! CUDA's memory model gives: where the word does not get to the second access, nothing ordered it.

use crate::checker::Race;
use crate::stamp::Stamp;
use grid::{Access, Grid, Launch, Mode, Observer, Space};
use rustc_hash::FxHashSet;

/// A thread: its block, and its number there.
type Thread = (u32, u32);
/// A byte: of shared memory also whose block has it.
type Byte = (Space, u32, Option<u32>, u64);

/// Whether word of the first access of each race got to the second one. The run begins from the same memory
/// as the one that showed them. `volatile`: whether every access may be one.
pub fn ordered(
    memory: &mut Grid<'_>,
    launch: &Launch,
    races: &[Race],
    volatile: bool,
) -> Vec<bool> {
    let word = |race: &Race| Word {
        race: race.clone(),
        volatile,
        made: false,
        missed: false,
        heard: FxHashSet::default(),
        overheard: FxHashSet::default(),
        fenced: FxHashSet::default(),
        told: FxHashSet::default(),
    };
    let mut words =
        Words { words: races.iter().map(word).collect(), threads: launch.block.iter().product() };
    memory.run(launch, &mut words);
    words.words.iter().map(|word| !word.missed).collect()
}

struct Words {
    words: Vec<Word>,
    /// Of a block.
    threads: u32,
}

/// The word of one race.
struct Word {
    race: Race,
    volatile: bool,
    /// Whether the first access has been made.
    made: bool,
    /// Whether the second one was made by a thread that had not heard of it.
    missed: bool,
    /// The threads that have.
    heard: FxHashSet<Thread>,
    /// Those that will have at their next fence.
    overheard: FxHashSet<Thread>,
    /// Those that tell by any write.
    fenced: FxHashSet<Thread>,
    /// Where it can be heard.
    told: FxHashSet<Byte>,
}

impl Word {
    fn access(&mut self, access: &Access) {
        let thread = (access.block, access.thread);
        if self.made && self.is_meant(access, &self.race.second) && !self.heard.contains(&thread) {
            self.missed = true;
        }
        let (reads, writes, strong) = match access.mode {
            Mode::Read => (true, false, self.volatile),
            Mode::Write => (false, true, self.volatile),
            Mode::Atomic(_) => (true, true, true),
        };
        let home = (access.space == Space::Shared).then_some(access.block);
        let bytes = access.offset..access.offset + u64::from(access.size);
        let bytes = bytes.map(|at| (access.space, access.object, home, at));
        if reads && bytes.clone().any(|byte| self.told.contains(&byte)) {
            match strong {
                true => self.heard.insert(thread),
                false => self.overheard.insert(thread),
            };
        }
        // Of several such accesses the last one is ordered before the fewest.
        if self.race.first.is_some_and(|first| self.is_meant(access, &first)) {
            self.made = true;
            for threads in [&mut self.heard, &mut self.overheard, &mut self.fenced] {
                threads.clear();
            }
            self.told.clear();
            self.heard.insert(thread);
        }
        if writes && (strong && self.heard.contains(&thread) || self.fenced.contains(&thread)) {
            self.told.extend(bytes);
        }
    }

    /// Whether an access is one of those of the race.
    fn is_meant(&self, access: &Access, stamp: &Stamp) -> bool {
        let other = Stamp::of(access);
        let same = |stamp: &Stamp| (stamp.block, stamp.thread, stamp.site, stamp.kind);
        same(&other) == same(stamp)
            && (access.space, access.object) == (self.race.space, self.race.object)
            && (access.offset..access.offset + u64::from(access.size)).contains(&self.race.offset)
    }

    fn fence(&mut self, thread: Thread) {
        if self.overheard.remove(&thread) {
            self.heard.insert(thread);
        }
        if self.heard.contains(&thread) {
            self.fenced.insert(thread);
        }
    }

    /// These threads pass a barrier: what one has heard, all have.
    fn barrier(&mut self, threads: impl Iterator<Item = Thread> + Clone) {
        for set in [&mut self.heard, &mut self.overheard, &mut self.fenced] {
            if threads.clone().any(|thread| set.contains(&thread)) {
                set.extend(threads.clone());
            }
        }
    }
}

impl Observer for Words {
    fn access(&mut self, access: &Access) {
        self.words.iter_mut().for_each(|word| word.access(access));
    }

    fn fence(&mut self, block: u32, thread: u32) {
        self.words.iter_mut().for_each(|word| word.fence((block, thread)));
    }

    fn block_barrier(&mut self, block: u32) {
        let threads = (0..self.threads).map(|thread| (block, thread));
        self.words.iter_mut().for_each(|word| word.barrier(threads.clone()));
    }

    fn warp_barrier(&mut self, block: u32, warp: u32, lanes: u32) {
        let lanes = (0..32).filter(|lane| lanes >> lane & 1 == 1);
        let threads = lanes.map(|lane| (block, warp * 32 + lane));
        self.words.iter_mut().for_each(|word| word.barrier(threads.clone()));
    }
}
