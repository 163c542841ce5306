//! Members of classes that something else than new memory is put into, by tokens: host code of any form is looked at.

use super::outline::{Outline, past_angles};
use super::symbol::callee;
use crate::token::{Kind, Token, closing};
use semantics::Name;
use std::collections::BTreeSet;
use std::ops::Range;

/// Functions of CUDA that put new memory where their first argument points.
const ALLOCATING: [&str; 9] = [
    "cudaMalloc",
    "cudaMallocManaged",
    "cudaMallocAsync",
    "cudaMallocHost",
    "cudaHostAlloc",
    "cudaMallocPitch",
    "hipMalloc",
    "hipMallocManaged",
    "hipMallocPitch",
];

/// Words of a value that is new memory.
const NEW: [&str; 3] = ["new", "malloc", "calloc"];

/// The members that may hold what others hold: all those of which not every write is seen to be one of new memory.
pub(super) fn put_into(tokens: &[Token], outline: &Outline) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    // What runs on the device changes no object of the host.
    let device = |n: usize| {
        let next = outline.functions.partition_point(|f| f.body.end <= n);
        outline.functions.get(next).is_some_and(|f| f.device && f.head <= n)
    };
    for (n, token) in tokens.iter().enumerate() {
        let Some(name) = token.name().filter(|name| outline.members.contains(*name)) else {
            continue;
        };
        if !found.contains(name) && !device(n) && is_put_into(tokens, outline, n) {
            found.insert(name.clone());
        }
    }
    found
}

fn is_put_into(tokens: &[Token], outline: &Outline, at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map(|n| &tokens[n]);
    let is_before = |back: usize, mark: &str| before(back).is_some_and(|t| t.is(mark));
    let Some(Kind::Punct(next)) = tokens.get(at + 1).map(|t| &t.kind) else { return false };
    match *next {
        "=" => !is_new(tokens.get(at + 2..end_of_value(tokens, at + 2)).unwrap_or_default()),
        // `: x(p)`, `: x{p}`, `T x{p};`
        "(" | "{" if is_before(1, ":") || is_before(1, ",") || is_before(1, "*") => {
            !is_new(tokens.get(at + 2..closing(tokens, at + 1)).unwrap_or_default())
        }
        _ if is_before(1, "&") => !is_allocated(tokens, at),
        // `T &y = x;`
        ";" | "," if is_before(1, "=") && (is_before(3, "&") || is_before(3, "&&")) => true,
        ")" | "," => passed(tokens, outline, at),
        _ => false,
    }
}

/// Past the end of the value that an assignment gives.
fn end_of_value(tokens: &[Token], from: usize) -> usize {
    let mut n = from;
    while let Some(token) = tokens.get(n) {
        match token.kind {
            Kind::Punct(";" | "," | ")" | "]" | "}") => return n,
            Kind::Punct("(" | "[" | "{") => n = closing(tokens, n),
            _ => {}
        }
        n += 1;
    }
    n
}

/// Whether a value is none, a null pointer, or new memory.
fn is_new(value: &[Token]) -> bool {
    let word = |t: &Token| ["nullptr", "NULL"].iter().any(|word| t.is_word(word));
    let zero = |t: &Token| matches!(&t.kind, Kind::Number(text) if text.as_str() == "0");
    match value {
        [] => true,
        [one] => word(one) || zero(one),
        all => all.iter().any(|t| NEW.iter().any(|word| t.is_word(word))),
    }
}

fn is_allocated(tokens: &[Token], at: usize) -> bool {
    callee(tokens, at).is_some_and(|name| ALLOCATING.contains(&name.as_str()))
}

/// Whether a function is given it that may put something into it: one that takes references, or that is not known.
fn passed(tokens: &[Token], outline: &Outline, at: usize) -> bool {
    let mut open = at;
    while let Some(n) = super::hiding::opening(tokens, open).filter(|n| tokens[*n].is("(")) {
        match n.checked_sub(1).map(|n| &tokens[n]) {
            Some(t) if t.is(">") => return true,
            // `(x)`, or the arguments of a launch
            Some(t) if matches!(t.kind, Kind::Punct(_)) => open = n,
            _ => break,
        }
        if tokens[n - 1].is(">>>") {
            return false;
        }
    }
    let Some(name) = callee(tokens, at) else { return false };
    let mut own =
        outline.functions.iter().filter(|f| tokens[f.name].name() == Some(name)).peekable();
    if own.peek().is_none() {
        let word = name.as_str();
        return !super::is_reserved(word)
            && !crate::vocabulary::host::is_known_function(word)
            && !crate::vocabulary::is_of_cuda(word);
    }
    let Some(open) = super::hiding::opening(tokens, at) else { return true };
    let which = parts(tokens, open).iter().take_while(|part| part.end <= at).count();
    own.any(|f| {
        let all = parts(tokens, f.parameters);
        let parameter = all.get(which).and_then(|part| tokens.get(part.clone()));
        parameter.is_none_or(|part| part.iter().any(|t| t.is("&") || t.is("&&")))
    })
}

/// What stands between the commas in brackets.
fn parts(tokens: &[Token], open: usize) -> Vec<Range<usize>> {
    let end = closing(tokens, open);
    let (mut found, mut start, mut n) = (Vec::new(), open + 1, open + 1);
    while n < end {
        match tokens[n].kind {
            Kind::Punct("(" | "[" | "{") => n = closing(tokens, n),
            Kind::Punct("<") => n = past_angles(tokens, n).map_or(n, |past| past - 1),
            Kind::Punct(",") => {
                found.push(start..n);
                start = n + 1;
            }
            _ => {}
        }
        n += 1;
    }
    found.push(start..end);
    found
}
