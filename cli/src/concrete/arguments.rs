//! `--args`: what the parameters of a kernel hold.

use crate::file;
use grid::contents::{Contents, Number};
use semantics::terminal::visible;
use serde_json::Value;
use std::io::Read;

/// A file of numbers is not longer, in bytes.
const LONGEST_FILE: u64 = 64 << 20;

/// Reads `NAME=VALUE`.
///
/// # Errors
/// What is wrong with it.
pub fn argument(text: &str) -> Result<(String, Contents), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form NAME=VALUE"))?;
    let contents = contents(value.trim()).map_err(|why| format!("`{}`: {why}", name.trim()))?;
    Ok((name.trim().into(), contents))
}

fn contents(text: &str) -> Result<Contents, String> {
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
fn filled(kind: &str, rest: &str) -> Result<Contents, String> {
    let numbers = rest
        .split(':')
        .map(|n| n.parse().map_err(|_| format!("`{}` is no number of elements", visible(n))))
        .collect::<Result<Vec<u64>, String>>()?;
    Ok(match (kind, numbers.as_slice()) {
        ("zeros", [count]) => Contents::Zeros(*count),
        ("iota", [count]) => Contents::Iota(*count),
        ("unwritten", [count]) => Contents::Unwritten(*count),
        ("random", [count, seed]) => Contents::Random { count: *count, seed: *seed, below: *count },
        ("random", [count, seed, below]) => {
            Contents::Random { count: *count, seed: *seed, below: *below }
        }
        _ => {
            return Err(format!(
                "`{}` fills no array; zeros:8, iota:8, random:8:1 do",
                visible(&format!("{kind}:{rest}"))
            ));
        }
    })
}

fn number(text: &str) -> Result<Number, String> {
    if let Ok(n) = text.parse::<i128>() {
        return Ok(Number::Integer(n));
    }
    let spelt = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    match text.parse::<f64>() {
        Ok(x) if text.chars().all(spelt) => Ok(Number::Real(x)),
        _ => Err(format!("`{}` is no number", visible(text))),
    }
}

fn read(path: &str) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot read `{path}`: {error}");
    let mut text = String::new();
    let file = file::open(path.as_ref()).map_err(unreadable)?;
    file.take(LONGEST_FILE + 1).read_to_string(&mut text).map_err(unreadable)?;
    match text.len() as u64 > LONGEST_FILE {
        true => Err(format!("`{path}` is longer than {LONGEST_FILE} bytes")),
        false => Ok(text),
    }
}

/// A JSON array of numbers; arrays inside of it are read as if their brackets were not there.
fn list(text: &str) -> Result<Contents, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Value::Array(_) = value else { return Err("this is no list of numbers".into()) };
    let mut numbers = Vec::new();
    flatten(&value, &mut numbers)?;
    Ok(Contents::List(numbers))
}

fn flatten(value: &Value, numbers: &mut Vec<Number>) -> Result<(), String> {
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
        other => Err(format!("`{}` is no number", visible(&other.to_string()))),
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
