//! A search by runs for an alarm that nothing decides: the kernel is run from arrays that are filled in many ways,
//! until two threads make the accesses of the alarm. From the cells that these two read the race is made once more,
//! as that of any alarm: only then it is one.

use crate::confirm::{self, Launched};
use crate::value::{Divergence, Run};
use grid::confirm::{Fill, Found, Tried};
use grid::{Module, Random};
use num_traits::ToPrimitive;
use oracle::check::answer::{Cell, Race};
use semantics::{Cond, Dim, Header, LaunchSize, Limits, Name, Number, Span, Thread, limits};
use std::collections::{BTreeMap, BTreeSet};

/// Instructions that all runs for one kernel may take: about a second.
pub const STEPS: u64 = 100_000_000;
/// Those of one run: first few, and many where that is not enough.
const STEPS_OF_RUN: [u64; 2] = [1_000_000, 32_000_000];
/// To prepare one takes about as long as so many.
const STEPS_BETWEEN: u64 = 20_000;
/// How often an alarm is looked for.
const MOST_RUNS: u64 = 1024;
/// So many runs that do not end are enough.
const MOST_ENDLESS: [u64; 2] = [24, 2];
/// What a run may hold: one that writes far and wide does not take what the next question needs.
const MOST_BYTES: u64 = 256 << 20;
/// From how many values a divergence is looked for.
const MOST_DIVERGING: u64 = 64;
/// How often a witness is asked for with fewer cells.
const MOST_SMALLER: usize = 48;
/// The cells that a witness may have.
const MOST_CELLS: usize = 256;

/// From where one run starts.
#[derive(Clone)]
struct Try {
    params: BTreeMap<Name, Number>,
    /// The parameters that the program does not have, such as floating-point numbers.
    others: BTreeMap<String, i128>,
    fills: Vec<(String, Fill)>,
}

/// The race as a run makes it, where one of them does; `steps` are those that are left.
pub fn race(module: &Module, launched: Launched<'_>, race: &Race, steps: &mut u64) -> Option<Race> {
    let claim = launched.claim(race)?;
    let header = launched.header;
    let units: BTreeMap<String, u64> = header
        .arrays
        .keys()
        .filter_map(|array| Some((array.to_string(), launched.bytes(array)?)))
        .collect();
    let own = own_values(header, &race.params)?;
    let runs = (0..2usize).flat_map(|long| (0..MOST_RUNS).map(move |n| (long, n)));
    let mut endless = [0; 2];
    // What came nearest.
    let mut best: (u64, Option<Try>) = (0, None);
    for (long, n) in runs {
        if *steps == 0 || limits::ask_now().is_err() || long == 1 && endless[0] == 0 {
            return None;
        }
        if endless[long] == MOST_ENDLESS[long] {
            continue;
        }
        let Some(tried) = attempt(module, &launched, n, &own, best.1.as_ref()) else { continue };
        let shown = tried.put(race);
        let launched = Launched { others: &tried.others, ..launched };
        let Some(mut start) = launched.start(&shown.params, &[]) else { continue };
        start.steps = STEPS_OF_RUN[long].min(*steps);
        let run = || grid::confirm::search(module, &start, &claim, &tried.fills, &units);
        let Tried { steps: spent, finished, near, found } =
            Limits::default().within_bytes(MOST_BYTES).enter(run);
        *steps = steps.saturating_sub(spent + STEPS_BETWEEN);
        endless[long] += u64::from(!finished);
        if let Some(found) = found
            && let Some(made) = certified(module, launched, &shown, found, spent, steps)
        {
            return Some(made);
        }
        if near >= best.0 {
            best = (near, Some(tried));
        }
    }
    None
}

/// A divergence at a barrier as a run makes it, where one of them does: from these values and cells, or from other
/// values and memory of zeros.
pub fn divergence(
    module: &Module,
    launched: Launched<'_>,
    barrier: &Span,
    (params, cells): (&BTreeMap<Name, Number>, &[Cell]),
    steps: &mut u64,
) -> Option<Divergence> {
    let own = own_values(launched.header, params)?;
    for n in 0..MOST_DIVERGING {
        if *steps == 0 || limits::ask_now().is_err() {
            return None;
        }
        let tried = match n {
            0 => Some(Try { params: own.clone(), others: BTreeMap::new(), fills: Vec::new() }),
            // Fills are all that tells the first ones apart.
            n => attempt(module, &launched, MOST_RUNS + n, &own, None),
        };
        let Some(tried) = tried.filter(|tried| assumed(launched.header, &tried.params)) else {
            continue;
        };
        let launched = Launched { others: &tried.others, ..launched };
        let cells = if n == 0 { cells } else { &[] };
        let Some(mut start) = launched.start(&tried.params, cells) else { continue };
        start.steps = STEPS_OF_RUN[0].min(*steps);
        let blocks =
            BTreeSet::from([start.grid.map(|_| 0), start.grid.map(|n| n.saturating_sub(1))]);
        for block in blocks {
            let run = || grid::confirm::diverging(module, &start, block, barrier.line_column());
            let made = Limits::default().within_bytes(MOST_BYTES).enter(run);
            *steps = steps.saturating_sub(made.steps + STEPS_BETWEEN);
            if let Some(threads) = made.threads {
                let thread =
                    |at: [u32; 3]| Thread::cuda(block.map(Number::from), at.map(Number::from));
                return Some(Divergence {
                    barrier: barrier.clone(),
                    threads: threads.map(thread),
                    replayed: false,
                    params: tried.all(),
                    cells: cells.to_vec(),
                    run: Some(Run::Made),
                });
            }
        }
    }
    None
}

