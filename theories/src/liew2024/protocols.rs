//! Two runs of one protocol by one thread. [L24, Lemma 3.3]

use super::offence::{Found, Offence, judge};
use super::relation::class;
use crate::case::{Case, Subjects};
use crate::claim::{Claim, Dropped, Recorded, Within};
use crate::hypotheses::{CI, DI, DISTINCT, SAME_TRACE};
use oracle::explore::Obstacle;
use semantics::outcomes::Outcomes;
use semantics::{Choices, Meaningless, Phase, Thread, Trace};
use std::collections::BTreeSet;

pub(super) const CLAIMS: [Claim; 4] = [
    Claim {
        id: "liew2024/3.3.1",
        source: "[L24, Lemma 3.3 (1)]",
        says: "p ⇓ᵢ P₁ ▷ t₁ and p ⇓ᵢ P₂ ▷ t₂ ⟹ P₁ ≡_I P₂",
        subjects: Subjects::Protocols,
        hypotheses: &[SAME_TRACE],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, related),
    },
    Claim {
        id: "liew2024/3.3.2",
        source: "[L24, Lemma 3.3 (2)]",
        says: "p ⇓ᵢ P₁ ▷ t₁ and p ⇓ᵢ P₂ ▷ t₂ ⟹ P₁ ≡_I P₂ and t₁ = t₂",
        subjects: Subjects::Protocols,
        hypotheses: &[CI, DISTINCT],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, related_by_one_trace),
    },
    Claim {
        id: "liew2024/3.3.3",
        source: "[L24, Lemma 3.3 (3)]",
        says: "p ⇓ᵢ P₁ ▷ t₁ and p ⇓ᵢ P₂ ▷ t₂ ⟹ P₁ = P₂",
        subjects: Subjects::Protocols,
        hypotheses: &[DI, SAME_TRACE, DISTINCT],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, equal),
    },
    Claim {
        id: "liew2024/3.3.4",
        source: "[L24, Lemma 3.3 (4)]",
        says: "p ⇓ᵢ P₁ ▷ t₁ and p ⇓ᵢ P₂ ▷ t₂ ⟹ P₁ = P₂ and t₁ = t₂",
        subjects: Subjects::Protocols,
        hypotheses: &[CI, DI, DISTINCT],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, equal_by_one_trace),
    },
];

type RunOf = (Phase, Trace);

/// `P₁ ≡_I P₂`
fn same_classes((one, _): &RunOf, (other, _): &RunOf) -> bool {
    let classes = |phase: &Phase| phase.iter().map(class).collect::<BTreeSet<_>>();
    classes(one) == classes(other)
}

fn related(case: &Case, dropped: &Dropped) -> Result<Found, Obstacle> {
    let any_traces = dropped.contains(&SAME_TRACE);
    pairs(case, &|one, other| (!any_traces && one.1 != other.1) || same_classes(one, other))
}

fn related_by_one_trace(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    pairs(case, &|one, other| one.1 == other.1 && same_classes(one, other))
}

fn equal(case: &Case, dropped: &Dropped) -> Result<Found, Obstacle> {
    let any_traces = dropped.contains(&SAME_TRACE);
    pairs(case, &|one, other| (!any_traces && one.1 != other.1) || one.0 == other.0)
}

fn equal_by_one_trace(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    pairs(case, &|one, other| one == other)
}

/// The pairs of runs of one thread that are not as they should be.
fn pairs(case: &Case, right: &dyn Fn(&RunOf, &RunOf) -> bool) -> Result<Found, Obstacle> {
    let choices = Choices::below(case.bounds.values);
    let mut offences = Vec::new();
    for i in (0..case.bounds.threads).map(Thread::natural) {
        let runs = match maps::outcomes(case.protocol(), &i, &choices, &case.budget()) {
            Outcomes::Done { outcomes, .. } => outcomes,
            Outcomes::Stuck(_) => Vec::new(),
            Outcomes::GaveUp { limit, .. } => return Err(obstacle(limit)),
        };
        for (n, one) in runs.iter().enumerate() {
            for other in runs[..n].iter().filter(|other| !right(other, one)) {
                offences.push(Offence::Runs(i.clone(), other.clone(), one.clone()));
            }
        }
    }
    Ok(Found::new(offences))
}

fn obstacle(limit: semantics::outcomes::Obstacle) -> Obstacle {
    match limit {
        semantics::outcomes::Obstacle::Stopped(stop) => Obstacle::Stopped(stop),
        semantics::outcomes::Obstacle::Number => Obstacle::Meaningless(Meaningless::TooLarge),
    }
}
