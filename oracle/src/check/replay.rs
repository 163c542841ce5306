//! Replaying a witness with the reference interpreter: what makes an alarm true.

use super::listener::{Listener, Nobody, heard};
use super::taken::Taken;
use jaminan::{Initial, Parameters, Program, Stmt, block_array, instantiate, reaches, runs};
use num_traits::{One, ToPrimitive, Zero};
use semantics::header::Threads;
use semantics::{
    AccessValue, Choices, Expr, Flow, Limits, Meaningless, Mode, Name, Number, Scope, Search,
    Sharing, Stop, Store, Syntax, Thread, limits,
};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A joint race as a solver proposes it: one memory, one set of parameters, two threads.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The two threads.
    pub threads: [Thread; 2],
    /// How each accesses the cell.
    pub modes: [Mode; 2],
    /// How many threads run, where the declarations leave it open.
    pub launch: Option<Number>,
    /// The array, as the program declares it.
    pub array: Name,
    /// The cell.
    pub index: Number,
    /// The parameters, and the variables of loops around the phase.
    pub parameters: Parameters,
    /// The initial memory; of an array that a block shares, that of the named thread's block.
    pub memory: Vec<(Name, Option<usize>, Number, Number)>,
    /// What each thread's `var`s may take, besides 0.
    pub choices: [BTreeMap<Name, Vec<Number>>; 2],
    /// Whether the race does not depend on what the arrays hold: then no other thread matters.
    pub independent: bool,
}

/// A witness that was replayed, and of what program.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The program.
    pub program: Program,
    /// The witness.
    pub witness: Witness,
}

/// What came of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The interpreter made both accesses in one phase.
    Raced,
    /// It did not, and why.
    No(NotReplayed),
}

/// Why a replay does not make what is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReplayed {
    /// The two accesses are of different cells.
    OtherCells,
    /// The launch does not satisfy what is assumed of it.
    NotAssumed,
    /// Barriers of blocks stand beside one of the grid.
    MixedBarriers,
    /// A thread does not make its access; which, where one runs by itself.
    NotMade(Option<Thread>),
    /// No phase has both accesses.
    NoPhase,
    /// The replay was stopped.
    Stopped(Stop),
    /// The execution has no meaning.
    Meaningless(Meaningless),
    /// A thread has no next step.
    Stuck(Thread),
    /// Some threads end where others wait at a barrier.
    Divergent,
    /// It passes more barriers than are followed.
    Barriers,
    /// It would take so many threads, more than [`MOST_THREADS`].
    Threads(Number),
}

impl fmt::Display for NotReplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotReplayed::OtherCells => f.write_str("the two accesses are of different cells"),
            NotReplayed::NotAssumed => {
                f.write_str("the launch does not satisfy what is assumed of it")
            }
            NotReplayed::MixedBarriers => {
                f.write_str("barriers of blocks beside one of the grid are not replayed")
            }
            NotReplayed::NotMade(None) => f.write_str("a thread does not make its access"),
            NotReplayed::NotMade(Some(thread)) => {
                write!(f, "thread {thread} does not make its access")
            }
            NotReplayed::NoPhase => f.write_str("run from there, no phase has both accesses"),
            NotReplayed::Stopped(stop) => write!(f, "the replay: {stop}"),
            NotReplayed::Meaningless(why) => write!(f, "the execution has no meaning: {why}"),
            NotReplayed::Stuck(thread) => write!(f, "thread {thread} cannot go on"),
            NotReplayed::Divergent => {
                f.write_str("some threads end where others wait at a barrier")
            }
            NotReplayed::Barriers => {
                write!(f, "the replay passes more than {MOST_PHASES} barriers")
            }
            NotReplayed::Threads(n) => {
                write!(f, "the replay would take {n} threads, more than {MOST_THREADS}")
            }
        }
    }
}

impl std::error::Error for NotReplayed {}

/// Rule applications that one thread's replay may take.
const FUEL: u64 = 2_000_000;

/// Time that a replay may take.
pub const TIME: Duration = Duration::from_secs(5);

/// Memory that a replay may take, in bytes.
const MEMORY: u64 = 2 << 30;

/// A replay runs at most this many threads.
pub const MOST_THREADS: u64 = 1024;

/// Barriers that a replay passes at most.
const MOST_PHASES: usize = 10_000;

/// Runs the witness: both threads, and where it may matter every other thread that shares their
/// barriers. It takes at most [`TIME`], and what is left of the limits in force.
pub fn replay(program: &Program, witness: &Witness) -> Replay {
    replay_heard(program, witness, &mut Nobody)
}

