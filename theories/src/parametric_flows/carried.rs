//! What a cell holds behind a barrier, where it is known who wrote it before.
//!
//! \[P12\] executes with one memory from the begin to the end. Here: where an interval has no race, a cell
//! that a thread of the block wrote in it holds at the next barrier what that thread wrote last. This
//! is a statement about every thread of the block; it is put about three of them: the one that reads the
//! cell, the other one of the question, and the one whose number is the cell's. What all others wrote, and what nobody
//! wrote, stays open. So nothing is left out that can happen up to the first race, and a race that is
//! ruled out is none.

use super::execute::{Executor, Refusal};
use super::memory::Cell;
use super::run::{End, Run};
use crate::planted;
use oracle::check::expression::Frame;
use oracle::check::word::Word;
use oracle::solver::Term;
use semantics::{Axis, Dim, Name, Rel};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Threads are followed back through at most this many intervals.
const DEEPEST: usize = 8;

/// Of a run with more writes of one array nothing is carried.
const MOST_WRITES: usize = 64;

/// How the threads of a block came to an interval: by one of these flows of the one before.
#[derive(Debug)]
pub struct Came {
    pub(super) before: usize,
    ways: Vec<Way>,
}

/// A flow up to a barrier.
#[derive(Debug)]
struct Way {
    decisions: Vec<bool>,
    /// Of the two threads of the question.
    done: [Done; 2],
    /// Where it stands.
    end: Run,
}

/// When a thread takes the flow, and what it writes on it.
#[derive(Debug)]
struct Done {
    made: Term,
    writes: BTreeMap<Name, Vec<(Word, Word)>>,
}

impl Executor<'_> {
    /// How the threads came to where these flows of an interval stand.
    pub(super) fn came<'r>(
        &mut self,
        before: usize,
        flows: impl Iterator<Item = &'r [Run; 2]>,
    ) -> Rc<Came> {
        let ways = flows.map(|pair| Way {
            decisions: pair[0].decisions.clone(),
            done: pair.each_ref().map(|run| self.done(run)),
            end: pair[0].clone(),
        });
        Rc::new(Came { before, ways: ways.collect() })
    }

    fn done(&mut self, run: &Run) -> Done {
        let mut writes = run.writes.clone();
        writes.retain(|array, _| !run.forgotten.contains_key(array));
        if planted::is("flows-carries-first-write") {
            writes.values_mut().for_each(|writes| writes.reverse());
        }
        Done { made: self.made(run), writes }
    }

    /// What is known of a cell that one of the two threads read, from the interval before.
    pub(super) fn carried(&mut self, cell: &Cell, one_block: bool) -> Vec<Term> {
        let key = (cell.value.term, one_block);
        if let Some(known) = self.carried.get(&key) {
            return known.clone();
        }
        // A name that is not bound has been refused before; what is too large stays open.
        let facts = self.instances(cell, one_block).unwrap_or_default();
        self.carried.insert(key, facts.clone());
        facts
    }

    fn instances(&mut self, cell: &Cell, one_block: bool) -> Result<Vec<Term>, Refusal> {
        let mut facts = Vec::new();
        let Some(Some(came)) = self.entries.get(cell.interval).cloned() else { return Ok(facts) };
        let (reader, other) = match cell.thread {
            0 => (0, 1),
            1 => (1, 0),
            _ => return Ok(facts),
        };
        for way in &came.ways {
            self.last_writes(cell, &way.done[reader], &mut facts);
            if one_block {
                self.last_writes(cell, &way.done[other], &mut facts);
            }
        }
        let Some(frame) = self.numbered(cell) else { return Ok(facts) };
        let exists = self.pair.is_thread(&frame)?;
        let exists = planted::in_place_of(exists, "flows-carries-any-thread", || {
            self.words().terms.boolean(true)
        });
        // Threads beyond the two have numbers of their own, of the parity of the reader's.
        self.others += 1;
        let id = 2 * self.others + reader;
        for run in self.ways_of(&frame, &came, id, DEEPEST)? {
            let mut done = self.done(&run);
            done.made = self.words().terms.and(exists, done.made);
            self.last_writes(cell, &done, &mut facts);
        }
        Ok(facts)
    }

    /// That the cell holds what the thread wrote to it last, if it did.
    fn last_writes(&mut self, cell: &Cell, done: &Done, facts: &mut Vec<Term>) {
        let Some(writes) = done.writes.get(&cell.array) else { return };
        if writes.len() > MOST_WRITES {
            return;
        }
        let mut when = planted::in_place_of(done.made, "flows-carries-anyway", || {
            self.words().terms.boolean(true)
        });
        for (place, value) in writes.iter().rev() {
            let words = self.words();
            let here = words.compare(Rel::Eq, place, &cell.index);
            let holds = words.compare(Rel::Eq, value, &cell.value);
            let last = words.terms.and(when, here);
            facts.push(words.terms.implies(last, holds));
            let not_here = words.terms.not(here);
            when = words.terms.and(when, not_here);
        }
    }

    /// The thread of the reader's block that has the cell's index as its number.
    fn numbered(&self, cell: &Cell) -> Option<Frame> {
        let mut frame = self.pair.frames[cell.thread].clone();
        let known = self.pair.encoder.header.params.clone();
        frame.variables.retain(|x, _| known.contains(x));
        let axis = [Axis::Tid, Axis::Thread(Dim::X)];
        let axis = axis.into_iter().find(|axis| frame.axes.contains_key(axis))?;
        frame.axes.insert(axis, cell.index.clone());
        Some(frame)
    }

    /// A thread on each of the ways to an interval.
    fn ways_of(
        &mut self,
        frame: &Frame,
        came: &Came,
        id: usize,
        deep: usize,
    ) -> Result<Vec<Run>, Refusal> {
        let Some(entry) = self.entry(frame, came.before, id, deep)? else { return Ok(Vec::new()) };
        let mut runs = Vec::new();
        for way in &came.ways {
            let run = self.follow(entry.clone(), (id, came.before), &way.decisions)?;
            if matches!(run.end, End::Barrier(_)) && run.stands_with(&way.end) {
                runs.push(run);
            }
        }
        Ok(runs)
    }

    /// A thread at the begin of an interval; nothing where that is too far from the program's.
    fn entry(
        &mut self,
        frame: &Frame,
        interval: usize,
        id: usize,
        deep: usize,
    ) -> Result<Option<Run>, Refusal> {
        let truth = self.words().terms.boolean(true);
        let Some(came) = self.entries.get(interval).cloned().flatten() else {
            return Ok(Some(Run::new(frame.clone(), self.body.clone(), truth)));
        };
        if deep == 0 {
            return Ok(None);
        }
        let runs = self.ways_of(frame, &came, id, deep - 1)?;
        let runs: Vec<&Run> = runs.iter().collect();
        Ok((!runs.is_empty()).then(|| super::join::anyhow(self, &runs)))
    }
}
