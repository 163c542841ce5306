//! Theorem 1: after `H, b ⇓ H'`, `H'` is DRF iff the phase of the type is. As it stands, and mended.
//!
//! The theorem does not say that nothing has happened yet in the newest phase of `H`. What has is in
//! the newest phase of `H'` too and may race with what the program does, and no type tells: of
//! `A[tid] := tid`, where thread 0 has read `A[1]` before in the same phase. So the theorem fails
//! from the analysis's bad side: `Λ` is DRF and `H'` is not. The other direction needs no mend
//! (`1-true-alarms`). By `1-union` there is no other kind of counterexample: what was done before
//! may be a read or a write, of a thread that runs `b` or of another. Where the theorem is read so
//! that other threads may run `u` than run `b`, there are more (`1-threads`).

use super::histories::{
    DRF, Given, NEWEST_EMPTY, NEWEST_OUTSIDE, NEWEST_READS, OF_BABYCUDA, RUNS, Says, WELL_TYPED,
    after_each, histories, newest, race,
};
use crate::claim::{Assumed, Claim, Hypothesis, Recorded};
use jaminan::babycuda::Threads;
use semantics::Phase;
use semantics::outcomes::Obstacle;
use std::collections::BTreeSet;

const RACY: Hypothesis =
    Hypothesis { name: "RACY", says: "Λ is racy", assumed: Assumed::SpokenOf };

const SAYS: &str = "H, b ⇓ H' and u ⇓ Λ ⟹ (H' is DRF iff Λ is DRF)";

pub(super) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "liew2022/1",
            says: SAYS,
            hypotheses: &[WELL_TYPED, DRF],
            recorded: Recorded::Refuted("v1-baby:1:3"),
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    agree(given, &[DRF], |_, lambda| lambda.clone())
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-reads",
            source: "[L22, Thm. 1], where the newest phase has reads only",
            says: SAYS,
            hypotheses: &[WELL_TYPED, DRF, NEWEST_READS],
            recorded: Recorded::Refuted("v1-baby:1:3"),
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    agree(given, &[DRF, NEWEST_READS], |_, lambda| lambda.clone())
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-outside",
            source: "[L22, Thm. 1], where the newest phase is of threads that do not run b",
            says: SAYS,
            hypotheses: &[WELL_TYPED, DRF, NEWEST_OUTSIDE],
            recorded: Recorded::Refuted("v1-baby:1:3"),
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    agree(given, &[DRF, NEWEST_OUTSIDE], |_, lambda| lambda.clone())
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-mended",
            source: "[L22, Thm. 1], mended",
            says: SAYS,
            hypotheses: &[WELL_TYPED, DRF, NEWEST_EMPTY],
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    agree(given, &[DRF, NEWEST_EMPTY], |_, lambda| lambda.clone())
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-union",
            source: "[L22, Thm. 1], mended",
            says: "P :: H, b ⇓ H' and u ⇓ Λ ⟹ (H' is DRF iff P ∪ Λ is DRF)",
            hypotheses: &[WELL_TYPED, DRF],
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    agree(given, &[DRF], |before, lambda| before | lambda.clone())
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-true-alarms",
            source: "[L22, Thm. 1], one direction",
            says: "H, b ⇓ H' and u ⇓ Λ and Λ is racy ⟹ H' is racy",
            hypotheses: &[WELL_TYPED],
            check: |case, dropped| after_each(case, dropped, histories(case), alarms_are_true),
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-accesses",
            source: "[L22, Thm. 1], proof sketch",
            says: "H, b ⇓ P :: H' and u ⇓ Λ ⟹ (α ∈ P iff α ∈ Λ)",
            hypotheses: &[WELL_TYPED, DRF],
            recorded: Recorded::Refuted("v1-baby:1:0"),
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    same_accesses(given, &[DRF], |_, lambda| lambda.clone())
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-accesses-mended",
            source: "[L22, Thm. 1], proof sketch, mended",
            says: "P :: H, b ⇓ P' :: H' and u ⇓ Λ ⟹ P' = P ∪ Λ, as sets of access values",
            hypotheses: &[WELL_TYPED],
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    same_accesses(given, &[], |before, lambda| before | lambda.clone())
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-of-p",
            source: "[L22, Thm. 1], whose last words are “P is DRF”, with P the newest phase of H'",
            says: "H, b ⇓ P :: H' ⟹ (P :: H' is DRF iff P is DRF): true of any b, and silent on u",
            hypotheses: &[DRF],
            check: |case, dropped| after_each(case, dropped, histories(case), of_newest),
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/1-threads",
            source: "[L22, Thm. 1], mended, where nothing says which threads run u",
            says: "a set of threads runs b and another runs u ⟹ (H' is DRF iff Λ is DRF)",
            hypotheses: &[WELL_TYPED, DRF, NEWEST_EMPTY],
            recorded: Recorded::Refuted("v1-baby:1:1"),
            check: |case, dropped| after_each(case, dropped, histories(case), fewer_threads),
            ..OF_BABYCUDA
        },
    ]
}

