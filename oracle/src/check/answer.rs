//! What `check` answers. The names of the fields are those of `interface.md`.

use schemars::JsonSchema;
use semantics::Number;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The answer to `check`: one entry for each kernel, or one for a program or protocol.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// In the order of the file.
    pub kernels: Vec<KernelAnswer>,
}

/// What is known of one kernel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KernelAnswer {
    /// The kernel's name; a program's is its file's.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// `CIDI`, `CIDD`, `CDDI` or `CDDD`, over all arrays.
    pub approximation: String,
    /// At most one for each array.
    pub alarms: Vec<Alarm>,
    /// Barriers that some threads of a block reach and others do not.
    pub divergences: Vec<Divergence>,
    /// Conventions and approximations that mattered, and why there is no verdict where there is
    /// none.
    pub notes: Vec<String>,
    /// What decided: the solver, and whether it speaks of all sizes.
    pub solver: String,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Race free, for all sizes: proved.
    Drf,
    /// A true or confirmed alarm: shown.
    Racy,
    /// An open alarm, and none that is shown.
    Potential,
    /// Not decided within the limits.
    Unknown,
    /// The program uses what is not supported.
    Unsupported,
}

/// What became of an alarm. The later ones say more: of two alarms of one array, the larger is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The program cannot make it.
    Refuted,
    /// Neither shown nor refuted.
    Open,
    /// Approximated, but a joint race was found and replayed.
    Confirmed,
    /// Control- and data-independent, and replayed as a joint race. [L24, Thm 4.5]
    True,
}

/// Whether a part of an alarm is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Exactness {
    /// As in the program.
    Exact,
    /// Approximated by the protocol.
    Approximate,
}

/// An alarm: two accesses of one cell by distinct threads, a write among them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Alarm {
    /// The array.
    pub array: String,
    /// The cell; as many numbers as the array has dimensions.
    pub index: Vec<Value>,
    /// What became of it.
    pub status: Status,
    /// The two accesses.
    pub accesses: Vec<Access>,
    /// Whether the two accesses are reached as the alarm says.
    pub reachability: Exactness,
    /// Whether the index is as the alarm says.
    pub location: Exactness,
    /// The approximated variables that the two accesses depend on.
    pub approximated: Vec<String>,
    /// Whether the interpreter made the race.
    pub replayed: bool,
    /// The parameters.
    pub params: BTreeMap<String, Value>,
    /// The initial memory that the race needs: array, cell, contents.
    pub memory: BTreeMap<String, BTreeMap<String, Value>>,
    /// Why the alarm is not decided, where it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What a run of the kernel itself says of an alarm that is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<KernelRun>,
    /// As `memory`, with whose block an array belongs to.
    #[serde(skip)]
    pub cells: Vec<Cell>,
}

/// A cell of the initial memory.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The array.
    pub array: String,
    /// Which of the two threads has it, where their blocks differ and each has its own.
    pub owner: Option<usize>,
    /// The index, over all dimensions.
    pub index: Number,
    /// What it holds.
    pub value: Number,
}

/// What a run of the kernel itself, from the witness, says of it. The run shares no rule with the
/// interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KernelRun {
    /// What came of it.
    pub outcome: RunOutcome,
    /// Why it was not made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What came of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunOutcome {
    /// It does what the witness says.
    Made,
    /// It has a meaning and does something else: a contradiction.
    NotMade,
    /// There is none.
    NotRun,
}

/// One access of an alarm.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Access {
    /// `rd` or `wr`.
    pub mode: String,
    /// The file, as it was named.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The line where the access ends.
    pub end_line: usize,
    /// The column past its end.
    pub end_column: usize,
    /// The thread's coordinates: `tid`, or `blockIdx.x`, …
    pub thread: BTreeMap<String, Value>,
    /// The values of the variables that the access depends on.
    pub variables: BTreeMap<String, Value>,
    /// The bytes of the access in its file: for a marked excerpt.
    #[serde(skip)]
    pub span: Option<semantics::Span>,
}

/// A barrier that some threads of a block reach and others do not.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Divergence {
    /// The file, as it was named.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// One that reaches it, one that does not.
    pub threads: Vec<BTreeMap<String, Value>>,
    /// Whether the interpreter showed it.
    pub replayed: bool,
    /// The parameters.
    pub params: BTreeMap<String, Value>,
    /// The initial memory that it needs: array, cell, contents.
    pub memory: BTreeMap<String, BTreeMap<String, Value>>,
    /// What a run of the kernel itself says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<KernelRun>,
}

impl KernelAnswer {
    /// The answer for a kernel that uses what is not supported, and what that is.
    pub fn unsupported(name: &str, why: String) -> Self {
        KernelAnswer {
            name: name.into(),
            verdict: Verdict::Unsupported,
            approximation: "CDDD".into(),
            alarms: Vec::new(),
            divergences: Vec::new(),
            notes: vec![why],
            solver: "none".into(),
        }
    }
}
