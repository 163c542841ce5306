//! The smallest repair of a table: the fewest cells to change so that the machine is exact.
//!
//! A machine is exact if and only if each of its states that can be reached stands for one class of the
//! [`Recogniser`], and each transition follows the recogniser's. So a repair is a choice of a class
//! for each state, and costs the cells that do not follow. The search goes through all choices and
//! cuts off those that cost more than the best: a state costs at least the cells that lead to a
//! class that is not the chosen one, and those that differ in whether they lead to `RACE`.

use super::alphabet::Observation;
use super::machine::{Cell, Machine};
use super::meaning::State;
use super::recogniser::{Class, Recogniser};
use super::rules;

/// A repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The machine repaired.
    pub machine: Machine,
    /// What each state stands for, by the states' numbers; none of a state that is never reached.
    pub classes: Vec<Option<Class>>,
    /// How many choices of classes cost as little: 1 where every repair as small changes the same cells.
    pub choices: u64,
    /// For each changed cell, the states that it may lead to: those that stand for the same.
    pub targets: Vec<(Cell, Vec<State>)>,
}

impl Repair {
    /// How many repairs change these cells and no others: `u64::MAX` where there are more.
    pub fn alike(&self) -> u64 {
        let of = |(_, states): &(Cell, Vec<State>)| states.len() as u64;
        self.targets.iter().map(of).fold(1, u64::saturating_mul)
    }

    /// Whether no other repair changes as few cells.
    pub fn is_only(&self) -> bool {
        self.choices == 1 && self.alike() == 1
    }
}

/// The search gave up: the table is far from any exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFar;

const STATES: usize = State::ALL.len();
/// Nodes of the search.
const LIMIT: u64 = 200_000;

struct Search<'a> {
    machine: &'a Machine,
    recogniser: &'a Recogniser,
    order: Vec<usize>,
    chosen: Vec<Option<Option<Class>>>,
    best: usize,
    /// The first choice of classes that costs as little, and how many do.
    found: Option<(Vec<Option<Class>>, u64)>,
    visited: u64,
}

/// The smallest repair.
///
/// # Errors
/// The search is bounded: a table that is far from exact is given up.
pub fn smallest(machine: &Machine, recogniser: &Recogniser) -> Result<Repair, TooFar> {
    let mut search = Search::new(machine, recogniser);
    search.go(0, 0)?;
    let (classes, choices) = search.found.take().ok_or(TooFar)?;
    let repaired = Machine::from_rule(|cell| next(machine, recogniser, &classes, cell));
    let alike = |to: State| -> Vec<State> {
        let same = |s: &State| classes[*s as usize] == classes[to as usize];
        State::ALL.iter().copied().filter(same).collect()
    };
    let changes = machine.changes(&repaired);
    let targets = changes.iter().map(|change| (change.cell, alike(change.to))).collect();
    Ok(Repair { machine: repaired, classes, choices, targets })
}

/// The published next state where it follows the recogniser; else a state of the class that it
/// leads to, by its meaning where that is one.
fn next(
    machine: &Machine,
    recogniser: &Recogniser,
    classes: &[Option<Class>],
    cell: Cell,
) -> State {
    let published = machine.next(cell);
    let Some(class) = classes[cell.state as usize] else { return published };
    let wanted = Some(recogniser.next(class, cell.seen));
    if classes[published as usize] == wanted {
        return published;
    }
    let by_meaning = rules::by_meaning(cell.state, cell.seen).0;
    let first = [by_meaning].into_iter().chain(State::ALL.iter().copied());
    first.into_iter().find(|&s| classes[s as usize] == wanted).unwrap_or(published)
}

impl<'a> Search<'a> {
    fn new(machine: &'a Machine, recogniser: &'a Recogniser) -> Self {
        Search {
            machine,
            recogniser,
            order: breadth_first(machine),
            chosen: vec![None; STATES],
            best: Cell::COUNT,
            found: None,
            visited: 0,
        }
    }

    /// The classes that a state may stand for, likeliest first; none for one that is not to be used.
    fn candidates(&self, state: usize) -> Vec<Option<Class>> {
        let fixed = [(State::Init, Class(0)), (State::Race, self.recogniser.race)];
        if let Some((_, class)) = fixed.iter().find(|(s, _)| *s as usize == state) {
            return vec![Some(*class)];
        }
        let free = (0..self.recogniser.classes() as u16).map(Class);
        let mut all: Vec<Option<Class>> =
            free.filter(|c| *c != self.recogniser.race).map(Some).collect();
        all.sort_by_key(|class| class.map_or(0, |c| self.cost_of(state, Some(c))));
        all.push(None);
        all
    }

    /// What a state costs at the least, as far as choices are made.
    fn cost_of(&self, state: usize, class: Option<Class>) -> usize {
        let Some(class) = class else { return 0 };
        let known = Observation::all().filter(|&seen| {
            let next = self.machine.next(Cell { state: State::ALL[state], seen });
            let wanted = self.recogniser.next(class, seen);
            match self.chosen[next as usize] {
                Some(chosen) => chosen != Some(wanted),
                None => (next == State::Race) != (wanted == self.recogniser.race),
            }
        });
        known.count()
    }

    /// A bound from below on what is chosen and what is not.
    fn bound(&self) -> usize {
        (0..STATES)
            .map(|state| match self.chosen[state] {
                Some(class) => self.cost_of(state, class),
                // A state that is left out has no cost of its own.
                None => 0,
            })
            .sum()
    }

    fn go(&mut self, at: usize, unused: usize) -> Result<(), TooFar> {
        self.visited += 1;
        if self.visited > LIMIT {
            return Err(TooFar);
        }
        // As many states as classes must be in use.
        if STATES - unused < self.recogniser.classes() || self.bound() > self.best {
            return Ok(());
        }
        let Some(&state) = self.order.get(at) else {
            self.keep();
            return Ok(());
        };
        for class in self.candidates(state) {
            self.chosen[state] = Some(class);
            self.go(at + 1, unused + usize::from(class.is_none()))?;
            self.chosen[state] = None;
        }
        Ok(())
    }

    fn keep(&mut self) {
        let classes: Vec<Option<Class>> = self.chosen.iter().map(|c| c.unwrap_or(None)).collect();
        let has = |class| classes.contains(&Some(Class(class as u16)));
        if !(0..self.recogniser.classes()).all(has) {
            return;
        }
        let cost = self.bound();
        match &mut self.found {
            Some((_, count)) if cost == self.best => *count += 1,
            found => *found = Some((classes, 1)),
        }
        self.best = cost;
    }
}

/// The states as the machine reaches them, the others last: a choice soon has its costs.
fn breadth_first(machine: &Machine) -> Vec<usize> {
    let mut order = vec![State::Race as usize, State::Init as usize];
    let mut at = 1;
    loop {
        if at == order.len() {
            match (0..STATES).find(|state| !order.contains(state)) {
                Some(rest) => order.push(rest),
                None => return order,
            }
        }
        let state = State::ALL[order[at]];
        for seen in Observation::all() {
            let next = machine.next(Cell { state, seen }) as usize;
            if !order.contains(&next) {
                order.push(next);
            }
        }
        at += 1;
    }
}
