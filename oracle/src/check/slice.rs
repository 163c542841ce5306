//! The approximation of single accesses: a protocol without all that does not lead to them.
//! [L24, §5.2: "we can discard any access that is unrelated to the valuation"]

use maps::{Approximating, Protocol, aa};
use semantics::{Mode, Name};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What approximates each access of a protocol, in the order of the text; and the variables that
/// it depends on, exact ones included.
pub fn accesses(exact: &BTreeSet<Name>, p: &Protocol) -> Vec<(Approximating, BTreeSet<Name>)> {
    (0..modes(p).len())
        .map(|ordinal| {
            let slice = slice(p, ordinal, &mut 0);
            let everything = aa(&BTreeSet::new(), &slice);
            (aa(exact, &slice), &everything.control | &everything.data)
        })
        .collect()
}

/// How each access of a protocol accesses its array, in the order of the text.
pub fn modes(p: &Protocol) -> Vec<Mode> {
    let mut modes = Vec::new();
    add_modes(p, &mut modes);
    modes
}

fn add_modes(p: &Protocol, modes: &mut Vec<Mode>) {
    match p {
        Protocol::Skip | Protocol::Sync(_) => {}
        Protocol::Access { mode, .. } => modes.push(*mode),
        Protocol::Seq(p, q) | Protocol::If(_, p, q) => {
            add_modes(p, modes);
            add_modes(q, modes);
        }
        Protocol::For(_, _, _, p) | Protocol::Var(_, p) => add_modes(p, modes),
    }
}

/// The protocol with no access but one, and nothing that does not lead to it.
fn slice(p: &Protocol, ordinal: usize, next: &mut usize) -> Protocol {
    let skip = |p: &Protocol| matches!(p, Protocol::Skip);
    match p {
        Protocol::Skip | Protocol::Sync(_) => Protocol::Skip,
        Protocol::Access { .. } => {
            *next += 1;
            if *next == ordinal + 1 { p.clone() } else { Protocol::Skip }
        }
        Protocol::Seq(p, q) => {
            let (p, q) = (slice(p, ordinal, next), slice(q, ordinal, next));
            if skip(&p) { q } else { p }
        }
        Protocol::If(c, p, q) => {
            let (p, q) = (slice(p, ordinal, next), slice(q, ordinal, next));
            if skip(&p) && skip(&q) {
                Protocol::Skip
            } else {
                Protocol::If(c.clone(), p.into(), q.into())
            }
        }
        Protocol::For(x, lo, hi, p) => match slice(p, ordinal, next) {
            Protocol::Skip => Protocol::Skip,
            p => Protocol::For(x.clone(), lo.clone(), hi.clone(), Arc::new(p)),
        },
        Protocol::Var(x, p) => match slice(p, ordinal, next) {
            Protocol::Skip => Protocol::Skip,
            p => Protocol::Var(x.clone(), Arc::new(p)),
        },
    }
}
