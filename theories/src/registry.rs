//! All claims.

use crate::claim::Claim;
use crate::{interleavings, liew2022, liew2024};

/// Every claim, paper by paper, in the order of the papers.
pub fn claims() -> Vec<Claim> {
    let papers: [fn() -> Vec<Claim>; 3] =
        [liew2022::claims, liew2024::claims, interleavings::claims];
    papers.iter().flat_map(|claims| claims()).collect()
}

/// The claim of this id.
pub fn claim(id: &str) -> Option<Claim> {
    claims().into_iter().find(|claim| claim.id == id)
}
