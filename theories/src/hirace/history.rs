//! Histories with their clocks: what a person can read, and what is run again as a check.

use super::alphabet::{Observation, Relation, Sync};
use super::grid::{Event, NoEvent, Thread};
use super::machine::{Cell, Machine};
use super::meaning::State;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What happens to one location, in order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct History(pub Vec<Event>);

/// A history run again, with every clock and by the definition of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Of each access what the machine did.
    pub steps: Vec<Step>,
    /// The first access that races with one before it, and that one, by their places among `steps`.
    pub race: Option<(usize, usize)>,
}

/// What the machine did at an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its place in the history.
    pub place: usize,
    /// Who.
    pub thread: Thread,
    /// State before, and what was seen.
    pub cell: Cell,
    /// State afterwards.
    pub next: State,
}

/// A step of a history, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// `b0.w0.t1 R`, `b0.w0 __syncwarp`, `b0 __syncthreads`
    pub event: String,
    /// What the machine sees of an access: `R U W`.
    pub seen: Option<String>,
    /// The machine's state before an access.
    pub state: Option<State>,
    /// And after it.
    pub next: Option<State>,
}

/// Both clocks of a thread: barriers of its block and of its warp that it has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// BC
    pub block: u32,
    /// WC
    pub warp: u32,
}

/// How many barriers each block and warp has passed.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    blocks: BTreeMap<u8, u32>,
    warps: BTreeMap<(u8, u8), u32>,
}

impl Counted {
    /// Counts an event.
    pub fn count(&mut self, event: Event) {
        match event {
            Event::Access(..) => {}
            Event::WarpBarrier(block, warp) => *self.warps.entry((block, warp)).or_default() += 1,
            Event::BlockBarrier(block) => *self.blocks.entry(block).or_default() += 1,
        }
    }

    /// A thread's clocks.
    pub fn of(&self, thread: Thread) -> Clocks {
        let block = self.blocks.get(&thread.block).copied().unwrap_or_default();
        let warp = self.warps.get(&(thread.block, thread.warp)).copied().unwrap_or_default();
        Clocks { block, warp }
    }
}

impl Clocks {
    /// The status of clocks against those that are stored: newer block clock, else newer warp clock,
    /// else none. [H24, Alg. 1, line 16; "newer" is the artifact's reading]
    #[inline]
    pub fn status(self, stored: Clocks) -> Sync {
        if self.block > stored.block {
            Sync::Block
        } else if self.warp > stored.warp {
            Sync::Warp
        } else {
            Sync::Unsynchronized
        }
    }

    /// The same where *differing* clocks count, as [H24, §III.A] has it.
    pub fn differing_status(self, stored: Clocks) -> Sync {
        if self.block != stored.block {
            Sync::Block
        } else if self.warp != stored.warp {
            Sync::Warp
        } else {
            Sync::Unsynchronized
        }
    }
}

impl History {
    /// Runs the history: the machine on real clocks, and races by their definition, pair by pair.
    pub fn run(&self, machine: &Machine) -> Run {
        let (mut counted, mut state) = (Counted::default(), State::Init);
        let mut stored = (Thread::FIRST, Clocks::default());
        let (mut steps, mut race): (Vec<Step>, _) = (Vec::new(), None);
        for (place, &event) in self.0.iter().enumerate() {
            counted.count(event);
            let Event::Access(thread, access) = event else { continue };
            let clocks = counted.of(thread);
            let (sync, relation) = (clocks.status(stored.1), stored.0.relation(thread));
            let cell = Cell { state, seen: Observation { access, sync, relation } };
            state = machine.next(cell);
            steps.push(Step { place, thread, cell, next: state });
            stored = (thread, clocks);
            race = race.or_else(|| {
                let races = |&earlier: &usize| self.is_race(steps[earlier].place, place);
                (0..steps.len() - 1).find(races).map(|earlier| (earlier, steps.len() - 1))
            });
        }
        Run { steps, race }
    }

    /// Whether the two are accesses of two threads that conflict, and no barrier of both stands
    /// between them. [H24, §II.A]
    ///
    /// Barriers are of whole warps and blocks, so chains of barriers order no more than single ones
    /// do: the last one of the chain that is widest has both threads.
    pub fn is_race(&self, earlier: usize, later: usize) -> bool {
        let (Some(&Event::Access(a, kind)), Some(&Event::Access(b, other))) =
            (self.0.get(earlier), self.0.get(later))
        else {
            return false;
        };
        let of_both = |event: &Event| match *event {
            Event::Access(..) => false,
            Event::WarpBarrier(block, warp) => {
                [a, b].iter().all(|t| t.block == block && t.warp == warp)
            }
            Event::BlockBarrier(block) => [a, b].iter().all(|t| t.block == block),
        };
        a != b
            && kind.conflicts(other, a.block == b.block)
            && !self.0[earlier..later].iter().any(of_both)
    }

