//! Judgments of independence as JSON.
//!
//! ```text
//! {"judgment": "control", "exact": ["x"], "program": "rd A[x]", "holds": true}       (or "data")
//! {"judgment": "approximating", "exact": [], "program": "rd A[x]", "control": [], "data": ["x"]}
//! {"judgment": "exact expression", "exact": [], "term": "x + 1", "holds": false}
//! {"judgment": "exact condition", "exact": [], "term": "x < 1", "holds": false}
//! ```

use super::judgment::{Independence, Term};
use super::{Approximating, Variables};
use semantics::derivation::exchange::{object, read_cond, read_expr, read_program, unknown};
use semantics::json::{Unreadable, member, members, read_name, read_text};
use semantics::{Exchanged, Spelling, printer};
use serde_json::{Value, json};

impl Exchanged for Independence {
    const CALCULUS: &'static str = "independence";

    fn to_json(&self) -> Value {
        let program = |p| json!(printer::statement(p, Spelling::Exact));
        match self {
            Independence::Control { exact, of, holds } => object([
                ("judgment", json!("control")),
                ("exact", set(exact)),
                ("program", program(of)),
                ("holds", json!(holds)),
            ]),
            Independence::Data { exact, of, holds } => object([
                ("judgment", json!("data")),
                ("exact", set(exact)),
                ("program", program(of)),
                ("holds", json!(holds)),
            ]),
            Independence::Exact { exact, of, holds } => object([
                (
                    "judgment",
                    json!(match of {
                        Term::Expr(_) => "exact expression",
                        Term::Cond(_) => "exact condition",
                    }),
                ),
                ("exact", set(exact)),
                ("term", json!(of.show(Spelling::Exact))),
                ("holds", json!(holds)),
            ]),
            Independence::Approximating { exact, of, binders } => object([
                ("judgment", json!("approximating")),
                ("exact", set(exact)),
                ("program", program(of)),
                ("control", set(&binders.control)),
                ("data", set(&binders.data)),
            ]),
        }
    }

    fn from_json(value: &Value) -> Result<Self, Unreadable> {
        let exact = |value| member(value, "exact", read_set);
        let holds = |value| member(value, "holds", read_truth);
        match member(value, "judgment", read_text)? {
            "control" => {
                members(value, ["judgment", "exact", "program", "holds"])?;
                let of = member(value, "program", read_program)?;
                Ok(Independence::Control { exact: exact(value)?, of, holds: holds(value)? })
            }
            "data" => {
                members(value, ["judgment", "exact", "program", "holds"])?;
                let of = member(value, "program", read_program)?;
                Ok(Independence::Data { exact: exact(value)?, of, holds: holds(value)? })
            }
            kind @ ("exact expression" | "exact condition") => {
                members(value, ["judgment", "exact", "term", "holds"])?;
                let of = match kind {
                    "exact expression" => Term::Expr(member(value, "term", read_expr)?),
                    _ => Term::Cond(member(value, "term", read_cond)?),
                };
                Ok(Independence::Exact { exact: exact(value)?, of, holds: holds(value)? })
            }
            "approximating" => {
                members(value, ["judgment", "exact", "program", "control", "data"])?;
                let binders = Approximating {
                    control: member(value, "control", read_set)?,
                    data: member(value, "data", read_set)?,
                };
                let of = member(value, "program", read_program)?;
                Ok(Independence::Approximating { exact: exact(value)?, of, binders })
            }
            other => Err(unknown(other)),
        }
    }
}

fn set(names: &Variables) -> Value {
    names.iter().map(|x| json!(x.as_str())).collect()
}

fn read_set(value: &Value) -> Result<Variables, Unreadable> {
    let wanted = || Unreadable::new("a list of names is expected");
    let names = value.as_array().ok_or_else(wanted)?;
    names.iter().enumerate().map(|(n, x)| read_name(x).map_err(|e| e.within(n))).collect()
}

fn read_truth(value: &Value) -> Result<bool, Unreadable> {
    value.as_bool().ok_or_else(|| Unreadable::new("`true` or `false` is expected"))
}
