//! HiRace's machine, a shadow word for each location. [H24, §III, Alg. 1]

use crate::stamp::Stamp;
use theories::hirace::history::Clocks;
use theories::hirace::machine::Machine;
use theories::hirace::meaning::State;
use theories::hirace::shadow::{Accessor, Overflow, Word};

/// A machine at work: its table, and where it had to give up.
#[derive(Clone, Debug)]
pub struct Hirace {
    table: Machine,
    /// A clock or a number that its field does not hold: the check ends there. [H24, §III.A]
    pub overflow: Option<Overflow>,
}

impl Hirace {
    /// The machine of this table.
    pub fn new(table: Machine) -> Hirace {
        Hirace { table, overflow: None }
    }

    /// The machine as it is published.
    pub fn published() -> Hirace {
        Hirace::new(Machine::published())
    }

    /// The machine after its smallest repair, which is exact. It is the one that the meaning of its states
    /// gives, which takes no search.
    pub fn repaired() -> Hirace {
        Hirace::new(Machine::by_meaning())
    }

    /// Whether the location enters `RACE` at this access.
    #[inline]
    pub fn access(&mut self, word: &mut Word, x: &Stamp) -> bool {
        let Some(old) = word.unpack().filter(|old| old.state != State::Race) else { return false };
        if self.overflow.is_some() {
            return false;
        }
        let accessor = Accessor { thread: x.thread.into(), block: x.block };
        let clocks = Clocks { block: x.epoch, warp: x.clock };
        let record = old.accessed(&self.table, x.kind, accessor, clocks);
        match record.pack() {
            Ok(packed) => *word = packed,
            Err(overflow) => {
                self.overflow = Some(overflow);
                return false;
            }
        }
        record.state == State::Race
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use theories::hirace::Grid;
    use theories::hirace::recogniser::{LeftOut, Recogniser};
    use theories::hirace::repair::smallest;

    #[test]
    fn a_location_has_8_bytes() {
        assert_eq!(size_of::<Word>(), 8);
    }

    #[test]
    fn the_repaired_machine_is_the_smallest_repair() {
        let recogniser = Recogniser::of(Grid::ENOUGH, LeftOut::Nothing);
        let repair = recogniser.ok().and_then(|r| smallest(&Machine::published(), &r).ok());
        assert_eq!(repair.map(|repair| repair.machine), Some(Hirace::repaired().table));
    }
}
