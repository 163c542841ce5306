//! What the tokens of a file may declare, item by item, before anybody reads them as C++. What is more than that does no
//! harm.

use crate::token::{Kind, Token};
use crate::vocabulary::Language;
use crate::words::is_reserved;
use semantics::Name;
use std::collections::BTreeSet;

/// Operators have no name of their own, and are used without one.
pub(crate) const OPERATOR: &str = "operator";

/// How many tokens the arguments of a template may be.
const MOST_ARGUMENTS: usize = 1000;

/// The items, each with whether it is no more than the begin or the end of a namespace.
pub(crate) fn items(tokens: &[Token]) -> impl Iterator<Item = (&[Token], bool)> {
    let mut rest = tokens;
    std::iter::from_fn(move || {
        let (end, opens) = end_of_item(rest)?;
        let (item, after) = rest.split_at(end);
        rest = after;
        Some((item, opens))
    })
}

/// Where the first item ends, and whether that is at the brace that opens a namespace.
fn end_of_item(tokens: &[Token]) -> Option<(usize, bool)> {
    let (first, _) = tokens.split_first()?;
    let namespace = first.is_word("namespace")
        || first.is_word("inline") && tokens.get(1).is_some_and(|t| t.is_word("namespace"))
        || first.is_word("extern") && tokens.get(2).is_some_and(|t| t.is("{"));
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

/// Whether an item declares types above all.
pub(crate) fn is_type(item: &[Token]) -> bool {
    is_class(item) || after_template(item).first().is_some_and(|t| t.is_word("using"))
}

/// Whether a class or an enumeration is what begins here.
fn is_class(tokens: &[Token]) -> bool {
    let head = after_template(tokens).iter().take_while(|t| !t.is("{") && !t.is("("));
    head.filter_map(Token::name)
        .any(|w| matches!(w.as_str(), "struct" | "class" | "union" | "enum" | "typedef"))
}

/// The names that an item may declare, `operator` for those that have none: of a function or variable, what stands
/// before `(`, `=` and the like outside of brackets, and `f` in `(*f)(`; of a class or type, all outside of braces, since
/// members are named with their class; of an enumeration, all, in C also of one that is a member.
pub(crate) fn declared(tokens: &[Token], language: Language) -> BTreeSet<Name> {
    let tokens = after_template(tokens);
    let is_specifier = |t: &&Token| ["static", "inline", "extern"].iter().any(|w| t.is_word(w));
    let first = tokens.iter().find(|t| !is_specifier(t));
    let starts = |words: &[&str]| first.is_none_or(|t| words.iter().any(|w| t.is_word(w)));
    let is_class = starts(&["struct", "class", "union"]);
    let is_type = is_class || starts(&["typedef", "using"]);
    let is_any = starts(&["enum", "namespace"]) || enumerates(tokens, language);
    let mut names = BTreeSet::new();
    let (mut open, mut braces, mut is_base) = (0usize, 0usize, false);
    let mut n = 0;
    while let Some(token) = tokens.get(n) {
        n += 1;
        match token.kind.text() {
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            "(" | "[" => open += 1,
            ")" | "]" => open = open.saturating_sub(1),
            _ => {}
        }
        is_base = is_class && braces == 0 && (is_base || token.is(":")) && !token.is("}");
        let Some(name) = token.name() else { continue };
        let rest = &tokens[n..];
        let follows = |t: Option<&Token>, p: &[&str]| t.is_none_or(|t| p.iter().any(|p| t.is(p)));
        let declares = match open {
            0 if is_type => !is_base,
            // What stands before `<` that nothing closes here may be a template of very many arguments.
            0 => follows(after_chain(rest).first(), &["(", "=", "[", "{", ";", ",", ":", "~", "<"]),
            _ => {
                let before = |back: usize, p: &str| n > back && tokens[n - back - 1].is(p);
                let is_pointer = before(1, "*") || before(1, "&");
                is_pointer
                    && match rest {
                        [close, next, ..] if close.is(")") => next.is("(") || next.is("["),
                        [next, ..] => next.is("[") && before(2, "("),
                        [] => true,
                    }
            }
        };
        let is_operator = name.as_str() == OPERATOR;
        if is_operator || !is_reserved(name.as_str()) && (is_any || braces == 0 && declares) {
            names.insert(name.clone());
        }
        if !is_any {
            n = tokens.len() - after_arguments(rest).len();
        }
    }
    names
}

/// Whether an enumeration is among the tokens of which the enumerators are known outside of them.
fn enumerates(tokens: &[Token], language: Language) -> bool {
    let mut braces = 0usize;
    tokens.iter().any(|token| {
        braces += usize::from(token.is("{"));
        braces = braces.saturating_sub(usize::from(token.is("}")));
        token.is_word("enum") && (braces == 0 || language == Language::OpenCl)
    })
}

/// The names that tokens may declare of which nobody knows where they end, nor which brackets fit each other: all that stand
/// where a declaration has its name, inside of brackets, too.
pub(crate) fn may_declare(tokens: &[Token]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    let mut enumerates = false;
    for (n, token) in tokens.iter().enumerate() {
        enumerates &= !token.is("}") && !token.is(";");
        let Some(name) = token.name() else { continue };
        enumerates |= name.as_str() == "enum";
        let is_operator = name.as_str() == OPERATOR;
        if is_operator || !is_reserved(name.as_str()) && (enumerates || may_be_declared(tokens, n))
        {
            names.insert(name.clone());
        }
    }
    if uses_namespace(tokens) {
        names.insert(Name::from(OPERATOR));
    }
    names
}

/// Whether the name of a declaration may be the token here: what stands before it may be the rest of a type, and what
/// stands behind it the rest of the declaration. Or it is the class of a constructor, `S::S(`.
fn may_be_declared(tokens: &[Token], at: usize) -> bool {
    let after = after_chain(&tokens[at + 1..]);
    let ends = ["(", "=", "[", "{", ";", ",", ":", "~", "<", ")", "]"];
    if !after.first().is_none_or(|t| ends.iter().any(|end| t.is(end))) {
        return false;
    }
    let mut begin = at;
    while let Some(before) = begin.checked_sub(1).map(|n| &tokens[n])
        && (before.is("~") || before.is("::"))
    {
        begin -= 1;
        if before.is("::") && begin > 0 && tokens[begin - 1].name().is_some() {
            begin -= 1;
        }
    }
    let is = |n: Option<usize>, all: &[&str]| {
        n.and_then(|n| tokens.get(n)).is_some_and(|t| all.iter().any(|p| t.is(p)))
    };
    let before = begin.checked_sub(1);
    let Some(last) = before.map(|n| &tokens[n]) else { return true };
    match &last.kind {
        Kind::Name(word) => !may_begin_expression(word.as_str()),
        Kind::Str(_) => true,
        Kind::Punct("*" | "&" | "&&" | ">" | ">>" | ">>>" | "," | "]" | "...") => true,
        Kind::Punct(")") => !closes_condition(&tokens[..begin - 1]),
        Kind::Punct("(") => is(Some(at + 1), &[")"]) && is(Some(at + 2), &["(", "["]),
        Kind::Punct("[") => {
            let auto = before.and_then(|n| tokens.get(n.checked_sub(1)?));
            auto.is_some_and(|t| t.is_word("auto") || t.is("&") || t.is("&&"))
        }
        _ => {
            let constructor = |t: &Token| t.name() == tokens[at].name() || t.is("~");
            is(Some(at + 1), &["::", "<"])
                && last_of_chain(&tokens[at + 1..]).is_some_and(constructor)
        }
    }
}

/// Words that an expression may stand behind.
fn may_begin_expression(word: &str) -> bool {
    let words =
        ["return", "else", "do", "case", "goto", "throw", "new", "delete", "sizeof", "co_return"];
    words.contains(&word)
}

/// Whether the `)` behind these tokens is that of `if (…)` and the like.
fn closes_condition(tokens: &[Token]) -> bool {
    let mut open = 1usize;
    for (n, token) in tokens.iter().enumerate().rev().take(MOST_ARGUMENTS) {
        match token.kind.text() {
            ")" => open += 1,
            "(" => open -= 1,
            _ => {}
        }
        if open == 0 {
            let before = n.checked_sub(1).and_then(|n| tokens[n].name());
            let words = ["if", "for", "while", "switch", "constexpr"];
            return before.is_some_and(|name| words.contains(&name.as_str()));
        }
    }
    false
}

/// The token behind the last `::` of the rest of a name.
fn last_of_chain(mut tokens: &[Token]) -> Option<&Token> {
    let mut last = None;
    while let [colons, name, rest @ ..] = after_arguments(tokens)
        && colons.is("::")
    {
        (last, tokens) = (Some(name), rest);
    }
    last
}

/// What comes after the rest of a name: `<int>::f` of `S<int>::f`.
fn after_chain(mut tokens: &[Token]) -> &[Token] {
    loop {
        let after = after_arguments(tokens);
        match after {
            [colons, name, rest @ ..] if colons.is("::") && name.name().is_some() => tokens = rest,
            [colons, rest @ ..] if colons.is("::") => return rest,
            _ => return after,
        }
    }
}

/// What comes after the arguments of a template, if tokens begin with them: after `<` of types and numbers and `>`.
fn after_arguments(tokens: &[Token]) -> &[Token] {
    let Some(rest) = after_angles(tokens) else { return tokens };
    let inside = &tokens[..tokens.len() - rest.len()];
    let is_argument = |t: &Token| {
        let marks = ["<", ">", ">>", ">>>", ",", "::", "*", "&", "..."];
        t.name().is_some()
            || marks.iter().any(|p| t.is(p))
            || t.kind.text().starts_with(|c: char| c.is_ascii_digit())
    };
    if inside.iter().all(is_argument) { rest } else { tokens }
}

/// The parameters of a macro, and what it stands for.
pub(crate) type Defined<'m> = (&'m [Name], &'m [Token]);

/// The names that tokens may declare outside of themselves, macros unexpanded; `macros` has what they stand for.
/// Parameters and what stands in bodies are not seen there; where brackets do not fit, or an item may be the use of a
/// macro, all of its names are taken.
pub(crate) fn declared_by<'m>(
    tokens: &[Token],
    language: Language,
    macros: &dyn Fn(&Name) -> Option<Defined<'m>>,
) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for (item, opens) in items(tokens) {
        let head = after_template(item);
        let is_macro = head.first().is_some_and(|t| t.name().is_some())
            && head.get(1).is_none_or(|t| !t.is("::") && t.name().is_none());
        names.extend(if opens || is_macro { all_names(item) } else { declared(item, language) });
        // What a namespace has is used without its name from there on.
        if uses_namespace(item) {
            names.insert(Name::from(OPERATOR));
        }
    }
    if !is_balanced(tokens) {
        names = all_names(tokens);
    }
    // A macro may declare what its body names.
    let mut next: Vec<Name> = names.iter().cloned().collect();
    while let Some(name) = next.pop() {
        let (parameters, body) = macros(&name).unwrap_or_default();
        let opens = uses_namespace(body).then(|| Name::from(OPERATOR));
        for name in all_names(body).into_iter().chain(opens) {
            if !parameters.contains(&name) && names.insert(name.clone()) {
                next.push(name);
            }
        }
    }
    names
}

