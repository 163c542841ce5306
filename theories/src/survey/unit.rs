//! The claims on the programs of one unit: by the engine where it decides them, else by the
//! reference.

use super::work::{RANDOM_FUEL, RANDOM_RUNS, Unit, Work};
use super::{Subjects, Survey, Tally};
use crate::case::{Case, ProgramNumber, Subject};
use crate::claim::{Claim, Finding};
use crate::engine::{Answer, Engine, Escape};
use crate::grammar::Grammar;
use crate::liew2024::LARGER;
use oracle::Bounds;
use std::cell::OnceCell;

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
    if survey.is_random() {
        engine = engine.running(RANDOM_RUNS);
    }
    let mut answers = Vec::new();
    for (size, index) in unit.numbers(&|size| subjects.count(size)) {
        if tallies.iter().all(Tally::is_closed) {
            break;
        }
        let Some(subject) = subjects.nth(size, index) else { continue };
        let number = || ProgramNumber { grammar: grammar.version.clone(), size, index };
        let one = One { survey, subject: &subject, number: &number, case: OnceCell::new() };
        let answered = match &subject {
            _ if fast.is_empty() => Ok(()),
            Subject::Program(s) => engine.program(s, &mut answers),
            Subject::Protocol(p) => engine.protocol(p, &mut answers),
        };
        for (place, n) in fast.iter().enumerate() {
            let (claim, tally) = (&claims[*n], &mut tallies[*n]);
            match answered.map(|()| answers[place]) {
                _ if tally.is_closed() => {}
                Ok(Answer::Holds) => tally.add_met(),
                Ok(Answer::Vacuous(hypothesis)) => tally.add_vacuous(hypothesis),
                Ok(Answer::Suspect) => one.suspect(claim, tally),
                Err(Escape::ManyRuns) if survey.is_random() => tally.add_skipped(),
                Err(_) => one.by_reference(claim, tally),
            }
        }
        for n in &slow {
            if !tallies[*n].is_closed() {
                one.by_reference(&claims[*n], &mut tallies[*n]);
            }
        }
    }
    tallies
}

/// One subject.
struct One<'a> {
    survey: &'a Survey,
    subject: &'a Subject,
    number: &'a dyn Fn() -> ProgramNumber,
    case: OnceCell<Case>,
}

impl One<'_> {
    fn case(&self) -> Case {
        Case::new((self.number)(), self.subject.clone(), self.survey.bounds.clone())
    }

    /// The claim by the reference rules. A program at random may be too large for them.
    fn by_reference(&self, claim: &Claim, tally: &mut Tally) {
        let random = self.survey.is_random();
        let case = self.case.get_or_init(|| match random {
            true => self.case().spending(RANDOM_FUEL),
            false => self.case(),
        });
        match claim.check(case, &self.survey.dropped) {
            Finding::TooLarge(_) if random => tally.add_skipped(),
            Finding::Undecided(_) if random => self.suspect(claim, tally),
            finding => tally.add(&case.number, self.subject, finding),
        }
    }

    /// The claim where a counterexample is suspected. That is never too large: it is shown, cleared
    /// or undecided.
    fn suspect(&self, claim: &Claim, tally: &mut Tally) {
        let finding = match self.survey.is_random() && self.is_removed(claim) {
            true => Finding::Removed,
            false => claim.check(&self.case(), &self.survey.dropped),
        };
        if matches!(finding, Finding::Holds | Finding::Vacuous(_)) {
            tally.cleared += 1;
        }
        tally.add(&(self.number)(), self.subject, finding);
    }

    /// Whether the engine finds that nothing offends within larger bounds. The reference takes long
    /// to find that out, where programs are large.
    fn is_removed(&self, claim: &Claim) -> bool {
        let Survey { dropped, bounds: Bounds { threads, values, cells }, .. } = self.survey;
        LARGER.iter().any(|more| {
            let bounds = Bounds { threads: *threads, values: values + more, cells: cells + more };
            if !Engine::decides(claim, dropped, &bounds) {
                return false;
            }
            let mut engine = Engine::new(&[*claim], dropped, &bounds);
            let mut answers = Vec::new();
            let answered = match self.subject {
                Subject::Program(s) => engine.program(s, &mut answers),
                Subject::Protocol(p) => engine.protocol(p, &mut answers),
            };
            answered.is_ok() && answers.iter().all(|answer| *answer != Answer::Suspect)
        })
    }
}

impl Survey {
    fn is_random(&self) -> bool {
        matches!(self.work, Work::Random { .. })
    }
}
