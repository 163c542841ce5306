//! The product once more, plainly: every thread by name, and of each thread and kind of access how
//! far the last one is ordered. The Murphi model has the same states.

use super::alphabet::{Access, Observation, Relation, Sync};
use super::grid::{Event, Grid, Thread};
use super::machine::{Cell, Machine};
use super::meaning::State;
use super::product::{Effect, Outcome, outcome};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// One state: 2 bits of each thread and kind of access, for none, open, before its warp, before its
/// block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    state: State,
    last: Option<(Thread, Sync)>,
    ordered: u128,
}

/// What was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// How many states.
    pub states: usize,
    /// Where machine and knowledge part, each with the number of events of a shortest way there.
    pub wrong: BTreeMap<(Cell, Effect), usize>,
}

/// Explores every history of a grid of at most 16 threads, breadth first.
pub fn explore(machine: &Machine, grid: Grid) -> Plain {
    let first = Node { state: State::Init, last: None, ordered: 0 };
    let (mut known, mut layer) = (FxHashSet::from_iter([first]), vec![first]);
    let (mut wrong, mut length) = (BTreeMap::new(), 0);
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        length += 1;
        for node in layer {
            for event in grid.events() {
                for (seen, after) in after(grid, node, event) {
                    let next = match (event, seen) {
                        (Event::Access(thread, access), Some(cell)) => {
                            let races = races(grid, &node, thread, access);
                            match outcome(machine.next(cell), races) {
                                Outcome::Goes(state) => Node { state, ..after },
                                Outcome::Ends => continue,
                                Outcome::Parts(effect) => {
                                    wrong.entry((cell, effect)).or_insert(length);
                                    continue;
                                }
                            }
                        }
                        _ => after,
                    };
                    if known.insert(next) {
                        next_layer.push(next);
                    }
                }
            }
        }
        layer = next_layer;
    }
    Plain { states: known.len(), wrong }
}

fn shift(grid: Grid, thread: Thread, access: Access) -> u32 {
    let warp = u32::from(thread.block) * u32::from(grid.warps) + u32::from(thread.warp);
    let thread = warp * u32::from(grid.threads) + u32::from(thread.thread);
    2 * (4 * thread + access as u32)
}

/// 0 none, 1 open, 2 before its warp, 3 before its block.
fn level(grid: Grid, node: &Node, thread: Thread, access: Access) -> u128 {
    node.ordered >> shift(grid, thread, access) & 3
}

fn races(grid: Grid, node: &Node, thread: Thread, access: Access) -> bool {
    grid.all().filter(|&other| other != thread).any(|other| {
        let relation = other.relation(thread);
        Access::ALL.iter().any(|&kind| {
            let unordered = match level(grid, node, other, kind) {
                0 => false,
                1 => true,
                2 => relation > Relation::Warp,
                _ => relation > Relation::Block,
            };
            unordered && kind.conflicts(access, relation <= Relation::Block)
        })
    })
}

fn after(grid: Grid, node: Node, event: Event) -> Vec<(Option<Cell>, Node)> {
    let (to, of): (u128, Box<dyn Fn(Thread) -> bool>) = match event {
        Event::Access(thread, access) => {
            let place = shift(grid, thread, access);
            let ordered = node.ordered & !(3 << place) | 1 << place;
            let last = Some((thread, Sync::Unsynchronized));
            let after = Node { ordered, last, ..node };
            let cell = |seen| Cell { state: node.state, seen };
            return seen(&node, thread, access).map(|seen| (Some(cell(seen)), after)).collect();
        }
        Event::WarpBarrier(block, warp) => {
            (2, Box::new(move |t| (t.block, t.warp) == (block, warp)))
        }
        Event::BlockBarrier(block) => (3, Box::new(move |t| t.block == block)),
    };
    let mut after = node;
    for thread in grid.all().filter(|&thread| of(thread)) {
        for &access in Access::ALL {
            let level = level(grid, &node, thread, access);
            if level != 0 && level < to {
                let place = shift(grid, thread, access);
                after.ordered = after.ordered & !(3 << place) | to << place;
            }
        }
    }
    if let Some((last, sync)) = &mut after.last
        && of(*last)
    {
        *sync = (*sync).max(if to == 3 { Sync::Block } else { Sync::Warp });
    }
    vec![(None, after)]
}

/// What is seen of an access. Clocks of different barriers can stand in any order.
fn seen(node: &Node, thread: Thread, access: Access) -> impl Iterator<Item = Observation> {
    let relation = node.last.map_or(Thread::FIRST, |(last, _)| last).relation(thread);
    let passed = node.last.map(|(_, passed)| passed);
    let all = Sync::ALL.iter().map(move |&sync| Observation { access, sync, relation });
    all.filter(move |seen| {
        passed.is_none_or(|passed| match seen.relation {
            Relation::Thread | Relation::Warp => seen.sync == passed,
            Relation::Block => (seen.sync == Sync::Block) == (passed == Sync::Block),
            Relation::Grid => true,
        })
    })
}
