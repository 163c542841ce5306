//! The answer of `suite`, as published JSON.

use super::answer::SuiteAnswer;
use super::record::Line;
use super::tables::{CLASSES, Row, classes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer of `suite`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jaminan suite")]
#[serde(deny_unknown_fields)]
pub struct SuiteForm {
    /// As they stand in `results.jsonl`.
    pub kernels: Vec<Line>,
    /// Kernels by verdict, and alarms. [L24, Table 1]
    pub table1: TableForm,
    /// Kernels by class of approximation. [L24, Table 4]
    pub table4: BTreeMap<String, u64>,
    /// With `--labels`: answers beside labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<ConfusionForm>,
    /// With `--compare`: what differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<CompareForm>,
}

/// A row of [L24, Table 1].
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableForm {
    /// All of them.
    pub kernels: u64,
    /// Proved race free.
    pub race_free: u64,
    /// With an alarm, and none that is true.
    pub potential: u64,
    /// With a true alarm.
    pub racy: u64,
    /// The percentage with a verdict.
    pub coverage: f64,
    /// Not decided in the time or memory that they had.
    pub timeout: u64,
    /// Without an answer: not supported, not read, or ended without one.
    pub crash: u64,
    /// Alarms.
    pub alarms: AlarmCountForm,
}

/// How many alarms.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AlarmCountForm {
    /// That are true.
    pub shown: u64,
    /// That are open.
    pub potential: u64,
}

/// Answers beside labels.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfusionForm {
    /// How often, by label and answer.
    pub counts: BTreeMap<String, BTreeMap<String, usize>>,
    /// How many labels count.
    pub counted: usize,
    /// How many of those have the answer that is labelled.
    pub right: usize,
    /// Labels without a result.
    pub missing: usize,
    /// Each other answer.
    pub disagreements: Vec<DisagreementForm>,
}

/// An answer that is not the label.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DisagreementForm {
    /// The file, or a kernel of it.
    pub name: String,
    /// The label.
    pub label: String,
    /// The answer.
    pub answer: String,
    /// Whether one of them must be wrong.
    pub contradicts: bool,
    /// Why there is no other answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What differs from another run.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareForm {
    /// How often, by the other answer and this one.
    pub counts: BTreeMap<String, BTreeMap<String, usize>>,
    /// Each other answer.
    pub changed: Vec<ChangedForm>,
    /// What only the other run has.
    pub only_other: usize,
    /// What only this one has.
    pub only_here: usize,
}

/// Another answer.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedForm {
    /// The file, or a kernel of it.
    pub name: String,
    /// The other answer.
    pub other: String,
    /// This one.
    pub here: String,
}

impl From<Row> for TableForm {
    fn from(row: Row) -> Self {
        TableForm {
            kernels: row.kernels(),
            race_free: row.free,
            potential: row.potential,
            racy: row.racy,
            coverage: row.coverage(),
            timeout: row.timeout,
            crash: row.crash,
            alarms: AlarmCountForm { shown: row.true_alarms, potential: row.potential_alarms },
        }
    }
}

/// Counts by two words, as an object in an object.
fn nested(
    counts: &BTreeMap<(String, &'static str), usize>,
) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut all: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for ((one, other), n) in counts {
        all.entry(one.clone()).or_default().insert((*other).to_owned(), *n);
    }
    all
}

impl From<&SuiteAnswer> for SuiteForm {
    fn from(answer: &SuiteAnswer) -> Self {
        let labels = answer.confusion.as_ref().map(|confusion| ConfusionForm {
            counts: nested(&confusion.counts),
            counted: confusion.counted,
            right: confusion.right,
            missing: confusion.missing,
            disagreements: confusion
                .disagreements
                .iter()
                .map(|d| DisagreementForm {
                    name: d.name.clone(),
                    label: d.label.clone(),
                    answer: d.answer.into(),
                    contradicts: d.contradicts,
                    why: d.why.clone(),
                })
                .collect(),
        });
        let changed = |(name, other, here): &(String, String, &'static str)| ChangedForm {
            name: name.clone(),
            other: other.clone(),
            here: (*here).into(),
        };
        let compare = answer.comparison.as_ref().map(|comparison| CompareForm {
            counts: nested(&comparison.counts),
            changed: comparison.changed.iter().map(changed).collect(),
            only_other: comparison.only_other,
            only_here: comparison.only_here,
        });
        let by_class = CLASSES.iter().zip(classes(&answer.lines));
        SuiteForm {
            kernels: answer.lines.clone(),
            table1: Row::of(&answer.lines).into(),
            table4: by_class.map(|(class, n)| ((*class).to_owned(), n)).collect(),
            labels,
            compare,
        }
    }
}