/// These values; a block and 1 where there is none. None where they are not those of a launch.
fn own_values(header: &Header, given: &BTreeMap<Name, Number>) -> Option<BTreeMap<Name, Number>> {
    let value = |x: &Name| match given.get(x) {
        Some(value) => value.to_i128().map(Number::from),
        None => Some(default_number(x).into()),
    };
    header.params.iter().map(|x| Some((x.clone(), value(x)?))).collect()
}

/// What a parameter is of which nothing is asked for: a block of several threads.
fn default_number(x: &Name) -> u64 {
    match LaunchSize::named(x.as_str()) {
        Some(LaunchSize::Block(Dim::X)) => 32,
        _ => 1,
    }
}

/// From where the run of this number starts; none where what is assumed does not hold there. `best` is what came
/// nearest before.
fn attempt(
    module: &Module,
    launched: &Launched<'_>,
    n: u64,
    own: &BTreeMap<Name, Number>,
    best: Option<&Try>,
) -> Option<Try> {
    let mut random = Random::new(n);
    let header = launched.header;
    let start = launched.start(own, &[])?;
    let arrays = grid::confirm::arrays(module, &start);
    let others = launched.other_numbers(module);
    let plain = plain_fills(&arrays);
    if let Some(fills) = usize::try_from(n).ok().and_then(|n| plain.get(n)) {
        let others = others.into_iter().map(|x| (x, 1)).collect();
        let holds = assumed(header, own);
        return holds.then(|| Try { params: own.clone(), others, fills: fills.clone() });
    }
    let sizes = start.grid.iter().chain(&start.block).map(|n| u64::from(*n));
    let threads = sizes.fold(1u64, u64::saturating_mul).min(1 << 32);
    let base = best.filter(|_| random.below(4) > 0);
    // Near what came near, or anywhere.
    let mut keeps = |often: u64| random.below(often) > 0;
    let (keep_number, keep_fill) = match base {
        Some(_) => (4, 3),
        None => (2, 1),
    };
    let kept: Vec<bool> = (0..own.len() + others.len()).map(|_| keeps(keep_number)).collect();
    let kept_fill: Vec<bool> = arrays.iter().map(|_| keeps(keep_fill)).collect();
    let (of_program, of_others) = kept.split_at(own.len());
    let before = base.map_or(own, |base| &base.params);
    let params: BTreeMap<Name, Number> = before
        .iter()
        .zip(of_program)
        .map(|((x, k), kept)| {
            (x.clone(), if *kept { k.clone() } else { number(x, threads, &mut random) })
        })
        .collect();
    let params = if assumed(header, &params) { params } else { before.clone() };
    let others = others.into_iter().zip(of_others).map(|(x, kept)| {
        let before = base.and_then(|base| base.others.get(&x)).filter(|_| *kept).copied();
        let value = before.unwrap_or_else(|| i128::from(random.below(4)) - 1);
        (x, value)
    });
    let others = others.collect();
    // As many as there are threads, cells of an array, or what a parameter says.
    let below: Vec<u64> = [2, 4, 8, threads, 2 * threads, 4 * threads]
        .into_iter()
        .chain(start.sizes.values().map(|bytes| bytes / 4))
        .chain(params.values().filter_map(ToPrimitive::to_u64))
        .filter(|n| (2..1 << 12).contains(n))
        .collect();
    let fills = arrays.into_iter().zip(kept_fill).map(|(array, kept)| {
        let before = base.and_then(|base| base.fills.iter().find(|(x, _)| *x == array));
        match (before.filter(|_| kept), base) {
            (Some((_, fill)), _) => (array, *fill),
            (None, Some(_)) if kept => (array, Fill::All(0)),
            _ => (array, any_fill(&below, &mut random)),
        }
    });
    let fills = fills.collect();
    assumed(header, &params).then_some(Try { params, others, fills })
}

/// A number for a parameter, one of a launch with so many threads.
fn number(x: &Name, threads: u64, random: &mut Random) -> Number {
    let numbers = [0, 1, 2, 3, 4, 8, threads, threads, threads + 1];
    let tried = match LaunchSize::named(x.as_str()) {
        Some(_) => [32, 64, 2].as_slice(),
        None => &numbers,
    };
    tried[random.below(tried.len() as u64) as usize].into()
}

