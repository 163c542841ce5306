//! What is said of kernels, as JSON: the names of the fields are the published ones, and so is their order.

mod make;

pub use make::{coordinates, memory};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The answer to `check`: one entry for each kernel, or one for a program or protocol.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// In the order of the file.
    pub kernels: Vec<Kernel>,
}

/// Something that is said of a verdict. In JSON it is its text.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Note(pub String);

/// What is known of one kernel.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Kernel {
    /// The kernel's name; a program's is its file's.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// `CIDI`, `CIDD`, `CDDI` or `CDDD`, over all arrays.
    pub approximation: Class,
    /// At most one for each array.
    pub alarms: Vec<Alarm>,
    /// Barriers that some threads of a block reach and others do not.
    pub divergences: Vec<Divergence>,
    /// Why there is no verdict, where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Of which kind that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Conventions and approximations that mattered, and why there is no verdict where there is
    /// none.
    pub notes: Vec<Note>,
    /// What decided: the solver, and whether it speaks of all sizes.
    pub solver: String,
    /// The launches that the verdict is about, of a kernel of a `.cu` file.
    pub launches: Vec<Launch>,
    /// What the verdict takes for granted and nothing here shows.
    pub assumptions: Vec<Assumption>,
    /// Under what it is race free, where that was asked of an alarm: `--suggest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestions: Option<Suggestions>,
    /// What of the verdict is certified, where that was asked: `--certify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certification: Option<Certification>,
}

/// What of a verdict was checked by programs that share no code with what came to it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Certification {
    /// How much: of `racy` the races that are shown, of `drf` the refutations of queries.
    pub certified: Extent,
    /// The verified checker of races.
    pub checker: String,
    /// How many refutations have a proof that was checked.
    pub proved: usize,
    /// How many rest on a solver's word.
    pub believed: usize,
    /// How many of those are about naturals: bits refute numbers up to a bound only, so they have no proof.
    pub of_naturals: usize,
    /// Whether `drf` could not be come to with proofs in time: then there are no numbers.
    #[serde(default)]
    pub not_proved: bool,
    /// The clauses of the formulas that were refuted with a proof.
    pub clauses: usize,
    /// The steps of the proofs.
    pub steps: usize,
    /// What it took to find the proofs, in seconds.
    pub found_seconds: f64,
    /// What it took to check them, in seconds.
    pub checked_seconds: f64,
}

/// How much is certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Extent {
    /// All.
    #[serde(rename = "all")]
    All,
    /// Some, and not all.
    #[serde(rename = "part")]
    Part,
    /// Nothing.
    #[serde(rename = "none")]
    Nothing,
}

/// Under what a kernel is race free, and two threads still make the accesses of its alarms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suggestions {
    /// None of them implies another one.
    pub found: Vec<Conjunction>,
    /// How many were asked about.
    pub asked: usize,
    /// Whether nothing was left to ask about: else there may be others.
    pub complete: bool,
}

/// Conditions that together make a kernel race free, each of them needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Conjunction {
    /// As `--assume` takes them; one to three.
    pub assume: Vec<String>,
    /// Whether the launches of the host code meet them, where the verdict is not about those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
}

/// What the host code says of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Host {
    /// Its launches meet them.
    Meets,
    /// Nothing shows that.
    Open,
}

/// A launch of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Launch {
    /// What gives it.
    pub from: LaunchSource,
    /// The file that gives it, as it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where it stands there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// `blockDim`; null where it is any.
    pub block: [Option<u64>; 3],
    /// `gridDim`; null where it is any.
    pub grid: [Option<u64>; 3],
}

/// What gives a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum LaunchSource {
    /// Flags of the command.
    #[serde(rename = "flags")]
    Flags,
    /// The first comment lines of the file.
    #[serde(rename = "first lines")]
    FirstLines,
    /// A launch in the file's host code.
    #[serde(rename = "host code")]
    HostCode,
    /// Nothing.
    #[serde(rename = "assumed")]
    Assumed,
}

