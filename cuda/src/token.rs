//! Tokens, as the preprocessor and the parser see them.

use semantics::{Name, Span};
use std::fmt;
use std::sync::Arc;

/// What a token is. Numbers keep their spelling: only the parser gives them a value, because the
/// preprocessor may still paste them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or keyword.
    Name(Name),
    /// A preprocessing number.
    Number(Name),
    /// A character literal, with its quotes and prefix.
    Char(Name),
    /// A string literal, with its quotes and prefix.
    Str(Name),
    /// An operator or punctuator.
    Punct(&'static str),
    /// The end of a line; only between the lexer and the preprocessor.
    Newline,
    /// Any other character: an error once it reaches the parser.
    Other(Name),
}

impl Kind {
    /// The token as it is written.
    pub fn text(&self) -> &str {
        match self {
            Kind::Name(t) | Kind::Number(t) | Kind::Char(t) | Kind::Str(t) | Kind::Other(t) => {
                t.as_str()
            }
            Kind::Punct(p) => p,
            Kind::Newline => "\n",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A token and where it was written. A token that a macro's body brought in stands at the use of
/// the macro, so that reports point at the user's line.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it was written.
    pub span: Span,
    /// Whether white space stands before it.
    pub space: bool,
    /// The macros that no longer expand in it.
    pub hidden: Hidden,
}

/// Where they stand makes no difference.
impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.kind == other.kind
    }
}

impl Token {
    /// The operator that a word of C++ spells, such as `and`. [C++17, 5.5]
    pub fn spelt_out(mut self) -> Token {
        let punct = match self.name().map(Name::as_str) {
            Some("and") => "&&",
            Some("or") => "||",
            Some("not") => "!",
            Some("bitand") => "&",
            Some("bitor") => "|",
            Some("xor") => "^",
            Some("compl") => "~",
            Some("and_eq") => "&=",
            Some("or_eq") => "|=",
            Some("xor_eq") => "^=",
            Some("not_eq") => "!=",
            _ => return self,
        };
        self.kind = Kind::Punct(punct);
        self
    }

    /// Whether it is the rest of a line after a quotation mark that nothing closes.
    pub fn is_open_literal(&self) -> bool {
        matches!(&self.kind, Kind::Other(text) if text.as_str().starts_with(['\'', '"']))
    }

    /// Whether it is this punctuator.
    pub fn is(&self, punct: &str) -> bool {
        matches!(self.kind, Kind::Punct(p) if p == punct)
    }

    /// Whether it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        self.name().is_some_and(|name| name.as_str() == word)
    }

    /// The identifier, if it is one.
    pub fn name(&self) -> Option<&Name> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The hide set of a token: the macros whose expansion it came out of, by number, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden(Option<Arc<[u32]>>);

impl Hidden {
    fn ids(&self) -> &[u32] {
        self.0.as_deref().unwrap_or(&[])
    }

    /// Whether the macro is among them.
    pub fn contains(&self, id: u32) -> bool {
        self.ids().binary_search(&id).is_ok()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// With one more.
    pub fn with(&self, id: u32) -> Hidden {
        self.union(&Hidden(Some(Arc::new([id]))))
    }

    /// Those of either.
    pub fn union(&self, other: &Hidden) -> Hidden {
        if self == other || other.is_empty() {
            return self.clone();
        }
        let mut all: Vec<u32> = self.ids().iter().chain(other.ids()).copied().collect();
        all.sort_unstable();
        all.dedup();
        Hidden::of(all)
    }

    /// Those of both.
    pub fn intersection(&self, other: &Hidden) -> Hidden {
        if self == other {
            return self.clone();
        }
        Hidden::of(self.ids().iter().copied().filter(|id| other.contains(*id)).collect())
    }

    fn of(ids: Vec<u32>) -> Hidden {
        Hidden((!ids.is_empty()).then(|| ids.into()))
    }
}

/// From the start of one span to the end of another. Across files, the first alone.
pub fn join(a: &Span, b: &Span) -> Span {
    if !std::ptr::eq(a.source.text(), b.source.text()) {
        return a.clone();
    }
    let start = a.bytes.start.min(b.bytes.start);
    let end = a.bytes.end.max(b.bytes.end);
    Span { source: a.source.clone(), bytes: start..end }
}

/// The closing bracket of the one that opens here; the end where there is none.
pub fn closing(tokens: &[Token], at: usize) -> usize {
    let mut open = 0usize;
    for (n, token) in tokens.iter().enumerate().skip(at) {
        match token.kind {
            Kind::Punct("(" | "[" | "{") => open += 1,
            Kind::Punct(")" | "]" | "}") => {
                open = open.saturating_sub(1);
                if open == 0 {
                    return n;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}
