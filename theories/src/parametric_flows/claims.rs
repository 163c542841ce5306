//! Claims 1 and 2 of \[P12\], and the agreement of the flows with exhaustion.
//!
//! Both claims are about what GKLEE reports, which has every thread by itself and every value: that is
//! what exhaustion has, too. What the parametric mode *reports* is what the solver finds.

use super::analysis::Analysis;
use super::execute::Inputs;
use super::found::{Flows, Verdict as Said};
use super::statements::addresses_depend;
use crate::agreement::{
    Decided, FUEL, Mended, Seen, Tally, Words, decided, each, mended, settings, why,
};
use crate::enumerate::TooMany;
use crate::hirace::claims::Verdict;
use crate::{Case, Claim, Dropped, Finding, Subject};
use oracle::Bounds;
use oracle::solver::Solver;

/// How small programs are analysed, in warps of so many threads: some iteration stands for the others of a
/// loop, and two that are written out are enough.
pub fn of_small(warp: u64) -> Analysis {
    let inputs = Inputs { unroll: 2, ..Inputs::default() };
    Analysis { warp, inputs, ..Analysis::default() }
}

/// The smallest program that is known of its grammar to refute Claim 1 as it is printed. That there is none of a smaller
/// size is shown up to size 5.
pub const CLAIM_1: &str = "accumulation:8:55080672";

/// The claims, on every program up to a size.
///
/// # Errors
/// More programs than can be counted.
pub fn claims(size: usize, solver: &mut dyn Solver) -> Result<Decided, TooMany> {
    let mut tallies: [Tally; 5] = Default::default();
    let mut schedule = Tally::default();
    // Threads of one warp, and each in a warp of its own.
    let analyses = [32, 1].map(of_small);
    let canonical = crate::claim("li2012/canonical-schedule");
    each(size, |seen| {
        if let Some(canonical) = &canonical {
            canonical_schedule(&mut schedule, seen, canonical);
        }
        let found = analyses
            .each_ref()
            .map(|analysis| analysis.run(&seen.program, &mut settings(solver)).ok());
        count(&mut tallies, seen, &found);
    })?;
    let [one_mended, two, agrees, deadlocks, shown] = tallies;
    let claims = vec![
        decided(
            Words {
                id: "li2012/canonical-schedule",
                source: "[P12, §II.B]",
                says: "where some schedule has a race, the canonical one has a race",
                recorded: Verdict::Holds,
            },
            size,
            &schedule,
        ),
        mended(
            Words {
                id: "li2012/claim-1",
                source: "[P12, Claim 1]",
                says: "where no address depends on an accumulative variable, a race is reported if \
                       and only if there is one",
                recorded: Verdict::HoldsOnceMended,
            },
            size,
            &Mended {
                because: "A condition may depend on one all the same: its value is left open, and \
                          the race behind it is reported.",
                says: "every race is reported, and a report that the interpreter replays is one",
                tally: &one_mended,
            },
        ),
        decided(
            Words {
                id: "li2012/claim-2",
                source: "[P12, Claim 2]",
                says: "every race is reported, whatever the kernel",
                recorded: Verdict::Holds,
            },
            size,
            &two,
        ),
        decided(
            Words {
                id: "li2012/agreement",
                source: "[P12], of this model",
                says: "race free is no race of the explorer, and racy is one",
                recorded: Verdict::Holds,
            },
            size,
            &agrees,
        ),
        decided(
            Words {
                id: "li2012/deadlocks",
                source: "[P12, §VI]",
                says: "where threads diverge at a barrier, a deadlock or a race is reported",
                recorded: Verdict::Holds,
            },
            size,
            &deadlocks,
        ),
        decided(
            Words {
                id: "li2012/shown-deadlocks",
                source: "[P12, §VI], of this model",
                says: "a deadlock that is replayed is one",
                recorded: Verdict::Holds,
            },
            size,
            &shown,
        ),
    ];
    Ok(Decided { claims, open: agrees.open })
}

/// Every schedule of two threads, in every small world.
fn canonical_schedule(tally: &mut Tally, seen: &Seen, claim: &Claim) {
    let bounds = Bounds { threads: 2, values: 2, cells: 3 };
    let subject = Subject::Program(seen.program.body.clone());
    let case = Case::new(seen.number.clone(), subject, bounds).spending(FUEL);
    match claim.check(&case, &Dropped::default()) {
        Finding::Holds => tally.count(seen, Some(true), Some(true)),
        Finding::Vacuous(_) => tally.count(seen, Some(false), None),
        Finding::Refuted(_) => tally.count(seen, Some(true), Some(false)),
        _ => tally.count(seen, Some(true), None),
    }
}

/// Counts a program: what is claimed has to hold of both.
fn count(tallies: &mut [Tally; 5], seen: &Seen, found: &[Option<Flows>; 2]) {
    let [one_mended, two, agrees, deadlocks, shown] = tallies;
    let of = |f: &dyn Fn(&Flows) -> Option<bool>| {
        let answers = found.each_ref().map(|found| found.as_ref().and_then(f));
        if answers.contains(&Some(false)) { Some(false) } else { answers[0].and(answers[1]) }
    };
    let reported = |found: &Flows| match found.verdict() {
        Said::Racy | Said::Potential => Some(true),
        Said::Drf => Some(false),
        Said::Unknown => None,
    };
    let sound = of(&|found| {
        let (race, said) = (seen.race?, reported(found)?);
        Some((!race || said) && (found.verdict() != Said::Racy || race))
    });
    one_mended.count(seen, Some(!addresses_depend(&seen.program.body)), sound);
    two.count(seen, seen.race, of(&reported));
    agrees.count_or(seen, sound, || {
        let undecided = found.iter().flatten().find(|found| !found.undecided.is_empty());
        why(seen, undecided.map(|found| &found.undecided[..]))
    });
    let told = of(&|found| Some(!found.deadlocks.is_empty() || reported(found) != Some(false)));
    deadlocks.count(seen, seen.diverges, told);
    let confirmed = |found: &Flows| found.deadlocks.iter().any(|deadlock| deadlock.shown.replayed);
    let confirmed = found.each_ref().map(|found| found.as_ref().map(confirmed));
    let confirmed = if confirmed.contains(&Some(true)) { Some(true) } else { confirmed[0] };
    shown.count(seen, confirmed, seen.diverges);
}
