//! How a verdict stands to what is recorded of the claim.

use super::form::VerdictForm;
use oracle::Bounds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use theories::{Grammar, ProgramNumber, Recorded, Survey, Surveyed, Work};

/// How a verdict stands to the record. That is of the claim with all its hypotheses, of the default
/// grammar and within the default bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordForm {
    /// It is the one that is recorded.
    Same,
    /// It is another one, or none.
    Other,
    /// The record says nothing of it: the recorded counterexample is not among the programs and
    /// bounds, or a hypothesis is dropped.
    Silent,
}

impl RecordForm {
    /// Of what a survey found of a claim.
    pub fn of(survey: &Survey, surveyed: &Surveyed) -> Self {
        let Surveyed { claim, tally, .. } = surveyed;
        if claim.hypotheses.iter().any(|h| survey.dropped.contains(h)) {
            return RecordForm::Silent;
        }
        let usual = survey.bounds == Bounds::new(2, 2) && survey.grammar == Grammar::default();
        match (claim.recorded, VerdictForm::of(tally)) {
            (Recorded::Holds, VerdictForm::Holds) => RecordForm::Same,
            (Recorded::Refuted(_), VerdictForm::Refuted) => RecordForm::Same,
            (Recorded::Holds, VerdictForm::Refuted) => RecordForm::Other,
            (_, VerdictForm::Undecided) => RecordForm::Other,
            // A part of the programs may have none that meets the hypotheses.
            (Recorded::Holds, VerdictForm::Vacuous) => match usual && is_whole(survey) {
                true => RecordForm::Other,
                false => RecordForm::Silent,
            },
            (Recorded::Refuted(number), VerdictForm::Holds | VerdictForm::Vacuous) => {
                match usual && has(survey, surveyed, number) {
                    true => RecordForm::Other,
                    false => RecordForm::Silent,
                }
            }
        }
    }
}

fn is_whole(survey: &Survey) -> bool {
    survey.shard.of <= 1 && !matches!(survey.work, Work::One { .. })
}

/// Whether the programs that were gone through have the one of this number.
fn has(survey: &Survey, surveyed: &Surveyed, number: &str) -> bool {
    let Ok(number) = number.parse::<ProgramNumber>() else { return true };
    let grammar = surveyed.claim.grammar(&survey.grammar, &survey.dropped);
    match surveyed.work {
        Work::UpTo(largest) => is_whole(survey) && largest >= number.size,
        Work::One { size, index } => {
            number == ProgramNumber { grammar: grammar.version, size, index }
        }
        Work::Random { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use theories::{Dropped, Shard, claim};

    /// What `check` finds of a claim, and how that stands to the record.
    fn found(id: &str, change: impl Fn(&mut Survey)) -> (VerdictForm, RecordForm) {
        let mut survey = Survey {
            claims: claim(id).into_iter().collect(),
            dropped: Dropped::default(),
            grammar: Grammar::default(),
            bounds: Bounds::new(2, 2),
            work: Work::UpTo(2),
            shard: Shard::default(),
            only_reference: false,
        };
        change(&mut survey);
        match survey.run(&|_, _| {}).as_deref() {
            Ok([one]) => (VerdictForm::of(&one.tally), RecordForm::of(&survey, one)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_record_is_of_the_default_scope() {
        use RecordForm::{Other, Same, Silent};
        use VerdictForm::{Holds, Refuted, Vacuous};
        let falls = "interleavings/every-race";
        assert_eq!(found(falls, |_| {}), (Refuted, Same));
        assert_eq!(found(falls, |s| s.work = Work::UpTo(1)), (Holds, Silent));
        assert_eq!(found(falls, |s| s.bounds = Bounds::new(1, 2)), (Vacuous, Silent));
        assert_eq!(found(falls, |s| s.bounds = Bounds::new(2, 1)).1, Silent);
        let other = Grammar::default().without(&[theories::Form::Let], "other");
        assert_eq!(found(falls, |s| s.grammar = other.clone()), (Holds, Silent));
        assert_eq!(found(falls, |s| s.work = Work::One { size: 1, index: 1 }).1, Silent);
        let spurious = "liew2024/4.4.1";
        assert_eq!(found(spurious, |_| {}), (Vacuous, Other));
        assert_eq!(found(spurious, |s| s.bounds = Bounds::new(1, 2)), (Vacuous, Silent));
        assert_eq!(found(spurious, |s| s.shard.of = 2), (Vacuous, Silent));
        let needs_di = "liew2024/3.3.3";
        assert_eq!(found(needs_di, |_| {}), (Holds, Same));
        let drop = |s: &mut Survey| {
            s.dropped.0.extend(s.claims.iter().filter_map(|c| c.hypothesis("DI").copied()));
        };
        assert_eq!(found(needs_di, drop), (Refuted, Silent));
    }

    #[test]
    fn what_is_recorded_and_not_found_is_told() {
        let mut wrong = claim("interleavings/first-race").into_iter().collect::<Vec<_>>();
        for claim in &mut wrong {
            claim.recorded = Recorded::Refuted("v1-sync:2:32");
        }
        let of = |work| {
            found("interleavings/first-race", |s| {
                s.claims = wrong.clone();
                s.work = work;
            })
        };
        assert_eq!(of(Work::UpTo(2)), (VerdictForm::Holds, RecordForm::Other));
        assert_eq!(of(Work::One { size: 2, index: 32 }).1, RecordForm::Other);
        assert_eq!(of(Work::One { size: 2, index: 33 }).1, RecordForm::Silent);
        let random = Work::Random { beyond: 1, count: 3, seed: 1 };
        assert_eq!(of(random).1, RecordForm::Silent);
    }
}
