//! Source text with marked places, for people.

use crate::source::Span;
use crate::terminal::{Text, is_hidden, visible};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// The lines around some places, which are marked; above them a message, below them what to do.
#[derive(Clone, Debug, Default)]
pub struct Excerpt {
    message: Option<String>,
    marks: Vec<(Span, String)>,
    help: Option<String>,
}

impl Excerpt {
    /// Without a message.
    pub fn new() -> Self {
        Self::default()
    }

    /// With the message of an error above it.
    pub fn of_error(message: &str) -> Self {
        Excerpt { message: Some(visible(message).into_owned()), ..Self::default() }
    }

    /// With a place marked, and words beside it.
    pub fn mark(mut self, span: &Span, label: &str) -> Self {
        self.marks.push((span.clone(), visible(label).into_owned()));
        self
    }

    /// With what to do next below it.
    pub fn help(mut self, help: &str) -> Self {
        self.help = Some(visible(help).into_owned());
        self
    }

    /// As it is shown. Hidden characters of a source are shown by signs of their own, one column each.
    pub fn text(&self) -> Text {
        let mut files: Vec<File<'_>> = Vec::new();
        for (span, label) in &self.marks {
            match files.iter_mut().find(|file| file.marks[0].0.source.name() == span.source.name())
            {
                Some(file) => file.marks.push((span, label)),
                None => files.push(File { marks: vec![(span, label)] }),
            }
        }
        let mut group = match &self.message {
            Some(message) => Group::with_title(Level::ERROR.primary_title(message.as_str())),
            None => Group::with_level(Level::ERROR),
        };
        for file in &files {
            group = group.element(file.snippet());
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        Text::rendered(&Renderer::styled().render(&[group]))
    }
}

/// The marks of one file; at least one.
struct File<'a> {
    marks: Vec<(&'a Span, &'a String)>,
}

impl<'a> File<'a> {
    fn snippet(&self) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let source = &self.marks[0].0.source;
        let bytes = self.marks.iter().map(|(span, _)| &span.bytes);
        let start = bytes.clone().map(|bytes| bytes.start).min().unwrap_or(0);
        let end = bytes.map(|bytes| bytes.end).max().unwrap_or(0);
        let (text, line, from) = around(source.text(), start..end);
        let mut ends: Vec<usize> = self
            .marks
            .iter()
            .flat_map(|(span, _)| [span.bytes.start, span.bytes.end])
            .map(|at| at.saturating_sub(from))
            .collect();
        let text = seen(text, &mut ends);
        let mut snippet = Snippet::source(text).path(visible(source.name())).line_start(line);
        for ((_, label), ends) in self.marks.iter().zip(ends.chunks(2)) {
            let mark = AnnotationKind::Primary.span(ends[0]..ends[1].max(ends[0]));
            snippet = snippet.annotation(mark.label(label.as_str()));
        }
        snippet
    }
}

/// Longer lines are shown in part.
const LONGEST_LINE: usize = 1 << 20;

/// The lines around these bytes, the number of the first, and where they begin: the whole text of a huge file is
/// never rendered.
fn around(text: &str, bytes: Range<usize>) -> (&str, usize, usize) {
    let floor = |mut n: usize| {
        n = n.min(text.len());
        while !text.is_char_boundary(n) {
            n -= 1;
        }
        n
    };
    let (start, end) = (floor(bytes.start), floor(bytes.end));
    let from = text[..start]
        .rfind('\n')
        .map_or(0, |n| n + 1)
        .max(floor(start.saturating_sub(LONGEST_LINE)));
    let to = text[end..].find('\n').map_or(text.len(), |n| end + n).min(floor(end + 200));
    let line = text[..from].matches('\n').count() + 1;
    (&text[from..to.max(from)], line, from)
}

/// The text with a sign in the place of each character that is hidden, and where these places are in it; a
/// place within a character is its begin. Line breaks and tabs stay.
fn seen(text: &str, places: &mut [usize]) -> String {
    let is_break = |at: usize, c: char| c == '\n' || c == '\r' && text[at + 1..].starts_with('\n');
    let sign = |at: usize, c: char| match c {
        '\t' => c,
        _ if is_break(at, c) => c,
        // Unicode has pictures of them.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        '\u{7f}' => '␡',
        _ if is_hidden(c) => '�',
        _ => c,
    };
    let mut out = String::with_capacity(text.len());
    let mut moved = vec![None; places.len()];
    for (at, c) in text.char_indices() {
        for (place, moved) in places.iter().zip(&mut moved) {
            if moved.is_none() && *place < at + c.len_utf8() {
                *moved = Some(out.len());
            }
        }
        out.push(sign(at, c));
    }
    for (place, moved) in places.iter_mut().zip(moved) {
        *place = moved.unwrap_or(out.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// Whole lines; of a huge one what is near, and whole characters.
    #[test]
    fn an_excerpt_is_what_is_near() {
        let text = "first\nsecond\n\nlast";
        assert_eq!(around(text, 0..2), ("first", 1, 0));
        assert_eq!(around(text, 8..9), ("second", 2, 6));
        assert_eq!(around(text, 8..15), ("second\n\nlast", 2, 6));
        assert_eq!(around(text, 15..99), ("last", 4, 14));
        assert_eq!(around("\nx", 1..2), ("x", 2, 1));
        // Neither length is one of whole characters, of three bytes each.
        let huge = format!("\n{}", "€".repeat(LONGEST_LINE));
        let at = 1 + 3 * (LONGEST_LINE / 2);
        let (excerpt, line, from) = around(&huge, at..at + 3);
        assert_eq!((line, at - from), (2, LONGEST_LINE + 2));
        assert_eq!(excerpt.len(), LONGEST_LINE + 5 + 198);
        assert!(excerpt.chars().all(|c| c == '€'));
    }

    #[test]
    fn marks_stand_below_what_they_mark() {
        let text = "ok\r\n\u{1b}[2J\u{202e}漢\u{9b}\u{200b}\trace\u{2028}// \u{7f}\n";
        let at = text.find("race").unwrap();
        let span = Span { source: Source::new("a\nb.cu", text), bytes: at..at + 4 };
        let shown =
            Excerpt::of_error("what\u{7}").mark(&span, "he\nre").help("a\rb").text().plain();
        assert!(!shown.contains(|c| is_hidden(c) && c != '\n'), "{shown:?}");
        assert_eq!(
            shown,
            "error: what\\u{7}\n \
             --> a\\nb.cu:2:10\n  \
             |\n\
             2 | ␛[2J�漢��    race�// ␡\n  \
             |              ^^^^ he\\nre\n  \
             |\n  \
             = help: a\\rb\n"
        );
    }

    #[test]
    fn places_of_one_file_stand_in_one_excerpt() {
        let source = Source::new("t", "a\nb\nc\n");
        let at = |bytes| Span { source: source.clone(), bytes };
        let shown = Excerpt::new().mark(&at(0..1), "one").mark(&at(4..5), "two").text().plain();
        assert_eq!(shown.matches("-->").count(), 1, "{shown}");
        let other = Span { source: Source::new("u", "d"), bytes: 0..1 };
        let shown = Excerpt::new().mark(&at(0..1), "one").mark(&other, "two").text().plain();
        assert!(shown.contains("--> t:1:1") && shown.contains(" u:1:1"), "{shown}");
    }
}
