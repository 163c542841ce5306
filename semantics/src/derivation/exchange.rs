//! Derivations as JSON.
//!
//! ```text
//! {"calculus": "maps",
//!  "steps": [
//!   {"step": 1, "rule": "E", "conclusion": {…}, "premises": []},
//!   {"step": 2, "rule": "P-ACC", "conclusion": {…}, "premises": [1]},
//!   …]}
//! ```
//!
//! A flat list of steps, each after its premises, which it names by number; the last step is what
//! is derived, and so is every other that no step rests on. So nothing nests but a trace, a shared subtree is written once, and a step can be
//! pointed at. What a conclusion holds is the calculus's to say; programs, expressions and
//! conditions are strings in the concrete syntax, and the rest is spelt as in every answer
//! ([`crate::json`]). Parameters are numbers by then, so there is no header.

use super::{Derivation, LARGEST_TEXT, Step, TooLarge};
use crate::expression::{Cond, Expr};
use crate::json::{self, Unreadable, member, members, read_text};
use crate::number::Number;
use crate::parser;
use crate::printer::{self, Spelling};
use crate::source::{Diagnostic, Source};
use crate::syntax::Syntax;
use crate::thread::Thread;
use serde_json::{Value, json};
use std::sync::Arc;

/// A judgment that derivations are exchanged of.
pub trait Exchanged: Sized {
    /// The calculus, as the document names it: `maps`, `jaminan`, `babycuda`.
    const CALCULUS: &'static str;

    /// The judgment as an object.
    fn to_json(&self) -> Value;

    /// Reads what [`Exchanged::to_json`] writes.
    ///
    /// # Errors
    /// Where in the value, and what is wrong there.
    fn from_json(value: &Value) -> Result<Self, Unreadable>;
}

/// A derivation as it is exchanged: a list of steps that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<J> {
    rules: Vec<(String, J, Vec<usize>)>,
}

/// The derivation as a JSON document.
///
/// # Errors
/// More text than [`LARGEST_TEXT`].
pub fn write<J: Exchanged>(d: &Derivation<J>) -> Result<String, TooLarge> {
    write_all(&[d])
}

/// Several derivations as one document: each ends in a step that no other rests on.
///
/// # Errors
/// More text than [`LARGEST_TEXT`].
pub fn write_all<J: Exchanged>(derivations: &[&Derivation<J>]) -> Result<String, TooLarge> {
    let mut out = format!("{{\"calculus\": \"{}\",\n \"steps\": [", J::CALCULUS);
    let mut all = Vec::new();
    for d in derivations {
        let before = all.len();
        all.extend(d.steps().into_iter().map(|mut step| {
            step.premises.iter_mut().for_each(|premise| *premise += before);
            step
        }));
    }
    for (n, step) in all.into_iter().enumerate() {
        out.push_str(if n == 0 { "\n  " } else { ",\n  " });
        let premises: Vec<usize> = step.premises.iter().map(|premise| premise + 1).collect();
        let mut object = serde_json::Map::new();
        object.insert("step".into(), json!(n + 1));
        object.insert("rule".into(), json!(step.rule));
        object.insert("conclusion".into(), step.conclusion.to_json());
        object.insert("premises".into(), json!(premises));
        out.push_str(&json::text(Value::Object(object)));
        if out.len() > LARGEST_TEXT {
            return Err(TooLarge);
        }
    }
    out.push_str("]}\n");
    Ok(out)
}

/// The calculus that a document names.
///
/// # Errors
/// Where the document is no derivation.
pub fn calculus(document: &Value) -> Result<&str, Unreadable> {
    let [calculus, _] = members(document, ["calculus", "steps"])?;
    read_text(calculus).map_err(|e| e.under("calculus"))
}

/// Reads a document of this calculus.
///
/// # Errors
/// Where it has another form than [`write()`] gives it. What a step says may still be wrong: see
/// [`check`](super::check::check).
pub fn read<J: Exchanged>(document: &Value) -> Result<Listing<J>, Unreadable> {
    let [calculus, steps] = members(document, ["calculus", "steps"])?;
    if calculus != J::CALCULUS {
        let why = format!("a derivation of {:?} is expected", J::CALCULUS);
        return Err(Unreadable::new(why).under("calculus"));
    }
    let steps = match steps.as_array() {
        Some(steps) if !steps.is_empty() => steps,
        _ => return Err(Unreadable::new("a list of steps is expected").under("steps")),
    };
    let step = |(n, value)| read_step(n, value).map_err(|e: Unreadable| e.within(n).under("steps"));
    Ok(Listing { rules: steps.iter().enumerate().map(step).collect::<Result<_, _>>()? })
}

