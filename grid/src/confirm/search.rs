//! A run that looks for a race: from arrays that are filled in some way, with any two threads of two blocks. What
//! it finds is a claim, to be confirmed from the few cells that the two threads read.

use super::place::{Array, element, locate};
use super::start::Prepared;
use super::{Cell, Claimed, Race, Start, at, conflict, coordinates, number, without_meaning};
use crate::arguments::slots;
use crate::code::Module;
use crate::contents::Number;
use crate::machine::{End, Random, Schedule};
use crate::observe::{Access, Mode, Observer};
use crate::pointer::Space;
use crate::scalar::Scalar;
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What an array is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// The same number everywhere.
    All(i8),
    /// 0, 1, 2, …
    Iota,
    /// …, 2, 1, 0.
    Reversed,
    /// Numbers from -1 to 1, as a seed decides.
    Signs(u64),
    /// Numbers from 0 and below the second, as the first decides.
    Below(u64, u64),
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Tried {
    /// How much work it was, in instructions.
    pub steps: u64,
    /// Whether it came to its end.
    pub finished: bool,
    /// How near it came: the accesses of the claim that threads make, to whatever cell, up to two of each.
    pub near: u64,
    /// The race that it makes.
    pub found: Option<Found>,
}

/// A race that a run makes.
#[derive(Clone, Debug)]
pub struct Found {
    /// The race: its index is one number.
    pub race: Race,
    /// What the two threads read of memory that the kernel is given, and is not 0; and as the number that it is.
    pub cells: Vec<(Cell, Number)>,
}

/// Elements of an array that are filled, at most; the others are 0.
const MOST_FILLED: u64 = 1 << 12;
/// Of an array of no known size.
const FILLED: u64 = 1 << 10;
/// Granules of memory of which accesses are kept, and how many of each.
const MOST_GRANULES: usize = 1 << 16;
const MOST_KEPT: usize = 16;
/// Bytes of a granule.
const GRANULE: u64 = 8;
/// Reads of the two threads that are kept.
const MOST_READS: usize = 1 << 14;

/// The arrays that can be filled: what the parameters point to.
pub fn arrays(module: &Module, start: &Start) -> Vec<String> {
    let shared = |name: &str| start.shared.iter().any(|s| s.parameter == name && s.of != name);
    let pointers = slots(module)
        .into_iter()
        .filter(|slot| matches!(slot.ty, Type::Pointer(_)) && slot.shared.is_none());
    pointers.map(|slot| slot.name).filter(|name| !shared(name)).collect()
}

/// Runs the kernel from these arrays, perhaps not to its end: whether any two threads of the blocks of the claim
/// make its accesses of any cell of its array. `units` are the bytes of the cells of arrays that are used at several
/// types.
pub fn search(
    module: &Module,
    start: &Start,
    claim: &Race,
    fills: &[(String, Fill)],
    units: &BTreeMap<String, u64>,
) -> Tried {
    let nothing = |steps| Tried { steps, finished: true, near: 0, found: None };
    let [Some(a), Some(b)] = claim.accesses.each_ref().map(|claimed| number(start, claimed)) else {
        return nothing(0);
    };
    let prepare = || {
        let mut prepared = Prepared::new(module, start, [a.0, b.0]).ok()?;
        let filled = fills.iter().map(|(array, fill)| prepared.give(array, *fill, start)).sum();
        Some((prepared, filled))
    };
    let Some((mut prepared, filled)): Option<(_, u64)> = prepare() else { return nothing(0) };
    let cell = |n| locate(module, &prepared.bound, &claim.array, &[n], claim.bytes);
    let (Ok(first), Ok(next)) = (cell(0), cell(1)) else { return nothing(0) };
    let mut hunt = Hunt {
        module,
        claim,
        space: first.space,
        object: first.object,
        first: first.first,
        size: first.size,
        stride: next.first - first.first,
        places: FxHashMap::default(),
        made: [BTreeSet::new(), BTreeSet::new()],
        seen: FxHashMap::default(),
        found: None,
    };
    let outcome = prepared.run(Schedule::Canonical, start.steps, &mut hunt);
    let steps = filled + outcome.steps;
    let finished = outcome.end == End::Finished;
    let legal = without_meaning(module, &outcome, start.legal, &|_| true).is_none();
    let near = if legal { hunt.made.iter().map(|who| who.len() as u64).sum() } else { 0 };
    let tried = Tried { steps, finished, near, found: None };
    let Some(accesses) = hunt.found.filter(|_| legal) else { return tried };
    let Some(index) = hunt.index(&accesses[0]) else { return tried };
    // The same run once more, since who they are is known now.
    let (Some((mut again, _)), Some((before, _))) = (prepare(), prepare()) else { return tried };
    let mut reads = Reads { of: accesses.map(|a| (a.block, a.thread)), made: BTreeSet::new() };
    let spent = again.run(Schedule::Canonical, start.steps, &mut reads).steps;
    let cells = cells(module, &before, &reads, units);
    let claimed = |n: usize| Claimed {
        block: coordinates(accesses[n].block, start.grid),
        thread: coordinates(accesses[n].thread, start.block),
        ..claim.accesses[n].clone()
    };
    let race = Race { index: vec![index], accesses: [claimed(0), claimed(1)], ..claim.clone() };
    Tried {
        steps: steps + 2 * filled + spent,
        found: cells.map(|cells| Found { race, cells }),
        ..tried
    }
}

