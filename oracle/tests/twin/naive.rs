//! The naive twin of the explorer.

use jaminan::{Initial, Parameters, Program, Rest, infer, instantiate, reaches};
use maps::Protocol;
use num_traits::Zero;
use oracle::actions::Action;
use oracle::explore::{Bounds, Choice, Kind, Witness};
use semantics::{
    AccessValue, Choices, Cond, Derivation, Expr, Flow, Header, Mode, Name, Number, Phase, Search,
    Store, Syntax, Thread, Threads, Trace,
};
use std::collections::{BTreeSet, HashSet};

/// What tells a witness apart, in the order that makes one the smallest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    phase: usize,
    larger: Thread,
    smaller: Thread,
    parameters: Vec<Number>,
    /// How many threads there are; none that matters before the first barrier.
    count: usize,
    memories: Vec<Cells>,
    cell: (Name, Number, Mode, Mode),
    choices: [Vec<Choice>; 2],
    traces: [Trace; 2],
}

/// How many cells are not 0, and they.
type Cells = (usize, Vec<(Name, Number, Number)>);

fn cells(m: &Store) -> Cells {
    let cells: Vec<_> = m
        .cells()
        .filter(|(_, _, k)| !k.is_zero())
        .map(|(array, j, k)| (array.clone(), j.clone(), k.clone()))
        .collect();
    (cells.len(), cells)
}

impl Key {
    pub fn of(witness: &Witness) -> Key {
        let [a, b] = &witness.accesses;
        assert!(a.races_with(b));
        assert_eq!(
            witness.worlds.len(),
            match witness.kind {
                Kind::Protocol => 0,
                Kind::Separate => 2,
                Kind::Joint => 1,
            }
        );
        Key {
            phase: witness.phase,
            larger: b.thread.clone(),
            smaller: a.thread.clone(),
            parameters: witness.parameters.values().cloned().collect(),
            count: witness.worlds.first().and_then(|w| w.earlier.first()).map_or(0, Vec::len),
            memories: witness.worlds.iter().map(|world| cells(&world.memory)).collect(),
            cell: (a.array.clone(), a.index.clone(), a.mode, b.mode),
            choices: witness.choices.clone(),
            traces: witness.traces.clone(),
        }
    }
}

/// One run of one thread in one phase.
#[derive(Clone)]
struct Run {
    thread: Thread,
    updates: Store,
    phase: Phase,
    trace: Trace,
    rest: Rest,
    choices: Vec<Choice>,
}

/// The smallest witnesses; and whether there is a race of the protocol.
pub struct Found {
    pub protocol: bool,
    pub separate: Option<Key>,
    pub joint: Option<Key>,
}

/// The values of the parameters, and how many threads there are.
type Launch = (Vec<Number>, usize);

struct Everything {
    joint: BTreeSet<Key>,
    /// For each phase and launch: each access, with where its run started.
    single: Vec<(usize, Launch, Cells, Run)>,
    read: BTreeSet<Number>,
}

pub fn explore(program: &Program, bounds: &Bounds) -> Found {
    let mut all = Everything { joint: BTreeSet::new(), single: Vec::new(), read: BTreeSet::new() };
    for parameters in parameters(&program.header, bounds) {
        let threads = threads(&program.header, &parameters, bounds);
        for threads in launches(program, &threads) {
            for memory in memories(program, bounds) {
                let start = |i| instantiate(&program.header, &program.body, &parameters, i);
                let rests: Vec<Rest> = threads.iter().map(|i| Some(start(i))).collect();
                phases(&mut all, &threads, &parameters, bounds, &memory, &memory, &rests, 0);
            }
        }
    }
    Found {
        protocol: protocol(program, bounds, &all.read),
        separate: separate(&all.single),
        joint: all.joint.into_iter().next(),
    }
}

/// Where there are barriers and no number of threads is declared, there may be fewer of them.
fn launches(program: &Program, threads: &[Thread]) -> Vec<Vec<Thread>> {
    if program.body.synchronizes() && program.header.threads == Threads::Unbounded {
        (threads.len().min(2)..=threads.len()).map(|n| threads[..n].to_vec()).collect()
    } else {
        vec![threads.to_vec()]
    }
}

