//! Witnesses of races and deadlocks, replayed by the reference rules.

use super::execute::Executor;
use super::phases::{Phased, barrier_by_barrier, phase, stand, store};
use super::reason::NotShown;
use super::run::{Access, Run};
use crate::planted;
use jaminan::{Parameters, Program, instantiate};
use num_traits::Zero;
use oracle::check::Settings;
use oracle::check::replay::{Replay, Witness, crowd, goal, replay};
use oracle::check::word::Word;
use oracle::solver::{Answer, Model, Term};
use semantics::{Limits, Mode, Name, Number, Rel, Sharing, Store, Syntax, Thread, split_by_block};
use std::collections::BTreeMap;
use std::time::Duration;

/// A replay takes at most this long.
pub(super) const TIME: Duration = Duration::from_secs(2);

/// Does it within the time of a replay.
fn in_time<T>(replay: impl FnOnce() -> T) -> T {
    Limits::default().within(TIME).enter(replay)
}

/// Two threads, what they start from, and what came of running them.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The threads.
    pub threads: [Thread; 2],
    /// The parameters.
    pub parameters: Parameters,
    /// The initial memory; an array that a block shares is that of the first thread's block.
    pub memory: Vec<(Name, Number, Number)>,
    /// Whether the reference rules made it happen.
    pub replayed: bool,
    /// Why not, if not.
    pub why: Option<NotShown>,
}

impl Shown {
    /// What a model shows, of which no replay is made.
    pub(super) fn not_replayed(executor: &Executor<'_>, model: &Model) -> Shown {
        let memory = initial(executor, model).into_iter().map(|(a, _, j, k)| (a, j, k));
        Shown {
            threads: [0, 1].map(|n| executor.pair.thread_in(model, n)),
            parameters: parameters(executor, model),
            memory: memory.collect(),
            replayed: false,
            why: Some(NotShown::LeftOut),
        }
    }
}

/// A cell as a replay takes it: array, whose, where, what.
pub(super) type Cell = (Name, Option<usize>, Number, Number);

/// The initial memory of a model.
pub(super) fn initial(executor: &Executor<'_>, model: &Model) -> Vec<Cell> {
    let value = |word: &Word| executor.pair.value(model, word);
    let known = |word: &Word| {
        let terms = &executor.pair.encoder.words.terms;
        terms.eval(word.term, model).is_ok()
    };
    let mut cells: Vec<Cell> = executor
        .cells
        .initial()
        .filter(|cell| known(&cell.value) && known(&cell.index))
        // A third thread is of the block of one of the two.
        .map(|c| (c.array.clone(), Some(c.thread % 2), value(&c.index), value(&c.value)))
        .collect();
    cells.sort();
    cells.dedup();
    cells
}

pub(super) fn parameters(executor: &Executor<'_>, model: &Model) -> Parameters {
    executor.pair.parameters_in(model)
}

pub(super) fn choices(
    executor: &Executor<'_>,
    model: &Model,
    run: &Run,
) -> BTreeMap<Name, Vec<Number>> {
    let mut choices: BTreeMap<Name, Vec<Number>> = BTreeMap::new();
    for (x, word) in &run.choices {
        choices.entry(x.clone()).or_default().push(executor.pair.value(model, word));
    }
    choices
}

/// Whether what is asked, at the begin or behind a barrier, hangs on what memory holds, or on what is not modelled. What is
/// not modelled may have been written before the barrier.
pub(super) fn hangs(executor: &Executor<'_>, roots: &[Term], begin: bool) -> (bool, bool) {
    let terms = &executor.pair.encoder.words.terms;
    let mut open = terms.free_symbols_of(roots);
    let (mut memory, mut unknown) = (false, false);
    let mut seen = std::collections::BTreeSet::new();
    while let Some(symbol) = open.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        unknown |= executor.unknown.contains(&symbol);
        memory |= executor.forgotten.contains(&symbol);
        if let Some(cell) = executor.cells.of(symbol) {
            memory = true;
            open.extend(terms.free_symbols(cell.index.term));
        }
    }
    (memory, unknown || memory && !begin && !executor.unknown.is_empty())
}

/// What a race hangs on besides the two threads.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hangs {
    /// On what memory holds: others may have written that.
    on_memory: bool,
    /// On what is not modelled.
    on_unknown: bool,
}

