//! Numbers given by flags.

use semantics::Number;
use semantics::parser::LONGEST_NUMBER;

/// Reads an integer.
///
/// # Errors
/// What is wrong with it.
pub fn integer(text: &str) -> Result<Number, String> {
    match text.trim().strip_prefix('-') {
        Some(digits) => natural(digits).map(|n| -n),
        None => natural(text),
    }
}

/// Reads a natural number.
///
/// # Errors
/// What is wrong with it.
pub fn natural(text: &str) -> Result<Number, String> {
    let text = text.trim();
    if text.len() > LONGEST_NUMBER {
        return Err(format!("a number of more than {LONGEST_NUMBER} digits"));
    }
    if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(format!("`{text}` is not a natural number"));
    }
    text.parse().map_err(|_| format!("`{text}` is not a natural number"))
}
