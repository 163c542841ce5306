//! The sets of actions as bits: for each thread and trace, the accesses that some run makes.

use super::run::{Accesses, MOST_CELLS};
use super::statement::{Facts, Statement};

/// The actions of one thread by one trace.
#[derive(Clone, Copy, Debug, Default)]
struct OfTrace {
    trace: u64,
    /// Of the protocol.
    protocol: Accesses,
    /// Of the program.
    program: Accesses,
    /// Whether the program has a run of this trace.
    reachable: bool,
}

/// The actions of one thread.
#[derive(Debug, Default)]
pub(super) struct OfThread {
    traces: Vec<OfTrace>,
    last: usize,
}

const READS: Accesses = (1 << MOST_CELLS) - 1;

fn reads(accesses: Accesses) -> Accesses {
    accesses & READS
}

fn writes(accesses: Accesses) -> Accesses {
    accesses >> MOST_CELLS
}

/// The classes of `I`: whether there is a read, whether there is a write.
pub(super) fn classes(accesses: Accesses) -> u8 {
    u8::from(reads(accesses) != 0) | u8::from(writes(accesses) != 0) << 1
}

/// Those accesses of a thread that race with some of another thread.
fn racing(accesses: Accesses, others: Accesses) -> Accesses {
    let any = reads(others) | writes(others);
    reads(accesses) & writes(others) | (writes(accesses) & any) << MOST_CELLS
}

impl OfThread {
    pub fn clear(&mut self) {
        self.traces.clear();
        self.last = 0;
    }

    fn of(&mut self, trace: u64) -> &mut OfTrace {
        if self.traces.get(self.last).is_none_or(|known| known.trace != trace) {
            self.last = match self.traces.iter().position(|known| known.trace == trace) {
                Some(place) => place,
                None => {
                    self.traces.push(OfTrace { trace, ..OfTrace::default() });
                    self.traces.len() - 1
                }
            };
        }
        &mut self.traces[self.last]
    }

    pub fn add_program(&mut self, trace: u64, phase: Accesses) {
        let known = self.of(trace);
        known.program |= phase;
        known.reachable = true;
    }

    pub fn add_protocol(&mut self, trace: u64, phase: Accesses) {
        self.of(trace).protocol |= phase;
    }

    fn union(&self, of: impl Fn(&OfTrace) -> Accesses) -> Accesses {
        self.traces.iter().fold(0, |all, known| all | of(known))
    }

    /// What the program accesses by any trace.
    pub fn program(&self) -> Accesses {
        self.union(|known| known.program)
    }
}

/// The statements about single actions. [L24, Thms. 4.2 to 4.4]
pub(super) fn actions(threads: &[OfThread], facts: &mut Facts) {
    use Statement::*;
    let mut no_spurious = true;
    for thread in threads {
        for known in &thread.traces {
            let OfTrace { protocol, program, reachable, .. } = *known;
            let spurious = protocol & !program;
            let related = classes(protocol) == classes(program);
            let matched = classes(spurious) & !classes(program) == 0;
            no_spurious &= spurious == 0;
            facts.fail(Included, program & !protocol != 0);
            facts.fail(Related, !related);
            facts.fail(ReachableRelated, reachable && !related);
            facts.fail(Equal, program != protocol);
            facts.fail(ReachableEqual, reachable && program != protocol);
            facts.fail(SpuriousRelated, !matched);
            facts.fail(SpuriousReachableRelated, reachable && !matched);
            facts.fail(SpuriousUnreachable, reachable && spurious != 0);
        }
        let reachable = |known: &OfTrace| if known.reachable { known.protocol } else { 0 };
        let spurious = |known: &OfTrace| known.protocol & !known.program;
        let spurious_reachable = |known: &OfTrace| reachable(known) & !known.program;
        let of_program = classes(thread.program());
        let of = |set: &dyn Fn(&OfTrace) -> Accesses| classes(thread.union(set));
        facts.fail(RelatedWeak, of(&|known| known.protocol) != of_program);
        facts.fail(ReachableRelatedWeak, of(&reachable) != of_program);
        facts.fail(SpuriousRelatedWeak, of(&spurious) & !of_program != 0);
        facts.fail(SpuriousReachableRelatedWeak, of(&spurious_reachable) & !of_program != 0);
    }
    for statement in [
        SpuriousRelated,
        SpuriousRelatedWeak,
        SpuriousReachableRelated,
        SpuriousReachableRelatedWeak,
        SpuriousUnreachable,
    ] {
        facts.nothing(statement, no_spurious);
    }
}

/// The races of the protocol, and whether the program makes both actions. [L24, Thm. 4.5]
pub(super) fn alarms(threads: &[OfThread], facts: &mut Facts) {
    use Statement::{TrueAlarms, TrueAlarmsAnyTraces};
    let (mut none, mut none_of_any_traces) = (true, true);
    for (n, thread) in threads.iter().enumerate() {
        for (_, other) in threads.iter().enumerate().filter(|(m, _)| *m != n) {
            let of_any_trace = other.union(|known| known.protocol);
            for known in &thread.traces {
                let same = other.traces.iter().find(|their| their.trace == known.trace);
                let of_same_trace = same.map_or(0, |their| their.protocol);
                let races = racing(known.protocol, of_same_trace);
                none &= races == 0;
                facts.fail(TrueAlarms, races & !known.program != 0);
                let races = racing(known.protocol, of_any_trace);
                none_of_any_traces &= races == 0;
                facts.fail(TrueAlarmsAnyTraces, races & !known.program != 0);
            }
        }
    }
    facts.nothing(TrueAlarms, none);
    facts.nothing(TrueAlarmsAnyTraces, none_of_any_traces);
}

/// What one run of a program accesses, and what it has chosen of the initial memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Feasible {
    pub phase: Accesses,
    /// The cells, a byte each, and their contents.
    pub chosen: (u64, u64),
}

/// The racing pairs of two threads, by index: read-write, write-read, write-write.
fn pairs(one: Accesses, other: Accesses) -> [u64; 3] {
    [reads(one) & writes(other), writes(one) & reads(other), writes(one) & writes(other)]
}

/// Whether every two accesses that race and are each feasible are so from one memory.
pub(super) fn joint(threads: &[OfThread], runs: &[Vec<Feasible>], facts: &mut Facts) {
    let mut none = true;
    for second in 0..threads.len() {
        for first in 0..second {
            let mut open = pairs(threads[first].program(), threads[second].program());
            if open == [0; 3] {
                continue;
            }
            none = false;
            'found: for a in &runs[first] {
                for b in &runs[second] {
                    let common = a.chosen.0 & b.chosen.0;
                    if (a.chosen.1 ^ b.chosen.1) & common == 0 {
                        let found = pairs(a.phase, b.phase);
                        (0..3).for_each(|n| open[n] &= !found[n]);
                        if open == [0; 3] {
                            break 'found;
                        }
                    }
                }
            }
            facts.fail(Statement::Joint, open != [0; 3]);
        }
    }
    facts.nothing(Statement::Joint, none);
}
