//! Threads that the reference rules run from barrier to barrier.

use super::reason::NotShown;
use super::witness::Cell;
use jaminan::{Initial, Program, Stmt, block_array, instantiate, reaches};
use num_traits::Zero;
use oracle::check::replay::Witness;
use semantics::{Choices, Flow, Name, Number, Search, Sharing, Stop, Store, Thread, Trace, limits};
use std::collections::BTreeMap;

/// Rule applications that a replay of one thread may take.
const FUEL: u64 = 2_000_000;

/// A replay passes at most this many barriers.
const MOST_BARRIERS: usize = 2000;

/// Runs the threads from barrier to barrier as long as all come to the same, until `seen` has an answer to
/// what they did between two; no, if it has none.
pub(super) fn barrier_by_barrier(
    program: &Program,
    crowd: &[Thread],
    witness: &Witness,
    mut memory: Store,
    seen: &mut dyn FnMut(&[Phased]) -> Option<bool>,
) -> Result<bool, NotShown> {
    let start = |i: &Thread| instantiate(&program.header, &program.body, &witness.parameters, i);
    let mut rest: Vec<Stmt> = crowd.iter().map(start).collect();
    let nothing = BTreeMap::new();
    let own = |i: &Thread| witness.threads.iter().position(|thread| thread == i);
    for _ in 0..MOST_BARRIERS {
        let mut phases = Vec::new();
        for (thread, rest) in crowd.iter().zip(&rest) {
            limits::ask()?;
            let chosen = own(thread).map_or(&nothing, |n| &witness.choices[n]);
            phases.push(phase(&memory, rest, thread, chosen)?);
        }
        if let Some(answer) = seen(&phases) {
            return Ok(answer);
        }
        if phases.windows(2).any(|two| stand(&two[0]) != stand(&two[1])) {
            return Err(NotShown::Diverge);
        }
        rest.clear();
        for (written, _, _, after) in phases {
            memory.update(&written);
            rest.extend(after);
        }
        if rest.is_empty() {
            return Ok(false);
        }
    }
    Err(NotShown::Barriers(MOST_BARRIERS))
}

/// Where a thread stands after a phase: how many barriers are left in the text, if it waits at one.
pub(super) fn stand(phase: &Phased) -> Option<usize> {
    phase.3.as_ref().map(barriers)
}

fn barriers(s: &Stmt) -> usize {
    match s {
        Stmt::Sync(_) => 1,
        Stmt::Skip | Stmt::Write { .. } => 0,
        Stmt::Seq(a, b) | Stmt::If(_, a, b) => barriers(a) + barriers(b),
        Stmt::Read { body, .. } | Stmt::For(_, _, _, body) | Stmt::Var(_, body) => barriers(body),
    }
}

pub(super) fn store(program: &Program, memory: &[Cell], thread: &Thread) -> Store {
    let mut store = Store::empty();
    for (array, _, j, k) in memory {
        let array = match program.header.sharing(array) {
            Sharing::Block => block_array(array, thread),
            Sharing::Grid => array.clone(),
        };
        store.set(&array, j.clone(), k.clone());
    }
    store
}

/// What a thread comes to at the next barrier.
pub(super) type Phased = (Store, semantics::Phase, Trace, Option<Stmt>);

/// One thread up to the next barrier.
pub(super) fn phase(
    memory: &Store,
    rest: &Stmt,
    thread: &Thread,
    chosen: &BTreeMap<Name, Vec<Number>>,
) -> Result<Phased, NotShown> {
    let mut choices = Choices { values: vec![Number::zero()], ..Choices::default() };
    choices.of.clone_from(chosen);
    let mut search = Search::new(choices, Initial::Zero, FUEL);
    let mut result = None;
    let _ = reaches(&mut search, memory, rest, thread, &mut |_, outcome, _| {
        result = Some(outcome);
        Flow::Break(Stop::Enough)
    });
    result.ok_or_else(|| match search.meaningless() {
        Some(why) => NotShown::Meaningless(why.clone()),
        None => NotShown::Stuck(thread.clone()),
    })
}

/// The sides that a trace takes at conditionals, in order.
pub(super) fn branches(trace: &Trace) -> Vec<bool> {
    let (mut sides, mut open) = (Vec::new(), vec![trace]);
    while let Some(trace) = open.pop() {
        match trace {
            Trace::Then => sides.push(true),
            Trace::Else => sides.push(false),
            Trace::Tau | Trace::Iter(..) => {}
            Trace::Seq(first, second) => open.extend([&**second, &**first]),
        }
    }
    sides
}
