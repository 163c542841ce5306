//! The detectors beside a naive twin: a clock of all threads for each thread, and of each byte all
//! accesses.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use dynamic::{Checker, Detector, Detectors};
use grid::{Access, Mode, Observer, Scope, Space};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Threads of a block that do something: three of each of two warps. Each lane that [`SOME_LANES`]
/// tells from others is here, since barriers order through a lane that accesses nothing.
const THREADS: [u32; 6] = [0, 1, 2, 32, 33, 34];
const BLOCKS: u32 = 2;

#[derive(Clone, Copy, Debug)]
enum Event {
    /// Block, thread, offset, size, kind.
    Access(u32, u32, u64, u8, Mode),
    /// Block, warp, lanes.
    Warp(u32, u32, u32),
    Block(u32),
}

type Thread = (u32, u32);
type Clock = BTreeMap<Thread, u32>;

/// Who accessed a byte: the thread, its own clock, how.
type Past = Vec<(Thread, u32, Mode)>;

#[derive(Default)]
struct Naive {
    clocks: BTreeMap<Thread, Clock>,
    bytes: BTreeMap<u64, Past>,
    raced: BTreeSet<u64>,
}

fn conflict(a: (Thread, Mode), b: (Thread, Mode)) -> bool {
    match (a.1, b.1) {
        (Mode::Read, Mode::Read) => false,
        (Mode::Atomic(x), Mode::Atomic(y)) => {
            a.0.0 != b.0.0 && (x == Scope::Block || y == Scope::Block)
        }
        _ => true,
    }
}

impl Naive {
    fn barrier(&mut self, members: &[Thread]) {
        let mut all = Clock::new();
        for t in members {
            for (other, n) in self.clocks.entry(*t).or_default() {
                let known = all.entry(*other).or_default();
                *known = (*known).max(*n);
            }
            // What the thread itself did up to here.
            let own = self.clocks[t].get(t).copied().unwrap_or(0);
            all.insert(*t, own.max(all.get(t).copied().unwrap_or(0)) + 1);
        }
        members.iter().for_each(|t| drop(self.clocks.insert(*t, all.clone())));
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Block(b) => self.barrier(&THREADS.map(|t| (b, t))),
            Event::Warp(b, w, lanes) => {
                let of = |t: &u32| t / 32 == w && lanes >> (t % 32) & 1 == 1;
                let members: Vec<Thread> = THREADS.into_iter().filter(of).map(|t| (b, t)).collect();
                self.barrier(&members);
            }
            Event::Access(b, t, offset, size, mode) => {
                let (who, clock) = ((b, t), self.clocks.entry((b, t)).or_default());
                // An access is before a barrier of its thread that has a higher number.
                let own = clock.get(&who).copied().unwrap_or(0);
                for byte in offset..offset + u64::from(size) {
                    let past = self.bytes.entry(byte).or_default();
                    let races = past.iter().any(|(other, n, kind)| {
                        *other != who
                            && conflict((*other, *kind), (who, mode))
                            && clock.get(other).copied().unwrap_or(0) <= *n
                    });
                    if races {
                        self.raced.insert(byte);
                    }
                    past.push((who, own, mode));
                }
            }
        }
    }
}

/// The bytes that each detector reports.
fn reported(events: &[Event]) -> BTreeMap<Detector, BTreeSet<u64>> {
    let mut checker = Checker::new(Detectors::ALL);
    let (mut epochs, mut warps) = ([0; BLOCKS as usize], BTreeMap::<Thread, u32>::new());
    for event in events {
        match *event {
            Event::Block(b) => {
                epochs[b as usize] += 1;
                checker.block_barrier(b);
            }
            Event::Warp(b, w, lanes) => {
                for lane in (0..32).filter(|lane| lanes >> lane & 1 == 1) {
                    *warps.entry((b, w * 32 + lane)).or_default() += 1;
                }
                checker.warp_barrier(b, w, lanes);
            }
            Event::Access(block, thread, offset, size, mode) => checker.access(&Access {
                block,
                thread,
                space: Space::Global,
                object: 0,
                offset,
                size,
                mode,
                value: 0,
                site: 0,
                epoch: epochs[block as usize],
                warp_epoch: warps.get(&(block, thread)).copied().unwrap_or(0),
            }),
        }
    }
    let mut reported: BTreeMap<Detector, BTreeSet<u64>> = BTreeMap::new();
    for (bytes, by) in checker.alarms() {
        for detector in by.iter() {
            reported.entry(detector).or_default().extend(bytes.clone());
        }
    }
    reported
}

fn mode() -> impl Strategy<Value = Mode> {
    prop_oneof![
        Just(Mode::Read),
        Just(Mode::Read),
        Just(Mode::Write),
        Just(Mode::Atomic(Scope::Block)),
        Just(Mode::Atomic(Scope::Device)),
    ]
}

fn access(sizes: &'static [u8]) -> impl Strategy<Value = Event> {
    let place = (0..2u64, prop::sample::select(sizes), 0..4u64);
    (0..BLOCKS * 3, prop::sample::select(&THREADS[..]), place, mode()).prop_map(
        |(b, t, (word, size, part), mode)| {
            let offset = word * 4 + part / u64::from(size) * u64::from(size);
            // Most accesses are of one block: two blocks race soon.
            Event::Access(if b == 1 { 1 } else { 0 }, t, offset, size, mode)
        },
    )
}

