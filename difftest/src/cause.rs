//! Why a detector is wrong: the least edit that makes it right.
//!
//! An edit takes one [`Feature`] from a kernel. Where the detector is right on what is left, the feature
//! is a cure, and may be the cause: a kernel has several cures as a rule. Of many kernels the causes are
//! the fewest features that cure all of them. One cause is one finding, whatever the kernels look like.

use crate::outcome::Outcome;
use crate::reading::Said;
use crate::shrink::Effort;
use crate::trial::Judge;
use generators::{Feature, Kernel};
use std::collections::BTreeSet;
use std::fmt;

/// What tells findings apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The detector is right once this is taken from the kernel.
    Feature(Feature),
    /// None of the edits makes it right: the shape of the smallest kernel.
    Shape(String),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Feature(feature) => write!(f, "{feature}"),
            Cause::Shape(_) => f.write_str("none of the edits"),
        }
    }
}

/// What comes of a kernel that a feature was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// The detector is right.
    Right,
    /// It is wrong all the same.
    Wrong,
    /// We cannot tell, or it does not handle what is left.
    Unknown,
}

impl Without {
    /// What comes of what is left of a kernel that had this outcome.
    pub fn of(judge: &mut Judge<'_>, left: &Kernel, outcome: Outcome) -> Without {
        let Some(trial) = judge.trial(left) else { return Without::Unknown };
        match trial.outcome {
            Outcome::Agree | Outcome::Imprecise => Without::Right,
            // Who has crashed before, and does not, is cured, whatever is true.
            Outcome::Poisoned if !outcome.is_wrong_answer() && trial.said != Said::NotStarted => {
                Without::Right
            }
            Outcome::Poisoned | Outcome::Unsupported => Without::Unknown,
            _ => Without::Wrong,
        }
    }
}

/// What becomes of a kernel without each of its features.
#[derive(Clone, Debug, Default)]
pub struct Cures {
    /// The detector is right without these.
    pub cured: BTreeSet<Feature>,
    /// Of these it is not known.
    pub open: BTreeSet<Feature>,
}

impl Cures {
    /// Of a kernel that has this outcome, as far as the effort goes.
    pub fn of(judge: &mut Judge<'_>, kernel: &Kernel, outcome: Outcome, effort: &Effort) -> Cures {
        let mut cures = Cures::default();
        for (feature, left) in Feature::of(kernel).into_iter().take(effort.tries) {
            if effort.until.is_over() {
                break;
            }
            match Without::of(judge, &left, outcome) {
                Without::Right => cures.cured.insert(feature),
                Without::Unknown => cures.open.insert(feature),
                Without::Wrong => false,
            };
        }
        cures
    }
}

/// The fewest features that cure all that can be cured, as far as taking the best one first finds them:
/// that which cures most comes first, and the least edit of those.
pub fn causes<'c>(all: impl IntoIterator<Item = &'c Cures>) -> Vec<Feature> {
    let mut left: Vec<&Cures> = all.into_iter().filter(|cures| !cures.cured.is_empty()).collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let cures = |feature: &Feature| left.iter().filter(|c| c.cured.contains(feature)).count();
        let best =
            Feature::all().max_by_key(|feature| (cures(feature), std::cmp::Reverse(*feature)));
        let Some(best) = best else { break };
        left.retain(|cures| !cures.cured.contains(&best));
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cures(of: &[Feature]) -> Cures {
        Cures { cured: of.iter().copied().collect(), open: BTreeSet::new() }
    }

    #[test]
    fn the_fewest_features_cure_all() {
        let (barrier, read, branch) = (Feature::Barrier, Feature::Read, Feature::Branch);
        let all =
            [cures(&[branch, barrier]), cures(&[barrier, read]), cures(&[read, branch, barrier])];
        assert_eq!(causes(&all), [barrier]);
        assert_eq!(
            causes(&[cures(&[branch]), cures(&[barrier]), cures(&[barrier, branch])]).len(),
            2
        );
        // The least edit of those that do as much.
        assert_eq!(causes(&[cures(&[branch, Feature::Else])]), [Feature::Else]);
        assert_eq!(causes(&[Cures::default()]), []);
    }
}