/// The same, with somebody who hears of the runs.
pub fn replay_heard(program: &Program, witness: &Witness, listener: &mut dyn Listener) -> Replay {
    let limits = Limits::default().within(TIME).within_bytes(MEMORY);
    limits.enter(|| replay_within(program, witness, listener))
}

/// What the `var`s of the two threads take in a replay, one after the other; `None` where there is no replay.
pub fn choices_taken(program: &Program, witness: &Witness) -> Option<[Vec<Number>; 2]> {
    if witness.choices.iter().flat_map(BTreeMap::values).flatten().all(Zero::is_zero) {
        return Some([Vec::new(), Vec::new()]);
    }
    let mut taken = Taken::default();
    let replay = replay_heard(program, witness, &mut taken);
    (replay == Replay::Raced).then_some(taken.numbers)
}

fn replay_within(program: &Program, witness: &Witness, listener: &mut dyn Listener) -> Replay {
    let memory = initial(program, witness);
    let goals = [0, 1].map(|n| goal(program, witness, n));
    if goals[0].array != goals[1].array || !goals[0].races_with(&goals[1]) {
        return Replay::No(NotReplayed::OtherCells);
    }
    if !assumed(program, witness) {
        return Replay::No(NotReplayed::NotAssumed);
    }
    if !program.body.synchronizes() {
        for (n, goal) in goals.iter().enumerate() {
            if let Err(why) = alone(program, witness, n, &memory, goal, listener) {
                return Replay::No(why);
            }
        }
        return Replay::Raced;
    }
    let [a, b] = &witness.threads;
    let apart = a.block() != b.block();
    let waits_for = |scope| program.body.has_barrier(&|barrier| barrier.scope == scope);
    let of_grid = waits_for(Scope::Grid);
    if of_grid && waits_for(Scope::Block) && (apart || !witness.independent) {
        return Replay::No(NotReplayed::MixedBarriers);
    }
    if apart && !of_grid {
        // Nothing orders two blocks: each runs from the initial memory.
        let reached = [0, 1].map(|n| {
            let own = crowd(program, witness, &witness.threads[n]);
            own.and_then(|crowd| phases(program, witness, &crowd, &memory, &goals[n..=n], listener))
        });
        return match reached {
            [Ok(x), Ok(y)] if x[0].is_some() && y[0].is_some() => Replay::Raced,
            [Err(why), _] | [_, Err(why)] => Replay::No(why),
            _ => Replay::No(NotReplayed::NotMade(None)),
        };
    }
    let crowd = if of_grid { crowd_of_grid(program, witness) } else { crowd(program, witness, a) };
    match crowd.and_then(|c| phases(program, witness, &c, &memory, &goals, listener)) {
        Ok(reached) if reached[0].is_some() && reached[0] == reached[1] => Replay::Raced,
        Ok(_) => Replay::No(NotReplayed::NoPhase),
        Err(why) => Replay::No(why),
    }
}

/// The access of one of the two threads that a witness is to make.
pub fn goal(program: &Program, witness: &Witness, n: usize) -> AccessValue {
    let thread = witness.threads[n].clone();
    let array = match program.header.sharing(&witness.array) {
        Sharing::Block => block_array(&witness.array, &thread),
        Sharing::Grid => witness.array.clone(),
    };
    AccessValue { thread, mode: witness.modes[n], array, index: witness.index.clone() }
}

fn initial(program: &Program, witness: &Witness) -> Store {
    let mut memory = Store::empty();
    for (array, owner, j, k) in &witness.memory {
        let instance = match program.header.sharing(array) {
            Sharing::Block => block_array(array, &witness.threads[owner.unwrap_or(0)]),
            Sharing::Grid => array.clone(),
        };
        memory.set(&instance, j.clone(), k.clone());
    }
    memory
}

/// Whether the program's own assumptions hold of the launch and of both threads.
fn assumed(program: &Program, witness: &Witness) -> bool {
    let value = |e: &Expr| match e {
        Expr::Num(n) => Some(n.clone()),
        Expr::Var(x) => witness.parameters.get(x).cloned(),
        _ => None,
    };
    witness.threads.iter().all(|i| {
        program.header.assumptions.iter().all(|c| {
            let closed = witness
                .parameters
                .iter()
                .fold(c.clone(), |c, (x, k)| c.substitute(x, &Expr::Num(k.clone())));
            closed.eval(i) == Ok(true)
        }) && match &program.header.threads {
            Threads::Unbounded => true,
            Threads::Below(e) => {
                let own = i.axis(semantics::Axis::Tid);
                own.zip(value(e)).is_some_and(|(i, n)| *i < n)
            }
            Threads::Grid { grid, block } => semantics::Dim::ALL.into_iter().all(|d| {
                let below =
                    |axis, e: &Expr| i.axis(axis).zip(value(e)).is_some_and(|(i, n)| *i < n);
                below(semantics::Axis::Block(d), &grid[d as usize])
                    && below(semantics::Axis::Thread(d), &block[d as usize])
            }),
        }
    })
}

