//! Numbers given by flags.

use semantics::Number;
use semantics::parser::LONGEST_NUMBER;

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
