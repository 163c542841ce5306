//! A synchronized protocol is free of data races iff every protocol of its split is.
//! [L24, §3.1], its reference 15, Theorem 1.

use super::offence::{Found, Offence, judge};
use crate::case::{Case, Subjects};
use crate::claim::{Claim, Dropped, Recorded, Within};
use crate::hypotheses::{CLOSED, DISTINCT, SYNCHRONIZED, UNIFORM};
use maps::{Protocol, ProtocolFile};
use num_traits::ToPrimitive;
use oracle::explore::{Finding, Obstacle, explore_protocol};
use oracle::{Bounds, Budget};
use semantics::{
    AccessValue, Expr, Header, Meaningless, Number, Phase, Stop, Syntax, Thread, split,
};
use std::collections::BTreeSet;

pub(super) const CLAIMS: [Claim; 1] = [Claim {
    id: "liew2024/split",
    source: "[L24, §3.1], its reference 15, Thm. 1",
    says: "p is free of data races iff every protocol of its split is",
    subjects: Subjects::SynchronizedProtocols,
    hypotheses: &[SYNCHRONIZED, UNIFORM, CLOSED, DISTINCT],
    recorded: Recorded::Holds,
    within: Within::ASKED,
    check: |case, dropped| judge(case, dropped, agree),
}];

fn agree(case: &Case, _: &Dropped) -> Result<Found, Obstacle> {
    let p = case.protocol();
    if !p.synchronizes() {
        return Ok(Found { unmet: Some(SYNCHRONIZED.name), ..Found::default() });
    }
    // The split makes parameters of loop variables: they must reach every number that these do.
    let values = case.bounds.values.max(largest_number(p));
    let bounds = Bounds { values, ..case.bounds.clone() };
    let Ok(phases) = split(&Header::default(), p) else {
        return Ok(Found::new([Offence::Said("it has no split".into())]));
    };
    let mut of_split = None;
    for (n, phase) in phases.into_iter().enumerate() {
        let file = ProtocolFile { header: phase.header, body: phase.body };
        let found = explore_protocol(&file, &bounds, case.budget());
        match (found.protocol, found.obstacle) {
            (Finding::Race(_), _) => {
                of_split.get_or_insert(n);
            }
            (Finding::Absent, _) => {}
            (Finding::Undecided, Some((obstacle, _))) => return Err(obstacle),
            (Finding::Undecided, None) => return Err(Obstacle::Stopped(Stop::OutOfFuel)),
        }
    }
    let offence = match (race(p, &bounds, case.budget().fuel)?, of_split) {
        (Some((a, b, n)), None) => {
            Some(format!("{a} and {b} race in phase {n}, and no protocol of the split has a race"))
        }
        (None, Some(n)) => {
            Some(format!("protocol {n} of the split has a race, and no run has one"))
        }
        _ => None,
    };
    Ok(Found::new(offence.map(Offence::Said)))
}

/// A race of two threads in one phase by the semantics of the whole protocol, in at most so many
/// steps.
fn race(
    p: &Protocol,
    bounds: &Bounds,
    most: u64,
) -> Result<Option<(AccessValue, AccessValue, usize)>, Obstacle> {
    let values = bounds.values();
    let mut fuel = Budget::fuel(most.min(MOST_STEPS));
    let mut of_threads = Vec::new();
    for i in (0..bounds.threads).map(Thread::natural) {
        of_threads.push(runs(p, &i, &values, &mut fuel)?);
    }
    for (n, others) in of_threads.iter().enumerate() {
        for (one, other) in
            of_threads[..n].iter().flatten().flat_map(|a| others.iter().map(move |b| (a, b)))
        {
            for (phase, (a, b)) in one.iter().zip(other).enumerate() {
                let race = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
                if let Some((x, y)) = race.into_iter().find(|(x, y)| x.races_with(y)) {
                    return Ok(Some((x.clone(), y.clone(), phase)));
                }
            }
        }
    }
    Ok(None)
}

