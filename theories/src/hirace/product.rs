//! The machine beside the exact ordering knowledge, for histories of any length: all that can be
//! reached, up to the names of threads.

use super::alphabet::Observation;
use super::grid::{Event, Grid};
use super::history::History;
use super::knowledge::{Form, Knowledge};
use super::machine::{Cell, Machine};
use super::meaning::State;
use rustc_hash::{FxBuildHasher, FxHashMap};
use semantics::{Exhausted, limits};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// How a machine is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Effect {
    /// An access races, and the machine is not in `RACE`.
    #[serde(rename = "missed race")]
    MissedRace,
    /// No access races, and the machine is in `RACE`.
    #[serde(rename = "false alarm")]
    FalseAlarm,
}

/// All that a machine and the knowledge reach together, up to the first race, alarm, or limit.
///
/// A history ends with its first race or alarm: `RACE` absorbs, and a race stays one.
#[derive(Debug)]
pub struct Product {
    grid: Grid,
    nodes: Vec<(State, Form)>,
    parents: Vec<u32>,
    wrong: Vec<Wrong>,
    /// Why not everything was reached, where it was not.
    pub ended: Option<Ended>,
}

/// Why a search ended before all was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are more states than its limit.
    States,
    /// What may be spent on it is.
    Over(Exhausted),
}

/// A cell in which the machine and the knowledge part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which.
    pub cell: Cell,
    /// How.
    pub effect: Effect,
    node: u32,
}

/// What one access comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Neither a race nor an alarm.
    Goes(State),
    /// Both a race and an alarm.
    Ends,
    /// One of the two.
    Parts(Effect),
}

/// What an access comes to that races or does not.
pub fn outcome(next: State, races: bool) -> Outcome {
    match (next == State::Race, races) {
        (true, true) => Outcome::Ends,
        (true, false) => Outcome::Parts(Effect::FalseAlarm),
        (false, true) => Outcome::Parts(Effect::MissedRace),
        (false, false) => Outcome::Goes(next),
    }
}

impl Product {
    /// The most nodes that are kept where no limit is given: about 100 MB, and ten times as many as a grid of 3x3x3
    /// has.
    pub const LIMIT: usize = 1_000_000;

    /// Explores all histories that do not come by certain cells, breadth first: the first
    /// way to anything is a shortest one.
    pub fn explore(machine: &Machine, grid: Grid, avoided: &[Cell], limit: usize) -> Product {
        let end = |states: usize| (states > limit).then_some(Ended::States);
        Product::until(machine, grid, avoided, &end)
    }

    /// Explores all histories, within [`Product::LIMIT`] and the [limits] that are in force.
    pub fn within_limits(machine: &Machine, grid: Grid) -> Product {
        let end = |states: usize| match states > Product::LIMIT {
            true => Some(Ended::States),
            false => limits::ask().err().map(Ended::Over),
        };
        Product::until(machine, grid, &[], &end)
    }

