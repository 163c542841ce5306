//! Which parts of the sources a kernel hangs on, by the names that it mentions, and those that are mentioned where these
//! are declared. What is more than that does no harm: it only says too much of what is taken for granted.

use crate::preprocess::Doubt;
use crate::token::{Token, join};
use crate::words::is_reserved;
use semantics::{Name, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Operators have no name of their own, and are used without one.
const OPERATOR: &str = "operator";

/// The items of a file, as far as names go.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    items: Vec<Mentions>,
    /// The items that may declare a name.
    declared: HashMap<Name, Vec<usize>>,
}

#[derive(Clone, Debug)]
struct Mentions {
    names: BTreeSet<Name>,
    spans: Vec<Span>,
}

impl Reach {
    /// The items of the tokens of a file, macros expanded.
    pub fn of(tokens: &[Token]) -> Reach {
        let mut reach = Reach::default();
        let mut rest = tokens;
        while let Some((end, opens)) = end_of_item(rest) {
            let (item, after) = rest.split_at(end);
            rest = after;
            // What stands in a namespace is an item of its own.
            if !opens {
                reach.add(item);
            }
        }
        reach
    }

    fn add(&mut self, item: &[Token]) {
        let names: BTreeSet<Name> = item.iter().filter_map(Token::name).cloned().collect();
        let mut spans: Vec<Span> = Vec::new();
        for token in item {
            match spans.last_mut() {
                Some(last) if std::ptr::eq(last.source.text(), token.span.source.text()) => {
                    *last = join(last, &token.span);
                }
                _ => spans.push(token.span.clone()),
            }
        }
        let n = self.items.len();
        for name in declared(item) {
            self.declared.entry(name).or_default().push(n);
        }
        self.items.push(Mentions { names, spans });
    }

    /// What a kernel takes for granted of the doubts of its file.
    pub fn doubts<'d>(&self, kernel: &Name, doubts: &'d [Doubt]) -> Vec<&'d Doubt> {
        if doubts.is_empty() {
            return Vec::new();
        }
        let mut seen: HashSet<usize> = HashSet::new();
        let mut names: HashSet<&Name> = HashSet::new();
        let operator = Name::from(OPERATOR);
        let mut next: Vec<&Name> = vec![kernel, &operator];
        while let Some(name) = next.pop() {
            if !names.insert(name) {
                continue;
            }
            for n in self.declared.get(name).into_iter().flatten() {
                if seen.insert(*n) {
                    next.extend(self.items[*n].names.iter());
                }
            }
        }
        let spans: Vec<&Span> = seen.iter().flat_map(|n| &self.items[*n].spans).collect();
        let touches = |doubt: &&Doubt| {
            doubt.places.iter().any(|place| spans.iter().any(|span| overlap(place, span)))
                || doubt.names.iter().any(|name| names.contains(name))
        };
        doubts.iter().filter(touches).collect()
    }
}

fn overlap(a: &Span, b: &Span) -> bool {
    a.source.name() == b.source.name() && a.bytes.start < b.bytes.end && b.bytes.start < a.bytes.end
}

/// Where the first item ends, and whether that is at the brace that opens a namespace.
fn end_of_item(tokens: &[Token]) -> Option<(usize, bool)> {
    let (first, _) = tokens.split_first()?;
    let is =
        |t: Option<&Token>, word: &str| t.and_then(Token::name).is_some_and(|n| n.as_str() == word);
    let namespace = is(Some(first), "namespace")
        || is(Some(first), "inline") && is(tokens.get(1), "namespace")
        || is(Some(first), "extern") && tokens.get(2).is_some_and(|t| t.is("{"));
    if first.is("}") {
        return Some((1, true));
    }
    let mut open = 0usize;
    for (n, token) in tokens.iter().enumerate() {
        match token.kind.text() {
            "{" if namespace => return Some((n + 1, true)),
            "(" | "[" | "{" => open += 1,
            ")" | "]" => open = open.saturating_sub(1),
            "}" => {
                open = open.saturating_sub(1);
                let more =
                    tokens.get(n + 1).is_some_and(|t| t.name().is_some() || t.is("*") || t.is(","));
                // `struct S {…} s;` goes on; after a function there is another item, which does no harm apart.
                if open == 0 && !more {
                    let semicolon = tokens.get(n + 1).is_some_and(|t| t.is(";"));
                    return Some((n + 1 + usize::from(semicolon), false));
                }
                if open == 0 && !is_class(&tokens[..n]) {
                    return Some((n + 1, false));
                }
            }
            ";" if open == 0 => return Some((n + 1, false)),
            _ => {}
        }
    }
    Some((tokens.len(), false))
}

/// Whether a class or an enumeration is what begins here.
fn is_class(tokens: &[Token]) -> bool {
    let head = tokens.iter().take_while(|t| !t.is("{") && !t.is("("));
    head.filter_map(Token::name)
        .any(|w| matches!(w.as_str(), "struct" | "class" | "union" | "enum" | "typedef"))
}

/// The names that an item may declare, `operator` for those that have none: of a function or variable, what stands
/// before `(`, `=` and the like outside of brackets; of anything else, all.
pub(crate) fn declared(tokens: &[Token]) -> BTreeSet<Name> {
    let tokens = after_template(tokens);
    let word = |t: &Token| t.name().map_or("", Name::as_str).to_string();
    let first =
        tokens.iter().map(word).find(|w| !matches!(w.as_str(), "static" | "inline" | "extern"));
    let plain = !matches!(
        first.as_deref().unwrap_or_default(),
        "struct" | "class" | "union" | "enum" | "typedef" | "namespace" | "using" | ""
    );
    let mut names = BTreeSet::new();
    let mut open = 0usize;
    for (n, token) in tokens.iter().enumerate() {
        if ["(", "[", "{"].iter().any(|p| token.is(p)) {
            open += 1;
        } else if [")", "]", "}"].iter().any(|p| token.is(p)) {
            open = open.saturating_sub(1);
        }
        let Some(name) = token.name() else { continue };
        let next = tokens.get(n + 1);
        let declares =
            next.is_none_or(|t| ["(", "=", "[", "{", ";", ",", ":", "<"].iter().any(|p| t.is(p)));
        let operator = name.as_str() == "operator";
        if operator || !is_reserved(name.as_str()) && (!plain || open == 0 && declares) {
            names.insert(name.clone());
        }
    }
    names
}

/// What comes after `template <…>`.
fn after_template(tokens: &[Token]) -> &[Token] {
    let is_template =
        tokens.first().and_then(Token::name).is_some_and(|w| w.as_str() == "template");
    if !is_template {
        return tokens;
    }
    let mut open = 0usize;
    for (n, token) in tokens.iter().enumerate() {
        match token.kind.text() {
            "<" => open += 1,
            p @ (">" | ">>" | ">>>") => {
                open = open.saturating_sub(p.len());
                if open == 0 {
                    return after_template(&tokens[n + 1..]);
                }
            }
            "{" | ";" => break,
            _ => {}
        }
    }
    tokens
}
