//! All detectors on one run.

use crate::layout::{Cell, Cells, Layout, Raised, Shadow};
use crate::machine::Hirace;
use crate::ordering::{Ordering, Past};
use crate::phases::Sets;
use crate::stamp::{Detector, Detectors, Stamp};
use grid::{Access, Observer, Space};
use rustc_hash::FxHashMap;
use semantics::Name;
use std::ops::Range;
use theories::hirace::shadow::{Overflow, Word};

/// Locations of an object on which two places in the source race, by the same detectors.
#[derive(Clone, Debug)]
pub struct Race {
    /// Of which space.
    pub space: Space,
    /// Which object: see [`grid::Grid::object_name`].
    pub object: u32,
    /// The first location that shows it, in bytes from the object's begin.
    pub offset: u64,
    /// The earlier access there; none where only the machine reports it, which does not know.
    pub first: Option<Stamp>,
    /// The later access.
    pub second: Stamp,
    /// Who reports it.
    pub by: Detectors,
    /// How many locations show it.
    pub locations: u64,
    /// A location by which fences or atomics may have ordered the two accesses; see [`Run::order`].
    ///
    /// [`Run::order`]: crate::run::Run::order
    pub ordered_by: Option<Name>,
}

/// Of races that are alike one is kept.
type Alike = (Space, u32, Option<(u32, u8)>, (u32, u8), Detectors);

/// The detectors at work.
#[derive(Debug)]
pub struct Checker {
    at_work: Detectors,
    layout: Layout,
    ordering: Ordering,
    recalls: Shadow<Recall>,
    machines: [(Detector, Hirace); 2],
    /// A word for each of the machines.
    words: Shadow<[Word; 2]>,
    /// By region and cell.
    raised: FxHashMap<(usize, Cell), Raised>,
    races: FxHashMap<Alike, Race>,
    accesses: u64,
}

/// What the detectors keep of a location that know more than the machines.
#[derive(Clone, Debug, Default)]
struct Recall {
    /// Of which region of this number: see [`crate::layout::Region::born`].
    born: u32,
    past: Past,
    sets: Sets,
}

/// What the detectors found in a run.
#[derive(Clone, Debug)]
pub struct Found {
    /// The races, by place in the source.
    pub races: Vec<Race>,
    /// How many accesses of shared and global memory there were.
    pub accesses: u64,
    /// Of these, how many nobody watched, for want of memory.
    pub unwatched: u64,
    /// Detectors that could not go on to the end, and why.
    pub gave_up: Vec<(Detector, Overflow)>,
}

impl Checker {
    /// These detectors.
    pub fn new(at_work: Detectors) -> Checker {
        let published = Hirace::published();
        let repaired = Hirace::repaired();
        Checker {
            at_work,
            layout: Layout::default(),
            ordering: Ordering::default(),
            recalls: Shadow::default(),
            machines: [(Detector::Published, published), (Detector::Repaired, repaired)],
            words: Shadow::default(),
            raised: FxHashMap::default(),
            races: FxHashMap::default(),
            accesses: 0,
        }
    }

    /// The locations that are reported so far, as bytes of their object, and by whom; without those of
    /// shared memory of blocks that have ended.
    pub fn alarms(&self) -> impl Iterator<Item = (Range<u64>, Detectors)> {
        self.raised.iter().map(|((region, cell), raised)| {
            let grain = self.layout.region(*region).grain;
            (cell << grain..(cell + 1) << grain, raised.by)
        })
    }

    #[cold]
    fn raise(&mut self, at: (usize, Cell), by: Detector, first: Option<Stamp>, second: Stamp) {
        let fresh = Raised { by: Detectors::NONE, first, second };
        let raised = self.raised.entry(at).or_insert(fresh);
        // What is shown of a race is shown by the detector that says what one is.
        if by == Detector::HappensBefore || raised.first.is_none() {
            (raised.first, raised.second) = (first, second);
        }
        raised.by = raised.by.with(by);
    }

    /// A split cell's alarm is that of each of its parts.
    #[cold]
    fn split_raised(&mut self, region: usize, by: u32) {
        let of = |(at, _): &(&(usize, Cell), &Raised)| at.0 == region;
        let old: Vec<_> = self.raised.iter().filter(of).map(|(at, r)| (*at, *r)).collect();
        self.raised.retain(|at, _| at.0 != region);
        for ((region, cell), raised) in old {
            let parts = cell << by..(cell + 1) << by;
            self.raised.extend(parts.map(|part| ((region, part), raised)));
        }
    }

