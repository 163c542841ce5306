//! Where a file names a kernel, besides its declarations and launches: who is given it there may launch it.

use super::hiding::{end_of_scope, opening, statement};
use super::outline::{Outline, past_angles};
use super::specifier::is_specifier;
use crate::token::{Kind, Token};
use semantics::Name;
use std::collections::{HashMap, HashSet};

/// The places that name kernels and neither declare nor launch them there.
pub(super) fn mentions(
    tokens: &[Token],
    outline: &Outline,
    kernels: &HashSet<Name>,
    sites: &HashSet<usize>,
) -> Vec<usize> {
    let mut found = Vec::new();
    // Up to where a variable hides a kernel.
    let mut hidden: HashMap<&Name, usize> = HashMap::new();
    for (n, token) in tokens.iter().enumerate() {
        let Some(name) = token.name().filter(|name| kernels.contains(*name)) else { continue };
        if sites.contains(&n) {
            continue;
        }
        let before = n.checked_sub(1).map(|n| &tokens[n]);
        if before.is_some_and(|t| t.is(".") || t.is("->")) {
            continue;
        }
        let past = match tokens.get(n + 1) {
            Some(t) if t.is("<") => past_angles(tokens, n + 1).unwrap_or(n + 1),
            _ => n + 1,
        };
        let called = tokens.get(past).is_some_and(|t| t.is("("));
        // A declaration of a function; or the call of one that is no kernel.
        if called && (outline.declares(n) || !is_declared(tokens, n)) {
            continue;
        }
        // A namespace or a class of the name.
        let scopes = ["namespace", "class", "struct", "union", "enum"];
        if tokens.get(past).is_some_and(|t| t.is("::"))
            || before.is_some_and(|t| scopes.iter().any(|word| t.is_word(word)))
        {
            continue;
        }
        if outline.declares(n) && tokens.get(past).is_some_and(|t| t.is(";")) {
            continue;
        }
        if is_declared(tokens, n) {
            hidden.insert(name, end_of_scope(tokens, outline, n));
            continue;
        }
        // A function has no elements, and is assigned nothing.
        let variable = ["[", "=", "+=", "-=", "*=", "++", "--"];
        if tokens.get(past).is_some_and(|t| variable.iter().any(|mark| t.is(mark))) {
            continue;
        }
        let is_hidden = hidden.get(name).is_some_and(|until| n < *until);
        if is_hidden && !before.is_some_and(|t| t.is("::")) || asks(tokens, n) {
            continue;
        }
        found.push(n);
    }
    found
}

/// Whether a variable of this name is declared here. Neither `a * f` nor `a & f` is an expression where `f` is a function.
fn is_declared(tokens: &[Token], at: usize) -> bool {
    let mut begin = at;
    while begin.checked_sub(1).is_some_and(|n| tokens[n].is("*") || tokens[n].is("&")) {
        begin -= 1;
    }
    let Some(last) = begin.checked_sub(1) else { return false };
    match tokens[last].kind {
        Kind::Punct(">") => opens_arguments(tokens, last),
        Kind::Punct(",") => is_in_list(tokens, last),
        _ => is_of_type(&tokens[last]),
    }
}

/// Whether a token may end the name of a type.
fn is_of_type(token: &Token) -> bool {
    let word = token.name();
    word.is_some_and(|word| is_specifier(word.as_str()) || !super::is_reserved(word.as_str()))
}

/// Whether a `>` ends the arguments of a template that begin a statement or a parameter: `vector<float> f`.
fn opens_arguments(tokens: &[Token], at: usize) -> bool {
    let mut open = 0usize;
    for n in (0..at).rev() {
        match tokens[n].kind {
            Kind::Punct(">") => open += 1,
            Kind::Punct("<") if open == 0 => {
                let mut begin = n;
                while begin
                    .checked_sub(1)
                    .is_some_and(|n| tokens[n].is("::") || is_of_type(&tokens[n]))
                {
                    begin -= 1;
                }
                let around = begin.checked_sub(1).map(|n| &tokens[n]);
                let begins = |t: &Token| ["{", "}", ";", "(", ","].iter().any(|mark| t.is(mark));
                return begin < n && around.is_none_or(begins);
            }
            Kind::Punct("<") => open -= 1,
            Kind::Punct("," | "::" | "*" | "&") => {}
            Kind::Punct(_) => return false,
            _ => {}
        }
    }
    false
}

/// Whether a `,` stands between the variables of one declaration: `float a = 1, f;`.
fn is_in_list(tokens: &[Token], at: usize) -> bool {
    let before = statement(tokens, at);
    let inside = opening(tokens, at).is_some_and(|n| n >= at - before.len());
    !inside && before.iter().take(2).filter(|t| is_of_type(t)).count() == 2
}

/// Functions of CUDA that are given a kernel and do not launch it.
const ASKING: [&str; 12] = [
    "cudaFuncSetAttribute",
    "cudaFuncSetCacheConfig",
    "cudaFuncSetSharedMemConfig",
    "cudaFuncGetAttributes",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cudaOccupancyMaxPotentialBlockSize",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
    "cudaOccupancyAvailableDynamicSMemPerBlock",
    "hipFuncSetAttribute",
    "hipOccupancyMaxActiveBlocksPerMultiprocessor",
    "hipOccupancyMaxPotentialBlockSize",
];

/// Whether a token is an argument of one of these.
fn asks(tokens: &[Token], at: usize) -> bool {
    let mut open = 0usize;
    for n in (0..at).rev() {
        match tokens[n].kind {
            Kind::Punct(")" | "]" | "}") => open += 1,
            Kind::Punct("(") if open == 0 => {
                match n.checked_sub(1).and_then(|n| tokens[n].name()) {
                    Some(name) => return ASKING.contains(&name.as_str()),
                    None => continue,
                }
            }
            Kind::Punct("(" | "[" | "{") => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return false,
            },
            Kind::Punct(";") if open == 0 => return false,
            _ => {}
        }
    }
    false
}
