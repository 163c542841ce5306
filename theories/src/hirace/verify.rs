//! The verdict on a machine: its wrong cells, the smallest repair, and the proofs.

use super::grid::Grid;
use super::history::History;
use super::machine::{Cell, Machine};
use super::meaning::State;
use super::product::{Effect, Ended, Product};
use super::recogniser::{Indistinguishable, LeftOut, Recogniser};
use super::repair::{self, Repair, TooFar};
use super::rules::{self, Rule};
use semantics::Exhausted;
use std::fmt;

/// What is known of a machine after all histories.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The machine.
    pub machine: Machine,
    /// What it does.
    pub explored: Explored,
    /// The cells that a smallest repair changes, each with its reason.
    pub wrong: Vec<WrongCell>,
    /// The smallest repair.
    pub repair: Repair,
    /// The repaired machine, at the size that is enough and at one more of each.
    pub proofs: Vec<Explored>,
    /// The least recogniser of races by what the record shows.
    pub recogniser: Recogniser,
}

/// A machine explored in one size of grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The size.
    pub grid: Grid,
    /// States of the product, up to the names of threads.
    pub states: usize,
    /// Bytes that they took.
    pub bytes: usize,
    /// In how many pairs of cell and effect the machine parts from what is.
    pub wrong: usize,
}

/// A cell that a smallest repair changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCell {
    /// Which.
    pub cell: Cell,
    /// Its next state.
    pub published: State,
    /// Its next state after the repair.
    pub repaired: State,
    /// What comes of it when it alone is not repaired.
    pub effect: Effect,
    /// A shortest history that shows it.
    pub history: History,
    /// Whether the history shows it on the unrepaired machine too, no other wrong cell taking part.
    pub alone: bool,
    /// The rule of the published table that gives its next state.
    pub rule: Rule,
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoVerdict {
    /// No machine with this record is exact.
    NotByThisRecord(Box<Indistinguishable>),
    /// The table is too far from any exact one.
    TooFar,
    /// More states than the limit.
    TooLarge(Grid),
    /// What may be spent on it is, at this size.
    Over(Grid, Exhausted),
    /// A history did not show, when it was run again, what the search said: an error of this
    /// program.
    NotReplayed(Cell),
}

/// Decides a machine for all histories in grids of any size, by the size that is enough.
///
/// # Errors
/// A limit, or a history that does not replay.
pub fn verify(machine: &Machine) -> Result<Verification, NoVerdict> {
    let grid = Grid::ENOUGH;
    let recogniser = Recogniser::of(grid, LeftOut::Nothing).map_err(NoVerdict::NotByThisRecord)?;
    let explored = explore(machine, grid)?;
    let repair = repair::smallest(machine, &recogniser).map_err(|TooFar| NoVerdict::TooFar)?;
    let changes = machine.changes(&repair.machine);
    let cells: Vec<Cell> = changes.iter().map(|change| change.cell).collect();
    let wrong = cells
        .iter()
        .map(|&cell| explain(machine, &repair, &cells, cell))
        .collect::<Result<_, _>>()?;
    let proofs = [grid, grid.plus_one()]
        .into_iter()
        .map(|grid| explore(&repair.machine, grid))
        .collect::<Result<_, _>>()?;
    Ok(Verification { machine: machine.clone(), explored, wrong, repair, proofs, recogniser })
}

/// Explores a machine in one size of grid.
///
/// # Errors
/// The limit on states.
pub fn explore(machine: &Machine, grid: Grid) -> Result<Explored, NoVerdict> {
    explored(Product::explore(machine, grid, &[], Product::LIMIT), grid)
}

/// As [`explore`], within the limits that are in force.
///
/// # Errors
/// The limit on states, and those limits.
pub fn explore_within_limits(machine: &Machine, grid: Grid) -> Result<Explored, NoVerdict> {
    explored(Product::within_limits(machine, grid), grid)
}

fn explored(product: Product, grid: Grid) -> Result<Explored, NoVerdict> {
    match product.ended {
        Some(Ended::States) => Err(NoVerdict::TooLarge(grid)),
        Some(Ended::Over(spent)) => Err(NoVerdict::Over(grid, spent)),
        None => Ok(Explored {
            grid,
            states: product.states(),
            bytes: product.bytes(),
            wrong: product.wrong().len(),
        }),
    }
}

/// Why a cell has to change: the repaired machine with this cell as it was is wrong.
fn explain(
    machine: &Machine,
    repair: &Repair,
    changed: &[Cell],
    cell: Cell,
) -> Result<WrongCell, NoVerdict> {
    let (published, repaired) = (machine.next(cell), repair.machine.next(cell));
    let but_one = repair.machine.clone().with(cell, published);
    let others: Vec<Cell> = changed.iter().copied().filter(|&other| other != cell).collect();
    let mut search = (Product::explore(&but_one, Grid::ENOUGH, &others, Product::LIMIT), true);
    if search.0.wrong().is_empty() {
        search = (Product::explore(&but_one, Grid::ENOUGH, &[], Product::LIMIT), false);
    }
    let (product, alone) = search;
    let failed = NoVerdict::NotReplayed(cell);
    let wrong = *product.wrong().first().ok_or_else(|| failed.clone())?;
    let history = product.history(&but_one, &wrong).ok_or_else(|| failed.clone())?;
    // The history is run again with its clocks, by the definition of a race.
    let shows = |machine: &Machine| !history.run(machine).is_right();
    if !shows(&but_one) || shows(&repair.machine) || alone != shows(machine) && alone {
        return Err(failed);
    }
    let rule = rules::as_published(cell.state, cell.seen).1;
    let effect = wrong.effect;
    Ok(WrongCell { cell, published, repaired, effect, history, alone, rule })
}

impl Verification {
    /// Whether the repaired machine has no wrong cell, at the size that is enough and beyond.
    pub fn repair_proved(&self) -> bool {
        !self.proofs.is_empty() && self.proofs.iter().all(|proof| proof.wrong == 0)
    }

    /// Whether the machine is exact as it is.
    pub fn is_exact(&self) -> bool {
        self.explored.wrong == 0
    }
}

impl fmt::Display for NoVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoVerdict::NotByThisRecord(pair) => {
                write!(f, "no record of one accessor tells `{}` from `{}`", pair.racing, pair.free)
            }
            NoVerdict::TooFar => f.write_str("the table is too far from an exact one"),
            NoVerdict::TooLarge(grid) => write!(f, "a grid of {grid} has too many states"),
            NoVerdict::Over(grid, spent) => write!(f, "a grid of {grid}: {spent}"),
            NoVerdict::NotReplayed(cell) => {
                write!(f, "the history of the cell {cell} did not replay")
            }
        }
    }
}
