//! Access values `i : o[j]`.

use crate::name::Name;
use crate::notation;
use crate::number::Number;
use crate::printer::Spelling;
use crate::thread::Thread;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How an array is accessed: `o`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// A read.
    #[serde(rename = "rd")]
    Rd,
    /// A write.
    #[serde(rename = "wr")]
    Wr,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Rd => "rd",
            Mode::Wr => "wr",
        })
    }
}

/// An access value `α = i : o[j]`: who, how, where. The paper has one array; a program over
/// several names which.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccessValue {
    /// Who: `i`.
    pub thread: Thread,
    /// How: `o`.
    pub mode: Mode,
    /// In which array.
    pub array: Name,
    /// Where: `j`.
    pub index: Number,
}

impl AccessValue {
    /// Whether two access values race: distinct threads, one location, a `wr` among them.
    /// [L24, §4.3]
    pub fn races_with(&self, other: &AccessValue) -> bool {
        self.thread != other.thread
            && self.array == other.array
            && self.index == other.index
            && (self.mode == Mode::Wr || other.mode == Mode::Wr)
    }
}

impl fmt::Display for AccessValue {
    /// `0: rd A[16]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::access(self, Spelling::Ascii))
    }
}
