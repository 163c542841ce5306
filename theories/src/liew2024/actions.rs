//! The actions of a program against those of its protocol. [L24, Thms. 4.2 to 4.4]

use super::offence::{Found, Offence, judge};
use super::relation::Reading::{self, Strong, Weak};
use crate::case::{Case, Subjects};
use crate::claim::{Claim, Dropped, Finding, Hypothesis, Recorded, Within};
use crate::hypotheses::{CI, CI_FOR_SOME_X, CLOSED, DI, DISTINCT, SPURIOUS};
use oracle::actions::{Action, Actions};
use oracle::explore::Obstacle;
use std::collections::HashSet;

/// A theorem about the actions of programs.
const fn theorem(
    id: &'static str,
    source: &'static str,
    says: &'static str,
    hypotheses: &'static [Hypothesis],
    check: fn(&Case, &Dropped) -> Finding,
) -> Claim {
    let (subjects, recorded, within) = (Subjects::Programs, Recorded::Holds, Within::ASKED);
    Claim { id, source, says, subjects, hypotheses, recorded, within, check }
}

pub(super) const CLAIMS: [Claim; 13] = [
    theorem(
        "liew2024/4.2",
        "[L24, Thm. 4.2]",
        "J-actions(s) ⊆ P-actions([[s]])",
        &[],
        |case, dropped| judge(case, dropped, included),
    ),
    theorem(
        "liew2024/4.3.1",
        "[L24, Thm. 4.3 (1), strong I]",
        "J-actions(s) ≡_I P-actions([[s]]) ∩ reachable-actions(s)",
        &[],
        |case, dropped| judge(case, dropped, |case, _| related(case, Strong, true)),
    ),
    theorem(
        "liew2024/4.3.1-weak",
        "[L24, Thm. 4.3 (1), I of Def. 4.1]",
        "J-actions(s) ≡_I P-actions([[s]]) ∩ reachable-actions(s)",
        &[],
        |case, dropped| judge(case, dropped, |case, _| related(case, Weak, true)),
    ),
    theorem(
        "liew2024/4.3.2",
        "[L24, Thm. 4.3 (2), strong I]",
        "J-actions(s) ≡_I P-actions([[s]])",
        &[CI, CLOSED, DISTINCT],
        |case, dropped| judge(case, dropped, |case, _| related(case, Strong, false)),
    ),
    theorem(
        "liew2024/4.3.2-weak",
        "[L24, Thm. 4.3 (2), I of Def. 4.1]",
        "J-actions(s) ≡_I P-actions([[s]])",
        &[CI, CLOSED, DISTINCT],
        |case, dropped| judge(case, dropped, |case, _| related(case, Weak, false)),
    ),
    Claim {
        recorded: Recorded::Refuted("v1:4:19694"),
        within: Within::ASKED,
        ..theorem(
            "liew2024/4.3.2-some-x",
            "[L24, Thm. 4.3 (2), CI \"when X ⊢CI p for some X\"]",
            "J-actions(s) ≡_I P-actions([[s]])",
            &[CI_FOR_SOME_X, CLOSED, DISTINCT],
            |case, dropped| judge(case, dropped, |case, _| related(case, Strong, false)),
        )
    },
    theorem(
        "liew2024/4.3.3",
        "[L24, Thm. 4.3 (3)]",
        "J-actions(s) = P-actions([[s]]) ∩ reachable-actions(s)",
        &[DI, DISTINCT],
        |case, dropped| judge(case, dropped, |case, _| equal(case, true)),
    ),
    theorem(
        "liew2024/4.3.4",
        "[L24, Thm. 4.3 (4)]",
        "J-actions(s) = P-actions([[s]])",
        &[CI, DI, CLOSED, DISTINCT],
        |case, dropped| judge(case, dropped, |case, _| equal(case, false)),
    ),
    theorem(
        "liew2024/4.4.1",
        "[L24, Thm. 4.4 (1), strong I]",
        "δ ∈ spurious-actions(s) ⟹ δ ∉ reachable-actions(s) or (δ, δ') ∈ I for a δ' ∈ J-actions(s)",
        &[SPURIOUS],
        |case, dropped| judge(case, dropped, |case, _| spurious(case, Strong, true)),
    ),
    theorem(
        "liew2024/4.4.1-weak",
        "[L24, Thm. 4.4 (1), I of Def. 4.1]",
        "δ ∈ spurious-actions(s) ⟹ δ ∉ reachable-actions(s) or (δ, δ') ∈ I for a δ' ∈ J-actions(s)",
        &[SPURIOUS],
        |case, dropped| judge(case, dropped, |case, _| spurious(case, Weak, true)),
    ),
    theorem(
        "liew2024/4.4.2",
        "[L24, Thm. 4.4 (2), strong I]",
        "δ ∈ spurious-actions(s) ⟹ (δ, δ') ∈ I for a δ' ∈ J-actions(s)",
        &[CI, SPURIOUS, CLOSED, DISTINCT],
        |case, dropped| judge(case, dropped, |case, _| spurious(case, Strong, false)),
    ),
    theorem(
        "liew2024/4.4.2-weak",
        "[L24, Thm. 4.4 (2), I of Def. 4.1]",
        "δ ∈ spurious-actions(s) ⟹ (δ, δ') ∈ I for a δ' ∈ J-actions(s)",
        &[CI, SPURIOUS, CLOSED, DISTINCT],
        |case, dropped| judge(case, dropped, |case, _| spurious(case, Weak, false)),
    ),
    theorem(
        "liew2024/4.4.3",
        "[L24, Thm. 4.4 (3)]",
        "δ ∈ spurious-actions(s) ⟹ δ ∉ reachable-actions(s)",
        &[DI, SPURIOUS, DISTINCT],
        |case, dropped| judge(case, dropped, unreachable),
    ),
];

