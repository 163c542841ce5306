//! Whether a type or a value stands ahead, where both begin alike: by the tokens that follow. [C++17, 11.2]

use super::Parser;
use crate::token::Kind;

impl Parser {
    /// Whether `(T) e` or `(T *) e` stands here, of a name that nothing declares, where no expression could go on as
    /// the tokens do.
    pub(super) fn is_cast_to_unknown(&self) -> bool {
        let Some((name, past)) = self.qualified_at(1) else { return false };
        if self.scopes.find(&name).is_some() {
            return false;
        }
        let mut at = past;
        while self.is_at(at, "*") {
            at += 1;
        }
        let operand = match self.peek_at(at + 1).map(|t| &t.kind) {
            Some(Kind::Name(word)) => {
                !super::is_reserved(word.as_str())
                    || matches!(word.as_str(), "this" | "sizeof" | "true" | "false")
            }
            Some(Kind::Number(_) | Kind::Char(_) | Kind::Str(_)) => true,
            Some(Kind::Punct("(" | "!" | "~")) => at > past,
            Some(Kind::Punct("&" | "*" | "-" | "+")) => at > past,
            _ => false,
        };
        self.is_at(at, ")") && operand
    }

    /// Whether what begins like a type there is a value: `T(e`, `T{`, `C<T>::x`.
    pub(super) fn is_value_at(&self, n: usize) -> bool {
        let past = self.past_angles_at(n);
        let word = self.qualified_at(n).map_or(n + 1, |(_, past)| past);
        self.constructs_at(n)
            || self.is_at(past.unwrap_or(word), "{")
            || past.is_some_and(|past| self.is_member_at(past))
    }

    /// Past `C<…>`, a class template with its arguments.
    pub(super) fn past_angles_at(&self, n: usize) -> Option<usize> {
        let (name, at) = self.qualified_at(n)?;
        if !self.is_at(at, "<") || !self.is_class_template(&name) {
            return None;
        }
        self.past_balanced_angles_at(at)
    }

    /// Past `<…>`, as far as brackets tell.
    pub(super) fn past_balanced_angles_at(&self, mut at: usize) -> Option<usize> {
        let (mut open, mut brackets) = (0usize, 0usize);
        loop {
            match self.peek_at(at)?.kind {
                Kind::Punct("(" | "[") => brackets += 1,
                Kind::Punct(")" | "]") => brackets = brackets.checked_sub(1)?,
                Kind::Punct(";" | "{" | "}") => return None,
                Kind::Punct("<") if brackets == 0 => open += 1,
                Kind::Punct(angles @ (">" | ">>" | ">>>")) if brackets == 0 => {
                    open = open.checked_sub(angles.len())?;
                }
                _ => {}
            }
            at += 1;
            if open == 0 {
                return Some(at);
            }
        }
    }

    /// Whether `C<…>`, which ends there, is the beginning of a value: of a call, or of a member that
    /// no pointer to it or value after it makes a type.
    fn is_member_at(&self, past: usize) -> bool {
        if self.is_at(past, "(") {
            return !self.is_at(past + 1, "*");
        }
        let mut at = past;
        while self.is_at(at, "::") {
            at += 2;
        }
        if at == past {
            return false;
        }
        while (self.is_at(at, "*") || self.is_at(at, "&"))
            && [")", "*", "&"].iter().any(|next| self.is_at(at + 1, next))
        {
            at += 1;
        }
        let operand = match self.peek_at(at + 1).map(|t| &t.kind) {
            Some(Kind::Name(_) | Kind::Number(_) | Kind::Char(_) | Kind::Str(_)) => true,
            Some(Kind::Punct(punct)) => matches!(*punct, "(" | "!" | "~"),
            _ => false,
        };
        !(self.is_at(at, ")") && operand)
    }

    /// Whether `T(e` stands there, `T` one word: no type is written so.
    pub(super) fn constructs_at(&self, n: usize) -> bool {
        let types = ["*", "&", ")", "("];
        self.is_at(n + 1, "(")
            && !types.iter().any(|other| self.is_at(n + 2, other))
            && !self.type_begins_at(n + 2)
    }
}
