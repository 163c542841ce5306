//! Weaker queries, of which only it counts that they have no model.

use super::alarm::Asker;
use super::query::Query;
use crate::relax::{Facts, relax};
use crate::solver::Answer;

impl Asker<'_, '_> {
    /// Whether one of the weaker queries of integers has no model.
    pub(super) fn refuted_at_all(&mut self, query: &mut Query<'_>) -> bool {
        // What is evaluated beside has facts of its own, which no race needs.
        if let Some(near) = query.near_races() {
            let whole = std::mem::replace(&mut query.background, near);
            if self.refuted_at_once(query) {
                return true;
            }
            query.background = whole;
        }
        let mut each = [Facts::Digits, Facts::Few, Facts::Many].into_iter();
        each.any(|facts| self.refuted(query, facts))
    }

    /// Whether a weaker query of integers, with these facts, has no model.
    pub(super) fn refuted(&mut self, query: &mut Query<'_>, facts: Facts) -> bool {
        let assertions = query.assertions();
        relax(&query.pair.encoder.words.terms, &assertions, facts).is_some_and(|weaker| {
            self.settings.refute(&weaker.terms, &weaker.assertions) == Answer::Unsat
        })
    }

    /// As [`Asker::refuted`], where that is quick or not worth it.
    fn refuted_at_once(&mut self, query: &mut Query<'_>) -> bool {
        let assertions = query.assertions();
        let terms = &query.pair.encoder.words.terms;
        [Facts::Digits, Facts::Few].into_iter().any(|facts| {
            relax(terms, &assertions, facts).is_some_and(|weaker| {
                self.settings.refute_at_once(&weaker.terms, &weaker.assertions) == Answer::Unsat
            })
        })
    }
}
