//! Before anybody is blamed: whether we would notice.
//!
//! Kernels whose answers are known are judged; then answers are held against these truths: the right
//! ones, all of which must agree; those with the sides swapped, none of which may; and right ones with
//! a single wrong one among them, which must be found, and nothing else.

use crate::detector::Conventions;
use crate::outcome::Outcome;
use crate::reading::Said;
use crate::truth::{Referees, Verdict};
use generators::Language;

/// A kernel, and whether it races.
const KNOWN: [(Language, &str, bool); 6] = [
    (Language::Jaminan, "threads 4; if tid < 2 { let x = A[tid + 2] in A[tid + 1] := x }", true),
    (Language::Jaminan, "threads 4; A[tid] := tid; let x = A[tid] in var y. A[x] := y", false),
    (Language::Jaminan, "threads 4; let x = A[0] in if x != 0 { A[tid] := tid }", true),
    (Language::Jaminan, "threads 4; A[tid] := 1; sync; let x = A[tid + 1] in B[tid] := x", false),
    (
        Language::Cuda,
        "//--blockDim=4 --gridDim=1\n__global__ void k(unsigned *a) { a[threadIdx.x / 2] = threadIdx.x; }",
        true,
    ),
    (
        Language::Cuda,
        "//--blockDim=4 --gridDim=1\n__global__ void k(unsigned *a) { a[threadIdx.x * 3] = 1; }",
        false,
    ),
];

/// Checks ourselves; how many comparisons were made.
///
/// # Errors
/// What we did not notice.
pub fn self_check(referees: &mut Referees) -> Result<usize, String> {
    let mut truths = Vec::new();
    for (language, text, races) in KNOWN {
        let truth = referees.truth(language, text, &Conventions::default());
        if let Some(contradiction) = truth.contradiction {
            return Err(format!("{text}: we contradict ourselves: {contradiction}"));
        }
        let verdict = truth.under(&Conventions::default());
        if verdict != (if races { Verdict::Racy } else { Verdict::Free }) {
            return Err(format!("{text}: it is known that it races: {races}; here: {verdict:?}"));
        }
        truths.push(verdict);
    }
    compare(&truths)
}

fn compare(truths: &[Verdict]) -> Result<usize, String> {
    let mut compared = 0;
    let mut wrong = |answers: &[Said]| -> Vec<usize> {
        compared += answers.len();
        let outcomes = truths.iter().zip(answers).map(|(truth, said)| Outcome::of(truth, *said));
        outcomes.enumerate().filter(|(_, o)| *o != Outcome::Agree).map(|(n, _)| n).collect()
    };
    let right: Vec<Said> = truths.iter().map(|truth| said(truth, false)).collect();
    if !wrong(&right).is_empty() {
        return Err("the right answers do not agree".into());
    }
    let swapped: Vec<Said> = truths.iter().map(|truth| said(truth, true)).collect();
    if wrong(&swapped).len() != truths.len() {
        return Err("with the sides swapped some agree".into());
    }
    for (n, truth) in truths.iter().enumerate() {
        let mut injected = right.clone();
        injected[n] = said(truth, true);
        if wrong(&injected) != [n] {
            return Err(format!("a disagreement at {n} was injected, and not found alone"));
        }
    }
    Ok(compared)
}

fn said(truth: &Verdict, swapped: bool) -> Said {
    match (truth == &Verdict::Racy) != swapped {
        true => Said::TrueAlarm,
        false => Said::RaceFree,
    }
}
