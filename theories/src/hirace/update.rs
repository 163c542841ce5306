//! Algorithm 1 \[H24\]: each access reads the shadow word, computes the next one, and swaps it in if
//! the word is still the one that was read; else it starts again. Under every interleaving.

use super::alphabet::Access;
use super::grid::{Event, Thread};
use super::history::{Clocks, History};
use super::machine::Machine;
use super::meaning::State;
use super::shadow::Word;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How the next word is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// `atomicCAS`, as published.
    CompareAndSwap,
    /// A plain store, which forgets what came in between: the bug that the loop is there against.
    Plain,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// An access to the location, with its update of the shadow word.
    Access(Access),
    /// A barrier of its warp.
    WarpBarrier,
    /// A barrier of its block.
    BlockBarrier,
}

/// The threads of a run, and what each does in order.
pub type Program = Vec<(Thread, Vec<Action>)>;

/// What every interleaving comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interleavings {
    /// How many configurations there are.
    pub configurations: usize,
    /// How many interleavings.
    pub interleavings: u128,
    /// The machine's states at the ends.
    pub ends: BTreeSet<State>,
    /// Whether an access of the program races: the same in every interleaving.
    pub races: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Configuration<W> {
    word: W,
    threads: Vec<Local<W>>,
}

/// A thread: how much of its program is done, and the word that it has read for what is next.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Local<W> {
    done: usize,
    read: Option<W>,
}

/// Runs a program under every interleaving of reads and swaps of the shadow word.
///
/// The word of a configuration is generic, so that the same steps run on packed words and on logs.
struct Explorer<'a, W, F> {
    program: &'a Program,
    store: Store,
    /// The word after a thread's action on a word.
    next: F,
    known: FxHashMap<Configuration<W>, u128>,
    /// An end after which nothing more is asked.
    last: fn(&Program, &W) -> bool,
    stopped: bool,
    ends: Vec<W>,
}

impl<W: Clone + Eq + std::hash::Hash, F: Fn(&W, usize, usize) -> W> Explorer<'_, W, F> {
    /// How many interleavings there are from a configuration on. The depth is bounded: each round in
    /// which a swap fails is one in which another swap did not.
    fn count(&mut self, at: &Configuration<W>) -> u128 {
        if let Some(&count) = self.known.get(at) {
            return count;
        }
        let mut count = 0;
        for thread in 0..at.threads.len() {
            if let Some(next) = self.step(at, thread).filter(|_| !self.stopped) {
                count += self.count(&next);
            }
        }
        if at.threads.iter().zip(self.program).all(|(t, (_, all))| t.done == all.len()) {
            self.stopped = (self.last)(self.program, &at.word);
            self.ends.push(at.word.clone());
            count = 1;
        }
        self.known.insert(at.clone(), count);
        count
    }

    /// The next step of a thread; none where it is done, or waits at a barrier.
    fn step(&self, at: &Configuration<W>, thread: usize) -> Option<Configuration<W>> {
        let local = &at.threads[thread];
        let mut next = at.clone();
        match self.program[thread].1.get(local.done)? {
            Action::Access(_) => match &local.read {
                None => next.threads[thread].read = Some(at.word.clone()),
                Some(read) => {
                    next.threads[thread].read = None;
                    if *read == at.word || self.store == Store::Plain {
                        next.word = (self.next)(read, thread, local.done);
                        next.threads[thread].done += 1;
                    }
                }
            },
            _ => {
                // Threads pass a barrier together, once the last one has come; the first steps for
                // all.
                let group = self.group(thread, local.done);
                let arrived = |&other: &usize| self.is_at(at, other, thread, local.done);
                if group.first() != Some(&thread) || !group.iter().all(arrived) {
                    return None;
                }
                for other in group {
                    next.threads[other].done += 1;
                }
            }
        }
        Some(next)
    }

    /// The threads of the program that take part in a barrier.
    fn group(&self, thread: usize, place: usize) -> Vec<usize> {
        let me = self.program[thread].0;
        let warp = self.program[thread].1[place] == Action::WarpBarrier;
        let takes_part =
            |other: Thread| other.block == me.block && (!warp || other.warp == me.warp);
        (0..self.program.len()).filter(|&other| takes_part(self.program[other].0)).collect()
    }

    fn is_at(&self, at: &Configuration<W>, other: usize, thread: usize, place: usize) -> bool {
        let wanted = self.program[thread].1[place];
        self.program[other].1.get(at.threads[other].done) == Some(&wanted)
    }
}

