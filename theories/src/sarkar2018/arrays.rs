//! Arrays in static single assignment: each store makes a version, a read selects from the one at
//! hand, and `phi` takes one of two. [S18, §4]

use super::formula::Stored;
use super::translate::{Formulas, Reading};
use crate::planted;
use oracle::check::range;
use oracle::check::word::Word;
use oracle::solver::Term;
use semantics::{Name, Rel, Site};
use std::collections::{BTreeMap, BTreeSet};

impl Formulas<'_> {
    pub(super) fn version(&self, array: &Name) -> usize {
        self.versions.get(array).copied().unwrap_or(1)
    }

    /// Makes the next version of an array.
    pub(super) fn newer(&mut self, array: &Name) -> usize {
        let made = self.made.entry(array.clone()).or_insert(1);
        *made += 1;
        self.versions.insert(array.clone(), *made);
        *made
    }

    /// As printed, an array has one name in both threads, so what either stores makes one version.
    pub(super) fn equal_versions(
        &mut self,
        array: &Name,
        path: [Term; 2],
        place: &[Word; 2],
        value: &[Word; 2],
    ) {
        if self.reading == Reading::Mended {
            return;
        }
        let held = [0, 1].map(|n| self.select(n, array, &place[n]));
        let words = self.executor.words();
        let unchanged = [0, 1].map(|n| words.compare(Rel::Eq, &held[n], &value[n]));
        let one_cell = words.compare(Rel::Eq, &place[0], &place[1]);
        let one_value = words.compare(Rel::Eq, &value[0], &value[1]);
        let terms = &mut words.terms;
        let alike = terms.and(one_cell, one_value);
        let no_change = terms.and(unchanged[0], unchanged[1]);
        let both = terms.or(alike, no_change);
        let not = path.map(|p| terms.not(p));
        let first_alone = terms.all([path[0], not[1]]);
        let second_alone = terms.all([not[0], path[1]]);
        let together = terms.and(path[0], path[1]);
        let constraints = [
            terms.implies(together, both),
            terms.implies(first_alone, unchanged[0]),
            terms.implies(second_alone, unchanged[1]),
        ];
        self.constraints.extend(constraints);
    }

    /// What a thread selects from the version at hand.
    pub(super) fn select(&mut self, n: usize, array: &Name, index: &Word) -> Word {
        let header = self.executor.pair.encoder.header;
        let element = range(header.arrays.get(array).map(|a| a.element));
        let cell = (array.clone(), header.sharing(array));
        // Two threads that are in two iterations do not find one memory.
        let epoch = match (self.epoch, self.rounds > 0) {
            _ if !self.written.contains(array) => 0,
            (0, false) => 0,
            (epoch, false) => 1 + 3 * epoch,
            (epoch, true) => 2 + 3 * epoch + n,
        };
        let words = &mut self.executor.pair.encoder.words;
        let at = (n, epoch);
        let mut value = self.executor.cells.read(words, cell, at, index, element.clone());
        for stored in self.stores.get(array).into_iter().flatten() {
            match stored {
                Stored::Value { when, index: place, value: new } => {
                    // As printed, the versions are the first thread's, and the second's are equal.
                    let m = if self.reading == Reading::Mended { n } else { 0 };
                    let same = words.compare(Rel::Eq, &place[m], index);
                    let here = words.terms.and(when[m], same);
                    let here = planted::in_place_of(here, "formulas-store-anyway", || same);
                    value = words.select(here, &new[m], &value);
                }
                Stored::Unknown { when } => {
                    let (low, high) = element.clone();
                    let any = words.symbol(&format!("{array}.any"), low, high);
                    if !planted::is("formulas-replays-two-alone") {
                        self.executor.forgotten.insert(any.term);
                    }
                    value = words.select(when[n], &any, &value);
                }
            }
        }
        value
    }

    /// Behind a barrier what others have written is left open.
    pub(super) fn forget_all(&mut self) {
        let planted = planted::is("formulas-barrier-forgets-nothing");
        if self.reading == Reading::Mended && !planted {
            self.epoch = self.interval;
            self.stores.clear();
        }
    }

    /// What other iterations have written is left open.
    pub(super) fn forget(&mut self, arrays: &BTreeSet<Name>, when: [Term; 2]) {
        let planted = planted::is("formulas-loop-forgets-nothing");
        if self.reading == Reading::Mended && !planted {
            for array in arrays {
                let stored = Stored::Unknown { when };
                self.stores.entry(array.clone()).or_default().push(stored);
            }
        }
    }

    /// `phi`, of each array that the branches leave at different versions.
    pub(super) fn joined(&mut self, text: &str, then: BTreeMap<Name, usize>) {
        let arrays: BTreeSet<Name> = then.keys().chain(self.versions.keys()).cloned().collect();
        for array in arrays {
            let (a, b) = (then.get(&array).copied().unwrap_or(1), self.version(&array));
            if a == b {
                continue;
            }
            let new = self.newer(&array);
            for (side, old) in [(format!("({text})"), a), (format!("!({text})"), b)] {
                self.predicate.push(side);
                self.push(format!("{array}_{new} == {array}_{old}"), &Site::default());
                self.predicate.pop();
            }
        }
    }
}
