//! A kernel's text, read.

use cuda::SharedArray;
use generators::Language;
use grid::Module;
use grid::confirm::Legal;
use jaminan::Program;
use maps::ProtocolFile;
use oracle::check::answer::Race;
use semantics::{Header, Name, ParseOptions, Sharing, Source, Syntax, Threads};
use std::collections::BTreeMap;
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
    /// The instructions of a kernel, where it can be run.
    pub module: Option<Module>,
    pub options: cuda::Options,
}

pub(crate) enum Meaning {
    Program(Program),
    Protocol(ProtocolFile),
}

impl Subject {
    /// Reads a text of one kernel.
    ///
    /// # Errors
    /// Why nothing can be said of it.
    pub fn read(language: Language, text: &str) -> Result<Subject, String> {
        let source = Source::new(format!("kernel.{language}"), text);
        let options = ParseOptions::default();
        let options_of = cuda::Options::default;
        let only = |meaning| Subject {
            meaning,
            is_kernel: false,
            asserts: false,
            shared: Vec::new(),
            module: None,
            options: options_of(),
        };
        match language {
            Language::Jaminan => Program::parse(&source, options)
                .map(|program| only(Meaning::Program(program)))
                .map_err(|diagnostic| diagnostic.message),
            Language::Protocol => ProtocolFile::parse(&source, options)
                .map(|protocol| only(Meaning::Protocol(protocol)))
                .map_err(|diagnostic| diagnostic.message),
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

fn kernel(source: Source) -> Result<Subject, String> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let options = cuda::Options::default();
    let unit = cuda::load(source.clone(), &options, &none).map_err(|d| d.message)?;
    let mut kernels = unit.kernels.into_iter();
    let (Some(kernel), None) = (kernels.next(), kernels.next()) else {
        return Err("the file has not one kernel".into());
    };
    let (name, asserts) = (kernel.name.clone(), kernel.asserts);
    let launched = kernel.into_single().ok_or("the file launches the kernel in several ways")?;
    let program = launched.lowered.map_err(|u| format!("{} is not modelled", u.what))?;
    let shared = launched.shared;
    let options = unit.options;
    let module = cuda::parse(&source, &options, &none)
        .ok()
        .and_then(|file| grid::kernel(&file, &name)?.ok());
    Ok(Subject {
        meaning: Meaning::Program(program),
        is_kernel: true,
        asserts,
        shared,
        module,
        options,
    })
}
