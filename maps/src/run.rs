//! What one thread can do when it runs a protocol.

use crate::rules::{Judgment, runs};
use crate::syntax::Protocol;
use semantics::{Budget, Choices, Explanation, Outcomes, Phase, Thread, Trace, outcomes};

/// Every `(P, t)` with `p ⇓ᵢ P ▷ t`, the nondeterministic choices ranging over `choices`.
pub fn outcomes(
    p: &Protocol,
    i: &Thread,
    choices: &Choices,
    budget: &Budget,
) -> Outcomes<(Phase, Trace)> {
    outcomes::every(choices, &(), budget, &|search, found| runs(search, p, i, found))
}

/// The first derivation of outcome `n` of [`outcomes()`], from 0.
pub fn explain(
    p: &Protocol,
    i: &Thread,
    choices: &Choices,
    budget: &Budget,
    n: usize,
) -> Explanation<Judgment> {
    outcomes::explain(choices, &(), budget, n, &|search, found| runs(search, p, i, found))
}
