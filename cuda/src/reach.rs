//! Which parts of the sources a kernel hangs on, by the names that it mentions, and those that are mentioned where these
//! are declared. What is more than that does no harm: it only says too much of what is taken for granted.

use crate::preprocess::Doubt;
use crate::token::{Token, join};
use crate::words::is_reserved;
use semantics::{Name, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Operators have no name of their own, and are used without one.
const OPERATOR: &str = "operator";

/// How many tokens the arguments of a template may be.
const MOST_ARGUMENTS: usize = 1000;

/// The items of a file, as far as names go.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    items: Vec<Mentions>,
    /// The items that may declare a name.
    declared: HashMap<Name, Vec<usize>>,
    /// Those that declare operators.
    operators: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Mentions {
    names: BTreeSet<Name>,
    spans: Vec<Span>,
    is_type: bool,
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
        // A member is named with its class, which its object is of.
        let is_member = |n: usize| n > 0 && (item[n - 1].is(".") || item[n - 1].is("->"));
        let mentioned = item.iter().enumerate().filter(|(n, _)| !is_member(*n));
        let names: BTreeSet<Name> = mentioned.filter_map(|(_, t)| t.name()).cloned().collect();
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
            match name.as_str() {
                OPERATOR => self.operators.push(n),
                _ => self.declared.entry(name).or_default().push(n),
            }
        }
        let is_type = is_type(after_template(item));
        self.items.push(Mentions { names, spans, is_type });
    }

    /// The operators by the types of the file that they mention, since only an operand of such a type can make one
    /// of them meant [over.match.oper]; those that mention none by `operator`. Members go with their class.
    fn operators_by_type<'r>(&'r self, operator: &'r Name) -> HashMap<&'r Name, Vec<usize>> {
        let is_type = |name: &&Name| {
            let items = self.declared.get(*name).into_iter().flatten();
            items.into_iter().any(|n| self.items[*n].is_type)
        };
        let mut found: HashMap<&Name, Vec<usize>> = HashMap::new();
        for n in &self.operators {
            let item = &self.items[*n];
            let mut types = item.names.iter().filter(is_type).peekable();
            if types.peek().is_none() {
                found.entry(operator).or_default().push(*n);
            }
            for name in types.filter(|_| !item.is_type) {
                found.entry(name).or_default().push(*n);
            }
        }
        found
    }

    /// What a kernel takes for granted of the doubts of its file. `host`: the places of host code that say something of
    /// its launch, whose functions it hangs on.
    pub fn doubts<'d>(&self, kernel: &Name, host: &[&Span], doubts: &'d [Doubt]) -> Vec<&'d Doubt> {
        if doubts.is_empty() {
            return Vec::new();
        }
        let mut seen: HashSet<usize> = HashSet::new();
        let mut names: HashSet<&Name> = HashSet::new();
        let operator = Name::from(OPERATOR);
        let operators = self.operators_by_type(&operator);
        let mut next: Vec<&Name> = vec![kernel, &operator];
        while let Some(name) = next.pop() {
            if !names.insert(name) {
                continue;
            }
            let declared = self.declared.get(name).into_iter().flatten();
            for n in declared.chain(operators.get(name).into_iter().flatten()) {
                if seen.insert(*n) {
                    next.extend(self.items[*n].names.iter());
                }
            }
        }
        let launching = self.launching(host);
        let of_launch: Vec<&Span> = launching.iter().flat_map(|item| &item.spans).collect();
        let spans = seen.iter().flat_map(|n| &self.items[*n].spans);
        let spans: Vec<&Span> = spans.chain(of_launch).collect();
        let touches = |doubt: &&Doubt| {
            !doubt.macros.is_empty()
                && (is_in(doubt, &spans)
                    || doubt.names.iter().any(|name| names.contains(name))
                    || !self.is_within_item(doubt)
                        && launching.iter().any(|item| !item.names.is_disjoint(&doubt.names)))
        };
        doubts.iter().filter(touches).collect()
    }

    /// The items of host code at these places, and those that they name.
    fn launching(&self, host: &[&Span]) -> Vec<&Mentions> {
        let says = |item: &&Mentions| {
            item.spans.iter().any(|span| host.iter().any(|place| overlap(place, span)))
        };
        let here: Vec<&Mentions> = self.items.iter().filter(says).collect();
        let named: BTreeSet<&Name> = here.iter().flat_map(|item| &item.names).collect();
        let there = named.into_iter().filter_map(|name| self.declared.get(name)).flatten();
        let there: BTreeSet<usize> = there.copied().collect();
        let is_of_host = |item: &&Mentions| {
            let has = |word: &str| item.names.contains(&Name::from(word));
            !has("__global__") && (!has("__device__") || has("__host__"))
        };
        let there = there.into_iter().map(|n| &self.items[n]).filter(is_of_host);
        here.into_iter().chain(there).collect()
    }

    /// Whether the group of a doubt stands inside of an item, where what it declares is not seen from outside.
    fn is_within_item(&self, doubt: &Doubt) -> bool {
        let Some(group) = doubt.places.first() else { return false };
        let holds = |span: &Span| {
            overlap(group, span)
                && span.bytes.start < group.bytes.start
                && group.bytes.end < span.bytes.end
        };
        self.items.iter().any(|item| item.spans.iter().any(holds))
    }

    /// The condition that is read as in device code where the functions of these places of host code hang on it.
    pub fn of_device<'d>(&self, host: &[&Span], doubts: &'d [Doubt]) -> Option<&'d Doubt> {
        let mut of_device = doubts.iter().filter(|doubt| doubt.of_device).peekable();
        of_device.peek()?;
        let launching = self.launching(host);
        let spans: Vec<&Span> = launching.iter().flat_map(|item| &item.spans).collect();
        of_device.find(|doubt| {
            is_in(doubt, &spans)
                || !self.is_within_item(doubt)
                    && launching.iter().any(|item| !item.names.is_disjoint(&doubt.names))
        })
    }
}

