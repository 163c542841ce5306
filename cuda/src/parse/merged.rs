//! Which types the file has several of that expressions do not tell apart.

use crate::syntax::Merged;
use crate::token::{Kind, Token, closing};
use semantics::Name;
use std::collections::HashSet;

/// Names that are `long long` without those words, and that no text of `prelude/` declares.
const LONG_LONG: [&str; 4] = ["__int64", "LLONG_MAX", "LLONG_MIN", "ULLONG_MAX"];

impl Merged {
    /// What these tokens have, wherever they stand, and what they call or name of the toolkit.
    pub(super) fn of(tokens: &[Token], toolkit: &[Token]) -> Merged {
        let mut merged = Merged::written(tokens);
        let named = tokens.iter().filter_map(Token::name).collect();
        for ty in given_by(toolkit, &named) {
            let Merged { long_long, signed_char, .. } = Merged::written(ty);
            merged.long_long |= long_long;
            merged.signed_char |= signed_char;
        }
        merged
    }

    /// What these tokens have.
    fn written(tokens: &[Token]) -> Merged {
        let mut merged = Merged::default();
        // How many `long`s, and whether `signed`, since the last word that is no type's.
        let (mut longs, mut signed, mut char) = (0, false, false);
        let (mut bfloat16, mut half) = (false, false);
        for (n, token) in tokens.iter().enumerate() {
            merged.constant |= is_constant_path(&tokens[n..]);
            merged.std |= is_use_of_std(&tokens[n..]);
            let word = match &token.kind {
                Kind::Number(text) => {
                    let text = text.as_str().to_ascii_lowercase();
                    merged.long_long |= text.contains("ll");
                    ""
                }
                Kind::Char(text) => {
                    merged.characters |= !text.as_str().starts_with('\'');
                    ""
                }
                _ => token.name().map_or("", Name::as_str),
            };
            match word {
                "long" => longs += 1,
                "signed" | "__signed__" => signed = true,
                "char" => char = true,
                "int" | "unsigned" | "const" | "volatile" => {}
                _ => (longs, signed, char) = (0, false, false),
            }
            merged.long_long |= longs > 1 || LONG_LONG.contains(&word) || word.contains("longlong");
            let bytes = word.starts_with("int") && word.ends_with("8_t");
            let lanes = word.trim_start_matches("make_");
            let lanes = lanes.starts_with("char") && super::is_vector(lanes);
            merged.signed_char |= signed && char || bytes || lanes;
            merged.characters |= matches!(word, "wchar_t" | "char16_t" | "char32_t");
            bfloat16 |= word.contains("bfloat16");
            half |= word.contains("half") || word.contains("fp16") || word == "_Float16";
            merged.enumerations |= word == "enum";
        }
        merged.bfloat16 = bfloat16 && half;
        merged.only_bfloat16 = bfloat16 && !half;
        merged
    }
}

/// What these declarations of the toolkit say of the types of what is named: what its functions return, and what its
/// types stand for. Who has a pointer to `long long` has written that somewhere: a function that takes one says no more, and
/// neither do the members of what is specialized for it.
fn given_by<'t>(toolkit: &'t [Token], named: &HashSet<&Name>) -> Vec<&'t [Token]> {
    let is_named = |n: usize| toolkit[n].name().is_some_and(|name| named.contains(name));
    let mut all = Vec::new();
    let mut begin = 0;
    let mut behind = 0;
    for (n, token) in toolkit.iter().enumerate() {
        if n == begin && is_specialization(&toolkit[n..]) {
            let head = toolkit[n..].iter().position(|t| t.is("{") || t.is(";"));
            behind = match head.map(|head| n + head) {
                Some(end) if toolkit[end].is(";") => end,
                Some(body) => closing(toolkit, body),
                None => toolkit.len(),
            };
        }
        if n < behind {
            continue;
        }
        match toolkit.get(n + 1) {
            Some(next) if next.is("(") && is_named(n) => {
                let given = &toolkit[n + 1..closing(toolkit, n + 1)];
                let points = given.iter().any(|t| t.is("*") || t.is("&"));
                if !(points && Merged::written(given).long_long) {
                    all.push(&toolkit[begin..n]);
                }
            }
            Some(next) if next.is("=") && is_named(n) && toolkit[begin].is_word("using") => {
                let rest = &toolkit[n..];
                let end = rest.iter().position(|t| t.is(";")).unwrap_or(rest.len());
                all.push(&rest[..end]);
            }
            _ => {}
        }
        if [";", "{", "}"].iter().any(|end| token.is(end)) {
            begin = n + 1;
        }
    }
    all
}

/// Whether `template <>` begins here.
fn is_specialization(tokens: &[Token]) -> bool {
    matches!(tokens, [first, open, close, ..] if first.is_word("template") && open.is("<") && close.is(">"))
}

/// Whether a reference to what is `const` begins here, or a member function that leaves its object as
/// it is ends.
fn is_constant_path(tokens: &[Token]) -> bool {
    let is = |n: usize, word: &str| {
        tokens.get(n).and_then(Token::name).is_some_and(|name| name.as_str() == word)
    };
    let ends = |t: &&Token| ![",", "(", ")", ";", "*", "="].iter().any(|end| t.is(end));
    let refers = |t: &Token| t.is("&") || t.is("&&");
    tokens[0].is(")") && is(1, "const")
        || is(0, "const") && tokens.iter().skip(1).take(12).take_while(ends).any(refers)
}

/// Whether `using std::max;` or `using namespace std;` begins here.
fn is_use_of_std(tokens: &[Token]) -> bool {
    let std = tokens.iter().skip(1).take(3).take_while(|t| !t.is(";"));
    tokens[0].name().is_some_and(|name| name.as_str() == "using") && { std }
        .any(|t| t.name().is_some_and(|name| name.as_str() == "std"))
}
