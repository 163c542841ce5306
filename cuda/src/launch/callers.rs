//! Which functions of the host call which, as far as that matters for launches.

use super::evaluator::Evaluator;
use semantics::Name;
use std::collections::{BTreeSet, HashSet};

impl Evaluator<'_> {
    /// Of a function and those of its callers that are to be run, too, one that calls it and that it does not
    /// call: what calls itself says what it gives to the others, like what nobody calls.
    pub fn first_of_callers(
        &self,
        mut n: usize,
        open: &impl Fn(&usize) -> bool,
        names: &[BTreeSet<Name>],
    ) -> usize {
        loop {
            let below = self.reached_from(n, names);
            let caller = |m: &usize| {
                open(m) && !below.contains(m) && self.reached_from(*m, names).contains(&n)
            };
            let Some(m) = (0..names.len()).find(caller) else { return n };
            n = m;
        }
    }

    /// The functions that one calls, and those that these call.
    fn reached_from(&self, n: usize, names: &[BTreeSet<Name>]) -> BTreeSet<usize> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![n]);
        while let Some(n) = open.pop() {
            let called = names[n].iter().filter_map(|name| self.named.get(name)).flatten();
            open.extend(
                called.copied().filter(|m| self.launching.contains(m) && reached.insert(*m)),
            );
        }
        reached
    }

    /// Finds the functions that launch these kernels, themselves or by others. `names`: what each function names.
    pub fn find_launching(&mut self, names: &[BTreeSet<Name>], kernels: &HashSet<Name>) {
        for (n, all) in names.iter().enumerate() {
            if all.iter().any(|name| kernels.contains(name)) {
                self.launching.insert(n);
            }
        }
        loop {
            let before = self.launching.len();
            for (n, all) in names.iter().enumerate() {
                let calls = |name: &Name| {
                    let of_name = self.named.get(name);
                    of_name.into_iter().flatten().any(|m| self.launching.contains(m))
                };
                if !self.launching.contains(&n) && all.iter().any(calls) {
                    self.launching.insert(n);
                }
            }
            if self.launching.len() == before {
                return;
            }
        }
    }
}
