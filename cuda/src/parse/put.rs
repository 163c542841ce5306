//! Members of classes that something else than new memory is put into, by tokens: host code of any form is looked at.

use super::hiding::opening;
use super::is_reserved;
use super::outline::{Outline, past_angles};
use crate::token::{Kind, Token, closing};
use crate::vocabulary::{host::is_known_function, is_of_cuda};
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

/// Functions of C that give new memory.
const GIVING: [&str; 2] = ["malloc", "calloc"];

/// Functions of C++ that put something into what they are given.
const PUTTING: [&str; 2] = ["swap", "exchange"];

/// The members that may hold what others hold: all those of which not every write is seen to be one of new memory.
pub(super) fn put_into(tokens: &[Token], outline: &Outline) -> BTreeSet<Name> {
    // What runs on the device changes no object of the host.
    let of_device = |n: usize| {
        let next = outline.functions.partition_point(|f| f.body.end <= n);
        outline.functions.get(next).is_some_and(|f| f.device && f.head <= n)
    };
    let mut found = BTreeSet::new();
    for (n, token) in tokens.iter().enumerate() {
        let Some(name) = token.name().filter(|name| outline.members.contains(*name)) else {
            continue;
        };
        if !found.contains(name) && !of_device(n) && is_put_into(tokens, outline, n) {
            found.insert(name.clone());
        }
    }
    found
}

fn is_put_into(tokens: &[Token], outline: &Outline, at: usize) -> bool {
    let Some(Kind::Punct(next)) = tokens.get(at + 1).map(|t| &t.kind) else { return false };
    let begin = begin_of_place(tokens, at);
    let before = |back: usize| begin.checked_sub(back).map(|n| &tokens[n]);
    let is_before = |back: usize, marks: &[&str]| {
        before(back).is_some_and(|t| marks.iter().any(|mark| t.is(mark)))
    };
    match *next {
        "=" => !is_new(tokens, at + 2..end_of_value(tokens, at + 2)),
        // `: x(p)`, `T *x{p};`
        "(" | "{" if is_before(1, &[":", ",", "*"]) => {
            !is_new(tokens, at + 2..closing(tokens, at + 1))
        }
        _ if is_before(1, &["&"]) => !is_allocated(tokens, at),
        // `T &y = x;`
        ";" | "," if is_before(1, &["="]) && is_before(3, &["&", "&&"]) => true,
        ")" | "," => is_passed(tokens, outline, at),
        _ => false,
    }
}

