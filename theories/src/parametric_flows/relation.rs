//! How two threads stand to each other. [P12, §V]

use super::execute::{Executor, Refusal};
use crate::planted;
use oracle::check::expression::Frame;
use oracle::check::word::Word;
use oracle::solver::Term;
use semantics::header::Threads;
use semantics::{Axis, Dim, Number, Rel};

/// The threads of a warp, on every device so far.
pub const WARP: u64 = 32;

/// How two distinct threads stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// One block, one warp.
    SameWarp,
    /// One block, different warps.
    SameBlock,
    /// Different blocks.
    DifferentBlocks,
}

impl Relation {
    /// The three.
    pub const ALL: [Relation; 3] =
        [Relation::SameWarp, Relation::SameBlock, Relation::DifferentBlocks];

    /// `same warp`
    pub fn words(self) -> &'static str {
        match self {
            Relation::SameWarp => "same warp",
            Relation::SameBlock => "same block, different warps",
            Relation::DifferentBlocks => "different blocks",
        }
    }

    /// `same-warp`
    pub fn name(self) -> &'static str {
        match self {
            Relation::SameWarp => "same-warp",
            Relation::SameBlock => "same-block",
            Relation::DifferentBlocks => "different-blocks",
        }
    }

    /// Whether the threads share a block.
    pub fn one_block(self) -> bool {
        self != Relation::DifferentBlocks
    }
}

const BLOCKS: [Axis; 3] = [Axis::Block(Dim::X), Axis::Block(Dim::Y), Axis::Block(Dim::Z)];
const THREADS: [Axis; 4] =
    [Axis::Tid, Axis::Thread(Dim::X), Axis::Thread(Dim::Y), Axis::Thread(Dim::Z)];

impl Executor<'_> {
    /// That two threads stand so.
    ///
    /// # Errors
    /// A declaration that mentions an unknown name.
    pub fn relate(&mut self, relation: Relation, frames: [&Frame; 2]) -> Result<Term, Refusal> {
        let blocks = self.agree(frames, &BLOCKS);
        if relation == Relation::DifferentBlocks {
            return Ok(self.words().terms.not(blocks));
        }
        let threads = self.agree(frames, &THREADS);
        let two = self.words().terms.not(threads);
        let two = planted::in_place_of(two, "flows-of-one-thread", || blocks);
        let [a, b] = [self.warp(frames[0])?, self.warp(frames[1])?];
        let rel = if relation == Relation::SameWarp { Rel::Eq } else { Rel::Ne };
        let warps = self.words().compare(rel, &a, &b);
        Ok(self.words().terms.all([blocks, two, warps]))
    }

    fn agree(&mut self, [a, b]: [&Frame; 2], axes: &[Axis]) -> Term {
        let words = self.words();
        let mut all = words.terms.boolean(true);
        for axis in axes {
            if let (Some(x), Some(y)) = (a.axes.get(axis), b.axes.get(axis)) {
                let same = words.compare(Rel::Eq, x, y);
                all = words.terms.and(all, same);
            }
        }
        all
    }

    /// The number of a thread in its block: `x` goes first.
    ///
    /// # Errors
    /// A declaration that mentions an unknown name.
    pub fn number_in_block(&mut self, frame: &Frame) -> Result<Word, Refusal> {
        if let Some(tid) = frame.axes.get(&Axis::Tid) {
            return Ok(tid.clone());
        }
        let header = self.pair.encoder.header;
        let Threads::Grid { block, .. } = &header.threads else {
            return Err(Refusal::Unbound("threadIdx".into()));
        };
        let mut number = self.words().number(&Number::from(0));
        for dim in Dim::ALL.into_iter().rev() {
            let size = self.pair.encoder.expr(&block[dim as usize], frame, &mut Vec::new())?;
            let words = &mut self.pair.encoder.words;
            number = words.multiply(&number, &size);
            if let Some(own) = frame.axes.get(&Axis::Thread(dim)) {
                number = words.add(&number, own);
            }
        }
        Ok(number)
    }

    fn warp(&mut self, frame: &Frame) -> Result<Word, Refusal> {
        let number = self.number_in_block(frame)?;
        let size = Number::from(self.warp);
        let size = self.words().number(&size);
        Ok(self.words().divide(&number, &size))
    }
}
