//! JSON as text, read and written without recursion: a value may nest as deep as memory allows.

use super::Unreadable;
use crate::terminal::is_hidden;
use serde_json::{Map, Value};
use std::borrow::Cow;
use thiserror::Error;

/// A value as JSON text, on one line that is safe on a terminal. Consumes the value, since letting go of a deep one the
/// ordinary way would overflow the stack.
pub fn text(value: Value) -> String {
    let mut out = String::new();
    write(&mut out, value);
    out
}

/// What is not seen as what it is can stand in a string only, where JSON has an escape for it.
fn visible(json: &str) -> Cow<'_, str> {
    if !json.contains(is_hidden) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match is_hidden(c) {
            true => c
                .encode_utf16(&mut [0; 2])
                .iter()
                .for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Lets go of a value of any depth.
pub fn discard(value: Value) {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(items) => rest.extend(items),
            Value::Object(object) => rest.extend(object.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

fn write(out: &mut String, value: Value) {
    enum Work {
        Value(Value),
        Key(String),
        Sign(&'static str),
    }
    let mut work = vec![Work::Value(value)];
    while let Some(next) = work.pop() {
        match next {
            Work::Sign(sign) => out.push_str(sign),
            Work::Key(key) => {
                out.push_str(&visible(&Value::String(key).to_string()));
                out.push_str(": ");
            }
            Work::Value(Value::Array(items)) => {
                out.push('[');
                work.push(Work::Sign("]"));
                let start = work.len();
                for (n, item) in items.into_iter().enumerate() {
                    work.extend((n > 0).then_some(Work::Sign(", ")));
                    work.push(Work::Value(item));
                }
                work[start..].reverse();
            }
            Work::Value(Value::Object(object)) => {
                out.push('{');
                work.push(Work::Sign("}"));
                let start = work.len();
                for (n, (key, item)) in object.into_iter().enumerate() {
                    work.extend((n > 0).then_some(Work::Sign(", ")));
                    work.extend([Work::Key(key), Work::Value(item)]);
                }
                work[start..].reverse();
            }
            Work::Value(leaf) => out.push_str(&visible(&leaf.to_string())),
        }
    }
}

/// Reads a JSON text of any depth.
///
/// # Errors
/// Where it is no JSON, with line and column; and where an object has a key twice.
pub fn value(text: &str) -> Result<Value, Unreadable> {
    let mut reader = Reader { text, at: 0, open: Vec::new() };
    let result = reader.document().map_err(|why| {
        let before = &text.as_bytes()[..reader.at.min(text.len())];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|b| **b != b'\n').count() + 1;
        Unreadable::new(format!("line {line}, column {column}: {why}"))
    });
    // What was read before an error may be deep.
    for open in reader.open {
        match open {
            Open::Array(items) => items.into_iter().for_each(discard),
            Open::Object(object, _) => discard(Value::Object(object)),
        }
    }
    result
}

/// An array or object whose end is not read yet, and the key that its next value goes under.
enum Open {
    Array(Vec<Value>),
    Object(Map<String, Value>, String),
}

/// Why a text is no JSON, where the reader stands.
#[derive(Debug, Error)]
enum Malformed {
    #[error("something follows the end of the JSON value")]
    Longer,
    #[error("the text ends too early")]
    Shorter,
    /// In an array or object that is open.
    #[error("`,` or `{0}` is expected")]
    Separator(char),
    #[error("a JSON value is expected")]
    NoValue(#[source] serde_json::Error),
    #[error("a key in quotes is expected")]
    NoKey,
    #[error("`:` is expected")]
    NoColon,
    #[error("the key {0:?} stands here twice")]
    KeyAgain(String),
    #[error("a string without an end")]
    OpenString,
    #[error(transparent)]
    String(serde_json::Error),
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Value, Malformed> {
        loop {
            let Some(mut value) = self.begin()? else { continue };
            // The value is complete: put it where it belongs, and close what it ends.
            loop {
                match self.open.last_mut() {
                    None => {
                        return match self.peek() {
                            None => Ok(value),
                            Some(_) => {
                                discard(value);
                                Err(Malformed::Longer)
                            }
                        };
                    }
                    Some(Open::Array(items)) => items.push(value),
                    Some(Open::Object(object, key)) => {
                        object.insert(std::mem::take(key), value);
                    }
                }
                let array = matches!(self.open.last(), Some(Open::Array(_)));
                match self.peek() {
                    Some(b',') => {
                        self.at += 1;
                        if !array {
                            self.key()?;
                        }
                        break;
                    }
                    Some(b']') if array => value = self.close(),
                    Some(b'}') if !array => value = self.close(),
                    _ if array => return Err(Malformed::Separator(']')),
                    _ => return Err(Malformed::Separator('}')),
                }
            }
        }
    }

    /// Reads a value without parts, or opens one with parts.
    fn begin(&mut self) -> Result<Option<Value>, Malformed> {
        match self.peek() {
            Some(b'[') => {
                self.at += 1;
                self.open.push(Open::Array(Vec::new()));
                Ok((self.peek() == Some(b']')).then(|| self.close()))
            }
            Some(b'{') => {
                self.at += 1;
                self.open.push(Open::Object(Map::new(), String::new()));
                if self.peek() == Some(b'}') {
                    return Ok(Some(self.close()));
                }
                self.key()?;
                Ok(None)
            }
            Some(b'"') => Ok(Some(Value::String(self.string()?))),
            Some(_) => {
                let rest = &self.text[self.at..];
                let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
                let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
                let value = serde_json::from_str(&rest[..end]).map_err(Malformed::NoValue)?;
                self.at += end;
                Ok(Some(value))
            }
            None => Err(Malformed::Shorter),
        }
    }

    /// Takes the newest open array or object, at its closing bracket.
    fn close(&mut self) -> Value {
        self.at += 1;
        match self.open.pop() {
            Some(Open::Array(items)) => Value::Array(items),
            Some(Open::Object(object, _)) => Value::Object(object),
            None => Value::Null,
        }
    }

    /// Reads `"key":` of the newest open object.
    fn key(&mut self) -> Result<(), Malformed> {
        if self.peek() != Some(b'"') {
            return Err(Malformed::NoKey);
        }
        let name = self.string()?;
        if self.peek() != Some(b':') {
            return Err(Malformed::NoColon);
        }
        self.at += 1;
        if let Some(Open::Object(object, key)) = self.open.last_mut() {
            if object.contains_key(&name) {
                return Err(Malformed::KeyAgain(name));
            }
            *key = name;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<String, Malformed> {
        let rest = &self.text[self.at..];
        let mut escaped = false;
        for (n, byte) in rest.bytes().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    let string = serde_json::from_str(&rest[..=n]).map_err(Malformed::String)?;
                    self.at += n + 1;
                    return Ok(string);
                }
                _ => {}
            }
        }
        Err(Malformed::OpenString)
    }

    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
        let bytes = &self.text.as_bytes()[self.at..];
        self.at += bytes.iter().take_while(|b| blank(b)).count();
        self.text.as_bytes().get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_complaint_asks_for_the_bracket_that_is_open() {
        let complaint =
            |text: &str| value(text).err().map(|e| format!("{e:?}")).unwrap_or_default();
        for (text, closing) in [("[1 2]", ']'), ("{\"a\":1 2}", '}'), ("[{\"a\":[1] 2}]", '}')] {
            let expected = format!("`,` or `{closing}` is expected");
            assert!(complaint(text).contains(&expected), "{text}: {}", complaint(text));
        }
    }

    /// Where `serde_json` reads a text, so does [`value`], and the same; where not, neither.
    #[test]
    fn reads_what_serde_reads() {
        let good = [
            "1",
            "-7",
            "1e3",
            "1.5",
            "true",
            "null",
            "\"a\\\"b\\u00e9\\n\"",
            "[]",
            "{}",
            " [ ] ",
            "[1,[2,[3]],{\"a\":[{}]}]",
            "{\"a\":1,\"b\":{\"c\":[null]}}\n",
        ];
        for text in good {
            assert_eq!(value(text).ok(), serde_json::from_str(text).ok(), "{text}");
        }
        let bad = [
            "",
            "[",
            "]",
            "[1",
            "[1,]",
            "[,1]",
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{\"a\":1,}",
            "{a:1}",
            "1 2",
            "[1]]",
            "[}",
            "{]",
            "[1}",
            "{\"a\":1]",
            "\"",
            "\"\\",
            "tru",
            "01",
            "é",
            "[1 2]",
            "+1",
            "-",
            "{\"a\":1 \"b\":2}",
            "\"\u{1}\"",
        ];
        for text in bad {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
            assert!(value(text).is_err(), "{text}");
        }
        assert!(value("{\"a\":1,\"a\":1}").is_err(), "serde_json takes the last");
    }

    #[test]
    fn writes_what_serde_reads() {
        for v in [json!(null), json!([1, "a\"\n", {}, [], {"b": [true, {"c": 1.5}], "a": -1}])] {
            let written = text(v.clone());
            assert_eq!(serde_json::from_str::<Value>(&written).ok(), Some(v));
        }
    }

    #[test]
    fn nothing_in_a_string_is_hidden() {
        let v = json!({"\u{7f}\u{202e}": "\u{9b}\u{1b}\n\u{e0041}\u{ffff} ü"});
        let written = text(v.clone());
        assert_eq!(written, r#"{"\u007f\u202e": "\u009b\u001b\n\udb40\udc41\uffff ü"}"#);
        assert_eq!(serde_json::from_str::<Value>(&written).ok(), Some(v.clone()));
        assert_eq!(value(&written).ok(), Some(v));
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = 1_000_000;
        let brackets = "[".repeat(deep) + &"]".repeat(deep);
        let read = value(&brackets).expect("brackets match");
        assert_eq!(text(read), brackets);
        assert!(value(&"{\"a\":[".repeat(deep)).is_err());
        assert!(value(&(brackets + "]")).is_err());
    }

    #[test]
    fn deep_objects_are_let_go_of() {
        let deep = 30_000;
        let objects = "{\"a\":".repeat(deep) + "1" + &"}".repeat(deep);
        discard(value(&objects).expect("braces match"));
    }

    #[test]
    fn errors_say_where() {
        let error = value("{\n  \"a\": [1,\n  2;]}").expect_err("`;` is no JSON");
        assert_eq!(error.to_string(), "line 3, column 4: `,` or `]` is expected");
    }
}
