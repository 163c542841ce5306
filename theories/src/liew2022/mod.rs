//! The claims of \[L22\], by the reference rules: of every small program of BabyCUDA, after every
//! small history.

mod correctness;
mod histories;
mod known;
mod progress;
mod schedules;
mod typings;

use crate::claim::Claim;

pub(crate) use known::Known;

/// The claims of the paper: Theorem 1 and its mends, progress, the types, and what its simplified
/// memory says of all schedules.
pub fn claims() -> Vec<Claim> {
    [correctness::claims(), progress::claims(), typings::claims(), schedules::claims()].concat()
}
