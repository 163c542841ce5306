//! Which variables of the device something may write besides their initializers, by tokens: host code of any
//! form is looked at.

use super::hiding::{end_of_scope, opening, statement};
use super::is_reserved;
use super::outline::{Outline, Piece, outline};
use super::specifier::is_specifier;
use crate::declared::is_balanced;
use crate::syntax::{Body, File, Place, Symbols, Type, Variable};
use crate::token::{Kind, Token, closing};
use crate::words::TYPE_WORDS;
use semantics::Name;
use std::collections::{HashMap, HashSet};

/// Functions of CUDA that write the variable that is their first argument, or give its address.
const WRITING: [&str; 6] = [
    "cudaMemcpyToSymbol",
    "cudaMemcpyToSymbolAsync",
    "cudaGetSymbolAddress",
    "hipMemcpyToSymbol",
    "hipMemcpyToSymbolAsync",
    "hipGetSymbolAddress",
];

/// Functions of CUDA that are given a variable and do not write it.
const READING: [&str; 6] = [
    "cudaMemcpyFromSymbol",
    "cudaMemcpyFromSymbolAsync",
    "cudaGetSymbolSize",
    "hipMemcpyFromSymbol",
    "hipMemcpyFromSymbolAsync",
    "hipGetSymbolSize",
];

/// What a place does to a variable of the device.
enum Use {
    Reads,
    Writes,
    /// It cannot be said.
    Doubtful,
}

/// What the tokens of a file do to its variables of the device.
pub(super) fn symbols(tokens: &[Token], file: &File) -> Symbols {
    let mut named: HashMap<&Name, Vec<&Variable>> = HashMap::new();
    for variable in file.variables() {
        if variable.specifiers.device || variable.specifiers.constant {
            named.entry(&variable.name).or_default().push(variable);
        }
    }
    let mut found = Symbols::default();
    if named.is_empty() {
        return found;
    }
    // Else nobody knows which functions are the device's.
    if !is_balanced(tokens) {
        found.doubtful = named.into_keys().cloned().collect();
        return found;
    }
    let outline = outline(tokens);
    // Up to where a variable of a function hides one of the device.
    let mut hidden: HashMap<&Name, usize> = HashMap::new();
    for (n, token) in tokens.iter().enumerate() {
        let name = match &token.kind {
            Kind::Name(name) if named.contains_key(name) => name,
            Kind::Str(text) => {
                // The driver's interface, and old versions of CUDA's, find variables by their names.
                let mentioned = named.keys().filter(|name| text.as_str().contains(name.as_str()));
                found.doubtful.extend(mentioned.map(|name| (*name).clone()));
                continue;
            }
            _ => continue,
        };
        let of_file = n.checked_sub(1).is_some_and(|n| tokens[n].is("::"));
        if !of_file && hidden.get(name).is_some_and(|until| n < *until) {
            continue;
        }
        let in_function = !outline.declares(n) || outline.of_parameter(tokens, n).is_some();
        if in_function && is_local(tokens, n) {
            hidden.insert(name, end_of_scope(tokens, &outline, n));
            continue;
        }
        match used(tokens, &outline, n, &named[name]) {
            Use::Reads => {}
            Use::Writes => drop(found.written.insert(name.clone())),
            Use::Doubtful => drop(found.doubtful.insert(name.clone())),
        }
    }
    found.outside = outside(tokens, &outline, file);
    found
}

