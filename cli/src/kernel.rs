//! Reading CUDA: the flags of a launch, and the kernels of a file.

use crate::failure::Failure;
use crate::parameters::Known;
use crate::style::note;
use cuda::{Disk, Kernel, Options, Unit};
use jaminan::Program;
use semantics::{Diagnostic, Source};

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

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,

    /// Look for included files here
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<String>,

    /// The kernel, where the file has several
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,

    /// Whether the threads of a warp run in lock step.
    #[arg(skip)]
    pub warp_sync: bool,
    /// Whether barriers that threads need not agree on are taken as they stand.
    #[arg(skip)]
    pub divergent_barriers: bool,
}

fn dimensions(text: &str) -> Result<[u64; 3], String> {
    let dimensions = cuda::launch_lines::dimensions(text)
        .ok_or_else(|| format!("`{text}` is not of the form 256, [16,16] or [8,8,4]"))?;
    if dimensions.contains(&0) {
        return Err("a launch has at least 1 on each axis".into());
    }
    Ok(dimensions)
}

impl Launch {
    /// The flags as they can be given to another process.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut give = |flag: &str, value: String| flags.extend([flag.to_owned(), value]);
        let dimensions = |[x, y, z]: [u64; 3]| format!("[{x},{y},{z}]");
        self.block_dim.iter().for_each(|dims| give("--block-dim", dimensions(*dims)));
        self.grid_dim.iter().for_each(|dims| give("--grid-dim", dimensions(*dims)));
        self.define.iter().for_each(|define| give("-D", define.clone()));
        self.include.iter().for_each(|folder| give("-I", folder.clone()));
        self.kernel.iter().for_each(|name| give("--kernel", name.clone()));
        flags
    }

    /// The kernels of a source; only the named one, where one is named.
    ///
    /// # Errors
    /// What of the source is not C++; a kernel that it does not have.
    pub fn load(&self, source: Source, known: &Known) -> Result<Unit, Failure> {
        let options = self.options(known);
        let name = source.name().to_owned();
        let mut unit = cuda::load(source, &options, &Disk)?;
        if let Some(wanted) = &self.kernel {
            unit.kernels.retain(|kernel| kernel.name == *wanted);
        }
        if unit.kernels.is_empty() {
            return Err(match &self.kernel {
                Some(wanted) => Failure::usage(
                    format!("{name} has no kernel `{wanted}`"),
                    "leave `--kernel` out to have every kernel checked",
                ),
                None => Failure::usage(
                    format!("{name} has no kernel"),
                    "a kernel is a function that is declared `__global__`, with a body",
                ),
            });
        }
        Ok(unit)
    }

    fn options(&self, known: &Known) -> Options {
        Options {
            block_dim: self.block_dim,
            grid_dim: self.grid_dim,
            defines: self.define.clone(),
            include_dirs: self.include.clone(),
            params: known.param.iter().map(|(x, k)| (x.to_string(), k.clone())).collect(),
            assumes: known.assume.clone(),
            warp_sync: self.warp_sync,
            divergent_barriers: self.divergent_barriers,
        }
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
        match unit.kernels.into_iter().next() {
            Some(Kernel { lowered: Ok(program), notes, .. }) => {
                notes.iter().for_each(note);
                Ok(program)
            }
            Some(Kernel { lowered: Err(unsupported), .. }) => {
                let message = format!("{} is not supported", unsupported.what);
                let shown = Diagnostic::at(unsupported.span, message).to_string();
                Err(Failure::Undecided {
                    why: format!("unsupported\n{shown}"),
                    hint: "nothing is skipped: rewrite this part, or leave it out".into(),
                })
            }
            None => Err(Failure::usage("the file has no kernel", "give one")),
        }
    }
}
