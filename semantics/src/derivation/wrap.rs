//! Long conclusions over several lines.

/// Breaks a text at blanks into lines of at most `width` characters, as `measure` counts them. A
/// word that is longer stands alone.
pub(super) fn wrap(
    text: &str,
    width: usize,
    blanks: impl Iterator<Item = usize>,
    measure: impl Fn(&str) -> usize,
) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut used, mut word) = (0, 0, 0);
    for blank in blanks.chain([text.len()]) {
        // The word from the blank before up to this one.
        let length = measure(&text[word..blank]);
        if used > 0 && used + length > width {
            lines.push(text[start..word].trim());
            (start, used) = (word, 0);
        }
        used += length;
        word = blank;
    }
    lines.push(text[start..].trim());
    lines
}

/// Where a plain text may break: at blanks, and between closing parentheses, of which a long trace
/// has as many as its loop has iterations.
pub(super) fn blanks(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    (0..bytes.len())
        .filter(move |n| bytes[*n] == b' ' || (*n > 0 && bytes[*n - 1..].starts_with(b"))")))
}

#[cfg(test)]
mod tests {
    use super::{blanks, wrap};

    #[test]
    fn a_text_breaks_at_blanks_and_between_closing_parentheses() {
        assert_eq!(blanks("f (g(h(x)))").collect::<Vec<_>>(), [1, 9, 10]);
        assert_eq!(blanks(") )").collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_line_is_as_long_as_it_may_be() {
        let lines = |text: &'static str| wrap(text, 5, blanks(text), str::len);
        assert_eq!(lines("aa bb cc d"), ["aa bb", "cc d"]);
        assert_eq!(lines("a longer b"), ["a", "longer", "b"]);
        assert_eq!(lines("longer"), ["longer"]);
        assert_eq!(lines(""), [""]);
    }
}
