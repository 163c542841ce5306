//! The values of literals. [C++17, 5.13]

use num_bigint::BigInt;
use num_traits::Num;
use semantics::{IntType, Number};
use thiserror::Error;

/// What a number token means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// An integer, and its type.
    Int(Number, IntType),
    /// A floating-point number: its width in bits, and its IEEE bits at this width.
    Float(u8, u64),
}

/// Why a token has no value, as the end of a sentence that begins with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illiterate {
    /// Another spelling.
    #[error("is not a number")]
    NoNumber,
    /// A hexadecimal floating-point number has an exponent.
    #[error("has no exponent")]
    NoExponent,
    /// No type has this suffix.
    #[error("has the unknown suffix `{0}`")]
    Suffix(String),
    /// An integer that no type has.
    #[error("is too large for any integer type")]
    TooLarge,
    /// No quotes.
    #[error("is not a character")]
    NoCharacter,
    /// A character that its type does not have.
    #[error("does not fit its type")]
    Unfit,
    /// None, or several.
    #[error("has more than one character")]
    Several,
    /// What stands behind the backslash.
    #[error("has an unknown escape sequence")]
    Escape,
}

/// A number token without a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` {why}")]
pub struct NoNumber {
    /// The token.
    pub text: String,
    /// Why.
    #[source]
    pub why: Illiterate,
}

/// The value of a number token.
///
/// # Errors
/// What is wrong with its spelling, or that it is too large for every type it may have.
pub fn number(text: &str) -> Result<Literal, NoNumber> {
    let clean = text.replace('\'', "").to_ascii_lowercase();
    let (radix, digits) = match clean.as_bytes() {
        [b'0', b'x', ..] => (16, &clean[2..]),
        [b'0', b'b', ..] => (2, &clean[2..]),
        _ => (10, clean.as_str()),
    };
    let is_float = match radix {
        16 => digits.contains(['.', 'p']),
        2 => false,
        _ => digits.contains(['.', 'e']),
    };
    if is_float { float(digits, radix) } else { integer(digits, radix) }
        .map_err(|why| NoNumber { text: text.into(), why })
}

fn float(digits: &str, radix: u32) -> Result<Literal, Illiterate> {
    let exponent = if radix == 16 { 'p' } else { 'e' };
    let (mantissa, power) = match digits.split_once(exponent) {
        Some((mantissa, power)) => (mantissa, Some(power)),
        None => (digits, None),
    };
    if radix == 16 && power.is_none() {
        return Err(Illiterate::NoExponent);
    }
    let (body, suffix) = {
        let last = power.unwrap_or(mantissa);
        let suffix = last.trim_start_matches(|c: char| {
            c == '.' || c == '+' || c == '-' || c.is_digit(if power.is_some() { 10 } else { radix })
        });
        (&last[..last.len() - suffix.len()], suffix)
    };
    let mantissa = if power.is_some() { mantissa } else { body };
    let well_formed = mantissa.matches('.').count() <= 1
        && mantissa.chars().any(|c| c.is_digit(radix))
        && mantissa.chars().all(|c| c == '.' || c.is_digit(radix));
    let power_well_formed = power.is_none()
        || body.strip_prefix(['+', '-']).unwrap_or(body).chars().all(|c| c.is_ascii_digit())
            && body.ends_with(|c: char| c.is_ascii_digit());
    if !well_formed || !power_well_formed {
        return Err(Illiterate::NoNumber);
    }
    let written = &digits[..digits.len() - suffix.len()];
    match suffix {
        "f" => Ok(Literal::Float(32, real32(written, radix).to_bits().into())),
        "" | "l" => Ok(Literal::Float(64, real64(written, radix).to_bits())),
        _ => Err(Illiterate::Suffix(suffix.into())),
    }
}

/// The value of well-formed digits, rounded once.
fn real32(written: &str, radix: u32) -> f32 {
    if radix == 16 { hexadecimal(written) as f32 } else { written.parse().unwrap_or(f32::NAN) }
}

