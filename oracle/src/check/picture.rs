//! The picture of an alarm: what its threads do from its memory, by the rules, phase by phase.

use super::answer::Race;
use super::listener::{Listener, Run};
use super::replay::{Replay, Replayed, goal, replay_heard};
use crate::explore::picture::{add, two};
use jaminan::{Program, declared_array};
use num_traits::Zero;
use semantics::{AccessValue, Choices, Mark, Number, Picture};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The picture of a race: what its threads do up to it, and those whose writes it hangs on. Where the interpreter did not
/// make it, only the two accesses.
pub fn picture(title: String, program: Option<&Program>, race: &Race) -> Picture {
    let accesses = [0, 1].map(|n| access(program, race, n));
    let made = race.shown_by.as_deref().and_then(made);
    let marks = made.unwrap_or_else(|| two(&accesses, None));
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

/// More accesses of other threads than these are not looked at.
const MOST_OF_OTHERS: usize = 10_000;

/// The accesses of a replay, in its order.
#[derive(Default)]
struct Heard {
    marks: Vec<Mark>,
}

impl Listener for Heard {
    fn wants(&self, n: Option<usize>) -> bool {
        n.is_some() || self.marks.len() < MOST_OF_OTHERS
    }

    fn hear(&mut self, phase: usize, _: Option<usize>, _: &Choices, run: &Arc<Run>) {
        add(&mut self.marks, phase, run, &[]);
    }
}

impl Heard {
    /// The first phase in which both accesses are made, or in which each is: nothing orders the phases of two blocks.
    fn phases(&self, goals: &[AccessValue; 2]) -> Option<[usize; 2]> {
        let of = |goal: &AccessValue| {
            let made = self.marks.iter().filter(|mark| mark.access == *goal);
            made.filter_map(|mark| mark.phase).collect::<BTreeSet<_>>()
        };
        let [first, second] = goals.each_ref().map(of);
        match first.intersection(&second).next() {
            Some(both) => Some([*both; 2]),
            None => Some([*first.first()?, *second.first()?]),
        }
    }
}

/// What the threads do up to the race, as the interpreter made it.
fn made(shown: &Replayed) -> Option<Vec<Mark>> {
    let Replayed { program, witness } = shown;
    let mut heard = Heard::default();
    if replay_heard(program, witness, &mut heard) != Replay::Raced {
        return None;
    }
    let goals = [0, 1].map(|n| goal(program, witness, n));
    let phases = heard.phases(&goals)?;
    let mut marks = heard.marks;
    for (goal, phase) in goals.iter().zip(phases) {
        marks.iter_mut().find(|m| m.access == *goal && m.phase == Some(phase))?.racing = true;
    }
    marks.retain(|mark| mark.phase <= phases.into_iter().max());
    // The runs of two blocks come one after the other.
    marks.sort_by_key(|mark| mark.phase);
    for mark in &mut marks {
        mark.access.array = declared_array(&mark.access.array);
    }
    Some(marks)
}
