//! Whether a run makes a race that somebody claims: the witness of a solver, replayed.
//!
//! The threads of the two blocks are run from the given memory, under a few schedules. The claim is
//! confirmed where both threads make their accesses, at the named places in the source, to bytes of
//! the named cell, and no barrier stands between them. The lowering to Jaminan has no part in it.

mod place;
mod reason;
mod search;
mod start;

pub use place::Array;
pub use reason::{Meaningless, NotRun};
pub use search::{Fill, Found, Tried, arrays, search};
pub use start::{Cell, Shared, Start};

use crate::code::{Module, Scope};
use crate::finding::{Finding, Kind};
use crate::machine::{End, Outcome, Schedule};
use crate::observe::{Access, Mode, Observer};
use place::{Bytes, locate};
use start::Prepared;

/// What must have a meaning in a run, assumptions included, for the race that it makes to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Legal {
    /// What these threads do.
    pub of: Who,
    /// Whether they read no memory that nobody wrote.
    pub written: bool,
}

/// Threads of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// The two threads of the race.
    #[default]
    Threads,
    /// Those of their blocks.
    Blocks,
    /// Those of the launch.
    Launch,
}

impl Legal {
    /// What any thread of the two blocks does.
    pub const BLOCKS: Legal = Legal { of: Who::Blocks, written: false };
    /// What any thread of the launch does.
    pub const LAUNCH: Legal = Legal { of: Who::Launch, written: false };
    /// The same, and nobody reads memory that nobody wrote.
    pub const WRITTEN: Legal = Legal { of: Who::Launch, written: true };
}

/// An access that is claimed.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// `blockIdx`.
    pub block: [u32; 3],
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// Whether it writes.
    pub writes: bool,
    /// Where it begins in the source, line and column.
    pub place: (usize, usize),
}

/// A race that is claimed.
#[derive(Clone, Debug)]
pub struct Race {
    /// The array.
    pub array: Array,
    /// The cell, a number for each dimension.
    pub index: Vec<u64>,
    /// As [`Cell::bytes`].
    pub bytes: Option<u64>,
    /// The two accesses.
    pub accesses: [Claimed; 2],
}

/// What the runs say.
#[derive(Clone, Debug, PartialEq)]
pub enum Confirmation {
    /// A run makes both accesses, with no barrier between them.
    Confirmed,
    /// The runs have a meaning, and under none of the schedules that were tried do they make them.
    NotMade,
    /// They have none: why.
    Meaningless(Meaningless),
    /// It cannot be run: why.
    NotRun(NotRun),
}

/// The schedules that are tried: what other threads do in the same phase may matter to the two.
const SCHEDULES: [Schedule; 6] = [
    Schedule::Canonical,
    Schedule::Reversed,
    Schedule::Random(1),
    Schedule::Random(2),
    Schedule::Random(3),
    Schedule::Random(4),
];

/// Threads of a block, at most: CUDA's limit.
const LARGEST_BLOCK: u32 = 1024;
/// Accesses of the two threads that are kept.
const MOST_ACCESSES: usize = 1 << 10;

/// Whether a run makes the race.
pub fn race(module: &Module, start: &Start, race: &Race) -> Confirmation {
    let threads = race.accesses.each_ref().map(|claimed| number(start, claimed));
    let [Some(a), Some(b)] = threads else { return absent() };
    let mut left = start.steps;
    for schedule in SCHEDULES {
        let mut prepared = match Prepared::new(module, start, [a.0, b.0]) {
            Ok(prepared) => prepared,
            Err(why) => return Confirmation::NotRun(why),
        };
        let bytes = match locate(module, &prepared.bound, &race.array, &race.index, race.bytes) {
            Ok(bytes) => bytes,
            Err(why) => return Confirmation::NotRun(why),
        };
        let made = [Vec::new(), Vec::new()];
        let mut watch = Watch { module, race, bytes, threads: [a, b], made };
        let outcome = prepared.run(schedule, left, &mut watch);
        let of = |who| start.legal.of > Who::Threads || who == a || who == b;
        let meaningless = without_meaning(module, &outcome, start.legal, &of);
        if watch.races() {
            // Threads that count and did not come to their end may lose their meaning yet. Those of the two blocks may go
            // on for ever; but how much time there was says nothing of them.
            let cut = match start.legal.of {
                Who::Threads => false,
                Who::Blocks => matches!(outcome.end, End::Exhausted(_)),
                Who::Launch => true,
            };
            if let Some(why) = unfinished(outcome.end).filter(|_| cut && meaningless.is_none()) {
                return Confirmation::NotRun(why);
            }
            return meaningless.map_or(Confirmation::Confirmed, Confirmation::Meaningless);
        }
        let meaningless = without_meaning(module, &outcome, start.legal, &|_| true);
        if let Some(why) = meaningless {
            return Confirmation::Meaningless(why);
        }
        if let Some(why) = unfinished(outcome.end) {
            return Confirmation::NotRun(why);
        }
        left = left.saturating_sub(outcome.steps);
    }
    Confirmation::NotMade
}

