//! What \[P12\] leaves open behind a barrier: the *accumulative* variables. \[P12, Appendix\]
//!
//! An array is accumulative at an interval's begin where two threads of a block wrote one of its elements with
//! different values on the way there, in one interval or in two. "Any variable that is data-flow-dependent of
//! an accumulative variable is also accumulative": what is computed from an open value is open by itself.

use super::analysis::{Explored, Pair};
use super::execute::{Executor, Refusal};
use super::relation::Relation;
use super::run::Run;
use oracle::check::Settings;
use oracle::solver::{Answer, Term};
use semantics::{Name, Rel};
use std::collections::BTreeSet;

impl Executor<'_> {
    /// The arrays that are accumulative at the begin of the next interval.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub(super) fn accumulative(
        &mut self,
        explored: &[Explored],
        settings: &mut Settings<'_>,
    ) -> Result<BTreeSet<Name>, Refusal> {
        let [a, b] = self.pair.frames.clone();
        let warp = self.relate(Relation::SameWarp, [&a, &b])?;
        let block = self.relate(Relation::SameBlock, [&a, &b])?;
        let related = self.words().terms.or(warp, block);
        let flows: Vec<&Pair> = self.on_the_way(explored);
        let mut found = BTreeSet::new();
        for [one, _] in &flows {
            for [_, other] in &flows {
                for array in one.writes.keys() {
                    if found.contains(array) {
                        continue;
                    }
                    let several = self.write_one_element(array, [one, other]);
                    let roots = vec![related, several];
                    let assertions = self.assertions(roots, true);
                    self.asked += 1;
                    let answer = settings.ask(&self.pair.encoder.words.terms, &assertions);
                    if answer != Answer::Unsat {
                        found.insert(array.clone());
                    }
                }
            }
        }
        Ok(found)
    }

    /// The flows of the intervals before the next one.
    fn on_the_way<'e>(&self, explored: &'e [Explored]) -> Vec<&'e Pair> {
        let mut flows = Vec::new();
        let mut at = self.entries.last().cloned().flatten();
        while let Some(came) = at {
            flows.extend(&explored[came.before].flows);
            at = self.entries[came.before].clone();
        }
        flows
    }

    /// That both runs are made, and write one element of the array with different values.
    fn write_one_element(&mut self, array: &Name, [one, other]: [&Run; 2]) -> Term {
        let mut ways = Vec::new();
        let none = Vec::new();
        for (here, value) in &one.writes[array] {
            for (there, payload) in other.writes.get(array).unwrap_or(&none) {
                let words = self.words();
                let same = words.compare(Rel::Eq, here, there);
                let differs = words.compare(Rel::Ne, value, payload);
                ways.push(words.terms.and(same, differs));
            }
        }
        let made = [self.made(one), self.made(other)];
        let terms = &mut self.words().terms;
        let some = terms.any(ways);
        terms.all([made[0], made[1], some])
    }
}
