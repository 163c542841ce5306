//! The search for a weakest condition: each candidate excludes every race that was found so far, and the race that
//! is found under it, where it does not exclude all, is the next one to exclude. Before that it is made as narrow as it
//! can be, such as one within a single block: so it rules out more of the candidates.

use super::condition::{Condition, Term, Values};
use semantics::{IntType, Name, Number};
use std::collections::{BTreeMap, BTreeSet};

/// No conjunction has more conditions.
pub const MOST_CONDITIONS: usize = 3;

/// No more conjunctions are found for one kernel.
const MOST_FOUND: usize = 3;

/// No more races are excluded: the bits of a [`Races`].
const MOST_RACES: usize = 120;

/// Once one is found, no more are asked about for others, and as many again as before.
const MOST_FURTHER: usize = 100;

/// Conjunctions that are looked at for the next one to ask about.
const MOST_STEPS: usize = 2_000_000;

/// What is known of a kernel under a conjunction.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It is race free, and still runs.
    Proved,
    /// It races, with these values.
    Races(Vec<BTreeMap<Name, Number>>),
    /// No two threads make the accesses, nor do they under any conjunction that implies this one.
    Idle,
    /// It is not known, or the conjunction is not about it.
    Unknown,
    /// The time is over.
    Over,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Conjunctions, none of which implies another.
    pub conjunctions: Vec<Vec<Condition>>,
    /// How many were asked about.
    pub asked: usize,
    /// Whether no other conjunction was left to ask about.
    pub complete: bool,
}

/// A set of the races that were found.
type Races = u128;

/// A search among conditions.
pub struct Search<'a> {
    conditions: Vec<Condition>,
    types: &'a BTreeMap<Name, IntType>,
    /// Of each condition, the races that it excludes.
    excludes: Vec<Races>,
    /// The races to exclude.
    races: Vec<BTreeMap<Name, Number>>,
    /// What makes a race narrower, by number.
    narrower: Vec<usize>,
    /// Conjunctions that were asked about.
    tried: BTreeSet<Vec<usize>>,
    /// Those of them under which the kernel does not run.
    idle: Vec<Vec<usize>>,
    found: Vec<Vec<usize>>,
    asked: usize,
    /// How many are asked about in all, once one is found.
    enough: usize,
}

/// Asks about a kernel under a conjunction.
pub type Ask<'a> = dyn FnMut(&[Condition]) -> Answer + 'a;

impl<'a> Search<'a> {
    /// Among these conditions, what asks for least first; some of them make a race narrower.
    pub fn new(
        conditions: Vec<Condition>,
        narrower: &[Condition],
        types: &'a BTreeMap<Name, IntType>,
    ) -> Self {
        let number = |of: &Condition| conditions.iter().position(|condition| condition == of);
        let narrower = narrower.iter().filter_map(number).collect();
        Search {
            excludes: vec![0; conditions.len()],
            conditions,
            types,
            races: Vec::new(),
            narrower,
            tried: BTreeSet::new(),
            idle: Vec::new(),
            found: Vec::new(),
            asked: 0,
            enough: 0,
        }
    }

    /// Looks for conjunctions that exclude these races and all others, the fewest conditions first.
    pub fn run(mut self, races: Vec<BTreeMap<Name, Number>>, ask: &mut Ask<'_>) -> Found {
        let complete = self.look(races, ask).is_some();
        let conjunctions = self.found.iter().map(|conjunction| self.named(conjunction)).collect();
        Found { conjunctions, asked: self.asked, complete }
    }

    /// Nothing where it ends before all were asked about.
    fn look(&mut self, races: Vec<BTreeMap<Name, Number>>, ask: &mut Ask<'_>) -> Option<()> {
        self.exclude(&[], races, ask)?;
        for size in 1..=MOST_CONDITIONS {
            let mut steps = MOST_STEPS;
            while let Some(next) = self.next(&mut Vec::new(), self.all(), size, &mut steps) {
                steps = MOST_STEPS;
                if self.proves(&next, ask)? {
                    let weakest = self.weaken(next, ask)?;
                    self.found.push(weakest);
                    if self.found.len() == MOST_FOUND {
                        return None;
                    }
                }
            }
            if steps == 0 {
                return None;
            }
        }
        Some(())
    }