/// Whether some threads of the block reach the barrier that begins at this place, and others do not.
pub fn divergence(
    module: &Module,
    start: &Start,
    block: [u32; 3],
    place: (usize, usize),
) -> Confirmation {
    let Some(number) = block_number(start, block) else { return absent() };
    let mut left = start.steps;
    for schedule in SCHEDULES {
        let mut prepared = match Prepared::new(module, start, [number; 2]) {
            Ok(prepared) => prepared,
            Err(why) => return Confirmation::NotRun(why),
        };
        let outcome = prepared.run(schedule, left, ());
        let diverges = |f: &Finding| f.kind == Kind::Divergence && at(module, f.site, place);
        if outcome.findings.iter().any(diverges) {
            return Confirmation::Confirmed;
        }
        let meaningless = without_meaning(module, &outcome, start.legal, &|_| true);
        if let Some(why) = meaningless {
            return Confirmation::Meaningless(why);
        }
        if let Some(why) = unfinished(outcome.end) {
            return Confirmation::NotRun(why);
        }
        left = left.saturating_sub(outcome.steps);
    }
    Confirmation::NotMade
}

/// What came of a run that looks for a divergence.
#[derive(Clone, Copy, Debug)]
pub struct Diverging {
    /// How much work it was, in instructions.
    pub steps: u64,
    /// The indices of two threads of the block: one that reaches the barrier, and one that does not.
    pub threads: Option<[[u32; 3]; 2]>,
}

/// Runs a block, perhaps not to its end: whether some threads of it reach the barrier that begins at this place, and
/// others do not, where nothing before it is without a meaning.
pub fn diverging(
    module: &Module,
    start: &Start,
    block: [u32; 3],
    place: (usize, usize),
) -> Diverging {
    let none = |steps| Diverging { steps, threads: None };
    let Some(number) = block_number(start, block) else { return none(0) };
    let Ok(mut prepared) = Prepared::new(module, start, [number; 2]) else { return none(0) };
    let outcome = prepared.run(Schedule::Canonical, start.steps, ());
    // What a variable holds that nobody wrote is no value at all.
    let loses = |f: &&Finding| loses_meaning(f.kind, Legal::WRITTEN);
    let lost = outcome.findings.iter().filter(loses).map(|f| f.before).min();
    let found = outcome
        .findings
        .iter()
        .find(|f| f.kind == Kind::Divergence && at(module, f.site, place))
        .filter(|f| lost.is_none_or(|lost| f.before <= lost));
    let threads = found.and_then(|f| Some([f.thread, f.other?]));
    Diverging {
        steps: outcome.steps,
        threads: threads.map(|both| both.map(|n| coordinates(n, start.block))),
    }
}

fn coordinates(number: u32, of: [u32; 3]) -> [u32; 3] {
    [number % of[0], number / of[0] % of[1], number / of[0] / of[1]]
}

fn absent() -> Confirmation {
    Confirmation::NotRun(NotRun::NoThread)
}

/// Why a run does not say what the kernel cannot do, where it was not run to its end.
fn unfinished(end: End) -> Option<NotRun> {
    Some(match end {
        End::Finished => return None,
        End::OutOfFuel | End::Exhausted(_) => NotRun::TooLong,
        End::Deadlock => NotRun::Deadlock,
    })
}

