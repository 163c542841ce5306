//! Going on after what cannot be read. An item that is not understood is passed over up to its end; what it may declare
//! is known to no one, and a kernel that uses such a name is not supported. The others are read as ever.

use super::outline::closing;
use super::{Parsed, Parser};
use crate::declared::declared;
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
        let tokens = self.tokens.get(mark.at..self.at).unwrap_or(&[]);
        match unread.kernel.is_some() && self.is_complete() && !is_of_template(tokens, &unread.why)
        {
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
        self.file.missing.is_empty() && self.file.doubts.iter().all(|doubt| doubt.macros.is_empty())
    }
}

/// Whether the statement that could not be read may name a member by the arguments of a template, `C<T>::I<U>::x` or
/// `d.B<T>::f()`: not all forms of these are read.
fn is_of_template(tokens: &[Token], why: &Diagnostic) -> bool {
    let Some(place) = &why.span else { return false };
    let at = tokens.iter().position(|t| t.span.bytes.start >= place.bytes.start);
    let at = at.unwrap_or(tokens.len());
    let ends = |t: &Token| t.is(";") || t.is("{") || t.is("}");
    let begin = tokens[..at].iter().rposition(ends).map_or(0, |n| n + 1);
    let end = tokens[at..].iter().position(ends).map_or(tokens.len(), |n| at + n);
    let statement = &tokens[begin..end];
    let after = |n: usize, text: &str| statement.get(n + 1).is_some_and(|t| t.is(text));
    statement.iter().enumerate().any(|(n, t)| {
        let closes = t.is(">") || t.is(">>");
        let member = |m: usize| statement[m].is(".") || statement[m].is("->");
        closes && after(n, "::")
            || closes
                && after(n, "(")
                && (0..n).any(|m| member(m) && after(m + 1, "<") && m + 2 < n)
    })
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