    /// Adds a race under a conjunction to those that are excluded, as narrow as it can be.
    fn exclude(
        &mut self,
        conjunction: &[usize],
        mut races: Vec<BTreeMap<Name, Number>>,
        ask: &mut Ask<'_>,
    ) -> Option<()> {
        let mut narrow = conjunction.to_vec();
        for n in self.narrower.clone() {
            narrow.push(n);
            let holds =
                |race| !Values { numbers: race, types: self.types }.falsify(&self.conditions[n]);
            if races.iter().all(holds) {
                continue;
            }
            match self.ask(&narrow, ask)? {
                Answer::Races(narrower) => races = narrower,
                _ => {
                    narrow.pop();
                }
            }
        }
        races.into_iter().try_for_each(|race| self.add(race))
    }

    fn add(&mut self, race: BTreeMap<Name, Number>) -> Option<()> {
        if self.races.contains(&race) {
            return Some(());
        }
        if self.races.len() == MOST_RACES {
            return None;
        }
        let bit = 1 << self.races.len();
        let here = Values { numbers: &race, types: self.types };
        for (condition, excludes) in self.conditions.iter().zip(&mut self.excludes) {
            if here.falsify(condition) {
                *excludes |= bit;
            }
        }
        self.races.push(race);
        Some(())
    }

    fn all(&self) -> Races {
        (1 << self.races.len()) - 1
    }

    /// The first conjunction with so many conditions more that is worth asking about.
    fn next(
        &self,
        chosen: &mut Vec<usize>,
        left: Races,
        more: usize,
        steps: &mut usize,
    ) -> Option<Vec<usize>> {
        if left == 0 {
            let mut conjunction = chosen.clone();
            conjunction.sort_unstable();
            return (more == 0 && self.is_worth(&conjunction)).then_some(conjunction);
        }
        if more == 0 {
            return None;
        }
        let race = left & left.wrapping_neg();
        for n in 0..self.conditions.len() {
            if self.excludes[n] & race == 0 {
                continue;
            }
            *steps = steps.saturating_sub(1);
            if *steps == 0 {
                return None;
            }
            chosen.push(n);
            let next = self.next(chosen, left & !self.excludes[n], more - 1, steps);
            chosen.pop();
            if next.is_some() {
                return next;
            }
        }
        None
    }

    /// Whether a conjunction was not asked about, excludes all races, needs each of its conditions for one of them,
    /// and is not implied by or implies what is found.
    fn is_worth(&self, conjunction: &[usize]) -> bool {
        let without = |skipped: usize| {
            let others = conjunction.iter().filter(|n| **n != skipped);
            others.fold(0, |all: Races, n| all | self.excludes[*n])
        };
        without(usize::MAX) == self.all()
            && conjunction.iter().all(|n| without(*n) != self.all())
            && !self.tried.contains(conjunction)
            && !self.idle.iter().any(|idle| self.implies(conjunction, idle))
            && !self.found.iter().any(|found| {
                let (one, other) = (self.named(conjunction), self.named(found));
                implies_in_small(&one, &other) || implies_in_small(&other, &one)
            })
    }

    fn named(&self, conjunction: &[usize]) -> Vec<Condition> {
        conjunction.iter().map(|n| self.conditions[*n].clone()).collect()
    }

    fn implies(&self, one: &[usize], other: &[usize]) -> bool {
        let of = |n: &usize| &self.conditions[*n];
        other.iter().all(|b| one.iter().any(|a| of(a).implies(of(b))))
    }

    /// Whether a conjunction is proved; nothing where no more is asked.
    fn proves(&mut self, conjunction: &[usize], ask: &mut Ask<'_>) -> Option<bool> {
        let answer = self.ask(conjunction, ask)?;
        self.tried.insert(conjunction.to_vec());
        match answer {
            Answer::Proved => return Some(true),
            Answer::Races(races) => self.exclude(conjunction, races, ask)?,
            Answer::Idle => self.idle.push(conjunction.to_vec()),
            Answer::Unknown | Answer::Over => {}
        }
        Some(false)
    }

    fn ask(&mut self, conjunction: &[usize], ask: &mut Ask<'_>) -> Option<Answer> {
        if self.found.is_empty() {
            self.enough = self.asked * 2 + MOST_FURTHER;
        } else if self.asked > self.enough {
            return None;
        }
        self.asked += 1;
        Some(ask(&self.named(conjunction))).filter(|answer| !matches!(answer, Answer::Over))
    }

