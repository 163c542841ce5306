//! Claim 1 of \[P12\] as it is printed, as a value that is checked on one program.

use super::analysis::Analysis;
use super::execute::{Inputs, Memory};
use super::found::{Flows, Race, Verdict};
use crate::agreement::{RACING, TOGETHER, asking, race, settings};
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

/// What \[P12\] claims and is not so.
pub fn claims() -> Vec<Claim> {
    vec![Claim {
        id: "li2012/claim-1",
        source: "[P12, Claim 1]",
        says: "a race is reported if and only if there is one",
        subjects: Subjects::Accumulation,
        hypotheses: &[TOGETHER, ADDRESSES],
        recorded: Recorded::Refuted(super::claims::CLAIM_1),
        within: RACING,
        check: |case, _| claim_1(case),
    }]
}

fn claim_1(case: &Case) -> Finding {
    let Some(body) = case.program() else { return Finding::Holds };
    let program = Program { header: Header::default(), body: body.clone() };
    // What others wrote before a barrier is unconstrained, as [P12, Appendix] has it.
    let inputs = Inputs { unroll: 1, ..Inputs::default() };
    let analysis = Analysis { memory: Memory::Open, inputs, ..Analysis::default() };
    let found = match asking(|solver| analysis.run(&program, &mut settings(solver))) {
        Ok(Ok(found)) => found,
        Ok(Err(why)) => return Finding::Undecided(why.to_string()),
        Err(why) => return Finding::Undecided(why),
    };
    let reported = match found.verdict() {
        Verdict::Racy | Verdict::Potential => true,
        Verdict::Drf => false,
        Verdict::Unknown => return Finding::Undecided(found.undecided.join("; ")),
    };
    match race(&program, body.size()) {
        None => Finding::Undecided("the explorer does not say whether it races".into()),
        Some(race) if race == reported => Finding::Holds,
        Some(true) => refuted("it races, and no race is reported", &found),
        Some(false) => refuted("a race is reported, and there is none", &found),
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
