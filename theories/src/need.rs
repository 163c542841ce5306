//! Which hypotheses a claim needs: the smallest counterexample without each.

use crate::claim::{Assumed, Claim, Dropped, Hypothesis, Recorded};
use crate::enumerate::TooMany;
use crate::grammar::Grammar;
use crate::survey::{Shard, Survey, Surveyed, Tally, Work};
use oracle::Bounds;

/// What dropping one hypothesis of a claim comes to.
#[derive(Clone, Debug)]
pub struct Need {
    /// The claim.
    pub claim: Claim,
    /// The hypothesis that is dropped.
    pub hypothesis: Hypothesis,
    /// Of which programs.
    pub work: Work,
    /// What was found without it. Where there is no refutation, nothing up to the size needs it.
    pub tally: Tally,
}

/// For each claim that is recorded to hold, each of its hypotheses in turn, on every program up to
/// the size; of claims that take long, up to a smaller one.
///
/// # Errors
/// More programs than have numbers.
pub fn needs(claims: &[Claim], size: usize, bounds: &Bounds) -> Result<Vec<Need>, TooMany> {
    let holds = |claim: &&Claim| claim.recorded == Recorded::Holds;
    let droppable = |h: &&Hypothesis| !matches!(h.assumed, Assumed::SpokenOf);
    let claims: Vec<Claim> = claims.iter().filter(holds).copied().collect();
    let mut hypotheses: Vec<Hypothesis> = Vec::new();
    for hypothesis in claims.iter().flat_map(|claim| claim.hypotheses).filter(droppable) {
        if !hypotheses.contains(hypothesis) {
            hypotheses.push(*hypothesis);
        }
    }
    let mut needs = Vec::new();
    for hypothesis in hypotheses {
        let concerned = claims.iter().filter(|claim| claim.hypotheses.contains(&hypothesis));
        let survey = Survey {
            claims: concerned.copied().collect(),
            dropped: Dropped(vec![hypothesis]),
            grammar: Grammar::default(),
            bounds: bounds.clone(),
            work: Work::UpTo(size),
            shard: Shard::default(),
            only_reference: false,
        };
        let found = survey.run(&|_, _| {})?.into_iter();
        let need = |Surveyed { claim, work, tally, .. }| Need { claim, hypothesis, work, tally };
        needs.extend(found.map(need));
    }
    let place = |need: &Need| {
        let claim = claims.iter().position(|claim| claim.id == need.claim.id);
        (claim, need.claim.hypotheses.iter().position(|h| *h == need.hypothesis))
    };
    needs.sort_by_key(place);
    Ok(needs)
}
