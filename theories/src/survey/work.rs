//! Which programs a survey goes through, in units.

/// Which programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// All up to this size.
    UpTo(usize),
    /// Some that are larger: the sizes from `beyond` + 1 to `beyond` + 4 in turn, all programs of
    /// a size alike.
    Random {
        /// Their sizes are above this.
        beyond: usize,
        /// How many.
        count: u64,
        /// Which: the same seed gives the same programs.
        seed: u64,
    },
    /// One.
    One {
        /// Its size.
        size: usize,
        /// Its index.
        index: u128,
    },
}

/// So many programs at random are checked of a claim that takes long.
const FEW: u64 = 500;

/// A program at random is checked where no thread of it, or of its protocol, has more runs. Those
/// that have are few, and have so many more that a survey would be spent on them: a `var` in
/// nested loops.
pub const RANDOM_RUNS: usize = 1 << 12;

/// Where a program at random is checked by the reference rules, a search may apply so many.
pub const RANDOM_FUEL: u64 = 100_000;

/// How many sizes past the exhaustive ones are drawn from.
const RANDOM_SIZES: usize = 4;

/// One of several parts of a survey, which together are the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 0.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { part: 0, of: 1 }
    }
}

/// Some programs in order.
#[derive(Clone, Debug)]
pub(super) enum Unit {
    /// Those of a size with an index from this one up to that one, which is left out.
    Range { size: usize, from: u128, to: u128 },
    /// Those drawn from this place up to that one, which is left out.
    Drawn { beyond: usize, seed: u64, from: u64, to: u64 },
}

/// A unit has at most this many programs.
pub(super) const UNIT: u64 = 1024;

/// The same of claims that take long.
pub(super) const SMALL_UNIT: u64 = 16;

impl Unit {
    pub fn len(&self) -> u128 {
        match self {
            Unit::Range { from, to, .. } => to - from,
            Unit::Drawn { from, to, .. } => u128::from(to - from),
        }
    }

    /// Sizes and indices.
    pub fn numbers(&self, count: &dyn Fn(usize) -> u128) -> Vec<(usize, u128)> {
        match *self {
            Unit::Range { size, from, to } => (from..to).map(|index| (size, index)).collect(),
            Unit::Drawn { beyond, seed, from, to } => (from..to)
                .filter_map(|place| {
                    let size = beyond + 1 + (place % RANDOM_SIZES as u64) as usize;
                    let index = below(count(size), seed, place)?;
                    Some((size, index))
                })
                .collect(),
        }
    }
}

impl Work {
    /// The largest size of a program.
    pub fn largest(&self) -> usize {
        match *self {
            Work::UpTo(size) | Work::One { size, .. } => size,
            Work::Random { beyond, .. } => beyond + RANDOM_SIZES,
        }
    }

    /// The same, as far as this size; of programs at random, a few beyond it.
    pub(super) fn within(self, reach: usize) -> Self {
        match self {
            Work::UpTo(size) => Work::UpTo(size.min(reach)),
            Work::Random { beyond, count, seed } => {
                Work::Random { beyond: beyond.min(reach), count: count.min(FEW), seed }
            }
            Work::One { .. } => self,
        }
    }

    /// The units of a shard, in order of their programs, each of at most so many.
    pub(super) fn units(
        &self,
        count: &dyn Fn(usize) -> u128,
        shard: &Shard,
        unit: u64,
    ) -> Vec<Unit> {
        let units: Vec<Unit> = match *self {
            Work::UpTo(largest) => (1..=largest)
                .flat_map(|size| {
                    let starts = steps(count(size), u128::from(unit));
                    starts.map(move |(from, to)| Unit::Range { size, from, to })
                })
                .collect(),
            Work::Random { beyond, count, seed } => {
                // Every shard has its part, however few programs are drawn.
                let unit = unit.min(count.div_ceil(shard.of.max(1) as u64)).max(1);
                let drawn = |(from, to)| (from as u64, to as u64);
                steps(u128::from(count), u128::from(unit))
                    .map(drawn)
                    .map(|(from, to)| Unit::Drawn { beyond, seed, from, to })
                    .collect()
            }
            Work::One { size, index } => vec![Unit::Range { size, from: index, to: index + 1 }],
        };
        units.into_iter().skip(shard.part).step_by(shard.of.max(1)).collect()
    }
}

/// `0..count` in steps.
fn steps(count: u128, step: u128) -> impl Iterator<Item = (u128, u128)> {
    let starts = std::iter::successors(Some(0), move |from| Some(from + step));
    starts.take_while(move |from| *from < count).map(move |from| (from, (from + step).min(count)))
}

/// A number below the bound, each as likely as any other, told by the seed and the place.
pub fn below(bound: u128, seed: u64, place: u64) -> Option<u128> {
    if bound == 0 {
        return None;
    }
    // The last full multiple of the bound: what lies past it is drawn again.
    let fair = u128::MAX - u128::MAX % bound;
    let mut state = mix(seed ^ mix(place));
    loop {
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            u128::from(mix(state))
        };
        let drawn = next() << 64 | next();
        if drawn < fair {
            return Some(drawn % bound);
        }
    }
}

/// SplitMix64: spreads the bits of a number.
fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_a_partition_of_the_units() {
        let count = |size: usize| 1000 * size as u128;
        for work in [Work::UpTo(4), Work::Random { beyond: 2, count: 5000, seed: 1 }] {
            let numbers = |part, of| -> Vec<_> {
                let units = work.units(&count, &Shard { part, of }, UNIT);
                units.iter().flat_map(|unit| unit.numbers(&count)).collect()
            };
            let mut parts: Vec<_> = (0..3).flat_map(|part| numbers(part, 3)).collect();
            let mut whole = numbers(0, 1);
            parts.sort_unstable();
            whole.sort_unstable();
            assert_eq!(parts, whole);
        }
    }

    #[test]
    fn a_few_random_programs_are_divided_among_the_shards() {
        let work = Work::Random { beyond: 2, count: 100, seed: 1 };
        let units = |part| work.units(&|_| 1000, &Shard { part, of: 4 }, UNIT);
        let shares: Vec<u128> =
            (0..4).map(|part| units(part).iter().map(Unit::len).sum()).collect();
        assert_eq!(shares, [25; 4]);
    }

    #[test]
    fn drawn_numbers_are_below_their_bound_and_differ() {
        let drawn: Vec<u128> = (0..1000).filter_map(|place| below(1000, 7, place)).collect();
        assert!(drawn.iter().all(|n| *n < 1000));
        let distinct: std::collections::BTreeSet<_> = drawn.iter().collect();
        assert!(distinct.len() > 500, "{}", distinct.len());
        assert_eq!(below(0, 7, 0), None);
        assert_eq!(below(1, 7, 0), Some(0));
    }
}