/// Where `x`, `p->x` or `a.b.x` begins that ends at a token.
fn begin_of_place(tokens: &[Token], at: usize) -> usize {
    let mut begin = at;
    while let Some(of) = begin.checked_sub(2)
        && (tokens[begin - 1].is(".") || tokens[begin - 1].is("->"))
        && tokens[of].name().is_some()
    {
        begin = of;
    }
    begin
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

/// Whether a value is none, a null pointer, or new memory, as what a conversion makes of it.
fn is_new(tokens: &[Token], value: Range<usize>) -> bool {
    let Range { mut start, mut end } = value;
    loop {
        let Some(value) = tokens.get(start..end.min(tokens.len())) else { return false };
        let [first, rest @ ..] = value else { return true };
        let is_word = |words: &[&str]| words.iter().any(|word| first.is_word(word));
        let zero = matches!(&first.kind, Kind::Number(text) if text.as_str() == "0");
        if rest.is_empty() && (zero || is_word(&["nullptr", "NULL"])) || is_word(&["new"]) {
            return true;
        }
        if is_word(&GIVING) {
            return closing(tokens, start + 1) + 1 == end;
        }
        if is_word(&["static_cast", "reinterpret_cast"]) {
            let Some(open) = past_angles(tokens, start + 1) else { return false };
            (start, end) = (open + 1, closing(tokens, open));
        } else if first.is("(") {
            // `(T *)value`
            start = closing(tokens, start) + 1;
        } else {
            return false;
        }
    }
}

/// Whether the address of a place is given to a function that puts new memory there.
fn is_allocated(tokens: &[Token], at: usize) -> bool {
    function_given(tokens, at)
        .is_some_and(|(name, _)| name.is_some_and(|name| ALLOCATING.contains(&name.as_str())))
}

/// The function that is given what stands at a token, and the `(` of its arguments; no name for one of a template or of a
/// pointer. Nothing for a launch, and for what is no argument.
fn function_given(tokens: &[Token], at: usize) -> Option<(Option<&Name>, usize)> {
    let mut open = at;
    loop {
        open = opening(tokens, open).filter(|n| tokens[*n].is("("))?;
        let before = &tokens[open.checked_sub(1)?];
        match before.name() {
            Some(name) if is_reserved(name.as_str()) => return None,
            Some(name) => return Some((Some(name), open)),
            None if before.is(">>>") => return None,
            None if [">", ")", "]"].iter().any(|mark| before.is(mark)) => {
                return Some((None, open));
            }
            // `(x)`
            None => {}
        }
    }
}

/// Whether a function is given a place that may put something into it: one that takes references, or that is not known.
fn is_passed(tokens: &[Token], outline: &Outline, at: usize) -> bool {
    let Some((name, open)) = function_given(tokens, at) else { return false };
    let Some(name) = name else { return true };
    let of_name = |f: &&super::outline::Piece| tokens[f.name].name() == Some(name);
    let mut own = outline.functions.iter().filter(of_name).peekable();
    if own.peek().is_none() {
        let word = name.as_str();
        return PUTTING.contains(&word) || !is_known_function(word) && !is_of_cuda(word);
    }
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

#[cfg(test)]
mod tests {
    use super::super::outline::outline;
    use super::put_into;
    use crate::lex::lex;
    use semantics::Source;

    /// Whether something is put into `x` by a class with this function, besides functions of the file.
    fn put(function: &str) -> bool {
        let text = format!(
            "void take(float *&a, float *b);
            void take(float *&a, float *b) {{}}
            struct Z {{ float *x, *y; mutable int n; {function} }};"
        );
        let tokens = lex(&Source::new("t.cu", text)).unwrap();
        let names = put_into(&tokens, &outline(&tokens));
        names.iter().any(|name| name.as_str() == "x")
    }

    #[test]
    fn new_memory_is_put_into_a_member_and_nothing_else() {
        for function in [
            "void f() { cudaMalloc(&x, 4); }",
            "void f() { cudaMalloc((void **)&x, 4); }",
            "void f() { cudaMalloc(&this->x, 4); }",
            "void f(Z *z) { cudaMalloc(&z->x, 4); }",
            "void f() { x = nullptr; }",
            "void f() { x = new float[4]; }",
            "void f() { x = (float *)malloc(n * 4); }",
            "void f() { x = static_cast<float *>(malloc(4)); }",
            "Z() : x(nullptr), y(0) {}",
            "void f(float *p) { p = x; }",
            "void f() { cudaFree(x); cudaMemcpy(x, y, 4, kind); }",
            "void f() { k<<<1, 1>>>(x, y); }",
            "void f() { take(y, x); }",
            "void f() { if (x == y) y = x; }",
            "__device__ void f(float *p) { x = p; }",
        ] {
            assert!(!put(function), "{function}");
        }
    }

    #[test]
    fn what_others_hold_is_put_into_a_member() {
        for function in [
            "void f(float *p) { x = p; }",
            "void f(float *p) { this->x = p; }",
            "void f(float *p, Z *z) { z->x = p; }",
            "void f(float *p) { x = n ? p : new float[4]; }",
            "void f(float *p) { x = same(p, malloc(4)); }",
            "void f(float *p) { x = malloc(4) + other(p); }",
            "Z(float *p) : x(p) {}",
            "Z(float *p) : y(p), x{p} {}",
            "void f(float *p) { float **q = &x; *q = p; }",
            "void f(float *p) { set(&x, p); }",
            "void f(float *p, Z *z) { set(&z->x, p); }",
            "void f(float *p) { float *&r = x; r = p; }",
            "void f(float *p, Z &z) { auto &r = z.x; r = p; }",
            "void f(float *p) { take(x, p); }",
            "void f(float *p) { take((x), p); }",
            "void f(float *p) { take(this->x, p); }",
            "void f(float *p) { elsewhere(x, p); }",
            "void f(float *p) { std::exchange(x, p); }",
            "void f(float *p) { std::swap<float *>(x, p); }",
            "void f(float *p) { std::tie(x, y) = of(p); }",
        ] {
            assert!(put(function), "{function}");
        }
    }
}