    /// The locations of a region are final: what they show is counted.
    fn count(&mut self, region: usize) {
        let of = |at: &(usize, Cell)| at.0 == region;
        let mut raised: Vec<_> =
            self.raised.iter().filter(|(at, _)| of(at)).map(|(at, r)| (*at, *r)).collect();
        self.raised.retain(|at, _| !of(at));
        raised.sort_unstable_by_key(|(at, _)| *at);
        let at = self.layout.region(region);
        for ((_, cell), Raised { by, first, second }) in raised {
            let place = |stamp: Stamp| (stamp.site, stamp.kind as u8);
            let alike = (at.space, at.object, first.map(place), place(second), by);
            let offset = cell << at.grain;
            let (space, object) = (at.space, at.object);
            let fresh =
                Race { space, object, offset, first, second, by, locations: 0, ordered_by: None };
            self.races.entry(alike).or_insert(fresh).locations += 1;
        }
    }

    /// What was found.
    pub fn finish(mut self) -> Found {
        let regions: Vec<usize> = self.layout.all().collect();
        regions.into_iter().for_each(|region| self.count(region));
        let mut races: Vec<(Alike, Race)> = self.races.into_iter().collect();
        races.sort_unstable_by_key(|(alike, _)| *alike);
        let overflow = |(name, machine): &(Detector, Hirace)| {
            machine.overflow.map(|overflow| (*name, overflow))
        };
        Found {
            races: races.into_iter().map(|(_, race)| race).collect(),
            accesses: self.accesses,
            unwatched: self.layout.unwatched,
            gave_up: self.machines.iter().filter_map(overflow).collect(),
        }
    }

    fn ask(&mut self, cells: &Cells, x: &Stamp) {
        let recalls =
            self.at_work.has(Detector::HappensBefore) || self.at_work.has(Detector::Phases);
        let machines =
            self.at_work.has(Detector::Published) || self.at_work.has(Detector::Repaired);
        // One cell in all but a few accesses; more alarms at one access are told one by one.
        for n in 0..=(cells.last - cells.first) as usize {
            if recalls {
                self.recall(cells, n, x);
            }
            if machines {
                self.transit(cells, n, x);
            }
        }
    }

    /// The detectors that know the earlier access.
    #[inline]
    fn recall(&mut self, cells: &Cells, n: usize, x: &Stamp) {
        let born = self.layout.region(cells.region).born;
        let recall = &mut self.recalls.of(cells)[n];
        if recall.born != born {
            recall.born = born;
            recall.past.clear();
            recall.sets.clear();
        }
        let ordering = match self.at_work.has(Detector::HappensBefore) {
            true => self.ordering.access(&mut recall.past, x),
            false => None,
        };
        let phases = match self.at_work.has(Detector::Phases) {
            true => recall.sets.access(x),
            false => None,
        };
        let at = (cells.region, cells.first + n as u64);
        for (by, first) in [(Detector::HappensBefore, ordering), (Detector::Phases, phases)] {
            if first.is_some() {
                self.raise(at, by, first, *x);
            }
        }
    }

    /// The machines.
    #[inline]
    fn transit(&mut self, cells: &Cells, n: usize, x: &Stamp) {
        let words = &mut self.words.of(cells)[n];
        let mut entered = [None; 2];
        for (m, (name, machine)) in self.machines.iter_mut().enumerate() {
            if self.at_work.has(*name) && machine.access(&mut words[m], x) {
                entered[m] = Some(*name);
            }
        }
        let at = (cells.region, cells.first + n as u64);
        for name in entered.into_iter().flatten() {
            self.raise(at, name, None, *x);
        }
    }

    #[cold]
    fn split(&mut self, cells: &Cells) {
        self.split_raised(cells.region, cells.split);
        self.recalls.of(cells);
        self.words.of(cells);
    }
}

impl Observer for Checker {
    #[inline]
    fn access(&mut self, access: &Access) {
        self.accesses += 1;
        let Some(mut cells) = self.layout.cells(access) else { return };
        if cells.split > 0 {
            self.split(&cells);
            cells.split = 0;
        }
        self.ask(&cells, &Stamp::of(access));
    }

    fn warp_barrier(&mut self, block: u32, warp: u32, lanes: u32) {
        self.ordering.warp_barrier(block, warp as u16, lanes);
    }

    fn block_ends(&mut self, block: u32) {
        self.ordering.block_ends(block);
        for region in self.layout.of_block(block) {
            if !self.raised.is_empty() {
                self.count(region);
            }
            self.layout.release(region);
            self.words.clear(region);
        }
    }
}