fn read_step<J: Exchanged>(n: usize, value: &Value) -> Result<(String, J, Vec<usize>), Unreadable> {
    let [number, rule, conclusion, premises] =
        members(value, ["step", "rule", "conclusion", "premises"])?;
    if number.as_u64() != Some(n as u64 + 1) {
        let why = format!("steps are numbered from 1, so this one is step {}", n + 1);
        return Err(Unreadable::new(why).under("step"));
    }
    let premise = |value: &Value| match value.as_u64().and_then(|p| usize::try_from(p).ok()) {
        Some(p) if p > 0 && p <= n => Ok(p - 1),
        _ => Err(Unreadable::new(format!(
            "a premise is the number of a step before this one, step {}",
            n + 1
        ))
        .under("premises")),
    };
    let wanted = || Unreadable::new("a list of steps' numbers is expected").under("premises");
    Ok((
        read_text(rule).map_err(|e| e.under("rule"))?.to_owned(),
        J::from_json(conclusion).map_err(|e| e.under("conclusion"))?,
        premises.as_array().ok_or_else(wanted)?.iter().map(premise).collect::<Result<_, _>>()?,
    ))
}

impl<J> Listing<J> {
    /// The steps.
    pub fn steps(&self) -> Vec<Step<'_, J>> {
        self.rules
            .iter()
            .map(|(rule, conclusion, premises)| Step {
                rule,
                conclusion,
                premises: premises.clone(),
            })
            .collect()
    }

    /// The derivation of the last step; steps that it does not rest on are left out.
    pub fn derivation(self) -> Option<Arc<Derivation<J>>> {
        let mut built: Vec<Arc<Derivation<J>>> = Vec::with_capacity(self.rules.len());
        for (rule, conclusion, premises) in self.rules {
            // Every premise is a step before.
            let premises = premises.iter().filter_map(|n| built.get(*n).cloned()).collect();
            built.push(Arc::new(Derivation { rule: rule.into(), conclusion, premises }));
        }
        built.pop()
    }
}

/// An object with these members.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    // Built by hand: `json!` would copy the members.
    Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// `e ⇓ᵢ k`: `{"judgment": "evaluates", "expression": "tid", "thread": 1, "value": 1}`.
pub fn evaluates(e: &Expr, i: &Thread, k: &Number) -> Value {
    json!({
        "judgment": "evaluates",
        "expression": printer::expr(e, Spelling::Exact),
        "thread": json::thread(i),
        "value": json::number(k),
    })
}

/// `c ⇓ᵢ b`: `{"judgment": "decides", "condition": "tid < 1", "thread": 1, "value": false}`.
pub fn decides(c: &Cond, i: &Thread, b: bool) -> Value {
    json!({
        "judgment": "decides",
        "condition": printer::cond(c, Spelling::Exact),
        "thread": json::thread(i),
        "value": b,
    })
}

/// A judgment that is common to all calculi, or the name of another.
pub enum Leaf<'a> {
    /// `e ⇓ᵢ k`
    Evaluates(Expr, Thread, Number),
    /// `c ⇓ᵢ b`
    Decides(Cond, Thread, bool),
    /// What the calculus has to read itself.
    Other(&'a str),
}

/// Reads what [`evaluates`] and [`decides`] write.
///
/// # Errors
/// Where the value is no object with a `judgment`, or not what that judgment wants.
pub fn read_leaf(value: &Value) -> Result<Leaf<'_>, Unreadable> {
    match member(value, "judgment", read_text)? {
        "evaluates" => {
            members(value, ["judgment", "expression", "thread", "value"])?;
            Ok(Leaf::Evaluates(
                member(value, "expression", read_expr)?,
                member(value, "thread", json::read_thread)?,
                member(value, "value", json::read_number)?,
            ))
        }
        "decides" => {
            members(value, ["judgment", "condition", "thread", "value"])?;
            let truth = |value: &Value| {
                value.as_bool().ok_or_else(|| Unreadable::new("`true` or `false` is expected"))
            };
            Ok(Leaf::Decides(
                member(value, "condition", read_cond)?,
                member(value, "thread", json::read_thread)?,
                member(value, "value", truth)?,
            ))
        }
        other => Ok(Leaf::Other(other)),
    }
}

/// The complaint about a judgment that the calculus does not have.
pub fn unknown(judgment: &str) -> Unreadable {
    Unreadable::new(format!("there is no judgment {judgment:?} in this calculus")).under("judgment")
}

/// Reads a statement or protocol in the concrete syntax.
///
/// # Errors
/// Where the string does not parse.
pub fn read_program<S: Syntax>(value: &Value) -> Result<S, Unreadable> {
    parser::statement(&source(value)?).map_err(unreadable)
}

/// Reads an expression in the concrete syntax.
///
/// # Errors
/// Where the string does not parse.
pub fn read_expr(value: &Value) -> Result<Expr, Unreadable> {
    parser::expression(&source(value)?).map_err(unreadable)
}

/// Reads a condition in the concrete syntax.
///
/// # Errors
/// Where the string does not parse.
pub fn read_cond(value: &Value) -> Result<Cond, Unreadable> {
    parser::condition(&source(value)?).map_err(unreadable)
}

fn source(value: &Value) -> Result<Source, Unreadable> {
    Ok(Source::new("derivation", read_text(value)?))
}

fn unreadable(error: Diagnostic) -> Unreadable {
    let column = error.span.map(|span| span.line_column().1).unwrap_or(1);
    Unreadable::new(format!("{}, at character {column}", error.message))
}
