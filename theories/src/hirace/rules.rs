//! The transitions, by rules over what the states mean; and the three places where the published
//! table departs from them.

use super::alphabet::{Access, Observation, Relation, Sync, spelt};
use super::meaning::{Before, Meaning, State};
use std::fmt;

/// A rule of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The first access is alone.
    First,
    /// `RACE` is never left.
    Absorb,
    /// What stands before the tip conflicts with every thread that its barrier did not reach.
    Outside,
    /// An access that conflicts with the tip and is not ordered after it.
    Conflict,
    /// An access that is not ordered after the tip, and need not be, becomes a part of it.
    Join,
    /// The thread that made the tip alone goes on without a barrier.
    GoOn,
    /// A barrier orders all that was before the access.
    Barrier,
    /// Published only: an atomic after a barrier after reads is taken for a write.
    AtomicTakenForWrite,
    /// Published only: an atomic of grid scope by a second thread of the warp is forgotten.
    SecondAtomicForgotten,
    /// Published only: a block barrier after atomics of two warps is not seen by the last warp.
    BarrierNotSeen,
}

spelt!(Rule: First "First", Absorb "Absorb", Outside "Outside", Conflict "Conflict", Join "Join",
    GoOn "Go-On", Barrier "Barrier", AtomicTakenForWrite "Atomic-Taken-For-Write",
    SecondAtomicForgotten "Second-Atomic-Forgotten", BarrierNotSeen "Barrier-Not-Seen");

/// The next state by what the states mean, and the rule that gives it.
pub fn by_meaning(state: State, seen: Observation) -> (State, Rule) {
    let Some(past) = state.meaning() else {
        return match state {
            State::Init => (alone(seen.access, Before::Nothing), Rule::First),
            _ => (State::Race, Rule::Absorb),
        };
    };
    let Observation { access, sync, relation } = seen;
    if !past.covers(sync, relation) {
        return (State::Race, Rule::Outside);
    }
    if past.is_ordered(sync, relation) {
        return match sync {
            Sync::Unsynchronized => (go_on(past, access), Rule::GoOn),
            Sync::Warp | Sync::Block => (after_barrier(past, access, sync), Rule::Barrier),
        };
    }
    let spread = past.spread.max(relation);
    if past.tip.conflicts(access, spread <= Relation::Block) {
        return (State::Race, Rule::Conflict);
    }
    let tip = both(past.tip, access);
    (named(Meaning { tip, spread, before: past.before }), Rule::Join)
}

/// The next state of the published table, and the rule that gives it.
pub fn as_published(state: State, seen: Observation) -> (State, Rule) {
    let Observation { access, sync, relation } = seen;
    let by_meaning = by_meaning(state, seen);
    if state == State::Read && access.is_atomic() && by_meaning.1 == Rule::Barrier {
        return (State::Write, Rule::AtomicTakenForWrite);
    }
    let second = sync == Sync::Unsynchronized && relation == Relation::Warp;
    if state == State::WsyncAtom && access == Access::GridAtomic && second {
        return (State::WsyncAtom, Rule::SecondAtomicForgotten);
    }
    let last_warp = sync == Sync::Block && relation <= Relation::Warp;
    if state == State::BatomB && access.is_atomic() && last_warp {
        return (State::BatomB, Rule::BarrierNotSeen);
    }
    by_meaning
}

fn alone(tip: Access, before: Before) -> State {
    named(Meaning { tip, spread: Relation::Thread, before })
}

/// Two kinds of access by one thread, or two that do not conflict: what conflicts with either.
fn both(a: Access, b: Access) -> Access {
    match (a, b) {
        _ if a == b => a,
        _ if a.is_atomic() && b.is_atomic() => Access::BlockAtomic,
        _ => Access::Write,
    }
}

fn go_on(past: Meaning, access: Access) -> State {
    alone(both(past.tip, access), past.before)
}

fn after_barrier(past: Meaning, access: Access, sync: Sync) -> State {
    let tip = both(past.tip, access);
    if tip == Access::Write {
        // What was before conflicts with the access, which is the tip now.
        let before = match sync {
            Sync::Block => Before::BlockBarrier,
            _ => Before::WarpBarrier,
        };
        return alone(access, before);
    }
    let before = match (past.before, sync) {
        (Before::Nothing, _) => Before::Nothing,
        (_, Sync::Block) => Before::BlockBarrier,
        (Before::WarpBarrier, _) => Before::WarpBarrier,
        _ => Before::BlockThenWarpBarrier,
    };
    alone(tip, before)
}

/// Every meaning that the rules make has a state: the tests go through all of them.
fn named(meaning: Meaning) -> State {
    meaning.state().unwrap_or(State::Race)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_is_used_and_every_departure_departs() {
        let mut used = BTreeSet::new();
        for &state in State::ALL {
            for seen in Observation::all() {
                let (meant, rule) = by_meaning(state, seen);
                used.insert(rule);
                let (published, departure) = as_published(state, seen);
                used.insert(departure);
                assert_eq!(meant == published, rule == departure, "{state} {seen}");
            }
        }
        assert_eq!(used, Rule::ALL.iter().copied().collect());
    }

    #[test]
    fn a_race_is_made_by_no_other_rule() {
        for &state in State::ALL {
            for seen in Observation::all() {
                let (next, rule) = as_published(state, seen);
                let racing = matches!(rule, Rule::Absorb | Rule::Outside | Rule::Conflict);
                assert_eq!(next == State::Race, racing, "{state} {seen}");
            }
        }
    }
}
