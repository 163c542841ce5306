//! What the memory at the begin of a later phase can hold: what some thread wrote, or what was
//! there from the start.
//!
//! Every write of the program may be the last one to a cell. That nobody wrote it is asked of a
//! few threads only (the two of the query, and the thread whose number the cell has), so what is
//! added here is weaker than the truth: a refutation stands.

use super::expression::Frame;
use super::initial::{Cell, InitialMemory};
use super::pair::Pair;
use super::part::Part;
use super::walk::{Refusal, Run};
use crate::solver::Term;
use semantics::header::Threads;
use semantics::{Axis, Dim, Header, Mode, Rel};

/// Phases of a program as seen from one of them.
#[derive(Clone, Copy, Debug)]
pub struct Past<'p> {
    /// The program's own declarations.
    pub header: &'p Header,
    /// Every phase: any may have run before, in loops its own too.
    pub phases: &'p [Part],
    /// The phases before this one in the text.
    pub before: &'p [Part],
}

/// More cells than this are left unknown: the query would grow too large.
const MOST_CELLS: usize = 6;

/// More phases than this are, too.
const MOST_PHASES: usize = 8;

/// Says of each cell that the two threads read what it can hold.
///
/// # Errors
/// See [`Refusal`].
pub fn constrain<'p>(
    pair: &mut Pair<'p>,
    initial: &InitialMemory,
    past: &Past<'p>,
) -> Result<Vec<Term>, Refusal> {
    if initial.cells.len() > MOST_CELLS || past.phases.len() > MOST_PHASES {
        return Ok(Vec::new());
    }
    let own = pair.encoder.header;
    let mut facts = Vec::new();
    for cell in &initial.cells {
        let written = written_by_some(pair, cell, past)?;
        let missed = missed_by_candidates(pair, cell, past)?;
        facts.push(pair.encoder.words.terms.or(written, missed));
    }
    pair.encoder.header = own;
    Ok(facts)
}

/// Some thread wrote what the cell holds.
fn written_by_some<'p>(pair: &mut Pair<'p>, cell: &Cell, past: &Past<'p>) -> Result<Term, Refusal> {
    let mut ways = Vec::new();
    for phase in past.phases {
        let writer = pair.another(&phase.header)?;
        for (path, index, payload) in writes(pair, phase, cell, writer.0)? {
            let words = &mut pair.encoder.words;
            let here = words.compare(Rel::Eq, &index, &cell.index);
            let this = words.compare(Rel::Eq, &payload, &cell.value);
            ways.push(words.terms.all([writer.1, path, here, this]));
        }
    }
    Ok(pair.encoder.words.terms.any(ways))
}

/// None of a few threads wrote the cell in a phase that has certainly run.
fn missed_by_candidates<'p>(
    pair: &mut Pair<'p>,
    cell: &Cell,
    past: &Past<'p>,
) -> Result<Term, Refusal> {
    let mut missed = Vec::new();
    // A phase inside a loop or a condition need not have run.
    let certain = past.before.iter().filter(|phase| phase.header == *past.header);
    for phase in certain {
        for candidate in candidates(pair, cell) {
            pair.encoder.header = &phase.header;
            let exists = pair.is_thread(&candidate)?;
            for (path, index, _) in writes(pair, phase, cell, candidate)? {
                let words = &mut pair.encoder.words;
                let here = words.compare(Rel::Eq, &index, &cell.index);
                let wrote = words.terms.all([exists, path, here]);
                missed.push(words.terms.not(wrote));
            }
        }
    }
    Ok(pair.encoder.words.terms.all(missed))
}

/// The two threads themselves, and the thread whose number the cell has.
fn candidates(pair: &Pair<'_>, cell: &Cell) -> Vec<Frame> {
    let mut numbered = pair.frames[0].clone();
    let axis = match pair.encoder.header.threads {
        Threads::Grid { .. } => Axis::Thread(Dim::X),
        _ => Axis::Tid,
    };
    numbered.axes.insert(axis, cell.index.clone());
    vec![pair.frames[0].clone(), pair.frames[1].clone(), numbered]
}

type Write = (Term, super::word::Word, super::word::Word);

/// The writes of the cell's array that a thread makes in a phase.
fn writes<'p>(
    pair: &mut Pair<'p>,
    phase: &'p Part,
    cell: &Cell,
    writer: Frame,
) -> Result<Vec<Write>, Refusal> {
    pair.encoder.header = &phase.header;
    let always = pair.encoder.words.terms.boolean(true);
    let mut elsewhere = InitialMemory::default();
    let mut run = Run::new(&mut pair.encoder, &mut elsewhere, &cell.array, "W", writer);
    run.walk(&phase.body, always)?;
    let hits = run.hits.into_iter().filter(|hit| hit.mode == Mode::Wr);
    Ok(hits.filter_map(|hit| Some((hit.path, hit.index, hit.payload?))).collect())
}
