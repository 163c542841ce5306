//! How the answer of a detector is read: rules in order, the first that fits says what it said.

use crate::child::{End, Ran};
use regex::Regex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// What a detector says of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// There is no race.
    RaceFree,
    /// There is one.
    Racy,
    /// There is one, and it claims that this is no false alarm.
    TrueAlarm,
    /// There may be one.
    Potential,
    /// It does not handle the kernel, and says so.
    Unsupported,
    /// It came to no answer in its time.
    Timeout,
    /// It ended without an answer that its description reads.
    Crash,
    /// It was not asked: it could not be started.
    NotStarted,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Said::RaceFree => "race free",
            Said::Racy => "racy",
            Said::TrueAlarm => "racy, a true alarm",
            Said::Potential => "potentially racy",
            Said::Unsupported => "unsupported",
            Said::Timeout => "no answer in time",
            Said::Crash => "no answer",
            Said::NotStarted => "nothing: it was not started",
        })
    }
}

/// A rule as it is written. It fits where all of its conditions hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Written {
    says: Says,
    exit: Option<Vec<i32>>,
    stdout: Option<String>,
    stderr: Option<String>,
    json: Option<BTreeMap<String, Value>>,
}

/// What a rule may say. A timeout is the detector's own, before ours.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Says {
    RaceFree,
    Racy,
    TrueAlarm,
    Potential,
    Unsupported,
    Timeout,
    Crash,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    says: Said,
    exit: Option<Vec<i32>>,
    stdout: Option<Regex>,
    stderr: Option<Regex>,
    json: Vec<(Vec<String>, Value)>,
}

/// Why what is written is no rule.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BadRule {
    /// It is no regular expression.
    #[error(transparent)]
    Regex(#[from] regex::Error),
    /// It is no JSON pointer. [RFC 6901]
    #[error("`{0}` is no JSON pointer: it begins with `/`")]
    Pointer(String),
}

impl Rule {
    pub(crate) fn new(written: Written) -> Result<Rule, BadRule> {
        let regex = |text: Option<String>| text.map(|text| Regex::new(&text)).transpose();
        let pointer = |text: &str| match text.strip_prefix('/') {
            Some(path) => Ok(path.split('/').map(unescaped).collect()),
            None if text.is_empty() => Ok(Vec::new()),
            None => Err(BadRule::Pointer(text.into())),
        };
        let json = written.json.unwrap_or_default();
        Ok(Rule {
            says: match written.says {
                Says::RaceFree => Said::RaceFree,
                Says::Racy => Said::Racy,
                Says::TrueAlarm => Said::TrueAlarm,
                Says::Potential => Said::Potential,
                Says::Unsupported => Said::Unsupported,
                Says::Timeout => Said::Timeout,
                Says::Crash => Said::Crash,
            },
            exit: written.exit,
            stdout: regex(written.stdout)?,
            stderr: regex(written.stderr)?,
            json: json
                .into_iter()
                .map(|(text, value)| Ok((pointer(&text)?, value)))
                .collect::<Result<_, BadRule>>()?,
        })
    }

    fn fits(&self, code: i32, out: &str, err: &str, json: Option<&Value>) -> bool {
        let found = |regex: &Option<Regex>, text| regex.as_ref().is_none_or(|r| r.is_match(text));
        self.exit.as_ref().is_none_or(|codes| codes.contains(&code))
            && found(&self.stdout, out)
            && found(&self.stderr, err)
            && self.json.iter().all(|(path, value)| json.is_some_and(|json| at(json, path, value)))
    }
}

/// `~1` is `/` and `~0` is `~`. [RFC 6901]
fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// Whether the value stands at the path; `*` is any member.
fn at(json: &Value, path: &[String], value: &Value) -> bool {
    let Some((first, rest)) = path.split_first() else { return json == value };
    match (json, first.as_str()) {
        (Value::Array(all), "*") => all.iter().any(|json| at(json, rest, value)),
        (Value::Object(all), "*") => all.values().any(|json| at(json, rest, value)),
        (Value::Array(all), n) => {
            n.parse::<usize>().ok().and_then(|n| all.get(n)).is_some_and(|j| at(j, rest, value))
        }
        (Value::Object(all), key) => all.get(key).is_some_and(|json| at(json, rest, value)),
        _ => false,
    }
}

/// What the rules make of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// What it said.
    pub said: Said,
    /// Why there is no answer, where there is none.
    pub why: String,
    /// The rule that fits, from 0.
    pub rule: Option<usize>,
}

/// What the rules make of a run: the first that fits says it.
pub fn read(rules: &[Rule], ran: &Ran) -> Read {
    let none = |said, why| Read { said, why, rule: None };
    let code = match &ran.end {
        End::Exited(code) => *code,
        End::TimedOut => return none(Said::Timeout, ran.end.to_string()),
        End::NotStarted(_) => return none(Said::NotStarted, ran.end.to_string()),
        end => return none(Said::Crash, end.to_string()),
    };
    let json = semantics::json::value(&ran.out).ok();
    let fits = |rule: &Rule| rule.fits(code, &ran.out, &ran.err, json.as_ref());
    let rule = rules.iter().position(fits);
    let said = rule.and_then(|n| rules.get(n)).map(|rule| rule.says);
    if let Some(json) = json {
        semantics::json::discard(json);
    }
    let (said, why) = match said {
        Some(Said::Crash) => (Said::Crash, format!("{}; a rule calls that a crash", ran.end)),
        Some(said) => (said, String::new()),
        None => (Said::Crash, format!("{}; no rule reads its answer", ran.end)),
    };
    Read { said, why, rule }
}
