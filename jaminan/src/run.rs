//! What one thread can do when it runs a statement.

use crate::memory::Initial;
use crate::rules::{Judgment, runs};
use crate::syntax::Stmt;
use semantics::{Budget, Choices, Explanation, Outcomes, Phase, Store, Thread, Trace, outcomes};

/// Every `(M', P, t)` with `M, s ⇓ᵢ M', P ▷ t`, the nondeterministic choices ranging over
/// `choices`.
pub fn outcomes(
    m: &Store,
    s: &Stmt,
    i: &Thread,
    choices: &Choices,
    budget: &Budget,
) -> Outcomes<(Store, Phase, Trace)> {
    let zero = Initial::Zero;
    outcomes::every(choices, &zero, budget, &|search, found| runs(search, m, s, i, found))
}

/// The first derivation of outcome `n` of [`outcomes()`], from 0.
pub fn explain(
    m: &Store,
    s: &Stmt,
    i: &Thread,
    choices: &Choices,
    budget: &Budget,
    n: usize,
) -> Explanation<Judgment> {
    let zero = Initial::Zero;
    outcomes::explain(choices, &zero, budget, n, &|search, found| runs(search, m, s, i, found))
}
