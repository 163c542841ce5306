//! Reading programs: files and standard input, by their language.

use crate::failure::Failure;
use crate::file;
use crate::kernel::Launch;
use crate::parameters::Known;
use cuda::Unit;
use jaminan::Program;
use maps::ProtocolFile;
use semantics::{Allowance, Diagnostic, Header, ParseOptions, Source, Span, Syntax};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Which program.
#[derive(Clone, Debug, clap::Args)]
pub struct Input {
    /// A `.jam`, `.map` or `.cu` file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The language, where the file's name does not say it
    #[arg(long, value_enum)]
    lang: Option<Language>,

    /// Give a binder whose name is taken a new name, instead of an error
    #[arg(long)]
    rename: bool,

    #[command(flatten)]
    pub known: Known,

    #[command(flatten)]
    launch: Launch,

    /// What the file holds, where it was read already.
    #[arg(skip)]
    read: Option<Source>,
}

/// A language that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// Jaminan
    Jam,
    /// Memory access protocols
    Map,
    /// CUDA C++
    Cu,
}

/// What was read.
pub enum Subject {
    /// A program of Jaminan.
    Program(Program),
    /// A protocol.
    Protocol(ProtocolFile),
}

impl Subject {
    /// Its declarations.
    pub fn header(&self) -> &Header {
        match self {
            Subject::Program(program) => &program.header,
            Subject::Protocol(protocol) => &protocol.header,
        }
    }

    /// The arrays that it accesses.
    pub fn arrays(&self) -> BTreeSet<semantics::Name> {
        match self {
            Subject::Program(program) => program.body.arrays(),
            Subject::Protocol(protocol) => protocol.body.arrays(),
        }
    }
}

/// No program is longer, in bytes.
const LONGEST_INPUT: u64 = 64 << 20;