    /// Explores until this is said of the number of states.
    fn until(
        machine: &Machine,
        grid: Grid,
        avoided: &[Cell],
        end: &dyn Fn(usize) -> Option<Ended>,
    ) -> Product {
        let avoided: BTreeSet<Cell> = avoided.iter().copied().collect();
        let mut product = Product {
            grid,
            nodes: vec![(State::Init, Knowledge::new(grid).form())],
            parents: vec![0],
            wrong: Vec::new(),
            ended: None,
        };
        let mut known: FxHashMap<(State, Form), ()> =
            FxHashMap::with_capacity_and_hasher(1 << 12, FxBuildHasher);
        known.insert(product.nodes[0], ());
        let mut parted = BTreeSet::new();
        let mut at = 0;
        while at < product.nodes.len() {
            product.ended = end(product.nodes.len());
            if product.ended.is_some() {
                break;
            }
            let (state, form) = product.nodes[at];
            let knowledge = Knowledge::of_form(grid, &form);
            let mut push = |state: State, knowledge: Knowledge| {
                let node = (state, knowledge.form());
                if known.insert(node, ()).is_none() {
                    product.nodes.push(node);
                    product.parents.push(at as u32);
                }
            };
            for event in grid.events().filter(|&event| !knowledge.is_twin(event)) {
                let Event::Access(thread, access) = event else {
                    push(state, knowledge.after(event));
                    continue;
                };
                let races = knowledge.races(thread, access);
                let mut before = None;
                for seen in knowledge.seen(thread, access) {
                    let cell = Cell { state, seen };
                    match outcome(machine.next(cell), races) {
                        _ if avoided.contains(&cell) => {}
                        Outcome::Goes(next) if before != Some(next) => {
                            push(next, knowledge.after(event));
                            before = Some(next);
                        }
                        Outcome::Parts(effect) if parted.insert((cell, effect)) => {
                            product.wrong.push(Wrong { cell, effect, node: at as u32 });
                        }
                        _ => {}
                    }
                }
            }
            at += 1;
        }
        product
    }

    /// How many states were reached.
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    /// How many bytes they take, with their index.
    pub fn bytes(&self) -> usize {
        let node = size_of::<(State, Form)>();
        // The index is a table that is at most 7/8 full, with a byte of control for each place.
        let places = (self.nodes.len() * 8 / 7).next_power_of_two();
        self.nodes.capacity() * node + self.parents.capacity() * 4 + places * (node + 1)
    }

    /// Each cell in which machine and knowledge part, by the length of the shortest way to it.
    pub fn wrong(&self) -> &[Wrong] {
        &self.wrong
    }

    /// How many accesses and barriers a shortest way to it has.
    pub fn length(&self, wrong: &Wrong) -> usize {
        self.way(wrong).len()
    }

    /// The nodes on a shortest way, the last one first.
    fn way(&self, wrong: &Wrong) -> Vec<u32> {
        let mut nodes = vec![wrong.node];
        while let Some(&node) = nodes.last()
            && node != 0
        {
            nodes.push(self.parents[node as usize]);
        }
        nodes
    }

    /// A shortest history that parts machine and knowledge in a cell, with threads by name; where
    /// clocks have to be set for that, the barriers that do it come on top.
    pub fn history(&self, machine: &Machine, wrong: &Wrong) -> Option<History> {
        let mut knowledge = Knowledge::new(self.grid);
        let mut events: Vec<(Event, Option<Observation>)> = Vec::new();
        for pair in self.way(wrong).into_iter().rev().collect::<Vec<_>>().windows(2) {
            let ((state, _), (next, form)) =
                (self.nodes[pair[0] as usize], self.nodes[pair[1] as usize]);
            let leads = |event: &Event| knowledge.after(*event).form() == form;
            let (event, seen) = self.grid.events().filter(leads).find_map(|event| match event {
                Event::Access(thread, access) => knowledge
                    .seen(thread, access)
                    .find(|&seen| machine.next(Cell { state, seen }) == next)
                    .filter(|_| !knowledge.races(thread, access))
                    .map(|seen| (event, Some(seen))),
                _ => (state == next).then_some((event, None)),
            })?;
            knowledge = knowledge.after(event);
            events.push((event, seen));
        }
        let last = self.grid.events().find(|&event| match event {
            Event::Access(thread, access) => {
                let races = wrong.effect == Effect::MissedRace;
                knowledge.races(thread, access) == races
                    && knowledge.seen(thread, access).any(|seen| seen == wrong.cell.seen)
            }
            _ => false,
        })?;
        events.push((last, Some(wrong.cell.seen)));
        History::seeing(&events)
    }
}

impl Effect {
    /// As it is printed.
    pub fn word(self) -> &'static str {
        match self {
            Effect::MissedRace => "missed race",
            Effect::FalseAlarm => "false alarm",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
