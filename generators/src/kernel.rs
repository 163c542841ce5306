//! A kernel, and the languages that it is written in.

use crate::spelling;
use jaminan::{Program, Stmt, infer};
use maps::ProtocolFile;
use semantics::{Expr, Header, Syntax, Threads};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A language that detectors read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// CUDA C++: `.cu`
    Cuda,
    /// OpenCL C: `.cl`
    OpenCl,
    /// Programs of Jaminan: `.jam`
    Jaminan,
    /// Memory access protocols: `.map`
    Protocol,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 4] =
        [Language::Cuda, Language::OpenCl, Language::Jaminan, Language::Protocol];

    /// What the names of its files end in.
    pub fn ending(self) -> &'static str {
        match self {
            Language::Cuda => "cu",
            Language::OpenCl => "cl",
            Language::Jaminan => "jam",
            Language::Protocol => "map",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ending())
    }
}

/// This is the ending of no language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is none of cu, cl, jam and map")]
pub struct UnknownLanguage(pub String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(ending: &str) -> Result<Self, UnknownLanguage> {
        let known = Language::ALL.into_iter().find(|language| language.ending() == ending);
        known.ok_or_else(|| UnknownLanguage(ending.into()))
    }
}

/// How a kernel is launched: each `[x, y, z]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Launch {
    /// `blockDim`.
    pub block: [u64; 3],
    /// `gridDim`.
    pub grid: [u64; 3],
}

impl Launch {
    /// One block of so many threads in a row.
    pub fn row(threads: u64) -> Self {
        Launch { block: [threads, 1, 1], grid: [1, 1, 1] }
    }

    /// The first line of a text in CUDA or OpenCL that says so.
    pub fn line(&self, language: Language) -> String {
        let dims = |[x, y, z]: [u64; 3]| match (y, z) {
            (1, 1) => x.to_string(),
            (_, 1) => format!("[{x},{y}]"),
            _ => format!("[{x},{y},{z}]"),
        };
        let [block, grid] = match language {
            Language::OpenCl => ["local_size", "num_groups"],
            _ => ["blockDim", "gridDim"],
        };
        format!("//--{block}={} --{grid}={}\n", dims(self.block), dims(self.grid))
    }

    /// How many threads a block has.
    pub fn threads_of_block(&self) -> u64 {
        self.block.iter().product()
    }
}

/// What a kernel is called that was made smaller: another one than the one of that name.
pub(crate) fn smaller_id(id: &str) -> String {
    changed_id(id, "made smaller")
}

/// What a kernel is called that was changed.
pub(crate) fn changed_id(id: &str, how: &str) -> String {
    let mark = format!(", {how}");
    if id.ends_with(&mark) { id.into() } else { format!("{id}{mark}") }
}

/// What a kernel is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// A program of the core, which can be written in every language.
    Core(Stmt),
    /// A text in one language.
    Text(Language, String),
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Gives the same kernel again: `v1:4:17`, `random1:8:1:40`.
    pub id: String,
    /// What it is made of.
    pub code: Code,
    /// How it is launched, where its text says nothing else.
    pub launch: Launch,
}

impl Kernel {
    /// The kernel in this language; nothing where it cannot be written in it.
    ///
    /// As a protocol a program is the one that is inferred of it. [L24, Fig. 6]
    pub fn text(&self, language: Language) -> Option<String> {
        match (&self.code, language) {
            (Code::Text(own, text), _) => (*own == language).then(|| text.clone()),
            (Code::Core(s), Language::Cuda | Language::OpenCl) => {
                Some(spelling::kernel(&self.id, s, &self.launch, language))
            }
            (Code::Core(s), Language::Jaminan) => {
                let program = Program { header: self.header(), body: s.clone() };
                Some(format!("// {}\n{}\n", self.id, program.to_string().trim_end()))
            }
            (Code::Core(s), Language::Protocol) => {
                let protocol = ProtocolFile { header: self.header(), body: infer(s) };
                Some(format!("// {}\n{}\n", self.id, protocol.to_string().trim_end()))
            }
        }
    }

    /// The threads of a program of the core are those of the launch's block.
    fn header(&self) -> Header {
        let threads = Threads::Below(Expr::num(self.launch.threads_of_block()));
        Header { threads, ..Header::default() }
    }

    /// Statement nodes of the core, lines of a text: how large the kernel is.
    pub fn size(&self) -> usize {
        match &self.code {
            Code::Core(s) => s.size(),
            Code::Text(_, text) => text.lines().count(),
        }
    }
}
