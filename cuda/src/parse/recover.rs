//! Going on after what cannot be read. A function whose body is not understood is one without a body that is read. Of
//! another item nobody knows what it declares: it is passed over up to its end, and a kernel that uses a name which it may
//! declare is not supported. The others are read as ever.

use super::nested::Around;
use super::scope::{Sort, known_type};
use super::{Parsed, Parser};
use crate::declared::{OPERATOR, declared, may_declare};
use crate::syntax::{Binary, Body, Fault, Item, Parameter, Place, Type, Unread};
use crate::token::{Token, closing, join};
use crate::vocabulary::{self, Language};
use crate::words::is_reserved;
use semantics::{Diagnostic, Name, limits};
use std::ops::Range;

/// What of a parser an item that fails has to give back.
#[derive(Clone)]
pub(super) struct Mark {
    at: usize,
    depth: usize,
    scopes: usize,
    bodies: usize,
    items: usize,
    records: usize,
    unions: usize,
    namespaces: usize,
    class_around: Option<Around>,
    inside: usize,
}

/// Where the brackets began that a `}` may close which nothing opens.
pub(super) enum Braces {
    /// A function, or a list of values.
    One(Mark),
    /// The first namespace or class: any since then may be closed too early.
    Several(Mark),
}

/// How an item ends that is passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Where its brackets are closed.
    Brackets,
    /// Where its braces are, though other brackets are not.
    Braces,
    /// Nobody knows where.
    Open,
}

impl Parser {
    /// Everything up to the end of the file.
    pub(super) fn file(&mut self) -> Parsed<()> {
        while self.peek().is_some() {
            if self.is("}") {
                self.closes_nothing();
                continue;
            }
            let mark = self.mark();
            self.item_or_unread()?;
            self.note_braces(mark);
        }
        Ok(())
    }

    /// An item, or the place where one was passed over.
    pub(super) fn item_or_unread(&mut self) -> Parsed<()> {
        limits::ask()?;
        let mark = self.mark();
        let Err(why) = self.item(super::template::Head::None) else { return Ok(()) };
        if why.exhausted.is_some() {
            return Err(why);
        }
        self.back_to(&mark);
        let end = self.pass_over_item();
        let why = match end {
            End::Open => self.not_closed(mark.at, why),
            End::Brackets | End::Braces => why,
        };
        self.push_unread(mark.at, why, end);
        if self.peek().is_none() {
            self.open_item = Some(mark);
        }
        Ok(())
    }

    /// Passes over what the preprocessor has not read, and over the item that it may be a part of.
    pub(super) fn rest(&mut self, tokens: Vec<Token>, why: Diagnostic) {
        let begin = match self.open_item.take() {
            Some(mark) => {
                self.back_to(&mark);
                mark.at
            }
            None => self.tokens.len(),
        };
        self.tokens.extend(tokens);
        self.at = self.tokens.len();
        self.is_open = true;
        self.push_unread_of(Fault::Source, begin, why, End::Open);
    }

    /// The body of a function that is no template, its parameters in scope.
    pub(super) fn own_body(&mut self, parameters: &[Parameter]) -> Parsed<Body> {
        let mark = self.mark();
        let why = match self.body(parameters) {
            Ok(block) => return Ok(Body::Block(block)),
            Err(why) if why.exhausted.is_some() => return Err(why),
            Err(why) => why,
        };
        self.back_to(&mark);
        // Where it does not end, it is not only the body that is not read.
        if self.skip_balanced().is_err() {
            return Err(why);
        }
        let fault = self.fault(mark.at..self.at, &why);
        let place = Place(why.span.unwrap_or_else(|| self.span()));
        Ok(Body::Unread(why.message, place, fault))
    }

    fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            depth: self.depth,
            scopes: self.scopes.depth(),
            bodies: self.bodies,
            items: self.file.items.len(),
            records: self.file.records.len(),
            unions: self.file.unions.len(),
            namespaces: self.namespaces.depth(),
            class_around: self.class_around.clone(),
            inside: self.inside.len(),
        }
    }

    fn back_to(&mut self, mark: &Mark) {
        self.go_back(mark.at);
        self.depth = mark.depth;
        self.scopes.cut(mark.scopes);
        self.bodies = mark.bodies;
        self.file.items.truncate(mark.items);
        self.file.records.truncate(mark.records);
        self.file.unions.truncate(mark.unions);
        self.namespaces.cut(mark.namespaces);
        self.class_around.clone_from(&mark.class_around);
        self.inside.truncate(mark.inside);
        self.class_head = None;
        self.enumerators_of = None;
        self.in_angles = false;
    }

    /// Notes where an item with braces begins.
    fn note_braces(&mut self, mark: Mark) {
        let item = self.tokens.get(mark.at..self.at).unwrap_or(&[]);
        if self.in_toolkit || !item.iter().any(|t| t.is("{")) {
            return;
        }
        match &self.braces {
            Some(Braces::Several(_)) => {}
            _ if has_items(item) => self.braces = Some(Braces::Several(mark)),
            _ => self.braces = Some(Braces::One(mark)),
        }
    }

    /// At a `}` that nothing opens: some braces before it were closed too early. Those may be of the last function; or of
    /// one in a namespace or a class, whose end then closes what is around it.
    fn closes_nothing(&mut self) {
        let why = self.error("a `}` that closes nothing");
        let mark = match self.braces.take() {
            Some(Braces::One(mark) | Braces::Several(mark)) => mark,
            None => self.mark(),
        };
        self.at += 1;
        self.eat(";");
        let end = self.at;
        self.back_to(&mark);
        self.at = end;
        self.push_unread(mark.at, why, End::Open);
    }

    /// To the end of the item at hand: a semicolon, or the brace that closes a body. At least one token.
    fn pass_over_item(&mut self) -> End {
        let begin = self.at;
        let declares_type =
            |word: &str| matches!(word, "struct" | "class" | "union" | "enum" | "typedef");
        let mut ends_with_semicolon = false;
        while let Some(token) = self.peek() {
            ends_with_semicolon |=
                token.name().is_some_and(|w| declares_type(w.as_str())) || token.is("=");
            ends_with_semicolon &= !token.is("(");
            if token.is(";") {
                self.at += 1;
                return End::Brackets;
            }
            // That of what is around the item.
            if token.is("}") && self.at > begin {
                return End::Brackets;
            }
            let body = token.is("{");
            match token.is("(") || token.is("[") || body {
                true => {
                    if self.skip_balanced().is_err() {
                        return self.pass_over_braces(begin);
                    }
                }
                // One that nothing here opens.
                false => self.at += 1,
            }
            if body && !(ends_with_semicolon && self.peek().is_some()) {
                self.eat(";");
                return End::Brackets;
            }
        }
        End::Brackets
    }

    /// The same of an item whose brackets do not fit each other, by its braces alone.
    fn pass_over_braces(&mut self, begin: usize) -> End {
        self.at = begin;
        let mut open = 0usize;
        while let Some(token) = self.peek() {
            let (opens, closes, ends) = (token.is("{"), token.is("}"), token.is(";"));
            if closes && open == 0 && self.at > begin {
                return End::Braces;
            }
            self.at += 1;
            open += usize::from(opens);
            if closes && open <= 1 {
                self.eat(";");
                return End::Braces;
            }
            open -= usize::from(closes);
            if ends && open == 0 {
                return End::Braces;
            }
        }
        self.at = self.next_kernel(begin).unwrap_or(self.tokens.len());
        self.is_open = true;
        End::Open
    }

    /// Where a kernel begins behind the first brace of the item that begins here and does not end. A kernel stands in no
    /// function and in no class; whether it stands in a namespace that does not end nobody knows.
    fn next_kernel(&self, begin: usize) -> Option<usize> {
        let item = self.tokens.get(begin..)?;
        let brace = item.iter().position(|t| t.is("{"))?;
        if opens_namespace(item) {
            return None;
        }
        let behind = &item[brace..];
        let word = behind.iter().position(|t| t.is_word("__global__"))?;
        let ends = |t: &Token| t.is(";") || t.is("{") || t.is("}");
        Some(begin + brace + behind[..word].iter().rposition(ends)? + 1)
    }

    /// What is wrong with an item that does not end: where another item begins in it, it is a brace that is missing.
    fn not_closed(&self, begin: usize, why: Diagnostic) -> Diagnostic {
        let (Some(next), Some(at)) = (self.peek(), &why.span) else { return why };
        let is_behind =
            at.source.name() == next.span.source.name() && at.bytes.start >= next.span.bytes.start;
        let item = self.tokens.get(begin..self.at).unwrap_or(&[]);
        match item.iter().find(|t| t.is("{")) {
            Some(brace) if is_behind => {
                Diagnostic::at(brace.span.clone(), "a block that is not closed")
            }
            _ => why,
        }
    }

    /// Notes that the tokens from here to the place at hand are not read, with each of the kernels among them.
    fn push_unread(&mut self, from: usize, why: Diagnostic, end: End) {
        let fault = self.fault(from..self.at, &why);
        self.push_unread_of(fault, from, why, end);
    }

    fn push_unread_of(&mut self, fault: Fault, from: usize, why: Diagnostic, end: End) {
        let tokens = self.tokens.get(from..self.at).unwrap_or(&[]);
        let span = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => join(&first.span, &last.span),
            _ => self.span(),
        };
        let language = if self.opencl { Language::OpenCl } else { Language::Cuda };
        let mut names = declared(tokens, language);
        match end {
            End::Brackets => {}
            End::Braces => names.extend(may_declare(&outside_of_braces(tokens))),
            End::Open => names.extend(may_declare(tokens)),
        }
        if fault == Fault::Source {
            names.extend(in_head(tokens));
            // Whatever else they are where this stands, they are not that.
            for name in &names {
                if matches!(self.scopes.find(name), Some(Sort::Type(_))) {
                    self.scopes.declare(name.clone(), Sort::Type(Type::Named(name.clone())));
                }
            }
        }
        let tokens = self.tokens.get(from..self.at).unwrap_or(&[]);
        let mut kernels = kernels(tokens).into_iter();
        let unread = Unread { names, kernel: kernels.next(), why, fault, span: Place(span) };
        let others: Vec<Item> = kernels
            .map(|kernel| {
                let names = [kernel.0.clone()].into();
                Item::Unread(Unread { names, kernel: Some(kernel), ..unread.clone() })
            })
            .collect();
        self.file.items.push(Item::Unread(unread));
        self.file.items.extend(others);
    }

    /// Whose fault it is that these tokens are not read: that of the source only where no macro of it can come from a
    /// header that is not at hand.
    fn fault(&self, tokens: Range<usize>, why: &Diagnostic) -> Fault {
        let complete = self.file.missing.is_empty()
            && self.file.doubts.iter().all(|doubt| doubt.macros.is_empty());
        let tokens = self.tokens.get(tokens).unwrap_or(&[]);
        match complete && !is_of_template(tokens, why) {
            true => Fault::Source,
            false => Fault::Reader,
        }
    }
}

