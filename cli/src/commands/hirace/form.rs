//! The forms of what `hirace` answers, as published JSON.

use super::{HiraceAnswer, Ran, Verified};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use theories::hirace::claims::same_states;
use theories::hirace::history::Line;
use theories::hirace::machine::{Cell, Change};
use theories::hirace::verify::{Explored, NoVerdict, WrongCell};
use theories::hirace::{Grid, History, Machine};

/// The answer of `hirace`, by its question.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jaminan hirace")]
#[serde(untagged)]
pub enum HiraceForm {
    /// Of `verify`.
    Verify(VerifyForm),
    /// Of `history`.
    History(HistoryForm),
    /// Of `diff`.
    Diff {
        /// The cells that the repair changes.
        changes: Vec<CellForm>,
    },
    /// Of `table`.
    Table {
        /// All 1200 cells, with their next state as `published`.
        cells: Vec<CellForm>,
    },
    /// Of `murphi` and `diagram`.
    Written {
        /// The model, or the picture.
        text: String,
    },
}

/// The verdict on a machine, for all histories and grids of any size.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct VerifyForm {
    /// States of the product of the machine and the exact ordering, up to the names of threads, at
    /// the size that is enough.
    pub states: usize,
    /// The cells that a smallest repair changes.
    pub wrong_cells: Vec<WrongCellForm>,
    /// Whether the repaired machine is exact at the size that is enough and at one more block,
    /// warp and thread.
    pub repair_proved: bool,
    /// Whether the machine is exact without a repair.
    pub exact: bool,
    /// Whether the repair is the only one that changes so few cells.
    pub repair_is_only: bool,
    /// How many repairs change these cells, and no others: the states that a changed cell may lead to
    /// stand for the same.
    pub repairs_of_these_cells: u64,
    /// Where the repaired machine was proved exact.
    pub proofs: Vec<ExploredForm>,
    /// Other sizes: the machine as it is, and repaired.
    pub more: Vec<[ExploredForm; 2]>,
    /// The sizes that were asked for and not decided.
    pub undecided: Vec<UndecidedForm>,
    /// How many states the least exact machine with this record has.
    pub least_states: usize,
    /// States of the repaired machine that nothing later tells apart.
    pub same_states: Vec<Vec<String>>,
    /// How long the verdict took, in seconds; the other sizes are not in it.
    pub seconds: f64,
}

/// A wrong cell.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct WrongCellForm {
    /// `READ`, …
    pub state: String,
    /// `R`, `W`, `BA`, `GA`
    pub access: String,
    /// `U`, `W`, `B`
    pub sync: String,
    /// `S`, `W`, `B`, `G`
    pub relation: String,
    /// The next state in the table.
    pub published: String,
    /// The next state after the repair.
    pub repaired: String,
    /// `missed race` or `false alarm`: what comes of this cell where all others are repaired.
    pub effect: String,
    /// A shortest history that shows it.
    pub history: Vec<LineForm>,
    /// Whether the history shows it in the table as it is: no other wrong cell takes part.
    pub alone: bool,
}

/// A step of a history.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct LineForm {
    /// `b0.w0.t1 BA`, `b0.w0 __syncwarp`, `b0 __syncthreads`
    pub event: String,
    /// Of an access: its kind, synchronization status and thread relation, as `BA W S`.
    pub seen: Option<String>,
    /// Of an access: the state before.
    pub state: Option<String>,
    /// Of an access: the state after.
    pub next: Option<String>,
}

/// A machine explored in a grid of one size.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExploredForm {
    /// Blocks.
    pub blocks: u8,
    /// Warps a block.
    pub warps: u8,
    /// Threads a warp.
    pub threads: u8,
    /// States of the product.
    pub states: usize,
    /// Bytes that they took.
    pub bytes: usize,
    /// Pairs of a cell and an effect in which the machine is wrong.
    pub wrong: usize,
}

/// A size that was not decided.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct UndecidedForm {
    /// Blocks.
    pub blocks: u8,
    /// Warps a block.
    pub warps: u8,
    /// Threads a warp.
    pub threads: u8,
    /// What was reached: a limit of states, time or memory.
    pub why: String,
}

impl UndecidedForm {
    fn of((grid, why): &(Grid, NoVerdict)) -> Self {
        let Grid { blocks, warps, threads } = *grid;
        UndecidedForm { blocks, warps, threads, why: why.to_string() }
    }
}

/// A cell.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellForm {
    /// `READ`, …
    pub state: String,
    /// `R`, `W`, `BA`, `GA`
    pub access: String,
    /// `U`, `W`, `B`
    pub sync: String,
    /// `S`, `W`, `B`, `G`
    pub relation: String,
    /// The next state.
    pub published: String,
    /// The next state after the repair, in a diff.
    pub repaired: Option<String>,
}

