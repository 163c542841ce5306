//! Where the functions of a file stand, by brackets alone: the parser passes over host code, and
//! whole classes that it does not know.

use super::specifier::is_specifier;
use crate::path::Namespace;
use crate::token::{Kind, Token, closing};
use semantics::Name;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

/// How deep namespaces may be nested that are told apart.
const DEEPEST_NAMESPACE: usize = 64;

/// A function with a body.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The token that is its name.
    pub name: usize,
    /// The `template` before it.
    pub template: Option<usize>,
    /// Where its declaration begins, after the `template <…>`.
    pub head: usize,
    /// The `(` of its parameters.
    pub parameters: usize,
    /// From `{` to past `}`.
    pub body: Range<usize>,
    /// Whether it runs on the device alone.
    pub device: bool,
    /// The class that it belongs to.
    pub class: Option<Name>,
    /// Whether it is `extern "C"`.
    pub exported: bool,
    /// The namespace that it stands in.
    pub namespace: Namespace,
    /// Whether it is defined as a member of what is named before it: `N::f`.
    pub qualified: bool,
}

/// What a file is made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    /// Its functions, in order.
    pub functions: Vec<Piece>,
    /// The parts in which no declaration of the file or of a class stands: bodies and initializers.
    pub inner: Vec<Range<usize>>,
    /// The names that classes may have as members.
    pub members: BTreeSet<Name>,
    /// Whether classes may have others, by bases that the file does not have.
    pub derived: bool,
}

impl Outline {
    /// Whether a token stands where a file or a class declares.
    pub fn declares(&self, at: usize) -> bool {
        let n = self.inner.partition_point(|range| range.end <= at);
        self.inner.get(n).is_none_or(|range| at < range.start)
    }

    /// The names outside of functions that are used and not declared there.
    pub fn outer_names(&self, tokens: &[Token]) -> BTreeSet<Name> {
        // Operators have no name, and are read by nobody.
        let read = self.functions.iter().filter(|f| f.device || tokens[f.name].name().is_some());
        let bodies: HashSet<usize> = read.map(|f| f.body.start).collect();
        let outer = self.inner.iter().filter(|range| !bodies.contains(&range.start));
        outer
            .filter_map(|range| tokens.get(range.start..range.end.min(tokens.len())))
            .flatten()
            .filter_map(|t| t.name().cloned())
            .collect()
    }

    /// The function among whose parameters a token stands.
    pub fn of_parameter(&self, tokens: &[Token], at: usize) -> Option<&Piece> {
        let n = self.functions.partition_point(|f| f.body.end <= at);
        let function = self.functions.get(n)?;
        (function.parameters..closing(tokens, function.parameters))
            .contains(&at)
            .then_some(function)
    }
}

/// Past the `>` that closes the `<` here; `None` where it is no bracket.
pub(super) fn past_angles(tokens: &[Token], at: usize) -> Option<usize> {
    let (mut n, mut open) = (at, 0usize);
    loop {
        match tokens.get(n)?.kind {
            Kind::Punct("<") => open += 1,
            Kind::Punct(close @ (">" | ">>" | ">>>")) => open = open.checked_sub(close.len())?,
            Kind::Punct("(" | "[" | "{") => n = closing(tokens, n),
            Kind::Punct(";" | ")" | "]" | "}") => return None,
            _ => {}
        }
        n += 1;
        if open == 0 {
            return Some(n.min(tokens.len()));
        }
    }
}

/// The name that is launched by the `<<<` here.
pub(super) fn launched(tokens: &[Token], at: usize) -> Option<usize> {
    let mut n = at.checked_sub(1)?;
    let mut open = match tokens[n].kind {
        Kind::Punct(close @ (">" | ">>" | ">>>")) => close.len(),
        _ => 0,
    };
    while open > 0 {
        n = n.checked_sub(1)?;
        match tokens[n].kind {
            Kind::Punct("<") => {
                open -= 1;
                if open == 0 {
                    n = n.checked_sub(1)?;
                }
            }
            Kind::Punct(close @ (">" | ">>" | ">>>")) => open += close.len(),
            // `k<(n > 16)><<<`: inside of parentheses these are operators.
            Kind::Punct(")" | "]") => n = opening(tokens, n)?,
            Kind::Punct(";" | "{" | "}") => return None,
            _ => {}
        }
    }
    tokens[n].name().map(|_| n)
}

