//! What the machine is told of an access: its kind, and how it stands to the access before it.
//! [H24, §III.B]

use serde::Serialize;
use std::fmt;

/// The kind of an access: "memory action".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Access {
    /// A plain read.
    #[serde(rename = "R")]
    Read,
    /// A plain write.
    #[serde(rename = "W")]
    Write,
    /// An atomic read-modify-write that the threads of the block see as atomic.
    #[serde(rename = "BA")]
    BlockAtomic,
    /// An atomic read-modify-write that the threads of the grid see as atomic.
    #[serde(rename = "GA")]
    GridAtomic,
}

/// The synchronization status: the widest barrier that the accessing thread has passed since the
/// clocks that are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Sync {
    /// None.
    #[serde(rename = "U")]
    Unsynchronized,
    /// A newer warp clock.
    #[serde(rename = "W")]
    Warp,
    /// A newer block clock.
    #[serde(rename = "B")]
    Block,
}

/// The thread relation: the smallest group that has both the accessing thread and the one stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Relation {
    /// They are one thread.
    #[serde(rename = "S")]
    Thread,
    /// Two threads of one warp.
    #[serde(rename = "W")]
    Warp,
    /// Threads of two warps of one block.
    #[serde(rename = "B")]
    Block,
    /// Threads of two blocks.
    #[serde(rename = "G")]
    Grid,
}

/// All that the machine is told of an access. There are 4 · 3 · 4 = 48.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Observation {
    /// Its kind.
    pub access: Access,
    /// Its synchronization status.
    pub sync: Sync,
    /// Its thread relation.
    pub relation: Relation,
}

macro_rules! spelt {
    ($Type:ident: $($variant:ident $word:literal),* $(,)?) => {
        impl $Type {
            /// All of them, in the order of the published table.
            pub const ALL: &[$Type] = &[$($Type::$variant),*];

            /// As the published table spells it.
            pub fn word(self) -> &'static str {
                match self {
                    $($Type::$variant => $word,)*
                }
            }

            /// The one that is spelt so.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }

        impl fmt::Display for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

spelt!(Access: Read "R", Write "W", BlockAtomic "BA", GridAtomic "GA");
spelt!(Sync: Unsynchronized "U", Warp "W", Block "B");
spelt!(Relation: Thread "S", Warp "W", Block "B", Grid "G");
pub(super) use spelt;

impl Access {
    /// Whether it is an atomic.
    pub fn is_atomic(self) -> bool {
        matches!(self, Access::BlockAtomic | Access::GridAtomic)
    }

    /// Whether accesses of these kinds by two threads conflict: not both read, and they are not both
    /// atomics whose scopes have both threads. [H24, §II.A]
    #[inline]
    pub fn conflicts(self, other: Access, one_block: bool) -> bool {
        use Access::{GridAtomic, Read};
        match (self, other) {
            (Read, Read) | (GridAtomic, GridAtomic) => false,
            _ if self.is_atomic() && other.is_atomic() => !one_block,
            _ => true,
        }
    }
}

impl Observation {
    /// How many there are.
    pub const COUNT: usize = 48;

    /// Its place in the row of a state, in the order of the published table.
    #[inline]
    pub fn index(self) -> usize {
        self.access as usize * 12 + self.sync as usize * 4 + self.relation as usize
    }

    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Observation> {
        Access::ALL.iter().flat_map(|&access| {
            Sync::ALL.iter().flat_map(move |&sync| {
                Relation::ALL.iter().map(move |&relation| Observation { access, sync, relation })
            })
        })
    }

    /// Whether both threads count the barriers that the status compares: clocks of two blocks, and
    /// warp clocks of two warps, count different barriers.
    pub fn is_comparable(self) -> bool {
        match self.relation {
            Relation::Thread | Relation::Warp => true,
            Relation::Block => self.sync == Sync::Block,
            Relation::Grid => false,
        }
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.access, self.sync, self.relation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observations_are_numbered_in_order() {
        let numbers: Vec<usize> = Observation::all().map(Observation::index).collect();
        assert_eq!(numbers, (0..Observation::COUNT).collect::<Vec<_>>());
    }

    #[test]
    fn conflicts_are_mutual() {
        for &a in Access::ALL {
            for &b in Access::ALL {
                assert_eq!(a.conflicts(b, true), b.conflicts(a, true));
                assert_eq!(a.conflicts(b, false), b.conflicts(a, false));
            }
        }
    }
}
