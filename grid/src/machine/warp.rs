//! What the lanes of a warp do together: barriers, shuffles, votes.

use super::Core;
use super::block::{Block, Settled};
use super::thread::State;
use crate::arithmetic::{self, Binary};
use crate::code::Reg;
use crate::finding::Kind;
use crate::observe::Observer;
use crate::scalar::Scalar;
use cuda::vocabulary::Lanes;

/// A lane that waits for others.
#[derive(Clone, Copy, Debug)]
struct Lane {
    lane: u32,
    kind: Lanes,
    at: Scalar,
    masked: bool,
    d: Reg,
    site: u32,
    /// Mask, value, lane, width.
    operands: [u64; 4],
}

impl Lane {
    /// The lanes that it waits for, of those that have not ended.
    fn needs(&self, live: u32) -> u32 {
        let named = if self.masked { self.operands[0] as u32 } else { u32::MAX };
        (named | 1 << self.lane) & live
    }

    /// Whether its mask has it, as it must. [CUDA, `__syncwarp`, warp functions]
    fn is_named(&self) -> bool {
        !self.masked || self.operands[0] >> self.lane & 1 == 1
    }

    /// Whether the two do the same thing.
    fn joins(&self, other: &Lane) -> bool {
        let named = |lane: &Lane| if lane.masked { lane.operands[0] as u32 } else { u32::MAX };
        self.kind == other.kind && self.masked == other.masked && named(self) == named(other)
    }
}

impl Block {
    /// The lanes of a warp that wait for each other, and those that have not ended.
    fn lanes<O: Observer>(&self, warp: usize, core: &Core<'_, O>) -> (Vec<Lane>, u32) {
        let (mut lanes, mut live) = (Vec::new(), 0);
        let threads = self.threads.iter().skip(warp * 32).take(32);
        for (lane, thread) in threads.enumerate() {
            if matches!(thread.state, State::Ended | State::Absent) {
                continue;
            }
            live |= 1 << lane;
            if let State::Together { kind, at, masked, d, a } = thread.state {
                let operands = [0, 1, 2, 3].map(|n| thread.get(a + n));
                let (lane, site) = (lane as u32, core.site_of(thread));
                lanes.push(Lane { lane, kind, at, masked, d, site, operands });
            }
        }
        (lanes, live)
    }

    /// Lets those lanes go on that wait only for each other.
    pub(super) fn exchange<O: Observer>(&mut self, warp: usize, core: &mut Core<'_, O>) -> Settled {
        if self.together[warp] == 0 {
            return Settled::Nothing;
        }
        let (lanes, live) = self.lanes(warp, core);
        for first in &lanes {
            let group: Vec<Lane> = lanes.iter().filter(|lane| first.joins(lane)).copied().collect();
            let needed = first.needs(live);
            let there = group.iter().fold(0, |set, lane| set | 1 << lane.lane);
            if needed & !there == 0 {
                let group = group.into_iter().filter(|lane| needed >> lane.lane & 1 == 1).collect();
                self.perform(warp, group, core);
                return Settled::Released;
            }
        }
        Settled::Nothing
    }

    /// Lets lanes go on that wait for some that will not come. Of functions without a mask this is
    /// what they mean: the lanes that are there.
    pub(super) fn force<O: Observer>(&mut self, warp: usize, core: &mut Core<'_, O>) -> Settled {
        let (lanes, live) = self.lanes(warp, core);
        let Some(first) = lanes.first().copied() else { return Settled::Nothing };
        let group: Vec<Lane> = lanes
            .into_iter()
            .filter(|lane| first.joins(lane) && (first.masked || lane.site == first.site))
            .collect();
        if first.masked {
            let there = group.iter().fold(0, |set, lane| set | 1u32 << lane.lane);
            let absent = first.needs(live) & !there;
            let who = (self.home.number, warp as u32 * 32 + first.lane);
            core.findings.add(Kind::WarpDivergence, first.site, who, || {
                format!("the lanes {absent:#010x} of its warp do not reach it")
            });
        }
        self.perform(warp, group, core);
        Settled::Released
    }