/// The first call in host code of a function of which no body is at hand, and that is not known to C or CUDA.
fn outside(tokens: &[Token], outline: &Outline, file: &File) -> Option<(Name, Place)> {
    let mut defined: HashSet<&Name> =
        outline.functions.iter().filter_map(|f| tokens[f.name].name()).collect();
    defined.extend(file.functions().filter(|f| f.body != Body::None).map(|f| &f.name));
    let host = outline.functions.iter().filter(|f| !f.device).flat_map(|f| f.body.clone());
    host.into_iter().find_map(|n| {
        let token = tokens.get(n)?;
        let name = token.name().filter(|name| !is_reserved(name.as_str()))?;
        // A word before it makes it a declaration, or a member of something.
        let before = tokens.get(n.checked_sub(1)?)?;
        let alone = match &before.kind {
            Kind::Name(word) => matches!(word.as_str(), "return" | "else" | "do"),
            Kind::Punct(punct) => !matches!(*punct, "." | "->" | "*" | ">" | "::"),
            _ => true,
        };
        let called = tokens.get(n + 1).is_some_and(|t| t.is("("));
        let unknown = alone && called && !defined.contains(name) && is_of_nobody(name);
        unknown.then(|| (name.clone(), Place(token.span.clone())))
    })
}

/// Whether a name is that of no function of C or CUDA.
fn is_of_nobody(name: &Name) -> bool {
    !crate::vocabulary::host::is_known_function(name.as_str())
        && !crate::vocabulary::is_of_cuda(name.as_str())
}

/// What is done to the variable that may be meant here.
fn used(tokens: &[Token], outline: &Outline, at: usize, variables: &[&Variable]) -> Use {
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    if before.is_some_and(|t| t.is(".") || t.is("->")) {
        return Use::Reads;
    }
    let here = &tokens[at].span;
    let own = |v: &&&Variable| {
        v.span.0.bytes == here.bytes && v.span.0.source.name() == here.source.name()
    };
    if let Some(declared) = variables.iter().find(own) {
        // Another file may write what this one does not define.
        return if declared.specifiers.external { Use::Doubtful } else { Use::Reads };
    }
    let n = outline.functions.partition_point(|f| f.body.end <= at);
    let function = outline.functions.get(n);
    if let Some(function) = function.filter(|f| f.device && f.body.contains(&at)) {
        // Device code cannot write `__constant__` memory.
        let constant = variables.iter().all(|v| v.specifiers.constant);
        return match constant || is_read(tokens, at, (function, outline), variables) {
            true => Use::Reads,
            false => Use::Doubtful,
        };
    }
    if function.is_some_and(|f| f.parameters < at && at < closing(tokens, f.parameters)) {
        // The name of a parameter.
        let ends = tokens.get(at + 1).is_some_and(|t| t.is(",") || t.is(")") || t.is("["));
        let word = |t: &Token| t.name().is_some() || t.is("*") || t.is("&");
        return if ends && before.is_some_and(word) { Use::Reads } else { Use::Doubtful };
    }
    match callee(tokens, at).map(Name::as_str) {
        Some(name) if WRITING.contains(&name) => Use::Writes,
        Some(name) if READING.contains(&name) => Use::Reads,
        Some("sizeof") => Use::Reads,
        _ => Use::Doubtful,
    }
}

