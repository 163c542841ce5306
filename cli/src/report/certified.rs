//! What of a verdict is certified, in words.

use crate::style::{FINE, NOTE, Style, UNDECIDED};
use verdict::certify::{Certification, Extent};
use verdict::{KernelVerdict, Verdict};

/// Lines, each after a word.
pub fn lines(kernel: &KernelVerdict, of: &Certification) -> Vec<(Style, &'static str, String)> {
    let mut lines = Vec::new();
    let refutations = &of.refutations;
    let all = refutations.proved + refutations.believed;
    let (style, word) = match of.extent {
        Extent::All => (FINE, "certified"),
        Extent::Part => (UNDECIDED, "certified in part"),
        Extent::Nothing => (UNDECIDED, "not certified"),
    };
    match kernel.verdict {
        Verdict::Racy => {
            let shown = kernel.alarms.iter().filter(|alarm| alarm.is_shown());
            let certified = shown.clone().filter(|alarm| alarm.is_certified()).count();
            let what =
                format!("{certified} of {} by {}", races(shown.count()), of.checker.display());
            lines.push((style, word, what));
            lines.push((NOTE, "believed", believed_of_races(kernel).into()));
        }
        Verdict::Drf if of.not_proved => {
            let what = "race free was not found in time by queries that have proofs";
            lines.push((style, word, what.into()));
            lines.push((NOTE, "believed", believed_of_queries(kernel, true)));
        }
        Verdict::Drf if all == 0 => {
            lines.push((style, word, "no question was put to a solver".into()));
        }
        Verdict::Drf => {
            let what = format!(
                "{} of {} refuted {} proved: {} clauses, {} steps, found in {:.2} s, checked in {:.2} s",
                refutations.proved,
                all,
                if all == 1 { "query is" } else { "queries are" },
                refutations.clauses,
                refutations.steps,
                refutations.found_in.as_secs_f64(),
                refutations.checked_in.as_secs_f64(),
            );
            lines.push((style, word, what));
            if refutations.of_naturals > 0 {
                let what = format!(
                    "{} about naturals, which have no bound: bits refute them up to one only",
                    are(refutations.of_naturals)
                );
                lines.push((NOTE, "no proof", what));
            }
            let what = believed_of_queries(kernel, refutations.believed > 0);
            lines.push((NOTE, "believed", what));
        }
        Verdict::Potential | Verdict::Unknown | Verdict::Unsupported => {
            lines.push((style, word, "nothing is shown, and nothing is ruled out".into()));
        }
    }
    if !kernel.divergences.is_empty() {
        lines.push((UNDECIDED, "not certified", "barrier divergence".into()));
    }
    lines.extend(
        of.not_written.iter().map(|why| (UNDECIDED, "not written", format!("the proofs: {why}"))),
    );
    lines
}

fn are(n: usize) -> String {
    if n == 1 { "1 query is".into() } else { format!("{n} queries are") }
}

fn races(n: usize) -> String {
    if n == 1 { "1 race".into() } else { format!("{n} races") }
}

/// A kernel is read and lowered; a program is its own text.
fn reading(kernel: &KernelVerdict) -> &'static str {
    if kernel.launches.is_empty() { "" } else { "reading and lowering of the kernel, " }
}

/// A solver is believed where it was asked for what is not proved.
fn believed_of_queries(kernel: &KernelVerdict, asked: bool) -> String {
    let solver = match &kernel.solver {
        Some(solver) if asked => format!(", and {solver}"),
        _ => String::new(),
    };
    let read = reading(kernel);
    format!("{read}inference of protocols, simplification and encoding of queries{solver}")
}

fn believed_of_races(kernel: &KernelVerdict) -> &'static str {
    match kernel.launches.is_empty() {
        true => "reading of the program, and what the checker is made with",
        false => "reading and lowering of the kernel, and what the checker is made with",
    }
}
