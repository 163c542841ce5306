//! Every history of a small grid up to a length, with real clocks and happens-before by vector
//! clocks: that is what the abstractions stand for.

use std::collections::BTreeMap;
use theories::hirace::history::Counted;
use theories::hirace::meaning::State;
use theories::hirace::readings::{Reading, same_to_the_machine};
use theories::hirace::recogniser::LeftOut;
use theories::hirace::{
    Access, Effect, Event, Grid, History, Machine, Observation, Product, Recogniser, Thread,
};

/// All histories of at most `most` events.
fn histories(grid: Grid, most: usize, visit: &mut impl FnMut(&History)) {
    fn go(all: &[Event], most: usize, history: &mut History, visit: &mut impl FnMut(&History)) {
        visit(history);
        if history.0.len() < most {
            for &event in all {
                history.0.push(event);
                go(all, most, history, visit);
                history.0.pop();
            }
        }
    }
    let all: Vec<Event> = grid.events().collect();
    go(&all, most, &mut History::default(), visit);
}

/// Happens-before by vector clocks: each thread's own, and a barrier joins those of its threads.
fn first_race(grid: Grid, history: &History) -> Option<usize> {
    type Vector = BTreeMap<Thread, usize>;
    let mut vectors: BTreeMap<Thread, Vector> = grid.all().map(|t| (t, Vector::new())).collect();
    let mut accesses: Vec<(Thread, usize, Access)> = Vec::new();
    for (place, &event) in history.0.iter().enumerate() {
        let takes_part: Box<dyn Fn(Thread) -> bool> = match event {
            Event::Access(thread, access) => {
                let known = |other: Thread| vectors[&thread].get(&other).copied().unwrap_or(0);
                let races = accesses.iter().any(|&(other, time, kind)| {
                    other != thread
                        && known(other) < time
                        && kind.conflicts(access, other.block == thread.block)
                });
                if races {
                    return Some(place);
                }
                let own = vectors.get_mut(&thread).unwrap().entry(thread).or_default();
                *own += 1;
                accesses.push((thread, *own, access));
                continue;
            }
            Event::WarpBarrier(b, w) => Box::new(move |t| (t.block, t.warp) == (b, w)),
            Event::BlockBarrier(b) => Box::new(move |t| t.block == b),
        };
        let mut joined = Vector::new();
        for thread in grid.all().filter(|&t| takes_part(t)) {
            for (&other, &time) in &vectors[&thread] {
                let place = joined.entry(other).or_default();
                *place = time.max(*place);
            }
        }
        for thread in grid.all().filter(|&t| takes_part(t)) {
            vectors.insert(thread, joined.clone());
        }
    }
    None
}

/// What is seen, by either reading of the clocks.
fn seen(history: &History, differing: bool) -> Vec<Observation> {
    let (mut counted, mut seen) = (Counted::default(), Vec::new());
    let mut stored = (Thread::FIRST, counted.of(Thread::FIRST));
    for &event in &history.0 {
        counted.count(event);
        let Event::Access(thread, access) = event else { continue };
        let clocks = counted.of(thread);
        let sync = match differing {
            true => clocks.differing_status(stored.1),
            false => clocks.status(stored.1),
        };
        seen.push(Observation { access, sync, relation: stored.0.relation(thread) });
        stored = (thread, clocks);
    }
    seen
}

const SMALL: [(Grid, usize); 4] = [
    (Grid { blocks: 1, warps: 1, threads: 2 }, 5),
    (Grid { blocks: 1, warps: 2, threads: 1 }, 5),
    (Grid { blocks: 2, warps: 1, threads: 1 }, 5),
    (Grid { blocks: 1, warps: 2, threads: 2 }, 4),
];

/// Races by vector clocks are those by definition, what the record shows decides them by either reading
/// of the clocks, and the machine by meaning is right on every history.
#[test]
fn what_is_decided_holds_of_every_short_history() {
    let recogniser = Recogniser::of(Grid::ENOUGH, LeftOut::Nothing).unwrap();
    let exact = Machine::by_meaning();
    for (grid, most) in SMALL {
        let mut count = 0_u64;
        histories(grid, most, &mut |history| {
            count += 1;
            let race = first_race(grid, history);
            let run = history.run(&exact);
            let by_definition = run.race.map(|(_, later)| run.steps[later].place);
            assert_eq!(race, by_definition, "{history}");
            assert!(run.is_right(), "{history}");
            for differing in [false, true] {
                let class = recogniser.after(&seen(history, differing));
                assert_eq!(class == recogniser.race, race.is_some(), "{history}");
            }
        });
        assert!(count > 10_000, "{grid}: {count}");
    }
}

/// The product finds every cell in which a short history parts the published machine from what is, and
/// its histories are as short as they can be.
#[test]
fn histories_are_shortest() {
    let machine = Machine::published();
    for (grid, most) in SMALL {
        let mut shortest: BTreeMap<_, usize> = BTreeMap::new();
        histories(grid, most, &mut |history| {
            let run = history.run(&machine);
            let Some((last, before)) = run.steps.split_last() else { return };
            let ends_there = last.place + 1 == history.0.len();
            let earlier = run.race.is_some_and(|(_, later)| later + 1 < run.steps.len())
                || before.iter().any(|step| step.next == State::Race);
            if run.is_right() || !ends_there || earlier {
                return;
            }
            let effect = match run.race {
                Some(_) => Effect::MissedRace,
                None => Effect::FalseAlarm,
            };
            let length = shortest.entry((last.cell, effect)).or_insert(usize::MAX);
            *length = history.0.len().min(*length);
        });
        let product = Product::explore(&machine, grid, &[], Product::LIMIT);
        let lengths: BTreeMap<_, usize> = product
            .wrong()
            .iter()
            .map(|wrong| {
                let history = product.history(&machine, wrong).unwrap();
                ((wrong.cell, wrong.effect), history.0.len())
            })
            .filter(|(_, length)| *length <= most)
            .collect();
        assert_eq!(lengths, shortest, "{grid}");
    }
}

#[test]
fn masks_and_lockstep_need_more_than_the_record() {
    assert_eq!(same_to_the_machine(Reading::Whole, 4), None);
    for reading in [Reading::Masked, Reading::Lockstep] {
        let pair = same_to_the_machine(reading, 4).expect("a pair");
        assert!(pair.racing.len() <= 3 && pair.free.len() <= 3, "{pair:?}");
    }
}
