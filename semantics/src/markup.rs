//! Text as HTML and XML have it, and as Markdown has it.

use crate::terminal::{visible, visible_lines};

/// The text on one line where HTML or XML is read: no markup, and no character that XML has no place for or that [is
/// hidden](crate::terminal::is_hidden). These are shown as `\u{1b}`.
pub fn escape(text: &str) -> String {
    entities(&visible(text))
}

/// The same of a text of several lines: line breaks and tabs stay.
pub fn escape_lines(text: &str) -> String {
    entities(&visible_lines(text))
}

fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// The text on one line of Markdown, where none of it is markup.
pub fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '#' | '~' | '!')
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(
            escape_lines("<a b=\"c\" d='e'>&\n\t"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\n\t"
        );
        assert_eq!(escape("a\n\0\u{1b}\u{fffe}\u{202e}\r"), r"a\n\u{0}\u{1b}\u{fffe}\u{202e}\r");
        assert_eq!(markdown("a\n# [b](c) <d> `e`"), r"a\\n\# \[b\](c) \<d\> \`e\`");
    }
}
