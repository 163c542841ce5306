//! Going on after what cannot be read. An item that is not understood is passed over up to its end; what it may declare
//! is known to no one, and a kernel that uses such a name is not supported. The others are read as ever.

use super::outline::closing;
use super::{Parsed, Parser};
use crate::reach::declared;
use crate::syntax::{Item, Place, Unread};
use crate::token::Token;
use semantics::{Diagnostic, Name};

/// What of a parser an item that fails has to give back.
struct Mark {
    at: usize,
    depth: usize,
    scopes: usize,
    bodies: usize,
    items: usize,
    records: usize,
    namespaces: usize,
}

impl Parser {
    /// An item, or the place where one was passed over.
    pub(super) fn item_or_unread(&mut self) -> Parsed<()> {
        let mark = Mark {
            at: self.at,
            depth: self.depth,
            scopes: self.scopes.depth(),
            bodies: self.bodies,
            items: self.file.items.len(),
            records: self.file.records.len(),
            namespaces: self.namespaces.depth(),
        };
        let Err(why) = self.item(super::template::Head::None) else { return Ok(()) };
        if self.past_limit || why.exhausted.is_some() {
            return Err(why);
        }
        self.back_to(&mark);
        self.pass_over_item();
        let unread = self.unread(mark.at, why);
        // A kernel that is not C++, where no missing header can be the reason, makes the whole file bad input.
        match unread.kernel.is_some() && self.is_complete() {
            true => Err(unread.why),
            false => {
                self.file.items.push(Item::Unread(unread));
                Ok(())
            }
        }
    }

    fn back_to(&mut self, mark: &Mark) {
        self.go_back(mark.at);
        self.depth = mark.depth;
        self.scopes.cut(mark.scopes);
        self.bodies = mark.bodies;
        self.file.items.truncate(mark.items);
        self.file.records.truncate(mark.records);
        self.namespaces.cut(mark.namespaces);
        self.class_head = None;
        self.enumerators_of = None;
        self.in_angles = false;
    }

    /// To the end of the item at hand: a semicolon, or the brace that closes a body. At least one token.
    fn pass_over_item(&mut self) {
        let declares_type =
            |word: &str| matches!(word, "struct" | "class" | "union" | "enum" | "typedef");
        let mut ends_with_semicolon = false;
        while let Some(token) = self.peek() {
            ends_with_semicolon |=
                token.name().is_some_and(|w| declares_type(w.as_str())) || token.is("=");
            ends_with_semicolon &= !token.is("(");
            if token.is(";") {
                self.at += 1;
                return;
            }
            let body = token.is("{");
            match token.is("(") || token.is("[") || body {
                true => {
                    if self.skip_balanced().is_err() {
                        // What is open at the end of the file takes all of it.
                        self.at = self.tokens.len();
                        return;
                    }
                }
                // One that nothing here opens.
                false => self.at += 1,
            }
            if body && !(ends_with_semicolon && self.peek().is_some()) {
                self.eat(";");
                return;
            }
        }
    }

    /// What the tokens from here to the place at hand may declare.
    fn unread(&self, from: usize, why: Diagnostic) -> Unread {
        let tokens = self.tokens.get(from..self.at).unwrap_or(&[]);
        let span = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => crate::token::join(&first.span, &last.span),
            _ => self.span(),
        };
        Unread { names: declared(tokens), kernel: kernel(tokens), why, span: Place(span) }
    }

    /// Whether no macro of the file can come from a header that is not at hand.
    fn is_complete(&self) -> bool {
        self.file.missing.is_empty() && self.file.doubts.is_empty()
    }
}

/// The name of the kernel that the item is.
fn kernel(tokens: &[Token]) -> Option<(Name, Place)> {
    let is = |t: &Token, word: &str| t.name().is_some_and(|name| name.as_str() == word);
    let begin = tokens.iter().position(|t| is(t, "__global__"))?;
    let mut n = begin + 1;
    while let Some(token) = tokens.get(n) {
        let next = tokens.get(n + 1);
        let attribute = token.name().is_some_and(|name| name.as_str().starts_with("__"));
        match next {
            Some(next) if next.is("(") && !attribute => {
                return token.name().map(|name| (name.clone(), Place(token.span.clone())));
            }
            Some(next) if next.is("(") => n = closing(tokens, n + 1),
            _ => {}
        }
        n += 1;
    }
    None
}
