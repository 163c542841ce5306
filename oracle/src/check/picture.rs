//! The picture of an alarm: what its two threads do from its memory, by the rules, phase by phase.

use super::answer::Race;
use crate::explore::picture::{add, two};
use jaminan::{Initial, Judgment, Program, Stmt, block_array, instantiate, reaches};
use num_traits::Zero;
use semantics::{
    AccessValue, Choices, Flow, Mark, Number, Picture, Search, Sharing, Stop, Store, Syntax,
};

/// Rule applications that one thread's run may take in one phase.
const FUEL: u64 = 200_000;

/// Barriers that are gone past at most.
const MOST_PHASES: usize = 64;

/// The picture of a race. Where the run hangs on what other threads write, or is not found again, only the two
/// accesses.
pub fn picture(title: String, program: Option<&Program>, race: &Race) -> Picture {
    let accesses = [0, 1].map(|n| access(program, race, n));
    let marks = program
        .and_then(|program| made(program, race, &accesses))
        .unwrap_or_else(|| two(&accesses, None));
    Picture { title, marks }
}

/// The access of one of the two threads; of an array of several dimensions by its one index.
fn access(program: Option<&Program>, race: &Race, n: usize) -> AccessValue {
    let thread = race.accesses[n].thread.clone();
    let declared = program.and_then(|program| program.header.arrays.get(&race.array));
    let sizes = declared.map_or(&[][..], |array| &array.dimensions);
    let flat = |index: Number, (n, at): (usize, &Number)| match sizes.get(n) {
        Some(size) if n > 0 => index * size + at,
        _ => index + at,
    };
    let index = race.index.iter().enumerate().fold(Number::zero(), flat);
    AccessValue { thread, mode: race.accesses[n].mode, array: race.array.clone(), index }
}

/// What the two threads do up to the phase in which both make their accesses.
fn made(program: &Program, race: &Race, accesses: &[AccessValue; 2]) -> Option<Vec<Mark>> {
    let barriers = program.body.synchronizes();
    if barriers && !race.approximated.is_empty() {
        return None;
    }
    let threads = accesses.each_ref().map(|access| access.thread.clone());
    let shared = |array, n: usize| match program.header.sharing(array) {
        Sharing::Block => block_array(array, &threads[n]),
        Sharing::Grid => array.clone(),
    };
    let goals =
        [0, 1].map(|n| AccessValue { array: shared(&accesses[n].array, n), ..accesses[n].clone() });
    let mut memory = Store::empty();
    for cell in &race.cells {
        let array = shared(&cell.array, cell.owner.unwrap_or(0));
        memory.set(&array, cell.index.clone(), cell.value.clone());
    }
    let mut rests: Vec<Stmt> = threads
        .iter()
        .map(|i| instantiate(&program.header, &program.body, &race.params, i))
        .collect();
    let mut marks = Vec::new();
    for phase in 0..MOST_PHASES {
        let mut updates = Store::empty();
        let mut next = Vec::new();
        let mut met = 0;
        for (n, goal) in goals.iter().enumerate() {
            let mut choices = Choices::below(1);
            for (x, k) in &race.accesses[n].variables {
                choices.of.insert(x.clone(), vec![k.clone()]);
            }
            let mut search: Search<Judgment> =
                Search::new(choices, Initial::Zero, FUEL).recording();
            let mut found = None;
            let _ = reaches(&mut search, &memory, &rests[n], &threads[n], &mut |_, outcome, d| {
                let good = outcome.1.contains(goal);
                if found.is_none() || good {
                    found = d.map(|d| (outcome, d));
                }
                if good { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
            });
            let ((written, accessed, _, rest), d) = found?;
            met += usize::from(accessed.contains(goal));
            add(&mut marks, phase, &d, &[goal]);
            updates.update(&written);
            next.extend(rest);
        }
        if met == 2 {
            // An access of an earlier phase is none of the race, whatever it looks like.
            marks.iter_mut().for_each(|mark| mark.racing &= mark.phase == Some(phase));
            for mark in &mut marks {
                mark.access.array = jaminan::declared_array(&mark.access.array);
            }
            return Some(marks);
        }
        if next.len() < 2 {
            return None;
        }
        rests = next;
        memory.update(&updates);
    }
    None
}
