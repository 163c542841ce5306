//! The theorems of \[S18\] as they are printed and as they are mended, as values that are checked on one program.

use super::algorithms::{Found, analyse};
use super::translate::Reading;
use crate::agreement::{DIVERGING, RACING, RACY, TOGETHER, asking, diverges, race, settings};
use crate::case::{Case, Subjects};
use crate::claim::{Assumed, Claim, Counterexample, Finding, Hypothesis, Recorded, Run};
use crate::interleavings::DIVERGENT;
use crate::parametric_flows::Shown;
use crate::parametric_flows::reason::told_together;
use jaminan::Program;
use semantics::{Header, Syntax};
use std::fmt::Write;

const REPORTED: Hypothesis = Hypothesis {
    name: "REPORTED",
    says: "there is a satisfying assignment",
    assumed: Assumed::SpokenOf,
};

const REPLAYED: Hypothesis = Hypothesis {
    name: "REPLAYED",
    says: "there is a satisfying assignment, and the interpreter makes what it shows",
    assumed: Assumed::SpokenOf,
};

const MODEL: Claim = Claim {
    id: "",
    source: "",
    says: "",
    subjects: Subjects::Versions,
    hypotheses: &[],
    recorded: Recorded::Holds,
    within: RACING,
    check: |_, _| Finding::Holds,
};

/// What \[S18\] claims of its formulas and is not so, and what is so of those that are mended.
pub fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "sarkar2018/1",
            source: "[S18, Theorem 1], of races",
            says: "there is a satisfying assignment for a race",
            hypotheses: &[TOGETHER, RACY],
            recorded: Recorded::Refuted(super::claims::THEOREM_1),
            check: |case, _| missed_race(case, Reading::Printed),
            ..MODEL
        },
        Claim {
            id: "sarkar2018/1-mended",
            source: "[S18, Theorem 1], of races, mended",
            says: "there is a satisfying assignment for a race",
            hypotheses: &[TOGETHER, RACY],
            check: |case, _| missed_race(case, Reading::Mended),
            ..MODEL
        },
        Claim {
            id: "sarkar2018/1-barriers",
            source: "[S18, Theorem 1], of barriers",
            says: "there is a satisfying assignment for a divergence, or for a race",
            hypotheses: &[DIVERGENT],
            recorded: Recorded::Refuted(super::claims::THEOREM_1_BARRIERS),
            within: DIVERGING,
            check: |case, _| missed_divergence(case, Reading::Printed),
            ..MODEL
        },
        Claim {
            id: "sarkar2018/1-barriers-mended",
            source: "[S18, Theorem 1], of barriers, mended",
            says: "there is a satisfying assignment for a divergence, or for a race",
            hypotheses: &[DIVERGENT],
            within: DIVERGING,
            check: |case, _| missed_divergence(case, Reading::Mended),
            ..MODEL
        },
        Claim {
            id: "sarkar2018/2",
            source: "[S18, Theorem 2]",
            says: "some execution has a race",
            hypotheses: &[TOGETHER, REPORTED],
            recorded: Recorded::Refuted(super::claims::THEOREM_2),
            check: |case, _| false_race(case, Reading::Printed),
            ..MODEL
        },
        Claim {
            id: "sarkar2018/2-mended",
            source: "[S18, Theorem 2], mended",
            says: "some execution has a race",
            hypotheses: &[TOGETHER, REPLAYED],
            check: |case, _| false_race(case, Reading::Mended),
            ..MODEL
        },
        Claim {
            id: "sarkar2018/3",
            source: "[S18, Theorem 3]",
            says: "in some execution a barrier diverges",
            hypotheses: &[REPORTED],
            recorded: Recorded::Refuted(super::claims::THEOREM_3),
            within: DIVERGING,
            check: |case, _| false_divergence(case, Reading::Printed),
            ..MODEL
        },
        Claim {
            id: "sarkar2018/3-mended",
            source: "[S18, Theorem 3], mended",
            says: "in some execution a barrier diverges",
            hypotheses: &[REPLAYED],
            within: DIVERGING,
            check: |case, _| false_divergence(case, Reading::Mended),
            ..MODEL
        },
    ]
}

