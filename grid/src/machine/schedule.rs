//! In which order threads run.

use super::Core;
use super::block::{Block, Settled};
use super::step::Turn;
use super::thread::State;
use super::{End, Random, Schedule};
use crate::observe::Observer;
use semantics::limits;

/// How many instructions a thread runs before another one gets a turn: a thread that spins until
/// another one has written does not keep it from writing.
const SLICE: u64 = 100_000;
/// Under a random schedule, blocks run at once as long as they have no more threads than this.
const MOST_RESIDENT: u64 = 1 << 16;
/// And no more registers, all together.
const MOST_REGISTERS: u64 = 1 << 25;
/// How many turns pass between two looks at the clock.
const BETWEEN_CLOCKS: u64 = 4096;

impl<O: Observer> Core<'_, O> {
    /// Runs all blocks.
    pub(super) fn schedule(&mut self) -> End {
        match self.launch.schedule {
            Schedule::Canonical => self.in_order(false),
            Schedule::Reversed => self.in_order(true),
            Schedule::Random(seed) => self.at_random(Random::new(seed)),
        }
    }

    /// Block by block, thread by thread up to the barriers; or all of it backwards.
    fn in_order(&mut self, reversed: bool) -> End {
        let numbers = self.blocks();
        let mut block = Block::new(self);
        for n in 0..numbers.len() {
            let number = if reversed { numbers[numbers.len() - 1 - n] } else { numbers[n] };
            block.begin(number, self);
            match self.one_block(&mut block, reversed) {
                End::Finished => {}
                end => return end,
            }
        }
        End::Finished
    }

    fn one_block(&mut self, block: &mut Block, reversed: bool) -> End {
        let count = block.threads.len();
        while !block.is_over() {
            let mut ran = false;
            for n in 0..count {
                let n = if reversed { count - 1 - n } else { n };
                if block.threads[n].state != State::Ready {
                    continue;
                }
                ran = true;
                let turn = Turn { steps: SLICE.min(self.fuel), one_access: false };
                self.fuel -= block.run(n, self, turn);
                if self.fuel == 0 {
                    return End::OutOfFuel;
                }
                if let Err(spent) = limits::ask() {
                    return End::Exhausted(spent);
                }
            }
            if block.is_over() {
                break;
            }
            let settled = block.settle(block.warps(), self);
            block.woken.clear();
            if !ran && settled == Settled::Nothing {
                match block.stuck(self) {
                    Settled::Released => {}
                    Settled::Nothing => return End::Deadlock,
                }
            }
        }
        End::Finished
    }

    /// After each access, any thread of any block that is there may be next.
    fn at_random(&mut self, mut random: Random) -> End {
        let mut coming = self.blocks().into_iter();
        let threads = self.launch.block.iter().map(|n| u64::from(*n)).product::<u64>().max(1);
        let registers = u64::from(self.module.functions[0].registers.max(1));
        let at_once = (MOST_RESIDENT / threads).min(MOST_REGISTERS / (threads * registers));
        let at_once = at_once.max(1) as usize;
        let mut blocks: Vec<Block> = Vec::new();
        // The threads that may be next.
        let mut ready: Vec<(u32, u32)> = Vec::new();
        for (b, number) in coming.by_ref().take(at_once).enumerate() {
            let mut block = Block::new(self);
            block.begin(number, self);
            ready.extend(block.woken.drain(..).map(|t| (b as u32, t)));
            blocks.push(block);
        }
        let mut turns = 0u64;
        loop {
            if ready.is_empty() {
                return End::Finished;
            }
            let n = random.below(ready.len() as u64) as usize;
            let (b, t) = ready[n];
            let block = &mut blocks[b as usize];
            let turn = Turn { steps: SLICE.min(self.fuel), one_access: true };
            self.fuel -= block.run(t as usize, self, turn);
            if self.fuel == 0 {
                return End::OutOfFuel;
            }
            turns += 1;
            if turns.is_multiple_of(BETWEEN_CLOCKS)
                && let Err(spent) = limits::ask_now()
            {
                return End::Exhausted(spent);
            }
            if block.threads[t as usize].state == State::Ready {
                continue;
            }
            ready.swap_remove(n);
            // Who waits for it is of its warp, or all of the block.
            let warp = t as usize / 32;
            while block.settle(warp..warp + 1, self) == Settled::Released {}
            if block.is_over() {
                if let Some(number) = coming.next() {
                    block.begin(number, self);
                }
            } else if block.waits() && block.stuck(self) == Settled::Nothing {
                return End::Deadlock;
            }
            ready.extend(block.woken.drain(..).map(|t| (b, t)));
        }
    }

    /// The blocks that have a thread that takes part.
    fn blocks(&self) -> Vec<u32> {
        match &self.launch.only {
            None => (0..self.launch.grid.iter().product()).collect(),
            Some(threads) => {
                let mut blocks: Vec<u32> = threads.iter().map(|(block, _)| *block).collect();
                blocks.dedup();
                blocks
            }
        }
    }
}
