//! Two readings under which no machine of this kind is exact: barriers with masks, and warps in
//! lockstep. Of each the smallest two histories that show the same and need different verdicts.
//!
//! Both are found in one warp of three threads, by every history in order of length.

use super::alphabet::{Access, Observation, Relation, Sync};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

const THREADS: usize = 3;

/// How a warp of independent threads with whole barriers is read otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// As [H24, §III] has it: `__syncwarp` of the whole warp.
    Whole,
    /// `__syncwarp` with a mask: of some of the threads. [H24, §II.B, §V.C]
    Masked,
    /// Warps in lockstep: each instruction of a warp is before its next, and no clock counts that.
    Lockstep,
}

/// What happens in the warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    /// A thread's access.
    Access(usize, Access),
    /// A barrier of the threads with a bit in the mask.
    Barrier(u8),
    /// The next instruction, in lockstep.
    Instruction,
}

/// Two histories that show a machine the same, of which only one races.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameToTheMachine {
    /// What they show.
    pub seen: Vec<Observation>,
    /// This one races.
    pub racing: Vec<Happening>,
    /// This one does not.
    pub free: Vec<Happening>,
}

/// The smallest such pair of at most this many happenings each.
pub fn same_to_the_machine(reading: Reading, most: usize) -> Option<SameToTheMachine> {
    let all = happenings(reading);
    let mut layer: Vec<Vec<Happening>> = vec![Vec::new()];
    let mut known: BTreeMap<Vec<usize>, [Option<Vec<Happening>>; 2]> = BTreeMap::new();
    for _ in 0..most {
        let mut next = Vec::new();
        for history in layer {
            for &happening in &all {
                let mut history = history.clone();
                history.push(happening);
                let races = races(&history);
                let word: Vec<Observation> = seen(&history);
                let letters: Vec<usize> = word.iter().map(|seen| seen.index()).collect();
                let pair = known.entry(letters).or_default();
                let place = &mut pair[usize::from(races)];
                if place.is_none() {
                    *place = Some(history.clone());
                }
                if let [Some(free), Some(racing)] = pair {
                    let (free, racing) = (free.clone(), racing.clone());
                    return Some(SameToTheMachine { seen: word, racing, free });
                }
                next.push(history);
            }
        }
        layer = next;
    }
    None
}

fn happenings(reading: Reading) -> Vec<Happening> {
    let accesses = (0..THREADS).flat_map(|thread| {
        Access::ALL.iter().map(move |&access| Happening::Access(thread, access))
    });
    let whole = (1_u8 << THREADS) - 1;
    let masks = match reading {
        Reading::Masked => (1..=whole).filter(|mask| mask.count_ones() > 1).collect(),
        _ => vec![whole],
    };
    let instruction = (reading == Reading::Lockstep).then_some(Happening::Instruction);
    accesses.chain(masks.into_iter().map(Happening::Barrier)).chain(instruction).collect()
}

/// What the machine is shown: a thread's warp clock counts the barriers that it took part in.
fn seen(history: &[Happening]) -> Vec<Observation> {
    let mut clocks = [0_u32; THREADS];
    let mut stored = (0, 0);
    let mut seen = Vec::new();
    for happening in history {
        match *happening {
            Happening::Access(thread, access) => {
                let newer = clocks[thread] > stored.1;
                let sync = if newer { Sync::Warp } else { Sync::Unsynchronized };
                let relation = if thread == stored.0 { Relation::Thread } else { Relation::Warp };
                seen.push(Observation { access, sync, relation });
                stored = (thread, clocks[thread]);
            }
            Happening::Barrier(mask) => {
                for (thread, clock) in clocks.iter_mut().enumerate() {
                    *clock += u32::from(mask >> thread & 1);
                }
            }
            Happening::Instruction => {}
        }
    }
    seen
}

/// Whether any two accesses race, by vector clocks: with masks, barriers order in chains.
fn races(history: &[Happening]) -> bool {
    let mut vectors = [[0_usize; THREADS]; THREADS];
    let mut accesses: Vec<(usize, usize, Access)> = Vec::new();
    for happening in history {
        let mask = match *happening {
            Happening::Access(thread, access) => {
                let unordered = |&(other, time, kind): &(usize, usize, Access)| {
                    other != thread && vectors[thread][other] < time && kind.conflicts(access, true)
                };
                if accesses.iter().any(unordered) {
                    return true;
                }
                vectors[thread][thread] += 1;
                accesses.push((thread, vectors[thread][thread], access));
                continue;
            }
            Happening::Barrier(mask) => mask,
            Happening::Instruction => (1 << THREADS) - 1,
        };
        let of = |thread: &usize| mask >> *thread & 1 == 1;
        let mut joined = [0; THREADS];
        for thread in (0..THREADS).filter(of) {
            for (place, time) in joined.iter_mut().zip(vectors[thread]) {
                *place = time.max(*place);
            }
        }
        (0..THREADS).filter(of).for_each(|thread| vectors[thread] = joined);
    }
    false
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Happening::Access(thread, access) => write!(f, "t{thread} {access}"),
            Happening::Barrier(mask) => write!(f, "__syncwarp({mask:#b})"),
            Happening::Instruction => f.write_str("next instruction"),
        }
    }
}

/// A history in one line.
pub fn shown(history: &[Happening]) -> String {
    let all: Vec<String> = history.iter().map(Happening::to_string).collect();
    all.join("; ")
}
