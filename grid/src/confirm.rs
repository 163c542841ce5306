//! Whether a run makes a race that somebody claims: the witness of a solver, replayed.
//!
//! The threads of the two blocks are run from the given memory, under a few schedules. The claim is
//! confirmed where both threads make their accesses, at the named places in the source, to bytes of
//! the named cell, and no barrier stands between them. The lowering to Jaminan has no part in it.

use crate::arguments::{Bound, Slot, bind, slots};
use crate::code::{Module, Scope};
use crate::contents::{Contents, Number};
use crate::finding::{Finding, Kind};
use crate::machine::{End, Grid, Launch, Outcome, Schedule};
use crate::observe::{Access, Mode, Observer};
use crate::pointer::{LARGEST_OBJECT, Pointer, Space};
use crate::scalar::Scalar;
use crate::types::Type;
use semantics::Span;
use std::collections::BTreeMap;

/// From where the kernel runs.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// `gridDim`.
    pub grid: [u32; 3],
    /// `blockDim`.
    pub block: [u32; 3],
    /// The scalars of the parameters and of the file, by name; 0 where nothing is said.
    pub scalars: BTreeMap<String, i128>,
    /// What arrays hold. The other cells are 0, in shared memory not written.
    pub cells: Vec<Cell>,
    /// The parameters that point into the memory of another one; the others have their own.
    pub shared: Vec<Shared>,
    /// Instructions that all runs together may take.
    pub steps: u64,
    /// What must have a meaning for a race to be confirmed.
    pub legal: Legal,
}

/// What must have a meaning in a run, assumptions included, for the race that it makes to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Legal {
    /// What the two threads do.
    #[default]
    Threads,
    /// What any thread of their blocks does.
    Blocks,
    /// What any thread of the launch does.
    Launch,
    /// The same, and no thread reads memory that nobody wrote.
    Written,
}

/// A parameter that points into the memory of another one, or past the beginning of its own.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The parameter.
    pub parameter: String,
    /// The parameter that the memory is called by.
    pub of: String,
    /// How many bytes after its beginning.
    pub bytes: u64,
}

/// A cell of an array at the start.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The array.
    pub array: String,
    /// Whose block has it, of the two threads, where they are of two blocks and share no such array.
    pub owner: Option<usize>,
    /// The index, over all dimensions.
    pub index: u64,
    /// The contents, as an integer of as many bytes.
    pub value: i128,
    /// How many bytes a cell has, where the index counts those from the first byte on, whatever the type.
    pub bytes: Option<u64>,
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
    /// The array: a parameter, a variable, a member of its elements (`a.x`).
    pub array: String,
    /// The cell, a number for each dimension.
    pub index: Vec<u64>,
    /// As [`Cell::bytes`].
    pub bytes: Option<u64>,
    /// The two accesses.
    pub accesses: [Claimed; 2],
}

/// What the runs say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// A run makes both accesses, with no barrier between them.
    Confirmed,
    /// The runs have a meaning, and under none of the schedules that were tried do they make them.
    NotMade,
    /// They have none: why.
    Meaningless(String),
    /// It cannot be run: why.
    NotRun(String),
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
/// Bytes of `extern __shared__` memory, unless the cell lies further.
const SHARED: u64 = 48 << 10;
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
        let of = |who| start.legal > Legal::Threads || who == a || who == b;
        let meaningless = without_meaning(module, &outcome, start.legal, &of);
        if watch.races() {
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

fn absent() -> Confirmation {
    Confirmation::NotRun("a thread is not in a launch that can be run".into())
}

/// Why a run does not say what the kernel cannot do, where it was not run to its end.
fn unfinished(end: End) -> Option<String> {
    Some(match end {
        End::Finished => return None,
        End::OutOfFuel | End::Exhausted(_) => "the run takes too many steps".into(),
        End::Deadlock => "threads wait for ever in the run".into(),
    })
}

/// What in a run has no meaning, of these threads; the memory that nobody wrote may hold anything,
/// unless it must be written.
fn without_meaning(
    module: &Module,
    outcome: &Outcome,
    legal: Legal,
    of: &dyn Fn((u32, u32)) -> bool,
) -> Option<String> {
    let loses = |f: &&Finding| {
        let harmless = match f.kind {
            Kind::Uninitialized => legal < Legal::Written,
            kind => kind == Kind::Misaligned,
        };
        !harmless && of((f.block, f.thread))
    };
    let finding = outcome.findings.iter().find(loses)?;
    let place = module.spans.get(finding.site as usize).map_or_else(String::new, Span::place);
    Some(format!("the run has no meaning: {} at {place}", finding.kind))
}

/// A grid with what it starts from.
struct Prepared<'m> {
    grid: Grid<'m>,
    bound: Bound,
    launch: Launch,
}

