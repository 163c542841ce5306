//! What is left of conditions where others hold: behind `if (a) { if (b) return; }`, where `a` holds, `b` does not.

use super::FactKind;
use super::value::decided;
use crate::term::{and, cond_larger_than, literal, not, or};
use semantics::{Cond, Expr as Term, Rel, Span};
use std::sync::Arc;

/// How many nodes a condition may have of which it is asked what is left.
pub(super) const LARGEST_SETTLED: usize = 64;
/// How often what is left of one is used for others.
const MOST_ROUNDS: usize = 3;

/// Says of facts, which all hold, what is left of those that are alternatives.
pub(super) fn settle(facts: &mut [(FactKind, Arc<Cond>, Span)]) {
    for _ in 0..MOST_ROUNDS {
        let plain: Vec<Arc<Cond>> =
            facts.iter().flat_map(|(_, c, _)| parts(c)).filter(|c| !is_open(c)).collect();
        let mut changed = false;
        for (_, c, _) in facts.iter_mut() {
            if cond_larger_than(c, LARGEST_SETTLED) {
                continue;
            }
            let mut left = Arc::new(Cond::Bool(true));
            for part in parts(c) {
                // What is used for others stays as it is: else two facts would take each other for granted.
                left = and(left, if is_open(&part) { under(&part, &plain) } else { part });
            }
            // Facts that cannot all hold are of a launch that is not made.
            if left != *c && *left != Cond::Bool(false) {
                *c = left;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The number that an extent is by one of the facts; else as it is.
pub(super) fn number(e: &Arc<Term>, facts: &[(FactKind, Arc<Cond>, Span)]) -> Arc<Term> {
    let Term::Var(_) = &**e else { return Arc::clone(e) };
    let mut parts = facts.iter().flat_map(|(_, c, _)| parts(c));
    let is = parts.find_map(|part| match &*part {
        Cond::Rel(Rel::Eq, x, n) if x == e && literal(n).is_some() => Some(Arc::clone(n)),
        _ => None,
    });
    is.unwrap_or_else(|| Arc::clone(e))
}

/// What all holds where a condition does, in its order.
fn parts(c: &Arc<Cond>) -> Vec<Arc<Cond>> {
    let mut found = Vec::new();
    let mut left = vec![Arc::clone(c)];
    while let Some(c) = left.pop() {
        match &*c {
            Cond::And(a, b) => left.extend([b, a].map(Arc::clone)),
            Cond::Not(of) => match &**of {
                Cond::Or(a, b) => left.extend([b, a].map(|c| not(Arc::clone(c)))),
                _ => found.push(c),
            },
            _ => found.push(c),
        }
    }
    found
}

/// Whether a part holds in more than one way.
fn is_open(part: &Cond) -> bool {
    match part {
        Cond::Or(..) => true,
        Cond::Not(of) => matches!(**of, Cond::And(..)),
        _ => false,
    }
}

/// What is left of a condition where all of these hold.
fn under(c: &Arc<Cond>, facts: &[Arc<Cond>]) -> Arc<Cond> {
    match &**c {
        Cond::And(a, b) => and(under(a, facts), under(b, facts)),
        Cond::Or(a, b) => or(under(a, facts), under(b, facts)),
        Cond::Not(of) => not(under(of, facts)),
        _ => decided(c, facts).map_or_else(|| Arc::clone(c), |holds| Arc::new(Cond::Bool(holds))),
    }
}
