//! From where runs start: the launch, scalars, memory.

use super::place::{Array, locate, of_file};
use super::reason::NotRun;
use super::{Legal, Who};
use crate::arguments::{Bound, Slot, bind, slots};
use crate::code::Module;
use crate::contents::{Contents, Number};
use crate::machine::{Grid, Launch, Outcome, Schedule};
use crate::observe::Observer;
use crate::pointer::{Pointer, Space};
use crate::scalar::Scalar;
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of `extern __shared__` memory, unless the cell lies further.
const SHARED: u64 = 48 << 10;

/// From where the kernel runs.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// `gridDim`.
    pub grid: [u32; 3],
    /// `blockDim`.
    pub block: [u32; 3],
    /// The scalars of the parameters and of the file, by name; 0 where nothing is said.
    pub scalars: BTreeMap<String, i128>,
    /// The parameters that are floating-point numbers which are known.
    pub reals: BTreeMap<String, f64>,
    /// The parameters that are null pointers.
    pub null: BTreeSet<String>,
    /// How many bytes the parameters point to; any number where nothing is said.
    pub sizes: BTreeMap<String, u64>,
    /// What arrays hold. The other cells are 0, in shared memory not written.
    pub cells: Vec<Cell>,
    /// The parameters that point into the memory of another one; the others have their own.
    pub shared: Vec<Shared>,
    /// Instructions that all runs together may take.
    pub steps: u64,
    /// What must have a meaning for a race to be confirmed.
    pub legal: Legal,
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
    pub array: Array,
    /// Whose block has it, of the two threads, where they are of two blocks and share no such array.
    pub owner: Option<usize>,
    /// The index, over all dimensions.
    pub index: u64,
    /// The contents, as an integer of as many bytes.
    pub value: i128,
    /// How many bytes a cell has, where the index counts those from the first byte on, whatever the type.
    pub bytes: Option<u64>,
}

impl Start {
    /// How many bytes the memory has that a parameter gives its name.
    pub(super) fn size_of(&self, parameter: &str) -> Option<u64> {
        let begins = |shared: &&Shared| shared.of == parameter && shared.bytes == 0;
        let others = self.shared.iter().filter(begins).map(|shared| shared.parameter.as_str());
        others.chain([parameter]).find_map(|name| self.sizes.get(name).copied())
    }
}

/// A grid with what it starts from.
pub(super) struct Prepared<'m> {
    pub grid: Grid<'m>,
    pub bound: Bound,
    pub launch: Launch,
}

impl<'m> Prepared<'m> {
    /// Two blocks of the launch, perhaps the same, with all their threads.
    pub fn new(module: &'m Module, start: &Start, blocks: [u32; 2]) -> Result<Self, NotRun> {
        if let Some(what) = &module.convention {
            return Err(NotRun::Convention(what.clone()));
        }
        let mut grid = Grid::new(module);
        let mut scalars = start.scalars.clone();
        for slot in slots(module) {
            scalars.remove(&slot.name);
        }
        let missing = |slot: &Slot| {
            Some(match slot.ty {
                Type::Pointer(_) if start.null.contains(&slot.name) => {
                    Contents::Scalar(Number::Integer(0))
                }
                Type::Pointer(_) => match start.size_of(&slot.name) {
                    Some(bytes) => Contents::Bytes(bytes),
                    None => Contents::Endless,
                },
                _ if start.reals.contains_key(&slot.name) => {
                    Contents::Scalar(Number::Real(start.reals[&slot.name]))
                }
                _ => {
                    let value = start.scalars.get(&slot.name).copied().unwrap_or(0);
                    Contents::Scalar(Number::Integer(value))
                }
            })
        };
        let mut bound = bind(&mut grid, module, &[], missing)?;
        share(&mut bound, module, &start.shared);
        let of_file = scalars.into_iter().map(|(name, value)| Cell {
            array: of_file(module, &name).unwrap_or_else(|| Array::whole(name)),
            owner: None,
            index: 0,
            value,
            bytes: None,
        });
        let threads: u32 = start.block.iter().product();
        let of_blocks = blocks.into_iter().flat_map(|block| (0..threads).map(move |n| (block, n)));
        let only = (start.legal.of < Who::Launch).then(|| of_blocks.collect());
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

    fn fill(&mut self, module: &Module, cell: &Cell, blocks: [u32; 2]) -> Result<(), NotRun> {
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

    pub fn run(&mut self, schedule: Schedule, fuel: u64, observer: impl Observer) -> Outcome {
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
        // The memory is a parameter's, or a variable of the device.
        let variable = || {
            let object = module.globals.iter().position(|g| g.name.as_str() == of)?;
            Some(Pointer::to(Space::Global, u32::try_from(object).ok()?))
        };
        let of = place(of).map(|of| Pointer(own[of])).or_else(variable);
        if let (Some(n), Some(of)) = (place(parameter), of) {
            let bytes = i64::try_from(*bytes).unwrap_or(i64::MAX);
            bound.registers[n] = of.plus(bytes).0;
        }
    }
}
