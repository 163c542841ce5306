//! Text for people that is safe on a terminal, whatever it was made of.
//!
//! Names, sources, flags and what other programs print may hold anything: sequences that move the
//! cursor or set the window's title, letters that turn the direction of a line, line breaks that forge a row of a
//! table. A [`Text`] can be made only line by line, and each line is escaped when it is added. So what
//! writes to a terminal takes a [`Text`] and nothing else.
//!
//! Colours are the exception. A [`Style`] writes itself as a mark that has a key, which each process draws anew:
//! no input can hold it.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};
use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use unicode_width::UnicodeWidthChar;

/// Whether a character is not seen as what it is: controls, line separators, what turns the direction of a
/// line, what takes no room, and what is no character. Of Unicode: `Cc`, `Zl`, `Zp`, `Bidi_Control`,
/// `Default_Ignorable_Code_Point`, the annotation signs and `Noncharacter_Code_Point`.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// The text on one line: each character that [is hidden](is_hidden) as an escape of Rust's, `\n` or `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, |_| false)
}

/// The same of a text of several lines: line breaks and tabs stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    shown(text, |c| matches!(c, '\n' | '\t'))
}

fn shown(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let escaped = |c: char| is_hidden(c) && !stays(c);
    if !text.contains(escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if escaped(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// How words are set off. Written into a format string, it begins: `{style}`; with `#` it ends: `{style:#}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// What a block is about.
    Heading,
    /// A word that names what follows it.
    Label,
    /// A race.
    Alarm,
    /// No race, within what was asked.
    Fine,
    /// An error.
    Error,
    /// A limit was reached.
    Undecided,
    /// Worth knowing.
    Note,
    /// What to do next.
    Help,
}

/// What a terminal is told for each style, in the order of [`Style`].
const SEQUENCES: [&str; 8] = [
    "\u{1b}[1m",
    "\u{1b}[36m",
    "\u{1b}[1m\u{1b}[31m",
    "\u{1b}[1m\u{1b}[32m",
    "\u{1b}[1m\u{1b}[91m",
    "\u{1b}[1m\u{1b}[33m",
    "\u{1b}[1m\u{1b}[92m",
    "\u{1b}[1m\u{1b}[96m",
];
const RESET: &str = "\u{1b}[0m";

/// What a mark begins with: no character, and the key of this process. The number of a style follows, or
/// [`END`].
fn mark() -> &'static str {
    static MARK: OnceLock<String> = OnceLock::new();
    MARK.get_or_init(|| {
        let draw = || RandomState::new().hash_one(0_u8);
        format!("\u{fdd0}{:016x}{:016x}", draw(), draw())
    })
}

const END: char = '-';

impl Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(mark())?;
        match f.alternate() {
            true => f.write_char(END),
            false => write!(f, "{}", *self as u8),
        }
    }
}

/// Text for people. Nothing in it does anything to a terminal but set colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(String);

impl Text {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// One line.
    pub fn of_line(line: impl Display) -> Self {
        let mut text = Self::new();
        text.line(line);
        text
    }

    /// Lines, as [`Text::lines`] has them.
    pub fn of_lines(lines: impl Display) -> Self {
        let mut text = Self::new();
        text.lines(lines);
        text
    }

    /// One after another, with an empty line between two of them.
    pub fn joined(texts: impl IntoIterator<Item = Text>) -> Self {
        let mut all = Self::new();
        for (n, text) in texts.into_iter().enumerate() {
            if n > 0 {
                all.blank();
            }
            all.push(&text);
        }
        all
    }

    /// A part of a line that is too long to be held at once. A line break in it is shown as `\n`.
    pub fn of_part(part: impl Display) -> Self {
        let mut text = Self::new();
        text.add(&part.to_string(), visible);
        text
    }

    /// Adds one line. A line break in it is shown as `\n`.
    pub fn line(&mut self, line: impl Display) {
        self.add(&line.to_string(), visible);
        self.blank();
    }

    /// Ends a line: an empty one, after another.
    pub fn blank(&mut self) {
        self.0.push('\n');
    }

    /// Adds lines that are broken as they are to be: a program, a document. Tabs stay, too.
    ///
    /// What is embedded in them may break lines, so it is not for names and messages.
    pub fn lines(&mut self, lines: impl Display) {
        for line in lines.to_string().lines() {
            self.add(line, visible_lines);
            self.blank();
        }
    }