impl Prepared<'_> {
    /// Fills an array; how many elements of it.
    fn give(&mut self, array: &str, fill: Fill, start: &Start) -> u64 {
        let given = self.bound.arrays.iter().find(|given| given.name == array);
        let Some((object, ty)) = given.map(|given| (given.object, given.element.clone())) else {
            return 0;
        };
        let Some(region) = self.grid.global_mut(object).filter(|_| ty.width() <= FILLED) else {
            return 0;
        };
        let elements = start.size_of(array).map_or(FILLED, |bytes| bytes / ty.size().max(1));
        let count = elements.min(MOST_FILLED / ty.width().max(1));
        if fill == Fill::All(0) {
            return 0;
        }
        let mut random = Random::new(match fill {
            Fill::Signs(seed) | Fill::Below(seed, _) => seed,
            _ => 0,
        });
        for n in 0..count {
            for leaf in ty.leaves().iter().filter(|leaf| leaf.scalar != Scalar::Pointer) {
                let value = match fill {
                    Fill::All(value) => value.into(),
                    Fill::Iota => n as i64,
                    Fill::Reversed => (count - 1 - n) as i64,
                    Fill::Signs(_) => random.below(3) as i64 - 1,
                    Fill::Below(_, most) => random.below(most) as i64,
                };
                let register = match leaf.scalar.is_float() {
                    true => leaf.scalar.round(value as f64),
                    false => leaf.scalar.wrap(value.into()),
                };
                region.store(n * ty.size() + leaf.offset, leaf.scalar, register);
            }
        }
        count * ty.width()
    }
}

/// The cells of the kernel's parameters that were read, with what they held before; none where one has no name.
fn cells(
    module: &Module,
    before: &Prepared<'_>,
    reads: &Reads,
    units: &BTreeMap<String, u64>,
) -> Option<Vec<(Cell, Number)>> {
    let mut cells: BTreeMap<(Array, u64), (Cell, Number)> = BTreeMap::new();
    for (object, offset, size) in &reads.made {
        // Variables of the file hold what they are initialized with.
        if (*object as usize) < module.globals.len() {
            continue;
        }
        let array = before.bound.arrays.iter().find(|array| array.object == *object)?;
        let region = before.grid.global(*object)?;
        let unit = units.get(&array.name).copied();
        let mut at = *offset;
        while at < offset + u64::from(*size) {
            let (cells_of, index, begin, scalar) = match unit {
                Some(bytes) => {
                    let scalar = [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64];
                    let scalar = scalar.into_iter().find(|s| u64::from(s.size()) == bytes)?;
                    (Array::whole(array.name.as_str()), at / bytes, at / bytes * bytes, scalar)
                }
                None => element(&array.name, &array.element, at)?,
            };
            let register = region.load(begin, scalar);
            let value = match scalar.is_float() {
                true if scalar.size() == 4 => i128::from(register as u32),
                true => i128::from(register),
                false => scalar.integer(register),
            };
            if value != 0 {
                let array = cells_of.clone();
                let cell = Cell { array, owner: None, index, value, bytes: unit };
                cells.insert((cells_of, index), (cell, Number::of(scalar, register)));
            }
            at = begin + u64::from(scalar.size().max(1));
        }
    }
    Some(cells.into_values().collect())
}

