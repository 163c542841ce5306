//! The claims on the programs of one unit: by the engine where it decides them, else by the
//! reference.

use super::work::Unit;
use super::{Subjects, Survey, Tally};
use crate::case::{Case, ProgramNumber, Subject};
use crate::claim::{Claim, Finding};
use crate::engine::{Answer, Engine};
use crate::grammar::Grammar;

pub(super) fn check(
    survey: &Survey,
    claims: &[Claim],
    grammar: &Grammar,
    subjects: &Subjects,
    unit: &Unit,
) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); claims.len()];
    let decided = |claim: &Claim| {
        !survey.only_reference && Engine::decides(claim, &survey.dropped, &survey.bounds)
    };
    let (fast, slow): (Vec<usize>, Vec<usize>) =
        (0..claims.len()).partition(|n| decided(&claims[*n]));
    let fast_claims: Vec<Claim> = fast.iter().map(|n| claims[*n]).collect();
    let mut engine = Engine::new(&fast_claims, &survey.dropped, &survey.bounds);
    let mut answers = Vec::new();
    for (size, index) in unit.numbers(&|size| subjects.count(size)) {
        if tallies.iter().all(Tally::is_closed) {
            break;
        }
        let Some(subject) = subjects.nth(size, index) else { continue };
        let number = || ProgramNumber { grammar: grammar.version.clone(), size, index };
        let mut case = None;
        let mut reference = |n: usize| -> (ProgramNumber, Finding) {
            let case = case
                .get_or_insert_with(|| Case::new(number(), subject.clone(), survey.bounds.clone()));
            (case.number.clone(), claims[n].check(case, &survey.dropped))
        };
        let answered = match &subject {
            _ if fast.is_empty() => Ok(()),
            Subject::Program(s) => engine.program(s, &mut answers),
            Subject::Protocol(p) => engine.protocol(p, &mut answers),
        };
        for (place, n) in fast.iter().enumerate() {
            let tally = &mut tallies[*n];
            if tally.is_closed() {
                continue;
            }
            match answered.is_ok().then(|| answers[place]) {
                Some(Answer::Holds) => tally.add_met(),
                Some(Answer::Vacuous(hypothesis)) => tally.add_vacuous(hypothesis),
                Some(Answer::Suspect) => {
                    let (number, finding) = reference(*n);
                    if matches!(finding, Finding::Holds | Finding::Vacuous(_)) {
                        tally.cleared += 1;
                    }
                    tally.add(&number, &subject, finding);
                }
                None => {
                    let (number, finding) = reference(*n);
                    tally.add(&number, &subject, finding);
                }
            }
        }
        for n in &slow {
            if !tallies[*n].is_closed() {
                let (number, finding) = reference(*n);
                tallies[*n].add(&number, &subject, finding);
            }
        }
    }
    tallies
}
