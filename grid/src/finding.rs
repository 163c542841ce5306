//! What went wrong in a run: reported with its place, and contained.

use crate::arithmetic::Fault;
use rustc_hash::FxHashMap;
use std::fmt;

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An operation without a meaning in C.
    Arithmetic(Fault),
    /// An access outside of its object: a read is of 0, a write is dropped.
    OutOfBounds,
    /// An access through what points to nothing.
    BadPointer,
    /// An access at an address that its type does not allow; it is made all the same.
    Misaligned,
    /// A write of constant memory; it is dropped.
    ReadOnly,
    /// A read of memory that nothing was written to; it is of 0.
    Uninitialized,
    /// The same of a variable of the thread, which has no value at all then. [C++17, 11.6]
    UninitializedVariable,
    /// A barrier that some threads of a block reach and others do not.
    Divergence,
    /// A warp function that some of the named lanes reach and others do not.
    WarpDivergence,
    /// A value of a lane that takes no part in the exchange.
    AbsentLane,
    /// Threads that wait for ever.
    Deadlock,
    /// `assert` of what is false; the thread ends.
    Assertion,
    /// What the source assumes is false.
    Assumption,
    /// A function that returns a value ended without one; it is 0.
    NoReturn,
    /// More calls inside each other, or more variables, than there is memory for; the thread ends.
    StackOverflow,
}

impl Kind {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Arithmetic(Fault::Overflow) => "overflow",
            Kind::Arithmetic(Fault::DivisionByZero) => "division by zero",
            Kind::Arithmetic(Fault::BadShift) => "bad shift",
            Kind::Arithmetic(Fault::BadConversion) => "bad conversion",
            Kind::OutOfBounds => "out of bounds",
            Kind::BadPointer => "bad pointer",
            Kind::Misaligned => "misaligned access",
            Kind::ReadOnly => "write of constant memory",
            Kind::Uninitialized | Kind::UninitializedVariable => "uninitialized read",
            Kind::Divergence => "barrier divergence",
            Kind::WarpDivergence => "warp divergence",
            Kind::AbsentLane => "absent lane",
            Kind::Deadlock => "deadlock",
            Kind::Assertion => "assertion failed",
            Kind::Assumption => "assumption violated",
            Kind::NoReturn => "no return value",
            Kind::StackOverflow => "stack overflow",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A finding: the first of its kind at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: Kind,
    /// Its place: see [`crate::Module::spans`].
    pub site: u32,
    /// The block that was the first to show it.
    pub block: u32,
    /// The thread of that block.
    pub thread: u32,
    /// Another thread of that block that it is of, where there is one.
    pub other: Option<u32>,
    /// More of it, for people.
    pub detail: String,
    /// How often it was found at this place.
    pub count: u64,
    /// How many others were found before it.
    pub before: usize,
}

/// The findings of a run: one for each kind and place.
#[derive(Clone, Debug, Default)]
pub struct Findings(FxHashMap<(Kind, u32), Finding>);

impl Findings {
    /// Adds a finding; the detail is asked for only where it is the first.
    pub fn add(
        &mut self,
        kind: Kind,
        site: u32,
        (block, thread): (u32, u32),
        detail: impl FnOnce() -> String,
    ) {
        self.add_of(kind, site, (block, thread, None), detail);
    }

    /// As [`Findings::add`], of two threads of a block, where there is another one.
    pub fn add_of(
        &mut self,
        kind: Kind,
        site: u32,
        (block, thread, other): (u32, u32, Option<u32>),
        detail: impl FnOnce() -> String,
    ) {
        let before = self.0.len();
        let first =
            || Finding { kind, site, block, thread, other, detail: detail(), count: 1, before };
        self.0.entry((kind, site)).and_modify(|finding| finding.count += 1).or_insert_with(first);
    }

    /// All, by place and kind.
    pub fn sorted(&self) -> Vec<Finding> {
        let mut all: Vec<Finding> = self.0.values().cloned().collect();
        all.sort_by_key(|finding| (finding.site, finding.kind));
        all
    }
}