fn missed_race(case: &Case, reading: Reading) -> Finding {
    let Some(program) = program(case) else { return Finding::Holds };
    match race(&program, program.body.size()) {
        None => too_large("the explorer does not say whether it races"),
        Some(false) => Finding::Vacuous(RACY.name),
        Some(true) => with(&program, reading, |found| match found.races.is_empty() {
            false => Finding::Holds,
            true if !found.undecided.is_empty() => undecided(&told_together(&found.undecided)),
            true => refuted("it races, and there is no satisfying assignment for a race", found),
        }),
    }
}

fn missed_divergence(case: &Case, reading: Reading) -> Finding {
    let Some(program) = program(case) else { return Finding::Holds };
    match diverges(&program.body) {
        None => too_large("the schedules are too many"),
        Some(false) => Finding::Vacuous(DIVERGENT.name),
        Some(true) => with(&program, reading, |found| {
            match found.races.is_empty() && found.divergences.is_empty() {
                false => Finding::Holds,
                true if !found.undecided.is_empty() => undecided(&told_together(&found.undecided)),
                true => refuted("a barrier diverges, and there is no satisfying assignment", found),
            }
        }),
    }
}

fn false_race(case: &Case, reading: Reading) -> Finding {
    let Some(program) = program(case) else { return Finding::Holds };
    with(&program, reading, |found| match found.races.iter().any(|r| claimed(reading, &r.shown)) {
        false => Finding::Vacuous(claimed_as(reading).name),
        true => match race(&program, program.body.size()) {
            None => too_large("the explorer does not say whether it races"),
            Some(true) => Finding::Holds,
            Some(false) => refuted("a race is reported, and there is none", found),
        },
    })
}

fn false_divergence(case: &Case, reading: Reading) -> Finding {
    let Some(program) = program(case) else { return Finding::Holds };
    if !program.body.synchronizes() {
        return Finding::Vacuous(claimed_as(reading).name);
    }
    with(&program, reading, |found| {
        match found.divergences.iter().any(|d| claimed(reading, &d.shown)) {
            false => Finding::Vacuous(claimed_as(reading).name),
            true => match diverges(&program.body) {
                None => too_large("the schedules are too many"),
                Some(true) => Finding::Holds,
                Some(false) => refuted("a divergent barrier is reported, and there is none", found),
            },
        }
    })
}

fn program(case: &Case) -> Option<Program> {
    Some(Program { header: Header::default(), body: case.program()?.clone() })
}

fn undecided(why: &str) -> Finding {
    Finding::Undecided(why.into())
}

fn too_large(why: &str) -> Finding {
    Finding::TooLarge(why.into())
}

/// What has to hold of a report that is said to be real.
fn claimed_as(reading: Reading) -> Hypothesis {
    match reading {
        Reading::Printed => REPORTED,
        Reading::Mended => REPLAYED,
    }
}

/// Whether a report is said to be real.
fn claimed(reading: Reading, shown: &Shown) -> bool {
    reading == Reading::Printed || shown.replayed
}

/// What this reading says of a program.
fn with(program: &Program, reading: Reading, f: impl FnOnce(&Found) -> Finding) -> Finding {
    let ask = |solver: &mut dyn oracle::solver::Solver| {
        analyse(program, reading, false, &mut settings(solver))
    };
    match asking(ask) {
        Ok(Ok(found)) => f(&found),
        Ok(Err(why)) => too_large(&why.to_string()),
        Err(why) => undecided(&why.to_string()),
    }
}

fn refuted(why: &str, found: &Found) -> Finding {
    let mut text = String::new();
    for (n, formula) in found.formulas.iter().enumerate() {
        let _ = writeln!(text, "{n}: {} -> {}", formula.predicate, formula.action);
    }
    let races = found.races.iter().map(|race| {
        let ([a, b], [m, n]) = (&race.shown.threads, race.formulas);
        format!("{m} and {n} of {}[{}] by threads {a} and {b}", race.array, race.index)
    });
    let divergences = found.divergences.iter().map(|divergence| {
        let [a, b] = &divergence.shown.threads;
        format!("{} by threads {a} and {b}", divergence.formula)
    });
    Finding::Refuted(Box::new(Counterexample {
        why: why.into(),
        offending: races.chain(divergences).collect(),
        runs: vec![Run::Written { title: "the formulas".into(), text, latex: None }],
    }))
}
