//! Where the kernels come from.

use crate::failure::Failure;
use crate::input::read_text;
use difftest::finding::hash;
use generators::{Given, Kernel, Language, Launch, Source};
use std::path::{Path, PathBuf};

/// Which kernels are generated.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Kernels")]
pub struct SourceFlags {
    /// How kernels are generated
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Generate::Random)]
    generate: Generate,

    /// Kernels to mutate instead
    #[arg(long, value_name = "FILE", num_args = 1..)]
    mutate: Vec<PathBuf>,

    /// This kernel alone, by its identifier in a campaign or in what is printed, such as `v1:4:17`; as
    /// often as there are kernels. `--threads` has to be the campaign's; that of a mutant asks for
    /// `--mutate` with what it was made of
    #[arg(long, value_name = "ID", conflicts_with_all = ["generate", "size", "barriers", "seed"])]
    #[arg(conflicts_with_all = ["files", "kernels", "classes", "racy"])]
    kernel: Vec<String>,

    /// How large: statement nodes of the core, statements at the top of the others [default: 4 of
    /// enumerated programs and of features, else 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=30))]
    size: Option<u64>,

    /// Of the grammar with barriers, for `enumerated` and `uniform`
    #[arg(long)]
    barriers: bool,

    /// Which random kernels: the same seed gives the same ones
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// How kernels are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Generate {
    /// Every program of the default grammar, in order of size
    Enumerated,
    /// Programs of the default grammar, at random
    Uniform,
    /// Random programs of the core, with richer expressions and two arrays
    Random,
    /// Random kernels with shared memory, atomics, strides, and what else C has
    Features,
}

impl SourceFlags {
    /// Whether kernels are asked for by name.
    pub fn is_chosen(&self) -> bool {
        !self.kernel.is_empty()
    }

    /// The source for a detector that reads these languages, and how it is called.
    ///
    /// # Errors
    /// A size or a name that has no kernel; a detector that does not read such kernels; a file that is none.
    pub fn source(
        &self,
        detector: &str,
        languages: &[Language],
        launch: Launch,
    ) -> Result<(Source, String), Failure> {
        let seed = self.seed;
        let given = self.mutate.iter().map(|path| kernel(path)).collect::<Result<Vec<_>, _>>()?;
        if self.is_chosen() {
            let source = Source::chosen(&self.kernel, &given, launch).map_err(|error| {
                let hint = "a campaign's reports have identifiers, and what `--print` prints; give what \
                            a mutant was made of with `--mutate`";
                Failure::usage(error.to_string(), hint)
            })?;
            let foreign = |kernel: &&Kernel| languages.iter().all(|l| kernel.text(*l).is_none());
            if let Source::Chosen(kernels) = &source
                && let Some(kernel) = kernels.iter().find(foreign)
            {
                let all: Vec<String> = languages.iter().map(ToString::to_string).collect();
                let message = format!("`{}` is no kernel of {}", kernel.id, all.join(", "));
                return Err(Failure::usage(message, "its identifier names its language"));
            }
            return Ok((source, format!("kernels {}", self.kernel.join(", "))));
        }
        if !given.is_empty() {
            let names: Vec<&str> = given.iter().map(|(name, ..)| name.as_str()).collect();
            let name = format!("mutants of {}, seed {seed}", names.join(", "));
            return Ok((Source::Mutants { given, seed }, name));
        }
        let default = match self.generate {
            Generate::Enumerated | Generate::Features => 4,
            Generate::Uniform | Generate::Random => 8,
        };
        let size = usize::try_from(self.size.unwrap_or(default)).unwrap_or(default as usize);
        let wrong = |error: generators::Wrong| Failure::usage(error.to_string(), "give less `--size`");
        let barriers = if self.barriers { ", barriers" } else { "" };
        Ok(match self.generate {
            Generate::Enumerated => (
                Source::enumerated(size, self.barriers).map_err(wrong)?,
                format!("enumerated, size {size}{barriers}"),
            ),
            Generate::Uniform => (
                Source::uniform(size, self.barriers, seed).map_err(wrong)?,
                format!("uniform, size {size}{barriers}, seed {seed}"),
            ),
            Generate::Random => {
                (Source::Random { size, seed }, format!("random, size {size}, seed {seed}"))
            }
            Generate::Features => {
                let reads = |l: &&Language| matches!(l, Language::Cuda | Language::OpenCl);
                let language = *languages.iter().find(reads).ok_or_else(|| {
                    let message = format!("{detector} reads neither CUDA nor OpenCL");
                    Failure::usage(message, "choose another way with `--generate`")
                })?;
                let name = format!("features, {language}, size {size}, seed {seed}");
                (Source::Features { language, size, seed }, name)
            }
        })
    }
}

/// A kernel of a file: its name with a hash of its text, its language and its text.
///
/// # Errors
/// A file that cannot be read, or whose name does not say the language.
pub fn kernel(path: &Path) -> Result<Given, Failure> {
    let shown = path.display();
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let language = ending.parse().map_err(|_| {
        let hint = "name it `.cu`, `.cl`, `.jam` or `.map`";
        Failure::usage(format!("the name `{shown}` does not say the language"), hint)
    })?;
    let text = read_text(path).map_err(|error| {
        Failure::usage(format!("cannot read `{shown}`: {error}"), "give a file that can be read")
    })?;
    // Another text is another kernel, and a text of the same name in another folder, too.
    let name = path.file_name().map_or_else(|| shown.to_string(), |n| n.to_string_lossy().into());
    Ok((format!("{name}#{:08x}", hash(&text)), language, text))
}

/// The kernels of a folder, in order of their names.
///
/// # Errors
/// A folder or file that cannot be read.
pub fn folder(folder: &Path) -> Result<Vec<Given>, Failure> {
    let unreadable = |error: std::io::Error| {
        let message = format!("cannot read the folder `{}`: {error}", folder.display());
        Failure::usage(message, "give a folder that can be read")
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if ending.parse::<Language>().is_ok() {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| kernel(path)).collect()
}
