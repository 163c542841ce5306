//! Phases `P`: sets of accesses.
//!
//! Every rule of a run has a phase, each the union of those of its premises. So a union is kept as
//! its two sides, and sorted only where somebody looks: a run costs what its accesses cost, and
//! its phases share them. Unions nest as deep as runs: nothing here recurses.

use crate::access::AccessValue;
use crate::notation;
use crate::printer::Spelling;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::BitOr;
use std::sync::{Arc, OnceLock};

/// A phase `P`: the set of accesses of one execution. Cheap to clone.
#[derive(Clone, Default)]
pub struct Phase(Option<Arc<Accesses>>);

/// At least one access.
enum Accesses {
    One(AccessValue),
    Union(Union),
}

/// What a union is of, and once somebody has looked, the sorted whole.
struct Union {
    sides: [Phase; 2],
    sorted: OnceLock<Box<[AccessValue]>>,
}

impl Phase {
    /// `∅`.
    pub fn empty() -> Self {
        Phase::default()
    }

    /// `{α}`.
    pub fn of(access: AccessValue) -> Self {
        Phase(Some(Arc::new(Accesses::One(access))))
    }

    /// The accesses, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, AccessValue> {
        self.sorted().iter()
    }

    /// Whether the access is among them.
    pub fn contains(&self, access: &AccessValue) -> bool {
        self.sorted().binary_search(access).is_ok()
    }

    /// How many accesses there are.
    pub fn len(&self) -> usize {
        self.sorted().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether both are one value in memory.
    fn is(&self, other: &Phase) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    fn sorted(&self) -> &[AccessValue] {
        match self.0.as_deref() {
            None => &[],
            Some(Accesses::One(access)) => std::slice::from_ref(access),
            Some(Accesses::Union(union)) => union.sorted.get_or_init(|| union.sort()),
        }
    }
}

impl Union {
    fn sort(&self) -> Box<[AccessValue]> {
        let mut accesses: Vec<&AccessValue> = Vec::new();
        let mut rest: Vec<&Phase> = self.sides.iter().rev().collect();
        while let Some(phase) = rest.pop() {
            match phase.0.as_deref() {
                None => {}
                Some(Accesses::One(access)) => accesses.push(access),
                Some(Accesses::Union(union)) => match union.sorted.get() {
                    Some(sorted) => accesses.extend(sorted),
                    None => rest.extend(union.sides.iter().rev()),
                },
            }
        }
        // Stable, and fast on what is in order already: runs mostly are, in parts.
        accesses.sort();
        accesses.dedup();
        accesses.into_iter().cloned().collect()
    }
}

/// `P₁ ∪ P₂`.
impl BitOr<Phase> for &Phase {
    type Output = Phase;

    fn bitor(self, other: Phase) -> Phase {
        if other.is_empty() || self.is(&other) {
            return self.clone();
        }
        if self.is_empty() {
            return other;
        }
        let union = Union { sides: [self.clone(), other], sorted: OnceLock::new() };
        Phase(Some(Arc::new(Accesses::Union(union))))
    }
}

impl Drop for Union {
    fn drop(&mut self) {
        let mut rest: Vec<Phase> = Vec::new();
        // Only where nobody else holds a union does it go, and take its sides with it.
        let last = |side: &mut Phase, rest: &mut Vec<Phase>| {
            if let Some(Accesses::Union(_)) = side.0.as_mut().and_then(Arc::get_mut) {
                rest.push(std::mem::take(side));
            }
        };
        self.sides.iter_mut().for_each(|side| last(side, &mut rest));
        while let Some(mut phase) = rest.pop() {
            if let Some(Accesses::Union(union)) = phase.0.as_mut().and_then(Arc::get_mut) {
                union.sides.iter_mut().for_each(|side| last(side, &mut rest));
            }
        }
    }
}

impl PartialEq for Phase {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || self.sorted() == other.sorted()
    }
}

impl Eq for Phase {}

impl PartialOrd for Phase {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Phase {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.is(other) { Ordering::Equal } else { self.sorted().cmp(other.sorted()) }
    }
}

impl Hash for Phase {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}

impl FromIterator<AccessValue> for Phase {
    fn from_iter<I: IntoIterator<Item = AccessValue>>(accesses: I) -> Self {
        accesses.into_iter().fold(Phase::empty(), |phase, access| &phase | Phase::of(access))
    }
}

impl fmt::Debug for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Phase {
    /// `{0: rd A[16], 0: wr A[0]}`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::phase(self, Spelling::Ascii))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, Thread};
    use std::collections::BTreeSet;

    fn access(n: u32) -> AccessValue {
        let mode = if n.is_multiple_of(2) { Mode::Rd } else { Mode::Wr };
        let array = if n.is_multiple_of(3) { "A" } else { "B" };
        let thread = Thread::natural(n % 5);
        AccessValue { thread, mode, array: array.into(), index: (n % 7).into() }
    }

    /// Every way to unite up to five accesses, against the sets of the standard library.
    #[test]
    fn it_is_the_set_of_the_standard_library() {
        let of = |n: u32| (Phase::of(access(n)), BTreeSet::from([access(n)]));
        let mut all = vec![(Phase::empty(), BTreeSet::new())];
        all.extend((0..6).map(of));
        for _ in 0..2 {
            let before = all.clone();
            for (p, a) in &before {
                for (q, b) in before.iter().take(12) {
                    all.push((p | q.clone(), a | b));
                }
            }
        }
        for (phase, set) in &all {
            assert!(phase.iter().eq(set.iter()), "{phase}");
            assert_eq!((phase.len(), phase.is_empty()), (set.len(), set.is_empty()));
            assert!((0..8).all(|n| phase.contains(&access(n)) == set.contains(&access(n))));
        }
        for ((p, a), (q, b)) in all.iter().zip(all.iter().rev()) {
            assert_eq!((p == q, p.cmp(q)), (a == b, a.cmp(b)), "{p} and {q}");
        }
    }

    /// A run whose parts access nothing new holds no more for them.
    #[test]
    fn a_union_that_adds_nothing_is_one_of_its_sides() {
        let p: Phase = [access(0), access(1)].into_iter().collect();
        assert!((&p | p.clone()).is(&p));
        assert!((&p | Phase::empty()).is(&p));
        assert!((&Phase::empty() | p.clone()).is(&p));
        assert!((&Phase::empty() | Phase::empty()).is(&Phase::empty()));
        assert!(!p.is(&p.iter().cloned().collect()), "equal, and another");
    }

    /// Either side may be the deep one; dropping it does not overflow the stack.
    #[test]
    fn unions_are_as_deep_as_runs() {
        let (mut left, mut right) = (Phase::empty(), Phase::empty());
        for n in 0..200_000 {
            left = &left | Phase::of(access(n));
            right = &Phase::of(access(n)) | right;
        }
        assert_eq!(left, right);
        // Seven indices, five threads, two modes, two arrays.
        assert_eq!(left.len(), 7 * 5 * 2 * 2);
    }
}