impl<'m> Prepared<'m> {
    /// Two blocks of the launch, perhaps the same, with all their threads.
    fn new(module: &'m Module, start: &Start, blocks: [u32; 2]) -> Result<Self, String> {
        let mut grid = Grid::new(module);
        let mut scalars = start.scalars.clone();
        for slot in slots(module) {
            scalars.remove(&slot.name);
        }
        let missing = |slot: &Slot| {
            Some(match slot.ty {
                Type::Pointer(_) => Contents::Endless,
                _ => {
                    let value = start.scalars.get(&slot.name).copied().unwrap_or(0);
                    Contents::Scalar(Number::Integer(value))
                }
            })
        };
        let mut bound = bind(&mut grid, module, &[], missing)?;
        share(&mut bound, module, &start.shared);
        let of_file = scalars.into_iter().map(|(array, value)| Cell {
            array,
            owner: None,
            index: 0,
            value,
            bytes: None,
        });
        let threads: u32 = start.block.iter().product();
        let of_blocks = blocks.into_iter().flat_map(|block| (0..threads).map(move |n| (block, n)));
        let only = (start.legal < Legal::Launch).then(|| of_blocks.collect());
        let launch = Launch {
            grid: start.grid,
            block: start.block,
            shared: SHARED,
            only,
            arguments: bound.registers.clone(),
            ..Launch::default()
        };
        let mut prepared = Prepared { grid, bound, launch };
        for cell in start.cells.iter().cloned().chain(of_file) {
            prepared.fill(module, &cell, blocks)?;
        }
        Ok(prepared)
    }

    fn fill(&mut self, module: &Module, cell: &Cell, blocks: [u32; 2]) -> Result<(), String> {
        let bytes = match locate(module, &self.bound, &cell.array, &[cell.index], cell.bytes) {
            Ok(bytes) => bytes,
            // What the kernel does not have holds 0 as well as anything.
            Err(_) if cell.value == 0 => return Ok(()),
            Err(why) => return Err(why),
        };
        let owners = match cell.owner {
            Some(n) => vec![blocks[n & 1]],
            None => blocks.to_vec(),
        };
        for n in 0..bytes.size.min(16) {
            let (at, byte) = (bytes.first + n, (cell.value >> (8 * n)) as u8);
            match bytes.space {
                Space::Shared => {
                    self.launch.shared = self.launch.shared.max((at + 1).min(1 << 20));
                    let cells = owners
                        .iter()
                        .map(|block| (*block, bytes.object, at, Scalar::U8, u64::from(byte)));
                    self.launch.initial_shared.extend(cells);
                }
                _ => {
                    let region = self.grid.global_mut(bytes.object);
                    if let Some(region) = region.filter(|r| r.has(at as i64, 1)) {
                        region.store(at, Scalar::U8, byte.into());
                    }
                }
            }
        }
        Ok(())
    }

    fn run(&mut self, schedule: Schedule, fuel: u64, observer: impl Observer) -> Outcome {
        (self.launch.schedule, self.launch.fuel) = (schedule, fuel);
        self.grid.run(&self.launch, observer)
    }
}

/// Gives the parameters that share memory their places in it.
fn share(bound: &mut Bound, module: &Module, shared: &[Shared]) {
    let all = slots(module);
    let place = |name: &str| all.iter().position(|slot| slot.name == name);
    let own = bound.registers.clone();
    for Shared { parameter, of, bytes } in shared {
        if let (Some(n), Some(of)) = (place(parameter), place(of)) {
            let bytes = i64::try_from(*bytes).unwrap_or(i64::MAX);
            bound.registers[n] = Pointer(own[of]).plus(bytes).0;
        }
    }
}

/// Bytes of an object.
struct Bytes {
    space: Space,
    object: u32,
    first: u64,
    size: u64,
}

