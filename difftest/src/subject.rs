//! A kernel's text, read.

use cuda::{SharedArray, Unit, Unsupported};
use generators::Language;
use grid::Module;
use grid::confirm::Legal;
use jaminan::Program;
use maps::ProtocolFile;
use oracle::check::answer::Race;
use semantics::{Diagnostic, Header, Name, ParseOptions, Sharing, Source, Syntax, Threads};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use verdict::Run;
use verdict::confirm::{self, Launched};

/// What a text means to us.
pub(crate) struct Subject {
    pub meaning: Meaning,
    /// Whether it is a kernel: then an execution may have no meaning.
    pub is_kernel: bool,
    /// Whether it asserts anything: then a thread may end before what it does next.
    pub asserts: bool,
    /// The pointer parameters of a kernel that point into the memory of another one.
    pub shared: Vec<SharedArray>,
    /// The parameters of the program that the kernel does not have.
    pub hidden: BTreeSet<Name>,
    /// The instructions of a kernel, where it can be run.
    pub module: Option<Module>,
    pub options: cuda::Options,
    /// The source of a kernel: what [`verdict`] is asked about.
    pub unit: Option<Unit>,
}

pub(crate) enum Meaning {
    Program(Program),
    Protocol(ProtocolFile),
}

/// Why nothing can be said of a text.
#[derive(Clone, Debug)]
pub(crate) enum Unread {
    /// It is not of its language.
    Error(Diagnostic),
    /// It has no kernel, or several.
    NotOneKernel,
    /// The file launches the kernel in several ways.
    SeveralLaunches,
    /// The kernel uses what is not modelled.
    Unsupported(Unsupported),
}

impl From<Diagnostic> for Unread {
    fn from(error: Diagnostic) -> Self {
        Unread::Error(error)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Error(error) => f.write_str(&error.message),
            Unread::NotOneKernel => f.write_str("the file has not one kernel"),
            Unread::SeveralLaunches => f.write_str("the file launches the kernel in several ways"),
            Unread::Unsupported(what) => write!(f, "{} is not modelled", what.what),
        }
    }
}

impl Subject {
    /// Reads a text of one kernel.
    ///
    /// # Errors
    /// Why nothing can be said of it.
    pub fn read(language: Language, text: &str) -> Result<Subject, Unread> {
        let source = Source::new(format!("kernel.{language}"), text);
        let options = ParseOptions::default();
        let options_of = cuda::Options::default;
        let only = |meaning| Subject {
            meaning,
            is_kernel: false,
            asserts: false,
            shared: Vec::new(),
            hidden: BTreeSet::new(),
            module: None,
            options: options_of(),
            unit: None,
        };
        match language {
            Language::Jaminan => Ok(only(Meaning::Program(Program::parse(&source, options)?))),
            Language::Protocol => {
                Ok(only(Meaning::Protocol(ProtocolFile::parse(&source, options)?)))
            }
            Language::Cuda | Language::OpenCl => kernel(source),
        }
    }

    fn header(&self) -> &Header {
        match &self.meaning {
            Meaning::Program(program) => &program.header,
            Meaning::Protocol(protocol) => &protocol.header,
        }
    }

    /// What a run of the kernel says of a race, where it can be run.
    pub fn run_of(&self, race: &Race, legal: Legal) -> Option<Run> {
        let (fixed, shared) = (&self.options.params, &self.shared);
        let launched = Launched {
            header: self.header(),
            fixed,
            shared,
            reals: &[],
            null: &BTreeSet::new(),
            hidden: &self.hidden,
            sizes: &[],
            others: &BTreeMap::new(),
            legal,
        };
        Some(confirm::race(self.module.as_ref()?, launched, race))
    }

    /// How many threads there are, where that is known.
    pub fn threads(&self) -> Option<u64> {
        use num_traits::ToPrimitive;
        let number = |e: &semantics::Expr| match e {
            semantics::Expr::Num(n) => n.to_u64(),
            _ => None,
        };
        match &self.header().threads {
            Threads::Unbounded => None,
            Threads::Below(n) => number(n),
            Threads::Grid { grid, block } => {
                grid.iter().chain(block).try_fold(1u64, |all, n| all.checked_mul(number(n)?))
            }
        }
    }

    /// Whether the threads of a block share an array.
    pub fn shares(&self) -> bool {
        let Meaning::Program(program) = &self.meaning else { return false };
        let shared = |array: &Name| program.header.sharing(array) == Sharing::Block;
        program.body.arrays().iter().any(shared)
    }

    /// Whether it has barriers.
    pub fn synchronizes(&self) -> bool {
        match &self.meaning {
            Meaning::Program(program) => program.body.synchronizes(),
            Meaning::Protocol(protocol) => protocol.body.synchronizes(),
        }
    }
}

fn kernel(source: Source) -> Result<Subject, Unread> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = cuda::load(source, &cuda::Options::default(), &none)?;
    let [kernel] = unit.kernels.as_slice() else { return Err(Unread::NotOneKernel) };
    let launched = kernel.single().ok_or(Unread::SeveralLaunches)?;
    let program = launched.lowered.clone().map_err(Unread::Unsupported)?;
    Ok(Subject {
        meaning: Meaning::Program(program),
        is_kernel: true,
        asserts: kernel.asserts,
        shared: launched.shared.clone(),
        hidden: launched.given.hidden.clone(),
        module: grid::kernel(&unit.file, kernel).ok(),
        options: unit.options.clone(),
        unit: Some(unit),
    })
}
