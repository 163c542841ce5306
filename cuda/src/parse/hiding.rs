//! Up to where the name of a variable means that one, by tokens. [C++17, 6.3]

use super::outline::{Outline, end_of, end_of_block};
use crate::token::{Kind, Token, closing};

/// Past the end of the scope of a variable that is declared here.
pub(super) fn end_of_scope(tokens: &[Token], outline: &Outline, at: usize) -> usize {
    if let Some(function) = outline.of_parameter(tokens, at) {
        return function.body.end;
    }
    if outline.declares(at) {
        return at;
    }
    let Some(open) = opening(tokens, at).filter(|n| tokens[*n].is("(")) else {
        return end_of_block(tokens, at);
    };
    // `for (int i = 0; …) …`, or a parameter of a lambda expression, or of a function that is declared.
    let close = closing(tokens, open);
    let loops = open.checked_sub(1).and_then(|n| tokens[n].name());
    let loops = loops.is_some_and(|word| ["for", "if", "while", "switch"].contains(&word.as_str()));
    match tokens.get(close + 1) {
        Some(next) if next.is("{") => closing(tokens, close + 1),
        Some(_) if loops => end_of(tokens, close + 1),
        _ => close,
    }
}

/// The bracket that is open around a token.
pub(super) fn opening(tokens: &[Token], at: usize) -> Option<usize> {
    let mut open = 0usize;
    (0..at).rev().find(|n| {
        match tokens[*n].kind {
            Kind::Punct(")" | "]" | "}") => open += 1,
            Kind::Punct("(" | "[" | "{") if open == 0 => return true,
            Kind::Punct("(" | "[" | "{") => open -= 1,
            _ => {}
        }
        false
    })
}

/// What stands before a token in its statement.
pub(super) fn statement(tokens: &[Token], at: usize) -> &[Token] {
    let start = tokens[..at].iter().rposition(|t| t.is(";") || t.is("{") || t.is("}"));
    &tokens[start.map_or(0, |n| n + 1)..at]
}
