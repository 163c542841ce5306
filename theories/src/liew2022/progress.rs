//! Which programs run at all, to how many ends, and whether as Jaminan runs them. `lastwrite` is
//! partial: a cell that nobody wrote cannot be read.

use super::histories::{
    DRF, Given, OF_BABYCUDA, RUNS, Says, WELL_TYPED, after_each, histories, memory,
};
use crate::claim::{Assumed, Claim, Hypothesis, Recorded};
use crate::hypotheses::CLOSED;
use jaminan::babycuda::{Accesses, History};
use semantics::outcomes::Obstacle;
use semantics::{Choices, Mode, Outcomes};

const WRITTEN: Hypothesis = Hypothesis {
    name: "WRITTEN",
    says: "every cell that Λ reads was written in a phase of H before the newest, [[b]] ⇓ Λ",
    assumed: Assumed::InCheck,
};

pub(super) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "liew2022/progress",
            source: "[L22, §3 and §4]",
            says: "H, b ⇓ H' for some H'",
            hypotheses: &[WELL_TYPED, CLOSED],
            recorded: Recorded::Refuted("v1-baby:2:0"),
            check: |case, dropped| after_each(case, dropped, histories(case), progress),
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/progress-mended",
            source: "[L22, §3 and §4], mended",
            says: "H, b ⇓ H' for some H'; of no use for it is a type",
            hypotheses: &[CLOSED, WRITTEN],
            check: |case, dropped| {
                after_each(case, dropped, histories(case), |given| {
                    if !given.dropped.contains(&WRITTEN) && !written(given)? {
                        return Ok(Says::Without(WRITTEN));
                    }
                    progress(given)
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/no-phase",
            source: "[L22, Fig. 5] PAR",
            says: "[], b ⇓ H' for no H': there is no phase to run in",
            check: |case, dropped| {
                after_each(case, dropped, [History::none()], |given| {
                    Ok(match given.outcomes()?.first() {
                        None => Says::Holds,
                        Some(h) => Says::Wrong("it runs".into(), vec![h.to_string()], Vec::new()),
                    })
                })
            },
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/lastwrite",
            source: "[L22, §3], “at most one writer per index, in every phase”",
            says: "H, b ⇓ H' for at most one H'",
            hypotheses: &[DRF],
            check: |case, dropped| after_each(case, dropped, histories(case), one_history),
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/jaminan",
            source: "[L22, Fig. 5] and [L24, Fig. 5]",
            says: "H, b ⇓ H' ⟹ each thread does what Jaminan's rules do from the memory of H and \
                   its own newest writes",
            hypotheses: &[DRF],
            check: |case, dropped| after_each(case, dropped, histories(case), as_jaminan),
            ..OF_BABYCUDA
        },
    ]
}

fn progress(given: &Given<'_>) -> Result<Says, Obstacle> {
    if given.outcomes()?.is_empty() {
        return Ok(Says::Wrong("the program has no run".into(), Vec::new(), Vec::new()));
    }
    Ok(Says::Holds)
}

fn written(given: &Given<'_>) -> Result<bool, Obstacle> {
    let older = given.h.split().map(|(_, older)| older).unwrap_or_else(History::none);
    let lambdas = given.phases()?;
    let mut reads = lambdas.iter().flat_map(|p| p.iter()).filter(|a| a.mode == Mode::Rd);
    Ok(reads.all(|a| !older.lastwrite(&a.array, &a.index).is_empty()))
}

fn one_history(given: &Given<'_>) -> Result<Says, Obstacle> {
    if let Some(lacking) = given.lacks(&[DRF]) {
        return Ok(lacking);
    }
    let outcomes = given.outcomes()?;
    Ok(match outcomes.len() {
        0 => Says::Without(RUNS),
        1 => Says::Holds,
        n => {
            let found = outcomes.iter().map(History::to_string).collect();
            Says::Wrong(format!("it comes to {n} histories"), found, Vec::new())
        }
    })
}

fn as_jaminan(given: &Given<'_>) -> Result<Says, Obstacle> {
    if let Some(lacking) = given.lacks(&[DRF]) {
        return Ok(lacking);
    }
    let outcomes = given.outcomes()?;
    let (Some((before, _)), false) = (given.h.split(), outcomes.is_empty()) else {
        return Ok(Says::Without(RUNS));
    };
    for i in given.threads {
        let own = before.of(i);
        let from = memory(given.h).merge(&own.writes);
        let (choices, budget) = (Choices::default(), given.case.budget());
        let runs = match jaminan::outcomes(&from, given.b, i, &choices, &budget) {
            Outcomes::Done { outcomes, .. } => outcomes,
            Outcomes::Stuck(_) => Vec::new(),
            Outcomes::GaveUp { limit, .. } => return Err(limit),
        };
        let mut expected = Vec::new();
        for (updates, phase, _) in runs {
            let reads = phase.iter().filter(|a| a.mode == Mode::Rd);
            let after = reads.fold(own.clone(), |a, read| a.reading(&read.array, &read.index));
            expected.push(Accesses { writes: after.writes.merge(&updates), ..after });
        }
        let own_after = |h: &History| h.split().map(|(newest, _)| newest.of(i));
        if let Some(h) =
            outcomes.iter().find(|h| own_after(h).is_none_or(|a| !expected.contains(&a)))
        {
            let why = format!("thread {i} does what no run of Jaminan does");
            return Ok(Says::Wrong(why, vec![h.to_string()], Vec::new()));
        }
    }
    Ok(Says::Holds)
}
