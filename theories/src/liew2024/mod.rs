//! The claims of \[L24\], by the reference rules.
//!
//! A claim is checked within bounds. Where it fails there, it is checked within larger ones: only
//! what offends there too is a counterexample. ("Bounded checking" in `docs/calculi.md`.)

mod actions;
mod independence;
mod offence;
mod phases;
mod protocols;
mod races;
mod relation;

use crate::claim::Claim;

pub(crate) use offence::LARGER;

/// The claims of the paper, in its order.
pub fn claims() -> Vec<Claim> {
    let files: [&[Claim]; 5] = [
        &protocols::CLAIMS,
        &independence::CLAIMS,
        &actions::CLAIMS,
        &races::CLAIMS,
        &phases::CLAIMS,
    ];
    files.concat()
}
