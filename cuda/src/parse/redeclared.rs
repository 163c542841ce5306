//! Types that are declared in several scopes by one name. Host code is read without the class around it, and without what
//! functions declare in ways that are not read: which of these types it means is not known there. By tokens alone.

use super::Parser;
use super::outline::{Piece, class_name, end_of, past_angles};
use super::scope::{Sort, known_type};
use crate::path::Namespace;
use crate::syntax::Type;
use crate::token::{Kind, Token};
use semantics::Name;
use std::collections::{BTreeMap, BTreeSet};

/// A type of which it is not known which one it is.
const REDECLARED: Type = Type::Other("a type that is declared in several scopes");

/// What a type is declared in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Scope {
    /// The file, or one of its namespaces.
    Namespace(Namespace),
    /// A class, by its `{`.
    Class(usize),
    /// The head of a class template, by its first token.
    Head(usize),
    /// Anything else in braces, by its `{`.
    Body(usize),
}

/// The types of a file.
#[derive(Default)]
pub(super) struct Redeclared {
    /// The scopes that declare each.
    scopes: BTreeMap<Name, BTreeSet<Scope>>,
    /// The bases of classes, but for those of the C++ library.
    bases: BTreeMap<Name, Vec<Name>>,
}

impl Redeclared {
    /// The types of a file.
    pub fn of(tokens: &[Token]) -> Redeclared {
        let mut found = Redeclared::default();
        let mut around = vec![Scope::Namespace(Vec::new())];
        let mut start = 0;
        for (n, token) in tokens.iter().enumerate() {
            let Some(here) = around.last() else { break };
            match &token.kind {
                Kind::Punct("{") => {
                    let head = &tokens[start..n];
                    let inner = opened(head, here.clone(), n);
                    if let Scope::Class(_) = inner {
                        found.bases.entry(class_name(head)).or_default().extend(bases(head));
                    }
                    around.push(inner);
                    start = n + 1;
                }
                Kind::Punct("}") => {
                    if around.len() > 1 {
                        around.pop();
                    }
                    start = n + 1;
                }
                Kind::Punct(";") => start = n + 1,
                Kind::Name(word) => match word.as_str() {
                    "struct" | "class" | "union" | "enum" => {
                        let friend = n > start && tokens[n - 1].is_word("friend");
                        let name = defined(tokens, n).filter(|_| !friend);
                        name.into_iter().for_each(|name| found.note(name, here));
                    }
                    "using" if tokens.get(n + 2).is_some_and(|t| t.is("=")) => {
                        tokens[n + 1].name().into_iter().for_each(|name| found.note(name, here));
                    }
                    "typedef" => {
                        let named = renamed(tokens, n);
                        named.into_iter().for_each(|name| found.note(name, here));
                    }
                    "template" => {
                        let named = parameters(tokens, n);
                        named.into_iter().for_each(|name| found.note(name, &Scope::Head(n)));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        found
    }

    fn note(&mut self, name: &Name, scope: &Scope) {
        self.scopes.entry(name.clone()).or_default().insert(scope.clone());
    }

    /// The names that may mean another type in a function than the one that the file declares, or than CUDA's.
    fn in_doubt(&self, function: &Piece) -> impl Iterator<Item = &Name> {
        let own = function.class.clone().map(|class| self.around(class)).unwrap_or_default();
        // A base that the file does not have may declare any of them.
        let mut bases = own.iter().filter(|class| Some(*class) != function.class.as_ref());
        let any = bases.any(|class| !self.scopes.contains_key(class));
        let doubted = move |(name, scopes): &(&Name, &BTreeSet<Scope>)| {
            let hides = scopes.iter().any(|scope| match scope {
                Scope::Namespace(_) => false,
                Scope::Class(_) | Scope::Head(_) => function.class.is_some(),
                Scope::Body(at) => function.body.contains(at),
            });
            let outer = scopes.iter().filter(|scope| matches!(scope, Scope::Namespace(_)));
            let known = scopes.len() > 1 || known_type(name.as_str()).is_some();
            hides && known || any && !own.contains(*name) || outer.count() > 1
        };
        self.scopes.iter().filter(doubted).map(|(name, _)| name)
    }

    /// A class and its bases.
    fn around(&self, class: Name) -> BTreeSet<Name> {
        let (mut found, mut open) = (BTreeSet::new(), vec![class]);
        while let Some(class) = open.pop() {
            let bases = self.bases.get(&class).into_iter().flatten().cloned();
            if found.insert(class) {
                open.extend(bases);
            }
        }
        found
    }

    /// The names that several namespaces, classes or functions have.
    pub fn several(&self) -> BTreeSet<Name> {
        let declares = |scope: &&Scope| !matches!(scope, Scope::Head(_));
        let several = self.scopes.iter().filter(|(_, all)| all.iter().filter(declares).count() > 1);
        several.map(|(name, _)| name.clone()).collect()
    }
}

impl Parser {
    /// In a scope of their own, what may mean another type in a function is no type that is known.
    pub(super) fn doubt_types(&mut self, redeclared: &Redeclared, function: &Piece) {
        self.scopes.open();
        for name in redeclared.in_doubt(function) {
            // What nothing declares here, nobody knows anyway.
            if matches!(self.scopes.type_of(name), Ok(Some(_))) {
                self.scopes.declare(name.clone(), Sort::Type(REDECLARED));
            }
        }
    }

    /// `using enum E;` hides what else has the names of enumerators.
    pub(super) fn doubt_enumerators(&mut self) {
        let two = |a: &str, b: &str| {
            self.tokens.windows(2).any(|two| two[0].is_word(a) && two[1].is_word(b))
        };
        if !two("using", "enum") {
            return;
        }
        let scoped = |n: &usize| {
            let next = self.tokens.get(n + 1);
            self.tokens[*n].is_word("enum")
                && next.is_some_and(|t| t.is_word("class") || t.is_word("struct"))
        };
        let mut names: BTreeSet<Name> = BTreeSet::new();
        for n in (0..self.tokens.len()).filter(scoped) {
            let all = &self.tokens[n..end_of(&self.tokens, n)];
            names.extend(all.iter().filter_map(Token::name).cloned());
        }
        names.retain(|name| matches!(self.scopes.find(name), Some(Sort::Value)));
        names.iter().for_each(|name| self.ambiguous(name));
    }
}

/// What a `{` opens: behind the head of a namespace, a class, or something else.
fn opened(head: &[Token], around: Scope, at: usize) -> Scope {
    let has = |word: &str| head.iter().any(|t| t.is_word(word));
    match around {
        Scope::Namespace(path) if has("namespace") => {
            let names = head.iter().filter_map(Token::name);
            let own = names.filter(|n| !matches!(n.as_str(), "namespace" | "inline")).cloned();
            let own: Namespace = own.collect();
            let own = if own.is_empty() { vec![Name::from("")] } else { own };
            Scope::Namespace([path, own].concat())
        }
        Scope::Namespace(path) if has("extern") && head.len() == 2 => Scope::Namespace(path),
        _ if is_of_class(head) => Scope::Class(at),
        _ => Scope::Body(at),
    }
}

/// Whether this is the head of a class: not that of a function which names one, nor a variable's.
fn is_of_class(head: &[Token]) -> bool {
    let begin = match head.first() {
        Some(t) if t.is_word("template") => past_angles(head, 1).unwrap_or(0),
        _ => 0,
    };
    let head = &head[begin..];
    let head = &head[..head.iter().position(|t| t.is(":")).unwrap_or(head.len())];
    let attributes = ["__align__", "alignas", "__attribute__", "__declspec", "("];
    let called = |n: usize| {
        head[n].is("(")
            && !n.checked_sub(1).is_some_and(|n| attributes.contains(&head[n].kind.text()))
    };
    let of = |word: &str| head.iter().any(|t| t.is_word(word));
    (of("struct") || of("class") || of("union"))
        && !of("enum")
        && !head.iter().any(|t| t.is("="))
        && !(0..head.len()).any(called)
}

/// The bases that the head of a class names.
fn bases(head: &[Token]) -> Vec<Name> {
    let Some(at) = head.iter().position(|t| t.is(":")) else { return Vec::new() };
    let (mut found, mut path) = (Vec::new(), Vec::new());
    let mut n = at + 1;
    while n <= head.len() {
        match head.get(n).map(|t| &t.kind) {
            Some(Kind::Punct("<")) => n = past_angles(head, n).map_or(n, |past| past - 1),
            Some(Kind::Name(name)) => path.push(name),
            Some(Kind::Punct(",")) | None => {
                let of_library = path.iter().any(|name| name.as_str() == "std");
                found.extend(path.pop().filter(|_| !of_library).cloned());
                path.clear();
            }
            _ => {}
        }
        n += 1;
    }
    found
}

/// The name of the class or the enumeration that is declared from here on, if one is.
fn defined(tokens: &[Token], at: usize) -> Option<&Name> {
    let mut name = None;
    let mut names = 0;
    let mut n = at + 1;
    loop {
        let token = tokens.get(n)?;
        match &token.kind {
            Kind::Punct("(" | "[") => n = crate::token::closing(tokens, n),
            Kind::Punct("<") => n = past_angles(tokens, n)? - 1,
            Kind::Punct("{" | ":") => return name,
            // `struct S x;` declares no type.
            Kind::Punct(";") => return name.filter(|_| names == 1),
            Kind::Name(word) if matches!(word.as_str(), "final" | "class" | "struct") => {}
            Kind::Name(word) => {
                name = Some(word);
                names += 1;
            }
            _ => return None,
        }
        n += 1;
    }
}

/// The names that a `typedef` declares.
fn renamed(tokens: &[Token], at: usize) -> Vec<&Name> {
    let end = end_of(tokens, at);
    let mut names = Vec::new();
    let mut n = at + 1;
    while n < end {
        match &tokens[n].kind {
            Kind::Punct("<") => n = past_angles(tokens, n).map_or(n, |past| past - 1),
            Kind::Punct("{") => n = crate::token::closing(tokens, n),
            Kind::Name(name) => {
                let next = tokens.get(n + 1);
                let ends = [";", ",", "[", ")"];
                if next.is_some_and(|t| ends.iter().any(|end| t.is(end))) {
                    names.push(name);
                }
            }
            _ => {}
        }
        n += 1;
    }
    names
}

/// The parameters of a class template that are types.
fn parameters(tokens: &[Token], at: usize) -> Vec<&Name> {
    let class = |t: &Token| ["struct", "class", "union"].iter().any(|word| t.is_word(word));
    match past_angles(tokens, at + 1) {
        Some(past) if tokens.get(past).is_some_and(class) => {
            tokens[at..past].iter().filter_map(Token::name).collect()
        }
        _ => Vec::new(),
    }
}