/// How many configurations and interleavings there are, and the words at their ends, as far as the
/// first end that is the last one.
fn run<W, F>(
    program: &Program,
    store: Store,
    first: W,
    last: fn(&Program, &W) -> bool,
    next: F,
) -> (usize, u128, Vec<W>)
where
    W: Clone + Eq + std::hash::Hash,
    F: Fn(&W, usize, usize) -> W,
{
    let locals = program.iter().map(|_| Local { done: 0, read: None }).collect();
    let start = Configuration { word: first, threads: locals };
    let (known, ends) = (FxHashMap::default(), Vec::new());
    let mut explorer = Explorer { program, store, next, known, last, stopped: false, ends };
    let count = explorer.count(&start);
    (explorer.known.len(), count, explorer.ends)
}

/// Every interleaving of a program's updates, on packed shadow words.
pub fn interleavings(machine: &Machine, program: &Program, store: Store) -> Interleavings {
    let clocks: Vec<Vec<Clocks>> = program.iter().map(|(_, actions)| clocks(actions)).collect();
    let next = |word: &Word, thread: usize, place: usize| match program[thread].1[place] {
        Action::Access(access) => word.unpack().map_or(*word, |old| {
            let (accessor, clocks) = (program[thread].0.into(), clocks[thread][place]);
            old.accessed(machine, access, accessor, clocks).pack_unchecked()
        }),
        _ => *word,
    };
    let (configurations, interleavings, ends) =
        run(program, store, Word::default(), |_, _| false, next);
    let states = ends.iter().filter_map(|word| word.unpack()).map(|record| record.state);
    Interleavings {
        configurations,
        interleavings,
        ends: states.collect(),
        races: one_history(program).has_race(),
    }
}

/// Whether some interleaving loses an update: a shadow word that keeps all updates in order, each by its
/// thread and place, does not have each of them once at the end, every thread's in order. What
/// a machine keeps follows from such a log.
pub fn loses(program: &Program, store: Store) -> bool {
    type Log = Vec<(u8, u8)>;
    let next = |log: &Log, thread: usize, place: usize| {
        let mut log = log.clone();
        log.push((thread as u8, place as u8));
        log
    };
    let incomplete = |program: &Program, log: &Log| !is_complete(program, log);
    let (_, _, ends) = run(program, store, Log::new(), incomplete, next);
    ends.iter().any(|log| !is_complete(program, log))
}

fn is_complete(program: &Program, log: &[(u8, u8)]) -> bool {
    (0_u8..).zip(program).all(|(thread, (_, actions))| {
        let made = log.iter().filter(|(other, _)| *other == thread).map(|(_, place)| *place);
        let places = (0_u8..).zip(actions).filter(|(_, a)| matches!(a, Action::Access(_)));
        made.eq(places.map(|(place, _)| place))
    })
}

fn clocks(actions: &[Action]) -> Vec<Clocks> {
    let step = |clocks: &mut Clocks, action: &Action| {
        let before = *clocks;
        match action {
            Action::Access(_) => {}
            Action::WarpBarrier => clocks.warp += 1,
            Action::BlockBarrier => clocks.block += 1,
        }
        Some(before)
    };
    actions.iter().scan(Clocks::default(), step).collect()
}

/// One history of the program: each thread as far as its next barrier, then the barrier. Whether
/// accesses race is the same in all.
fn one_history(program: &Program) -> History {
    let mut events = Vec::new();
    let mut done = vec![0; program.len()];
    loop {
        let before = done.clone();
        for (thread, (name, actions)) in program.iter().enumerate() {
            while let Some(Action::Access(access)) = actions.get(done[thread]) {
                events.push(Event::Access(*name, *access));
                done[thread] += 1;
            }
        }
        for thread in 0..program.len() {
            let (name, actions) = &program[thread];
            let (event, warp) = match actions.get(done[thread]) {
                Some(Action::WarpBarrier) => (Event::WarpBarrier(name.block, name.warp), true),
                Some(Action::BlockBarrier) => (Event::BlockBarrier(name.block), false),
                _ => continue,
            };
            let wanted = actions[done[thread]];
            let group: Vec<usize> = (0..program.len())
                .filter(|&t| program[t].0.block == name.block)
                .filter(|&t| !warp || program[t].0.warp == name.warp)
                .collect();
            if group.iter().all(|&t| program[t].1.get(done[t]) == Some(&wanted)) {
                events.push(event);
                group.into_iter().for_each(|t| done[t] += 1);
            }
        }
        if done == before {
            return History(events);
        }
    }
}