impl Unread {
    /// The names that nobody knows the meaning of because of it, each operator by its own.
    pub fn in_doubt(&self) -> impl Iterator<Item = Name> + '_ {
        let operators = self.names.iter().any(|name| name.as_str() == OPERATOR);
        let symbols = Binary::ALL.iter().filter(move |_| operators);
        let operators = symbols.map(|(symbol, ..)| Name::from(format!("{OPERATOR}{symbol}")));
        self.names.iter().cloned().chain(operators)
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

/// The names in what stands before the body of an item that is no C++, but for those of the toolkit: any may be what it
/// declares.
fn in_head(tokens: &[Token]) -> impl Iterator<Item = Name> + '_ {
    let head = tokens.iter().take_while(|t| !t.is("{"));
    let own = |name: &&Name| {
        let name = name.as_str();
        let axes = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];
        !axes.contains(&name)
            && !is_reserved(name)
            && !vocabulary::declares(name)
            && known_type(name).is_none()
    };
    head.filter_map(Token::name).filter(own).cloned()
}

/// The names of the kernels that are defined among tokens.
fn kernels(tokens: &[Token]) -> Vec<(Name, Place)> {
    let mut found = Vec::new();
    let mut n = 0;
    while let Some(token) = tokens.get(n) {
        n += 1;
        if token.is_word("__global__")
            && let Some(at) = name_of_function(tokens, n)
            && let Some(name) = tokens[at].name()
        {
            n = at + 1;
            let behind = closing(tokens, n) + 1;
            if !tokens.get(behind).is_some_and(|t| t.is(";")) {
                found.push((name.clone(), Place(tokens[at].span.clone())));
            }
        }
    }
    found
}

/// Where the name of the function stands whose specifiers go on here.
fn name_of_function(tokens: &[Token], mut n: usize) -> Option<usize> {
    while let Some(token) = tokens.get(n) {
        let attribute = token.name().is_some_and(|name| name.as_str().starts_with("__"));
        match tokens.get(n + 1) {
            Some(next) if next.is("(") && !attribute => return token.name().map(|_| n),
            Some(next) if next.is("(") => n = closing(tokens, n + 1),
            _ => {}
        }
        n += 1;
    }
    None
}

/// The tokens that stand in no braces, and the braces.
fn outside_of_braces(tokens: &[Token]) -> Vec<Token> {
    let mut open = 0usize;
    let outside = |t: &&Token| {
        open = open.saturating_sub(usize::from(t.is("}")));
        let outside = open == 0;
        open += usize::from(t.is("{"));
        outside
    };
    tokens.iter().filter(outside).cloned().collect()
}

/// Whether other items stand in the braces of an item.
fn has_items(item: &[Token]) -> bool {
    let head = item.iter().take_while(|t| !t.is("{") && !t.is("("));
    let is_class = |t: &Token| ["struct", "class", "union"].iter().any(|word| t.is_word(word));
    opens_namespace(item) || head.into_iter().any(is_class)
}

/// Whether an item is a namespace, or `extern "C" {…}`.
pub(super) fn opens_namespace(item: &[Token]) -> bool {
    let word = |n: usize, word: &str| item.get(n).is_some_and(|t| t.is_word(word));
    let brace = item.get(2).is_some_and(|t| t.is("{"));
    word(0, "namespace") || word(0, "inline") && word(1, "namespace") || word(0, "extern") && brace
}
