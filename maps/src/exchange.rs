//! Judgments as JSON.
//!
//! ```text
//! {"judgment": "runs", "program": "rd A[tid]", "thread": 1, "phase": […], "trace": "tau"}
//! {"judgment": "evaluates", "expression": "tid + 1", "thread": 1, "value": 2}
//! {"judgment": "decides", "condition": "tid < 1", "thread": 1, "value": false}
//! ```

use crate::rules::Judgment;
use semantics::derivation::exchange::{self, Leaf, read_program};
use semantics::json::{self, Unreadable, member, members};
use semantics::{Exchanged, Spelling, printer};
use serde_json::{Value, json};

impl Exchanged for Judgment {
    const CALCULUS: &'static str = "maps";

    fn to_json(&self) -> Value {
        match self {
            Judgment::Runs(p, i, (phase, t)) => exchange::object([
                ("judgment", json!("runs")),
                ("program", json!(printer::statement(p, Spelling::Exact))),
                ("thread", json::thread(i)),
                ("phase", json::phase(phase)),
                ("trace", json::trace(t)),
            ]),
            Judgment::Evaluates(e, i, k) => exchange::evaluates(e, i, k),
            Judgment::Decides(c, i, b) => exchange::decides(c, i, *b),
        }
    }

    fn from_json(value: &Value) -> Result<Self, Unreadable> {
        match exchange::read_leaf(value)? {
            Leaf::Evaluates(e, i, k) => Ok(Judgment::Evaluates(e, i, k)),
            Leaf::Decides(c, i, b) => Ok(Judgment::Decides(c, i, b)),
            Leaf::Other("runs") => {
                members(value, ["judgment", "program", "thread", "phase", "trace"])?;
                Ok(Judgment::Runs(
                    member(value, "program", read_program)?,
                    member(value, "thread", json::read_thread)?,
                    (
                        member(value, "phase", json::read_phase)?,
                        member(value, "trace", json::read_trace)?,
                    ),
                ))
            }
            Leaf::Other(other) => Err(exchange::unknown(other)),
        }
    }
}