fn events(sizes: &'static [u8], lanes: &'static [u32]) -> impl Strategy<Value = Vec<Event>> {
    let warp = (0..BLOCKS, 0..2u32, prop::sample::select(lanes));
    let warp = warp.prop_map(|(b, w, lanes)| Event::Warp(b, w, lanes));
    let block = (0..BLOCKS).prop_map(Event::Block);
    prop::collection::vec(prop_oneof![5 => access(sizes), 2 => warp, 1 => block], 0..24)
}

const ALL_LANES: &[u32] = &[u32::MAX];
const SOME_LANES: &[u32] = &[u32::MAX, 1, 2, 3, 5, 6, 7];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn happens_before_is_what_it_says(events in events(&[1, 2, 4], SOME_LANES)) {
        let mut naive = Naive::default();
        events.iter().for_each(|event| naive.event(*event));
        let reported = reported(&events);
        let exact = reported.get(&Detector::HappensBefore).cloned().unwrap_or_default();
        prop_assert_eq!(exact, naive.raced);
    }

    /// Where barriers of a warp are of the whole warp, the repaired machine is exact.
    #[test]
    fn the_repaired_machine_is_exact(events in events(&[1, 2, 4], ALL_LANES)) {
        let reported = reported(&events);
        let of = |detector| reported.get(&detector).cloned().unwrap_or_default();
        prop_assert_eq!(of(Detector::Repaired), of(Detector::HappensBefore));
    }

    /// Where there are no barriers of a warp, phases are exact.
    #[test]
    fn phases_are_exact_without_barriers_of_warps(events in events(&[1, 4], ALL_LANES)) {
        let events: Vec<Event> =
            events.into_iter().filter(|event| !matches!(event, Event::Warp(..))).collect();
        let reported = reported(&events);
        let of = |detector| reported.get(&detector).cloned().unwrap_or_default();
        prop_assert_eq!(of(Detector::Phases), of(Detector::HappensBefore));
    }
}

/// The first barrier orders lane 1 before lane 2, the second lane 2 before lane 0.
#[test]
fn barriers_order_through_a_third_lane() {
    let [write, read] =
        [(33, Mode::Write), (32, Mode::Read)].map(|(t, mode)| Event::Access(0, t, 4, 1, mode));
    let ordered = [write, Event::Warp(0, 1, 6), Event::Warp(0, 1, 5), read];
    assert_eq!(reported(&ordered).get(&Detector::HappensBefore), None);
    let racy = [write, Event::Warp(0, 1, 5), Event::Warp(0, 1, 6), read];
    assert_eq!(reported(&racy)[&Detector::HappensBefore], BTreeSet::from([4]));
}

/// What is kept of shared memory is kept anew for each block, and a word that is accessed by bytes is cut
/// in each of them.
#[test]
fn shared_memory_of_each_block_is_its_own() {
    let mut checker = Checker::new(Detectors::ALL);
    let mut access = |block, thread, offset, size, mode| {
        checker.access(&Access {
            block,
            thread,
            space: Space::Shared,
            object: 0,
            offset,
            size,
            mode,
            value: 0,
            site: thread,
            epoch: 0,
            warp_epoch: 0,
        });
        if offset == 2 {
            checker.block_ends(block);
        }
    };
    for block in 0..100 {
        access(block, 1, 0, 4, Mode::Write);
        access(block, 1, 4, 4, Mode::Write);
        // Every third block has a race, on the last byte alone.
        access(block, if block % 3 == 0 { 2 } else { 1 }, 2, 1, Mode::Read);
    }
    let found = checker.finish();
    let [race] = found.races.as_slice() else { panic!("{:?}", found.races) };
    assert_eq!((race.offset, race.locations, race.by), (2, 34, Detectors::ALL));
}

/// The published machine calls this a race, by one of its wrong cells.
#[test]
fn a_wrong_cell_is_a_disagreement() {
    let shown = theories::hirace::verify(&theories::hirace::Machine::published()).unwrap();
    let mut disputed = 0;
    for wrong in &shown.wrong {
        let mut events = Vec::new();
        for event in &wrong.history.0 {
            use theories::hirace::{Access as Kind, Event as Of};
            let thread =
                |t: &theories::hirace::Thread| u32::from(t.warp) * 32 + u32::from(t.thread);
            events.push(match event {
                Of::WarpBarrier(b, w) => Event::Warp((*b).into(), (*w).into(), u32::MAX),
                Of::BlockBarrier(b) => Event::Block((*b).into()),
                Of::Access(t, kind) => {
                    let mode = match kind {
                        Kind::Read => Mode::Read,
                        Kind::Write => Mode::Write,
                        Kind::BlockAtomic => Mode::Atomic(Scope::Block),
                        Kind::GridAtomic => Mode::Atomic(Scope::Device),
                    };
                    Event::Access(t.block.into(), thread(t), 0, 4, mode)
                }
            });
        }
        let reported = reported(&events);
        let has = |detector| reported.contains_key(&detector);
        assert_eq!(has(Detector::Repaired), has(Detector::HappensBefore), "{:?}", wrong.history);
        disputed += u32::from(has(Detector::Published) != has(Detector::HappensBefore));
    }
    assert_eq!(disputed as usize, shown.wrong.len());
}