/// The opening bracket of the one that closes here.
fn opening(tokens: &[Token], at: usize) -> Option<usize> {
    let mut closed = 0usize;
    for n in (0..=at).rev() {
        match tokens[n].kind {
            Kind::Punct(")" | "]") => closed += 1,
            Kind::Punct("(" | "[") => {
                closed -= 1;
                if closed == 0 {
                    return Some(n);
                }
            }
            Kind::Punct(";" | "{" | "}") => return None,
            _ => {}
        }
    }
    None
}

/// The functions of a file.
pub(super) fn outline(tokens: &[Token]) -> Outline {
    let mut reader = Reader {
        tokens,
        found: Outline::default(),
        around: Vec::new(),
        namespaces: Vec::new(),
        lost: false,
        n: 0,
        start: 0,
        parameters: None,
    };
    while reader.n < tokens.len() {
        reader.token();
    }
    reader.found
}

/// What outlines a file, token by token.
struct Reader<'t> {
    tokens: &'t [Token],
    found: Outline,
    /// What the braces around the place at hand are of: which class, and whether what is `extern "C"`.
    around: Vec<(Option<Name>, bool)>,
    /// The namespaces around it, each with how many braces were around that one.
    namespaces: Vec<(usize, Name)>,
    /// Whether there were more of them than are looked at.
    lost: bool,
    n: usize,
    /// Where the declaration at hand begins.
    start: usize,
    /// The `(` of the parameters, where the declaration at hand is a function.
    parameters: Option<usize>,
}

