//! Numbers, threads, phases, traces and stores in JSON, spelt as every command's answer spells
//! them.
//!
//! A trace nests as deep as the run that made it has loop iterations. Nothing here recurses on
//! one, but [`Value`] itself does: write a value that holds a trace with [`text()`], which consumes
//! it, read one with [`value`], and let go of one with [`discard`].

mod text;

use crate::access::{AccessValue, Mode};
use crate::memory::Store;
use crate::name::Name;
use crate::number::Number;
use crate::phase::Phase;
use crate::thread::Thread;
use crate::trace::Trace;
use num_traits::ToPrimitive;
use serde_json::{Map, Value, json};
use std::fmt;
use std::sync::Arc;

pub use text::{discard, text, value};

/// The largest number that is a JSON number; larger ones are strings of their decimal digits.
pub const LARGEST_JSON_NUMBER: i64 = 1 << 53;

/// Why a JSON value is not what was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where in the value, as `phase[0].mode`; empty for the value itself.
    pub path: String,
    /// What is wrong there, in a sentence.
    pub why: String,
}

impl Unreadable {
    /// A complaint about the value itself.
    pub fn new(why: impl Into<String>) -> Self {
        Unreadable { path: String::new(), why: why.into() }
    }

    /// The same complaint, seen from the object that has the value under this key.
    pub fn under(mut self, key: &str) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{key}{joint}{}", self.path);
        self
    }

    /// The same complaint, seen from the array that has the value in this place, from 0.
    pub fn within(self, place: usize) -> Self {
        self.under(&format!("[{place}]"))
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.why),
            path => write!(f, "`{path}`: {}", self.why),
        }
    }
}

impl std::error::Error for Unreadable {}

/// A number: a JSON number up to 2⁵³ either way, a string of its decimal digits beyond.
pub fn number(n: &Number) -> Value {
    match n.to_i64() {
        Some(small) if small.unsigned_abs() <= LARGEST_JSON_NUMBER.unsigned_abs() => small.into(),
        _ => n.to_string().into(),
    }
}

/// A thread: its number, or CUDA's `{"blockIdx": [x, y, z], "threadIdx": [x, y, z]}`.
pub fn thread(i: &Thread) -> Value {
    let numbers = |axes: &[crate::thread::Axis]| -> Value {
        axes.iter().filter_map(|axis| i.axis(*axis)).map(number).collect()
    };
    match i.axes() {
        [only] => i.axis(*only).map_or(Value::Null, number),
        axes => json!({ "blockIdx": numbers(&axes[..3]), "threadIdx": numbers(&axes[3..]) }),
    }
}

/// An access value: `{"thread": 0, "mode": "rd", "array": "A", "index": 16}`.
pub fn access(alpha: &AccessValue) -> Value {
    json!({
        "thread": thread(&alpha.thread),
        "mode": alpha.mode.to_string(),
        "array": alpha.array.as_str(),
        "index": number(&alpha.index),
    })
}

/// A phase: its accesses, sorted.
pub fn phase(p: &Phase) -> Value {
    p.iter().map(access).collect()
}

/// A store: `{"A": {"0": 10, "3": 2}}`; an array without a cell is left out.
pub fn store(m: &Store) -> Value {
    let mut arrays = Map::new();
    for (array, memory) in m.arrays() {
        let cells = memory.iter().map(|(j, k)| (j.to_string(), number(k))).collect();
        arrays.insert(array.to_string(), Value::Object(cells));
    }
    Value::Object(arrays)
}

/// A trace: `"tau"`, `"then"`, `"else"`, `{"iter": ["x", 3]}` or `{"seq": [T, T]}`.
pub fn trace(t: &Trace) -> Value {
    enum Work<'a> {
        Write(&'a Trace),
        Join,
    }
    let mut work = vec![Work::Write(t)];
    let mut written: Vec<Value> = Vec::new();
    while let Some(next) = work.pop() {
        match next {
            Work::Write(Trace::Tau) => written.push("tau".into()),
            Work::Write(Trace::Then) => written.push("then".into()),
            Work::Write(Trace::Else) => written.push("else".into()),
            Work::Write(Trace::Iter(x, l)) => {
                written.push(json!({ "iter": [x.as_str(), number(l)] }));
            }
            Work::Write(Trace::Seq(first, second)) => {
                work.extend([Work::Join, Work::Write(second), Work::Write(first)]);
            }
            Work::Join => {
                let both = written.split_off(written.len().saturating_sub(2));
                // Built by hand: `json!` would copy the parts.
                written.push(Value::Object(Map::from_iter([("seq".into(), Value::Array(both))])));
            }
        }
    }
    written.pop().unwrap_or_default()
}