fn real64(written: &str, radix: u32) -> f64 {
    if radix == 16 { hexadecimal(written) } else { written.parse().unwrap_or(f64::NAN) }
}

/// `1.8p3`: exact where the digits fit a `double`.
fn hexadecimal(written: &str) -> f64 {
    let (mantissa, power) = written.split_once('p').unwrap_or((written, "0"));
    let fraction = mantissa.split_once('.').map_or(0, |(_, after)| after.len());
    let digits = mantissa.chars().filter_map(|c| c.to_digit(16));
    let whole = digits.fold(0.0, |sum, digit| sum * 16.0 + f64::from(digit));
    let power = power.parse::<i32>().unwrap_or(0).saturating_sub(fraction as i32 * 4);
    // In two steps: 2^-1074 alone is not computed.
    whole * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
}

fn integer(digits: &str, radix: u32) -> Result<Literal, Illiterate> {
    let suffix = digits.trim_start_matches(|c: char| c.is_digit(radix));
    let body = &digits[..digits.len() - suffix.len()];
    let (radix, body) = match body.strip_prefix('0') {
        Some(octal) if radix == 10 && !octal.is_empty() => (8, octal),
        _ => (radix, body),
    };
    // 2^64 has 20 decimal digits and 64 binary ones: no need to read a megabyte of them.
    let significant = body.trim_start_matches('0');
    let value = match significant {
        _ if body.is_empty() => return Err(Illiterate::NoNumber),
        "" => BigInt::from(0),
        _ if significant.len() > 64 => return Err(Illiterate::TooLarge),
        _ => BigInt::from_str_radix(significant, radix).map_err(|_| Illiterate::NoNumber)?,
    };
    let unsigned = suffix.contains('u');
    let long = match suffix.replace('u', "").as_str() {
        "" => false,
        "l" | "ll" => true,
        _ => return Err(Illiterate::Suffix(suffix.into())),
    };
    if suffix.matches('u').count() > 1 || suffix == "lul" {
        return Err(Illiterate::Suffix(suffix.into()));
    }
    // C++17, table 7: a decimal literal without `u` is never unsigned.
    let types = [IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG];
    types
        .into_iter()
        .filter(|ty| !(long && ty.bits < 64))
        .filter(|ty| if ty.signed { !unsigned } else { unsigned || radix != 10 })
        .find(|ty| ty.contains(&value))
        .map(|ty| Literal::Int(value, ty))
        .ok_or(Illiterate::TooLarge)
}

/// The value of a character literal, of type `char` (signed), or `int` where it has a prefix.
///
/// # Errors
/// What is wrong with it.
pub fn character(text: &str) -> Result<Literal, Illiterate> {
    let (prefix, rest) = text.split_once('\'').ok_or(Illiterate::NoCharacter)?;
    let body = rest.strip_suffix('\'').ok_or(Illiterate::NoCharacter)?;
    let ty = match prefix {
        "" | "u8" => IntType::signed(8),
        "u" => IntType::unsigned(16),
        "U" => IntType::UINT,
        _ => IntType::INT,
    };
    let value = match body.strip_prefix('\\') {
        None if ty.bits == 8 && !body.is_ascii() => return Err(Illiterate::Unfit),
        None => single(body)? as u32,
        Some(escape) => match escape.as_bytes() {
            [b'n'] => 10,
            [b't'] => 9,
            [b'r'] => 13,
            [b'a'] => 7,
            [b'b'] => 8,
            [b'f'] => 12,
            [b'v'] => 11,
            [b'\'' | b'"' | b'?' | b'\\'] => u32::from(escape.as_bytes()[0]),
            [b'x', ..] => radix(&escape[1..], 16)?,
            [b'0'..=b'7', ..] if escape.len() <= 3 => radix(escape, 8)?,
            _ => return Err(Illiterate::Escape),
        },
    };
    // A `char` may be written as a byte that is past its largest number.
    let range = if ty.bits == 8 { IntType::unsigned(8) } else { ty };
    let value = BigInt::from(value);
    if !range.contains(&value) {
        return Err(Illiterate::Unfit);
    }
    Ok(Literal::Int(ty.convert(&value), ty))
}

