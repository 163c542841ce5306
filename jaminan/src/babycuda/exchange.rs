//! Judgments and histories as JSON.
//!
//! ```text
//! accesses   {"reads": [{"array": "A", "index": 0}], "writes": {"A": {"1": 9}}}
//! phase      [{"thread": 0, "reads": […], "writes": {…}}, …]     sorted by thread
//! history    [phase, …]                                           the newest first
//!
//! {"judgment": "runs", "before": accesses, "program": "A[1] := 9", "history": history,
//!  "thread": 0, "after": accesses}
//! {"judgment": "parallel", "before": history, "program": "A[tid] := 9", "threads": [0, 1],
//!  "after": history}
//! {"judgment": "lastwrite", "history": history, "array": "A", "index": 1, "value": 9}
//! {"judgment": "evaluates", …} and {"judgment": "decides", …} as in Jaminan
//! ```

use super::Threads;
use super::history::{Accesses, History, Phase};
use super::rules::Judgment;
use semantics::derivation::exchange::{self, Leaf, read_program};
use semantics::json::{self, Unreadable, member, members};
use semantics::{Exchanged, Name, Number, Spelling, printer};
use serde_json::{Value, json};

impl Accesses {
    /// The accesses as JSON.
    pub fn to_json(&self) -> Value {
        exchange::object(members_of(self))
    }

    /// Reads what [`Accesses::to_json`] writes.
    ///
    /// # Errors
    /// Where in the value, and what is wrong there.
    pub fn from_json(value: &Value) -> Result<Self, Unreadable> {
        members(value, ["reads", "writes"])?;
        accesses_in(value)
    }
}

fn members_of(a: &Accesses) -> [(&'static str, Value); 2] {
    let read = |(array, j): &(Name, Number)| {
        exchange::object([("array", json!(array.as_str())), ("index", json::number(j))])
    };
    [("reads", a.reads.iter().map(read).collect()), ("writes", json::store(&a.writes))]
}

fn accesses_in(value: &Value) -> Result<Accesses, Unreadable> {
    let read = |value: &Value| {
        members(value, ["array", "index"])?;
        Ok((member(value, "array", json::read_name)?, member(value, "index", json::read_number)?))
    };
    let reads = member(value, "reads", |value| list(value, read))?;
    let listed = reads.len();
    let reads: std::collections::BTreeSet<_> = reads.into_iter().collect();
    if reads.len() < listed {
        let why = "what is read is a set, and one cell is listed twice";
        return Err(Unreadable::new(why).under("reads"));
    }
    Ok(Accesses { reads, writes: member(value, "writes", json::read_store)? })
}

/// A list, each of whose items is read.
fn list<T>(
    value: &Value,
    read: impl Fn(&Value) -> Result<T, Unreadable>,
) -> Result<Vec<T>, Unreadable> {
    let items = value.as_array().ok_or_else(|| Unreadable::new("a list is expected"))?;
    let read = |(n, item)| read(item).map_err(|e: Unreadable| e.within(n));
    items.iter().enumerate().map(read).collect()
}

impl History {
    /// The history as JSON.
    pub fn to_json(&self) -> Value {
        let thread = |(i, a)| {
            let [reads, writes] = members_of(a);
            exchange::object([("thread", json::thread(i)), reads, writes])
        };
        self.phases().map(|phase| phase.threads().map(thread).collect::<Value>()).collect()
    }

    /// Reads what [`History::to_json`] writes.
    ///
    /// # Errors
    /// Where in the value, and what is wrong there.
    pub fn from_json(value: &Value) -> Result<Self, Unreadable> {
        let thread = |value: &Value| {
            members(value, ["thread", "reads", "writes"])?;
            let accesses = accesses_in(value)?;
            if accesses == Accesses::default() {
                return Err(Unreadable::new("a thread without any access is left out"));
            }
            Ok((member(value, "thread", json::read_thread)?, accesses))
        };
        let phase = |value: &Value| {
            let threads = list(value, thread)?;
            let listed = threads.len();
            let phase: Phase = threads.into_iter().collect();
            match phase.threads().count() == listed {
                true => Ok(phase),
                false => Err(Unreadable::new("one thread is listed twice")),
            }
        };
        Ok(list(value, phase)?.into_iter().collect())
    }
}

fn read_threads(value: &Value) -> Result<Threads, Unreadable> {
    let threads = list(value, json::read_thread)?;
    let listed = threads.len();
    let threads: Threads = threads.into_iter().collect();
    match threads.len() == listed {
        true => Ok(threads),
        false => Err(Unreadable::new("one thread is listed twice")),
    }
}

impl Exchanged for Judgment {
    const CALCULUS: &'static str = "babycuda";

    fn to_json(&self) -> Value {
        match self {
            Judgment::Runs(a, b, h, i, after) => exchange::object([
                ("judgment", json!("runs")),
                ("before", a.to_json()),
                ("program", json!(printer::statement(b, Spelling::Exact))),
                ("history", h.to_json()),
                ("thread", json::thread(i)),
                ("after", after.to_json()),
            ]),
            Judgment::Parallel(h, b, threads, after) => exchange::object([
                ("judgment", json!("parallel")),
                ("before", h.to_json()),
                ("program", json!(printer::statement(b, Spelling::Exact))),
                ("threads", threads.iter().map(json::thread).collect()),
                ("after", after.to_json()),
            ]),
            Judgment::LastWrite(h, array, j, k) => exchange::object([
                ("judgment", json!("lastwrite")),
                ("history", h.to_json()),
                ("array", json!(array.as_str())),
                ("index", json::number(j)),
                ("value", json::number(k)),
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
                members(value, ["judgment", "before", "program", "history", "thread", "after"])?;
                Ok(Judgment::Runs(
                    member(value, "before", Accesses::from_json)?,
                    member(value, "program", read_program)?,
                    member(value, "history", History::from_json)?,
                    member(value, "thread", json::read_thread)?,
                    member(value, "after", Accesses::from_json)?,
                ))
            }
            Leaf::Other("parallel") => {
                members(value, ["judgment", "before", "program", "threads", "after"])?;
                Ok(Judgment::Parallel(
                    member(value, "before", History::from_json)?,
                    member(value, "program", read_program)?,
                    member(value, "threads", read_threads)?,
                    member(value, "after", History::from_json)?,
                ))
            }
            Leaf::Other("lastwrite") => {
                members(value, ["judgment", "history", "array", "index", "value"])?;
                Ok(Judgment::LastWrite(
                    member(value, "history", History::from_json)?,
                    member(value, "array", json::read_name)?,
                    member(value, "index", json::read_number)?,
                    member(value, "value", json::read_number)?,
                ))
            }
            Leaf::Other(other) => Err(exchange::unknown(other)),
        }
    }
}
