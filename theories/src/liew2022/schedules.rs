//! What the threads' separate runs tell of all schedules in a shared memory. [L22, §3]: "our
//! simplification still captures the occurrence of data-races, and as such, does not affect the
//! correctness of DRF analysis."
//!
//! It does where every thread has a run. Where a thread reads what nobody wrote before, it has none,
//! PAR has no derivation, and no race is captured: by Definition 1 such a program is even DRF.

use super::histories::{Given, OF_BABYCUDA, RUNS, Says, WELL_TYPED, after_each, fresh, race};
use crate::case::Case;
use crate::claim::{Assumed, Claim, Dropped, Finding, Hypothesis, Recorded, Run};
use crate::interleavings::{Race, World};
use jaminan::babycuda::History;
use semantics::Stop;
use semantics::outcomes::Obstacle;

const RACY: Hypothesis = Hypothesis {
    name: "RACY",
    says: "under some schedule, from the memory that H leaves, there is a race",
    assumed: Assumed::SpokenOf,
};

const RACY_AFTER: Hypothesis =
    Hypothesis {
        name: "RACY-AFTER", says: "H, b ⇓ H' for a racy H'", assumed: Assumed::SpokenOf
    };

const DRF_PROGRAM: Hypothesis = Hypothesis {
    name: "DRF-PROGRAM",
    says: "every H' with [∅], b ⇓ H' is DRF",
    assumed: Assumed::InCheck,
};

const SOURCE: &str = "[L22, §3], “our simplification still captures the occurrence of data-races”";

pub(super) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "liew2022/simplification",
            source: SOURCE,
            says: "H, b ⇓ H' for a racy H'",
            hypotheses: &[RACY],
            recorded: Recorded::Refuted("v1-baby:2:1"),
            check: |case, dropped| after_each(case, dropped, drf(case), |g| captured(g, false)),
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/simplification-mended",
            source: "the same, mended",
            says: "H, b ⇓ H' for a racy H'",
            hypotheses: &[RACY, RUNS],
            check: |case, dropped| after_each(case, dropped, drf(case), |g| captured(g, true)),
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/simplification-real",
            source: "[L22, §3], the other direction",
            says: "under some schedule, from the memory that H leaves, there is a race",
            hypotheses: &[RACY_AFTER],
            check: |case, dropped| after_each(case, dropped, drf(case), real),
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/drf-program",
            source: "[L22, Def. 1], of programs",
            says: "no schedule, from any memory, has a race",
            hypotheses: &[WELL_TYPED, DRF_PROGRAM],
            recorded: Recorded::Refuted("v1-baby:2:1"),
            check: |case, dropped| {
                let begin = [History::begin()];
                after_each(case, dropped, begin, drf_program)
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-schedules",
            source: "[L22, Thm. 1], mended, of all schedules",
            says: "u ⇓ Λ ⟹ (Λ is DRF iff no schedule, from any memory, has a race)",
            hypotheses: &[WELL_TYPED],
            check: of_all_schedules,
            ..OF_BABYCUDA
        },
    ]
}

/// Histories with one memory, in whose newest phase nothing has happened yet.
fn drf(case: &Case) -> impl Iterator<Item = History> {
    fresh(case).into_iter().filter(|h| h.race().is_none())
}

fn captured(given: &Given<'_>, mended: bool) -> Result<Says, Obstacle> {
    let (all, outcomes) = (given.schedules()?, given.outcomes()?);
    if mended && !given.dropped.contains(&RUNS) && outcomes.is_empty() {
        return Ok(Says::Without(RUNS));
    }
    let race = all.races.first_key_value();
    if race.is_none() {
        return Ok(Says::Without(RACY));
    }
    if outcomes.iter().any(|h| h.race().is_some()) {
        return Ok(Says::Holds);
    }
    let why = match outcomes.is_empty() {
        true => "there is no H' at all: a thread reads what nobody wrote",
        false => "no H' is racy",
    };
    let offending = race.map(|(race, schedule)| {
        let accesses: Vec<String> = schedule.iter().flatten().map(ToString::to_string).collect();
        format!("{race}, by the schedule {}", accesses.join(", "))
    });
    Ok(Says::Wrong(why.into(), offending.into_iter().collect(), Vec::new()))
}

fn real(given: &Given<'_>) -> Result<Says, Obstacle> {
    let racy = given.outcomes()?.into_iter().find(|h| h.race().is_some());
    if racy.is_none() {
        return Ok(Says::Without(RACY_AFTER));
    }
    Ok(match given.schedules()?.races.is_empty() {
        false => Says::Holds,
        true => {
            let offending = racy.iter().map(History::to_string).collect();
            Says::Wrong("no schedule has a race".into(), offending, Vec::new())
        }
    })
}

fn drf_program(given: &Given<'_>) -> Result<Says, Obstacle> {
    let racy = given.outcomes()?.into_iter().any(|h| h.race().is_some());
    if racy && !given.dropped.contains(&DRF_PROGRAM) {
        return Ok(Says::Without(DRF_PROGRAM));
    }
    Ok(match racy_world(given.case)? {
        None => Says::Holds,
        Some((world, race)) => {
            let why = "the program is DRF by Definition 1, and a schedule has a race".into();
            Says::Wrong(why, vec![format!("{race}, from memory {world}")], Vec::new())
        }
    })
}

fn of_all_schedules(case: &Case, dropped: &Dropped) -> Finding {
    after_each(case, dropped, [History::begin()], |given| {
        let real = racy_world(case)?;
        let lambdas = given.phases()?;
        let alarm = lambdas.iter().find_map(race);
        let (why, offending) = match (alarm, real) {
            (Some((a, b)), None) => {
                ("Λ is racy and no schedule has a race", format!("{a} and {b}"))
            }
            (None, Some((world, race))) => {
                ("a schedule has a race and Λ is DRF", format!("{race}, from memory {world}"))
            }
            _ => return Ok(Says::Holds),
        };
        let title = "Λ".into();
        let text = lambdas.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let runs = vec![Run::Written { title, text, latex: None }];
        Ok(Says::Wrong(why.into(), vec![offending], runs))
    })
}

/// A world in which some schedule has a race.
fn racy_world(case: &Case) -> Result<Option<(&World, &Race)>, Obstacle> {
    let worlds = case.in_worlds().map_err(|_| Obstacle::Stopped(Stop::OutOfFuel))?;
    Ok(worlds.iter().find_map(|seen| Some((&seen.world, seen.all.races.keys().next()?))))
}