/// `H'` is DRF iff a phase made of `P` and `Λ` is.
fn agree(
    given: &Given<'_>,
    hypotheses: &[Hypothesis],
    made: impl Fn(&Phase, &Phase) -> Phase,
) -> Result<Says, Obstacle> {
    if let Some(lacking) = given.lacks(hypotheses) {
        return Ok(lacking);
    }
    let (outcomes, lambdas, before) = (given.outcomes()?, given.phases()?, newest(given.h));
    for h in &outcomes {
        for lambda in lambdas.iter().map(|lambda| made(&before, lambda)) {
            let offending = match (h.race(), race(&lambda)) {
                (Some(race), None) => {
                    let (i1, i2, j) = (&race.writer, &race.other, &race.index);
                    format!(
                        "H' is racy: threads {i1} and {i2} at {}[{j}]; Λ = {lambda} is not",
                        race.array
                    )
                }
                (None, Some((a, b))) => format!("Λ is racy: {a} and {b}; H' = {h} is not"),
                _ => continue,
            };
            let why = "one of H' and Λ is DRF and the other is not".into();
            return Ok(Says::Wrong(why, vec![offending], Vec::new()));
        }
    }
    Ok(if outcomes.is_empty() { Says::Without(RUNS) } else { Says::Holds })
}

fn alarms_are_true(given: &Given<'_>) -> Result<Says, Obstacle> {
    let (outcomes, lambdas) = (given.outcomes()?, given.phases()?);
    let Some(alarm) = lambdas.iter().find_map(race) else {
        return Ok(Says::Without(RACY));
    };
    if let Some(h) = outcomes.iter().find(|h| h.race().is_none()) {
        let offending = format!("{} and {} race in Λ; H' = {h} is DRF", alarm.0, alarm.1);
        return Ok(Says::Wrong("Λ is racy and H' is not".into(), vec![offending], Vec::new()));
    }
    Ok(if outcomes.is_empty() { Says::Without(RUNS) } else { Says::Holds })
}

/// The newest phase of `H'` has the accesses of a phase made of `P` and `Λ`.
fn same_accesses(
    given: &Given<'_>,
    hypotheses: &[Hypothesis],
    made: impl Fn(&Phase, &Phase) -> Phase,
) -> Result<Says, Obstacle> {
    if let Some(lacking) = given.lacks(hypotheses) {
        return Ok(lacking);
    }
    let (outcomes, lambdas, before) = (given.outcomes()?, given.phases()?, newest(given.h));
    for h in &outcomes {
        let after = newest(h);
        for lambda in lambdas.iter().map(|lambda| made(&before, lambda)) {
            let all: BTreeSet<_> = after.iter().chain(lambda.iter()).collect();
            let differs = |a: &&&semantics::AccessValue| after.contains(a) != lambda.contains(a);
            if let Some(access) = all.iter().find(differs) {
                let why = "an access value is in one of P and Λ and not in the other".into();
                return Ok(Says::Wrong(why, vec![access.to_string()], Vec::new()));
            }
        }
    }
    Ok(if outcomes.is_empty() { Says::Without(RUNS) } else { Says::Holds })
}

fn of_newest(given: &Given<'_>) -> Result<Says, Obstacle> {
    if let Some(lacking) = given.lacks(&[DRF]) {
        return Ok(lacking);
    }
    let outcomes = given.outcomes()?;
    let differs = |h: &&jaminan::babycuda::History| {
        h.race().is_some() != h.split().is_some_and(|(newest, _)| newest.race().is_some())
    };
    if let Some(h) = outcomes.iter().find(differs) {
        let why = "an older phase of H' is racy".into();
        return Ok(Says::Wrong(why, vec![h.to_string()], Vec::new()));
    }
    Ok(if outcomes.is_empty() { Says::Without(RUNS) } else { Says::Holds })
}

/// Fewer threads run the program than its type.
fn fewer_threads(given: &Given<'_>) -> Result<Says, Obstacle> {
    if let Some(lacking) = given.lacks(&[DRF, NEWEST_EMPTY]) {
        return Ok(lacking);
    }
    let lambdas = given.phases()?;
    let mut met = false;
    for n in 1..=given.threads.len() {
        let some: Threads = given.threads.iter().take(n).cloned().collect();
        for h in given.outcomes_by(&some)? {
            met = true;
            for lambda in lambdas {
                if h.race().is_some() != race(lambda).is_some() {
                    let why = "more threads run the type than the program, and race";
                    let offending = format!("{n} threads come to {h}; Λ = {lambda}");
                    return Ok(Says::Wrong(why.into(), vec![offending], Vec::new()));
                }
            }
        }
    }
    Ok(if met { Says::Holds } else { Says::Without(RUNS) })
}