/// Whether it is a character literal of several characters, whose value each compiler chooses.
pub fn is_of_several_characters(text: &str) -> bool {
    let Some(body) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) else {
        return false;
    };
    let escape = |after: &str| {
        let digits = |most: usize, radix: u32, from: &str| {
            from.chars().take(most).take_while(|c| c.is_digit(radix)).count()
        };
        match after.strip_prefix('x') {
            Some(hex) => 1 + digits(usize::MAX, 16, hex),
            None => digits(3, 8, after).max(after.chars().next().map_or(0, char::len_utf8)),
        }
    };
    let first = match body.strip_prefix('\\') {
        Some(after) => 1 + escape(after),
        None => body.chars().next().map_or(0, char::len_utf8),
    };
    first > 0 && first < body.len()
}

fn single(body: &str) -> Result<char, Illiterate> {
    let mut chars = body.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Ok(c),
        _ => Err(Illiterate::Several),
    }
}

fn radix(digits: &str, radix: u32) -> Result<u32, Illiterate> {
    if digits.starts_with(['+', '-']) {
        return Err(Illiterate::Escape);
    }
    u32::from_str_radix(digits, radix).map_err(|_| Illiterate::Escape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_base_and_suffix() {
        let int = |text| match number(text) {
            Ok(Literal::Int(n, ty)) => format!("{n}:{ty}"),
            Ok(Literal::Float(32, value)) => {
                format!("f32:{}", f32::from_bits(value as u32))
            }
            Ok(Literal::Float(bits, value)) => format!("f{bits}:{}", f64::from_bits(value)),
            Err(why) => why.to_string(),
        };
        assert_eq!(int("0"), "0:i32");
        assert_eq!(int("2147483647"), "2147483647:i32");
        assert_eq!(int("2147483648"), "2147483648:i64");
        assert_eq!(int("0x80000000"), "2147483648:u32");
        assert_eq!(int("0xffff'ffff'ffff'ffff"), "18446744073709551615:u64");
        assert_eq!(int("010"), "8:i32");
        assert_eq!(int("0b101u"), "5:u32");
        assert_eq!(int("1ull"), "1:u64");
        assert_eq!(int("1LLU"), "1:u64");
        assert_eq!(
            int("9223372036854775808"),
            "`9223372036854775808` is too large for any integer type"
        );
        assert_eq!(int("09"), "`09` is not a number");
        assert_eq!(int("0x"), "`0x` is not a number");
        assert_eq!(int("12ab"), "`12ab` has the unknown suffix `ab`");
        assert_eq!(int("1.0f"), "f32:1");
        assert_eq!(int("1e-3"), "f64:0.001");
        assert_eq!(int(".5F"), "f32:0.5");
        assert_eq!(int("0x1.8p3"), "f64:12");
        assert_eq!(int("1.2.3"), "`1.2.3` is not a number");
        assert_eq!(int("1e"), "`1e` is not a number");
    }

    #[test]
    fn characters_of_which_there_are_several() {
        for text in ["'ab'", r"'\nb'", r"'\x41g'", r"'\0012'", r"'a\''"] {
            assert!(is_of_several_characters(text), "{text}");
        }
        for text in ["'a'", "''", r"'\n'", r"'\''", r"'\x41'", r"'\001'", "L'ab'", r"'\'", "'é'"] {
            assert!(!is_of_several_characters(text), "{text}");
        }
    }

    #[test]
    fn characters() {
        assert_eq!(character("'a'"), Ok(Literal::Int(97.into(), IntType::signed(8))));
        assert_eq!(character(r"'\xff'"), Ok(Literal::Int((-1).into(), IntType::signed(8))));
        assert_eq!(character(r"'\0'"), Ok(Literal::Int(0.into(), IntType::signed(8))));
        assert_eq!(character("'ab'"), Err(Illiterate::Several));
        assert_eq!(character("'é'"), Err(Illiterate::Unfit));
    }
}