/// Where a cell lies. An array of structures is one array for each member: `a.x`.
fn locate(
    module: &Module,
    bound: &Bound,
    array: &str,
    index: &[u64],
    bytes: Option<u64>,
) -> Result<Bytes, String> {
    if let (Some(size), [n]) = (bytes, index) {
        let (space, object, _) =
            find(module, bound, array).ok_or_else(|| format!("the run has no array `{array}`"))?;
        let first = n.checked_mul(size).filter(|first| *first < LARGEST_OBJECT - size);
        let first = first.ok_or_else(|| format!("`{array}` is not so large in the run"))?;
        return Ok(Bytes { space, object, first, size });
    }
    let mut root = array;
    loop {
        if let Some((space, object, ty)) = find(module, bound, root) {
            let path = array[root.len()..].split('.').skip(1);
            return inside(space, object, &ty, path, index)
                .ok_or_else(|| format!("`{array}` is not an array of the run"));
        }
        match root.rfind('.') {
            Some(dot) => root = &root[..dot],
            None => return Err(format!("the run has no array `{array}`")),
        }
    }
}

/// The object of a name, and its type: of a parameter, an array without end.
fn find(module: &Module, bound: &Bound, name: &str) -> Option<(Space, u32, Type)> {
    if let Some(array) = bound.arrays.iter().find(|array| array.name == name) {
        let ty = match module.globals.get(array.object as usize) {
            Some(object) if object.name.as_str() == name => object.ty.clone(),
            _ => Type::Array(array.element.clone().into(), u64::MAX),
        };
        return Some((Space::Global, array.object, ty));
    }
    if let Some((_, element)) = module.dynamic.iter().find(|(other, _)| other.as_str() == name) {
        return Some((Space::Shared, 0, Type::Array(element.clone().into(), u64::MAX)));
    }
    let mut all = module.shared.iter().enumerate().filter(|(_, o)| o.name.as_str() == name);
    // Of several of one name nobody knows which is meant.
    let (Some((object, found)), None) = (all.next(), all.next()) else { return None };
    Some((Space::Shared, object as u32, found.ty.clone()))
}

fn inside<'p>(
    space: Space,
    object: u32,
    ty: &Type,
    path: impl Iterator<Item = &'p str>,
    index: &[u64],
) -> Option<Bytes> {
    let (mut first, mut ty) = (0u64, ty.clone());
    let mut rest = index.iter();
    while let Type::Array(of, _) = ty.clone() {
        // A cell of an array of arrays may be given by one number, too.
        let one_left = index.len() == 1 && matches!(*of, Type::Array(..));
        let of = if one_left { innermost(&of) } else { (*of).clone() };
        let Some(n) = rest.next() else { break };
        first = n.checked_mul(of.size())?.checked_add(first)?;
        ty = of;
    }
    for name in path {
        let Type::Record(record) = ty.clone() else { return None };
        let field = record.field(&name.into())?;
        first = first.checked_add(field.offset)?;
        ty = field.ty.clone();
    }
    let size = ty.size();
    (first < LARGEST_OBJECT - size && size > 0).then_some(Bytes { space, object, first, size })
}

fn innermost(ty: &Type) -> Type {
    match ty {
        Type::Array(of, _) => innermost(of),
        ty => ty.clone(),
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
        // An atomic access reads and writes.
        let does = match access.mode {
            Mode::Read => !claimed.writes,
            Mode::Atomic(_) => true,
            _ => claimed.writes,
        };
        touches && does && at(self.module, access.site, claimed.place)
    }

    /// Whether the two made the accesses of the race.
    fn races(&self) -> bool {
        // Two atomics are ordered where each has the other in its scope.
        let ordered = |a: &Access, b: &Access| match (a.mode, b.mode) {
            (Mode::Atomic(x), Mode::Atomic(y)) => {
                a.block == b.block || (x != Scope::Block && y != Scope::Block)
            }
            _ => false,
        };
        self.made[0].iter().any(|a| {
            self.made[1].iter().any(|b| {
                let together = a.block != b.block
                    || a.epoch == b.epoch
                        && (a.thread / 32 != b.thread / 32 || a.warp_epoch == b.warp_epoch);
                let overlap = a.offset < b.offset + u64::from(b.size)
                    && b.offset < a.offset + u64::from(a.size);
                together && overlap && !ordered(a, b)
            })
        })
    }
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
