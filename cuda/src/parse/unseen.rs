//! What members of a class that are not read may do where they are called without a name: operators, constructors,
//! conversions, destructors. By tokens alone: those of which it is plain only compute with their operands.

use super::class::Class;
use super::member::Members;
use super::scope::Sort;
use super::{Parser, is_reserved};
use crate::syntax::{CONSTRUCTOR, CONVERSION, Place};
use crate::token::{Kind, closing};
use semantics::Name;
use std::collections::BTreeSet;
use std::ops::Range;

impl Parser {
    /// Remembers those of a class, from `{` to past `}`, that may do more than compute. `read`: whether its functions
    /// are; its destructor never is.
    pub(super) fn note_unseen(
        &mut self,
        class: &Class,
        body: Range<usize>,
        data: &Members,
        read: bool,
    ) {
        if self.in_toolkit {
            return;
        }
        let place = Place(self.tokens[body.start].span.clone());
        let (mut at, mut device) = (body.start + 1, false);
        while at < body.end {
            let token = &self.tokens[at];
            if token.is(";") || token.is(":") || token.is("}") {
                device = false;
            }
            device |= token.is_word("__device__");
            let called = self.called_without_a_name(class, at).filter(|_| device);
            match called {
                Some(name) if !read || token.is("~") => {
                    let (past, only) = self.only_computes(class, at, body.end, data);
                    if !only {
                        self.file.unseen.push((name, place.clone()));
                    }
                    (at, device) = (past, false);
                }
                _ if token.is("{") => (at, device) = (closing(&self.tokens, at) + 1, false),
                _ => at += 1,
            }
        }
    }

    /// How a member is called whose declarator begins here, if no name calls it.
    fn called_without_a_name(&self, class: &Class, at: usize) -> Option<Name> {
        let token = &self.tokens[at];
        let next = self.tokens.get(at + 1)?;
        if token.is("~") {
            return Some(CONSTRUCTOR.into());
        }
        if token.is_word("operator") {
            return match &next.kind {
                // A call, or an element, of what is no class is refused.
                Kind::Punct("(" | "[" | "()" | "[]") => None,
                Kind::Punct(symbol) => Some(Name::from(format!("operator{symbol}"))),
                _ => Some(CONVERSION.into()),
            };
        }
        let short = crate::path::last(class.short.as_str());
        (token.is_word(short) && next.is("(")).then(|| CONSTRUCTOR.into())
    }

    /// Past the member whose declarator begins here, and whether it is plain that it only computes.
    fn only_computes(&self, class: &Class, at: usize, end: usize, data: &Members) -> (usize, bool) {
        let mut open = at + 1;
        while open < end && !self.tokens[open].is("(") {
            open += 1;
        }
        let mut past = closing(&self.tokens, open) + 1;
        let parameters = &self.tokens[open.min(end)..past.min(end)];
        let writes = parameters.iter().any(|t| t.is("&") || t.is("&&") || t.is("*"))
            && !parameters.iter().any(|t| t.is_word("const"));
        let mut names: BTreeSet<Name> =
            parameters.iter().filter_map(|t| t.name().cloned()).collect();
        names.extend(data.fields.iter().map(|(name, _)| name.clone()));
        let mut only = !writes;
        while past < end {
            let token = &self.tokens[past];
            if token.is(";") {
                // `= default`, or `= delete`; else it is defined elsewhere.
                return (past + 1, self.tokens[at..past].iter().any(|t| t.is("=")) && only);
            }
            if token.is("{") || token.is("(") || token.is("[") {
                let close = closing(&self.tokens, past);
                only &= self.computes(past + 1..close, &names, class);
                let of_body = token.is("{")
                    && !self.tokens.get(close + 1).is_some_and(|t| t.is(",") || t.is("{"));
                past = close + 1;
                if of_body {
                    return (past, only);
                }
                continue;
            }
            past += 1;
        }
        (past, false)
    }

    /// Whether it is plain of some tokens that they only compute with these names, and with variables of their own.
    fn computes(&self, range: Range<usize>, names: &BTreeSet<Name>, class: &Class) -> bool {
        let short = crate::path::last(class.short.as_str());
        range.into_iter().all(|n| {
            let (token, before) = (&self.tokens[n], &self.tokens[n - 1]);
            let next = &self.tokens[n + 1];
            match &token.kind {
                Kind::Name(_) if before.is(".") => !next.is("("),
                Kind::Name(name) if is_reserved(name.as_str()) => {
                    !matches!(name.as_str(), "new" | "delete" | "asm" | "static" | "throw" | "goto")
                }
                Kind::Name(name) if names.contains(name) || name.as_str() == short => true,
                Kind::Name(name) => {
                    let ty = matches!(self.scopes.find(name), Some(Sort::Type(_)));
                    ty || !next.is("(") && self.scopes.find(name).is_none()
                }
                Kind::Punct("*") => {
                    let product =
                        matches!(before.kind, Kind::Name(_) | Kind::Number(_)) || before.is(")");
                    next.is_word("this") || product && !before.is_word("return")
                }
                Kind::Punct("->") => before.is_word("this"),
                Kind::Punct("[" | "::") => false,
                _ => true,
            }
        })
    }
}