/// Whether what a doubt decides stands in one of the places.
fn is_in(doubt: &Doubt, spans: &[&Span]) -> bool {
    doubt.places.iter().any(|place| spans.iter().any(|span| overlap(place, span)))
}

fn overlap(a: &Span, b: &Span) -> bool {
    a.source.name() == b.source.name() && a.bytes.start < b.bytes.end && b.bytes.start < a.bytes.end
}

/// Where the first item ends, and whether that is at the brace that opens a namespace.
fn end_of_item(tokens: &[Token]) -> Option<(usize, bool)> {
    let (first, _) = tokens.split_first()?;
    let namespace = word(first, "namespace")
        || word(first, "inline") && tokens.get(1).is_some_and(|t| word(t, "namespace"))
        || word(first, "extern") && tokens.get(2).is_some_and(|t| t.is("{"));
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

fn word(token: &Token, word: &str) -> bool {
    token.name().is_some_and(|name| name.as_str() == word)
}

/// Whether what begins here declares types above all.
fn is_type(tokens: &[Token]) -> bool {
    is_class(tokens) || tokens.first().is_some_and(|t| word(t, "using"))
}

/// Whether a class or an enumeration is what begins here.
fn is_class(tokens: &[Token]) -> bool {
    let head = after_template(tokens).iter().take_while(|t| !t.is("{") && !t.is("("));
    head.filter_map(Token::name)
        .any(|w| matches!(w.as_str(), "struct" | "class" | "union" | "enum" | "typedef"))
}

/// The names that an item may declare, `operator` for those that have none: of a function or variable, what stands
/// before `(`, `=` and the like outside of brackets, and `f` in `(*f)(`; of a class or type, all outside of braces, since
/// members are named with their class; of an enumeration, all.
pub(crate) fn declared(tokens: &[Token]) -> BTreeSet<Name> {
    let tokens = after_template(tokens);
    let is_specifier = |t: &&Token| ["static", "inline", "extern"].iter().any(|w| word(t, w));
    let first = tokens.iter().find(|t| !is_specifier(t));
    let starts = |words: &[&str]| first.is_none_or(|t| words.iter().any(|w| word(t, w)));
    let is_class = starts(&["struct", "class", "union"]);
    let is_type = is_class || starts(&["typedef", "using"]);
    let is_any = starts(&["enum", "namespace"]) || tokens.iter().any(|t| word(t, "enum"));
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

/// The names that tokens may declare outside of themselves, macros unexpanded; `macros` has what they stand for.
/// Parameters and what stands in bodies are not seen there; where brackets do not fit, or an item may be the use of a
/// macro, all of its names are taken.
pub(crate) fn declared_by<'m>(
    tokens: &[Token],
    macros: &dyn Fn(&Name) -> Option<&'m [Token]>,
) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    let mut rest = tokens;
    while let Some((end, opens)) = end_of_item(rest) {
        let (item, after) = rest.split_at(end);
        rest = after;
        let is_macro = item.first().is_some_and(|t| t.name().is_some())
            && item.get(1).is_none_or(|t| !t.is("::") && t.name().is_none());
        names.extend(if opens || is_macro { all_names(item) } else { declared(item) });
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
        let body = macros(&name).unwrap_or(&[]);
        let opens = uses_namespace(body).then(|| Name::from(OPERATOR));
        for name in all_names(body).into_iter().chain(opens) {
            if names.insert(name.clone()) {
                next.push(name);
            }
        }
    }
    names
}

fn uses_namespace(tokens: &[Token]) -> bool {
    tokens.windows(2).any(|two| word(&two[0], "using") && word(&two[1], "namespace"))
}

fn all_names(tokens: &[Token]) -> BTreeSet<Name> {
    let is_any = |name: &&Name| name.as_str() == OPERATOR || !is_reserved(name.as_str());
    tokens.iter().filter_map(Token::name).filter(is_any).cloned().collect()
}

/// Whether each bracket has its other one.
fn is_balanced(tokens: &[Token]) -> bool {
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
fn after_template(mut tokens: &[Token]) -> &[Token] {
    while let [first, rest @ ..] = tokens
        && word(first, "template")
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
