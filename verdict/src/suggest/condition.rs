//! The language of suggestions: `p == q`, `p <= q` and `p % q == 0`, where `p` is a parameter or an extent, and `q`
//! one of those or a number.

use num_traits::Zero;
use semantics::{IntType, Name, Number};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A parameter of the program, an extent of the launch, or a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// A parameter or an extent.
    Name(Name),
    /// A number.
    Number(Number),
}

/// How two terms relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// `p <= q`
    AtMost,
    /// `p % q == 0`
    Multiple,
    /// `p == q`
    Equal,
}

/// A condition on the launch and the parameters, as `--assume` takes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    /// How the terms relate.
    pub relation: Relation,
    /// `p` and `q`.
    pub terms: [Term; 2],
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Name(name) => name.fmt(f),
            Term::Number(number) => number.fmt(f),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p, q] = &self.terms;
        match self.relation {
            Relation::AtMost => write!(f, "{p} <= {q}"),
            Relation::Multiple => write!(f, "{p} % {q} == 0"),
            Relation::Equal => write!(f, "{p} == {q}"),
        }
    }
}

/// The extents of a launch that are not numbers.
#[derive(Clone, Debug, Default)]
pub struct Extents {
    /// Of `blockDim`.
    pub block: BTreeSet<Name>,
    /// Of `gridDim`.
    pub grid: BTreeSet<Name>,
}

impl Extents {
    /// Whether this is one of them.
    pub fn has(&self, name: &Name) -> bool {
        self.block.contains(name) || self.grid.contains(name)
    }

    fn are_of_one(&self, p: &Name, q: &Name) -> bool {
        [&self.block, &self.grid].iter().any(|of| of.contains(p) && of.contains(q))
    }
}

/// The values of a witness, and the C types of those that have one.
pub struct Values<'a> {
    /// Of parameters and extents.
    pub numbers: &'a BTreeMap<Name, Number>,
    /// A name without one is a natural.
    pub types: &'a BTreeMap<Name, IntType>,
}

impl Values<'_> {
    fn value(&self, term: &Term) -> Option<Number> {
        match term {
            Term::Name(name) => self.numbers.get(name).cloned(),
            Term::Number(number) => Some(number.clone()),
        }
    }

    fn kind(&self, term: &Term) -> Option<IntType> {
        match term {
            Term::Name(name) => self.types.get(name).copied(),
            Term::Number(_) => Some(IntType::INT),
        }
    }

    /// The type in which C compares two terms: the usual arithmetic conversions. [C++17, 8 (11)]
    fn common(&self, [p, q]: &[Term; 2]) -> Option<IntType> {
        let promoted = |of: IntType| if of.bits < IntType::INT.bits { IntType::INT } else { of };
        let (a, b) = (promoted(self.kind(p)?), promoted(self.kind(q)?));
        let widest = a.bits.max(b.bits);
        // A signed type that is wider has every number of an unsigned one.
        let signed = [a, b].iter().all(|of| of.signed || of.bits < widest);
        Some(IntType { bits: widest, signed })
    }

    /// Whether a condition is false here; a condition on what has no value is not.
    pub fn falsify(&self, condition: &Condition) -> bool {
        let [p, q] = &condition.terms;
        let (Some(mut a), Some(mut b)) = (self.value(p), self.value(q)) else { return false };
        if let Some(common) = self.common(&condition.terms) {
            (a, b) = (common.convert(&a), common.convert(&b));
        }
        !match condition.relation {
            Relation::AtMost => a <= b,
            Relation::Multiple => !b.is_zero() && (a % b).is_zero(),
            Relation::Equal => a == b,
        }
    }
}

