//! `u ⇓ Λ`: what all threads access when they run a protocol.

use super::Threads;
use maps::Protocol;
use semantics::outcomes::Obstacle;
use semantics::{Budget, Choices, Outcomes, Phase};
use std::collections::BTreeSet;

/// Every `Λ` with `u ⇓ Λ`, run by the threads `T`: the union of a `P` with `u ⇓ᵢ P` for each `i` of
/// `T` [L22, §4]. One where `u` has no `var`, as no type of BabyCUDA has; none where a thread has no
/// run.
///
/// # Errors
/// A limit of the budget.
pub fn phases(
    u: &Protocol,
    threads: &Threads,
    choices: &Choices,
    budget: &Budget,
) -> Result<BTreeSet<Phase>, Obstacle> {
    let mut all = BTreeSet::from([Phase::empty()]);
    for i in threads {
        let own = match maps::outcomes(u, i, choices, budget) {
            Outcomes::Done { outcomes, .. } => outcomes,
            Outcomes::Stuck(_) => return Ok(BTreeSet::new()),
            Outcomes::GaveUp { limit, .. } => return Err(limit),
        };
        let joined = |before: &Phase| -> Vec<Phase> {
            own.iter().map(|(phase, _)| before | phase.clone()).collect()
        };
        all = all.iter().flat_map(joined).collect();
    }
    Ok(all)
}
