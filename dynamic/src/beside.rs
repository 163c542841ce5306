//! The detectors beside the run, on a processor of their own.
//!
//! A run does not hang on who watches it, and what the detectors say hangs on its accesses and barriers in
//! their order, and on nothing else. So the run writes them down, and the detectors read them on a second
//! thread: what is found is the same as in [`crate::run::check`], bit by bit.

use crate::checker::{Checker, Found};
use crate::run::Run;
use crate::stamp::Detectors;
use grid::{Access, Grid, Launch, Observer};
use semantics::{Limits, limits};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;

/// How many events are handed on at once.
const TOGETHER: usize = 4096;
/// How many such lots may wait: a run that is faster than its detectors waits for them.
const WAITING: usize = 8;

/// What a run tells.
#[derive(Clone, Copy, Debug)]
enum Event {
    Access(Access),
    BlockBarrier(u32),
    WarpBarrier { block: u32, warp: u32, lanes: u32 },
    BlockBegins(u32),
    BlockEnds(u32),
}

impl Event {
    fn tell(&self, observer: &mut impl Observer) {
        match self {
            Event::Access(access) => observer.access(access),
            Event::BlockBarrier(block) => observer.block_barrier(*block),
            Event::WarpBarrier { block, warp, lanes } => {
                observer.warp_barrier(*block, *warp, *lanes);
            }
            Event::BlockBegins(block) => observer.block_begins(*block),
            Event::BlockEnds(block) => observer.block_ends(*block),
        }
    }
}

/// The side of the run.
struct Log {
    events: Vec<Event>,
    read: SyncSender<Vec<Event>>,
    /// Lots that have been read, to be written again.
    spare: Receiver<Vec<Event>>,
}

impl Log {
    #[inline]
    fn add(&mut self, event: Event) {
        self.events.push(event);
        if self.events.len() == TOGETHER {
            self.hand_on();
        }
    }

    #[cold]
    fn hand_on(&mut self) {
        let spare = self.spare.try_recv().unwrap_or_else(|_| Vec::with_capacity(TOGETHER));
        let events = std::mem::replace(&mut self.events, spare);
        // Nobody reads any more where the other side has panicked, which is told when it is joined.
        let _ = self.read.send(events);
    }
}

impl Observer for Log {
    #[inline]
    fn access(&mut self, access: &Access) {
        self.add(Event::Access(*access));
    }

    fn block_barrier(&mut self, block: u32) {
        self.add(Event::BlockBarrier(block));
    }

    fn warp_barrier(&mut self, block: u32, warp: u32, lanes: u32) {
        self.add(Event::WarpBarrier { block, warp, lanes });
    }

    fn block_begins(&mut self, block: u32) {
        self.add(Event::BlockBegins(block));
    }

    fn block_ends(&mut self, block: u32) {
        self.add(Event::BlockEnds(block));
    }
}

/// The side of the detectors.
fn watch(
    at_work: Detectors,
    written: &Receiver<Vec<Event>>,
    spare: &std::sync::mpsc::Sender<Vec<Event>>,
) -> Found {
    let mut checker = Checker::new(at_work);
    for mut events in written {
        // What the detectors hold counts; it is the run that ends.
        let _ = limits::ask_now();
        events.iter().for_each(|event| event.tell(&mut checker));
        events.clear();
        // The run may have ended.
        let _ = spare.send(events);
    }
    checker.finish()
}

/// Runs a launch with these detectors on a second thread; memory keeps what it writes.
pub fn check_beside(memory: &mut Grid<'_>, launch: &Launch, at_work: Detectors) -> Run {
    let (read, written) = sync_channel(WAITING);
    let (again, spare) = channel();
    thread::scope(|scope| {
        let limits = Limits::in_force();
        let detectors = scope.spawn(move || limits.enter(|| watch(at_work, &written, &again)));
        let mut log = Log { events: Vec::with_capacity(TOGETHER), read, spare };
        let outcome = memory.run(launch, &mut log);
        log.hand_on();
        drop(log);
        match detectors.join() {
            Ok(found) => Run { schedule: launch.schedule, outcome, found, at_work },
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