    /// Adds another text.
    pub fn push(&mut self, other: &Text) {
        self.0.push_str(&other.0);
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// With the sequences that set colours.
    pub fn styled(&self) -> &str {
        &self.0
    }

    /// Without colours.
    pub fn plain(&self) -> String {
        let mut pieces = self.0.split("\u{1b}[");
        let mut out = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            // Of all sequences only those that set colours can be here, and `m` ends them.
            out.push_str(piece.split_once('m').map_or("", |(_, rest)| rest));
        }
        out
    }

    /// What was rendered of parts that are safe, with colours.
    pub(crate) fn rendered(text: &str) -> Self {
        Text(format!("{}\n", text.trim_end_matches('\n')))
    }

    fn add(&mut self, line: &str, escape: impl Fn(&str) -> Cow<'_, str>) {
        let mut pieces = line.split(mark());
        self.0.push_str(&escape(pieces.next().unwrap_or_default()));
        let mut open = false;
        for piece in pieces {
            let mut rest = piece.chars();
            let style = rest.next().and_then(|c| c.to_digit(10));
            open = style.is_some();
            let sequence = style.and_then(|n| SEQUENCES.get(n as usize));
            self.0.push_str(sequence.unwrap_or(&RESET));
            self.0.push_str(&escape(rest.as_str()));
        }
        if open {
            self.0.push_str(RESET);
        }
    }
}

/// One after another.
impl FromIterator<Text> for Text {
    fn from_iter<I: IntoIterator<Item = Text>>(texts: I) -> Self {
        let mut all = Self::new();
        texts.into_iter().for_each(|text| all.push(&text));
        all
    }
}

/// Adds a line to a [`Text`], from a format string.
#[macro_export]
macro_rules! say {
    ($text:expr, $($format:tt)*) => { $text.line(::std::format_args!($($format)*)) };
}

/// How many columns of a terminal a text takes that is shown on one line.
pub fn width(text: &str) -> usize {
    visible(text).chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// The text on one line, and blanks up to so many columns.
pub fn left(text: impl Display, columns: usize) -> String {
    let text = text.to_string();
    let blanks = columns.saturating_sub(width(&text));
    format!("{}{:blanks$}", visible(&text), "")
}

/// Blanks, and the text on one line, so many columns together.
pub fn right(text: impl Display, columns: usize) -> String {
    let text = text.to_string();
    let blanks = columns.saturating_sub(width(&text));
    format!("{:blanks$}{}", "", visible(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_shown() {
        for (text, seen) in [
            ("plain ü ‖ 漢字 🎉 e\u{301}", "plain ü ‖ 漢字 🎉 e\u{301}"),
            ("\u{1b}]0;title\u{7}", r"\u{1b}]0;title\u{7}"),
            ("\u{9b}31m\u{7f}", r"\u{9b}31m\u{7f}"),
            ("a\rb\nc\td", r"a\rb\nc\td"),
            (
                "\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{85}",
                r"\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{85}",
            ),
            ("\u{e0041}\u{ffff}\u{10fffe}", r"\u{e0041}\u{ffff}\u{10fffe}"),
        ] {
            assert_eq!(visible(text), seen);
        }
        assert_eq!(visible_lines("a\tb\nc\r\n"), "a\tb\nc\\r\n");
    }

    #[test]
    fn a_line_is_one_line_and_has_our_colours_only() {
        let mut text = Text::new();
        let (label, name) = (Style::Label, "a\u{1b}[5m\nracy: b");
        say!(text, "{label}{name}{label:#} {}", 7);
        assert_eq!(text.styled(), "\u{1b}[36ma\\u{1b}[5m\\nracy: b\u{1b}[0m 7\n");
        assert_eq!(text.plain(), "a\\u{1b}[5m\\nracy: b 7\n");
        // A style that is left open ends with its line.
        let mut text = Text::of_line(Style::Alarm);
        text.blank();
        assert_eq!(text.styled(), "\u{1b}[1m\u{1b}[31m\u{1b}[0m\n\n");
    }

    /// What looks like the mark of another process is text.
    #[test]
    fn a_mark_cannot_be_forged() {
        let guess = "\u{fdd0}0123456789abcdef0123456789abcdef2";
        let text = Text::of_line(guess);
        assert_eq!(text.styled(), format!("{}\n", visible(guess)));
        assert!(!text.styled().contains('\u{1b}'));
    }

    #[test]
    fn columns_are_as_wide_as_they_are_seen() {
        assert_eq!(left("a\n", 5), r"a\n  ");
        assert_eq!(right("漢", 4), "  漢");
        assert_eq!(left("longer", 2), "longer");
        assert_eq!(width("e\u{301}\u{200b}"), 1 + r"\u{200b}".len());
    }
}
