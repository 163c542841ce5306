//! Names of cooperative groups, of CUB, of matrices of a warp, of `<limits>`, and of PyTorch. However a source spells them,
//! with another name of the namespace or without it, they are one name here.

use crate::path::Path;
use crate::token::{Kind, Token, join};
use semantics::Name;
use std::collections::HashSet;

/// The namespace of cooperative groups.
pub(super) const GROUPS: &str = "cooperative_groups";
/// That of CUB.
pub(super) const CUB: &str = "cub";
/// That of matrices of a warp, and the one that it is in.
pub(super) const WMMA: &str = "wmma";
const OUTSIDE_OF_WMMA: &str = "nvcuda";
/// That of the C++ library.
pub(super) const STD: &str = "std";
/// That of libcu++.
pub(super) const CUDA: &str = "cuda";
/// That of PyTorch's tensors.
pub(super) const AT: &str = "at";
/// The one that has all names of it, too.
const TORCH: &str = "torch";

/// Writes out the names of the namespaces.
pub(super) fn spell_out(tokens: &mut Vec<Token>, declares: &dyn Fn(&str) -> bool) {
    let is = |n: usize, text: &str| tokens.get(n).is_some_and(|t| t.kind.text() == text);
    let opens = |name: &str| {
        (0..tokens.len()).any(|n| is(n, "namespace") && is(n + 1, name) && is(n + 2, "{"))
    };
    let is_other = |n: &usize| {
        let mut of = (n + 3..tokens.len()).take_while(|n| !is(*n, ";"));
        is(*n, "namespace") && is(n + 1, "cg") && is(n + 2, "=") && !of.any(|n| is(n, GROUPS))
    };
    let others = opens("cg") || (0..tokens.len()).any(|n| is_other(&n));
    // A header that is not at hand may have the usual name for it.
    let usual = !others && (0..tokens.len()).any(|n| is(n, "cg") && is(n + 1, "::"));
    let matrices = (0..tokens.len()).any(|n| is(n, OUTSIDE_OF_WMMA)) && !opens(WMMA);
    // A source that has such a namespace itself means that.
    let own = opens(CUB);
    let own_groups = opens(GROUPS);
    let own_cuda = opens(CUDA);
    let own_tensors = opens(AT) || opens(TORCH);
    let own_limits = (0..tokens.len()).any(|n| {
        let begins = ["{", ":", ";"].iter().any(|p| is(n + 2, p));
        (is(n, "struct") || is(n, "class")) && is(n + 1, "numeric_limits") && begins
    });
    if !own_groups {
        spell_out_of(tokens, GROUPS, GROUPS, usual.then_some("cg"), declares);
    }
    if !own {
        spell_out_of(tokens, CUB, CUB, None, declares);
    }
    if !own_cuda {
        shorten_cuda_std(tokens, declares);
        spell_out_of(tokens, CUDA, CUDA, None, declares);
    }
    if !own_limits {
        spell_out_of(tokens, STD, STD, None, declares);
    }
    if !own_tensors {
        spell_out_of(tokens, AT, AT, None, declares);
        spell_out_of(tokens, TORCH, AT, None, declares);
    }
    if matrices {
        leave_out(tokens, OUTSIDE_OF_WMMA, WMMA);
        spell_out_of(tokens, WMMA, WMMA, None, declares);
    }
}

/// Writes `outer::inner` as `inner`.
fn leave_out(tokens: &mut Vec<Token>, outer: &str, inner: &str) {
    let is = |n: usize, text: &str| tokens.get(n).is_some_and(|t| t.kind.text() == text);
    let mut kept = vec![true; tokens.len()];
    for n in (0..tokens.len()).filter(|n| is(*n, outer) && is(n + 1, "::") && is(n + 2, inner)) {
        // `::outer::inner`, but not `a::outer::inner`.
        let absolute = n > 0 && is(n - 1, "::");
        if absolute && n > 1 && tokens[n - 2].name().is_some() {
            continue;
        }
        kept[n - usize::from(absolute)..n + 2].fill(false);
    }
    keep(tokens, kept);
}

/// Leaves out the tokens that are not to be kept.
fn keep(tokens: &mut Vec<Token>, kept: Vec<bool>) {
    let mut kept = kept.into_iter();
    tokens.retain(|_| kept.next().unwrap_or(true));
}

/// Writes `cuda::std::name` as `cuda::name`, where that is declared, and else as `std::name`.
fn shorten_cuda_std(tokens: &mut Vec<Token>, declares: &dyn Fn(&str) -> bool) {
    let mut kept = vec![true; tokens.len()];
    for (n, four) in tokens.windows(4).enumerate() {
        if four[0].kind.text() != CUDA || !four[1].is("::") || four[2].kind.text() != STD {
            continue;
        }
        let name = tokens.get(n + 4).filter(|_| four[3].is("::"));
        let is_of_cuda = name.is_some_and(|name| full(name, CUDA, declares).is_some());
        let from = if is_of_cuda { n + 2 } else { n };
        kept[from..from + 2].fill(false);
    }
    keep(tokens, kept);
}

