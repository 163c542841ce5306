//! HiRace's machine, a shadow word for each location. [H24, §III, Alg. 1]

use crate::stamp::Stamp;
use std::sync::OnceLock;
use theories::hirace::Grid;
use theories::hirace::history::Clocks;
use theories::hirace::machine::Machine;
use theories::hirace::meaning::State;
use theories::hirace::recogniser::{LeftOut, Recogniser};
use theories::hirace::repair::smallest;
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

    /// The machine after its smallest repair, which is exact; none where there is no such repair.
    pub fn repaired() -> Option<Hirace> {
        static REPAIRED: OnceLock<Option<Machine>> = OnceLock::new();
        let repair = || {
            let recogniser = Recogniser::of(Grid::ENOUGH, LeftOut::Nothing).ok()?;
            Some(smallest(&Machine::published(), &recogniser).ok()?.machine)
        };
        REPAIRED.get_or_init(repair).clone().map(Hirace::new)
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

    #[test]
    fn a_location_has_8_bytes() {
        assert_eq!(size_of::<Word>(), 8);
    }

    #[test]
    fn the_published_table_has_a_repair() {
        assert!(Hirace::repaired().is_some());
    }
}
