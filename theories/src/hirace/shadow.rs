//! The shadow word: 64 bits for a location, and where they run out. [H24, Fig. 3, §IV.B]
//!
//! The paper gives the state 5 bits of the word's 64. The other widths are those of its artifact
//! (`HiRace.h`: 10, 15, 5, 16, 10 and 8 bits, from the highest on; the comment above them there has
//! other ones).

use super::alphabet::Observation;
use super::grid::Thread;
use super::history::Clocks;
use super::machine::{Cell, Machine};
use super::meaning::State;
use serde::Serialize;
use std::fmt;

/// Threads of a warp. [H24, §II.B]
pub const WARP: u32 = 32;

/// A part of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The thread in its block.
    Thread,
    /// The block.
    Block,
    /// The state.
    State,
    /// BC
    BlockClock,
    /// WC
    WarpClock,
    /// An index of barriers with masks: always 0 here.
    Mask,
}

impl Field {
    /// All, from the highest bits on.
    pub const ALL: [Field; 6] = [
        Field::Thread,
        Field::Block,
        Field::State,
        Field::BlockClock,
        Field::WarpClock,
        Field::Mask,
    ];

    /// How many bits it has.
    pub const fn bits(self) -> u32 {
        match self {
            Field::Thread | Field::WarpClock => 10,
            Field::Block => 15,
            Field::State => 5,
            Field::BlockClock => 16,
            Field::Mask => 8,
        }
    }

    /// Its lowest bit.
    #[inline]
    pub const fn offset(self) -> u32 {
        OFFSETS[self as usize]
    }

    /// The largest value that it holds.
    #[inline]
    pub const fn largest(self) -> u32 {
        (1 << self.bits()) - 1
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Field::Thread => "thread",
            Field::Block => "block",
            Field::State => "state",
            Field::BlockClock => "block clock",
            Field::WarpClock => "warp clock",
            Field::Mask => "mask",
        }
    }
}

/// The lowest bit of each field: below it are the fields that come after.
const OFFSETS: [u32; 6] = {
    let mut offsets = [0; 6];
    let mut n = offsets.len() - 1;
    while n > 0 {
        offsets[n - 1] = offsets[n] + Field::ALL[n].bits();
        n -= 1;
    }
    offsets
};

/// What a word holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The machine's state.
    pub state: State,
    /// The last accessor: its place in its block, and its block.
    pub accessor: Accessor,
    /// Its clocks at the access.
    pub clocks: Clocks,
}

/// A thread as the tool numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Accessor {
    /// `threadIdx`, flattened: warps are runs of 32.
    pub thread: u32,
    /// `blockIdx`, flattened.
    pub block: u32,
}

/// A value that its field does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// Which field.
    pub field: Field,
    /// The value.
    pub value: u32,
}

/// A shadow word. Zero is the word of a location without accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Word(pub u64);

impl From<Thread> for Accessor {
    fn from(thread: Thread) -> Self {
        let place = u32::from(thread.warp) * WARP + u32::from(thread.thread);
        Accessor { thread: place, block: u32::from(thread.block) }
    }
}

impl Accessor {
    /// The thread relation. [H24, Alg. 1, line 15]
    #[inline]
    pub fn relation(self, other: Accessor) -> super::alphabet::Relation {
        use super::alphabet::Relation;
        if self.block != other.block {
            Relation::Grid
        } else if self.thread / WARP != other.thread / WARP {
            Relation::Block
        } else if self.thread != other.thread {
            Relation::Warp
        } else {
            Relation::Thread
        }
    }
}

impl Record {
    fn fields(self) -> [(Field, u32); 5] {
        [
            (Field::Thread, self.accessor.thread),
            (Field::Block, self.accessor.block),
            (Field::State, self.state as u32),
            (Field::BlockClock, self.clocks.block),
            (Field::WarpClock, self.clocks.warp),
        ]
    }

    /// The word.
    ///
    /// # Errors
    /// A value that its field does not hold: checking ends there, with a warning [H24, §III.A,
    /// footnote 3].
    #[inline]
    pub fn pack(self) -> Result<Word, Overflow> {
        match self.fields().into_iter().find(|(field, value)| *value > field.largest()) {
            Some((field, value)) => Err(Overflow { field, value }),
            None => Ok(self.pack_unchecked()),
        }
    }

    /// The word as the artifact makes it, which does not look: what does not fit runs over into the
    /// next field up.
    #[inline]
    pub fn pack_unchecked(self) -> Word {
        let bits = |(field, value): (Field, u32)| {
            u64::from(value).checked_shl(field.offset()).unwrap_or(0)
        };
        Word(self.fields().into_iter().map(bits).fold(0, |word, bits| word | bits))
    }
}

impl Word {
    #[inline]
    fn field(self, field: Field) -> u32 {
        (self.0 >> field.offset()) as u32 & field.largest()
    }

    /// What it holds; none where its state is no state.
    #[inline]
    pub fn unpack(self) -> Option<Record> {
        Some(Record {
            state: State::ALL.get(self.field(Field::State) as usize).copied()?,
            accessor: Accessor {
                thread: self.field(Field::Thread),
                block: self.field(Field::Block),
            },
            clocks: Clocks {
                block: self.field(Field::BlockClock),
                warp: self.field(Field::WarpClock),
            },
        })
    }
}

impl Record {
    /// The record after an access, by a machine. [H24, Alg. 1, lines 10 to 19]
    #[inline]
    #[must_use]
    pub fn accessed(
        self,
        machine: &Machine,
        access: super::alphabet::Access,
        accessor: Accessor,
        clocks: Clocks,
    ) -> Record {
        let (sync, relation) = (clocks.status(self.clocks), self.accessor.relation(accessor));
        let seen = Observation { access, sync, relation };
        let state = machine.next(Cell { state: self.state, seen });
        Record { state, accessor, clocks }
    }
}

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, bits) = (self.field.name(), self.field.bits());
        write!(f, "{name} {} does not fit into {bits} bits", self.value)
    }
}
