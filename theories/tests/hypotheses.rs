//! What each hypothesis of [L24] is for: the smallest program that breaks a claim without it, on
//! every program up to size 4; and the hypotheses that nothing up to there needs.
#![allow(clippy::unwrap_used)] // a test may panic

use oracle::Bounds;
use theories::{Need, claims, needs};

fn found() -> Vec<Need> {
    let of_paper: Vec<_> =
        claims().into_iter().filter(|claim| claim.id.starts_with("liew2024/")).collect();
    needs(&of_paper, 4, &Bounds::new(2, 2)).unwrap()
}

#[test]
fn the_smallest_program_that_needs_each_hypothesis() {
    let found = found();
    let needed: Vec<[String; 4]> = found
        .iter()
        .filter_map(|need| {
            let refutation = need.tally.refutation.as_ref()?;
            Some([
                need.claim.id.into(),
                need.hypothesis.name.into(),
                refutation.number.to_string(),
                refutation.subject.to_string(),
            ])
        })
        .collect();
    let known = NEEDED.map(|row| row.map(String::from));
    assert_eq!(needed, known, "{needed:#?}");
    let idle: Vec<[&str; 2]> = found
        .iter()
        .filter(|need| need.tally.refutation.is_none())
        .map(|need| [need.claim.id, need.hypothesis.name])
        .collect();
    assert_eq!(idle, IDLE, "{idle:#?}");
    for need in &found {
        assert_eq!(need.tally.undecided, 0, "{} without {}", need.claim.id, need.hypothesis);
        assert_eq!(need.tally.cleared, 0, "{} without {}", need.claim.id, need.hypothesis);
    }
}

/// A counterexample shows itself: each run of it has a derivation.
#[test]
fn counterexamples_have_their_derivations() {
    for need in found() {
        let Some(refutation) = need.tally.refutation else { continue };
        for run in &refutation.counterexample.runs {
            let text = run.text(semantics::Spelling::Ascii);
            let stuck = text.starts_with("no run");
            // A program that is not closed may have no run at all: that is what offends.
            assert!(!stuck || need.hypothesis.name == "CLOSED", "{}: {text}", need.claim.id);
        }
    }
}

