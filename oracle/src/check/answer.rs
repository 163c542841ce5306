//! What a check of a program comes to.

use super::reason::{Open, Why};
use super::replay::Replayed;
use maps::Class;
use num_bigint::BigUint;
use semantics::{Mode, Name, Number, Span, Thread};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What is known of a program.
#[derive(Clone, Debug)]
pub struct ProgramAnswer {
    /// The verdict.
    pub verdict: Verdict,
    /// What its protocols approximate, over all arrays.
    pub approximation: Class,
    /// At most one for each array.
    pub alarms: Vec<Alarm>,
    /// Why there is no verdict, where there is none.
    pub why: Option<Why>,
    /// What mattered, and what was not decided.
    pub notes: Vec<Note>,
    /// What decided: the solver, and whether it speaks of all sizes.
    pub solver: String,
}

/// Something that is said of a verdict.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// Executions without a meaning in C are left out.
    LeftOut,
    /// A question that nothing decided.
    Undecided(Why),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::LeftOut => f.write_str(
                "executions with signed overflow, a bad shift, division by zero or an index outside its array are \
                 left out",
            ),
            Note::Undecided(why) => why.fmt(f),
        }
    }
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Race free, for all sizes: proved.
    Drf,
    /// A true or confirmed alarm: shown.
    Racy,
    /// An open alarm, and none that is shown.
    Potential,
    /// Not decided within the limits.
    Unknown,
    /// The program uses what is not supported.
    Unsupported,
}

impl Verdict {
    /// As JSON spells it: `drf`.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Drf => "drf",
            Verdict::Racy => "racy",
            Verdict::Potential => "potential",
            Verdict::Unknown => "unknown",
            Verdict::Unsupported => "unsupported",
        }
    }
}

/// What became of an alarm. The later ones say more: of two alarms of one array, the larger is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The program cannot make it.
    Refuted,
    /// Neither shown nor refuted.
    Open,
    /// Approximated, but a joint race was found and replayed.
    Confirmed,
    /// Control- and data-independent, and replayed as a joint race. [L24, Thm 4.5]
    True,
}

impl Status {
    /// As JSON spells it: `confirmed`.
    pub fn word(self) -> &'static str {
        match self {
            Status::Refuted => "refuted",
            Status::Open => "open",
            Status::Confirmed => "confirmed",
            Status::True => "true",
        }
    }
}

/// Whether a part of an alarm is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// As in the program.
    Exact,
    /// Approximated by the protocol.
    Approximate,
}

/// An alarm, and what became of it.
#[derive(Clone, Debug)]
pub struct Alarm {
    /// What is claimed.
    pub race: Race,
    /// What became of it.
    pub status: Status,
    /// Why it is not decided, where it is open.
    pub why: Option<Open>,
}

impl Alarm {
    /// Whether it is a race that was shown.
    pub fn is_shown(&self) -> bool {
        self.status >= Status::Confirmed
    }

    /// Whether it says more than another one of its array, or as little with smaller numbers: from these, a run is soon
    /// made.
    pub(crate) fn is_better_than(&self, other: &Alarm) -> bool {
        let smaller = self.status == Status::Open && self.race.largest() < other.race.largest();
        self.status > other.status || self.status == other.status && smaller
    }
}

/// A race that is claimed: two accesses of one cell by distinct threads, a write among them, and from where they
/// are made.
#[derive(Clone, Debug)]
pub struct Race {
    /// The array.
    pub array: Name,
    /// The cell; as many numbers as the array has dimensions.
    pub index: Vec<Number>,
    /// The two accesses.
    pub accesses: [Access; 2],
    /// Whether the two accesses are reached as the claim says.
    pub reachability: Exactness,
    /// Whether the index is as the claim says.
    pub location: Exactness,
    /// The approximated variables that the two accesses depend on.
    pub approximated: Vec<Name>,
    /// What the interpreter made it from, where it did.
    pub shown_by: Option<Arc<Replayed>>,
    /// The parameters.
    pub params: BTreeMap<Name, Number>,
    /// The initial memory that it needs.
    pub cells: Vec<Cell>,
    /// The location by which fences or atomics may order the two accesses: then the alarm is open at most.
    pub ordered_by: Option<Name>,
}

impl Race {
    /// Whether the interpreter made it.
    pub fn is_replayed(&self) -> bool {
        self.shown_by.is_some()
    }

    /// Whether both accesses write.
    pub fn both_write(&self) -> bool {
        self.accesses.iter().all(|access| access.mode == Mode::Wr)
    }

    /// The largest number that it is told with.
    fn largest(&self) -> BigUint {
        let numbers = self.params.values().chain(&self.index);
        numbers.map(|n| n.magnitude()).max().cloned().unwrap_or_default()
    }
}

/// A cell of the initial memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The array.
    pub array: Name,
    /// Which of the two threads has it, where their blocks differ and each has its own.
    pub owner: Option<usize>,
    /// The index, over all dimensions.
    pub index: Number,
    /// What it holds.
    pub value: Number,
    /// The floating-point number of which [`value`](Cell::value) is the bits, where it is one.
    pub real: Option<f64>,
}

/// One access of an alarm.
#[derive(Clone, Debug)]
pub struct Access {
    /// Whether it reads or writes.
    pub mode: Mode,
    /// Where it stands, where that is known.
    pub span: Option<Span>,
    /// Who makes it.
    pub thread: Thread,
    /// The values of the variables that it depends on.
    pub variables: BTreeMap<Name, Number>,
}

impl Access {
    /// Line and column where it begins, from 1; 0 where it stands nowhere.
    pub fn line_column(&self) -> (usize, usize) {
        self.span.as_ref().map_or((0, 0), Span::line_column)
    }
}