impl Condition {
    /// Whether every launch that meets this condition meets the other one, as far as their shapes say.
    pub fn implies(&self, other: &Condition) -> bool {
        use Relation::{AtMost, Equal, Multiple};
        use Term::{Name, Number};
        if self == other {
            return true;
        }
        match (self.relation, &self.terms, other.relation, &other.terms) {
            (Equal, [p @ Name(_), q @ Name(_)], AtMost | Equal, [r, s]) => {
                (p, q) == (r, s) || (q, p) == (r, s)
            }
            (Equal, [p, Number(n)], AtMost, [q, Number(m)]) => p == q && n <= m,
            (Equal, [p, Number(n)], AtMost, [Number(m), q]) => p == q && m <= n,
            (AtMost, [p @ Name(_), Number(n)], AtMost, [q, Number(m)]) => p == q && n <= m,
            (AtMost, [Number(n), p @ Name(_)], AtMost, [Number(m), q]) => p == q && m <= n,
            (Equal | Multiple, [p, Number(n)], Multiple, [q, Number(m)]) => {
                p == q && !m.is_zero() && (n % m).is_zero()
            }
            _ => false,
        }
    }

    /// How little it asks for, as a person would see it, and a number that orders what asks for as much: what is
    /// smaller is tried first, and no condition implies one that comes later and not the other way round.
    fn rank(&self, extents: &Extents) -> (u8, Number) {
        use Relation::{AtMost, Equal, Multiple};
        use Term::{Name, Number};
        let zero = semantics::Number::zero;
        match (self.relation, &self.terms) {
            (AtMost, [Number(n), _]) if *n <= 1.into() => (0, n.clone()),
            (AtMost, [Name(p), Name(q)]) => {
                (if extents.has(p) && extents.has(q) { 8 } else { 1 }, zero())
            }
            (Multiple, [Name(_), Number(n)]) => (2, n.clone()),
            (Multiple, _) => (3, zero()),
            (AtMost, [Number(n), _]) => (5, n.clone()),
            (AtMost, [Name(p), Number(n)]) => (if extents.has(p) { 7 } else { 5 }, -n.clone()),
            (Equal, [Name(p), Name(q)]) => {
                (if extents.has(p) && extents.has(q) { 9 } else { 6 }, zero())
            }
            (Equal, [_, Number(n)]) => (9, n.clone()),
            (Equal, _) => (10, zero()),
        }
    }
}

/// Every condition on these names and numbers that may hold of some launch and not of all, what asks for least first.
/// Of an extent it is not asked whether it is a multiple: launches have the sizes that they have.
pub fn conditions(names: &[Name], numbers: &BTreeSet<Number>, extents: &Extents) -> Vec<Condition> {
    // Bounds are often a number or the one below it.
    let below = numbers.iter().map(|n| n - 1).filter(|n| *n >= 0.into());
    let bounds: BTreeSet<Number> = numbers.iter().cloned().chain(below).collect();
    let mut all = Vec::new();
    let mut make = |relation, p: Term, q: Term| all.push(Condition { relation, terms: [p, q] });
    for p in names {
        let name = || Term::Name(p.clone());
        // How many blocks there are is not chosen by how many threads a block has.
        let kin = |q: &Name| !(extents.has(p) && extents.has(q)) || extents.are_of_one(p, q);
        for q in names.iter().filter(|q| *q != p && kin(q)) {
            make(Relation::AtMost, name(), Term::Name(q.clone()));
            if !extents.has(p) {
                make(Relation::Multiple, name(), Term::Name(q.clone()));
            }
            if p < q {
                make(Relation::Equal, name(), Term::Name(q.clone()));
            }
        }
        let least = if extents.has(p) { 1 } else { 0 };
        for n in bounds.iter().filter(|n| **n >= least.into()) {
            let number = || Term::Number(n.clone());
            make(Relation::AtMost, name(), number());
            make(Relation::Equal, name(), number());
            make(Relation::AtMost, number(), name());
            if *n > 1.into() && numbers.contains(n) && !extents.has(p) {
                make(Relation::Multiple, name(), number());
            }
        }
    }
    all.sort_by_cached_key(|condition| (condition.rank(extents), condition.clone()));
    all
}

