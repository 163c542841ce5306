//! From the records of a campaign to findings: one for each cause.

use crate::cause::{Cause, Cures, causes};
use crate::finding::{Finding, shape};
use crate::outcome::Outcome;
use crate::record::{Record, Tried};
use crate::shrink::{Effort, Shrunk, shrink};
use crate::trial::Judge;
use generators::{Code, Feature, Kernel, Launch, Source};
use std::collections::BTreeMap;

/// No more kernels of the same features and outcome are looked into; and no more of one cause are made
/// smaller.
const OF_A_KIND: usize = 3;

/// Wrong answers are one kind, since one cause may make a detector miss races and see some that are none.
/// Without an answer there is nothing to be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Answer,
    Ended(Outcome),
}

impl Kind {
    fn of(outcome: Outcome) -> Kind {
        if outcome.is_wrong_answer() { Kind::Answer } else { Kind::Ended(outcome) }
    }
}

/// A kernel on which the detector is wrong, and what is known of why.
struct Suspect {
    outcome: Outcome,
    /// As it was found.
    kernel: Kernel,
    /// Its text then.
    text: String,
    cures: Cures,
    /// Made smaller before its cures were looked for: as it was found it had none.
    shrunk: Option<Shrunk>,
    /// The kernels of the campaign that it stands for: their names and outcomes.
    from: Vec<(String, Outcome)>,
}

/// The findings of a campaign's records, worst first.
pub fn findings(
    judge: &mut Judge<'_>,
    wrong: &[Record],
    launch: Launch,
    effort: &Effort,
) -> Vec<Finding> {
    let mut suspects = suspects(judge, wrong, launch, effort);
    let mut rounds = ROUNDS;
    loop {
        let grouped = grouped(&suspects);
        let (mut found, others) = made_smaller(judge, &suspects, &grouped, effort);
        let others = match rounds > 0 {
            true => of_others(judge, others, &grouped, effort),
            false => Vec::new(),
        };
        if others.is_empty() {
            found.sort_by_key(|finding| {
                (std::cmp::Reverse(finding.outcome), finding.kernel.size(), finding.cause.clone())
            });
            return found;
        }
        // What came up on the way is evidence, too: what cures it as well as the others may cure all of them.
        suspects.extend(others);
        rounds -= 1;
    }
}

/// The suspects of each cause, by number.
type Grouped = BTreeMap<(Kind, Cause), Vec<usize>>;

/// How often causes are chosen anew, at most.
const ROUNDS: usize = 3;

/// The kernels of records, each with its cures. Many have one cause: of those that look alike some are
/// looked into, the first are the smallest; the others are only counted.
fn suspects(
    judge: &mut Judge<'_>,
    wrong: &[Record],
    launch: Launch,
    effort: &Effort,
) -> Vec<Suspect> {
    let mut suspects: Vec<Suspect> = Vec::new();
    let mut alike: BTreeMap<(Outcome, Vec<Feature>), Vec<usize>> = BTreeMap::new();
    for tried in wrong.iter().filter_map(|record| record.kernel.as_ref()) {
        let outcome = tried.outcome;
        let Some(kernel) = again(tried, launch).filter(|_| outcome.is_finding()) else { continue };
        let features = Feature::of(&kernel).into_iter().map(|(feature, _)| feature).collect();
        let known = alike.entry((outcome, features)).or_default();
        let from = (tried.id.clone(), outcome);
        if let Some(first) = known.first()
            && (known.len() >= OF_A_KIND || effort.until.is_over())
        {
            suspects[*first].from.push(from);
            continue;
        }
        let text = tried.text.clone().unwrap_or_default();
        if let Some(suspect) = looked_into(judge, kernel, text, outcome, from, effort) {
            known.push(suspects.len());
            suspects.push(suspect);
        }
    }
    suspects
}

fn looked_into(
    judge: &mut Judge<'_>,
    kernel: Kernel,
    text: String,
    outcome: Outcome,
    from: (String, Outcome),
    effort: &Effort,
) -> Option<Suspect> {
    let mut cures = Cures::of(judge, &kernel, outcome, effort);
    let mut shrunk = None;
    if cures.cured.is_empty() {
        // Several things may be wrong with it at once.
        let small = shrink(judge, &kernel, outcome, None, effort)?;
        let again = Cures::of(judge, &small.kernel, outcome, effort);
        if !again.cured.is_empty() || cures.open.is_empty() {
            cures = again;
        }
        shrunk = Some(small);
    }
    Some(Suspect { outcome, kernel, text, cures, shrunk, from: vec![from] })
}