/// Writes out the names of a namespace, which may have another name, as those of the one that they are declared in.
fn spell_out_of(
    tokens: &mut Vec<Token>,
    namespace: &str,
    declared_in: &str,
    other: Option<&str>,
    declares: &dyn Fn(&str) -> bool,
) {
    let is = |n: usize, text: &str| tokens.get(n).is_some_and(|t| t.kind.text() == text);
    let mut aliases = HashSet::from([Name::from(namespace)]);
    aliases.extend(other.map(Name::from));
    let (mut found, mut everywhere) = (other.is_some(), false);
    for (n, token) in tokens.iter().enumerate() {
        if token.name().map(Name::as_str) != Some(namespace) {
            continue;
        }
        found = true;
        if n >= 3 && is(n - 1, "=") && is(n - 3, "namespace") {
            aliases.extend(tokens[n - 2].name().cloned());
        }
        everywhere |= n >= 2 && is(n - 1, "namespace") && is(n - 2, "using") && is(n + 1, ";");
    }
    if !found {
        return;
    }
    // `using namespace::name;`
    let brought: HashSet<Name> = tokens
        .windows(5)
        .filter(|five| five[0].kind.text() == "using" && five[2].is("::") && five[4].is(";"))
        .filter(|five| five[1].name().is_some_and(|of| aliases.contains(of)))
        .filter_map(|five| five[3].name().cloned())
        .collect();
    let any = everywhere || !brought.is_empty();
    let own = if any { declared(tokens) } else { HashSet::new() };
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = std::mem::take(tokens).into_iter().peekable();
    while let Some(token) = rest.next() {
        let Some(name) = token.name() else {
            out.push(token);
            continue;
        };
        let after = out.last().map_or("", |before| before.kind.text());
        if aliases.contains(name) && after != "::" && rest.peek().is_some_and(|t| t.is("::")) {
            let colons = rest.next();
            let full = rest.peek().and_then(|t| full(t, declared_in, declares));
            match (full, colons) {
                (Some(full), _) => {
                    let last = rest.next().map_or_else(|| token.span.clone(), |t| t.span);
                    let span = join(&token.span, &last);
                    out.push(Token { kind: Kind::Name(full), span, ..token });
                }
                (None, colons) => out.extend(std::iter::once(token).chain(colons)),
            }
            continue;
        }
        let plain = (everywhere || brought.contains(name))
            && !own.contains(name)
            && !matches!(after, "." | "->" | "::" | "namespace");
        match full(&token, declared_in, declares).filter(|_| plain) {
            Some(full) => out.push(Token { kind: Kind::Name(full), ..token }),
            None => out.push(token),
        }
    }
    *tokens = out;
}

/// A name of the namespace, written out.
fn full(token: &Token, namespace: &str, declares: &dyn Fn(&str) -> bool) -> Option<Name> {
    let full = Name::from(namespace).member(token.name()?.as_str());
    declares(full.as_str()).then_some(full)
}

/// What stands after what may be a type, and so may be declared there.
fn declared(tokens: &[Token]) -> HashSet<Name> {
    let mut own = HashSet::new();
    for three in tokens.windows(3) {
        let typed = match three[0].name().map(Name::as_str) {
            Some(word) => !matches!(word, "return" | "else" | "do" | "case" | "const"),
            None => [">", "*", "&"].iter().any(|p| three[0].is(p)),
        };
        if typed && ["(", "=", ";", ",", ")", "[", "{"].iter().any(|p| three[2].is(p)) {
            own.extend(three[1].name().cloned());
        }
    }
    own
}

/// Writes out the names of the namespace in a text that stands inside of it. A member function may have the name of a
/// function: in a class, what stands after a type is a member.
pub(super) fn spell_out_inside(tokens: &mut [Token], namespace: &str, names: &HashSet<&str>) {
    let mut depth = 0usize;
    for n in 0..tokens.len() {
        depth = match &tokens[n].kind {
            Kind::Punct("{") => depth + 1,
            Kind::Punct("}") => depth.saturating_sub(1),
            _ => depth,
        };
        let before = n.checked_sub(1).map_or("", |n| tokens[n].kind.text());
        let typed = n > 0 && (tokens[n - 1].name().is_some() || before == ">");
        let member = depth > 0 && typed && !matches!(before, "return" | "const" | "typename");
        if let Some(name) = tokens[n].name()
            && names.contains(name.as_str())
            && !member
            && !matches!(before, "." | "->")
        {
            tokens[n].kind = Kind::Name(Name::from(namespace).member(name.as_str()));
        }
    }
}
