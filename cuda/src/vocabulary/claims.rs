//! The names of GPUVerify's annotations, and of what compilers may take for granted.

/// What GPUVerify proves, or is told for its proof: no part of what the kernel does.
const CLAIMS: [&str; 17] = [
    // A ghost, which only what is to be proved reads.
    "__array_snapshot",
    "__assert",
    "__candidate_global_invariant",
    "__read_permission",
    "__write_permission",
    "__global_assert",
    "__ensures",
    "__global_ensures",
    "__function_wide_invariant",
    "__function_wide_candidate_invariant",
    "__candidate_invariant",
    "__candidate_assert",
    "__candidate_global_assert",
    "__invariant",
    "__global_invariant",
    "__non_temporal_invariant",
    "__requires_fresh_array",
];

/// Whether an annotation of this name says nothing of what the kernel does.
pub fn is_claim(name: &str) -> bool {
    // There is one for each number of instances: `__barrier_invariant_2`.
    CLAIMS.contains(&name) || name.starts_with("__barrier_invariant_")
}

/// Whether a text may have preconditions.
pub(crate) fn has_preconditions(text: &str) -> bool {
    ["__requires", "__global_requires", "__assume"].iter().any(|name| text.contains(name))
}

/// What says something that holds from there on: other executions are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// `__requires(e)`, of the function that it stands in: its callers have to show it.
    OfFunction,
    /// `__assume(e)`
    Assumed,
    /// `__builtin_assume(e)`: `e` is not evaluated.
    Unevaluated,
    /// `__builtin_unreachable()`: nobody comes there.
    Unreachable,
}

impl Precondition {
    /// Whether compilers have it as a function of their own.
    pub fn is_of_compilers(self) -> bool {
        matches!(self, Precondition::Unevaluated | Precondition::Unreachable)
    }
}

/// What an annotation of this name says that holds from there on.
pub fn precondition(name: &str) -> Option<Precondition> {
    Some(match name {
        "__requires" | "__global_requires" => Precondition::OfFunction,
        "__assume" => Precondition::Assumed,
        "__builtin_assume" => Precondition::Unevaluated,
        "__builtin_unreachable" => Precondition::Unreachable,
        _ => return None,
    })
}