/// Puts each to a cause.
fn grouped(suspects: &[Suspect]) -> Grouped {
    let mut chosen: BTreeMap<Kind, Vec<Feature>> = BTreeMap::new();
    for suspect in suspects {
        let kind = Kind::of(suspect.outcome);
        chosen.entry(kind).or_insert_with(|| {
            causes(suspects.iter().filter(|s| Kind::of(s.outcome) == kind).map(|s| &s.cures))
        });
    }
    let mut grouped = Grouped::new();
    for (n, suspect) in suspects.iter().enumerate() {
        let kind = Kind::of(suspect.outcome);
        let of_kind = || chosen.get(&kind).into_iter().flatten();
        let cures = &suspect.cures;
        let cured = of_kind().find(|feature| cures.cured.contains(feature));
        let cause = match cured.or_else(|| of_kind().find(|feature| cures.open.contains(feature))) {
            Some(feature) => Cause::Feature(*feature),
            None => {
                let text = suspect.shrunk.as_ref().map_or(&suspect.text, |small| &small.trial.text);
                Cause::Shape(shape(text))
            }
        };
        grouped.entry((kind, cause)).or_default().push(n);
    }
    grouped
}

/// The finding of each cause, and smaller kernels that came up and have another cause.
fn made_smaller(
    judge: &mut Judge<'_>,
    suspects: &[Suspect],
    grouped: &Grouped,
    effort: &Effort,
) -> (Vec<Finding>, Vec<(Outcome, Kernel)>) {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for ((_, cause), of_cause) in grouped {
        let mut of_cause: Vec<&Suspect> =
            of_cause.iter().filter_map(|n| suspects.get(*n)).collect();
        let Some(outcome) = of_cause.iter().map(|suspect| suspect.outcome).max() else { continue };
        let from: Vec<(String, Outcome)> =
            of_cause.iter().flat_map(|suspect| suspect.from.iter().cloned()).collect();
        of_cause.retain(|suspect| suspect.outcome == outcome);
        of_cause.sort_by_key(|suspect| (suspect.kernel.size(), suspect.kernel.id.clone()));
        let mut best: Option<(Shrunk, String, String)> = None;
        for suspect in of_cause.into_iter().take(OF_A_KIND) {
            if best.is_some() && effort.until.is_over() {
                break;
            }
            let feature = match cause {
                Cause::Feature(feature) if suspect.cures.cured.contains(feature) => Some(*feature),
                _ => None,
            };
            let small = match (feature, &suspect.shrunk) {
                (None, Some(small)) => Some(small.clone()),
                // The cures of one that is small already are those of what it was made to.
                (_, Some(small)) => shrink(judge, &small.kernel, outcome, feature, effort),
                (_, None) => shrink(judge, &suspect.kernel, outcome, feature, effort),
            };
            let Some(mut small) = small else { continue };
            others.extend(std::mem::take(&mut small.others).into_iter().map(|k| (outcome, k)));
            let is_less =
                |(best, ..): &(Shrunk, _, _)| small.trial.text.len() < best.trial.text.len();
            if best.as_ref().is_none_or(is_less) {
                best = Some((small, suspect.kernel.id.clone(), suspect.text.clone()));
            }
        }
        let Some((small, id, text)) = best else { continue };
        // What came up on the way stands for itself.
        let from = if from.is_empty() { vec![(id.clone(), outcome)] } else { from };
        let mut outcomes = BTreeMap::new();
        from.iter().for_each(|(_, outcome)| *outcomes.entry(*outcome).or_default() += 1);
        found.push(Finding {
            outcome,
            cause: cause.clone(),
            features: Feature::of(&small.kernel).into_iter().map(|(feature, _)| feature).collect(),
            kernel: small.kernel,
            trial: small.trial,
            smallest: small.smallest,
            as_found: (id, text),
            from: from.into_iter().map(|(id, _)| id).collect(),
            outcomes,
        });
    }
    (found, others)
}

/// Those that no cause accounts for.
fn of_others(
    judge: &mut Judge<'_>,
    others: Vec<(Outcome, Kernel)>,
    grouped: &Grouped,
    effort: &Effort,
) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    for (outcome, kernel) in others {
        if effort.until.is_over() {
            break;
        }
        let cures = Cures::of(judge, &kernel, outcome, effort);
        let kind = Kind::of(outcome);
        let known = |feature: &Feature| grouped.contains_key(&(kind, Cause::Feature(*feature)));
        // What has no cure says nothing of which of them is the cause.
        if cures.cured.is_empty() || cures.cured.iter().chain(&cures.open).any(known) {
            continue;
        }
        let Some(trial) = judge.trial(&kernel) else { continue };
        let (text, from) = (trial.text, Vec::new());
        suspects.push(Suspect { outcome, kernel, text, cures, shrunk: None, from });
    }
    suspects
}

/// The kernel of a record.
fn again(tried: &Tried, launch: Launch) -> Option<Kernel> {
    if let Ok(kernel) = Source::named(&tried.id, &[], launch) {
        return Some(kernel);
    }
    let (language, text) = (tried.language.parse().ok()?, tried.text.clone()?);
    Some(Kernel { id: tried.id.clone(), code: Code::Text(language, text), launch })
}