/// What in a run has no meaning, of these threads; the memory that nobody wrote may hold anything,
/// unless it must be written.
fn without_meaning(
    module: &Module,
    outcome: &Outcome,
    legal: Legal,
    of: &dyn Fn((u32, u32)) -> bool,
) -> Option<Meaningless> {
    let loses = |f: &&Finding| loses_meaning(f.kind, legal) && of((f.block, f.thread));
    let finding = outcome.findings.iter().find(loses)?;
    let at = module.spans.get(finding.site as usize).cloned();
    Some(Meaningless { kind: finding.kind, at })
}

/// Whether a run in which this is found has no meaning.
fn loses_meaning(kind: Kind, legal: Legal) -> bool {
    match kind {
        Kind::Uninitialized => legal.written,
        // Where a solver made the witness, the oracle asks whether it counts.
        Kind::UninitializedVariable => legal.written || legal.of > Who::Threads,
        _ => true,
    }
}

/// Keeps what two threads do to the cell at the places of the claim.
struct Watch<'m> {
    module: &'m Module,
    race: &'m Race,
    bytes: Bytes,
    threads: [(u32, u32); 2],
    made: [Vec<Access>; 2],
}

impl Observer for Watch<'_> {
    fn access(&mut self, access: &Access) {
        for n in 0..2 {
            let who = (access.block, access.thread) == self.threads[n];
            if who && self.is_meant(n, access) && self.made[n].len() < MOST_ACCESSES {
                self.made[n].push(*access);
            }
        }
    }
}

impl Watch<'_> {
    fn is_meant(&self, n: usize, access: &Access) -> bool {
        let (claimed, bytes) = (&self.race.accesses[n], &self.bytes);
        let touches = access.space == bytes.space
            && access.object == bytes.object
            && access.offset < bytes.first + bytes.size
            && bytes.first < access.offset + u64::from(access.size);
        touches && claimed.does(access) && at(self.module, access.site, claimed.place)
    }

    /// Whether the two made the accesses of the race.
    fn races(&self) -> bool {
        self.made[0].iter().any(|a| self.made[1].iter().any(|b| conflict(a, b)))
    }
}

impl Claimed {
    /// Whether an access writes, or reads, as is claimed. An atomic one does both.
    fn does(&self, access: &Access) -> bool {
        match access.mode {
            Mode::Read => !self.writes,
            Mode::Atomic(_) => true,
            Mode::Write => self.writes,
        }
    }
}

/// Whether nothing orders two accesses of an object by two threads, which overlap.
fn conflict(a: &Access, b: &Access) -> bool {
    // Two atomics are ordered where each has the other in its scope.
    let ordered = match (a.mode, b.mode) {
        (Mode::Atomic(x), Mode::Atomic(y)) => {
            a.block == b.block || (x != Scope::Block && y != Scope::Block)
        }
        _ => false,
    };
    let together = a.block != b.block
        || a.epoch == b.epoch && (a.thread / 32 != b.thread / 32 || a.warp_epoch == b.warp_epoch);
    let overlap =
        a.offset < b.offset + u64::from(b.size) && b.offset < a.offset + u64::from(a.size);
    together && overlap && !ordered
}

/// Whether a place of the run begins where it is said, or has it inside.
fn at(module: &Module, site: u32, place: (usize, usize)) -> bool {
    let Some(span) = module.spans.get(site as usize) else { return false };
    let begin = span.line_column();
    let end = span.source.line_column(span.bytes.end);
    begin <= place && place < end
}

/// The numbers of the block and of the thread in it, where such a block can be run.
fn number(start: &Start, claimed: &Claimed) -> Option<(u32, u32)> {
    let thread = linear(claimed.thread, start.block)?;
    Some((block_number(start, claimed.block)?, thread))
}

fn block_number(start: &Start, block: [u32; 3]) -> Option<u32> {
    let threads = start.block.iter().try_fold(1u32, |product, n| product.checked_mul(*n))?;
    (threads <= LARGEST_BLOCK).then(|| linear(block, start.grid))?
}

fn linear(index: [u32; 3], of: [u32; 3]) -> Option<u32> {
    let within = index.iter().zip(of).all(|(n, size)| *n < size);
    let size = of.iter().try_fold(1u32, |size, n| size.checked_mul(*n));
    (within && size.is_some()).then(|| index[0] + of[0] * (index[1] + of[1] * index[2]))
}
