//! A machine: the table of 25 · 48 = 1200 transitions.

use super::alphabet::{Access, Observation, Relation, Sync};
use super::meaning::State;
use super::rules;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// A table of transitions.
#[derive(Clone, PartialEq, Eq)]
pub struct Machine {
    next: Vec<State>,
}

/// A cell of the table: a state, and what is seen in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Cell {
    /// The state.
    pub state: State,
    /// What is seen.
    #[serde(flatten)]
    pub seen: Observation,
}

/// A cell in which two tables differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Which.
    #[serde(flatten)]
    pub cell: Cell,
    /// The next state in the first.
    pub from: State,
    /// The next state in the second.
    pub to: State,
}

/// Why a text is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoTable {
    /// What is wrong with a line, from 1.
    #[error("line {number}: {why}")]
    Line {
        /// Which line.
        number: usize,
        /// What is wrong.
        #[source]
        why: NoLine,
    },
    /// No line has this cell.
    #[error("the cell {0} is missing")]
    Missing(Cell),
}

/// Why a line is none of a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoLine {
    /// The first line is another one.
    #[error("expected the header `{HEADER}`")]
    Header,
    /// It has so many columns, and not 5.
    #[error("expected 5 columns, found {0}")]
    Columns(usize),
    /// No access is called this.
    #[error("`{0}` is no access")]
    Access(String),
    /// No synchronization status is called this.
    #[error("`{0}` is no synchronization status")]
    Sync(String),
    /// No thread relation is called this.
    #[error("`{0}` is no thread relation")]
    Relation(String),
    /// No state is called this.
    #[error("`{0}` is no state")]
    State(String),
    /// A way out of `RACE`.
    #[error("`RACE` leads to `{0}`: a race that is reported is not taken back")]
    TakenBack(State),
    /// A line before is of this cell.
    #[error("the cell {0} stands here again")]
    Again(Cell),
}

const HEADER: &str = "state,access,sync,relation,next_state";

impl Cell {
    /// How many there are.
    pub const COUNT: usize = 25 * Observation::COUNT;

    /// Its place in the table.
    #[inline]
    pub fn index(self) -> usize {
        self.state as usize * Observation::COUNT + self.seen.index()
    }

    /// All cells, in the order of the published table.
    pub fn all() -> impl Iterator<Item = Cell> {
        State::ALL
            .iter()
            .flat_map(|&state| Observation::all().map(move |seen| Cell { state, seen }))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.state, self.seen)
    }
}

impl Machine {
    /// The machine with these next states.
    pub fn from_rule(next: impl Fn(Cell) -> State) -> Self {
        Machine { next: Cell::all().map(next).collect() }
    }

    /// The published machine. [H24, §III.B; its artifact's table]
    pub fn published() -> Self {
        Machine::from_rule(|cell| rules::as_published(cell.state, cell.seen).0)
    }

    /// The machine that the meaning of its states gives.
    pub fn by_meaning() -> Self {
        Machine::from_rule(|cell| rules::by_meaning(cell.state, cell.seen).0)
    }

    /// The next state.
    #[inline]
    pub fn next(&self, cell: Cell) -> State {
        self.next[cell.index()]
    }

    /// The machine with another next state in a cell.
    #[must_use]
    pub fn with(mut self, cell: Cell, next: State) -> Self {
        self.next[cell.index()] = next;
        self
    }

    /// The cells in which the two differ.
    pub fn changes(&self, to: &Machine) -> Vec<Change> {
        let change = |cell| Change { cell, from: self.next(cell), to: to.next(cell) };
        Cell::all().map(change).filter(|change| change.from != change.to).collect()
    }

    /// The table, with a header, one line a cell.
    pub fn csv(&self) -> String {
        let mut out = format!("{HEADER}\n");
        for cell in Cell::all() {
            let Observation { access, sync, relation } = cell.seen;
            out += &format!("{},{access},{sync},{relation},{}\n", cell.state, self.next(cell));
        }
        out
    }

    /// Reads a table with a header; its lines may come in any order.
    ///
    /// # Errors
    /// A word that is none of the table's, a cell twice, a cell that is missing, a way out of `RACE`.
    pub fn read_csv(text: &str) -> Result<Self, NoTable> {
        let mut next: Vec<Option<State>> = vec![None; Cell::COUNT];
        let mut lines = (1..).zip(text.lines());
        if lines.next().map(|(_, line)| line.trim()) != Some(HEADER) {
            return Err(NoTable::Line { number: 1, why: NoLine::Header });
        }
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |why| NoTable::Line { number, why };
            let (cell, state) = read_line(line).map_err(wrong)?;
            if next[cell.index()].replace(state).is_some() {
                return Err(wrong(NoLine::Again(cell)));
            }
        }
        let missing = Cell::all().find(|cell| next[cell.index()].is_none());
        match missing {
            Some(cell) => Err(NoTable::Missing(cell)),
            None => Ok(Machine { next: next.into_iter().flatten().collect() }),
        }
    }
}

fn read_line(line: &str) -> Result<(Cell, State), NoLine> {
    let words: Vec<&str> = line.trim().split(',').collect();
    let [state, access, sync, relation, next] = words[..] else {
        return Err(NoLine::Columns(words.len()));
    };
    let seen = Observation {
        access: Access::from_word(access).ok_or_else(|| NoLine::Access(access.into()))?,
        sync: Sync::from_word(sync).ok_or_else(|| NoLine::Sync(sync.into()))?,
        relation: Relation::from_word(relation).ok_or_else(|| NoLine::Relation(relation.into()))?,
    };
    let state_of = |word: &str| State::from_word(word).ok_or_else(|| NoLine::State(word.into()));
    let (state, next) = (state_of(state)?, state_of(next)?);
    if state == State::Race && next != State::Race {
        return Err(NoLine::TakenBack(next));
    }
    Ok((Cell { state, seen }, next))
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = Machine::by_meaning().changes(self);
        f.debug_struct("Machine").field("unlike the meaning in", &changes).finish()
    }
}
