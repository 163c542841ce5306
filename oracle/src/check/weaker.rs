//! Weaker queries, of which only it counts that they have no model.

use super::alarm::{Asker, Expected};
use super::query::Query;
use super::settings::Hurry;
use crate::relax::{Facts, digits, relax, unwrap};
use crate::solver::{Answer, Term, Terms};

/// Numbers are taken apart by digits in so many races of a query.
const MOST_RACES: usize = 16;

impl Asker<'_, '_> {
    /// Whether one of the weaker queries of integers has no model.
    pub(super) fn refuted_at_all(&mut self, query: &mut Query<'_>) -> bool {
        // What is evaluated beside has facts of its own, which no race needs.
        if let Some(near) = query.near_races() {
            let whole = std::mem::replace(&mut query.background, near);
            if self.refuted_at_once(query, Facts::Few)
                || self.refuted_unwrapped(query)
                || self.refuted_by_digits(query)
            {
                return true;
            }
            query.background = whole;
        } else if self.refuted_unwrapped(query) {
            return true;
        }
        // Where only that is of use, more time is for it at once.
        let none = self.expected == Expected::NoRace;
        let at_once = self.answered_at_once(query, Facts::Few);
        // With a model, it has one in any other way.
        let open = matches!(at_once, Some(Answer::Unknown(_)));
        at_once == Some(Answer::Unsat)
            || open && none && self.refuted_otherwise(query, Facts::Few)
            || self.refuted_by_digits(query)
            || open && !none && self.refuted_otherwise(query, Facts::Few)
            || open && self.refuted(query, Facts::Few)
            || self.refuted(query, Facts::Many)
    }

    /// Whether a weaker query of integers, with these facts, has no model.
    pub(super) fn refuted(&mut self, query: &mut Query<'_>, facts: Facts) -> bool {
        let assertions = query.assertions();
        relax(&query.pair.encoder.words.terms, &assertions, facts).is_some_and(|weaker| {
            self.settings.refute(&weaker.terms, &weaker.assertions) == Answer::Unsat
        })
    }

    /// As [`Asker::refuted`], in another way.
    fn refuted_otherwise(&mut self, query: &mut Query<'_>, facts: Facts) -> bool {
        let assertions = query.assertions();
        relax(&query.pair.encoder.words.terms, &assertions, facts).is_some_and(|weaker| {
            self.settings.refute_otherwise(&weaker.terms, &weaker.assertions) == Answer::Unsat
        })
    }

    /// As [`Asker::refuted`], where that is quick or not worth it.
    fn refuted_at_once(&mut self, query: &mut Query<'_>, facts: Facts) -> bool {
        self.answered_at_once(query, facts) == Some(Answer::Unsat)
    }

    /// What is said of the weaker query then, where there is one.
    fn answered_at_once(&mut self, query: &mut Query<'_>, facts: Facts) -> Option<Answer> {
        let assertions = query.assertions();
        let weaker = relax(&query.pair.encoder.words.terms, &assertions, facts)?;
        Some(self.settings.refute_at_once(&weaker.terms, &weaker.assertions))
    }

    /// Whether a query of integers has no model.
    pub(super) fn refuted_as_it_is(&mut self, query: &mut Query<'_>, hurry: Hurry) -> bool {
        let near = query.near_races();
        let whole = near.map(|near| std::mem::replace(&mut query.background, near));
        let assertions = query.assertions();
        let terms = &query.pair.encoder.words.terms;
        let answer = match hurry {
            Hurry::AtOnce => self.settings.refute_at_once(terms, &assertions),
            Hurry::Quick => self.settings.refute(terms, &assertions),
        };
        let refuted = answer == Answer::Unsat;
        if let Some(whole) = whole {
            query.background = whole;
        }
        refuted
    }

    /// Whether each race of a query is refuted since numbers are taken apart by digits, and put together again.
    pub(super) fn refuted_by_digits(&mut self, query: &Query<'_>) -> bool {
        let none = self.expected == Expected::NoRace;
        let mut refutes = |terms: &Terms, _: &[_], assertions: &[Term]| match self
            .settings
            .refute_at_once(terms, assertions)
        {
            Answer::Unsat => true,
            Answer::Unknown(_) if none => {
                self.settings.refute_otherwise(terms, assertions) == Answer::Unsat
            }
            _ => false,
        };
        query.races.len() <= MOST_RACES
            && query.races.iter().all(|(_, _, race)| {
                let mut assertions = query.background.clone();
                assertions.push(*race);
                digits(&query.pair.encoder.words.terms, &assertions, &mut refutes)
            })
    }

    /// Whether each race of a query is refuted once nothing wraps around that certainly does not.
    fn refuted_unwrapped(&mut self, query: &Query<'_>) -> bool {
        let settings = &mut *self.settings;
        query.races.len() <= MOST_RACES
            && query.races.iter().all(|(m, n, race)| {
                let with = |more: &[Term]| [query.background.as_slice(), more].concat();
                let assertions = with(&[*race]);
                let known = with(&[query.hits[0][*m].path, query.hits[1][*n].path]);
                let mut have_none = |terms: &Terms, assertions: &[Term]| {
                    relax(terms, assertions, Facts::Few).is_some_and(|weaker| {
                        settings.refute_at_once(&weaker.terms, &weaker.assertions) == Answer::Unsat
                    })
                };
                let terms = &query.pair.encoder.words.terms;
                let Some((terms, assertions)) = unwrap(terms, &assertions, &known, &mut have_none)
                else {
                    return false;
                };
                have_none(&terms, &assertions)
                    || digits(&terms, &assertions, &mut |terms, _, assertions| {
                        settings.refute_at_once(terms, assertions) == Answer::Unsat
                    })
            })
    }
}