fn uses_namespace(tokens: &[Token]) -> bool {
    tokens.windows(2).any(|two| two[0].is_word("using") && two[1].is_word("namespace"))
}

fn all_names(tokens: &[Token]) -> BTreeSet<Name> {
    let is_any = |name: &&Name| name.as_str() == OPERATOR || !is_reserved(name.as_str());
    tokens.iter().filter_map(Token::name).filter(is_any).cloned().collect()
}

/// Whether each bracket has its other one.
pub(crate) fn is_balanced(tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        match token.kind.text() {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            close @ (")" | "]" | "}") if open.pop() != Some(close) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// What comes after `template <…>`.
pub(crate) fn after_template(mut tokens: &[Token]) -> &[Token] {
    while let [first, rest @ ..] = tokens
        && first.is_word("template")
        && let Some(after) = after_angles(rest)
    {
        tokens = after;
    }
    tokens
}

/// What comes after `<…>`, if tokens begin with it and it ends before a body or the item does.
fn after_angles(tokens: &[Token]) -> Option<&[Token]> {
    tokens.first().filter(|t| t.is("<"))?;
    let mut open = 0usize;
    for (n, token) in tokens.iter().enumerate().take(MOST_ARGUMENTS) {
        match token.kind.text() {
            "<" => open += 1,
            p @ (">" | ">>" | ">>>") => {
                open = open.saturating_sub(p.len());
                if open == 0 {
                    return tokens.get(n + 1..);
                }
            }
            "{" | ";" => return None,
            _ => {}
        }
    }
    None
}
