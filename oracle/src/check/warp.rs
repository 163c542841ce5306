//! Which accesses of two threads of one warp are ordered: by a barrier of the warp between them, or in
//! lock step. Both threads' runs are walked in the same order, so that places in them compare.

use super::word::{Word, Words};
use crate::solver::Term;
use semantics::{Number, Rel};

/// What is around a place in a run.
#[derive(Clone, Debug)]
pub enum Around {
    /// A loop, known by when it begins, in the iteration of this variable.
    Loop(usize, Word),
    /// One side of a conditional, known by when it begins.
    Side(usize, bool),
}

/// A place in a thread's run.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// What is around it, the outermost first.
    pub around: Vec<Around>,
    /// How many places the walk came to before; of one iteration.
    pub clock: usize,
}

/// A barrier of the warp in a thread's run.
#[derive(Clone, Debug)]
pub struct Barrier {
    /// Where.
    pub place: Place,
    /// When the thread comes by.
    pub path: Term,
}

/// Whether a barrier stands between two places of different iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    Always,
    /// Where the iterations are not next to each other.
    Farther,
    Never,
}

impl Place {
    /// How much of what is around two places is the same, iterations apart.
    fn common(&self, other: &Place) -> usize {
        let same = |(a, b): &(&Around, &Around)| match (a, b) {
            (Around::Loop(m, _), Around::Loop(n, _)) => m == n,
            (Around::Side(m, a), Around::Side(n, b)) => m == n && a == b,
            _ => false,
        };
        self.around.iter().zip(&other.around).take_while(same).count()
    }

    /// Whether the two are on the two sides of one conditional.
    pub fn is_apart(&self, other: &Place) -> bool {
        let common = self.common(other);
        let next = (self.around.get(common), other.around.get(common));
        matches!(next, (Some(Around::Side(m, _)), Some(Around::Side(n, _))) if m == n)
    }

    fn is_around(&self, other: &Place) -> bool {
        self.common(other) == self.around.len()
    }

    fn in_loop(&self) -> bool {
        self.around.iter().any(|around| matches!(around, Around::Loop(..)))
    }
}

/// When, of two threads of one warp, the access of one comes before or after that of the other.
/// `barriers` are those of each thread; none in lock step. `exact` is put out where they may be so
/// ordered in other cases, too.
pub fn ordered(
    words: &mut Words,
    [a, b]: [&Place; 2],
    barriers: Option<[&[Barrier]; 2]>,
    exact: &mut bool,
) -> Term {
    let common = a.common(b);
    let mut same = Vec::new();
    let mut ways = Vec::new();
    for (n, pair) in a.around.iter().zip(&b.around).take(common).enumerate() {
        let (Around::Loop(_, x), Around::Loop(_, y)) = pair else { continue };
        for (first, then, (i, j)) in [(a, b, (x, y)), (b, a, (y, x))] {
            let between = match &barriers {
                None => Between::Always,
                Some([all, _]) => between(all, first, then, n, exact),
            };
            let i = match between {
                Between::Always => i.clone(),
                Between::Farther => {
                    let one = words.number(&Number::from(1));
                    words.add(i, &one)
                }
                Between::Never => continue,
            };
            let earlier = words.compare(Rel::Lt, &i, j);
            let before = words.terms.all(same.iter().copied());
            ways.push(words.terms.and(before, earlier));
        }
        let equal = words.compare(Rel::Eq, x, y);
        same.push(equal);
    }
    let here = words.terms.all(same.iter().copied());
    let within = match &barriers {
        None => words.terms.boolean(a.clock != b.clock && !a.is_apart(b)),
        Some(all) => separated(words, [a, b], *all, exact),
    };
    ways.push(words.terms.and(here, within));
    words.terms.any(ways)
}

/// Whether a barrier stands between two places in the same iterations of the loops that both are in.
fn separated(
    words: &mut Words,
    [a, b]: [&Place; 2],
    [of_a, of_b]: [&[Barrier]; 2],
    exact: &mut bool,
) -> Term {
    let (from, to) = (a.clock.min(b.clock), a.clock.max(b.clock));
    let mut ways = Vec::new();
    for (x, y) in of_a.iter().zip(of_b) {
        let place = &x.place;
        if !(from < place.clock && place.clock < to) {
            continue;
        }
        if !place.in_loop() {
            // It orders those who come by; a thread that does not has perhaps ended, or comes by
            // another one that those wait at as well.
            ways.push(words.terms.and(x.path, y.path));
            *exact &= place.is_around(a) && place.is_around(b);
        } else if place.is_around(a) || place.is_around(b) {
            // In a loop all threads of the block come by, or none does.
            ways.push(words.terms.boolean(true));
        } else {
            // In a loop that neither is in, which may not run at all.
            *exact = false;
        }
    }
    words.terms.any(ways)
}

/// Whether a barrier stands between a place in one iteration of the `n`-th thing around, a loop, and
/// another place in a later one.
fn between(
    barriers: &[Barrier],
    first: &Place,
    then: &Place,
    n: usize,
    exact: &mut bool,
) -> Between {
    let inside = |b: &&Barrier| b.place.around.len() > n && b.place.common(first) > n;
    let mut between = Between::Never;
    let mut perhaps = false;
    for barrier in barriers.iter().filter(inside) {
        let place = &barrier.place;
        let after_first = place.is_around(first) && first.clock < place.clock;
        let before_then = place.is_around(then) && place.clock < then.clock;
        if after_first || before_then {
            return Between::Always;
        }
        if place.around.len() == n + 1 {
            between = Between::Farther;
        } else {
            perhaps = true;
        }
    }
    *exact &= !perhaps;
    between
}
