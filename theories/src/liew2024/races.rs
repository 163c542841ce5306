//! Which races of the protocol are races of the program. [L24, Thm. 4.5]
//!
//! \[L24\] keeps three readings of "race" apart in words only: *protocol races*, of two actions of
//! the protocol; *separately feasible races*, of two actions of the program; and *joint races*, of
//! two actions that the program makes from one initial memory.

use super::offence::{Found, Offence, judge};
use crate::case::{Case, Subjects, chosen};
use crate::claim::{Claim, Dropped, Recorded, Within};
use crate::hypotheses::{CI, CLOSED, DATARACE, DI, DISTINCT, SAME_TRACE};
use jaminan::runs;
use oracle::actions::Action;
use oracle::explore::Obstacle;
use semantics::{AccessValue, Flow, Meaningless, Store, Thread};
use std::collections::BTreeSet;

pub(super) const CLAIMS: [Claim; 3] = [
    Claim {
        id: "liew2024/4.5",
        source: "[L24, Thm. 4.5]",
        says: "datarace(δ₁, δ₂), both in P-actions([[s]]) ⟹ both in J-actions(s)",
        subjects: Subjects::Programs,
        hypotheses: &[CI, DI, DATARACE, SAME_TRACE, CLOSED, DISTINCT],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, true_alarms),
    },
    Claim {
        id: "liew2024/4.5-any-traces",
        source: "[L24, Thm. 4.5], without \"same trace\"",
        says: "datarace(δ₁, δ₂), both in P-actions([[s]]) ⟹ both in J-actions(s)",
        subjects: Subjects::Programs,
        hypotheses: &[CI, DI, DATARACE, CLOSED, DISTINCT],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, true_alarms_of_any_traces),
    },
    Claim {
        id: "liew2024/joint",
        source: "[L24, §4.3], and what \"data race\" leaves open",
        says: "two accesses that race and are separately feasible are jointly feasible",
        subjects: Subjects::Programs,
        hypotheses: &[CI, DI, DATARACE, DISTINCT],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, jointly),
    },
];

fn true_alarms(case: &Case, dropped: &Dropped) -> Result<Found, Obstacle> {
    alarms(case, !dropped.contains(&SAME_TRACE))
}

fn true_alarms_of_any_traces(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    alarms(case, false)
}

/// The races of the protocol; those whose first action the program does not make offend. Each
/// race is met in both orders.
fn alarms(case: &Case, same_trace: bool) -> Result<Found, Obstacle> {
    let actions = case.actions()?;
    let races = |(a, t): &Action, (b, u): &Action| a.races_with(b) && (!same_trace || t == u);
    let mut met = false;
    let mut offences = BTreeSet::new();
    for one in &actions.protocol {
        let made = actions.program.contains(one);
        for other in actions.protocol.iter().filter(|other| races(one, other)) {
            met = true;
            if !made {
                offences.insert(Offence::Race(one.clone(), other.clone()));
            }
        }
    }
    Ok(Found { unmet: unmet_unless(met), offences })
}

/// Every two accesses of distinct threads that are each in J-actions, and not both from one
/// initial memory.
fn jointly(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    let accesses: BTreeSet<&AccessValue> =
        case.actions()?.program.iter().map(|(access, _)| access).collect();
    let mut met = false;
    let mut offences = BTreeSet::new();
    let mut known = None;
    for one in &accesses {
        for other in
            accesses.iter().filter(|other| one.thread < other.thread && one.races_with(other))
        {
            met = true;
            let joint = match &known {
                Some(joint) => joint,
                None => known.insert(joint(case)?),
            };
            if !joint.contains(&((*one).clone(), (*other).clone())) {
                offences.insert(Offence::Separate((*one).clone(), (*other).clone()));
            }
        }
    }
    Ok(Found { unmet: unmet_unless(met), offences })
}

/// The pairs of accesses of two threads, the smaller first, that some initial memory gives both.
fn joint(case: &Case) -> Result<BTreeSet<(AccessValue, AccessValue)>, Obstacle> {
    let mut pairs = BTreeSet::new();
    let Some(s) = case.program() else { return Ok(pairs) };
    let empty = Store::empty();
    for second in 0..case.bounds.threads {
        for first in 0..second {
            let (i, j) = (Thread::natural(first), Thread::natural(second));
            let mut search = case.from_any_memory();
            // The second thread runs inside the first one's result: what that has chosen of the
            // initial memory stays chosen.
            let flow = runs(&mut search, &empty, s, &i, &mut |search, (_, one, _), _| {
                debug_assert!(chosen(search).is_some());
                runs(search, &empty, s, &j, &mut |_, (_, other, _), _| {
                    for a in one.iter() {
                        pairs.extend(other.iter().map(|b| (a.clone(), b.clone())));
                    }
                    Flow::Continue(())
                })
            });
            if let Flow::Break(stop) = flow {
                return Err(Obstacle::Stopped(stop));
            }
            if search.too_large_a_number() {
                return Err(Obstacle::Meaningless(Meaningless::TooLarge));
            }
        }
    }
    Ok(pairs)
}

fn unmet_unless(met: bool) -> Option<&'static str> {
    (!met).then_some(DATARACE.name)
}
