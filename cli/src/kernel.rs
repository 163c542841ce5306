//! Reading CUDA: the flags of a launch, and the kernels of a file.

use crate::compile_commands::{self, BuildFlags};
use crate::failure::Failure;
use crate::limits::TO_READ;
use crate::malformed::Malformed;
use crate::parameters::Known;
use crate::style::note;
use crate::terminal::tell;
use cuda::{Disk, Kernel, Launched, Options, Unit, Unsupported, UnsupportedKind};
use jaminan::Program;
use semantics::{Allowance, Diagnostic, Source};
use std::path::{Path, PathBuf};
use verdict::clang::Installed;

/// What the caller says about a `.cu` file.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "CUDA")]
pub struct Launch {
    /// Threads of a block: 256, [16,16], [8,8,4]; where nothing says, any number, and one of `run` and `race`
    #[arg(long, value_name = "DIMS", value_parser = dimensions)]
    block_dim: Option<[u64; 3]>,

    /// Blocks of the grid
    #[arg(long, value_name = "DIMS", value_parser = dimensions)]
    grid_dim: Option<[u64; 3]>,

    /// `any`: the launch is any within CUDA's limits, whatever the source says, and nothing is taken for
    /// granted of it
    #[arg(long, value_enum, value_name = "WHICH")]
    launch: Option<Which>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,

    /// Look for included files here
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<String>,

    /// Read a file first, as if the first line included it; also `-include FILE`
    #[arg(long = "include", value_name = "FILE")]
    include_first: Vec<String>,

    /// Take `-I`, `-D`, `-include` and `-std` from a build's `compile_commands.json`
    #[arg(long, value_name = "FILE")]
    compile_commands: Option<PathBuf>,

    /// Who reads device code: this program, or a `clang` that is installed
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    front_end: FrontEnd,

    /// The kernel, where the file has several: of a template, each instance
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,

    /// How many threads run in lock step.
    #[arg(skip)]
    pub warp_sync: Option<u32>,
    /// Whether barriers that threads need not agree on are taken as they stand.
    #[arg(skip)]
    pub divergent_barriers: bool,
    /// What may be spent on reading each kernel.
    #[arg(skip = TO_READ)]
    pub for_kernel: Allowance,
}

/// Who reads device code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum FrontEnd {
    /// This program
    #[default]
    Jaminan,
    /// A `clang` that is installed
    Clang,
}

/// Which launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// Any within CUDA's limits
    Any,
}

fn dimensions(text: &str) -> Result<[u64; 3], Malformed> {
    let dimensions = cuda::launch_lines::dimensions(text)
        .ok_or_else(|| Malformed::form(text, "256, [16,16] or [8,8,4]"))?;
    if dimensions.contains(&0) {
        return Err(Malformed::EmptyAxis);
    }
    Ok(dimensions)
}

impl Launch {
    /// The launches that the source itself gives, where this one has it any.
    pub fn of_host(&self) -> Option<Launch> {
        self.launch.map(|Which::Any| Launch { launch: None, ..self.clone() })
    }

