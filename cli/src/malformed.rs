//! Values of flags that cannot be read.

use semantics::parser::LONGEST_NUMBER;
use theories::NoProgramNumber;
use thiserror::Error;

/// Why a flag does not take a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// It has another form than this one.
    #[error("`{text}` is not of the form {form}")]
    Form {
        /// The value.
        text: String,
        /// Values of the form.
        form: &'static str,
    },
    /// It is no natural number.
    #[error("`{0}` is not a natural number")]
    NoNatural(String),
    /// A number that is too long to be read.
    #[error("a number of more than {LONGEST_NUMBER} digits")]
    LongNumber,
    /// A launch without threads or blocks.
    #[error("a launch has at least 1 on each axis")]
    EmptyAxis,
    /// A cell has two values.
    #[error("two values for {array}[{index}]")]
    CellAgain {
        /// The array.
        array: String,
        /// The index, as it is written.
        index: String,
    },
    /// No schedule is called this.
    #[error("`{0}` is none of canonical, reversed, random:SEED")]
    NoSchedule(String),
    /// No part of anything.
    #[error("a part and how many there are: 0/8 is the first of eight, 7/8 the last")]
    NoShard,
    /// A counterexample without its program.
    #[error("a claim and a number: liew2024/4.2@v1:4:17")]
    NoCounterexample,
    /// A counterexample with another program than there is.
    #[error(transparent)]
    ProgramNumber(#[from] NoProgramNumber),
}

impl Malformed {
    /// A value of another form.
    pub fn form(text: &str, form: &'static str) -> Malformed {
        Malformed::Form { text: text.into(), form }
    }
}