    /// What is proved in its place with weaker conditions, as far as that goes.
    fn weaken(&mut self, mut conjunction: Vec<usize>, ask: &mut Ask<'_>) -> Option<Vec<usize>> {
        'weaker: loop {
            for at in 0..conjunction.len() {
                for weaker in 0..self.conditions.len() {
                    let (a, b) = (&self.conditions[conjunction[at]], &self.conditions[weaker]);
                    if !a.implies(b) || b.implies(a) {
                        continue;
                    }
                    let mut other = conjunction.clone();
                    other[at] = weaker;
                    other.sort_unstable();
                    if self.is_worth(&other) && self.proves(&other, ask)? {
                        conjunction = other;
                        continue 'weaker;
                    }
                }
            }
            return Some(conjunction);
        }
    }
}

/// Whether one conjunction implies the other one where each name has one of the smallest numbers, or one near to theirs:
/// what it is asked for is whether the other one says anything new.
fn implies_in_small(one: &[Condition], other: &[Condition]) -> bool {
    let terms = || one.iter().chain(other).flat_map(|condition| &condition.terms);
    let mut names = BTreeSet::new();
    let mut numbers: BTreeSet<Number> = (0..4).map(Number::from).collect();
    for term in terms() {
        match term {
            Term::Name(name) => names.extend([name.clone()]),
            Term::Number(n) => numbers.extend([n - 1, n.clone(), n + 1, n * 2]),
        };
    }
    let (names, numbers): (Vec<Name>, Vec<Number>) =
        (names.into_iter().collect(), numbers.into_iter().collect());
    let Some(count) = numbers.len().checked_pow(names.len() as u32) else { return false };
    let natural = BTreeMap::new();
    (0..count.min(MOST_IN_SMALL)).all(|mut index| {
        let mut values = BTreeMap::new();
        for name in &names {
            values.insert(name.clone(), numbers[index % numbers.len()].clone());
            index /= numbers.len();
        }
        let here = Values { numbers: &values, types: &natural };
        let holds = |all: &[Condition]| !all.iter().any(|condition| here.falsify(condition));
        !holds(one) || holds(other)
    })
}

/// No more values are tried.
const MOST_IN_SMALL: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::{Answer, Found, Search};
    use crate::suggest::condition::{Condition, Extents, Values, conditions, narrower};
    use semantics::{Name, Number};
    use std::collections::BTreeMap;

    /// The kernel races where this is true of `p`, `q` and `r`.
    fn search(races: &dyn Fn(i32, i32, i32) -> bool) -> Found {
        let names: Vec<Name> = vec!["p".into(), "q".into(), "r".into()];
        let numbers = (0..5).map(Number::from).collect();
        let types = BTreeMap::new();
        let mut ask = |conjunction: &[Condition]| {
            let mut holds_somewhere = false;
            for (p, q, r) in (0..216).map(|n| (n / 36, n / 6 % 6, n % 6)) {
                let values = [p, q, r].map(Number::from);
                let numbers: BTreeMap<Name, Number> = names.iter().cloned().zip(values).collect();
                let here = Values { numbers: &numbers, types: &types };
                if conjunction.iter().any(|c| here.falsify(c)) {
                    continue;
                }
                holds_somewhere = true;
                if races(p, q, r) {
                    return Answer::Races(vec![numbers]);
                }
            }
            if holds_somewhere { Answer::Proved } else { Answer::Idle }
        };
        let Answer::Races(first) = ask(&[]) else { return Found::default() };
        let all = conditions(&names, &numbers, &Extents::default());
        let narrower = narrower(&all, &Extents::default());
        Search::new(all, &narrower, &types).run(first, &mut ask)
    }

    fn texts(found: &Found) -> Vec<String> {
        let line = |all: &Vec<Condition>| {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            all.join(", ")
        };
        found.conjunctions.iter().map(line).collect()
    }

    #[test]
    fn the_weakest_is_found() {
        for (races, expected) in [
            ((&|p, q, _| p > q) as &dyn Fn(i32, i32, i32) -> bool, "p <= q"),
            (&|p, _, _| p > 3, "p <= 3"),
            (&|_, _, r| r == 0, "1 <= r"),
            (&|p, _, _| p % 2 != 0, "p % 2 == 0"),
            (&|p, q, r| p > q || r == 0, "1 <= r, p <= q"),
            (&|p, q, _| p != q, "p == q"),
        ] {
            let found = texts(&search(races));
            assert!(found.iter().any(|one| one == expected), "{expected}: {found:?}");
        }
    }

    #[test]
    fn where_there_is_none_none_is_said() {
        let found = search(&|_, _, _| true);
        assert_eq!(texts(&found), Vec::<String>::new(), "{found:?}");
    }
}