/// Claim, hypothesis, number, program.
const NEEDED: [[&str; 4]; 33] = [
    ["liew2024/3.3.1", "SAME-TRACE", "v1:3:40", "var x0. for x1 in 0..x0 { rd A[0] }"],
    ["liew2024/3.3.2", "CI", "v1:3:39", "var x0. for x1 in 0..x0 { skip }"],
    [
        "liew2024/3.3.2",
        "DISTINCT",
        "v1-shadowing:4:1844",
        "for x0 in 0..1 { var x0. for x1 in 0..x0 { skip } }",
    ],
    ["liew2024/3.3.3", "DI", "v1:2:4", "var x0. rd A[x0]"],
    ["liew2024/3.3.3", "SAME-TRACE", "v1:3:40", "var x0. for x1 in 0..x0 { rd A[0] }"],
    ["liew2024/3.3.3", "DISTINCT", "v1-shadowing:3:113", "for x0 in 0..1 { var x0. rd A[x0] }"],
    ["liew2024/3.3.4", "CI", "v1:3:39", "var x0. for x1 in 0..x0 { skip }"],
    ["liew2024/3.3.4", "DI", "v1:2:4", "var x0. rd A[x0]"],
    ["liew2024/3.3.4", "DISTINCT", "v1-shadowing:3:113", "for x0 in 0..1 { var x0. rd A[x0] }"],
    [
        "liew2024/4.3.2",
        "CI",
        "v1:4:19694",
        "for x0 in 0..2 { let x1 = A[0] in for x2 in 0..x1 { skip } }",
    ],
    ["liew2024/4.3.2", "CLOSED", "v1-open:1:2", "A[0] := x0"],
    [
        "liew2024/4.3.2",
        "DISTINCT",
        "v1-shadowing:4:57533",
        "for x0 in 0..2 { let x0 = A[0] in for x1 in 0..x0 { skip } }",
    ],
    ["liew2024/4.3.2-weak", "CLOSED", "v1-open:1:2", "A[0] := x0"],
    [
        "liew2024/4.3.3",
        "DI",
        "v1:4:278",
        "let x0 = A[0] in let x1 = A[0] in for x2 in 0..x0 { A[x1] := 0 }",
    ],
    [
        "liew2024/4.3.4",
        "CI",
        "v1:4:19694",
        "for x0 in 0..2 { let x1 = A[0] in for x2 in 0..x1 { skip } }",
    ],
    ["liew2024/4.3.4", "DI", "v1:4:23492", "A[0] := tid; let x0 = A[0] in A[x0] := 0"],
    ["liew2024/4.3.4", "CLOSED", "v1-open:1:2", "A[0] := x0"],
    [
        "liew2024/4.3.4",
        "DISTINCT",
        "v1-shadowing:4:57533",
        "for x0 in 0..2 { let x0 = A[0] in for x1 in 0..x0 { skip } }",
    ],
    [
        "liew2024/4.4.2",
        "CI",
        "v1:4:19694",
        "for x0 in 0..2 { let x1 = A[0] in for x2 in 0..x1 { skip } }",
    ],
    ["liew2024/4.4.2", "CLOSED", "v1-open:1:2", "A[0] := x0"],
    [
        "liew2024/4.4.2",
        "DISTINCT",
        "v1-shadowing:4:57533",
        "for x0 in 0..2 { let x0 = A[0] in for x1 in 0..x0 { skip } }",
    ],
    ["liew2024/4.4.2-weak", "CLOSED", "v1-open:1:2", "A[0] := x0"],
    [
        "liew2024/4.4.3",
        "DI",
        "v1:4:278",
        "let x0 = A[0] in let x1 = A[0] in for x2 in 0..x0 { A[x1] := 0 }",
    ],
    [
        "liew2024/4.5",
        "CI",
        "v1:4:19695",
        "for x0 in 0..2 { let x1 = A[0] in for x2 in 0..x1 { A[0] := 0 } }",
    ],
    ["liew2024/4.5", "DI", "v1:4:23492", "A[0] := tid; let x0 = A[0] in A[x0] := 0"],
    ["liew2024/4.5", "CLOSED", "v1-open:1:2", "A[0] := x0"],
    [
        "liew2024/4.5",
        "DISTINCT",
        "v1-shadowing:4:57534",
        "for x0 in 0..2 { let x0 = A[0] in for x1 in 0..x0 { A[0] := 0 } }",
    ],
    [
        "liew2024/4.5-any-traces",
        "CI",
        "v1:4:19695",
        "for x0 in 0..2 { let x1 = A[0] in for x2 in 0..x1 { A[0] := 0 } }",
    ],
    ["liew2024/4.5-any-traces", "DI", "v1:4:23492", "A[0] := tid; let x0 = A[0] in A[x0] := 0"],
    ["liew2024/4.5-any-traces", "CLOSED", "v1-open:1:2", "A[0] := x0"],
    [
        "liew2024/4.5-any-traces",
        "DISTINCT",
        "v1-shadowing:4:57534",
        "for x0 in 0..2 { let x0 = A[0] in for x1 in 0..x0 { A[0] := 0 } }",
    ],
    [
        "liew2024/joint",
        "CI",
        "v1:4:3056",
        "let x0 = A[0] in if x0 < 1 { A[tid] := 0 } else { A[tid + 1] := 0 }",
    ],
    ["liew2024/split", "UNIFORM", "v1-sync:3:43", "var x0. for x1 in 0..x0 { sync }"],
];

/// Claim, hypothesis: what needs it is larger, but for SAME-TRACE, which is part of what the paper calls a race, and
/// for the claim about the split ("What each hypothesis is for" in `docs/coq.md`).
const IDLE: [[&str; 2]; 11] = [
    ["liew2024/4.3.2-weak", "CI"],
    ["liew2024/4.3.2-weak", "DISTINCT"],
    ["liew2024/4.3.3", "DISTINCT"],
    ["liew2024/4.4.2-weak", "CI"],
    ["liew2024/4.4.2-weak", "DISTINCT"],
    ["liew2024/4.4.3", "DISTINCT"],
    ["liew2024/4.5", "SAME-TRACE"],
    ["liew2024/joint", "DI"],
    ["liew2024/joint", "DISTINCT"],
    ["liew2024/split", "CLOSED"],
    ["liew2024/split", "DISTINCT"],
];
