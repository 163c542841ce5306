//! `--args`: what the parameters of a kernel hold.

use crate::file;
use crate::malformed::Malformed;
use grid::contents::{Contents, Number};
use semantics::terminal::visible;
use serde_json::Value;
use std::io::{self, Read};
use thiserror::Error;

/// A file of numbers is not longer, in bytes.
const LONGEST_FILE: u64 = 64 << 20;

/// Why a parameter does not hold what is given.
#[derive(Debug, Error)]
pub enum BadArgument {
    /// Another form.
    #[error(transparent)]
    Form(#[from] Malformed),
    /// No parameter holds the value.
    #[error("`{name}`: {why}")]
    Contents {
        /// The parameter.
        name: String,
        /// Why not.
        #[source]
        why: BadContents,
    },
}

/// Why a value is no contents of a parameter.
#[derive(Debug, Error)]
pub enum BadContents {
    /// No number.
    #[error("`{}` is no number", visible(.0))]
    Number(String),
    /// No number of elements.
    #[error("`{}` is no number of elements", visible(.0))]
    Count(String),
    /// No way to fill an array.
    #[error("`{}` fills no array; zeros:8, iota:8, random:8:1 do", visible(.0))]
    Filling(String),
    /// No list.
    #[error("this is no list of numbers")]
    NoList,
    /// No JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A file that cannot be read.
    #[error("cannot read `{path}`: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why not.
        #[source]
        why: io::Error,
    },
    /// A file that is too long.
    #[error("`{0}` is longer than {LONGEST_FILE} bytes")]
    LongFile(String),
}

/// Reads `NAME=VALUE`.
///
/// # Errors
/// What is wrong with it.
pub fn argument(text: &str) -> Result<(String, Contents), BadArgument> {
    let (name, value) = text.split_once('=').ok_or_else(|| Malformed::form(text, "NAME=VALUE"))?;
    let name = name.trim().to_owned();
    match contents(value.trim()) {
        Ok(contents) => Ok((name, contents)),
        Err(why) => Err(BadArgument::Contents { name, why }),
    }
}

fn contents(text: &str) -> Result<Contents, BadContents> {
    let named =
        ["null", "true", "false"].into_iter().zip([0, 1, 0]).find(|(name, _)| *name == text);
    if let Some((_, n)) = named {
        return Ok(Contents::Scalar(Number::Integer(n)));
    }
    if let Some(path) = text.strip_prefix('@') {
        return list(&read(path)?);
    }
    if text.starts_with('[') {
        return list(text);
    }
    match text.split_once(':') {
        Some((kind, rest)) => filled(kind, rest),
        None => number(text).map(Contents::Scalar),
    }
}

/// `zeros:1024` and the like.
fn filled(kind: &str, rest: &str) -> Result<Contents, BadContents> {
    let numbers = rest
        .split(':')
        .map(|n| n.parse().map_err(|_| BadContents::Count(n.into())))
        .collect::<Result<Vec<u64>, BadContents>>()?;
    Ok(match (kind, numbers.as_slice()) {
        ("zeros", [count]) => Contents::Zeros(*count),
        ("iota", [count]) => Contents::Iota(*count),
        ("unwritten", [count]) => Contents::Unwritten(*count),
        ("random", [count, seed]) => Contents::Random { count: *count, seed: *seed, below: *count },
        ("random", [count, seed, below]) => {
            Contents::Random { count: *count, seed: *seed, below: *below }
        }
        _ => return Err(BadContents::Filling(format!("{kind}:{rest}"))),
    })
}

fn number(text: &str) -> Result<Number, BadContents> {
    if let Ok(n) = text.parse::<i128>() {
        return Ok(Number::Integer(n));
    }
    let spelt = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    match text.parse::<f64>() {
        Ok(x) if text.chars().all(spelt) => Ok(Number::Real(x)),
        _ => Err(BadContents::Number(text.into())),
    }
}

fn read(path: &str) -> Result<String, BadContents> {
    let unreadable = |why: io::Error| BadContents::Unreadable { path: path.into(), why };
    let mut text = String::new();
    let file = file::open(path.as_ref()).map_err(unreadable)?;
    file.take(LONGEST_FILE + 1).read_to_string(&mut text).map_err(unreadable)?;
    match text.len() as u64 > LONGEST_FILE {
        true => Err(BadContents::LongFile(path.into())),
        false => Ok(text),
    }
}

/// A JSON array of numbers; arrays inside of it are read as if their brackets were not there.
fn list(text: &str) -> Result<Contents, BadContents> {
    let value: Value = serde_json::from_str(text)?;
    let Value::Array(_) = value else { return Err(BadContents::NoList) };
    let mut numbers = Vec::new();
    flatten(&value, &mut numbers)?;
    Ok(Contents::List(numbers))
}

fn flatten(value: &Value, numbers: &mut Vec<Number>) -> Result<(), BadContents> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| flatten(value, numbers)),
        Value::Bool(b) => {
            numbers.push(Number::Integer((*b).into()));
            Ok(())
        }
        // Answers have large and special numbers as text.
        Value::String(text) => {
            numbers.push(special(text).map_or_else(|| number(text), Ok)?);
            Ok(())
        }
        Value::Number(n) => {
            let whole = n.as_i64().map(i128::from).or(n.as_u64().map(i128::from));
            let real = || n.as_f64().unwrap_or(f64::NAN);
            numbers.push(whole.map_or_else(|| Number::Real(real()), Number::Integer));
            Ok(())
        }
        other => Err(BadContents::Number(other.to_string())),
    }
}

fn special(text: &str) -> Option<Number> {
    Some(Number::Real(match text {
        "NaN" => f64::NAN,
        "inf" => f64::INFINITY,
        "-inf" => f64::NEG_INFINITY,
        _ => return None,
    }))
}
