//! `__attribute__((shared))`: as compilers spell what CUDA calls `__shared__`. [Clang, Attributes in Clang, CUDA]

use crate::token::{Kind, Token, closing};
use semantics::Name;

/// CUDA's word for an attribute.
fn word_of(attribute: &[Token]) -> Option<&'static str> {
    let [only] = attribute else { return None };
    Some(match only.name()?.as_str().trim_matches('_') {
        "global" => "__global__",
        "device" => "__device__",
        "host" => "__host__",
        "shared" => "__shared__",
        "constant" => "__constant__",
        "managed" => "__managed__",
        _ => return None,
    })
}

/// The tokens with CUDA's words for such attributes.
pub(super) fn in_words(tokens: Vec<Token>) -> Vec<Token> {
    let is_attribute = |t: &Token| t.name().is_some_and(|name| name.as_str() == "__attribute__");
    if !tokens.iter().any(is_attribute) {
        return tokens;
    }
    let mut said = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let opens = |n: usize| tokens.get(at + n).is_some_and(|t| t.is("("));
        if is_attribute(&tokens[at]) && opens(1) && opens(2) {
            let end = closing(&tokens, at + 1);
            let inner = tokens.get(at + 3..closing(&tokens, at + 2)).unwrap_or_default();
            let (words, others): (Vec<&[Token]>, Vec<&[Token]>) =
                inner.split(|t| t.is(",")).partition(|one| word_of(one).is_some());
            let token = |kind: Kind| Token { kind, ..tokens[at].clone() };
            let words = words.into_iter().filter_map(word_of);
            said.extend(words.map(|word| token(Kind::Name(Name::from(word)))));
            // What it says besides stays.
            if !others.is_empty() {
                said.extend(tokens[at..at + 3].iter().cloned());
                for (n, other) in others.into_iter().enumerate() {
                    said.extend((n > 0).then(|| token(Kind::Punct(","))));
                    said.extend(other.iter().cloned());
                }
                said.extend(
                    tokens.get(end.saturating_sub(1)..=end).unwrap_or_default().iter().cloned(),
                );
            }
            at = end + 1;
            continue;
        }
        said.push(tokens[at].clone());
        at += 1;
    }
    said
}