    /// The flags as they can be given to another process.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut give = |flag: &str, value: String| flags.extend([flag.to_owned(), value]);
        let dimensions = |[x, y, z]: [u64; 3]| format!("[{x},{y},{z}]");
        self.block_dim.iter().for_each(|dims| give("--block-dim", dimensions(*dims)));
        self.grid_dim.iter().for_each(|dims| give("--grid-dim", dimensions(*dims)));
        self.launch.iter().for_each(|_| give("--launch", "any".into()));
        self.define.iter().for_each(|define| give("-D", define.clone()));
        self.include.iter().for_each(|folder| give("-I", folder.clone()));
        self.include_first.iter().for_each(|file| give("--include", file.clone()));
        self.compile_commands
            .iter()
            .for_each(|file| give("--compile-commands", file.display().to_string()));
        if self.front_end == FrontEnd::Clang {
            give("--front-end", "clang".into());
        }
        self.kernel.iter().for_each(|name| give("--kernel", name.clone()));
        flags
    }

    /// The kernels of a source; only the named one, where one is named.
    ///
    /// # Errors
    /// What of the source is not C++; a kernel that it does not have.
    pub fn load(&self, source: Source, known: &Known) -> Result<Unit, Failure> {
        let name = source.name().to_owned();
        self.load_if_any(source, known)?.ok_or_else(|| match &self.kernel {
            Some(wanted) => Failure::usage(
                format!("{name} has no kernel `{wanted}`"),
                "leave `--kernel` out to have every kernel checked",
            ),
            None => Failure::usage(
                format!("{name} has no kernel"),
                "a kernel is a function that is declared `__global__`, with a body",
            ),
        })
    }

    /// The same; nothing where there is no such kernel. Of several kernels, what is wrong with those that are no C++ is
    /// told on standard error.
    ///
    /// # Errors
    /// What of the source is not C++, if that leaves no kernel that is.
    pub fn load_if_any(&self, source: Source, known: &Known) -> Result<Option<Unit>, Failure> {
        let options = self.options(known, source.name())?;
        let mut unit = match self.front_end {
            FrontEnd::Jaminan => cuda::load(source, &options, &Disk)?,
            FrontEnd::Clang => cuda::load_by_clang(source, &options, &Disk, &Installed::default())?,
        };
        if let Some(wanted) = &self.kernel {
            unit.kernels.retain(|kernel| kernel.is_meant_by(wanted));
        }
        if unit.kernels.is_empty() {
            if let (None, Some(first)) = (&self.kernel, unit.diagnostics.first()) {
                let message =
                    format!("the file has no kernel, and this is not read: {}", first.message);
                return Err(Diagnostic { message, ..first.clone() }.into());
            }
            return Ok(None);
        }
        let mistakes: Vec<&Diagnostic> = unit.kernels.iter().filter_map(Kernel::mistake).collect();
        match mistakes.first() {
            Some(first) if mistakes.len() == unit.kernels.len() => {
                return Err(Diagnostic::clone(first).into());
            }
            _ => mistakes.iter().for_each(|mistake| tell(&mistake.text())),
        }
        Ok(Some(unit))
    }

    /// What the flags say, those of the command line after those of the build.
    fn options(&self, known: &Known, source: &str) -> Result<Options, Failure> {
        known.refuse_two_values()?;
        let build = match &self.compile_commands {
            Some(database) => compile_commands::of(database, Path::new(source))?,
            None => BuildFlags::default(),
        };
        let all = |of_build: Vec<String>, own: &[String]| [&of_build[..], own].concat();
        Ok(Options {
            block_dim: self.block_dim,
            grid_dim: self.grid_dim,
            any_launch: self.launch.is_some(),
            defines: all(build.defines, &self.define),
            include_dirs: all(build.include_dirs, &self.include),
            includes: all(build.includes, &self.include_first),
            standard: build.standard,
            params: known.param.iter().map(|(x, k)| (x.to_string(), k.clone())).collect(),
            assumes: known.assume.clone(),
            warp_sync: self.warp_sync,
            divergent_barriers: self.divergent_barriers,
            kernel: self.kernel.clone(),
            for_file: TO_READ,
            for_kernel: self.for_kernel,
        })
    }

    /// The program of the only kernel, or of the named one.
    ///
    /// # Errors
    /// As [`Launch::load`]; several kernels; what is not supported.
    pub fn program(&self, source: Source, known: &Known) -> Result<Program, Failure> {
        let unit = self.load(source, known)?;
        unit.notes.iter().for_each(note);
        let names: Vec<&str> = unit.kernels.iter().map(|k| k.name.as_str()).collect();
        if names.len() > 1 {
            let hint = format!("choose with `--kernel`: {}", names.join(", "));
            return Err(Failure::usage("the file has several kernels", hint));
        }
        let Some(kernel) = unit.kernels.into_iter().next() else {
            return Err(Failure::usage("the file has no kernel", "give one"));
        };
        let launched = single(&kernel)?;
        match &launched.lowered {
            Ok(program) => {
                launched.notes.iter().for_each(note);
                launched.assumptions.iter().for_each(note);
                Ok(program.clone())
            }
            Err(Unsupported { kind: UnsupportedKind::Exhausted(spent), .. }) => {
                Err(Failure::exhausted(*spent))
            }
            Err(unsupported) => {
                let message = unsupported.to_string();
                Err(Failure::unsupported(Diagnostic::at(unsupported.span.clone(), message)))
            }
        }
    }
}

/// A kernel under its only launch.
///
/// # Errors
/// Several launches.
pub fn single(kernel: &Kernel) -> Result<&Launched, Failure> {
    kernel.single().ok_or_else(|| {
        let places: Vec<String> = kernel
            .launches
            .iter()
            .map(|launched| match &launched.launch.span {
                Some(span) => span.place(),
                None => "elsewhere".into(),
            })
            .collect();
        let message =
            format!("`{}` is launched in several ways: {}", kernel.name, places.join(", "));
        Failure::usage(message, "choose one with `--block-dim` and `--grid-dim`")
    })
}
