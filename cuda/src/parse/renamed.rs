//! A member of a class template that is defined outside of it may give the parameters other names: `template <class U>
//! void S<U>::f()` of `template <class T> struct S`. It is read with the names that they have inside.

use super::Parser;
use crate::path::Path;
use crate::syntax::TemplateParameter;
use crate::token::{Kind, closing};
use semantics::Name;
use std::ops::Range;

impl Parser {
    /// Gives the parameters of the template whose `<` is here the names that the class has for them, where it defines a
    /// member of one. Where a name would then mean something else, it is left as it is, and refused.
    pub(super) fn rename_as_inside(&mut self) {
        let Some((own, inside, range)) = self.named_otherwise() else { return };
        for n in range.clone() {
            let Some(name) = self.tokens[n].name() else { continue };
            let is_own = own.contains(name);
            // Another thing has the name that is to be given, or is a member that has one that is given up.
            let other = inside.contains(name) && !is_own;
            let member = n > 0 && [".", "->", "::"].iter().any(|p| self.tokens[n - 1].is(p));
            if other || is_own && member {
                return;
            }
        }
        for n in range {
            let place = self.tokens[n].name().and_then(|name| own.iter().position(|o| o == name));
            if let Some(place) = place {
                self.tokens[n].kind = Kind::Name(inside[place].clone());
            }
        }
    }

    /// The names of the parameters here, and those inside of the class, where they differ; and where the definition is.
    fn named_otherwise(&self) -> Option<(Vec<Name>, Vec<Name>, Range<usize>)> {
        let begin = self.at;
        let past = begin + self.past_balanced_angles_at(0)?;
        let own = self.names_in(begin..past);
        let (mut end, mut class) = (past, None);
        // The head, up to the parameters of the function.
        while !self.tokens.get(end)?.is("(") {
            let token = &self.tokens[end];
            if token.is(";") || token.is("{") || token.is("=") || token.is_word("template") {
                return None;
            }
            if token.is("<") {
                let past = begin + self.past_balanced_angles_at(end - begin)?;
                if self.tokens.get(past)?.is("::") && self.names_in(end..past) == own {
                    class = self.tokens[end - 1].name().cloned();
                }
                end = past;
            } else {
                end += 1;
            }
        }
        let class = class?;
        let mut records = self.file.records.iter().filter(|r| r.name.last() == class.as_str());
        let (record, None) = (records.next()?, records.next()) else { return None };
        let inside = record.template.as_ref()?;
        let inside: Vec<Name> =
            inside.iter().filter_map(|p: &TemplateParameter| p.name.clone()).collect();
        // A member of the class hides a parameter out there. [C++17, 17.6.1]
        let members = self.class_scopes.get(&record.name);
        let hidden = |name: &Name| members.is_some_and(|all| all.contains_key(name));
        if inside.len() != own.len() || inside == own || own.iter().any(hidden) {
            return None;
        }
        // Its body, behind what a constructor makes its members of.
        loop {
            let token = self.tokens.get(end)?;
            match token.kind {
                Kind::Punct(";") => break,
                Kind::Punct("(" | "[") => end = closing(&self.tokens, end) + 1,
                Kind::Punct("{") => {
                    end = closing(&self.tokens, end) + 1;
                    let more = |t: &crate::token::Token| t.is(",") || t.is("{");
                    if !self.tokens.get(end).is_some_and(more) {
                        break;
                    }
                }
                _ => end += 1,
            }
        }
        Some((own, inside, begin..end.min(self.tokens.len())))
    }

    /// The last name of each part between angles: a parameter's, or that of an argument.
    fn names_in(&self, angles: Range<usize>) -> Vec<Name> {
        let inner = &self.tokens[angles.start + 1..angles.end - 1];
        let parts = inner.split(|t| t.is(","));
        parts.filter_map(|part| part.last()?.name().cloned()).collect()
    }
}
