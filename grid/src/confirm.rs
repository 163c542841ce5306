//! Whether a run makes a race that somebody claims: the witness of a solver, replayed.
//!
//! The threads of the two blocks are run from the given memory, under a few schedules. The claim is
//! confirmed where both threads make their accesses, at the named places in the source, to bytes of
//! the named cell, and no barrier stands between them. The lowering to Jaminan has no part in it.

use crate::arguments::{Bound, Slot, bind};
use crate::code::{Module, Scope};
use crate::contents::{Contents, Number};
use crate::finding::Kind;
use crate::machine::{End, Grid, Launch, Schedule};
use crate::observe::{Access, Mode, Observer};
use crate::pointer::{LARGEST_OBJECT, Space};
use crate::scalar::Scalar;
use crate::types::Type;
use std::collections::BTreeMap;

/// From where the kernel runs.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// `gridDim`.
    pub grid: [u32; 3],
    /// `blockDim`.
    pub block: [u32; 3],
    /// The scalars of the parameters, by name; 0 where nothing is said.
    pub scalars: BTreeMap<String, i128>,
    /// Cells of arrays: array, index, contents as an integer of as many bytes. The others are 0,
    /// in shared memory not written.
    pub cells: Vec<(String, u64, i128)>,
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
    /// The two accesses.
    pub accesses: [Claimed; 2],
}

/// What the runs say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// A run makes both accesses, with no barrier between them.
    Confirmed,
    /// None of the schedules that were tried makes them.
    NotMade,
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

/// Instructions that a run may take.
const FUEL: u64 = 50_000_000;
/// Bytes of `extern __shared__` memory, unless the cell lies further.
const SHARED: u64 = 48 << 10;
/// Accesses of the two threads that are kept.
const MOST_ACCESSES: usize = 1 << 20;

/// Whether a run makes the race.
pub fn race(module: &Module, start: &Start, race: &Race) -> Confirmation {
    let threads = race.accesses.each_ref().map(|claimed| number(start, claimed));
    let [Some(a), Some(b)] = threads else {
        return Confirmation::NotRun("a thread is not in the launch".into());
    };
    let mut reason = None;
    for schedule in SCHEDULES {
        let mut watch = Watch { threads: [a, b], made: [Vec::new(), Vec::new()] };
        let ran = match run(module, start, &[a.0, b.0], schedule, &mut watch) {
            Ok(ran) => ran,
            Err(why) => return Confirmation::NotRun(why),
        };
        let bytes = match locate(module, &ran, &race.array, &race.index) {
            Ok(bytes) => bytes,
            Err(why) => return Confirmation::NotRun(why),
        };
        if watch.races(module, race, &bytes) {
            return Confirmation::Confirmed;
        }
        if ran.end != End::Finished {
            reason = Some(format!("the run does not end: {:?}", ran.end));
        }
    }
    reason.map_or(Confirmation::NotMade, Confirmation::NotRun)
}

/// Whether some threads of the block reach the barrier that begins at this place, and others do not.
pub fn divergence(
    module: &Module,
    start: &Start,
    block: [u32; 3],
    place: (usize, usize),
) -> Confirmation {
    let Some(number) = block_number(start, block) else {
        return Confirmation::NotRun("a thread is not in the launch".into());
    };
    for schedule in SCHEDULES {
        let ran = match run(module, start, &[number], schedule, ()) {
            Ok(ran) => ran,
            Err(why) => return Confirmation::NotRun(why),
        };
        let shown = ran.divergences.iter().any(|site| at(module, *site, place));
        if shown {
            return Confirmation::Confirmed;
        }
    }
    Confirmation::NotMade
}

/// What one run leaves for the question.
struct Ran {
    bound: Bound,
    end: End,
    /// The places of barriers at which threads diverge.
    divergences: Vec<u32>,
}