impl History {
    /// Whether any two accesses race.
    pub fn has_race(&self) -> bool {
        (0..self.0.len()).any(|later| (0..later).any(|earlier| self.is_race(earlier, later)))
    }
}

/// Programs of three threads with two accesses each: every kind of access, every placement of the
/// threads, and between the accesses nothing, a warp barrier or a block barrier.
pub fn programs() -> impl Iterator<Item = Program> {
    let barriers = [None, Some(Action::WarpBarrier), Some(Action::BlockBarrier)];
    (0..4096_usize).flat_map(move |kinds| {
        placements().into_iter().flat_map(move |threads| {
            barriers.into_iter().map(move |barrier| program(kinds, threads, barrier))
        })
    })
}

/// How many programs there are.
pub const PROGRAMS: usize = 4096 * 6 * 3;

fn program(kinds: usize, threads: [Thread; 3], barrier: Option<Action>) -> Program {
    let kind = |n: usize| Action::Access(Access::ALL[kinds >> (2 * n) & 3]);
    let actions = |n: usize| -> Vec<Action> {
        [Some(kind(2 * n)), barrier, Some(kind(2 * n + 1))].into_iter().flatten().collect()
    };
    threads.into_iter().enumerate().map(|(n, thread)| (thread, actions(n))).collect()
}

/// Three threads, in every relation of each two.
fn placements() -> [[Thread; 3]; 6] {
    let at = |block, warp, thread| Thread { block, warp, thread };
    [
        [at(0, 0, 0), at(0, 0, 1), at(0, 0, 2)],
        [at(0, 0, 0), at(0, 0, 1), at(0, 1, 0)],
        [at(0, 0, 0), at(0, 1, 0), at(0, 2, 0)],
        [at(0, 0, 0), at(0, 0, 1), at(1, 0, 0)],
        [at(0, 0, 0), at(0, 1, 0), at(1, 0, 0)],
        [at(0, 0, 0), at(1, 0, 0), at(2, 0, 0)],
    ]
}

/// What the programs come to, all interleavings of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Programs.
    pub programs: u64,
    /// Of them with a race.
    pub racy: u64,
    /// Interleavings of all.
    pub interleavings: u128,
    /// Programs with a race that some interleaving misses.
    pub missed: u64,
    /// Programs without a race that some interleaving reports.
    pub alarms: u64,
    /// Programs of which some interleaving loses an update.
    pub lost: u64,
}

impl Survey {
    /// One program under every interleaving; without its lost updates.
    fn of(machine: &Machine, program: &Program, store: Store) -> Survey {
        let found = interleavings(machine, program, store);
        let silent = found.ends.iter().any(|&state| state != State::Race);
        Survey {
            programs: 1,
            interleavings: found.interleavings,
            racy: found.races.into(),
            missed: (found.races && silent).into(),
            alarms: (!found.races && found.ends.contains(&State::Race)).into(),
            lost: 0,
        }
    }

    /// Both.
    fn join(self, other: Survey) -> Survey {
        Survey {
            programs: self.programs + other.programs,
            racy: self.racy + other.racy,
            interleavings: self.interleavings + other.interleavings,
            missed: self.missed + other.missed,
            alarms: self.alarms + other.alarms,
            lost: self.lost + other.lost,
        }
    }
}

/// Runs every `step`-th program under every interleaving.
pub fn survey(machine: &Machine, store: Store, step: usize) -> Survey {
    let some: Vec<Program> = programs().step_by(step.max(1)).collect();
    let of = |program: &Program| Survey::of(machine, program, store);
    let mut survey = some.par_iter().map(of).reduce(Survey::default, Survey::join);
    // What is lost does not depend on the kinds of access.
    for program in programs().take(PROGRAMS / 4096) {
        survey.lost += u64::from(loses(&program, store));
    }
    survey
}
