//! Where the shadow word's fields run out: the shortest histories on which the artifact's packing says
//! what is not.

use super::alphabet::{Access, Observation};
use super::history::Clocks;
use super::machine::{Cell, Machine};
use super::meaning::State;
use super::product::Effect;
use super::shadow::{Accessor, Field, Record, WARP, Word};
use serde::Serialize;

/// A field that ran out, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bite {
    /// Which field.
    pub field: Field,
    /// Its bits.
    pub bits: u32,
    /// The first value that it does not hold.
    pub value: u32,
    /// What happens first: barriers, or none.
    pub first: String,
    /// The two accesses then.
    pub accesses: [String; 2],
    /// The machine's state after the first, as it is read back.
    pub stored: Option<State>,
    /// The machine's state after both.
    pub state: Option<State>,
    /// What is wrong about that.
    pub effect: Effect,
}

/// Two accesses that follow `value` barriers of the field's kind, or that threads of block `value` make.
struct Scene {
    field: Field,
    value: u32,
}

impl Scene {
    fn clocks(&self) -> Clocks {
        match self.field {
            Field::BlockClock => Clocks { block: self.value, warp: 0 },
            Field::WarpClock => Clocks { block: 0, warp: self.value },
            _ => Clocks::default(),
        }
    }

    /// Threads that have passed these barriers: of one warp for warp barriers.
    fn accessors(&self) -> Vec<Accessor> {
        let at = |block, thread| Accessor { thread, block };
        match self.field {
            Field::Block => {
                vec![at(self.value, 0), at(self.value, 1), at(self.value, WARP), at(0, 0), at(0, 1)]
            }
            Field::WarpClock => vec![at(0, 0), at(0, 1)],
            _ => vec![at(0, 0), at(0, 1), at(0, WARP)],
        }
    }

    fn bites(&self, machine: &Machine) -> Vec<Bite> {
        let mut all: Vec<Bite> = Vec::new();
        for a in self.accessors() {
            for b in self.accessors() {
                for &first in Access::ALL {
                    for &second in Access::ALL {
                        if let Some(bite) = self.bite(machine, (a, first), (b, second))
                            && all.iter().all(|known| known.effect != bite.effect)
                        {
                            all.push(bite);
                        }
                    }
                }
            }
        }
        all
    }

    /// The two accesses, if the machine is wrong on them with packed words, and right without.
    fn bite(
        &self,
        machine: &Machine,
        (a, first): (Accessor, Access),
        (b, second): (Accessor, Access),
    ) -> Option<Bite> {
        let clocks = self.clocks();
        let fresh = Word::default().unpack()?;
        let stored = fresh.accessed(machine, first, a, clocks).pack_unchecked();
        let state = stored.unpack().map(|old| old.accessed(machine, second, b, clocks).state);
        let races = a != b && first.conflicts(second, a.block == b.block);
        let relation = a.relation(b);
        let seen = Observation { access: second, sync: clocks.status(clocks), relation };
        let alone = Observation { access: first, sync: seen.sync, relation: a.relation(a) };
        let after_one = machine.next(Cell { state: State::Init, seen: alone });
        let unbounded = machine.next(Cell { state: after_one, seen });
        let alarm = state == Some(State::Race);
        if alarm == races || (unbounded == State::Race) != races {
            return None;
        }
        let shown = |accessor: Accessor, access: Access| {
            format!("block {} thread {} {access}", accessor.block, accessor.thread)
        };
        let first_of_all = match self.field {
            Field::BlockClock => format!("{} __syncthreads of block 0", self.value),
            Field::WarpClock => format!("{} __syncwarp of its warp 0", self.value),
            _ => String::new(),
        };
        Some(Bite {
            field: self.field,
            bits: self.field.bits(),
            value: self.value,
            first: first_of_all,
            accesses: [shown(a, first), shown(b, second)],
            stored: stored.unpack().map(|record| record.state),
            state,
            effect: if races { Effect::MissedRace } else { Effect::FalseAlarm },
        })
    }
}

/// Where each field that can run out bites first, for each effect. A thread's number cannot: a block
/// has at most 1024 threads.
pub fn bites(machine: &Machine) -> Vec<Bite> {
    [Field::Block, Field::BlockClock, Field::WarpClock]
        .into_iter()
        .flat_map(|field| Scene { field, value: field.largest() + 1 }.bites(machine))
        .collect()
}

/// The same scenes one below: the values that still fit.
pub fn bites_below(machine: &Machine) -> Vec<Bite> {
    [Field::Block, Field::BlockClock, Field::WarpClock]
        .into_iter()
        .flat_map(|field| Scene { field, value: field.largest() }.bites(machine))
        .collect()
}

/// What \[H24\] says is to happen: the first record that does not fit ends the check.
pub fn stops(field: Field) -> bool {
    let scene = Scene { field, value: field.largest() + 1 };
    let accessor = scene.accessors().first().copied().unwrap_or_default();
    Record { state: State::Read, accessor, clocks: scene.clocks() }.pack().is_err()
}
