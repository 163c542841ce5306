//! Bank conflicts of shared memory and uncoalesced accesses of global memory, asked of two threads of
//! one warp at one instruction.

use super::analysis::{Asker, Pair};
use super::execute::{Executor, Refusal};
use super::relation::Relation;
use super::run::Access;
use oracle::check::expression::Frame;
use oracle::check::word::Word;
use oracle::solver::Term;
use semantics::header::Threads;
use semantics::{Name, Number, Rel, Sharing, Site, Thread};

/// A device's compute capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// 1.x: 16 banks, half warps; the k-th thread of one accesses the k-th element.
    One,
    /// From 2.0 on: 32 banks, whole warps; cache lines of 128 bytes, in any order.
    Two,
}

/// What is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Two threads access two words of one bank.
    BankConflict,
    /// The threads access more lines than so many neighbouring elements take.
    Uncoalesced,
}

/// An access that is slow.
#[derive(Clone, Debug)]
pub struct Slow {
    /// How.
    pub kind: Kind,
    /// The array.
    pub array: Name,
    /// Where it stands in the source.
    pub site: Site,
    /// The interval.
    pub interval: usize,
    /// Two threads that show it, and the elements that they access.
    pub threads: [(Thread, Number); 2],
}

/// The bytes of a cache line.
const LINE: u64 = 128;

impl Capability {
    fn banks(self) -> u64 {
        match self {
            Capability::One => 16,
            Capability::Two => 32,
        }
    }
}

/// Looks for what is slow in an interval of a kernel.
pub(super) fn look(
    capability: Capability,
    interval: usize,
    flows: &[Pair],
    asker: &mut Asker<'_, '_, '_>,
) -> Result<(), Refusal> {
    let header = asker.executor.pair.encoder.header;
    if !matches!(header.threads, Threads::Grid { .. }) {
        return Ok(());
    }
    let [a, b] = asker.executor.pair.frames.clone();
    let mut together = asker.executor.relate(Relation::SameWarp, [&a, &b])?;
    if capability == Capability::One {
        let half = same_half(asker.executor, [&a, &b])?;
        together = asker.executor.words().terms.and(together, half);
    }
    for [one, other] in flows {
        let (x, y) = (asker.executor.made(one), asker.executor.made(other));
        let both = asker.executor.words().terms.all([together, x, y]);
        for (x, y) in one.accesses.iter().zip(&other.accesses) {
            let kind = match header.sharing(&x.array) {
                Sharing::Block => Kind::BankConflict,
                Sharing::Grid => Kind::Uncoalesced,
            };
            let place = |site: &Site| site.span().map(|span| span.bytes.start);
            let same = |slow: &Slow| slow.kind == kind && place(&slow.site) == place(&x.site);
            if asker.found.slow.iter().any(same) {
                continue;
            }
            let slow = match kind {
                Kind::BankConflict => conflict(asker.executor, capability, x, y),
                Kind::Uncoalesced => uncoalesced(asker.executor, capability, [x, y], [&a, &b])?,
            };
            let root = asker.executor.words().terms.and(both, slow);
            let what = format!("performance in interval {interval}");
            if let Some(model) = asker.model(vec![root], true, &what) {
                let pair = &asker.executor.pair;
                let shown = |n: usize, access: &Access| {
                    (pair.thread_in(&model, n), pair.value(&model, &access.index))
                };
                let threads = [shown(0, x), shown(1, y)];
                let (array, site) = (x.array.clone(), x.site.clone());
                asker.found.slow.push(Slow { kind, array, site, interval, threads });
            }
        }
    }
    Ok(())
}

/// The bytes of an element.
fn bytes(executor: &Executor<'_>, array: &Name) -> u64 {
    let header = executor.pair.encoder.header;
    header.arrays.get(array).map_or(4, |a| u64::from(a.element.bits).div_ceil(8))
}

fn divided(executor: &mut Executor<'_>, index: &Word, times: u64, by: u64) -> Word {
    let words = executor.words();
    let (times, by) = (words.number(&times.into()), words.number(&by.into()));
    let byte = words.multiply(index, &times);
    words.divide(&byte, &by)
}

/// Two words of one bank. Of one word each gets a copy.
fn conflict(executor: &mut Executor<'_>, capability: Capability, a: &Access, b: &Access) -> Term {
    let size = bytes(executor, &a.array);
    let [x, y] = [a, b].map(|access| divided(executor, &access.index, size, 4));
    let words = executor.words();
    let banks = words.number(&capability.banks().into());
    let (m, n) = (words.remainder(&x, &banks), words.remainder(&y, &banks));
    let (bank, word) = (words.compare(Rel::Eq, &m, &n), words.compare(Rel::Ne, &x, &y));
    words.terms.and(bank, word)
}

fn uncoalesced(
    executor: &mut Executor<'_>,
    capability: Capability,
    accesses: [&Access; 2],
    frames: [&Frame; 2],
) -> Result<Term, Refusal> {
    let [a, b] = accesses;
    if capability == Capability::One {
        // The distance of the elements is that of the threads.
        let m = executor.number_in_block(frames[0])?;
        let n = executor.number_in_block(frames[1])?;
        let words = executor.words();
        let (x, y) = (words.add(&a.index, &n), words.add(&b.index, &m));
        return Ok(words.compare(Rel::Ne, &x, &y));
    }
    let size = bytes(executor, &a.array);
    let [x, y] = accesses.map(|access| divided(executor, &access.index, size, LINE));
    // As many lines as a warp of neighbouring elements takes.
    let words = executor.words();
    let lines = words.number(&(32 * size).div_ceil(LINE).max(1).into());
    let past = words.add(&x, &lines);
    Ok(words.compare(Rel::Ge, &y, &past))
}

fn same_half(executor: &mut Executor<'_>, frames: [&Frame; 2]) -> Result<Term, Refusal> {
    let m = executor.number_in_block(frames[0])?;
    let n = executor.number_in_block(frames[1])?;
    let words = executor.words();
    let half = words.number(&16.into());
    let (m, n) = (words.divide(&m, &half), words.divide(&n, &half));
    Ok(words.compare(Rel::Eq, &m, &n))
}
