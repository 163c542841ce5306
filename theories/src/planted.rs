//! Clauses of the two older systems that are wrong on purpose. See `semantics::mutants`.
//!
//! Their rules are steps of an algorithm and no text of their own, so what is planted stands where it takes the
//! place of what is right.

use crate::parametric_flows::Relation;
#[cfg(feature = "mutants")]
use semantics::mutants::{Mutant, on};

/// Whether this clause is planted; never in builds without the feature `mutants`.
#[cfg(feature = "mutants")]
pub(crate) fn is(id: &str) -> bool {
    on().is_some_and(|on| on.id == id)
}

#[cfg(not(feature = "mutants"))]
pub(crate) const fn is(_: &str) -> bool {
    false
}

/// What is right, or what is planted in its place.
pub(crate) fn in_place_of<T>(right: T, id: &str, wrong: impl FnOnce() -> T) -> T {
    if is(id) { wrong() } else { right }
}

/// Whether two flows are passed over: one flow with itself, or with another.
pub(crate) fn passed_over(itself: bool) -> bool {
    is(if itself { "flows-only-of-two-flows" } else { "flows-only-of-one-flow" })
}

/// Whether threads that stand so are forgotten.
pub(crate) fn not_of(relation: Relation) -> bool {
    is(match relation {
        Relation::SameWarp => "flows-not-of-one-warp",
        Relation::SameBlock => "flows-not-of-two-warps",
        Relation::DifferentBlocks => "flows-not-of-two-blocks",
    })
}

#[cfg(feature = "mutants")]
const fn clause(id: &'static str, of: &'static str) -> Mutant {
    Mutant { id, of }
}

/// The mutants of parametric flows.
#[cfg(feature = "mutants")]
pub const FLOWS: &[Mutant] = &[
    clause("flows-not-of-one-warp", "[P12] threads of one warp"),
    clause("flows-not-of-two-warps", "[P12] threads of two warps of a block"),
    clause("flows-not-of-two-blocks", "[P12] threads of two blocks"),
    clause("flows-blocks-in-step", "[P12] threads of two blocks"),
    clause("flows-only-of-one-flow", "[P12] each two flows"),
    clause("flows-only-of-two-flows", "[P12] each two flows"),
    clause("flows-writes-only", "[P12] a race"),
    clause("flows-without-path", "[P12] a race"),
    clause("flows-of-one-thread", "[P12] two threads"),
    clause("flows-else-never", "[P12] a fork"),
    clause("flows-own-writes-unseen", "[P12] a read"),
    clause("flows-memory-of-each", "[P12] a read"),
    clause("flows-rest-never", "a loop that is long"),
    clause("flows-rest-is-next", "a loop that is long"),
    clause("flows-rest-forgets-nothing", "a loop that is long"),
    clause("flows-forgets-entry", "a thread behind a barrier"),
    clause("flows-entry-of-one-side", "a thread behind a barrier"),
    clause("flows-carries-anyway", "memory behind a barrier"),
    clause("flows-carries-first-write", "memory behind a barrier"),
    clause("flows-carries-any-thread", "memory behind a barrier"),
    clause("flows-always-certain", "[P12] replays of races"),
    clause("flows-no-deadlock", "[P12] a deadlock"),
    clause("flows-lock-step-on-both-sides", "[P12] lock step"),
    clause("flows-lock-step-at-one-place", "[P12] lock step"),
];

/// The mutants of formulas.
#[cfg(feature = "mutants")]
pub const FORMULAS: &[Mutant] = &[
    clause("formulas-one-thread", "[S18] tid1 != tid2"),
    clause("formulas-without-predicates", "[S18] Algorithm 1"),
    clause("formulas-writes-only", "[S18] Algorithm 1"),
    clause("formulas-not-itself", "[S18] Algorithm 1"),
    clause("formulas-one-predicate", "[S18] Algorithm 2"),
    clause("formulas-both-predicates", "[S18] Algorithm 2"),
    clause("formulas-any-iteration", "[S18] Algorithm 2"),
    clause("formulas-store-anyway", "[S18] phi"),
    clause("formulas-else-as-then", "[S18] phi"),
    clause("formulas-first-iteration", "[S18] one arbitrary iteration"),
    clause("formulas-loop-forgets-nothing", "[S18] one arbitrary iteration"),
    clause("formulas-replays-two-alone", "[S18] replays of races"),
    clause("formulas-barrier-forgets-nothing", "[S18] BAR"),
    clause("formulas-intervals-of-the-text", "[S18] intervals"),
    clause("formulas-iterations-apart", "[S18] intervals"),
];