/// An access, and which of the two of a claim it is.
type Made = ([bool; 2], Access);

/// Looks for two accesses of a claim that race.
struct Hunt<'m> {
    module: &'m Module,
    claim: &'m Race,
    space: Space,
    object: u32,
    /// Where its first cell begins, how large a cell is, and how far apart they are.
    first: u64,
    size: u64,
    stride: u64,
    /// Which accesses stand at the places of the claim.
    places: FxHashMap<u32, [bool; 2]>,
    /// Threads that make them: two of each are enough.
    made: [BTreeSet<(u32, u32)>; 2],
    /// For each granule of each block's memory what was done there last, and which of the two that is.
    seen: FxHashMap<(u32, u64), Vec<Made>>,
    found: Option<[Access; 2]>,
}

impl Observer for Hunt<'_> {
    fn access(&mut self, access: &Access) {
        let here = (access.space, access.object) == (self.space, self.object);
        if !here || self.found.is_some() || self.index(access).is_none() {
            return;
        }
        let (claims, module) = (&self.claim.accesses, self.module);
        let stands = || claims.each_ref().map(|claimed| at(module, access.site, claimed.place));
        let stands = *self.places.entry(access.site).or_insert_with(stands);
        let is = [0, 1].map(|n: usize| stands[n] && claims[n].does(access));
        if is == [false; 2] {
            return;
        }
        for (made, _) in self.made.iter_mut().zip(is).filter(|(made, is)| *is && made.len() < 2) {
            made.insert((access.block, access.thread));
        }
        let owner = if self.space == Space::Shared { access.block } else { 0 };
        let last = access.offset + u64::from(access.size.max(1)) - 1;
        for granule in access.offset / GRANULE..=last / GRANULE {
            if self.seen.len() >= MOST_GRANULES && !self.seen.contains_key(&(owner, granule)) {
                return;
            }
            let seen = self.seen.entry((owner, granule)).or_default();
            let who = |a: &Access| (a.block, a.thread);
            let races = |other: &Access| who(other) != who(access) && conflict(other, access);
            for (was, other) in seen.iter().filter(|(_, other)| races(other)) {
                if was[0] && is[1] {
                    self.found = Some([*other, *access]);
                } else if was[1] && is[0] {
                    self.found = Some([*access, *other]);
                }
            }
            seen.retain(|(was, other)| *was != is || who(other) != who(access));
            if seen.len() >= MOST_KEPT {
                seen.remove(0);
            }
            seen.push((is, *access));
        }
    }
}

impl Hunt<'_> {
    /// The index of the cell that an access begins in.
    fn index(&self, access: &Access) -> Option<u64> {
        let past = access.offset.checked_sub(self.first)?;
        let (index, inside) = match self.stride {
            0 => (0, past),
            stride => (past / stride, past % stride),
        };
        (inside < self.size).then_some(index)
    }
}

/// Keeps what two threads read of global memory.
struct Reads {
    of: [(u32, u32); 2],
    made: BTreeSet<(u32, u64, u8)>,
}

impl Observer for Reads {
    fn access(&mut self, access: &Access) {
        let reads = access.space == Space::Global && access.mode != Mode::Write;
        let who = self.of.contains(&(access.block, access.thread));
        if reads && who && self.made.len() < MOST_READS {
            self.made.insert((access.object, access.offset, access.size));
        }
    }
}
