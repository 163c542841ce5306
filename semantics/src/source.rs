//! Source text, places in it, and diagnostics about it.

use crate::excerpt::Excerpt;
use crate::limits::Exhausted;
use crate::terminal::Text;
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
    /// What was spent before the input was read, where that is all that is wrong.
    pub exhausted: Option<Exhausted>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { span: Some(span), ..Diagnostic::whole(message) }
    }

    /// An error of the whole input.
    pub fn whole(message: impl Into<String>) -> Self {
        Diagnostic {
            message: message.into(),
            span: None,
            label: String::new(),
            hint: None,
            exhausted: None,
        }
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
    pub fn text(&self) -> Text {
        let mut excerpt = Excerpt::of_error(&self.message);
        if let Some(span) = &self.span {
            excerpt = excerpt.mark(span, &self.label);
        }
        if let Some(hint) = &self.hint {
            excerpt = excerpt.help(hint);
        }
        excerpt.text()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().plain().trim_end())
    }
}

impl std::error::Error for Diagnostic {}
