//! What offends against a claim, and when it is a counterexample.

use crate::case::Case;
use crate::claim::{Counterexample, Dropped, Finding, Run};
use oracle::Bounds;
use oracle::actions::Action;
use oracle::explore::Obstacle;
use semantics::{AccessValue, Choices, Number, Phase, Store, Thread, Trace};
use std::collections::BTreeSet;

/// Something that a claim says there is not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Offence {
    /// An action of the program that the protocol has no match for.
    OfProgram(Action),
    /// An action of the protocol that the program has no match for.
    OfProtocol(Action),
    /// A race of the protocol whose first action is none of the program.
    Race(Action, Action),
    /// Two access values that race, each feasible by itself and both together not.
    Separate(AccessValue, AccessValue),
    /// Two runs of a protocol by one thread.
    Runs(Thread, (Phase, Trace), (Phase, Trace)),
    /// Something about the text of the protocol.
    Said(String),
}

/// What a check found within one choice of bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// A hypothesis that nothing met.
    pub unmet: Option<&'static str>,
    /// What offends.
    pub offences: BTreeSet<Offence>,
}

impl Found {
    pub(super) fn new(offences: impl IntoIterator<Item = Offence>) -> Self {
        Found { unmet: None, offences: offences.into_iter().collect() }
    }
}

/// A check within the bounds of a case.
pub(super) type Check = fn(&Case, &Dropped) -> Result<Found, Obstacle>;

/// A counterexample must offend within bounds that are larger by this many values and cells.
pub(crate) const LARGER: [u64; 2] = [1, 2];

/// Checks within the bounds of the case, and what offends within larger ones.
pub(super) fn judge(case: &Case, dropped: &Dropped, check: Check) -> Finding {
    let found = match check(case, dropped) {
        Ok(found) => found,
        Err(obstacle) => return obstacle.into(),
    };
    if let Some(hypothesis) = found.unmet {
        return Finding::Vacuous(hypothesis);
    }
    let mut offences = found.offences;
    if offences.is_empty() {
        return Finding::Holds;
    }
    for more in LARGER {
        let Bounds { threads, values, cells } = case.bounds;
        let bounds = Bounds { threads, values: values + more, cells: cells + more };
        match check(&case.within(bounds), dropped) {
            Ok(larger) => offences.retain(|offence| larger.offences.contains(offence)),
            // What offends is never too large: it may be a counterexample.
            Err(obstacle) => {
                let why = format!("it fails within the bounds, and within larger ones {obstacle}");
                return Finding::Undecided(why);
            }
        }
    }
    match offences.into_iter().next() {
        Some(offence) => Finding::Refuted(Box::new(offence.counterexample(case))),
        None => Finding::Removed,
    }
}

impl Offence {
    fn counterexample(self, case: &Case) -> Counterexample {
        let show = |(access, trace): &Action| format!("({access}, {trace})");
        let program = |action: &Action, title: &str| {
            let (access, trace) = action;
            run_of_program(case, title, &access.thread, Some(access), Some(trace))
        };
        let protocol = |action: &Action, title: &str| {
            let (access, trace) = action;
            run_of_protocol(case, title, &access.thread, Some(access), Some(trace))
        };
        match self {
            Offence::OfProgram(action) => Counterexample {
                why: "an action of the program has no match among those of its protocol".into(),
                offending: vec![show(&action)],
                runs: vec![
                    program(&action, "the program makes the action"),
                    run_of_protocol(
                        case,
                        "the nearest that its protocol does",
                        &action.0.thread,
                        None,
                        None,
                    ),
                ],
            },
            Offence::OfProtocol(action) => Counterexample {
                why: "an action of the protocol has no match among those of its program".into(),
                offending: vec![show(&action)],
                runs: vec![
                    protocol(&action, "the protocol makes the action"),
                    run_of_program(case, "what its program does", &action.0.thread, None, None),
                ],
            },
            Offence::Race(action, other) => Counterexample {
                why: "two actions of the protocol race, and the first is none of the program"
                    .into(),
                offending: vec![show(&action), show(&other)],
                runs: vec![
                    protocol(&action, "the protocol makes the first action"),
                    protocol(&other, "and the second"),
                ],
            },
            Offence::Separate(one, other) => Counterexample {
                why: "two accesses race, each from a memory of its own, and from no common one"
                    .into(),
                offending: vec![one.to_string(), other.to_string()],
                runs: [one, other]
                    .iter()
                    .map(|access| {
                        let title = format!("{access} by itself");
                        run_of_program(case, &title, &access.thread, Some(access), None)
                    })
                    .collect(),
            },
            Offence::Runs(thread, one, other) => Counterexample {
                why: "two runs of one thread differ".into(),
                offending: difference(&one, &other),
                runs: [("one run", &one), ("another run", &other)]
                    .into_iter()
                    .map(|(title, (phase, trace))| Run::Protocol {
                        title: title.into(),
                        protocol: case.protocol().clone(),
                        thread: thread.clone(),
                        choices: Choices::below(case.bounds.values),
                        phase: Some(phase.clone()),
                        access: None,
                        trace: Some(trace.clone()),
                    })
                    .collect(),
            },
            Offence::Said(why) => Counterexample { why, offending: Vec::new(), runs: Vec::new() },
        }
    }
}

/// The accesses that only one of two runs makes; their traces, where these are all that differs.
fn difference(one: &(Phase, Trace), other: &(Phase, Trace)) -> Vec<String> {
    let only = |a: &Phase, b: &Phase| {
        a.iter().filter(|x| !b.contains(x)).map(ToString::to_string).collect::<Vec<_>>()
    };
    let mut accesses = only(&one.0, &other.0);
    accesses.extend(only(&other.0, &one.0));
    if accesses.is_empty() { vec![one.1.to_string(), other.1.to_string()] } else { accesses }
}

/// A run of the program from whichever memory makes the access by the trace.
fn run_of_program(
    case: &Case,
    title: &str,
    thread: &Thread,
    access: Option<&AccessValue>,
    trace: Option<&Trace>,
) -> Run {
    let Some(program) = case.program() else {
        return run_of_protocol(case, title, thread, access, trace);
    };
    Run::Program {
        title: title.into(),
        program: program.clone(),
        thread: thread.clone(),
        memory: case.memory(thread, access, trace).unwrap_or_else(Store::empty),
        choices: Choices::below(case.bounds.values),
        access: access.cloned(),
        trace: trace.cloned(),
    }
}

fn run_of_protocol(
    case: &Case,
    title: &str,
    thread: &Thread,
    access: Option<&AccessValue>,
    trace: Option<&Trace>,
) -> Run {
    Run::Protocol {
        title: title.into(),
        protocol: case.protocol().clone(),
        thread: thread.clone(),
        choices: choices(case),
        phase: None,
        access: access.cloned(),
        trace: trace.cloned(),
    }
}

/// What a `var` of the protocol may have been: anything that an index or a read is within bounds.
fn choices(case: &Case) -> Choices {
    let Bounds { threads, values, cells } = case.bounds;
    let values = (0..values.max(threads).max(cells) + 2).map(Number::from).collect();
    Choices { values, ..Choices::default() }
}