impl Reader<'_> {
    /// What the braces around are of.
    fn place(&self) -> (Option<Name>, bool) {
        self.around.last().cloned().unwrap_or((None, false))
    }

    fn token(&mut self) {
        let (tokens, n) = (self.tokens, self.n);
        let start = self.start;
        self.n += 1;
        match tokens[n].kind {
            Kind::Name(ref name) if self.place().0.is_some() && is_declared(tokens, n) => {
                self.found.members.insert(name.clone());
            }
            Kind::Punct(";") => (self.start, self.parameters) = (n + 1, None),
            Kind::Punct("}") => {
                self.around.pop();
                self.namespaces.retain(|(depth, _)| *depth < self.around.len());
                (self.start, self.parameters) = (n + 1, None);
            }
            Kind::Punct(":") if start + 1 == n && is_access(&tokens[start]) => self.start = n + 1,
            Kind::Punct("(") => {
                let named = n.checked_sub(1).is_some_and(|before| names_function(tokens, before));
                if self.parameters.is_none() && named && n > start {
                    self.parameters = Some(n);
                }
                self.n = closing(tokens, n) + 1;
            }
            Kind::Punct("[") => self.n = closing(tokens, n) + 1,
            Kind::Punct("<") if n > start && tokens[n - 1].is_word("template") => {
                self.n = past_angles(tokens, n).unwrap_or(n + 1);
            }
            // Of a variable: `operator=` has its parameters behind it.
            Kind::Punct("=")
                if self.parameters.is_none()
                    && !tokens[n.saturating_sub(1)].is_word("operator") =>
            {
                let end = end_of(tokens, n);
                self.found.inner.push(n..end);
                self.n = end;
                if self.place().0.is_some() {
                    self.found.members.extend(more_declared(tokens, n..end));
                }
                // Behind a `;` another declaration begins.
                if tokens.get(end - 1).is_some_and(|t| t.is(";")) {
                    (self.start, self.parameters) = (end, None);
                }
            }
            Kind::Punct("{") => self.brace(n),
            _ => {}
        }
    }

    /// At a `{`: of a function, of what declarations stand in, or of a value.
    fn brace(&mut self, n: usize) {
        let tokens = self.tokens;
        let head = &tokens[self.start..n];
        let has = |word: &str| head.iter().any(|t| t.is_word(word));
        let foreign = head
            .windows(2)
            .any(|two| two[0].is_word("extern") && matches!(two[1].kind, Kind::Str(_)));
        let (class, exported) = self.place();
        match self.parameters.take() {
            Some(at) => {
                let body = body(tokens, n);
                let end = body.end;
                let of_device = has("__device__") || has("__global__");
                let template = tokens[self.start].is_word("template").then_some(self.start);
                let past = template.and_then(|at| past_angles(tokens, at + 1));
                self.found.functions.push(Piece {
                    name: at - 1,
                    template,
                    head: past.unwrap_or(self.start),
                    parameters: at,
                    body,
                    device: of_device && !has("__host__"),
                    class: class.or_else(|| qualifier(tokens, at - 1)),
                    exported: exported || foreign,
                    namespace: self.namespaces.iter().map(|(_, name)| name.clone()).collect(),
                    qualified: self.lost || at >= 2 && tokens[at - 2].is("::"),
                });
                self.found.inner.push(n..end);
                (self.n, self.start) = (end, end);
            }
            None if has("enum") => {
                let end = closing(tokens, n);
                if class.is_some() {
                    let names = tokens[n..end].iter().filter_map(|t| t.name().cloned());
                    self.found.members.extend(names);
                }
                self.n = end + 1;
            }
            None if has("namespace") || foreign => {
                let depth = self.around.len();
                for name in namespace_parts(head) {
                    self.lost |= self.namespaces.len() >= DEEPEST_NAMESPACE;
                    if !self.lost {
                        self.namespaces.push((depth, name));
                    }
                }
                self.around.push((None, foreign || exported));
                self.start = n + 1;
            }
            None if has("class") || has("struct") || has("union") => {
                self.found.derived |= head.iter().any(|t| t.is(":"));
                // The parameters of a template hide what the file calls so, too.
                if head.first().is_some_and(|t| t.is_word("template")) {
                    let names = head.iter().filter_map(|t| t.name().cloned());
                    self.found.members.extend(names);
                }
                self.around.push((Some(class_name(head)), false));
                self.start = n + 1;
            }
            None => {
                let end = closing(tokens, n) + 1;
                self.found.inner.push(n..end);
                (self.n, self.start) = (end, end);
            }
        }
    }
}

/// The variables that are declared behind the value of another one: `float a = 1, *b;`.
fn more_declared(tokens: &[Token], range: Range<usize>) -> Vec<Name> {
    let (mut found, mut n) = (Vec::new(), range.start);
    while n < range.end {
        match tokens[n].kind {
            Kind::Punct("(" | "[" | "{") => n = closing(tokens, n),
            Kind::Punct(",") => {
                while n + 1 < range.end && (tokens[n + 1].is("*") || tokens[n + 1].is("&")) {
                    n += 1;
                }
                let name = tokens.get(n + 1).filter(|_| is_declared(tokens, n + 1));
                found.extend(name.and_then(|t| t.name().cloned()));
            }
            _ => {}
        }
        n += 1;
    }
    found
}

/// The names of functions that are declared `virtual`.
pub(super) fn virtuals(tokens: &[Token]) -> BTreeSet<Name> {
    let at = |n: &usize| tokens[*n].is_word("virtual");
    let called = |n: usize| {
        let declaration = &tokens[n..end_of(tokens, n)];
        let name = declaration.windows(2).find(|two| two[0].name().is_some() && two[1].is("("))?;
        name[0].name().cloned()
    };
    (0..tokens.len()).filter(at).filter_map(called).collect()
}

/// Whether a name of a class may be what is declared here.
fn is_declared(tokens: &[Token], at: usize) -> bool {
    let ends = [";", "=", "{", "[", ",", ":", "("];
    tokens.get(at + 1).is_some_and(|t| ends.iter().any(|end| t.is(end)))
}