/// The text of a file of a length that is read.
///
/// # Errors
/// It cannot be read, is no regular file or no text, or is too long.
pub fn read_text(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    file::open(path)?.take(LONGEST_INPUT + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_INPUT {
        return Err(std::io::Error::other(format!("it is longer than {LONGEST_INPUT} bytes")));
    }
    Ok(text)
}

impl Input {
    /// The file, or a folder of files.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// The flags as they can be given to another process.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = self.launch.flags();
        flags.extend(self.known.flags());
        let lang = self.lang.and_then(|language| clap::ValueEnum::to_possible_value(&language));
        flags.extend(lang.map(|language| format!("--lang={}", language.get_name())));
        flags.extend(self.rename.then(|| "--rename".to_owned()));
        flags
    }

    /// Reads and parses the input.
    ///
    /// # Errors
    /// An input that cannot be read or is not well-formed.
    pub fn load(&self) -> Result<Subject, Failure> {
        let language = self.language()?;
        let source = self.source()?;
        let options = ParseOptions { rename: self.rename };
        Ok(match language {
            Language::Jam => {
                let mut program = Program::parse(&source, options)?;
                self.known.add_to(&mut program.header)?;
                Subject::Program(program)
            }
            Language::Map => {
                let mut protocol = ProtocolFile::parse(&source, options)?;
                self.known.add_to(&mut protocol.header)?;
                Subject::Protocol(protocol)
            }
            Language::Cu => Subject::Program(self.launch.program(source, &self.known)?),
        })
    }

    /// Takes the threads of a warp to run in lock step.
    ///
    /// # Errors
    /// An input that has no warps.
    pub fn lock_step(&mut self, threads: u32) -> Result<(), Failure> {
        if self.language()? != Language::Cu {
            let message = "`--warp-sync` is about kernels: there are no warps in this file";
            return Err(Failure::usage(message, "leave it out"));
        }
        self.launch.warp_sync = Some(threads);
        Ok(())
    }

    /// Reads the kernels of a CUDA source; nothing where the input is in another language.
    ///
    /// # Errors
    /// See [`Launch::load`].
    pub fn kernels(&self) -> Result<Option<Unit>, Failure> {
        match self.language()? {
            Language::Cu => Ok(Some(self.launch.load(self.source()?, &self.known)?)),
            Language::Jam | Language::Map => Ok(None),
        }
    }

    /// Reads the kernels of a CUDA source; nothing where it has none.
    ///
    /// # Errors
    /// See [`Launch::load_if_any`].
    pub fn kernels_if_any(&self) -> Result<Option<Unit>, Failure> {
        self.launch.load_if_any(self.source()?, &self.known)
    }

    /// The same input, barriers that threads need not agree on being taken as they stand: for who asks
    /// whether threads diverge there.
    pub fn with_divergent_barriers(mut self) -> Self {
        self.launch.divergent_barriers = true;
        self
    }

    /// The same input, on each kernel of which so much may be spent.
    pub fn with_allowance(mut self, for_kernel: Allowance) -> Self {
        self.launch.for_kernel = for_kernel;
        self
    }

    /// The same input, whose file is read now and not again: standard input is there once.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read_once(mut self) -> Result<Self, Failure> {
        self.read = Some(self.source()?);
        Ok(self)
    }

    /// The same input under the launches of its host code, where it is asked about any launch.
    pub fn of_host(&self) -> Option<Input> {
        Some(Input { launch: self.launch.of_host()?, ..self.clone() })
    }

    /// The same input under further conditions.
    pub fn assuming(&self, conditions: &[String]) -> Input {
        let mut input = self.clone();
        input.known.assume.extend_from_slice(conditions);
        input
    }

    /// What messages call the input.
    pub fn name(&self) -> String {
        if self.is_standard_input() { "<stdin>".into() } else { self.file.display().to_string() }
    }

    /// What a document about the input is called: the file's name, without its folder.
    pub fn title(&self) -> String {
        match self.file.file_name() {
            Some(name) if !self.is_standard_input() => name.to_string_lossy().into_owned(),
            _ => self.name(),
        }
    }

    /// How another command is given the same input.
    pub fn argument(&self) -> String {
        match self.lang.and_then(|language| clap::ValueEnum::to_possible_value(&language)) {
            Some(language) => format!("{} --lang {}", self.file.display(), language.get_name()),
            None => self.file.display().to_string(),
        }
    }

    fn is_standard_input(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    fn language(&self) -> Result<Language, Failure> {
        if let Some(language) = self.lang {
            return Ok(language);
        }
        if self.is_standard_input() {
            let message = "standard input has no name that says its language";
            return Err(Failure::usage(message, "give `--lang jam`, `--lang map` or `--lang cu`"));
        }
        match self.file.extension().and_then(|extension| extension.to_str()) {
            Some("jam") => Ok(Language::Jam),
            Some("map") => Ok(Language::Map),
            // OpenCL C is read by the same front end, which knows it by the file's name.
            Some("cu" | "cuh" | "cl") => Ok(Language::Cu),
            _ => Err(Failure::usage(
                format!("the name `{}` does not say the language", self.name()),
                "name it `.jam`, `.map` or `.cu`, or give `--lang jam`, `--lang map` or `--lang cu`",
            )),
        }
    }

    /// The text of the input, in whatever language.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn source(&self) -> Result<Source, Failure> {
        if let Some(source) = &self.read {
            return Ok(source.clone());
        }
        let mut bytes = Vec::new();
        let read = if self.is_standard_input() {
            std::io::stdin().lock().take(LONGEST_INPUT + 1).read_to_end(&mut bytes)
        } else {
            file::open(&self.file)
                .and_then(|file| file.take(LONGEST_INPUT + 1).read_to_end(&mut bytes))
        };
        read.map_err(|error| self.unreadable(&error))?;
        if bytes.len() as u64 > LONGEST_INPUT {
            let message = format!("{} is longer than {LONGEST_INPUT} bytes", self.name());
            return Err(Failure::usage(message, "a program of this length is not read"));
        }
        // CUDA files are read as people have them: other bytes do no harm in comments.
        Ok(match self.language() {
            Ok(Language::Cu) => Source::new(self.name(), cuda::files::decode(&bytes)),
            _ => text(self.name(), bytes)?,
        })
    }

    fn unreadable(&self, error: &std::io::Error) -> Failure {
        let message = format!("cannot read `{}`: {}", self.name(), describe(error));
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => "check the path, or give `-` for standard input",
            std::io::ErrorKind::IsADirectory => "give a file in it",
            _ => "give a file that can be read, or `-` for standard input",
        };
        Failure::usage(message, hint)
    }
}

/// The system's own words end in an error number, which says nothing to most.
fn describe(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::IsADirectory => "it is a directory".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// The text of these bytes, which must be UTF-8.
fn text(name: String, bytes: Vec<u8>) -> Result<Source, Diagnostic> {
    String::from_utf8(bytes).map(|text| Source::new(name.clone(), text)).map_err(|error| {
        let start = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(start).copied().unwrap_or_default();
        // Up to the first bad byte nothing changes, so the place is the same.
        let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
        let span = Span { source: Source::new(name, shown), bytes: start..end };
        Diagnostic::at(span, "the text is not UTF-8")
            .label(format!("the byte 0x{byte:02x}"))
            .hint("save the file as UTF-8")
    })
}