impl Hangs {
    /// On what it hangs how the threads come to their accesses, which cell these are of, and whether that has a
    /// meaning. The history is what decides how they came to where they race.
    pub fn of(
        executor: &Executor<'_>,
        [a, b]: [&Access; 2],
        depths: [usize; 2],
        history: &[Term],
    ) -> Hangs {
        let begin = depths == [0, 0];
        let here = hangs(executor, &[a.path, b.path, a.index.term, b.index.term], begin);
        let before = hangs(executor, history, begin);
        Hangs { on_memory: here.0 || !begin && before.0, on_unknown: here.1 || before.1 }
    }

    /// The same of a race that has a meaning only if this holds, too.
    pub fn where_defined(self, executor: &Executor<'_>, defined: &[Term], begin: bool) -> Hangs {
        let (on_memory, on_unknown) = hangs(executor, defined, begin);
        Hangs {
            on_memory: self.on_memory || !begin && on_memory,
            on_unknown: self.on_unknown || on_unknown,
        }
    }

    /// The same behind a barrier, where it hangs on nothing if a solver says that the two threads of the model
    /// make their accesses whatever memory holds, and whatever is not modelled.
    pub fn unless_certain(
        self,
        executor: &mut Executor<'_>,
        [a, b]: [&Access; 2],
        history: &[Term],
        model: &Model,
        settings: &mut Settings<'_>,
    ) -> Hangs {
        if !self.on_memory && !self.on_unknown {
            return self;
        }
        let mut roots = the_threads_of(executor, model);
        let words = executor.words();
        let one_cell = words.compare(Rel::Eq, &a.index, &b.index);
        let made = words.terms.all(history.iter().copied().chain([a.path, b.path, one_cell]));
        roots.push(words.terms.not(made));
        let assertions = executor.assertions(roots, false);
        executor.asked += 1;
        let answer = settings.ask(&executor.pair.encoder.words.terms, &assertions);
        match planted::in_place_of(answer, "flows-always-certain", || Answer::Unsat) {
            Answer::Unsat => Hangs::default(),
            _ => self,
        }
    }
}

/// That the threads, the parameters and the launch are those of the model.
fn the_threads_of(executor: &mut Executor<'_>, model: &Model) -> Vec<Term> {
    let pair = &executor.pair;
    let axes = pair.frames.iter().flat_map(|frame| frame.axes.values());
    let parameter = |x| pair.frames[0].variables.get(x);
    let parameters = pair.encoder.header.params.iter().filter_map(parameter);
    let words: Vec<Word> = axes.chain(parameters).chain(&pair.launch).cloned().collect();
    let values: Vec<Number> = words.iter().map(|word| pair.value(model, word)).collect();
    let all = executor.words();
    let same = words.iter().zip(&values).map(|(word, value)| {
        let value = all.number(value);
        all.compare(Rel::Eq, word, &value)
    });
    same.collect()
}

/// The witness of a race that a model shows. Where it hangs on memory all threads run.
pub(crate) fn race(
    program: &Program,
    executor: &Executor<'_>,
    runs: [&Run; 2],
    accesses: [&Access; 2],
    depths: [usize; 2],
    Hangs { on_memory, on_unknown }: Hangs,
    model: &Model,
) -> Shown {
    let [a, _] = accesses;
    let threads = [0, 1].map(|n| executor.pair.thread_in(model, n));
    let parameters = parameters(executor, model);
    let memory = initial(executor, model);
    let shown = |replayed, why| Shown {
        threads: threads.clone(),
        parameters: parameters.clone(),
        memory: memory.iter().map(|(a, _, j, k)| (a.clone(), j.clone(), k.clone())).collect(),
        replayed,
        why,
    };
    if on_unknown {
        return shown(false, Some(NotShown::Unknown));
    }
    let witness = Witness {
        threads: threads.clone(),
        modes: accesses.map(|access| access.mode),
        launch: executor.pair.launch.as_ref().map(|all| executor.pair.value(model, all)),
        array: a.array.clone(),
        index: executor.pair.value(model, &a.index),
        parameters: parameters.clone(),
        memory: memory.clone(),
        choices: runs.map(|run| choices(executor, model, run)),
        independent: !on_memory && (depths == [0, 0] || !program.body.synchronizes()),
    };
    let mut last = None;
    let diverging = split_by_block(&program.header, &program.body).is_err();
    // Where no other thread matters the two are enough; where the answer is no, all are asked. Behind a barrier others
    // matter that have written what the two read, or that have not come to the barrier.
    let others_matter = depths != [0, 0] && (on_memory || diverging);
    for independent in [true, false] {
        if independent && others_matter {
            continue;
        }
        let witness = Witness { independent, ..witness.clone() };
        match in_time(|| replay(program, &witness)) {
            Replay::Raced => return shown(true, None),
            Replay::No(why) => last = Some(why.into()),
        }
    }
    // Where threads diverge no execution goes on, but what was done before has been done.
    if diverging {
        let store = store(program, &memory, &threads[0]);
        match in_time(|| until_they_diverge(program, &witness, depths, store)) {
            Ok(true) => return shown(true, None),
            Ok(false) => {}
            Err(why) => last = Some(why),
        }
    }
    shown(false, last)
}