/// The function among whose arguments a token stands.
fn callee(tokens: &[Token], at: usize) -> Option<&Name> {
    let mut open = 0usize;
    for n in (0..at).rev() {
        match tokens[n].kind {
            Kind::Punct(")" | "]" | "}") => open += 1,
            Kind::Punct("(") if open == 0 => match tokens.get(n.checked_sub(1)?)? {
                // `f<T>(`
                t if t.is(">") => return None,
                t => match t.name() {
                    Some(name) => return Some(name),
                    None => continue,
                },
            },
            Kind::Punct("(" | "[" | "{") => open = open.checked_sub(1)?,
            Kind::Punct(";") if open == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Whether a variable of a function is declared here, of a built-in type: `int x`. `if (y) int x;` and `case 1: int x;` are
/// none: their scopes are others.
fn is_local(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|n| tokens[n].name());
    let mut words = statement(tokens, at).iter().rev().take_while(|t| !t.is("(") && !t.is(","));
    before.is_some_and(|word| TYPE_WORDS.contains(&word.as_str()))
        && words.all(|t| t.name().is_some_and(|w| is_specifier(w.as_str())) && !t.is_word("extern"))
}

/// What may follow what is only read. Of a number, `*` is a product.
const AFTER: [&str; 22] = [
    "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", "<<",
    "?", ")", "]", ";", ",",
];

/// What does not stand before what is only read.
const CHANGES: [&str; 7] = ["&", "&&", "++", "--", "?", ">>", "{"];

/// Whether device code does no more here than to read one number of a variable.
fn is_read(
    tokens: &[Token],
    at: usize,
    (function, outline): (&Piece, &Outline),
    variables: &[&Variable],
) -> bool {
    // It may return a reference.
    let head = tokens.get(function.head..function.name).unwrap_or_default();
    let refers = |t: &Token| t.is("&") || t.is("&&");
    if head.iter().any(|t| refers(t) || t.is_word("decltype")) {
        return false;
    }
    let (mut begin, mut past) = (at, at + 1);
    let mut subscripts = 0;
    while tokens.get(past).is_some_and(|t| t.is("[")) {
        past = closing(tokens, past) + 1;
        subscripts += 1;
    }
    if variables.iter().any(|v| dimensions(&v.ty) != subscripts) {
        return false;
    }
    // What refers to it may write it.
    if statement(tokens, at).iter().any(refers) {
        return false;
    }
    loop {
        let (Some(before), Some(next)) =
            (begin.checked_sub(1).map(|n| &tokens[n]), tokens.get(past))
        else {
            return false;
        };
        let Kind::Punct(next) = next.kind else { return false };
        let declares = before.name().is_some_and(|word| is_specifier(word.as_str()));
        let changes = CHANGES.iter().any(|mark| before.is(mark));
        if !AFTER.contains(&next) || changes || declares {
            return false;
        }
        // `(x)`, `(c ? y : x)` and `(y, x)` are the variable itself, and an argument may be.
        let whole = ["(", ",", ":"].iter().any(|mark| before.is(mark));
        if !whole || !matches!(next, ")" | ",") {
            return true;
        }
        let Some(open) = opening(tokens, begin).filter(|n| tokens[*n].is("(")) else {
            return false;
        };
        match open.checked_sub(1).map(|n| &tokens[n]) {
            Some(word) if ["if", "while", "switch"].iter().any(|w| word.is_word(w)) => return true,
            Some(word) if word.name().is_some_and(|name| !is_reserved(name.as_str())) => {
                return word.name().is_some_and(|name| takes_numbers(tokens, outline, name));
            }
            Some(mark) if [">", ")", "]"].iter().any(|m| mark.is(m)) => return false,
            _ => (begin, past) = (open, closing(tokens, open) + 1),
        }
    }
}

/// Functions of C and CUDA that are given numbers.
const OF_NUMBERS: [&str; 6] = ["min", "max", "abs", "fabsf", "sqrtf", "printf"];

/// Whether all functions of a name take only numbers.
fn takes_numbers(tokens: &[Token], outline: &Outline, name: &Name) -> bool {
    let mut own =
        outline.functions.iter().filter(|f| tokens[f.name].name() == Some(name)).peekable();
    if own.peek().is_none() {
        return OF_NUMBERS.contains(&name.as_str());
    }
    own.all(|function| {
        let parameters = tokens.get(function.parameters..closing(tokens, function.parameters));
        parameters.unwrap_or_default().windows(2).all(|two| {
            let ends = [",", ")", "[", "="].iter().any(|mark| two[1].is(mark));
            let number = |word: &Name| is_specifier(word.as_str());
            let leads = ["&", "&&", "*"].iter().any(|mark| two[0].is(mark));
            !leads && (ends || two[0].name().is_none_or(number))
        })
    })
}

/// How many subscripts it takes to a number.
fn dimensions(ty: &Type) -> usize {
    match ty {
        Type::Array(of, _) => 1 + dimensions(of),
        Type::Const(of) | Type::Volatile(of) | Type::Distinct(_, of) => dimensions(of),
        Type::Int(_) | Type::Bool | Type::Float(_) => 0,
        // Members may be written by functions of the class.
        _ => usize::MAX / 2,
    }
}
