//! Constants that another file says: a race that a model shows with some values of them is one of the kernel only where
//! it is there with every value.
//!
//! All else stays as the model has it: threads, parameters, memory. If no value of the constants takes the race away,
//! it hangs on none of them. That is enough, and not needed: another value may have another race.

use super::query::Query;
use super::walk::Hit;
use crate::solver::{Model, Term};
use semantics::Expr;
use semantics::header::Threads;
use std::collections::BTreeSet;

impl Query<'_> {
    /// The symbols of the constants.
    fn constants(&self) -> BTreeSet<Term> {
        self.pair.constants.iter().map(|word| word.term).collect()
    }

    /// Whether the race of two hits, or a meaning of the execution, may hang on a constant that another file says.
    pub fn hangs_on_constant(&self, a: &Hit, b: &Hit) -> bool {
        let constants = self.constants();
        let mut roots = self.roots_of(a, b);
        roots.extend(&self.defined);
        !constants.is_empty() && self.any_hangs_on(roots, &constants)
    }

    /// What has a model exactly where some value of the constants takes away the race that this model shows.
    pub fn without_race(&mut self, model: &Model, race: Term) -> Vec<Term> {
        let constants = self.constants();
        let assumed = self.about_the_launch(&constants);
        let mut holds: Vec<Term> = self.background.clone();
        holds.retain(|term| !self.pair.preferred.contains(term));
        holds.extend(&self.exact);
        holds.push(race);
        let mut asserted = assumed;
        for word in self.pair.constants.clone() {
            let words = &mut self.pair.encoder.words;
            asserted.extend(words.is_in_range(&word));
        }
        let terms = &mut self.pair.encoder.words.terms;
        for symbol in terms.free_symbols_of(&holds) {
            // What the model leaves out may be anything; one value will do.
            if let (false, Ok(value)) = (constants.contains(&symbol), terms.eval(symbol, model)) {
                let value = terms.value(value);
                asserted.push(terms.eq(symbol, value));
            }
        }
        let all = terms.all(holds);
        asserted.push(terms.not(all));
        asserted
    }

    /// What every execution satisfies that has a meaning: that hangs on the constants alone, and on the threads of a
    /// launch that is given. Values of the constants with which there is none are nobody's.
    fn about_the_launch(&self, constants: &BTreeSet<Term>) -> Vec<Term> {
        let mut given = constants.clone();
        if let Threads::Grid { grid, block } = &self.pair.encoder.header.threads
            && grid.iter().chain(block).all(|extent| matches!(extent, Expr::Num(_)))
        {
            let axes = self.pair.frames.iter().flat_map(|frame| frame.axes.values());
            given.extend(axes.map(|word| word.term));
        }
        let terms = &self.pair.encoder.words.terms;
        let known = |term: &Term| terms.free_symbols(*term).iter().all(|s| given.contains(s));
        self.pair.facts.iter().chain(&self.defined).copied().filter(known).collect()
    }
}