/// What a verdict takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assumption {
    /// Of which kind it is.
    pub kind: AssumptionKind,
    /// What it is, as a sentence.
    pub what: String,
    /// The file where it is needed, as it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// The kinds of assumptions.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum AssumptionKind {
    /// Nothing gives the launch.
    Launch,
    /// Host code gives different arrays, which it keeps in a way that is not followed.
    HostPointers,
    /// A header is not at hand.
    MissingHeader,
    /// A type that nothing here declares.
    UnknownType,
    /// What a parameter of a template stands for that nothing gives.
    TemplateType,
    /// A function that nothing here defines.
    UnknownCall,
    /// A macro that a missing header or a compiler may define.
    UnknownMacro,
    /// Inline assembly.
    InlineAssembly,
    /// The order that fences, or atomics on one location, may give.
    Fence,
    /// Unsigned numbers do not wrap around where they are indices, or count a loop: no memory is so large.
    NoWrap,
}

/// Why there is no verdict. The first ones say of which part of the language something is not modelled.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A part of the source that is not read, or is not understood.
    Unread,
    /// A name: what it means is not known, or may be one of several things.
    Name,
    /// A type, or a conversion from one to another.
    Type,
    /// A constructor, a base, an overloaded operator, or another part of a class.
    Class,
    /// A template, or what it is given.
    Template,
    /// What a call means, or where it leads.
    Call,
    /// An expression: an operator, a member, a part of a vector.
    Expression,
    /// A value that a variable begins with.
    Initializer,
    /// A statement.
    Statement,
    /// Something that must be a constant, and is none that is known.
    Constant,
    /// A pointer or a reference: where it points to.
    Pointer,
    /// Memory: what it holds, how it is used, and copies of it.
    Memory,
    /// An atomic, or an exchange of the threads of a warp.
    Atomic,
    /// An asynchronous copy, a texture or a surface.
    Transfer,
    /// A barrier that is not modelled, or that threads need not reach together.
    Barrier,
    /// Inline assembly.
    Assembly,
    /// A launch.
    Launch,
    /// Something larger than a limit.
    Limit,
    /// The source is no C++.
    Mistake,
    /// The time or the memory is spent.
    Exhausted,
    /// A question has no answer.
    Undecided,
    /// No execution has a meaning in C++.
    Meaningless,
    /// Nothing is launched.
    NoLaunch,
    /// Something other than the launch would have to be taken for granted: `--strict`.
    Assumption,
    /// The file has no kernel.
    NoKernel,
    /// An older system does not analyse it.
    Analysis,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
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

impl Verdict {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Drf => "drf",
            Verdict::Racy => "racy",
            Verdict::Potential => "potential",
            Verdict::Unknown => "unknown",
            Verdict::Unsupported => "unsupported",
        }
    }
}

impl Status {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Status::Refuted => "refuted",
            Status::Open => "open",
            Status::Confirmed => "confirmed",
            Status::True => "true",
        }
    }
}

/// Whether a part of an alarm is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Exactness {
    /// As in the program.
    Exact,
    /// Approximated by the protocol.
    Approximate,
}

/// An alarm: two accesses of one cell by distinct threads, a write among them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
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
    /// Whether both accesses write, and were shown to write one value wherever they race.
    pub same_value: bool,
    /// The parameters.
    pub params: BTreeMap<String, Value>,
    /// The initial memory that the race needs: array, cell, contents.
    pub memory: BTreeMap<String, BTreeMap<String, Value>>,
    /// Why the alarm is not decided, where it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What a run of the kernel itself says of an alarm that is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// Whether the verified checker makes the race, where that was asked: `--certify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<bool>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_certified: Option<String>,
}

/// What a run of the kernel itself, from the witness, says of it. The run shares no rule with the
/// interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "KernelRun")]
pub struct Run {
    /// What came of it.
    pub outcome: RunOutcome,
    /// Why it was not made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What came of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunOutcome {
    /// It does what the witness says.
    Made,
    /// It has a meaning and does something else: a contradiction.
    NotMade,
    /// There is none.
    NotRun,
}

/// What a protocol approximates: control, data, both or neither. [L24, Table 4]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Class {
    /// Neither.
    Cidi,
    /// Data.
    Cidd,
    /// Control.
    Cddi,
    /// Both.
    Cddd,
}

impl Class {
    /// All, control before data.
    pub const ALL: [Class; 4] = [Class::Cidi, Class::Cidd, Class::Cddi, Class::Cddd];

    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Class::Cidi => "CIDI",
            Class::Cidd => "CIDD",
            Class::Cddi => "CDDI",
            Class::Cddd => "CDDD",
        }
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It reads.
    Rd,
    /// It writes.
    Wr,
}

/// One access of an alarm.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Access {
    /// `rd` or `wr`.
    pub mode: Mode,
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
}

/// A barrier that some threads of a block reach and others do not.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
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
    pub run: Option<Run>,
}