/// Every combination of runs of all threads, phase after phase, in every order of their updates.
#[allow(clippy::too_many_arguments)]
fn phases(
    all: &mut Everything,
    threads: &[Thread],
    parameters: &Parameters,
    bounds: &Bounds,
    initial: &Store,
    memory: &Store,
    rests: &[Rest],
    phase: usize,
) {
    if threads.is_empty() {
        return;
    }
    let values: Vec<Number> = parameters.values().cloned().collect();
    let count = if phase == 0 { 0 } else { threads.len() };
    let mut combinations: Vec<Vec<Run>> = vec![Vec::new()];
    for (i, rest) in threads.iter().zip(rests) {
        let Some(rest) = rest else { return };
        let mut runs = Vec::new();
        let mut search =
            Search::new(Choices::below(bounds.values), Initial::Zero, u64::MAX).recording();
        let flow = reaches(
            &mut search,
            memory,
            rest,
            i,
            &mut |search, (updates, phase, trace, rest), proof| {
                add_reads(&proof.unwrap(), &mut all.read);
                let (thread, choices) = (i.clone(), search.chosen.clone());
                runs.push(Run { thread, updates, phase, trace, rest, choices });
                Flow::Continue(())
            },
        );
        assert_eq!(flow, Flow::Continue(()));
        let single =
            runs.iter().map(|run| (phase, (values.clone(), count), cells(initial), run.clone()));
        all.single.extend(single);
        combinations = combinations
            .iter()
            .flat_map(|before| {
                runs.iter().map(|run| {
                    let mut with = before.clone();
                    with.push(run.clone());
                    with
                })
            })
            .collect();
    }
    for runs in combinations {
        for (n, second) in runs.iter().enumerate() {
            for first in &runs[..n] {
                let races = races(first, second).map(|cell| Key {
                    phase,
                    larger: second.thread.clone(),
                    smaller: first.thread.clone(),
                    parameters: values.clone(),
                    count,
                    memories: vec![cells(initial)],
                    cell,
                    choices: [first.choices.clone(), second.choices.clone()],
                    traces: [first.trace.clone(), second.trace.clone()],
                });
                all.joint.extend(races);
            }
        }
        let rests: Vec<Rest> = runs.iter().map(|run| run.rest.clone()).collect();
        if rests.iter().any(Option::is_none) {
            assert!(rests.iter().all(Option::is_none), "threads part at a barrier");
            continue;
        }
        let after: BTreeSet<Store> = orders(&runs)
            .into_iter()
            .map(|order| order.iter().fold(memory.clone(), |m, run| m.merge(&run.updates)))
            .collect();
        for after in after {
            phases(all, threads, parameters, bounds, initial, &after, &rests, phase + 1);
        }
    }
}

fn races<'a>(
    first: &'a Run,
    second: &'a Run,
) -> impl Iterator<Item = (Name, Number, Mode, Mode)> + 'a {
    first.phase.iter().flat_map(move |a| {
        second
            .phase
            .iter()
            .filter(|b| a.races_with(b))
            .map(|b| (a.array.clone(), a.index.clone(), a.mode, b.mode))
    })
}

fn orders<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for n in 0..items.len() {
        let mut others = items.to_vec();
        let first = others.remove(n);
        for mut order in orders(&others) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}

fn separate(single: &[(usize, Launch, Cells, Run)]) -> Option<Key> {
    let mut smallest: Option<Key> = None;
    for (phase, launch, m1, first) in single {
        for (other, same, m2, second) in single {
            if phase != other || launch != same || first.thread >= second.thread {
                continue;
            }
            for cell in races(first, second) {
                let key = Key {
                    phase: *phase,
                    larger: second.thread.clone(),
                    smaller: first.thread.clone(),
                    parameters: launch.0.clone(),
                    count: launch.1,
                    memories: vec![m1.clone(), m2.clone()],
                    cell,
                    choices: [first.choices.clone(), second.choices.clone()],
                    traces: [first.trace.clone(), second.trace.clone()],
                };
                if smallest.as_ref().is_none_or(|smallest| key < *smallest) {
                    smallest = Some(key);
                }
            }
        }
    }
    smallest
}

/// Whether any phase of the protocol's split races, for any value of a loop's variable.
fn protocol(program: &Program, bounds: &Bounds, read: &BTreeSet<Number>) -> bool {
    let choices = bounds.choices_with(Some(read));
    for phase in semantics::split(&program.header, &infer(&program.body)).unwrap() {
        // Loop variables are parameters of the phase, and may be larger than other parameters.
        let own = program.header.params.len();
        for values in valuations(&phase.header, own, bounds) {
            let i = Thread::natural(0);
            if phase
                .header
                .assumptions
                .iter()
                .any(|c| !c.mentions_thread() && close(c, &values).eval(&i) == Ok(false))
            {
                continue;
            }
            let p = maps::instantiate(&phase.body, &values);
            let threads = threads(&phase.header, &values, bounds);
            let accesses: Vec<AccessValue> = threads
                .iter()
                .flat_map(|i| p_runs(&p, i, &choices).into_iter().map(|(phase, _)| phase))
                .flat_map(|phase| phase.iter().cloned().collect::<Vec<_>>())
                .collect();
            if accesses.iter().any(|a| accesses.iter().any(|b| a.races_with(b))) {
                return true;
            }
        }
    }
    false
}