/// No protocol is run in more steps.
const MOST_STEPS: u64 = 1_000_000;

type Phases = Vec<Phase>;

/// `p ⇓ᵢ P₁; …; Pₙ`: the phases of every run of one thread, by the rules of [L24, Fig. 2] with
/// `sync ⇓ᵢ ∅; ∅` beside them. A sequence joins the last phase of the one to the first of the other.
fn runs(
    p: &Protocol,
    i: &Thread,
    values: &[Number],
    fuel: &mut Budget,
) -> Result<BTreeSet<Phases>, Obstacle> {
    fuel.fuel = fuel.fuel.checked_sub(1).ok_or(Obstacle::Stopped(Stop::OutOfFuel))?;
    let nothing = || BTreeSet::from([vec![Phase::empty()]]);
    Ok(match p {
        Protocol::Skip => nothing(),
        Protocol::Sync(_) => BTreeSet::from([vec![Phase::empty(), Phase::empty()]]),
        Protocol::Access { mode, array, index, .. } => match index.eval(i) {
            Ok(index) => {
                let (thread, array) = (i.clone(), array.clone());
                let access = AccessValue { thread, mode: *mode, array, index };
                BTreeSet::from([vec![Phase::of(access)]])
            }
            Err(why) => none(why)?,
        },
        Protocol::Seq(p, q) => joined(&runs(p, i, values, fuel)?, &runs(q, i, values, fuel)?),
        Protocol::If(c, p, q) => match c.eval(i) {
            Ok(true) => runs(p, i, values, fuel)?,
            Ok(false) => runs(q, i, values, fuel)?,
            Err(why) => none(why)?,
        },
        Protocol::For(x, lo, hi, body) => match (lo.eval(i), hi.eval(i)) {
            (Ok(lo), Ok(hi)) if lo >= hi => nothing(),
            (Ok(lo), Ok(hi)) => {
                let first = runs(&body.substitute(x, &lo), i, values, fuel)?;
                let number = |n| Expr::Num(n).into();
                let rest = Protocol::For(x.clone(), number(lo + 1), number(hi), body.clone());
                joined(&first, &runs(&rest, i, values, fuel)?)
            }
            (Err(why), _) | (_, Err(why)) => none(why)?,
        },
        Protocol::Var(x, p) => {
            let mut all = BTreeSet::new();
            for k in values {
                all.extend(runs(&p.substitute(x, k), i, values, fuel)?);
            }
            all
        }
    })
}

fn joined(firsts: &BTreeSet<Phases>, seconds: &BTreeSet<Phases>) -> BTreeSet<Phases> {
    let join = |a: &Phases, b: &Phases| {
        let mut phases = a.clone();
        if let (Some(last), Some(first)) = (phases.pop(), b.first()) {
            phases.push(&last | first.clone());
        }
        phases.extend(b.iter().skip(1).cloned());
        phases
    };
    firsts.iter().flat_map(|a| seconds.iter().map(move |b| join(a, b))).collect()
}

/// A run that meets an expression without a value is none, unless the number was too large.
fn none(why: Meaningless) -> Result<BTreeSet<Phases>, Obstacle> {
    match why {
        Meaningless::TooLarge => Err(Obstacle::Meaningless(why)),
        _ => Ok(BTreeSet::new()),
    }
}

/// The largest number that stands in a bound of a loop.
fn largest_number(p: &Protocol) -> u64 {
    match p {
        Protocol::Skip | Protocol::Access { .. } | Protocol::Sync(_) => 0,
        Protocol::Seq(p, q) | Protocol::If(_, p, q) => largest_number(p).max(largest_number(q)),
        Protocol::Var(_, p) => largest_number(p),
        Protocol::For(_, _, hi, p) => {
            let bound = match &**hi {
                Expr::Num(n) => n.to_u64().unwrap_or(u64::MAX),
                _ => 0,
            };
            bound.max(largest_number(p))
        }
    }
}
