//! Where the locations are: objects cut into cells, and what is kept of each cell.

use crate::stamp::Stamp;
use grid::{Access, Space};
use rustc_hash::FxHashMap;

/// All detectors together remember no more locations at once.
pub const MOST_LOCATIONS: u64 = 1 << 22;

/// The cells of an object, or of a block's copy of a shared one.
#[derive(Clone, Debug)]
pub struct Region {
    /// Of which space.
    pub space: Space,
    /// Which object: see [`grid::Grid::object_name`].
    pub object: u32,
    /// The logarithm of a cell's size in bytes.
    pub grain: u32,
    /// How many cells there are up to the last one that was accessed.
    cells: u64,
    /// How many objects have had this number before: what is kept of those is stale.
    pub born: u32,
}

/// The cells of an access.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    /// Of which region.
    pub region: usize,
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
    /// The logarithm of how many cells each one before has become.
    pub split: u32,
    /// How many cells there were before.
    pub before: u64,
}

/// All regions.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    regions: Vec<Region>,
    globals: Vec<Option<usize>>,
    shared: FxHashMap<(u32, u32), usize>,
    /// The last of them: threads of a block run one after the other, mostly.
    recent: Option<((u32, u32), usize)>,
    free: Vec<usize>,
    total: u64,
    /// Accesses of locations beyond [`MOST_LOCATIONS`], which nobody watches.
    pub unwatched: u64,
}

impl Layout {
    /// The region of this number.
    pub fn region(&self, n: usize) -> &Region {
        &self.regions[n]
    }

    /// The cells of an access; nothing where there are too many.
    #[inline]
    pub fn cells(&mut self, access: &Access) -> Option<Cells> {
        let region = self.number(access);
        let at = &mut self.regions[region];
        let fits = access.offset.trailing_zeros().min(u32::from(access.size).trailing_zeros());
        let grain = if at.cells == 0 { fits.min(3) } else { fits.min(at.grain) };
        let split = if at.cells == 0 { 0 } else { at.grain - grain };
        let first = access.offset >> grain;
        let last = (access.offset + u64::from(access.size).max(1) - 1) >> grain;
        let before = at.cells;
        let cells = (before << split).max(last + 1);
        if cells > at.cells {
            if self.total + (cells - at.cells) > MOST_LOCATIONS {
                self.unwatched += 1;
                return None;
            }
            self.total += cells - at.cells;
            at.cells = cells;
        }
        at.grain = grain;
        Some(Cells { region, first, last, split, before })
    }

    #[inline]
    fn number(&mut self, access: &Access) -> usize {
        let object = access.object;
        match access.space {
            Space::Shared => {
                let key = (access.block, object);
                if let Some((_, region)) = self.recent.filter(|(recent, _)| *recent == key) {
                    return region;
                }
                let region = match self.shared.get(&key) {
                    Some(region) => *region,
                    None => {
                        let region = self.add(Space::Shared, object);
                        self.shared.insert(key, region);
                        region
                    }
                };
                self.recent = Some((key, region));
                region
            }
            space => match self.globals.get(object as usize) {
                Some(Some(region)) => *region,
                _ => {
                    let region = self.add(space, object);
                    let length = self.globals.len().max(object as usize + 1);
                    self.globals.resize(length, None);
                    self.globals[object as usize] = Some(region);
                    region
                }
            },
        }
    }

    fn add(&mut self, space: Space, object: u32) -> usize {
        let region = Region { space, object, grain: 0, cells: 0, born: 0 };
        match self.free.pop() {
            Some(n) => {
                self.regions[n] = Region { born: self.regions[n].born + 1, ..region };
                n
            }
            None => {
                self.regions.push(region);
                self.regions.len() - 1
            }
        }
    }

    /// The regions of a block that has ended, which are given back by [`Layout::release`].
    pub fn of_block(&mut self, block: u32) -> Vec<usize> {
        let mut regions = Vec::new();
        self.recent = None;
        if !self.shared.is_empty() {
            self.shared.retain(|(of, _), region| {
                let gone = *of == block;
                if gone {
                    regions.push(*region);
                }
                !gone
            });
        }
        regions.sort_unstable();
        regions
    }

    /// Gives a region back.
    pub fn release(&mut self, region: usize) {
        self.total -= self.regions[region].cells;
        self.regions[region].cells = 0;
        self.free.push(region);
    }

    /// All regions that are in use.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        let shared = self.shared.values().copied();
        self.globals.iter().flatten().copied().chain(shared)
    }
}

/// What a detector keeps of each cell.
#[derive(Clone, Debug, Default)]
pub struct Shadow<R>(Vec<Vec<R>>);

impl<R: Clone + Default> Shadow<R> {
    /// The records of an access, one for each of its cells.
    #[inline]
    pub fn of(&mut self, cells: &Cells) -> &mut [R] {
        if cells.region >= self.0.len() {
            self.0.resize(cells.region + 1, Vec::new());
        }
        let records = &mut self.0[cells.region];
        if cells.split > 0 {
            // What is beyond is of objects that had this number before.
            records.truncate(cells.before as usize);
            split(records, cells.split);
        }
        if cells.last as usize >= records.len() {
            records.resize(cells.last as usize + 1, R::default());
        }
        &mut records[cells.first as usize..=cells.last as usize]
    }

    /// Forgets a region.
    pub fn clear(&mut self, region: usize) {
        if let Some(records) = self.0.get_mut(region) {
            records.clear();
        }
    }
}

/// Each cell has become several, with one past.
#[cold]
fn split<R: Clone>(records: &mut Vec<R>, by: u32) {
    let each = |record: &R| std::iter::repeat_n(record.clone(), 1 << by);
    *records = records.iter().flat_map(each).collect();
}

/// Which cell of a region a location is.
pub type Cell = u64;

/// Who reports a location, and what it shows of it.
#[derive(Clone, Copy, Debug)]
pub struct Raised {
    /// Who reports it.
    pub by: crate::stamp::Detectors,
    /// The earlier access; the machine does not know its place.
    pub first: Option<Stamp>,
    /// The later access.
    pub second: Stamp,
}