/// Those of them that make a race narrower: a launch of one block or thread along an axis, no number below 1, and
/// parameters that are equal to one another or to an extent.
pub fn narrower(conditions: &[Condition], extents: &Extents) -> Vec<Condition> {
    let order = |condition: &Condition| match (condition.relation, &condition.terms) {
        (Relation::AtMost, [Term::Name(p), Term::Number(n)])
            if extents.has(p) && *n == 1.into() =>
        {
            Some(0)
        }
        (Relation::AtMost, [Term::Number(n), Term::Name(p)])
            if !extents.has(p) && *n == 1.into() =>
        {
            Some(1)
        }
        (Relation::Equal, [Term::Name(p), Term::Name(q)])
            if !(extents.has(p) && extents.has(q)) =>
        {
            Some(2)
        }
        _ => None,
    };
    let mut narrower: Vec<(u8, &Condition)> =
        conditions.iter().filter_map(|condition| Some((order(condition)?, condition))).collect();
    // Blocks before threads: within one block a race is narrower.
    narrower.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| other.cmp(one)));
    narrower.into_iter().take(MOST_NARROWER).map(|(_, condition)| condition.clone()).collect()
}

/// No more conditions are tried to make one race narrower.
const MOST_NARROWER: usize = 12;

#[cfg(test)]
mod tests {
    use super::{Extents, Values, conditions};
    use semantics::{IntType, Name, Number};
    use std::collections::BTreeMap;

    /// Of all values near the numbers that occur, what implies is as true as what is implied.
    #[test]
    fn what_is_implied_is_true() {
        let names: Vec<Name> = vec!["p".into(), "q".into()];
        let numbers = [0, 1, 2, 4, 6].map(Number::from).into();
        let all = conditions(&names, &numbers, &Extents::default());
        let kinds = [None, Some(IntType::INT), Some(IntType::UINT), Some(IntType::ULONG)];
        let mut implied = 0;
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            if a == b || !a.implies(b) {
                continue;
            }
            implied += 1;
            for (p, q) in (-3..9).flat_map(|p| (-3..9).map(move |q| (p, q))) {
                for (one, other) in kinds.iter().flat_map(|a| kinds.iter().map(move |b| (a, b))) {
                    let types: BTreeMap<Name, IntType> = [("p", one), ("q", other)]
                        .into_iter()
                        .filter_map(|(name, kind)| Some((name.into(), (*kind)?)))
                        .collect();
                    let value = |name: &str, number: i32| {
                        let number = Number::from(number);
                        types
                            .get(&Name::from(name))
                            .map_or(number.clone(), |kind| kind.convert(&number))
                    };
                    let numbers: BTreeMap<Name, Number> =
                        [("p".into(), value("p", p)), ("q".into(), value("q", q))].into();
                    let here = Values { numbers: &numbers, types: &types };
                    assert!(here.falsify(a) || !here.falsify(b), "{a} implies {b}: {numbers:?}");
                }
            }
        }
        assert!(implied > 50, "{implied}");
    }

    /// An unsigned number is compared with a negative one as C does.
    #[test]
    fn comparisons_are_those_of_c() {
        let types: BTreeMap<Name, IntType> =
            [("n".into(), IntType::INT), ("u".into(), IntType::UINT)].into();
        let numbers: BTreeMap<Name, Number> =
            [("n".into(), (-1).into()), ("u".into(), 5.into())].into();
        let here = Values { numbers: &numbers, types: &types };
        let all = conditions(&["n".into(), "u".into()], &[0.into()].into(), &Extents::default());
        let false_here: Vec<String> =
            all.iter().filter(|c| here.falsify(c)).map(ToString::to_string).collect();
        assert!(false_here.contains(&"0 <= n".to_owned()), "{false_here:?}");
        // -1 is the largest number of `unsigned`.
        assert!(false_here.contains(&"n <= u".to_owned()), "{false_here:?}");
        assert!(!false_here.contains(&"u <= n".to_owned()), "{false_here:?}");
    }
}
