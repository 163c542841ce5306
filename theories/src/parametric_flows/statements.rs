//! The claims of \[P12\] as values that are checked on one program.

use super::analysis::Analysis;
use super::execute::{Inputs, Refusal};
use super::found::{Flows, Race, Verdict};
use super::memory::Memory;
use super::reason::{NotDecided, Undecided, told_together};
use crate::agreement::{RACING, RACY, TOGETHER, asking, race, settings};
use crate::case::{Case, Subjects};
use crate::claim::{Assumed, Claim, Counterexample, Finding, Hypothesis, Recorded, Run};
use jaminan::{Program, Stmt};
use semantics::{Expr, Header, Name, Syntax};
use std::collections::BTreeSet;

const ADDRESSES: Hypothesis = Hypothesis {
    name: "ADDRESSES",
    says: "no address depends on an accumulative variable: on what is read from memory",
    assumed: Assumed::OfSubject(|case| case.program().is_some_and(|s| !addresses_depend(s))),
};

/// A program of a claim whose queries have more terms is too large. Those up to size 4 have a few thousand.
const MOST_TERMS: usize = 50_000;

const MODEL: Claim = Claim {
    id: "",
    source: "",
    says: "",
    subjects: Subjects::Accumulation,
    hypotheses: &[],
    recorded: Recorded::Holds,
    within: RACING,
    check: |_, _| Finding::Holds,
};

/// Claims 1 and 2 of \[P12\] as they are printed, and Claim 1 as it holds.
pub fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "li2012/claim-1",
            source: "[P12, Claim 1]",
            says: "a race is reported if and only if there is one",
            hypotheses: &[TOGETHER, ADDRESSES],
            recorded: Recorded::Refuted(super::claims::CLAIM_1),
            check: |case, _| claim_1(case),
            ..MODEL
        },
        Claim {
            id: "li2012/claim-1-mended",
            source: "[P12, Claim 1], mended",
            says: "a race is reported if there is one, and only one that is replayed is called true",
            hypotheses: &[TOGETHER],
            check: |case, _| claim_1_mended(case),
            ..MODEL
        },
        Claim {
            id: "li2012/claim-2",
            source: "[P12, Claim 2]",
            says: "a race is reported",
            subjects: Subjects::SynchronizedPrograms,
            hypotheses: &[TOGETHER, RACY],
            check: |case, _| claim_2(case),
            ..MODEL
        },
    ]
}

/// As it is printed: accumulative variables are unconstrained, as \[P12, Appendix\] has it, and all else is
/// as it is.
const AS_PRINTED: Memory = Memory::OpenWhereAccumulative;

fn claim_1(case: &Case) -> Finding {
    with(case, AS_PRINTED, |found, race| match (race, reported(found)) {
        (true, false) => refuted("it races, and no race is reported", found),
        (false, true) => refuted("a race is reported, and there is none", found),
        _ => Finding::Holds,
    })
}

fn claim_1_mended(case: &Case) -> Finding {
    with(case, Memory::Carried, |found, race| match (race, found.verdict()) {
        (true, Verdict::Drf) => refuted("it races, and no race is reported", found),
        (false, Verdict::Racy) => refuted("a race is called true, and there is none", found),
        _ => Finding::Holds,
    })
}

fn claim_2(case: &Case) -> Finding {
    with(case, AS_PRINTED, |found, race| match (race, reported(found)) {
        (false, _) => Finding::Vacuous(RACY.name),
        (true, true) => Finding::Holds,
        (true, false) => refuted("it races, and no race is reported", found),
    })
}

fn reported(found: &Flows) -> bool {
    matches!(found.verdict(), Verdict::Racy | Verdict::Potential)
}

/// What is found of the case's program, and whether it races.
fn with(case: &Case, memory: Memory, decide: impl FnOnce(&Flows, bool) -> Finding) -> Finding {
    let Some(body) = case.program() else { return Finding::Holds };
    let program = Program { header: Header::default(), body: body.clone() };
    let inputs = Inputs { unroll: 2, terms: MOST_TERMS, ..Inputs::default() };
    let analysis = Analysis { memory, inputs, ..Analysis::default() };
    let found = match asking(|solver| analysis.run(&program, &mut settings(solver))) {
        Ok(Ok(found)) => found,
        Ok(Err(why)) => return Finding::TooLarge(why.to_string()),
        Err(why) => return Finding::Undecided(why.to_string()),
    };
    if found.verdict() == Verdict::Unknown {
        let too_large =
            |undecided: &Undecided| matches!(undecided.why, NotDecided::Refused(Refusal::TooLarge));
        let why = told_together(&found.undecided);
        return match found.undecided.iter().any(too_large) {
            true => Finding::TooLarge(why),
            false => Finding::Undecided(why),
        };
    }
    match race(&program, body.size()) {
        None => Finding::TooLarge("the explorer does not say whether it races".into()),
        Some(race) => decide(&found, race),
    }
}

fn refuted(why: &str, found: &Flows) -> Finding {
    let title = "the flows of each interval".into();
    let intervals = found.intervals.iter().enumerate();
    let text: String = intervals.map(|(n, i)| format!("interval {n}\n{}", i.text())).collect();
    Finding::Refuted(Box::new(Counterexample {
        why: why.into(),
        offending: found.races.iter().map(told).collect(),
        runs: vec![Run::Written { title, text, latex: None }],
    }))
}

fn told(race: &Race) -> String {
    let [(one, _), (other, _)] = &race.accesses;
    let [a, b] = &race.shown.threads;
    let why = race.shown.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    format!("{one} and {other} of {}[{}] by threads {a} and {b}{why}", race.array, race.index)
}

/// Whether an index depends on what was read, by data flow or as a count of a loop.
pub(super) fn addresses_depend(s: &Stmt) -> bool {
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
