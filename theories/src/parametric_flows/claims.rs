//! Claims 1 and 2 of \[P12\], and the agreement of the flows with exhaustion.
//!
//! Both claims are about what GKLEE reports, which has every thread by itself and every value: that is
//! what exhaustion has, too. What the parametric mode *reports* is what the solver finds.

use super::analysis::Analysis;
use super::found::{Flows, Verdict as Said};
use crate::agreement::{Mended, Seen, Tally, Words, decided, each, mended, settings};
use crate::enumerate::TooMany;
use crate::hirace::claims::{Checked, Verdict};
use crate::{Case, Claim, Dropped, Finding, Subject};
use jaminan::Stmt;
use oracle::Bounds;
use oracle::solver::Solver;
use semantics::{Expr, Name};
use std::collections::BTreeSet;

/// The claims, on every program up to a size.
///
/// # Errors
/// More programs than can be counted.
pub fn claims(size: usize, solver: &mut dyn Solver) -> Result<Vec<Checked>, TooMany> {
    let mut tallies: [Tally; 6] = Default::default();
    let mut schedule = Tally::default();
    let analysis = Analysis::default();
    let canonical = crate::claim("li2012/canonical-schedule");
    each(size, |seen| {
        if let Some(canonical) = &canonical {
            canonical_schedule(&mut schedule, seen, canonical);
        }
        let found = analysis.run(&seen.program, &mut settings(solver)).ok();
        count(&mut tallies, seen, found.as_ref());
    })?;
    let [one, one_mended, two, agrees, deadlocks, shown] = tallies;
    Ok(vec![
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
                printed: &one,
                because: "A condition may depend on one all the same: its value is left open, and \
                          the race behind it is reported. Mended: every race is reported, and a \
                          report that the interpreter replays is one.",
                mended: &one_mended,
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
    ])
}

/// Every schedule of two threads, in every small world.
fn canonical_schedule(tally: &mut Tally, seen: &Seen, claim: &Claim) {
    let bounds = Bounds { threads: 2, values: 2, cells: 3 };
    let subject = Subject::Program(seen.program.body.clone());
    let case = Case::new(seen.number.clone(), subject, bounds);
    match claim.check(&case, &Dropped::default()) {
        Finding::Holds => tally.count(seen, Some(true), Some(true)),
        Finding::Vacuous(_) => tally.count(seen, Some(false), None),
        Finding::Refuted(_) => tally.count(seen, Some(true), Some(false)),
        _ => tally.count(seen, Some(true), None),
    }
}

fn count(tallies: &mut [Tally; 6], seen: &Seen, found: Option<&Flows>) {
    let [one, one_mended, two, agrees, deadlocks, shown] = tallies;
    let reported = found.and_then(|found| match found.verdict() {
        Said::Racy | Said::Potential => Some(true),
        Said::Drf => Some(false),
        Said::Unknown => None,
    });
    let replayed = found.map(|found| found.verdict() == Said::Racy);
    let both = |a: Option<bool>, b: Option<bool>| a.zip(b);
    let independent = Some(!addresses_depend(&seen.program.body));
    one.count(seen, independent, both(seen.race, reported).map(|(race, said)| race == said));
    let sound = both(seen.race, reported).zip(replayed);
    let sound = sound.map(|((race, said), shown)| (!race || said) && (!shown || race));
    one_mended.count(seen, independent, sound);
    two.count(seen, seen.race, reported);
    agrees.count(seen, Some(true), sound);
    let apart = found.map(|found| !found.deadlocks.is_empty());
    let told = apart.map(|apart| apart || reported != Some(false));
    deadlocks.count(seen, seen.diverges, told);
    let confirmed =
        found.map(|found| found.deadlocks.iter().any(|deadlock| deadlock.shown.replayed));
    shown.count(seen, confirmed, seen.diverges);
}

/// Whether an index depends on what was read, by data flow or as a count of a loop.
fn addresses_depend(s: &Stmt) -> bool {
    fn depends(s: &Stmt, read: &mut BTreeSet<Name>) -> bool {
        let of = |e: &Expr, read: &BTreeSet<Name>| !e.free_variables().is_disjoint(read);
        match s {
            Stmt::Skip | Stmt::Sync(_) => false,
            Stmt::Write { index, .. } => of(index, read),
            Stmt::Seq(a, b) | Stmt::If(_, a, b) => depends(a, read) || depends(b, read),
            Stmt::Read { x, index, body, .. } => {
                let here = of(index, read);
                read.insert(x.clone());
                here || depends(body, read)
            }
            Stmt::For(x, low, high, body) => {
                if of(low, read) || of(high, read) {
                    read.insert(x.clone());
                }
                depends(body, read)
            }
            Stmt::Var(_, body) => depends(body, read),
        }
    }
    depends(s, &mut BTreeSet::new())
}
