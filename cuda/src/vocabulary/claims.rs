//! The names of GPUVerify's annotations.

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

/// Whether an annotation of this name says what holds from there on.
pub fn is_precondition(name: &str) -> bool {
    matches!(name, "__requires" | "__global_requires" | "__assume")
}
