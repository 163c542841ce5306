//! The claims about interleavings, on every small program with barriers.
//!
//! Programs up to size 3 with two threads, size 2 with three; `INTERLEAVE_SIZE=4` for one more of
//! each.

mod recorded;

use oracle::Bounds;
use recorded::{assert_as_recorded, assert_needed, check};
use theories::interleavings::claims;
use theories::{Dropped, Recorded};

fn largest() -> usize {
    std::env::var("INTERLEAVE_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

fn bounds(threads: u64) -> Bounds {
    Bounds { threads, values: 2, cells: 3 }
}

#[test]
fn every_claim_is_as_recorded() {
    for claim in claims() {
        assert_as_recorded(&claim, &bounds(2), largest());
        if claim.recorded == Recorded::Holds {
            let found = check(&claim, &Dropped::default(), &bounds(3), largest() - 1);
            assert!(found.refuted.is_none(), "{}: {:#?}", claim.id, found.refuted);
        }
    }
}

/// Each claim that holds, without each of its hypotheses: the smallest program that refutes it.
#[test]
fn every_hypothesis_is_needed() {
    assert_needed(
        &claims(),
        &bounds(2),
        &[("interleavings/one-outcome", "RACE-FREE", "v1-sync:1:2")],
    );
}
