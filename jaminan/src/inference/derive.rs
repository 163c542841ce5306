//! The inference rule by rule. [L24, Fig. 6]
//!
//! The paper gives it as equations; each is a rule here, so that it can be shown and checked step by step. The rules are
//! written once more, and a test holds the two together.

use crate::syntax::Stmt;
use maps::Protocol;
use semantics::derivation::exchange::{object, read_program, unknown};
use semantics::json::{Unreadable, member, members, read_name, read_text};
use semantics::{Derivation, Exchanged, Mode, Name, Shown, Spelling, printer};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// `[[s]] = p`, over one array or over all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The array whose accesses are kept; all are where there is none.
    pub array: Option<Name>,
    /// `s`
    pub of: Stmt,
    /// `p`
    pub protocol: Protocol,
}

impl Inference {
    /// Whether accesses of this array are kept.
    pub fn keeps(&self, array: &Name) -> bool {
        self.array.as_ref().is_none_or(|kept| kept == array)
    }
}

/// How `[[s]]` comes about, of one array's accesses or of all.
pub fn derive(s: &Stmt, array: Option<&Name>) -> Arc<Derivation<Inference>> {
    let inside = |s: &Arc<Stmt>| derive(s, array);
    let keeps = |a: &Name| array.is_none_or(|kept| kept == a);
    let protocol = |d: &Arc<Derivation<Inference>>| Arc::new(d.conclusion.protocol.clone());
    let (rule, p, premises) = match s {
        Stmt::Skip => ("I-SKIP", Protocol::Skip, vec![]),
        Stmt::Sync(barrier) => ("I-SYNC", Protocol::Sync(barrier.clone()), vec![]),
        Stmt::Write { array, index, site, .. } if keeps(array) => {
            let (array, index, site) = (array.clone(), index.clone(), site.clone());
            ("I-WRITE", Protocol::Access { mode: Mode::Wr, array, index, site }, vec![])
        }
        Stmt::Write { .. } => ("I-WRITE-OTHER", Protocol::Skip, vec![]),
        Stmt::Read { x, array, index, body, site } => {
            let rest = inside(body);
            let binder = Protocol::Var(x.clone(), protocol(&rest));
            if keeps(array) {
                let (array, index, site) = (array.clone(), index.clone(), site.clone());
                let read = Protocol::Access { mode: Mode::Rd, array, index, site };
                ("I-READ", Protocol::Seq(read.into(), binder.into()), vec![rest])
            } else {
                ("I-READ-OTHER", binder, vec![rest])
            }
        }
        Stmt::Seq(s1, s2) => {
            let (first, second) = (inside(s1), inside(s2));
            ("I-SEQ", Protocol::Seq(protocol(&first), protocol(&second)), vec![first, second])
        }
        Stmt::If(c, s1, s2) => {
            let (yes, no) = (inside(s1), inside(s2));
            ("I-IF", Protocol::If(c.clone(), protocol(&yes), protocol(&no)), vec![yes, no])
        }
        Stmt::For(x, lo, hi, s) => {
            let body = inside(s);
            let p = Protocol::For(x.clone(), lo.clone(), hi.clone(), protocol(&body));
            ("I-FOR", p, vec![body])
        }
        Stmt::Var(x, s) => {
            let body = inside(s);
            ("I-VAR", Protocol::Var(x.clone(), protocol(&body)), vec![body])
        }
    };
    let conclusion = Inference { array: array.cloned(), of: s.clone(), protocol: p };
    Arc::new(Derivation { rule: rule.into(), conclusion, premises })
}

impl Shown for Inference {
    fn show(&self, spelling: Spelling) -> String {
        let [open, close] = match spelling {
            Spelling::Ascii | Spelling::Exact => ["[[", "]]"],
            Spelling::Unicode => ["⟦", "⟧"],
            Spelling::Latex => [r"[\![", r"]\!]"],
        };
        let array = match (&self.array, spelling) {
            (None, _) => String::new(),
            (Some(array), Spelling::Latex) => format!("_{{{}}}", spelling.name(array)),
            (Some(array), _) => format!("_{array}"),
        };
        let s = printer::statement(&self.of, spelling);
        format!("{open}{s}{close}{array} = {}", printer::statement(&self.protocol, spelling))
    }

    fn is_side_condition(&self) -> bool {
        false
    }
}

impl fmt::Display for Inference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}

/// As JSON: `{"judgment": "infers", "array": "A", "program": "A[tid] := 0", "protocol": "wr A[tid]"}`, the array null where
/// all are kept.
impl Exchanged for Inference {
    const CALCULUS: &'static str = "inference";

    fn to_json(&self) -> Value {
        object([
            ("judgment", json!("infers")),
            ("array", json!(self.array.as_ref().map(Name::as_str))),
            ("program", json!(printer::statement(&self.of, Spelling::Exact))),
            ("protocol", json!(printer::statement(&self.protocol, Spelling::Exact))),
        ])
    }

    fn from_json(value: &Value) -> Result<Self, Unreadable> {
        match member(value, "judgment", read_text)? {
            "infers" => {
                members(value, ["judgment", "array", "program", "protocol"])?;
                let array = member(value, "array", |array| match array {
                    Value::Null => Ok(None),
                    _ => read_name(array).map(Some),
                })?;
                let of = member(value, "program", read_program)?;
                Ok(Inference { array, of, protocol: member(value, "protocol", read_program)? })
            }
            other => Err(unknown(other)),
        }
    }
}
