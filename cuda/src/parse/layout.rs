//! What lays a structure out in another way than its members say.

use super::Parser;
use crate::token::Token;

/// Words that align or pack.
const ALIGNING: [&str; 8] = [
    "alignas",
    "__align__",
    "aligned",
    "__aligned__",
    "packed",
    "__packed__",
    "__declspec",
    "no_unique_address",
];

fn aligns(token: &Token) -> bool {
    token.name().is_some_and(|word| ALIGNING.contains(&word.as_str()))
}

fn is_end(token: &Token) -> bool {
    token.is(";") || token.is("{") || token.is("}")
}

/// The part of a declaration before a token: since the last one ended.
fn before(tokens: &[Token], at: usize) -> &[Token] {
    let start = tokens[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    &tokens[start..at]
}

/// Whether a `typedef` or an alias aligns a type, of which then members may be. The attributes of a class are
/// its own.
pub(super) fn has_aligned_types(tokens: &[Token]) -> bool {
    let names = |token: &Token| {
        token.name().is_some_and(|word| matches!(word.as_str(), "typedef" | "using"))
    };
    tokens.iter().enumerate().filter(|(_, token)| aligns(token)).any(|(at, _)| {
        let of_class =
            tokens[at..].iter().find(|token| is_end(token)).is_some_and(|end| end.is("{"));
        !of_class && before(tokens, at).iter().any(names)
    })
}

impl Parser {
    /// Whether nothing aligns or packs the class whose definition begins at this token and ends before the
    /// one at hand, nor its members, nor what is declared with it.
    pub(super) fn is_plain(&self, begin: usize) -> bool {
        let start = begin - before(&self.tokens, begin).len();
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let end = self.at + rest.iter().take_while(|token| !is_end(token)).count();
        !self.tokens[start..end].iter().any(aligns)
    }
}