    fn perform<O: Observer>(&mut self, warp: usize, group: Vec<Lane>, core: &mut Core<'_, O>) {
        let there = group.iter().fold(0u32, |set, lane| set | 1 << lane.lane);
        let number = self.home.number;
        for lane in &group {
            let value = result(lane, &group, there);
            let n = warp * 32 + lane.lane as usize;
            if !lane.is_named() {
                core.findings.add(Kind::AbsentLane, lane.site, (number, n as u32), || {
                    format!("its own lane is not in the mask {:#010x}", lane.operands[0] as u32)
                });
            }
            if value.is_none() {
                core.findings.add(Kind::AbsentLane, lane.site, (number, n as u32), || {
                    format!("only the lanes {there:#010x} take part")
                });
            }
            let thread = &mut self.threads[n];
            thread.set(lane.d, value.unwrap_or(lane.operands[1]));
            thread.state = State::Ready;
            self.together[warp] -= 1;
            self.woken.push(n as u32);
            thread.warp_epoch += u32::from(orders(lane.kind));
        }
        if O::WATCHES && group.first().is_some_and(|lane| orders(lane.kind)) {
            core.observer.warp_barrier(number, warp as u32, there);
        }
    }
}

/// What one lane gets; nothing where it asks a lane that is not there.
fn result(own: &Lane, group: &[Lane], there: u32) -> Option<u64> {
    let votes = || group.iter().filter(|lane| lane.operands[1] != 0);
    let set = |lanes: &mut dyn Iterator<Item = &Lane>| {
        u64::from(lanes.fold(0u32, |set, lane| set | 1 << lane.lane))
    };
    let reduced = |op| {
        let values = group.iter().map(|lane| lane.operands[1]);
        values.reduce(|a, b| arithmetic::binary(op, own.at, a, b).0).unwrap_or(0)
    };
    Some(match own.kind {
        Lanes::Sync => 0,
        Lanes::Active => there.into(),
        Lanes::Ballot => set(&mut votes()),
        Lanes::Any => votes().next().is_some().into(),
        Lanes::All => (votes().count() == group.len()).into(),
        Lanes::MatchAny => {
            set(&mut group.iter().filter(|lane| lane.operands[1] == own.operands[1]))
        }
        Lanes::Add => reduced(Binary::Add),
        Lanes::Min => reduced(Binary::Min),
        Lanes::Max => reduced(Binary::Max),
        Lanes::And => reduced(Binary::And),
        Lanes::Or => reduced(Binary::Or),
        Lanes::Xor => reduced(Binary::Xor),
        Lanes::Shuffle | Lanes::ShuffleUp | Lanes::ShuffleDown | Lanes::ShuffleXor => {
            let from = source(own);
            return group.iter().find(|lane| lane.lane == from).map(|lane| lane.operands[1]);
        }
    })
}

/// Whether it orders memory between the lanes. The exchanges do not.
fn orders(kind: Lanes) -> bool {
    kind == Lanes::Sync
}

/// The lane that a shuffle reads: its own where the one it asks for is outside of its segment.
/// [PTX, shfl.sync]
fn source(own: &Lane) -> u32 {
    let (asked, width) = (own.operands[2] as u32, own.operands[3] as u32);
    let width = if width.is_power_of_two() && width <= 32 { width } else { 32 };
    let first = own.lane & !(width - 1);
    let last = first + width - 1;
    let by = asked & 31;
    let wanted = match own.kind {
        Lanes::ShuffleUp => return if own.lane < first + by { own.lane } else { own.lane - by },
        Lanes::ShuffleDown => own.lane + by,
        Lanes::ShuffleXor => own.lane ^ by,
        _ => first + (asked & (width - 1)),
    };
    if wanted <= last { wanted } else { own.lane }
}
