//! Judgments as JSON.
//!
//! ```text
//! {"judgment": "runs", "memory": {"A": {"0": 7}}, "program": "A[tid] := 0", "thread": 1,
//!  "updates": {"A": {"1": 0}}, "phase": […], "trace": "tau"}
//! {"judgment": "reaches", …the same…, "rest": "skip"}      (null at the program's end)
//! {"judgment": "reads", "memory": {"A": {"0": 7}}, "array": "A", "index": 0, "value": 7}
//! {"judgment": "evaluates", "expression": "tid + 1", "thread": 1, "value": 2}
//! {"judgment": "decides", "condition": "tid < 1", "thread": 1, "value": false}
//! ```

use crate::rules::Judgment;
use crate::syntax::Stmt;
use semantics::derivation::exchange::{self, Leaf, read_program};
use semantics::json::{self, Unreadable, member, members};
use semantics::{Exchanged, Phase, Spelling, Store, Thread, Trace, printer};
use serde_json::{Value, json};

impl Exchanged for Judgment {
    const CALCULUS: &'static str = "jaminan";

    fn to_json(&self) -> Value {
        match self {
            Judgment::Runs(m, s, i, (updates, phase, t)) => {
                exchange::object(run("runs", m, s, i, updates, phase, t))
            }
            Judgment::Reaches(m, s, i, (updates, phase, t, rest)) => {
                let rest = rest.as_ref().map(|rest| printer::statement(rest, Spelling::Exact));
                let [a, b, c, d, e, f, g] = run("reaches", m, s, i, updates, phase, t);
                exchange::object([a, b, c, d, e, f, g, ("rest", json!(rest))])
            }
            Judgment::Evaluates(e, i, k) => exchange::evaluates(e, i, k),
            Judgment::Decides(c, i, b) => exchange::decides(c, i, *b),
            Judgment::Reads(m, array, j, k) => exchange::object([
                ("judgment", json!("reads")),
                ("memory", json::store(m)),
                ("array", json!(array.as_str())),
                ("index", json::number(j)),
                ("value", json::number(k)),
            ]),
        }
    }

    fn from_json(value: &Value) -> Result<Self, Unreadable> {
        match exchange::read_leaf(value)? {
            Leaf::Evaluates(e, i, k) => Ok(Judgment::Evaluates(e, i, k)),
            Leaf::Decides(c, i, b) => Ok(Judgment::Decides(c, i, b)),
            Leaf::Other("runs") => {
                let [a, b, c, d, e, f, g] = RUN;
                members(value, [a, b, c, d, e, f, g])?;
                let (m, s, i, (updates, phase, t)) = read_run(value)?;
                Ok(Judgment::Runs(m, s, i, (updates, phase, t)))
            }
            Leaf::Other("reaches") => {
                let [a, b, c, d, e, f, g] = RUN;
                members(value, [a, b, c, d, e, f, g, "rest"])?;
                let (m, s, i, (updates, phase, t)) = read_run(value)?;
                let rest = member(value, "rest", |rest| match rest {
                    Value::Null => Ok(None),
                    _ => read_program(rest).map(Some),
                })?;
                Ok(Judgment::Reaches(m, s, i, (updates, phase, t, rest)))
            }
            Leaf::Other("reads") => {
                members(value, ["judgment", "memory", "array", "index", "value"])?;
                Ok(Judgment::Reads(
                    member(value, "memory", json::read_store)?,
                    member(value, "array", json::read_name)?,
                    member(value, "index", json::read_number)?,
                    member(value, "value", json::read_number)?,
                ))
            }
            Leaf::Other(other) => Err(exchange::unknown(other)),
        }
    }
}

/// The keys of a run, in order.
const RUN: [&str; 7] = ["judgment", "memory", "program", "thread", "updates", "phase", "trace"];

fn run(
    judgment: &str,
    m: &Store,
    s: &Stmt,
    i: &Thread,
    updates: &Store,
    phase: &Phase,
    t: &Trace,
) -> [(&'static str, Value); 7] {
    let [a, b, c, d, e, f, g] = RUN;
    [
        (a, json!(judgment)),
        (b, json::store(m)),
        (c, json!(printer::statement(s, Spelling::Exact))),
        (d, json::thread(i)),
        (e, json::store(updates)),
        (f, json::phase(phase)),
        (g, json::trace(t)),
    ]
}

type Run = (Store, Stmt, Thread, (Store, Phase, Trace));

fn read_run(value: &Value) -> Result<Run, Unreadable> {
    Ok((
        member(value, "memory", json::read_store)?,
        member(value, "program", read_program)?,
        member(value, "thread", json::read_thread)?,
        (
            member(value, "updates", json::read_store)?,
            member(value, "phase", json::read_phase)?,
            member(value, "trace", json::read_trace)?,
        ),
    ))
}
