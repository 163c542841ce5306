//! Who accessed a location, and who reports it.

use grid::{Mode, Scope};
use std::fmt;
use theories::hirace::Access as Kind;

/// An access, as the detectors remember it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The block, counted along x, then y, then z.
    pub block: u32,
    /// The place in the source: see [`grid::Module::spans`].
    pub site: u32,
    /// How many barriers the block has passed.
    pub epoch: u32,
    /// How many barriers of its warp the thread has passed.
    pub clock: u32,
    /// The thread in its block.
    pub thread: u16,
    /// How.
    pub kind: Kind,
}

/// How many threads a warp has. [H24, §II.B]
pub const WARP: u16 = 32;

impl Stamp {
    /// What is remembered of an access.
    #[inline(always)]
    pub fn of(access: &grid::Access) -> Stamp {
        Stamp {
            block: access.block,
            site: access.site,
            epoch: access.epoch,
            clock: access.warp_epoch,
            thread: access.thread as u16,
            kind: match access.mode {
                Mode::Read => Kind::Read,
                Mode::Write => Kind::Write,
                Mode::Atomic(Scope::Block) => Kind::BlockAtomic,
                Mode::Atomic(Scope::Device | Scope::System) => Kind::GridAtomic,
            },
        }
    }

    /// The warp in its block.
    #[inline]
    pub fn warp(&self) -> u16 {
        self.thread / WARP
    }

    /// The place in its warp.
    #[inline]
    pub fn lane(&self) -> usize {
        usize::from(self.thread % WARP)
    }

    /// Whether the two conflict, as accesses of two threads. [H24, §II.A]
    #[inline]
    pub fn conflicts(&self, other: &Stamp) -> bool {
        self.kind.conflicts(other.kind, self.block == other.block)
    }
}

/// A detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Detector {
    /// Exact happens-before: what a race is.
    HappensBefore,
    /// HiRace's machine as it is published. [H24, §III]
    Published,
    /// The same after its smallest repair.
    Repaired,
    /// The accesses of each phase, as sets. [L24, §3]
    Phases,
}

impl Detector {
    /// All four.
    pub const ALL: [Detector; 4] =
        [Detector::HappensBefore, Detector::Published, Detector::Repaired, Detector::Phases];

    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Detector::HappensBefore => "happens-before",
            Detector::Published => "hirace-published",
            Detector::Repaired => "hirace-repaired",
            Detector::Phases => "phases",
        }
    }
}

impl fmt::Display for Detector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of detectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Detectors(u8);

impl Detectors {
    /// None.
    pub const NONE: Detectors = Detectors(0);
    /// All four.
    pub const ALL: Detectors = Detectors(15);

    /// These.
    pub fn of(detectors: &[Detector]) -> Detectors {
        detectors.iter().fold(Detectors::NONE, |set, one| set.with(*one))
    }

    /// With one more.
    #[must_use]
    pub fn with(self, one: Detector) -> Detectors {
        Detectors(self.0 | 1 << one as u8)
    }

    /// Those of either.
    #[must_use]
    pub fn or(self, other: Detectors) -> Detectors {
        Detectors(self.0 | other.0)
    }

    /// Those that are not of the other.
    #[must_use]
    pub fn without(self, other: Detectors) -> Detectors {
        Detectors(self.0 & !other.0)
    }

    /// Whether it has this one.
    #[inline(always)]
    pub fn has(self, one: Detector) -> bool {
        self.0 >> one as u8 & 1 == 1
    }

    /// Its members.
    pub fn iter(self) -> impl Iterator<Item = Detector> {
        Detector::ALL.into_iter().filter(move |one| self.has(*one))
    }
}
