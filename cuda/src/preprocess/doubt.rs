//! What is not known of a source, because a macro that a condition asks for may be defined where nothing at hand says
//! so. A condition is three-valued inside; outside it has the value that it has where the macro is not defined, or has
//! the value that `prelude/` assumes, and what the condition decides is noted.

use super::{ARCHITECTURE, Preprocessor, predefined};
use crate::declared::declared_by;
use crate::token::{Token, join};
use semantics::{Name, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A condition of which the value is taken for granted, and what hangs on it.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// The macros that it hangs on, and how each is read; none where host code alone reads it otherwise.
    pub macros: BTreeMap<Name, Reading>,
    /// Whether it would be another in host code, which has no `__CUDA_ARCH__`.
    pub of_device: bool,
    /// Where the condition stands.
    pub span: Span,
    /// The parts of the sources that would be others: the group of the condition, and where macros are used that
    /// are defined in it.
    pub places: Vec<Span>,
    /// What a part that is not read may declare.
    pub names: BTreeSet<Name>,
    /// Whether it is a condition, which may be read the other way, and not a use of a macro.
    pub(crate) is_condition: bool,
    /// The conditions in its group that nobody knows either: what hangs on them is said to hang on this one.
    pub(crate) inner: Flipped,
}

/// Where a condition of `#if` stands: its file, and the byte that it begins at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConditionAt(String, usize);

impl ConditionAt {
    /// The condition of a place.
    pub fn of(span: &Span) -> ConditionAt {
        ConditionAt(span.source.name().to_owned(), span.bytes.start)
    }
}

/// Conditions that nobody knows, to be read the other way.
pub(crate) type Flipped = BTreeSet<ConditionAt>;

/// How a macro is read of which it is not known whether it is defined, or as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As not defined, though a header that is missing may define them.
    Missing,
    /// As not defined, though the compiler may define them.
    Compiler,
    /// With the value of one version of the compiler.
    Version,
    /// With the value of one architecture.
    Architecture,
}

/// Whether a name is a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Defined,
    NotDefined,
    Perhaps(Reading),
}