/// Whether an action is of the reachable ones.
fn reachable(actions: &Actions, (access, trace): &Action) -> bool {
    actions.reachable.contains(&(access.thread.clone(), trace.clone()))
}

/// `P-actions([[s]])`, or those of them that are reachable.
fn of_protocol(actions: &Actions, only_reachable: bool) -> HashSet<Action> {
    let wanted = |action: &&Action| !only_reachable || reachable(actions, action);
    actions.protocol.iter().filter(wanted).cloned().collect()
}

fn included(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    let actions = case.actions()?;
    let missing = actions.program.difference(&actions.protocol).cloned();
    Ok(Found::new(missing.map(Offence::OfProgram)))
}

fn related(case: &Case, reading: Reading, only_reachable: bool) -> Result<Found, Obstacle> {
    let actions = case.actions()?;
    let (program, protocol) = (&actions.program, of_protocol(actions, only_reachable));
    let of = |set: &HashSet<Action>| set.iter().cloned().collect::<Vec<_>>();
    let unmatched = reading.unrelated(of(program), of(&protocol)).into_iter();
    let unmade = reading.unrelated(of(&protocol), of(program)).into_iter();
    Ok(Found::new(unmatched.map(Offence::OfProgram).chain(unmade.map(Offence::OfProtocol))))
}

fn equal(case: &Case, only_reachable: bool) -> Result<Found, Obstacle> {
    let actions = case.actions()?;
    let protocol = of_protocol(actions, only_reachable);
    let unmatched = actions.program.difference(&protocol).cloned().map(Offence::OfProgram);
    let unmade = protocol.difference(&actions.program).cloned().map(Offence::OfProtocol);
    Ok(Found::new(unmatched.chain(unmade)))
}

fn spurious(case: &Case, reading: Reading, only_reachable: bool) -> Result<Found, Obstacle> {
    let actions = case.actions()?;
    let unmet = actions.spurious().next().is_none().then_some(SPURIOUS.name);
    let suspects = actions.spurious().filter(|a| !only_reachable || reachable(actions, a));
    let unmatched = reading.unrelated(suspects.cloned(), actions.program.iter().cloned());
    let offences = unmatched.into_iter().map(Offence::OfProtocol).collect();
    Ok(Found { unmet, offences })
}

fn unreachable(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    let actions = case.actions()?;
    let unmet = actions.spurious().next().is_none().then_some(SPURIOUS.name);
    let offences = actions.spurious().filter(|action| reachable(actions, action)).cloned();
    Ok(Found { unmet, offences: offences.map(Offence::OfProtocol).collect() })
}
