//! Reading what is in the editor.

use crate::failure::Failure;
use crate::question::{File, Start};
use cuda::{Options, Unit};
use jaminan::{Parameters, Program};
use maps::ProtocolFile;
use oracle::explore::launch::fixed;
use semantics::{
    Allowance, Budget, Choices, Diagnostic, Header, Limits, Memory, Name, Number, ParseOptions,
    Source, Store, Syntax,
};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What one question may take.
pub const TIME: Duration = Duration::from_secs(10);

/// What was read.
pub enum Subject {
    /// A program, of a `.jam` or of the only kernel of a `.cu`.
    Program(Program),
    /// A protocol.
    Protocol(ProtocolFile),
}

impl Subject {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(file: &File) -> Result<Subject, Failure> {
        let source = Source::new(file.name.clone(), file.text.clone());
        Ok(match language(file)? {
            Language::Jam => Subject::Program(Program::parse(&source, ParseOptions::default())?),
            Language::Map => {
                Subject::Protocol(ProtocolFile::parse(&source, ParseOptions::default())?)
            }
            Language::Cu => Subject::Program(only_kernel(&unit(file)?)?),
        })
    }

    /// Its declarations.
    pub fn header(&self) -> &Header {
        match self {
            Subject::Program(program) => &program.header,
            Subject::Protocol(protocol) => &protocol.header,
        }
    }

    /// The arrays that it accesses.
    pub fn arrays(&self) -> BTreeSet<Name> {
        match self {
            Subject::Program(program) => program.body.arrays(),
            Subject::Protocol(protocol) => protocol.body.arrays(),
        }
    }

    /// The protocol of each array.
    pub fn protocols(&self) -> Vec<(Name, ProtocolFile)> {
        match self {
            Subject::Program(program) => jaminan::infer_program(program).collect(),
            Subject::Protocol(protocol) => maps::by_array(protocol).collect(),
        }
    }
}

/// A language that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Jaminan
    Jam,
    /// Memory access protocols
    Map,
    /// CUDA C++, and OpenCL C
    Cu,
}

/// The language of a file, by its name.
///
/// # Errors
/// The name does not say.
pub fn language(file: &File) -> Result<Language, Failure> {
    match file.name.rsplit_once('.').map(|(_, end)| end) {
        Some("jam") => Ok(Language::Jam),
        Some("map") => Ok(Language::Map),
        Some("cu" | "cuh" | "cl") => Ok(Language::Cu),
        _ => Err(Failure::new(format!("the name `{}` does not say the language", file.name))
            .hint("name it `.jam`, `.map` or `.cu`")),
    }
}

/// The kernels of a file.
///
/// # Errors
/// What is not C++; no kernel; a launch that is none.
pub fn unit(file: &File) -> Result<Unit, Failure> {
    let allowance = Allowance { time: Some(TIME), bytes: None };
    let options = Options {
        block_dim: dimensions(&file.block_dim)?,
        grid_dim: dimensions(&file.grid_dim)?,
        for_file: allowance,
        for_kernel: allowance,
        ..Options::default()
    };
    let source = Source::new(file.name.clone(), file.text.clone());
    let unit = cuda::load(source, &options, &BTreeMap::new())?;
    if !unit.kernels.is_empty() {
        return Ok(unit);
    }
    match unit.diagnostics.first() {
        Some(first) => Err(first.clone().into()),
        None => Err(Failure::new("there is no kernel")
            .hint("a kernel is a function that is declared `__global__`, with a body")),
    }
}

fn dimensions(text: &str) -> Result<Option<[u64; 3]>, Failure> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    match cuda::launch_lines::dimensions(text.trim()) {
        Some(dimensions) if !dimensions.contains(&0) => Ok(Some(dimensions)),
        _ => Err(Failure::new(format!("`{text}` is no launch")).hint("write 256, or [16,16]")),
    }
}

fn only_kernel(unit: &Unit) -> Result<Program, Failure> {
    let [kernel] = unit.kernels.as_slice() else {
        return Err(Failure::new("the file has several kernels").hint("Check takes them all"));
    };
    let Some(launched) = kernel.single() else {
        return Err(Failure::new(format!("`{}` is launched in several ways", kernel.name))
            .hint("give one launch"));
    };
    launched.lowered.clone().map_err(|unsupported| {
        Diagnostic::at(unsupported.span.clone(), unsupported.to_string()).into()
    })
}

/// A search's fuel and time.
pub fn budget() -> Budget {
    Budget { fuel: u64::MAX, limits: Limits::default().within(TIME) }
}

impl Start {
    /// What `var` may take.
    pub fn choices(&self) -> Choices {
        Choices::below(self.values.unwrap_or(2))
    }

    /// A number for each parameter: as the launch fixes it, or as it is given; else 1.
    pub fn parameters(&self, header: &Header) -> Parameters {
        let given = |x: &Name| Number::from(self.params.get(x.as_str()).copied().unwrap_or(1));
        let value = |x: &Name| fixed(header, x).unwrap_or_else(|| given(x));
        header.params.iter().map(|x| (x.clone(), value(x))).collect()
    }

    /// The initial memory.
    ///
    /// # Errors
    /// It is of another form; an array that is not accessed.
    pub fn store(&self, arrays: &BTreeSet<Name>) -> Result<Store, Failure> {
        let mut store = Store::empty();
        for part in self.memory.split_whitespace() {
            let wrong = || Failure::new(format!("`{part}` is no memory")).hint("write A:0=10,3=2");
            let (array, cells) = part.split_once(':').ok_or_else(wrong)?;
            let array = Name::from(array);
            if !arrays.contains(&array) {
                return Err(Failure::new(format!("the program does not access `{array}`")));
            }
            let mut memory = Memory::new();
            for cell in cells.split(',') {
                let (index, value) = cell.split_once('=').ok_or_else(wrong)?;
                let number =
                    |text: &str| text.parse::<u64>().map(Number::from).map_err(|_| wrong());
                memory.insert(number(index)?, number(value)?);
            }
            for (index, value) in memory {
                store.set(&array, index, value);
            }
        }
        Ok(store)
    }
}