/// The members of an object that has exactly these keys, in this order.
///
/// # Errors
/// Where the value is no object, or a key is missing, or one is too many.
pub fn members<'a, const N: usize>(
    value: &'a Value,
    keys: [&str; N],
) -> Result<[&'a Value; N], Unreadable> {
    let Value::Object(object) = value else {
        return Err(Unreadable::new(format!(
            "an object with the keys {} is expected",
            list(&keys)
        )));
    };
    if let Some(key) = object.keys().find(|key| !keys.contains(&key.as_str())) {
        return Err(Unreadable::new(format!(
            "the key `{key}` has no meaning here; the keys are {}",
            list(&keys)
        )));
    }
    let mut found = [&Value::Null; N];
    for (place, key) in found.iter_mut().zip(keys) {
        *place = object
            .get(key)
            .ok_or_else(|| Unreadable::new(format!("the key `{key}` is missing")))?;
    }
    Ok(found)
}

/// Reads the value that an object has under a key.
///
/// # Errors
/// Where the key is missing, or `read` fails.
pub fn member<'a, T>(
    object: &'a Value,
    key: &str,
    read: impl FnOnce(&'a Value) -> Result<T, Unreadable>,
) -> Result<T, Unreadable> {
    match object.get(key) {
        Some(value) => read(value).map_err(|e| e.under(key)),
        None => Err(Unreadable::new(format!("the key `{key}` is missing"))),
    }
}

fn list(keys: &[&str]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

/// Reads a string.
///
/// # Errors
/// Where it is something else.
pub fn read_text(value: &Value) -> Result<&str, Unreadable> {
    value.as_str().ok_or_else(|| Unreadable::new("a string is expected"))
}

/// Reads a name: of a variable, parameter or array.
///
/// # Errors
/// Where it is no string, or no name.
pub fn read_name(value: &Value) -> Result<Name, Unreadable> {
    let text = read_text(value)?;
    // A kernel has other names than the languages: of the arrays of a block (`s@0,0,0`), of members and copies (`x.2`),
    // and of arrays that stand for atomics and barriers (`(barrier)`).
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '('));
    let goes_on =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '@' | ',' | '.' | '(' | ')');
    if begins && text.chars().all(goes_on) {
        Ok(Name::from(text))
    } else {
        Err(Unreadable::new(format!("{text:?} is no name")))
    }
}

/// Reads what [`number`] writes; a string of digits is read whatever the number's size.
///
/// # Errors
/// Where it is no whole number, or has more than [`LONGEST_NUMBER`](crate::parser::LONGEST_NUMBER)
/// digits.
pub fn read_number(value: &Value) -> Result<Number, Unreadable> {
    match value {
        Value::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(small), _) => Ok(small.into()),
            (_, Some(large)) => Ok(large.into()),
            _ => Err(Unreadable::new(format!("{n} is no whole number"))),
        },
        Value::String(digits) => read_digits(digits),
        _ => Err(Unreadable::new("a number is expected")),
    }
}

fn read_digits(digits: &str) -> Result<Number, Unreadable> {
    if digits.len() > crate::parser::LONGEST_NUMBER {
        return Err(Unreadable::new("a number of more digits than are read"));
    }
    let bare = digits.strip_prefix('-').unwrap_or(digits);
    match digits.parse() {
        Ok(n) if bare.bytes().all(|b| b.is_ascii_digit()) => Ok(n),
        _ => Err(Unreadable::new(format!("{digits:?} is no whole number"))),
    }
}

/// Reads what [`thread`] writes.
///
/// # Errors
/// Where it is neither a number nor CUDA's six coordinates.
pub fn read_thread(value: &Value) -> Result<Thread, Unreadable> {
    if !value.is_object() {
        return read_number(value).map(Thread::natural);
    }
    let [block, thread] = members(value, ["blockIdx", "threadIdx"])?;
    let read = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([x, y, z]) => Ok([read_number(x)?, read_number(y)?, read_number(z)?]),
        _ => Err(Unreadable::new("three numbers `[x, y, z]` are expected")),
    };
    Ok(Thread::cuda(
        read(block).map_err(|e| e.under("blockIdx"))?,
        read(thread).map_err(|e| e.under("threadIdx"))?,
    ))
}

