//! Why a kernel has no program.

use crate::area::Area;
use crate::syntax::Type;
use semantics::{Diagnostic, Exhausted, Name, Span};
use std::fmt;

/// Why a kernel has no program, and where: a construct that is not modelled, most often.
#[derive(Clone, Debug)]
pub struct Unsupported {
    /// Of which kind it is. Programs group by it; no program has to read the words.
    pub kind: UnsupportedKind,
    /// What it is, for people.
    pub what: String,
    /// Where it stands.
    pub span: Span,
    /// Which types the parameters of the kernel, as a template, are to be for it to be read besides.
    pub others: Vec<(Name, Type)>,
    /// Whether they must be one of these for it to be C++: with others it is nothing.
    pub instead: bool,
}

/// The kinds of reasons.
#[derive(Clone, Debug)]
pub enum UnsupportedKind {
    /// It uses a construct that is not modelled, of this part of the language.
    Construct(Area),
    /// It is no C++: then it is bad input, and this is what is wrong with it.
    Mistake(Box<Diagnostic>),
    /// This was spent on the way to it. Nothing is known to be wrong with it.
    Exhausted(Exhausted),
}

impl Unsupported {
    /// A construct that is not modelled.
    pub fn new(area: Area, what: impl Into<String>, span: &Span) -> Self {
        Unsupported::of_kind(UnsupportedKind::Construct(area), what.into(), span)
    }

    /// What is no C++; `span` is where the kernel stands, if the mistake has no place.
    pub fn mistake(mistake: Diagnostic, span: &Span) -> Self {
        let place = mistake.span.clone().unwrap_or_else(|| span.clone());
        let what = mistake.message.clone();
        Unsupported::of_kind(UnsupportedKind::Mistake(mistake.into()), what, &place)
    }

    /// What the limits in force left no time or memory for.
    pub fn exhausted(spent: Exhausted, span: &Span) -> Self {
        Unsupported::of_kind(UnsupportedKind::Exhausted(spent), String::new(), span)
    }

    fn of_kind(kind: UnsupportedKind, what: String, span: &Span) -> Self {
        Unsupported { kind, what, span: span.clone(), others: Vec::new(), instead: false }
    }

    /// The same of what somebody else takes for C++: it is only not understood here.
    pub fn not_understood(self) -> Self {
        match self.kind {
            UnsupportedKind::Mistake(_) => {
                Unsupported::new(Area::Unread, format!("this ({})", self.what), &self.span)
            }
            UnsupportedKind::Construct(_) | UnsupportedKind::Exhausted(_) => self,
        }
    }

    /// What is wrong with the source, where it is no C++.
    pub fn as_mistake(&self) -> Option<&Diagnostic> {
        match &self.kind {
            UnsupportedKind::Mistake(mistake) => Some(mistake),
            UnsupportedKind::Construct(_) | UnsupportedKind::Exhausted(_) => None,
        }
    }

    /// What was spent, where that is the reason.
    pub fn as_exhausted(&self) -> Option<Exhausted> {
        match self.kind {
            UnsupportedKind::Exhausted(spent) => Some(spent),
            UnsupportedKind::Construct(_) | UnsupportedKind::Mistake(_) => None,
        }
    }
}

/// As a message says it, without the place.
impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            UnsupportedKind::Construct(_) => write!(f, "Jaminan does not support {}", self.what),
            UnsupportedKind::Mistake(_) => write!(f, "this is not C++: {}", self.what),
            UnsupportedKind::Exhausted(spent) => spent.fmt(f),
        }
    }
}

impl std::error::Error for Unsupported {}
