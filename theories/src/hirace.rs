//! HiRace's state machine [H24, §III], decided for histories of any length and grids of any size.
//!
//! For each location the machine keeps a state and one accessor: its thread, block, and clocks. It
//! claims to enter `RACE` *if and only if* an access races [H24, §III.C].
//!
//! # What a race is
//!
//! Two accesses of two threads to the location race when they conflict and no barrier of both
//! threads stands between them [H24, §II.A]. Kinds are reads, writes, and atomic read-modify-writes of
//! block or grid scope [H24, §III.B]. They conflict unless both read, or both are atomics whose
//! scopes have both threads: two of grid scope always, else within one block. Only barriers order,
//! of a whole block or a whole warp; atomics do not [H24, §III, "exclusively through scoped thread
//! barriers"]. Threads of a warp are independent: without a barrier they are unordered, as the machine
//! has it from its first example on [H24, Fig. 2].
//!
//! The machine is right on a history when it is in `RACE` at the end if and only if an access of the
//! history raced. It has to be right after *every* access: a run can end there.
//!
//! # How large a grid is enough
//!
//! What the machine sees of a history is a word of [`Observation`]s, so a word tells right from
//! wrong. *Every word that a history of any grid shows, with its race or without, a history shows
//! in 2 blocks of 2 warps of 2 threads.* Take a history up to its first race.
//!
//! 1. As long as no access races, the following holds. If threads of two blocks made accesses, all
//!    are reads, or all are atomics of grid scope, since nothing orders blocks. If threads of two warps
//!    of a block made accesses between two barriers of the block, all accesses between these are
//!    reads, or all are atomics. The same for two threads of a warp between two barriers of the
//!    warp, where one warp was alone between the barriers of the block.
//! 2. So rename the accessors, one after the other: the block changes to the other one where the
//!    relation seen is `G`, the warp where it is `B`, the thread where it is `W`. Relations stay as they
//!    were. Where one block, warp or thread was alone it stays alone; where several were, any two
//!    accesses in question do not conflict whoever makes them. No race comes about.
//! 3. If the next access races, it conflicts with one that is not ordered before it. If that was of
//!    another block than its own, then the renamed accesses before have one in the other block, too:
//!    either both were in one block and the relation seen is `G`, or all have the same kind and both
//!    blocks have made some. So for two warps between barriers of the block, and two threads between
//!    barriers of the warp. The race stays.
//! 4. Barriers are put where a status asks for one: of the block between two accesses in it for `B`,
//!    of the warp for `W`. Where a status compares clocks of different barriers (relation `G`; relation
//!    `B` without a newer block clock) nothing ordered depends on it, and barriers before the access
//!    bring the clocks to stand as they are seen.
//!
//! By 4 every word over all 48 observations is shown by some history, by 1 to 3 its verdict is that of the
//! word: one accessor record *is* enough for an exact machine. [`Recogniser`] finds the least one and
//! would find two histories that need different verdicts; the tests compare it at the size that is enough
//! with larger and smaller ones.
//!
//! # Readings
//!
//! *Newer* or *differing* clocks ([H24, §III.A] says differing, its artifact compares with `>`): where
//! clocks count the same barriers they only grow, and elsewhere 4 holds for both, so the verdicts are
//! the same. Barriers with masks are outside the claim [H24, §V.C]; [`readings`] shows why they have to be,
//! and that the machine cannot be read as one for warps in lockstep.

pub mod alphabet;
pub mod claims;
pub mod grid;
pub mod history;
pub mod kinds;
pub mod knowledge;
pub mod machine;
pub mod meaning;
pub mod murphi;
pub mod overflow;
pub mod plain;
pub mod product;
pub mod readings;
pub mod recogniser;
pub mod repair;
pub mod rules;
pub mod shadow;
pub mod update;
pub mod verify;

pub use alphabet::{Access, Observation, Relation, Sync};
pub use grid::{Event, Grid, NoEvent, NoGrid, Thread};
pub use history::{History, NoHistory};
pub use machine::{Cell, Change, Machine, NoLine, NoTable};
pub use meaning::State;
pub use product::{Effect, Product};
pub use recogniser::Recogniser;
pub use verify::{Verification, verify};
