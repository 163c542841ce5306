//! All claims.

use crate::claim::Claim;
use crate::{interleavings, liew2022, liew2024, parametric_flows, sarkar2018};

/// Every claim, paper by paper, in the order of the papers.
pub fn claims() -> Vec<Claim> {
    let papers: [fn() -> Vec<Claim>; 6] = [
        liew2022::claims,
        liew2024::claims,
        interleavings::claims,
        parametric_flows::statements::claims,
        sarkar2018::statements::claims,
        sarkar2018::properties::claims,
    ];
    papers.iter().flat_map(|claims| claims()).collect()
}

/// The claim of this id.
pub fn claim(id: &str) -> Option<Claim> {
    claims().into_iter().find(|claim| claim.id == id)
}
