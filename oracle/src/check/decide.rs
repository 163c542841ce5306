//! One question about an alarm: of integers or of bits, whichever promises more first.

use super::alarm::{Ask, Asked, Asker, Wanted};
use super::query::{Ordinals, Query, Question};
use super::reason::Undecided;
use super::settings::Hurry;
use super::walk::Refusal;
use super::word::{Encoding, Words};
use crate::relax::Facts;
use crate::solver::Answer;
use semantics::header::Threads;
use semantics::{Syntax, limits};

impl Asker<'_, '_> {
    /// Decides a question; in CUDA as bit vectors and as integers, whichever promises more first.
    pub(super) fn decide<'q, S: Syntax>(
        &mut self,
        question: &Question<'q, S>,
        wanted: &dyn Fn(Ordinals) -> bool,
        ask: &Ask,
    ) -> Asked<'q> {
        if let Err(spent) = limits::ask_now() {
            return Asked::Undecided(spent.into());
        }
        let natural = !matches!(question.header.threads, Threads::Grid { .. });
        let bounded = !self.settings.solver.refutes_integers();
        let weaker = ask.wanted == Wanted::Refutation;
        if weaker && bounded {
            return Asked::Undecided(Undecided::NotAsked);
        }
        let first = if natural || weaker { Encoding::Integers } else { Encoding::Bits };
        let build = |encoding| -> Result<Query<'q>, Refusal> {
            let given = ask.given.clone();
            let words = Words { most: ask.most, given, ..Words::new(encoding) };
            let mut query = Query::new(question, words, wanted)?;
            for threads in &ask.others {
                let others = query.pair.differ_from(threads);
                query.background.push(others);
            }
            if ask.certain {
                let certain = query.certain();
                query.background.push(certain);
            }
            if ask.exact {
                query.background.extend(query.exact.clone());
            }
            Ok(query)
        };
        let mut query = match build(first) {
            Ok(query) => query,
            Err(refusal) => return Asked::Undecided(refused(refusal)),
        };
        if query.races.is_empty() {
            return Asked::Unsat;
        }
        let nonlinear = !query.pair.encoder.words.products.is_empty();
        if weaker && !nonlinear && (natural || !query.divides()) {
            // Numbers that wrap around may be easier than their bits are.
            return match !natural && self.refuted_as_it_is(&mut query, Hurry::AtOnce) {
                true => Asked::Unsat,
                false => Asked::Undecided(Undecided::Linear),
            };
        }
        // Naturals have no largest one: they are no bits.
        if weaker && !natural {
            let linear = build(Encoding::Bits).ok().filter(|query| !query.multiplies());
            let refuted = linear.is_some_and(|mut query| {
                if let Some(near) = query.near_races() {
                    query.background = near;
                }
                let assertions = query.assertions();
                self.settings.refute_at_once(&query.pair.encoder.words.terms, &assertions)
                    == Answer::Unsat
            });
            if refuted {
                return Asked::Unsat;
            }
        }
        if weaker && !nonlinear {
            return match self.refuted_by_digits(&query) {
                true => Asked::Unsat,
                false => Asked::Undecided(Undecided::NotRefuted),
            };
        }
        if natural || bounded || matches!(ask.wanted, Wanted::Refutation | Wanted::Glance) {
            return self.solve(query, ask.wanted);
        }
        let integers = build(Encoding::Integers);
        let mut order = vec![query];
        if let Ok(mut integers) = integers {
            let refuted = match nonlinear {
                true => ask.wanted == Wanted::Model && self.refuted(&mut integers, Facts::Few),
                // Bits may take all the time that there is.
                false => ask.most.is_none() && self.refuted_as_it_is(&mut integers, Hurry::Quick),
            };
            if refuted {
                return Asked::Unsat;
            }
            // Products of unknowns are hard as bits, and easy where nothing wraps around.
            let at = if nonlinear && ask.most.is_none() { 0 } else { 1 };
            order.insert(at, integers);
        }
        let mut last = Asked::Undecided(Undecided::NotAsked);
        for query in order {
            last = self.solve(query, ask.wanted);
            if !matches!(last, Asked::Undecided(_)) {
                break;
            }
        }
        last
    }

    fn solve<'q>(&mut self, mut query: Query<'q>, wanted: Wanted) -> Asked<'q> {
        let assertions = query.assertions();
        let terms = &query.pair.encoder.words.terms;
        let answer = match wanted {
            Wanted::Answer => self.settings.ask(terms, &assertions),
            Wanted::Model => {
                self.settings.find(terms, &assertions, query.pair.encoder.words.most.is_some())
            }
            Wanted::Glance => self.settings.glance(terms, &assertions),
            Wanted::Refutation => {
                return match self.refuted_at_all(&mut query) {
                    true => Asked::Unsat,
                    false => Asked::Undecided(Undecided::NotRefuted),
                };
            }
        };
        match answer {
            Answer::Sat(model) => Asked::Sat(Box::new(query), model),
            Answer::Unsat => Asked::Unsat,
            Answer::UnsatWithin { bits } => Asked::Undecided(Undecided::Within(bits)),
            Answer::Unknown(why) => Asked::Undecided(why.into()),
        }
    }
}

fn refused(refusal: Refusal) -> Undecided {
    match refusal {
        Refusal::Unbound(x) => Undecided::Unbound(x),
        Refusal::TooLarge => Undecided::TooLarge,
        Refusal::Exhausted(spent) => spent.into(),
    }
}
