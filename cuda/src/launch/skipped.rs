//! Tokens that could not be read: which variables they may change, hide, or keep the address of.

use crate::token::{Kind, Token};
use semantics::Name;

/// A name among tokens.
#[derive(Clone, Debug)]
pub(super) struct Mentioned {
    pub name: Name,
    /// Whether the tokens may change the variable.
    pub changed: bool,
    /// Whether something may keep its address.
    pub kept: bool,
    /// Whether the tokens may declare another variable of this name.
    pub declared: bool,
    /// Whether that may be another name of one that is there already.
    pub refers: bool,
}

/// The names among tokens.
pub(super) fn mentions(tokens: &[Token]) -> Vec<Mentioned> {
    let mut found = Vec::new();
    let binds = tokens
        .first()
        .and_then(Token::name)
        .is_some_and(|w| matches!(w.as_str(), "auto" | "const"));
    // `enum {a, b = 1};`
    let enumerates = tokens.iter().any(|t| t.name().is_some_and(|word| word.as_str() == "enum"));
    // `auto &[x, y] = e;`: new names of what is in `e`.
    let refers = binds && tokens.iter().take_while(|t| !t.is("[")).any(|t| t.is("&") || t.is("&&"));
    // Those of `auto [x, y] = e;`, and none that a lambda expression captures.
    let first = tokens.iter().position(|t| t.is("[")).unwrap_or(tokens.len());
    let lists = first.checked_sub(1).is_some_and(|n| !tokens[n].is("="));
    let last = tokens.iter().skip(first).position(|t| t.is("]")).map_or(first, |n| first + n);
    let bindings = if binds && lists { first..last } else { 0..0 };
    let mut depth = 0usize;
    for (n, token) in tokens.iter().enumerate() {
        match &token.kind {
            Kind::Punct("{") => depth += 1,
            Kind::Punct("}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        let Some(name) = token.name() else { continue };
        let before = n.checked_sub(1).map(|n| &tokens[n]);
        let after = tokens.get(n + 1);
        let is = |t: Option<&Token>, all: &[&str]| t.is_some_and(|t| all.iter().any(|p| t.is(p)));
        // A member of something, which is no variable.
        if is(before, &[".", "->", "::"]) || is(after, &["::"]) {
            continue;
        }
        let assigned = is(after, &ASSIGNING) || is(before, &["++", "--", ">>"]);
        // A whole argument, or in a list: the other side may take a reference to it.
        let whole = (before.is_none() || is(before, &["(", ",", "{", "<<"]))
            && (after.is_none() || is(after, &[")", ",", "}"]));
        // `[&r = n]`, `for (int &r : n)`
        let bound = is(before, &["=", ":"])
            && is(n.checked_sub(3).map(|n| &tokens[n]), &["&", "&&"])
            && tokens[n - 2].name().is_some();
        let part = is(after, &[".", "->", ".*", "->*", "["]);
        let address = is(before, &["&", "&&"]);
        let listed = bindings.contains(&n) && is(before, &["[", ","]) && is(after, &["]", ","]);
        let word = before.and_then(Token::name).is_some_and(|w| !is_operator(w.as_str()));
        let typed = word || is(before, &["*", "&", "&&", ">", ">>", "]"]);
        found.push(Mentioned {
            name: name.clone(),
            changed: assigned || whole || bound || address || part || typed || listed || refers,
            kept: whole || bound || address || part || refers,
            // What stands in braces is declared for what else does.
            declared: (typed || listed) && depth == 0 || enumerates && is(before, &["{", ","]),
            refers: refers || is(before, &["&", "&&"]),
        });
    }
    found
}

const ASSIGNING: [&str; 13] =
    ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"];

/// Words after which an expression stands.
fn is_operator(word: &str) -> bool {
    matches!(
        word,
        "return"
            | "case"
            | "else"
            | "throw"
            | "sizeof"
            | "new"
            | "delete"
            | "and"
            | "or"
            | "not"
            | "do"
            | "in"
    )
}

/// Whether a call stands among the tokens.
pub(super) fn calls(tokens: &[Token]) -> bool {
    tokens.iter().any(|t| matches!(t.kind, Kind::Punct("(" | "{" | "<<" | ">>")))
}