/// Whether both threads make their access before the first barrier, or between two that all come to.
fn until_they_diverge(
    program: &Program,
    witness: &Witness,
    depths: [usize; 2],
    memory: Store,
) -> Result<bool, NotShown> {
    let [a, b] = &witness.threads;
    let of_one_block = a.block() == b.block();
    let goals = [0, 1].map(|n| goal(program, witness, n));
    let both_in = |phases: &[Phased]| {
        goals.iter().all(|goal| phases.iter().any(|(_, accesses, _, _)| accesses.contains(goal)))
    };
    if depths == [0, 0] {
        let mut phases = Vec::new();
        for (n, thread) in witness.threads.iter().enumerate() {
            let s = instantiate(&program.header, &program.body, &witness.parameters, thread);
            phases.push(phase(&memory, &s, thread, &witness.choices[n])?);
        }
        let shared = of_one_block || program.header.sharing(&witness.array) == Sharing::Grid;
        return Ok(shared && both_in(&phases));
    }
    if !of_one_block {
        return Ok(false);
    }
    let all = crowd(program, &Witness { independent: false, ..witness.clone() }, a)?;
    barrier_by_barrier(program, &all, witness, memory, &mut |phases| {
        both_in(phases).then_some(true)
    })
}

/// The witness of a deadlock that a model shows: the threads, each by itself from barrier to barrier,
/// until the two do not stand at one. Where what they do hangs on memory that others have written, all
/// threads of the block run; `begin` says that no barrier was passed before.
pub(crate) fn deadlock(
    program: &Program,
    executor: &Executor<'_>,
    runs: [&Run; 2],
    begin: bool,
    history: &[Term],
    model: &Model,
) -> Shown {
    let threads = [0, 1].map(|n| executor.pair.thread_in(model, n));
    let parameters = parameters(executor, model);
    let memory = initial(executor, model);
    let (on_memory, on_unknown) = hangs(executor, &runs.map(|run| run.path), begin);
    let before = hangs(executor, history, begin);
    let (on_memory, on_unknown) = (on_memory || !begin && before.0, on_unknown || before.1);
    let store = store(program, &memory, &threads[0]);
    let witness = Witness {
        threads: threads.clone(),
        modes: [Mode::Rd; 2],
        launch: executor.pair.launch.as_ref().map(|all| executor.pair.value(model, all)),
        array: "".into(),
        index: Number::zero(),
        parameters: parameters.clone(),
        memory: memory.clone(),
        choices: runs.map(|run| choices(executor, model, run)),
        independent: begin || !on_memory,
    };
    let apart = crowd(program, &witness, &threads[0]).map_err(NotShown::from);
    let apart = apart.and_then(|crowd| in_time(|| diverge(program, &crowd, &witness, store)));
    let (replayed, why) = match apart {
        _ if on_unknown => (false, Some(NotShown::Unknown)),
        Ok(true) => (true, None),
        Ok(false) => (false, Some(NotShown::SameBarriers)),
        Err(why) => (false, Some(why)),
    };
    let memory = memory.into_iter().map(|(a, _, j, k)| (a, j, k)).collect();
    Shown { threads, parameters, memory, replayed, why }
}

/// Whether the two threads, among all that run from one memory, come to stand at different places.
fn diverge(
    program: &Program,
    crowd: &[Thread],
    witness: &Witness,
    memory: Store,
) -> Result<bool, NotShown> {
    let own: Vec<usize> =
        (0..crowd.len()).filter(|n| witness.threads.contains(&crowd[*n])).collect();
    barrier_by_barrier(program, crowd, witness, memory, &mut |phases| {
        let stands: Vec<_> = own.iter().map(|n| stand(&phases[*n])).collect();
        stands.windows(2).any(|two| two[0] != two[1]).then_some(true)
    })
}