    /// The history and what the machine does, line by line.
    pub fn lines(&self, machine: &Machine) -> Vec<Line> {
        let run = self.run(machine);
        let line = |(place, event): (usize, &Event)| {
            let step = run.steps.iter().find(|step| step.place == place);
            Line {
                event: event.to_string(),
                seen: step.map(|step| step.cell.seen.to_string()),
                state: step.map(|step| step.cell.state),
                next: step.map(|step| step.next),
            }
        };
        self.0.iter().enumerate().map(line).collect()
    }

    /// A history of these accesses and barriers in which the machine sees just this: where a status
    /// compares clocks of different barriers, some barriers are put in before to set them.
    ///
    /// None where an access cannot be seen so.
    pub fn seeing(events: &[(Event, Option<Observation>)]) -> Option<History> {
        let wanted: Vec<_> = events.iter().map(|(event, seen)| (*event, *seen)).collect();
        let mut extra: Vec<Clocks> = vec![Clocks::default(); wanted.len()];
        // Each round puts in at least one barrier; a bound that no history comes near.
        for _ in 0..16 * (wanted.len() + 1) {
            let history = with_barriers(&wanted, &extra);
            match history.first_unlike(&wanted) {
                None => return Some(history),
                Some((at, before)) => mend(&wanted, &mut extra, at, before)?,
            }
        }
        None
    }

    /// The first access that is not seen as wanted: its place in `wanted`, and that of the access
    /// before it.
    fn first_unlike(
        &self,
        wanted: &[(Event, Option<Observation>)],
    ) -> Option<(usize, Option<usize>)> {
        let run = self.run(&Machine::by_meaning());
        let accesses = wanted.iter().enumerate().filter(|(_, (event, _))| is_access(event));
        let mut before = None;
        for (step, (place, (_, seen))) in run.steps.iter().zip(accesses) {
            if seen.is_some_and(|seen| seen != step.cell.seen) {
                return Some((place, before));
            }
            before = Some(place);
        }
        None
    }
}

fn is_access(event: &Event) -> bool {
    matches!(event, Event::Access(..))
}

fn with_barriers(wanted: &[(Event, Option<Observation>)], extra: &[Clocks]) -> History {
    let mut events = Vec::new();
    for ((event, _), extra) in wanted.iter().zip(extra) {
        if let Event::Access(Thread { block, warp, .. }, _) = *event {
            events.extend((0..extra.block).map(|_| Event::BlockBarrier(block)));
            events.extend((0..extra.warp).map(|_| Event::WarpBarrier(block, warp)));
        }
        events.push(*event);
    }
    History(events)
}

/// One more barrier: of the access's own group where its clock is to be newer, else of the group of
/// the access before, when that group came in.
fn mend(
    wanted: &[(Event, Option<Observation>)],
    extra: &mut [Clocks],
    at: usize,
    before: Option<usize>,
) -> Option<()> {
    let (Event::Access(thread, _), Some(seen)) = wanted[at] else { return None };
    let history = with_barriers(&wanted[..=at], extra);
    let is = history.run(&Machine::by_meaning()).steps.last()?.cell.seen;
    if is.relation != seen.relation {
        return None;
    }
    if is.sync < seen.sync {
        match seen.sync {
            Sync::Block => extra[at].block += 1,
            _ => extra[at].warp += 1,
        }
        return Some(());
    }
    let came_in = |place: usize| {
        let (mut first, Event::Access(last, _)) = (place, wanted[place].0) else { return None };
        for (earlier, (event, _)) in wanted[..place].iter().enumerate().rev() {
            let Event::Access(other, _) = *event else { continue };
            let same = match is.sync {
                Sync::Block => other.block == last.block,
                _ => (other.block, other.warp) == (last.block, last.warp),
            };
            if !same {
                break;
            }
            first = earlier;
        }
        Some(first)
    };
    let first = came_in(before?)?;
    let Event::Access(stored, _) = wanted[first].0 else { return None };
    if stored.relation(thread) <= Relation::Warp {
        return None;
    }
    match is.sync {
        Sync::Block => extra[first].block += 1,
        _ => extra[first].warp += 1,
    }
    Some(())
}

impl Run {
    /// The machine's state at the end.
    pub fn state(&self) -> State {
        self.steps.last().map_or(State::Init, |step| step.next)
    }

    /// Whether the machine says what is.
    pub fn is_right(&self) -> bool {
        (self.state() == State::Race) == self.race.is_some()
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let events: Vec<String> = self.0.iter().map(Event::to_string).collect();
        f.write_str(&events.join("; "))
    }
}

/// An event of a history cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {number}: {why}")]
pub struct NoHistory {
    /// Its number, from 1.
    pub number: usize,
    /// Why not.
    #[source]
    pub why: NoEvent,
}

impl FromStr for History {
    type Err = NoHistory;

    /// As it is printed: events with `;` between.
    fn from_str(text: &str) -> Result<Self, NoHistory> {
        let event = |(number, text): (usize, &str)| {
            text.trim().parse().map_err(|why| NoHistory { number, why })
        };
        (1..).zip(text.split(';')).map(event).collect::<Result<_, _>>().map(History)
    }
}