/// A search in which the thread's variables take the witness's values.
fn search(witness: &Witness, n: Option<usize>) -> Search<jaminan::Judgment> {
    let mut choices = Choices { values: vec![Number::zero()], ..Choices::default() };
    if let Some(n) = n {
        for (x, values) in &witness.choices[n] {
            let mut values = values.clone();
            if !values.iter().any(Zero::is_zero) {
                values.push(Number::zero());
            }
            choices.of.insert(x.clone(), values);
        }
    }
    Search::new(choices, Initial::Zero, FUEL)
}

/// One thread of a program without barriers, until it makes its access.
fn alone(
    program: &Program,
    witness: &Witness,
    n: usize,
    memory: &Store,
    goal: &AccessValue,
    listener: &mut dyn Listener,
) -> Result<(), NotReplayed> {
    let thread = &witness.threads[n];
    let s = instantiate(&program.header, &program.body, &witness.parameters, thread);
    let mut search = heard(search(witness, Some(n)), listener, Some(n));
    let mut made = false;
    let flow = runs(&mut search, memory, &s, thread, &mut |search, (_, phase, _), run| {
        made |= phase.contains(goal);
        if let (true, Some(run)) = (made, &run) {
            listener.hear(0, Some(n), &search.choices, run);
        }
        if made { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    });
    match (made, flow) {
        (true, _) => Ok(()),
        (false, Flow::Break(stop)) => Err(NotReplayed::Stopped(stop)),
        _ => Err(match search.meaningless() {
            Some(why) => NotReplayed::Meaningless(why.clone()),
            None => NotReplayed::NotMade(Some(thread.clone())),
        }),
    }
}

/// The threads that share the barriers of one thread; of those only the witness's where no other matters.
///
/// # Errors
/// More than [`MOST_THREADS`].
pub fn crowd(
    program: &Program,
    witness: &Witness,
    one: &Thread,
) -> Result<Vec<Thread>, NotReplayed> {
    let both = || {
        let same = |i: &&Thread| i.block() == one.block();
        witness.threads.iter().filter(same).cloned().collect::<Vec<_>>()
    };
    if witness.independent {
        return Ok(both());
    }
    match &program.header.threads {
        Threads::Unbounded | Threads::Below(_) => {
            Ok((0..limited(&count(program, witness))?).map(Thread::natural).collect())
        }
        Threads::Grid { block, .. } => {
            let block = block.each_ref().map(|e| extent(witness, e));
            limited(&block.iter().product())?;
            let Some(own) = one.block() else { return Ok(both()) };
            Ok(points(&block).into_iter().map(|i| Thread::cuda(own.clone(), i)).collect())
        }
    }
}

/// How many threads there are, of a program whose threads are naturals.
pub fn count(program: &Program, witness: &Witness) -> Number {
    if let Threads::Below(e) = &program.header.threads {
        return extent(witness, e);
    }
    let ids = witness.threads.iter().filter_map(|i| i.axis(semantics::Axis::Tid)).max();
    let least = ids.map_or_else(Number::one, |i| i + 1);
    witness.launch.clone().unwrap_or_default().max(least)
}

/// All threads of the grid, which share its barriers; of those only the witness's where no other matters.
///
/// # Errors
/// More than [`MOST_THREADS`].
fn crowd_of_grid(program: &Program, witness: &Witness) -> Result<Vec<Thread>, NotReplayed> {
    match &program.header.threads {
        Threads::Grid { grid, block } if !witness.independent => {
            let [grid, block] = [grid, block].map(|of| of.each_ref().map(|e| extent(witness, e)));
            limited(&grid.iter().chain(&block).product())?;
            let threads = points(&block);
            let of_block = |b: &[Number; 3]| {
                let own = |i: &[Number; 3]| Thread::cuda(b.clone(), i.clone());
                threads.iter().map(own).collect::<Vec<_>>()
            };
            Ok(points(&grid).iter().flat_map(of_block).collect())
        }
        Threads::Grid { .. } => Ok(witness.threads.to_vec()),
        _ => crowd(program, witness, &witness.threads[0]),
    }
}

/// What an extent of the launch is.
pub fn extent(witness: &Witness, e: &Expr) -> Number {
    match e {
        Expr::Num(n) => n.clone(),
        Expr::Var(x) => witness.parameters.get(x).cloned().unwrap_or_else(Number::one),
        _ => Number::one(),
    }
}

fn limited(n: &Number) -> Result<u64, NotReplayed> {
    match n.to_u64() {
        Some(n) if n <= MOST_THREADS => Ok(n),
        _ => Err(NotReplayed::Threads(n.clone())),
    }
}

/// The coordinates below these extents, along x, then y, then z.
fn points([x, y, z]: &[Number; 3]) -> Vec<[Number; 3]> {
    let below = |n: &Number| 0..n.to_u64().unwrap_or(0);
    let mut points = Vec::new();
    for k in below(z) {
        for j in below(y) {
            points.extend(below(x).map(|i| [i, j, k].map(Number::from)));
        }
    }
    points
}

/// Runs the threads phase by phase, to the end: an execution that loses its meaning later has
/// none. In which phase each goal is met first; where one phase meets all, in that.
fn phases(
    program: &Program,
    witness: &Witness,
    crowd: &[Thread],
    memory: &Store,
    goals: &[AccessValue],
    listener: &mut dyn Listener,
) -> Result<Vec<Option<usize>>, NotReplayed> {
    let mut memory = memory.clone();
    let start = |i: &Thread| instantiate(&program.header, &program.body, &witness.parameters, i);
    let mut rest: Vec<Stmt> = crowd.iter().map(start).collect();
    let mut met: Vec<Option<usize>> = vec![None; goals.len()];
    let mut raced = None;
    for number in 0..MOST_PHASES {
        let mut next = Vec::new();
        let mut ended = 0;
        let mut updates = Store::empty();
        let mut here = vec![false; goals.len()];
        for (i, s) in crowd.iter().zip(&rest) {
            // A search that is short does not ask.
            limits::ask().map_err(|spent| NotReplayed::Stopped(spent.into()))?;
            let n = witness.threads.iter().position(|t| t == i);
            let mut search = heard(search(witness, n), listener, n);
            let wanted: Vec<&AccessValue> = goals.iter().filter(|g| g.thread == *i).collect();
            let mut result = None;
            let mut found = None;
            let flow = reaches(&mut search, &memory, s, i, &mut |_, outcome, run| {
                let good = wanted.iter().all(|goal| outcome.1.contains(goal));
                if result.is_none() || good {
                    (result, found) = (Some(outcome), run);
                }
                // An outcome without the goal is kept, but a better one is looked for.
                if good { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
            });
            let Some((written, phase, _, after)) = result else {
                return Err(match (search.meaningless(), flow) {
                    (Some(why), _) => NotReplayed::Meaningless(why.clone()),
                    (None, Flow::Break(stop)) => NotReplayed::Stopped(stop),
                    (None, _) => NotReplayed::Stuck(i.clone()),
                });
            };
            if let Some(run) = &found {
                listener.hear(number, n, &search.choices, run);
            }
            for (goal, here) in goals.iter().zip(&mut here) {
                *here |= phase.contains(goal);
            }
            updates.update(&written);
            match after {
                Some(s) => next.push(s),
                None => ended += 1,
            }
        }
        // Two accesses race where one phase holds both.
        if here.iter().all(|h| *h) {
            raced.get_or_insert(number);
        }
        for (met, here) in met.iter_mut().zip(here) {
            if here && met.is_none() {
                *met = Some(number);
            }
        }
        if ended == crowd.len() {
            return Ok(raced.map_or(met, |number| vec![Some(number); goals.len()]));
        }
        if ended > 0 {
            return Err(NotReplayed::Divergent);
        }
        memory.update(&updates);
        rest = next;
    }
    Err(NotReplayed::Barriers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two threads that write one cell behind so many barriers.
    fn behind(barriers: u32) -> Replay {
        let text = format!("for k in 0..{barriers} {{ sync }}; A[0] := tid");
        let source = semantics::Source::new("late.jam", &text);
        let body = semantics::parser::statement(&source).unwrap();
        let program = Program { header: semantics::Header::default(), body };
        replay(
            &program,
            &Witness {
                threads: [0_u32, 1].map(Thread::natural),
                modes: [Mode::Wr; 2],
                launch: None,
                array: "A".into(),
                index: Number::zero(),
                parameters: Parameters::new(),
                memory: Vec::new(),
                choices: [BTreeMap::new(), BTreeMap::new()],
                independent: true,
            },
        )
    }

    #[test]
    fn a_replay_of_many_short_phases_ends_with_its_time() {
        assert_eq!(behind(40), Replay::Raced);
        let late = Limits::default().within(Duration::ZERO);
        let spent = Replay::No(NotReplayed::Stopped(Stop::OutOfTime));
        assert_eq!(late.enter(|| behind(40)), spent);
    }
}
