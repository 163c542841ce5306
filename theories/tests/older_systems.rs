//! Parametric flows and formulas against exhaustion, on every small program with barriers, and the
//! claims of their papers.
//!
//! Up to size 2; further with `OLDER_SIZE=3 cargo test --release -p theories --test older_systems`.
#![allow(clippy::unwrap_used)] // a test may panic

use oracle::solver::choose;
use theories::hirace::claims::Checked;
use theories::{parametric_flows, sarkar2018};

fn size() -> usize {
    std::env::var("OLDER_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

fn as_recorded(claims: &[Checked]) {
    for claim in claims {
        println!("{}: {}: {}", claim.id, claim.verdict.word(), claim.shown);
    }
    let other = claims.iter().filter(|claim| !claim.as_recorded());
    let other: Vec<&str> = other.map(|claim| claim.id).collect();
    assert!(other.is_empty(), "not as recorded: {other:?}");
}

#[test]
fn the_claims_on_parametric_flows() {
    let Ok(mut chosen) = choose("z3") else {
        println!("skipped: z3 (not installed)");
        return;
    };
    as_recorded(&parametric_flows::claims::claims(size(), chosen.solver.as_mut()).unwrap());
}

#[test]
fn the_theorems_on_formulas() {
    let Ok(mut chosen) = choose("z3") else {
        println!("skipped: z3 (not installed)");
        return;
    };
    as_recorded(&sarkar2018::claims::claims(size(), chosen.solver.as_mut()).unwrap());
}
