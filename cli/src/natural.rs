//! Numbers given by flags.

use crate::malformed::Malformed;
use semantics::Number;
use semantics::parser::LONGEST_NUMBER;

/// Reads an integer.
///
/// # Errors
/// What is wrong with it.
pub fn integer(text: &str) -> Result<Number, Malformed> {
    match text.trim().strip_prefix('-') {
        Some(digits) => natural(digits).map(|n| -n),
        None => natural(text),
    }
}

/// Reads a natural number.
///
/// # Errors
/// What is wrong with it.
pub fn natural(text: &str) -> Result<Number, Malformed> {
    let text = text.trim();
    if text.len() > LONGEST_NUMBER {
        return Err(Malformed::LongNumber);
    }
    if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(Malformed::NoNatural(text.into()));
    }
    text.parse().map_err(|_| Malformed::NoNatural(text.into()))
}
