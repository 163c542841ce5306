//! Separately feasible races: two threads, each from its own initial memory.

use crate::explore::frontier::{Explorer, Reached};
use crate::explore::racing::Racing;
use crate::explore::reach::{Reach, Run};
use crate::explore::replay;
use crate::explore::witness::{Kind, Witness, compare_accesses, compare_memories};
use semantics::AccessValue;
use std::cmp::Ordering;

/// The smallest witness in this phase.
pub(super) fn smallest(explorer: &Explorer<'_>, reached: &Reached) -> Option<Witness> {
    for pair in Racing::new(explorer.launches, reached) {
        for (n, [a, b]) in pair.launches {
            if let Some((accesses, runs)) = least(&reached[n][a], &reached[n][b]) {
                let launch = &explorer.launches[n];
                let mut witness = Witness {
                    kind: Kind::Separate,
                    phase: explorer.phase,
                    parameters: launch.parameters.clone(),
                    accesses,
                    choices: runs.map(|run| run.choices.clone()),
                    traces: runs.map(|run| run.trace.clone()),
                    worlds: runs.map(Run::world).into(),
                    replayed: false,
                    smallest: true,
                };
                witness.replayed = replay::program(explorer.program, launch, &witness);
                return Some(witness);
            }
        }
    }
    None
}

/// The least pair of racing accesses of two threads, and the runs that make them.
pub(super) fn least<'a>(a: &'a Reach, b: &'a Reach) -> Option<([AccessValue; 2], [&'a Run; 2])> {
    let mut least: Option<([AccessValue; 2], [&Run; 2])> = None;
    for (alpha, rivals) in a.rivals(b) {
        for beta in rivals {
            let (Some(first), Some(second)) = (a.run(&alpha), b.run(&beta)) else { continue };
            let candidate = ([alpha.clone(), beta], [first, second]);
            if least.as_ref().is_none_or(|least| compare(&candidate, least) == Ordering::Less) {
                least = Some(candidate);
            }
        }
    }
    least
}

fn compare(a: &([AccessValue; 2], [&Run; 2]), b: &([AccessValue; 2], [&Run; 2])) -> Ordering {
    let ((accesses, [a1, a2]), (others, [b1, b2])) = (a, b);
    compare_memories(&a1.chosen, &b1.chosen)
        .then_with(|| compare_memories(&a2.chosen, &b2.chosen))
        .then_with(|| compare_accesses(accesses, others))
        .then_with(|| (&a1.choices, &a2.choices).cmp(&(&b1.choices, &b2.choices)))
        .then_with(|| (&a1.trace, &a2.trace).cmp(&(&b1.trace, &b2.trace)))
}