/// Reads what [`access`] writes.
///
/// # Errors
/// Where a key is missing, unknown, or has no such value.
pub fn read_access(value: &Value) -> Result<AccessValue, Unreadable> {
    let [thread, mode, array, index] = members(value, ["thread", "mode", "array", "index"])?;
    Ok(AccessValue {
        thread: read_thread(thread).map_err(|e| e.under("thread"))?,
        mode: match mode.as_str() {
            Some("rd") => Mode::Rd,
            Some("wr") => Mode::Wr,
            _ => return Err(Unreadable::new("`\"rd\"` or `\"wr\"` is expected").under("mode")),
        },
        array: read_name(array).map_err(|e| e.under("array"))?,
        index: read_number(index).map_err(|e| e.under("index"))?,
    })
}

/// Reads a phase: accesses in any order, none of them twice.
///
/// # Errors
/// Where it is no list of accesses, or not a set.
pub fn read_phase(value: &Value) -> Result<Phase, Unreadable> {
    let accesses = value
        .as_array()
        .ok_or_else(|| Unreadable::new("a list of accesses is expected"))?
        .iter()
        .enumerate()
        .map(|(n, alpha)| read_access(alpha).map_err(|e| e.within(n)))
        .collect::<Result<Vec<_>, _>>()?;
    let listed = accesses.len();
    let phase: Phase = accesses.into_iter().collect();
    if phase.len() == listed {
        Ok(phase)
    } else {
        Err(Unreadable::new("a phase is a set, and one access is listed twice"))
    }
}

/// Reads what [`store`] writes.
///
/// # Errors
/// Where it is no object of objects from indices to numbers.
pub fn read_store(value: &Value) -> Result<Store, Unreadable> {
    let arrays = value
        .as_object()
        .ok_or_else(|| Unreadable::new("an object from arrays to memories is expected"))?;
    let mut store = Store::empty();
    for (name, memory) in arrays {
        let array = read_name(&Value::String(name.clone()))?;
        let cells = memory.as_object().ok_or_else(|| {
            Unreadable::new("an object from indices to contents is expected").under(name)
        })?;
        for (index, content) in cells {
            let j = read_digits(index).map_err(|e| e.under(name))?;
            if j.to_string() != *index {
                return Err(Unreadable::new(format!("{index:?} is no index")).under(name));
            }
            let k = read_number(content).map_err(|e| e.under(index).under(name))?;
            store.set(&array, j, k);
        }
    }
    Ok(store)
}

/// Reads what [`trace`] writes, however deep.
///
/// # Errors
/// Where a part of it is no trace.
pub fn read_trace(value: &Value) -> Result<Trace, Unreadable> {
    enum Work<'a> {
        Read(&'a Value),
        Join,
    }
    let wanted = "`\"tau\"`, `\"then\"`, `\"else\"`, `{\"iter\": [x, l]}` or `{\"seq\": [T, T]}` \
                  is expected";
    let mut work = vec![Work::Read(value)];
    let mut read: Vec<Trace> = Vec::new();
    while let Some(next) = work.pop() {
        let value = match next {
            Work::Read(value) => value,
            Work::Join => {
                if let (Some(second), Some(first)) = (read.pop(), read.pop()) {
                    read.push(Trace::Seq(Arc::new(first), Arc::new(second)));
                }
                continue;
            }
        };
        let pair = |key: &str| match value.as_object() {
            Some(object) if object.len() == 1 => match object.get(key)?.as_array()?.as_slice() {
                [a, b] => Some((a, b)),
                _ => None,
            },
            _ => None,
        };
        match value.as_str() {
            Some("tau") => read.push(Trace::Tau),
            Some("then") => read.push(Trace::Then),
            Some("else") => read.push(Trace::Else),
            Some(_) => return Err(Unreadable::new(wanted)),
            None => match (pair("iter"), pair("seq")) {
                (Some((x, l)), _) => {
                    let x = read_name(x).map_err(|e| e.under("iter"))?;
                    read.push(Trace::Iter(x, read_number(l).map_err(|e| e.under("iter"))?));
                }
                (_, Some((first, second))) => {
                    work.extend([Work::Join, Work::Read(second), Work::Read(first)]);
                }
                _ => return Err(Unreadable::new(wanted)),
            },
        }
    }
    read.pop().ok_or_else(|| Unreadable::new(wanted))
}
