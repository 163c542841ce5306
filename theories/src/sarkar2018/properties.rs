//! Properties 2 and 3 of \[S18\] as they are printed: that two threads at a time are enough.
//!
//! Two threads of an execution of all of them are: that is what it means to race, or to diverge. Two
//! threads run by themselves are not, since what they find behind a barrier may be a third one's.

use crate::case::{Case, Subjects};
use crate::claim::{Assumed, Claim, Counterexample, Finding, Hypothesis, Recorded, Run, Within};
use crate::interleavings::reading::{Order, Reading, read};
use crate::interleavings::world::each_world;
use crate::interleavings::{Failure, Machine, Outcome, World};
use jaminan::Stmt;
use oracle::Bounds;
use semantics::{Syntax, Thread};
use std::ops::ControlFlow;

/// Steps that the threads may take in all worlds.
const FUEL: u64 = 10_000_000;

const BEHIND: Hypothesis = Hypothesis {
    name: "BEHIND",
    says: "something is read behind a barrier, with a write before it: else no thread can tell who else runs",
    assumed: Assumed::OfSubject(|case| case.program().is_some_and(reads_behind)),
};

const CONDITIONAL: Hypothesis = Hypothesis {
    name: "CONDITIONAL",
    says: "a barrier stands in a loop or under a condition",
    assumed: Assumed::OfSubject(|case| case.program().is_some_and(synchronizes_within)),
};

const PAIRS: Hypothesis = Hypothesis {
    name: "PAIRS",
    says: "of threads 0 to 2 no two, run by themselves, do it from any memory",
    assumed: Assumed::SpokenOf,
};

/// Two threads by themselves have to do it from no memory at all, so they are given more.
const OF_THREE: Within = Within {
    bounds: |_| Bounds { threads: 3, values: 2, cells: 4 },
    more: ", and of two of the threads values 0..4",
};

/// What \[S18\] claims of two threads and is not so.
pub fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "sarkar2018/property-2",
            source: "[S18, Property 2]",
            says: "the three threads do not race either",
            subjects: Subjects::Places,
            hypotheses: &[BEHIND, PAIRS],
            recorded: Recorded::Refuted(super::claims::PROPERTY_2),
            within: OF_THREE,
            check: |case, _| property(case, |reading| matches!(reading, Reading::Races { .. })),
        },
        Claim {
            id: "sarkar2018/property-3",
            source: "[S18, Property 3]",
            says: "the three threads do not diverge either",
            subjects: Subjects::Rounds,
            hypotheses: &[BEHIND, CONDITIONAL, PAIRS],
            recorded: Recorded::Refuted(super::claims::PROPERTY_3),
            within: OF_THREE,
            check: |case, _| {
                property(case, |reading| {
                    matches!(reading, Reading::Comes(Outcome::Diverges { .. }))
                })
            },
        },
    ]
}

fn property(case: &Case, wrong: fn(&Reading) -> bool) -> Finding {
    let Some(s) = case.program() else { return Finding::Holds };
    match holds(s, wrong) {
        Ok(None) => Finding::Vacuous(PAIRS.name),
        Ok(Some(None)) => Finding::Holds,
        Ok(Some(Some(world))) => Finding::Refuted(Box::new(Counterexample {
            why: "no two of the threads do it, and the three do".into(),
            offending: Vec::new(),
            runs: vec![Run::Written {
                title: "threads 0, 1 and 2".into(),
                text: format!("initial memory {world}\n"),
                latex: None,
            }],
        })),
        Err(failure) => failure.into(),
    }
}

/// Nothing where two threads do it; else the world in which three do, if there is one.
fn holds(s: &Stmt, wrong: fn(&Reading) -> bool) -> Result<Option<Option<World>>, Failure> {
    // The quick ones first: most pairs do it from the empty memory.
    for pair in [[0, 1], [0, 2], [1, 2]] {
        if happens(s, &pair, 1, wrong)?.is_some() {
            return Ok(None);
        }
    }
    let Some(world) = happens(s, &[0, 1, 2], 2, wrong)? else { return Ok(Some(None)) };
    for pair in [[0, 1], [0, 2], [1, 2]] {
        if happens(s, &pair, 4, wrong)?.is_some() {
            return Ok(None);
        }
    }
    Ok(Some(Some(world)))
}

/// The first world, with contents of memory below a bound, in which the threads come to it.
fn happens(
    s: &Stmt,
    threads: &[u64],
    values: u64,
    wrong: fn(&Reading) -> bool,
) -> Result<Option<World>, Failure> {
    let bounds = Bounds { threads: 3, values, cells: 4 };
    let threads: Vec<Thread> = threads.iter().map(|n| Thread::natural(*n)).collect();
    let found = each_world(&bounds, |world| {
        let mut machine = Machine::new(world, FUEL);
        let reading = read(&mut machine, s, &threads, Order::Alone)?;
        Ok(match wrong(&reading) {
            true => ControlFlow::Break(world.clone()),
            false => ControlFlow::Continue(()),
        })
    })?;
    Ok(match found {
        ControlFlow::Break(world) => Some(world),
        ControlFlow::Continue(()) => None,
    })
}

/// Whether a barrier stands in a loop or under a condition.
pub(crate) fn synchronizes_within(s: &Stmt) -> bool {
    match s {
        Stmt::Skip | Stmt::Sync(_) | Stmt::Write { .. } => false,
        Stmt::Seq(a, b) => synchronizes_within(a) || synchronizes_within(b),
        Stmt::Read { body, .. } | Stmt::Var(_, body) => synchronizes_within(body),
        Stmt::If(..) | Stmt::For(..) => s.synchronizes(),
    }
}

/// Whether something may be read with a write and then a barrier before it.
fn reads_behind(s: &Stmt) -> bool {
    fn go(s: &Stmt, passed: &mut [bool; 2]) -> bool {
        match s {
            Stmt::Skip => false,
            Stmt::Write { .. } => {
                passed[0] = true;
                false
            }
            Stmt::Sync(_) => {
                passed[1] = passed[0];
                false
            }
            Stmt::Read { body, .. } => passed[1] || go(body, passed),
            Stmt::Seq(a, b) | Stmt::If(_, a, b) => go(a, passed) || go(b, passed),
            // Twice: what stands behind may come before in the next iteration.
            Stmt::For(_, _, _, body) => go(body, passed) || go(body, passed),
            Stmt::Var(_, body) => go(body, passed),
        }
    }
    go(s, &mut [false, false])
}