fn run(
    module: &Module,
    start: &Start,
    blocks: &[u32],
    schedule: Schedule,
    observer: impl Observer,
) -> Result<Ran, String> {
    let mut grid = Grid::new(module);
    let missing = |slot: &Slot| {
        Some(match slot.ty {
            Type::Pointer(_) => Contents::Endless,
            _ => {
                let value = start.scalars.get(&slot.name).copied().unwrap_or(0);
                Contents::Scalar(Number::Integer(value))
            }
        })
    };
    let bound = bind(&mut grid, module, &[], missing)?;
    let mut shared = SHARED;
    let mut initial_shared = Vec::new();
    for (array, index, value) in &start.cells {
        let ran = Ran { bound: bound.clone(), end: End::Finished, divergences: Vec::new() };
        let Ok(bytes) = locate(module, &ran, array, &[*index]) else { continue };
        for n in 0..bytes.size.min(16) {
            let (at, byte) = (bytes.first + n, (value >> (8 * n)) as u8);
            match bytes.space {
                Space::Shared => {
                    shared = shared.max((at + 1).min(1 << 20));
                    for block in blocks {
                        let cell = (*block, bytes.object, at, Scalar::U8, byte.into());
                        initial_shared.push(cell);
                    }
                }
                _ => {
                    let region = grid.global_mut(bytes.object);
                    if let Some(region) = region.filter(|r| r.has(at as i64, 1)) {
                        region.store(at, Scalar::U8, byte.into());
                    }
                }
            }
        }
    }
    let threads: u32 = start.block.iter().product();
    let only = blocks.iter().flat_map(|block| (0..threads).map(move |thread| (*block, thread)));
    let launch = Launch {
        grid: start.grid,
        block: start.block,
        shared,
        schedule,
        fuel: FUEL,
        only: Some(only.collect()),
        arguments: bound.registers.clone(),
        initial_shared,
        ..Launch::default()
    };
    let outcome = grid.run(&launch, observer);
    let divergences = outcome.findings.iter().filter(|f| f.kind == Kind::Divergence);
    let divergences = divergences.map(|f| f.site).collect();
    Ok(Ran { bound, end: outcome.end, divergences })
}

/// Bytes of an object.
struct Bytes {
    space: Space,
    object: u32,
    first: u64,
    size: u64,
}

/// Where a cell lies. An array of structures is one array for each member: `a.x`.
fn locate(module: &Module, ran: &Ran, array: &str, index: &[u64]) -> Result<Bytes, String> {
    let mut root = array;
    loop {
        if let Some((space, object, ty)) = find(module, &ran.bound, root) {
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
    let object = module.shared.iter().position(|object| object.name.as_str() == name)?;
    Some((Space::Shared, object as u32, module.shared[object].ty.clone()))
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

/// Keeps the accesses of two threads.
struct Watch {
    threads: [(u32, u32); 2],
    made: [Vec<Access>; 2],
}

impl Observer for Watch {
    fn access(&mut self, access: &Access) {
        for (thread, made) in self.threads.iter().zip(&mut self.made) {
            if (access.block, access.thread) == *thread && made.len() < MOST_ACCESSES {
                made.push(*access);
            }
        }
    }
}

impl Watch {
    /// Whether the two made the accesses of the race.
    fn races(&self, module: &Module, race: &Race, bytes: &Bytes) -> bool {
        let meant = |n: usize| {
            let claimed = &race.accesses[n];
            self.made[n].iter().filter(move |access| {
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
                touches && does && at(module, access.site, claimed.place)
            })
        };
        // Two atomics are ordered where each has the other in its scope.
        let ordered = |a: &Access, b: &Access| match (a.mode, b.mode) {
            (Mode::Atomic(x), Mode::Atomic(y)) => {
                a.block == b.block || (x != Scope::Block && y != Scope::Block)
            }
            _ => false,
        };
        meant(0).any(|a| {
            meant(1).any(|b| {
                let together = a.block != b.block || a.epoch == b.epoch;
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

fn number(start: &Start, claimed: &Claimed) -> Option<(u32, u32)> {
    let thread = linear(claimed.thread, start.block)?;
    Some((block_number(start, claimed.block)?, thread))
}

fn block_number(start: &Start, block: [u32; 3]) -> Option<u32> {
    linear(block, start.grid)
}

fn linear(index: [u32; 3], of: [u32; 3]) -> Option<u32> {
    let within = index.iter().zip(of).all(|(n, size)| *n < size);
    let size = of.iter().try_fold(1u32, |size, n| size.checked_mul(*n));
    (within && size.is_some()).then(|| index[0] + of[0] * (index[1] + of[1] * index[2]))
}