fn any_fill(below: &[u64], random: &mut Random) -> Fill {
    let seed = random.below(u64::MAX);
    match random.below(10) {
        0 => Fill::All(0),
        1 => Fill::All(1),
        2 => Fill::All(-1),
        3 | 4 => Fill::Iota,
        5 => Fill::Reversed,
        6 | 7 => Fill::Signs(seed),
        _ => Fill::Below(seed, below[random.below(below.len() as u64) as usize]),
    }
}

/// The fills that are tried first: all arrays alike, or but one of them 0.
fn plain_fills(arrays: &[String]) -> Vec<Vec<(String, Fill)>> {
    let alike = |fill: Fill| arrays.iter().map(|array| (array.clone(), fill)).collect::<Vec<_>>();
    let mut all = vec![alike(Fill::All(0))];
    for fill in [Fill::All(1), Fill::Reversed, Fill::Iota] {
        if arrays.len() > 1 {
            all.extend(arrays.iter().map(|array| vec![(array.clone(), fill)]));
        }
        all.push(alike(fill));
    }
    all
}

/// Whether these numbers are of their types, and what is assumed of them holds.
fn assumed(header: &Header, values: &BTreeMap<Name, Number>) -> bool {
    let typed = |(x, k): (&Name, &Number)| header.types.get(x).is_none_or(|ty| ty.contains(k));
    let holds = |c: &Cond| {
        let mut closed = c.clone();
        for x in c.free_variables() {
            let Some(k) = values.get(&x) else { return false };
            closed = closed.substitute(&x, &semantics::Expr::Num(k.clone()));
        }
        closed.eval(&Thread::natural(0)).unwrap_or(false)
    };
    values.iter().all(typed) && header.assumptions.iter().all(holds)
}

impl Try {
    /// The race with the parameters of this start.
    fn put(&self, race: &Race) -> Race {
        // Without the variables of loops, which are others here.
        Race { params: self.all(), ..race.clone() }
    }

    /// The parameters, those that the program does not have included.
    fn all(&self) -> BTreeMap<Name, Number> {
        let mut params = self.params.clone();
        let others = self.others.iter().filter(|(_, k)| **k != 0);
        params.extend(others.map(|(x, k)| (Name::from(x.as_str()), (*k).into())));
        params
    }
}

/// The race with the witness of one that was found, where runs make it from there; with few cells.
fn certified(
    module: &Module,
    launched: Launched<'_>,
    race: &Race,
    found: Found,
    spent: u64,
    steps: &mut u64,
) -> Option<Race> {
    let mut cells: Vec<Cell> = found.cells.into_iter().map(cell).collect();
    let makes = |cells: &[Cell], steps: &mut u64| {
        let made = with_witness(launched.header, race, &found.race, cells);
        *steps = steps.saturating_sub(spent);
        let run = || confirm::within(module, launched, &made, spent.saturating_mul(2));
        let said = Limits::default().within_bytes(MOST_BYTES).enter(run);
        matches!(said, Run::Made).then_some(made)
    };
    let mut made = makes(&cells, steps)?;
    // What is left out is 0: first much, then less.
    let (mut part, mut asked) = (cells.len(), 0);
    while part > 0 {
        let mut from = 0;
        while from < cells.len() && asked < MOST_SMALLER && *steps > 0 {
            let mut fewer = cells.clone();
            fewer.drain(from..(from + part).min(cells.len()));
            asked += 1;
            match makes(&fewer, steps) {
                Some(smaller) => (made, cells) = (smaller, fewer),
                None => from += part,
            }
        }
        part /= 2;
    }
    (cells.len() <= MOST_CELLS).then_some(made)
}

/// A cell of a run.
fn cell((cell, number): (grid::confirm::Cell, grid::contents::Number)) -> Cell {
    let real = match number {
        grid::contents::Number::Real(x) => Some(x),
        grid::contents::Number::Integer(_) => None,
    };
    let (index, value) = (cell.index.into(), cell.value.into());
    let array = cell.array.to_string().into();
    Cell { array, owner: cell.owner, index, value, real }
}

/// The race with another witness.
fn with_witness(header: &Header, race: &Race, found: &grid::confirm::Race, cells: &[Cell]) -> Race {
    let mut made = race.clone();
    let index = found.index.first().copied().unwrap_or(0).into();
    made.index = match header.arrays.get(&race.array) {
        Some(array) => array.indices(&index),
        None => vec![index],
    };
    for (access, claimed) in made.accesses.iter_mut().zip(&found.accesses) {
        let [block, thread] = [claimed.block, claimed.thread].map(|at| at.map(Number::from));
        access.thread = Thread::cuda(block, thread);
        access.variables.clear();
    }
    made.cells = cells.to_vec();
    made
}