impl Preprocessor<'_> {
    /// Whether a name is a macro.
    pub(super) fn status(&self, name: &Name) -> Status {
        let dynamic = matches!(
            name.as_str(),
            "__LINE__" | "__FILE__" | "__COUNTER__" | "__DATE__" | "__TIME__"
        );
        let doubt = self.perhaps.get(name).and_then(|n| self.doubts.get(*n));
        if let Some(reading) = doubt.and_then(|doubt| doubt.macros.values().next()) {
            return Status::Perhaps(*reading);
        }
        match name.as_str() {
            "__has_include" => Status::Defined,
            _ if self.of_samples.contains(name) => Status::Perhaps(Reading::Missing),
            _ if dynamic || self.macros.contains_key(name) => Status::Defined,
            // Words that a condition has for itself.
            "true" | "false" | "defined" => Status::NotDefined,
            never if predefined::is_of_others(never) || self.undefined.contains(name) => {
                Status::NotDefined
            }
            other if predefined::may_be_defined(other) => Status::Perhaps(Reading::Compiler),
            _ if !self.missing.is_empty() => Status::Perhaps(Reading::Missing),
            _ => Status::NotDefined,
        }
    }

    /// Begins a doubt: all that follows up to [`Preprocessor::settle`] hangs on it.
    pub(super) fn doubt(
        &mut self,
        macros: BTreeMap<Name, Reading>,
        of_device: bool,
        span: Span,
    ) -> usize {
        let n = self.doubts.len();
        let places = vec![span.clone()];
        if !macros.is_empty() {
            for (open, _) in &self.open_doubts {
                if let Some(around) = self.doubts.get_mut(*open) {
                    around.inner.insert(ConditionAt::of(&span));
                }
            }
        }
        let (names, inner) = (BTreeSet::new(), Flipped::new());
        let is_condition = true;
        self.doubts.push(Doubt { macros, of_device, span, places, names, is_condition, inner });
        self.open_doubts.push((n, self.unread.len()));
        n
    }

    /// Ends a doubt at the end of its group.
    pub(super) fn settle(&mut self, n: usize, end: &Span) {
        let Some(at) = self.open_doubts.iter().position(|(open, _)| *open == n) else { return };
        let (_, begin) = self.open_doubts.remove(at);
        if let Some(doubt) = self.doubts.get_mut(n) {
            let unread = self.unread.get(begin..).unwrap_or(&[]);
            doubt.names.extend(declared_by(unread, self.language, &|name| {
                let found = self.macros.get(name)?;
                Some((found.parameters.as_deref().unwrap_or(&[]), found.body.as_slice()))
            }));
            if let Some(group) = doubt.places.first_mut() {
                *group = join(group, end);
            }
        }
        if self.open_doubts.is_empty() {
            self.unread.clear();
        }
    }

    /// Notes a line that is read, or not: in a group that is in doubt, what it says is.
    pub(super) fn in_doubt(&mut self, line: &[Token], read: bool) {
        let Some(first) = line.first() else { return };
        let (define, undef) = (
            line.get(1).is_some_and(|t| t.is_word("define")),
            line.get(1).is_some_and(|t| t.is_word("undef")),
        );
        let named =
            line.get(2).and_then(Token::name).filter(|_| first.is("#") && (define || undef));
        let open = || self.open_doubts.iter().map(|(n, _)| *n);
        let is_of_all = |n: &usize| self.doubts.get(*n).is_some_and(|d| !d.macros.is_empty());
        match (named, open().find(is_of_all).or_else(|| open().next())) {
            (Some(name), Some(n)) => {
                let of_device = open().any(|n| self.doubts.get(n).is_some_and(|d| d.of_device));
                let before = self.perhaps.insert(name.clone(), n).filter(|before| *before != n);
                let before = before.and_then(|before| self.doubts.get(before));
                let hung_on = before.map(|d| (ConditionAt::of(&d.span), d.inner.clone()));
                if let Some(doubt) = self.doubts.get_mut(n) {
                    // What it is in host code hangs on all that is open.
                    doubt.of_device |= of_device;
                    // Where it is not defined here, it is what it was before.
                    if let Some((at, inner)) = hung_on {
                        doubt.inner.insert(at);
                        doubt.inner.extend(inner);
                    }
                }
            }
            (Some(name), None) => {
                self.perhaps.remove(name);
            }
            (None, _) => {}
        }
        // It would stand for something else there.
        if let (Some(name), false) = (named, read) {
            for (n, _) in &self.open_doubts {
                if let Some(doubt) = self.doubts.get_mut(*n) {
                    doubt.names.insert(name.clone());
                }
            }
        }
        if !read && !first.is("#") && !self.open_doubts.is_empty() {
            self.unread.extend_from_slice(line);
        }
    }

    /// Notes that code, and no condition, has the architecture in it.
    pub(super) fn architecture_in_code(&mut self, span: &Span) {
        let macros = BTreeMap::from([(ARCHITECTURE.into(), Reading::Architecture)]);
        let (names, inner) = (BTreeSet::new(), Flipped::new());
        let (span, places) = (span.clone(), vec![span.clone()]);
        let (of_device, is_condition) = (true, false);
        self.doubts.push(Doubt { macros, of_device, span, places, names, is_condition, inner });
    }

    /// Notes the use of a name that is a macro, or not, because of a doubt.
    pub(super) fn used(&mut self, name: &Name, span: &Span) {
        let Some(doubt) = self.perhaps.get(name).and_then(|n| self.doubts.get_mut(*n)) else {
            return;
        };
        match self.in_condition {
            true => self.asked.extend(doubt.macros.clone()),
            false => doubt.places.push(span.clone()),
        }
    }
}