fn p_runs(p: &Protocol, i: &Thread, choices: &Choices) -> Vec<(Phase, Trace)> {
    let mut runs = Vec::new();
    let mut search = Search::new(choices.clone(), (), u64::MAX);
    let flow = maps::runs(&mut search, p, i, &mut |_, run, _| {
        runs.push(run);
        Flow::Continue(())
    });
    assert_eq!(flow, Flow::Continue(()));
    runs
}

fn valuations(header: &Header, own: usize, bounds: &Bounds) -> Vec<Parameters> {
    let mut all = vec![Parameters::new()];
    for (n, x) in header.params.iter().enumerate() {
        let most = if n < own { bounds.values } else { 6 };
        all = all
            .iter()
            .flat_map(|before| {
                (0..most).map(|k| {
                    let mut with = before.clone();
                    with.insert(x.clone(), k.into());
                    with
                })
            })
            .collect();
    }
    all
}

fn parameters(header: &Header, bounds: &Bounds) -> Vec<Parameters> {
    valuations(header, header.params.len(), bounds)
}

fn close(c: &Cond, values: &Parameters) -> Cond {
    values.iter().fold(c.clone(), |c, (x, k)| c.substitute(x, &Expr::Num(k.clone())))
}

fn threads(header: &Header, parameters: &Parameters, bounds: &Bounds) -> Vec<Thread> {
    let below = |i: &Thread| match &header.threads {
        Threads::Below(n) => {
            let c = Cond::rel(semantics::Rel::Lt, Expr::tid(), n.clone());
            close(&c, parameters).eval(i).unwrap()
        }
        _ => true,
    };
    (0..bounds.threads)
        .map(Thread::natural)
        .filter(|i| {
            below(i) && header.assumptions.iter().all(|c| close(c, parameters).eval(i).unwrap())
        })
        .collect()
}

/// Every initial memory.
fn memories(program: &Program, bounds: &Bounds) -> Vec<Store> {
    let mut all = vec![Store::empty()];
    for array in program.body.arrays() {
        for j in 0..bounds.cells {
            all = all
                .iter()
                .flat_map(|before| {
                    (0..bounds.values).map(|k| {
                        let mut with = before.clone();
                        with.set(&array, j.into(), k.into());
                        with
                    })
                })
                .collect();
        }
    }
    all
}

/// The values in the leaves `M̂(j) = k` of a derivation.
fn add_reads(d: &Derivation<jaminan::Judgment>, read: &mut BTreeSet<Number>) {
    if let jaminan::Judgment::Reads(_, _, _, k) = &d.conclusion {
        read.insert(k.clone());
    }
    d.premises.iter().for_each(|d| add_reads(d, read));
}

/// J-actions, P-actions, and threads with their traces.
pub fn actions(
    program: &Program,
    bounds: &Bounds,
) -> (HashSet<Action>, HashSet<Action>, HashSet<(Thread, Trace)>) {
    let (mut j, mut p, mut reachable) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut read = BTreeSet::new();
    let all = parameters(&program.header, bounds);
    for parameters in &all {
        for i in threads(&program.header, parameters, bounds) {
            let s = instantiate(&program.header, &program.body, parameters, &i);
            for memory in memories(program, bounds) {
                let choices = Choices::below(bounds.values);
                let mut search = Search::new(choices, Initial::Zero, u64::MAX).recording();
                let flow =
                    jaminan::runs(&mut search, &memory, &s, &i, &mut |_, (_, phase, t), proof| {
                        add_reads(&proof.unwrap(), &mut read);
                        j.extend(phase.iter().map(|access| (access.clone(), t.clone())));
                        reachable.insert((i.clone(), t));
                        Flow::Continue(())
                    });
                assert_eq!(flow, Flow::Continue(()));
            }
        }
    }
    for parameters in &all {
        let protocol = maps::instantiate(&infer(&program.body), parameters);
        for i in threads(&program.header, parameters, bounds) {
            for (phase, t) in p_runs(&protocol, &i, &bounds.choices_with(Some(&read))) {
                p.extend(phase.iter().map(|access| (access.clone(), t.clone())));
            }
        }
    }
    (j, p, reachable)
}
