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
use thiserror::Error;

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

/// What is wrong with ourselves: then nobody is blamed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unnoticed {
    /// Two referees contradict each other on a kernel whose answer is known.
    #[error("{text}: we contradict ourselves: {contradiction}")]
    Contradiction {
        /// The kernel.
        text: &'static str,
        /// What they say.
        contradiction: String,
    },
    /// Another answer than the one that is known.
    #[error("{text}: it is known that it races: {races}; here: {verdict:?}")]
    Wrong {
        /// The kernel.
        text: &'static str,
        /// Whether it races.
        races: bool,
        /// What is said here.
        verdict: Verdict,
    },
    /// Right answers are blamed.
    #[error("the right answers do not agree")]
    RightDisagree,
    /// Wrong answers are not.
    #[error("with the sides swapped some agree")]
    SwappedAgree,
    /// A wrong answer is not the only one that is blamed.
    #[error("a disagreement at {0} was injected, and not found alone")]
    NotAlone(usize),
}

/// Checks ourselves; how many comparisons were made.
///
/// # Errors
/// What we did not notice.
pub fn self_check(referees: &mut Referees) -> Result<usize, Unnoticed> {
    let mut truths = Vec::new();
    for (language, text, races) in KNOWN {
        let truth = referees.truth(language, text, &Conventions::default());
        if let Some(contradiction) = truth.contradiction {
            return Err(Unnoticed::Contradiction { text, contradiction });
        }
        let verdict = truth.under(&Conventions::default());
        if verdict != (if races { Verdict::Racy } else { Verdict::Free }) {
            return Err(Unnoticed::Wrong { text, races, verdict });
        }
        truths.push(verdict);
    }
    compare(&truths)
}

fn compare(truths: &[Verdict]) -> Result<usize, Unnoticed> {
    let mut compared = 0;
    let mut wrong = |answers: &[Said]| -> Vec<usize> {
        compared += answers.len();
        let outcomes = truths.iter().zip(answers).map(|(truth, said)| Outcome::of(truth, *said));
        outcomes.enumerate().filter(|(_, o)| *o != Outcome::Agree).map(|(n, _)| n).collect()
    };
    let right: Vec<Said> = truths.iter().map(|truth| said(truth, false)).collect();
    if !wrong(&right).is_empty() {
        return Err(Unnoticed::RightDisagree);
    }
    let swapped: Vec<Said> = truths.iter().map(|truth| said(truth, true)).collect();
    if wrong(&swapped).len() != truths.len() {
        return Err(Unnoticed::SwappedAgree);
    }
    for (n, truth) in truths.iter().enumerate() {
        let mut injected = right.clone();
        injected[n] = said(truth, true);
        if wrong(&injected) != [n] {
            return Err(Unnoticed::NotAlone(n));
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
