//! The bodies of functions that only the host runs, before anybody reads them as C++. No kernel can call such a
//! function [CUDA C++ Programming Guide, 7.1.3], so that none hangs on what stands there.

use crate::declared::{OPERATOR, after_template};
use crate::token::{Token, closing};
use semantics::Name;
use std::collections::HashSet;

/// The names of functions that are said to run on the device, or while the compiler does.
pub(crate) fn of_device(tokens: &[Token]) -> HashSet<Name> {
    let heads = tokens.split(|t| ["{", "}", ";"].iter().any(|end| t.is(end)));
    heads.filter(|head| has_mark(head)).filter_map(function_name).collect()
}

/// An item without the bodies of functions that only the host runs: the parts that are left. `of_device`: the names of
/// functions that another declaration may say to run on the device.
pub(crate) fn without_bodies<'t>(item: &'t [Token], of_device: &HashSet<Name>) -> Vec<&'t [Token]> {
    let mut parts = Vec::new();
    let (mut begin, mut head, mut at) = (0, 0, 0);
    let mut brackets = 0usize;
    while let Some(token) = item.get(at) {
        match token.kind.text() {
            "(" | "[" => brackets += 1,
            ")" | "]" => brackets = brackets.saturating_sub(1),
            ";" | "}" if brackets == 0 => head = at + 1,
            "{" if brackets == 0 => match function_name(&item[head..at]) {
                // A class, or an initializer: what stands in it is looked at.
                None => head = at + 1,
                Some(name) => {
                    let close = closing(item, at);
                    if !has_mark(&item[head..at]) && !of_device.contains(&name) {
                        parts.push(&item[begin..=at]);
                        begin = close;
                    }
                    at = close;
                    // `S() : a{1}, b{2} {}` is one declaration.
                    let goes_on = item.get(at + 1).is_some_and(|t| t.is("{") || t.is(","));
                    head = if goes_on { head } else { at + 1 };
                }
            },
            _ => {}
        }
        at += 1;
    }
    parts.push(item.get(begin..).unwrap_or(&[]));
    parts
}

/// The name of the function that a declaration begins; `None` where it begins none, or may begin something else, too.
fn function_name(head: &[Token]) -> Option<Name> {
    let head = after_template(head);
    let open = head.iter().position(|t| t.is("("))?;
    let mut brackets = 0usize;
    let is_outside = |t: &&Token| {
        brackets += usize::from(t.is("("));
        brackets -= usize::from(t.is(")")).min(brackets);
        brackets == 0
    };
    let outside: Vec<&Token> = head.iter().filter(is_outside).collect();
    let words = ["struct", "class", "union", "enum", "namespace", "typedef", "using", "extern"];
    let is_other = |t: &&Token| words.iter().any(|word| t.is_word(word));
    if outside.iter().any(is_other) {
        return None;
    }
    if let Some(at) = head.iter().position(|t| t.is_word(OPERATOR)) {
        let which = head.get(at + 1).map_or("", |t| t.kind.text());
        return Some(Name::from(format!("{OPERATOR}{which}")));
    }
    let initializes = outside.iter().any(|t| t.is("="));
    head.get(open.checked_sub(1)?)?.name().filter(|_| !initializes).cloned()
}

/// Whether a declaration may say that a function runs elsewhere than on the host alone, or that its type hangs on its
/// body.
fn has_mark(head: &[Token]) -> bool {
    let words = ["__device__", "__global__", "constexpr", "consteval", "auto", "decltype"];
    let attributes = ["__attribute__", "__declspec", "_Pragma"];
    let is_mark = |t: &Token| words.iter().chain(&attributes).any(|word| t.is_word(word));
    head.iter().any(|t| is_mark(t) || t.is("[") || t.is("->") || t.is("#"))
}
