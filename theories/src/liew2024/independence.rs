//! What the judgments of control and data independence say of each other. [L24, Figs. 4 and 7]

use super::offence::{Found, Offence, judge};
use crate::case::{Case, Subjects};
use crate::claim::{Claim, Dropped, Recorded, Within};
use maps::independence::Variables;
use maps::{aa, control_independent, data_independent};
use oracle::explore::Obstacle;
use semantics::{Name, Stop};

pub(super) const CLAIMS: [Claim; 2] = [
    Claim {
        id: "liew2024/aa",
        source: "[L24, Figs. 4 and 7]",
        says: "X ⊢CI p iff the first set of aa(X, p) is empty, X ⊢DI p iff the second is",
        subjects: Subjects::Protocols,
        hypotheses: &[],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, agree),
    },
    Claim {
        id: "liew2024/weakening",
        source: "[L24, Fig. 4]",
        says: "X ⊆ Y and X ⊢ p ⟹ Y ⊢ p, for CI and DI",
        subjects: Subjects::Protocols,
        hypotheses: &[],
        recorded: Recorded::Holds,
        within: Within::ASKED,
        check: |case, dropped| judge(case, dropped, weaken),
    },
];

fn agree(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    let p = case.protocol();
    let offends = |x: &Variables| {
        let sets = aa(x, p);
        (control_independent(x, p) != sets.control.is_empty()
            || data_independent(x, p) != sets.data.is_empty())
        .then(|| Offence::Said(format!("for X = {x:?} the judgments and aa differ")))
    };
    Ok(Found::new(subsets(&case.variables())?.iter().filter_map(offends)))
}

/// One variable more at a time: that is all of weakening.
fn weaken(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    let p = case.protocol();
    let names = case.variables();
    let mut offences = Vec::new();
    for x in subsets(&names)? {
        for name in names.iter().filter(|name| !x.contains(*name)) {
            let mut y = x.clone();
            y.insert(name.clone());
            if (control_independent(&x, p) && !control_independent(&y, p))
                || (data_independent(&x, p) && !data_independent(&y, p))
            {
                offences.push(Offence::Said(format!("X = {x:?} derives it, Y = {y:?} does not")));
            }
        }
    }
    Ok(Found::new(offences))
}

/// No protocol with more variables is checked: their sets are gone through.
const MOST_VARIABLES: usize = 12;

fn subsets(names: &[Name]) -> Result<Vec<Variables>, Obstacle> {
    if names.len() > MOST_VARIABLES {
        return Err(Obstacle::Stopped(Stop::TooLarge));
    }
    let with = |set: &Variables, name: &Name| {
        let mut set = set.clone();
        set.insert(name.clone());
        set
    };
    Ok(names.iter().fold(vec![Variables::new()], |mut sets, name| {
        let more: Vec<_> = sets.iter().map(|set| with(set, name)).collect();
        sets.extend(more);
        sets
    }))
}