/// The name of the class that this is the head of.
pub(super) fn class_name(head: &[Token]) -> Name {
    let at =
        head.iter().rposition(|t| ["class", "struct", "union"].iter().any(|word| t.is_word(word)));
    let after = head[at.map_or(0, |at| at + 1)..].iter();
    let names = after.take_while(|t| !t.is(":") && !t.is("<")).filter_map(Token::name);
    let last = names.filter(|name| name.as_str() != "final").last();
    last.cloned().unwrap_or_else(|| "".into())
}

/// The parts of the name of the namespace that this is the head of: `inline namespace a::b`
fn namespace_parts(head: &[Token]) -> Namespace {
    let Some(at) = head.iter().position(|t| t.is_word("namespace")) else { return Vec::new() };
    let (mut parts, mut n) = (Vec::new(), at + 1);
    while let Some(token) = head.get(n) {
        match token.kind {
            Kind::Punct("[" | "(") => n = closing(head, n),
            Kind::Name(ref name) if !matches!(name.as_str(), "inline" | "__attribute__") => {
                parts.push(name.clone());
            }
            _ => {}
        }
        n += 1;
    }
    parts
}

/// The class or namespace before `::` and a name.
fn qualifier(tokens: &[Token], at: usize) -> Option<Name> {
    if !tokens.get(at.checked_sub(1)?)?.is("::") {
        return None;
    }
    // `S::f`, and `S<T>::f`, as if it were launched.
    let of = launched(tokens, at - 1)?;
    tokens[of].name().cloned()
}

fn is_access(token: &Token) -> bool {
    ["public", "private", "protected"].iter().any(|word| token.is_word(word))
}

/// Whether `(` after this token begins the parameters of a function: not those of an attribute.
fn names_function(tokens: &[Token], at: usize) -> bool {
    match tokens[at].name() {
        Some(name) => {
            let other = ["noexcept", "alignof", "sizeof", "explicit", "requires", "throw"];
            !is_specifier(name.as_str()) && !other.contains(&name.as_str())
        }
        // `operator+(`, `f<int>(`.
        None => {
            let near = &tokens[at.saturating_sub(3)..at];
            tokens[at].is(">") || near.iter().any(|t| t.is_word("operator"))
        }
    }
}

/// The `}` of the block around a token.
pub(super) fn end_of_block(tokens: &[Token], at: usize) -> usize {
    let mut n = at;
    while let Some(token) = tokens.get(n) {
        match token.kind {
            Kind::Punct("}") => return n,
            Kind::Punct("{") => n = closing(tokens, n),
            _ => {}
        }
        n += 1;
    }
    n
}

/// Past the `;` that ends what begins here, or before the `}` around it.
pub(super) fn end_of(tokens: &[Token], at: usize) -> usize {
    let mut n = at;
    while let Some(token) = tokens.get(n) {
        match token.kind {
            Kind::Punct(";") => return n + 1,
            Kind::Punct("}" | ")" | "]") => return n,
            Kind::Punct("(" | "[" | "{") => n = closing(tokens, n),
            _ => {}
        }
        n += 1;
    }
    // A bracket may not be closed.
    n.min(tokens.len())
}

/// The body of a function, which begins here, or with the initializers of a constructor:
/// `: a{1}, b(2) {…}`.
fn body(tokens: &[Token], at: usize) -> Range<usize> {
    let mut begin = at;
    loop {
        let end = (closing(tokens, begin) + 1).min(tokens.len());
        let next = match tokens.get(end).map(|t| &t.kind) {
            // Another initializer follows, or after the last one the body.
            Some(Kind::Punct("," | "{")) => {
                tokens[end..].iter().position(|t| t.is("{") || t.is(";") || t.is("}"))
            }
            _ => None,
        };
        match next.map(|n| end + n) {
            Some(next) if tokens[next].is("{") => begin = next,
            _ => return begin..end,
        }
    }
}