/// A history, run.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct HistoryForm {
    /// The machine's steps.
    pub published: Vec<LineForm>,
    /// Those of the repaired machine.
    pub repaired: Vec<LineForm>,
    /// The first race: its two events, by their places from 0; null without one.
    pub race: Option<[usize; 2]>,
}

impl HiraceForm {
    pub(super) fn of(answer: &HiraceAnswer) -> Self {
        match answer {
            HiraceAnswer::Verified(verified) => HiraceForm::Verify(VerifyForm::from(verified.as_ref())),
            HiraceAnswer::Table(machine) => {
                let cells = Cell::all().map(|at| cell(at, machine.next(at).word(), None));
                HiraceForm::Table { cells: cells.collect() }
            }
            HiraceAnswer::Diff(changes) => {
                let of = |change: &Change| {
                    cell(change.cell, change.from.word(), Some(change.to.word().into()))
                };
                HiraceForm::Diff { changes: changes.iter().map(of).collect() }
            }
            HiraceAnswer::History(ran) => HiraceForm::History(history(ran)),
            HiraceAnswer::Written(text) => HiraceForm::Written { text: text.clone() },
        }
    }
}

impl From<&Verified> for VerifyForm {
    fn from(verified: &Verified) -> Self {
        verify(verified)
    }
}

fn verify(verified: &Verified) -> VerifyForm {
    let known = &verified.known;
    let words = |group: Vec<theories::hirace::State>| {
        group.into_iter().map(|state| state.word().into()).collect()
    };
    VerifyForm {
        states: known.explored.states,
        wrong_cells: known.wrong.iter().map(|w| WrongCellForm::of(w, &known.machine)).collect(),
        repair_proved: known.repair_proved(),
        exact: known.is_exact(),
        repair_is_only: known.repair.is_only(),
        repairs_of_these_cells: known.repair.alike(),
        proofs: known.proofs.iter().map(ExploredForm::of).collect(),
        more: verified
            .more
            .iter()
            .map(|(as_is, repaired)| [ExploredForm::of(as_is), ExploredForm::of(repaired)])
            .collect(),
        undecided: verified.undecided.iter().map(UndecidedForm::of).collect(),
        least_states: known.recogniser.classes(),
        same_states: same_states(known).into_iter().map(words).collect(),
        seconds: verified.time.as_secs_f64(),
    }
}

impl WrongCellForm {
    /// A wrong cell of a machine.
    pub fn of(wrong: &WrongCell, machine: &Machine) -> Self {
        let seen = wrong.cell.seen;
        // Where other wrong cells take part, the history is one of the machine with this cell only.
        let shown = match wrong.alone {
            true => machine.clone(),
            false => Machine::by_meaning().with(wrong.cell, wrong.published),
        };
        WrongCellForm {
            state: wrong.cell.state.word().into(),
            access: seen.access.word().into(),
            sync: seen.sync.word().into(),
            relation: seen.relation.word().into(),
            published: wrong.published.word().into(),
            repaired: wrong.repaired.word().into(),
            effect: wrong.effect.word().into(),
            history: lines(&wrong.history, &shown),
            alone: wrong.alone,
        }
    }
}

impl ExploredForm {
    /// What was explored.
    pub fn of(explored: &Explored) -> Self {
        let Explored { grid, states, bytes, wrong } = *explored;
        let (blocks, warps, threads) = (grid.blocks, grid.warps, grid.threads);
        ExploredForm { blocks, warps, threads, states, bytes, wrong }
    }
}

fn cell(at: Cell, published: &str, repaired: Option<String>) -> CellForm {
    CellForm {
        state: at.state.word().into(),
        access: at.seen.access.word().into(),
        sync: at.seen.sync.word().into(),
        relation: at.seen.relation.word().into(),
        published: published.into(),
        repaired,
    }
}

fn lines(history: &History, machine: &Machine) -> Vec<LineForm> {
    let word = |state: theories::hirace::State| state.word().into();
    let line = |line: Line| LineForm {
        event: line.event,
        seen: line.seen,
        state: line.state.map(word),
        next: line.next.map(word),
    };
    history.lines(machine).into_iter().map(line).collect()
}

fn history(ran: &Ran) -> HistoryForm {
    let run = ran.history.run(&ran.machine);
    HistoryForm {
        published: lines(&ran.history, &ran.machine),
        repaired: lines(&ran.history, &ran.repaired),
        race: run.race.map(|(a, b)| [run.steps[a].place, run.steps[b].place]),
    }
}
