//! What lays a structure out in another way than its members say.

use super::Parser;
use crate::literal::{self, Literal};
use crate::token::{Kind, Token, closing};
use num_traits::ToPrimitive;

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

/// How strictly a class may be aligned to be laid out here.
const WIDEST: u64 = 256;

/// `alignas(16)` or `__align__(16)`, from its word on: how many bytes.
fn alignment(tokens: &[Token]) -> Option<u64> {
    let [word, open, Token { kind: Kind::Number(text), .. }, close, ..] = tokens else {
        return None;
    };
    let known = word.name().is_some_and(|w| matches!(w.as_str(), "alignas" | "__align__"));
    let Ok(Literal::Int(n, _)) = literal::number(text.as_str()) else { return None };
    let bytes = n.to_u64().filter(|n| n.is_power_of_two() && *n <= WIDEST)?;
    (known && open.is("(") && close.is(")")).then_some(bytes)
}

impl Parser {
    /// How many bytes the class is aligned to at least whose definition begins at this token and ends before the one at
    /// hand: as its head says, or `__align__` right behind it. Nothing where something else aligns or packs it, its members, or what is declared with
    /// it.
    pub(super) fn alignment(&self, begin: usize) -> Option<u64> {
        let start = begin - before(&self.tokens, begin).len();
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let end = self.at + rest.iter().take_while(|token| !is_end(token)).count();
        let head =
            begin + self.tokens[begin..end].iter().take_while(|token| !is_end(token)).count();
        let mut all = 1;
        for n in (start..end).filter(|n| aligns(&self.tokens[*n])) {
            let behind = n == self.at && self.tokens[n].is_word("__align__");
            let of_class = (begin..head).contains(&n) || behind;
            all = all.max(alignment(&self.tokens[n..]).filter(|_| of_class)?);
        }
        Some(all)
    }

    /// Whether an attribute packs the enumeration that begins at the token at hand: before its body or behind it.
    pub(super) fn is_packed(&self) -> bool {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let head = rest.iter().take_while(|token| !is_end(token)).count();
        let behind = match rest.get(head) {
            Some(open) if open.is("{") => closing(rest, head) + 1,
            _ => rest.len(),
        };
        let tail = rest.iter().skip(behind).take_while(|token| !is_end(token));
        rest[..head].iter().chain(tail).any(aligns)
    }
}
