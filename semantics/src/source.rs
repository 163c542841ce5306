//! Source text, places in it, and diagnostics with a marked excerpt.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// A text with the name it is reported under. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source(Arc<(String, String)>);

impl Source {
    /// A source of this name (a path as the user gave it, or `<stdin>`) and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source(Arc::new((name.into(), text.into())))
    }

    /// The name it is reported under.
    pub fn name(&self) -> &str {
        &self.0.0
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0.1
    }

    /// Line and column of a byte offset, both from 1; columns count characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = self.text().get(..offset).unwrap_or(self.text());
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |n| n + 1);
        (line, before[start..].chars().count() + 1)
    }
}

/// A range of bytes in a [`Source`].
#[derive(Clone, Debug)]
pub struct Span {
    /// The text.
    pub source: Source,
    /// The bytes.
    pub bytes: Range<usize>,
}

impl Span {
    /// Line and column of its start, both from 1.
    pub fn line_column(&self) -> (usize, usize) {
        self.source.line_column(self.bytes.start)
    }

    /// `file:line:column`.
    pub fn place(&self) -> String {
        let (line, column) = self.line_column();
        format!("{}:{line}:{column}", self.source.name())
    }
}

/// Where an access stands in its source, if it came from one. A site is not part of a
/// program's meaning: any two are equal, so that `parse(show(p)) == p`.
#[derive(Clone, Default)]
pub struct Site(Option<Arc<Span>>);

impl Site {
    /// The site of a span.
    pub fn at(span: Span) -> Self {
        Site(Some(Arc::new(span)))
    }

    /// The span, where there is one.
    pub fn span(&self) -> Option<&Span> {
        self.0.as_deref()
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.span().map_or_else(|| "-".into(), Span::place))
    }
}

impl PartialEq for Site {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Site {}

impl PartialOrd for Site {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Site {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl Hash for Site {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What is wrong with an input, where, and what to do about it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// What is wrong, in one line.
    pub message: String,
    /// Where; a file that cannot be read has no place in it.
    pub span: Option<Span>,
    /// What the marked place is, in a few words.
    pub label: String,
    /// What to do next.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), span: Some(span), label: String::new(), hint: None }
    }

    /// An error of the whole input.
    pub fn whole(message: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), span: None, label: String::new(), hint: None }
    }

    /// With words at the marked place.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With what to do next.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The diagnostic for people: message, `file:line:column`, marked excerpt, hint.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let mut group = Group::with_title(Level::ERROR.primary_title(self.message.as_str()));
        if let Some(span) = &self.span {
            let (text, line, bytes) = excerpt(span);
            let mark = AnnotationKind::Primary.span(bytes).label(self.label.as_str());
            let snippet = Snippet::source(text).path(span.source.name()).line_start(line);
            group = group.element(snippet.annotation(mark));
        }
        if let Some(hint) = &self.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostic {}

/// Longer lines are shown in part.
const LONGEST_LINE: usize = 1 << 20;

/// The lines around a span: the whole text of a huge file is never rendered.
fn excerpt(span: &Span) -> (&str, usize, Range<usize>) {
    let text = span.source.text();
    let floor = |mut n: usize| {
        n = n.min(text.len());
        while !text.is_char_boundary(n) {
            n -= 1;
        }
        n
    };
    let (start, end) = (floor(span.bytes.start), floor(span.bytes.end));
    let from = text[..start]
        .rfind('\n')
        .map_or(0, |n| n + 1)
        .max(floor(start.saturating_sub(LONGEST_LINE)));
    let to = text[end..].find('\n').map_or(text.len(), |n| end + n).min(floor(end + 200));
    let line = text[..from].matches('\n').count() + 1;
    (&text[from..to], line, start - from..end - from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole lines; of a huge one what is near, and whole characters.
    #[test]
    fn an_excerpt_is_what_is_near() {
        let of = |text: &str, bytes: Range<usize>| {
            let span = Span { source: Source::new("t", text), bytes };
            let (excerpt, line, mark) = excerpt(&span);
            (excerpt.to_owned(), line, mark)
        };
        let text = "first\nsecond\n\nlast";
        assert_eq!(of(text, 0..2), ("first".into(), 1, 0..2));
        assert_eq!(of(text, 8..9), ("second".into(), 2, 2..3));
        assert_eq!(of(text, 8..15), ("second\n\nlast".into(), 2, 2..9));
        assert_eq!(of(text, 15..99), ("last".into(), 4, 1..4));
        assert_eq!(of("\nx", 1..2), ("x".into(), 2, 0..1));
        // Neither length is one of whole characters, of three bytes each.
        let huge = format!("\n{}", "€".repeat(LONGEST_LINE));
        let at = 1 + 3 * (LONGEST_LINE / 2);
        let (excerpt, line, mark) = of(&huge, at..at + 3);
        assert_eq!((line, mark), (2, LONGEST_LINE + 2..LONGEST_LINE + 5));
        assert_eq!(excerpt.len(), LONGEST_LINE + 5 + 198);
        assert!(excerpt.chars().all(|c| c == '€'));
    }
}
