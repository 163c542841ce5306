//! What is taken for granted of a source, because nothing at hand shows it. [docs/interface.md, Assumptions]

use crate::preprocess::{Doubt, Reading, is_of_samples};
use crate::syntax::File;
use semantics::{Name, Span};
use std::fmt;

/// So many characters of an `#error` are said again.
const LONGEST_TEXT: usize = 120;

/// One thing that a kernel's program takes for granted.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// Of which kind it is.
    pub kind: AssumptionKind,
    /// What is taken for granted, as a sentence that ends without a full stop.
    pub what: String,
    /// Where the source needs it.
    pub span: Option<Span>,
}

/// The kinds of assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssumptionKind {
    /// Nothing gives the launch, or not all of it: the first line of an answer says for which launch it is.
    Launch,
    /// How many axes a launch has that host code makes, in a way that is not followed.
    Axes,
    /// That host code comes to some numbers, which it changes in a way that is not followed.
    HostNumbers,
    /// That host code gives different arrays, which it keeps in a way that is not followed.
    HostPointers,
    /// A header is not at hand.
    MissingHeader,
    /// A type that nothing at hand declares.
    UnknownType,
    /// What a parameter of a template stands for that nothing gives.
    TemplateType,
    /// A function that nothing at hand defines.
    UnknownCall,
    /// A macro that a missing header or a compiler may define.
    UnknownMacro,
    /// Inline assembly.
    InlineAssembly,
    /// The order that fences, or atomics on one location, may give.
    Fence,
    /// Unsigned numbers do not wrap around where they are indices, or count a loop.
    NoWrap,
}

impl AssumptionKind {
    /// Whether it is about the launch: `--strict` allows that.
    pub fn is_of_launch(self) -> bool {
        matches!(self, AssumptionKind::Launch | AssumptionKind::Axes | AssumptionKind::HostNumbers)
    }
}

impl Assumption {
    /// An assumption that a place of the source needs.
    pub fn at(kind: AssumptionKind, span: &Span, what: impl Into<String>) -> Self {
        Assumption { kind, what: what.into(), span: Some(span.clone()) }
    }

    /// Whether the two take one thing for granted, wherever the source needs it.
    pub fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.what == other.what
    }
}

/// What every kernel of a file takes for granted, and what this one does of the conditions of `#if`. `host`: the places
/// of host code that say something of its launch.
pub(crate) fn of_file(file: &File, kernel: &Name, host: &[&Span]) -> Vec<Assumption> {
    let missing = file.missing.iter().map(|(path, span)| {
        let taken = match is_of_samples(path) {
            true => "it is taken for the one of NVIDIA's samples",
            false => "its macros and types are not known",
        };
        let what = format!("`{path}` is not found: {taken}, give its folder with -I");
        Assumption::at(AssumptionKind::MissingHeader, span, what)
    });
    let refused = file.refused.iter().map(|(text, span)| {
        let text: String = text.chars().take(LONGEST_TEXT).collect();
        let what = format!("`#error {text}` is passed over: give the macros of the build with -D");
        Assumption::at(AssumptionKind::UnknownMacro, span, what)
    });
    let missing = missing.chain(refused);
    missing.chain(file.reach.doubts(kernel, host, &file.doubts).into_iter().map(of_doubt)).collect()
}

/// How a condition is read.
fn of_doubt(doubt: &Doubt) -> Assumption {
    let said: Vec<String> = doubt
        .macros
        .iter()
        .map(|(name, reading)| match reading {
            Reading::Missing => format!(
                "`{name}` is taken as not defined, though a header that is not found may define it"
            ),
            Reading::Compiler => {
                format!("`{name}` is taken as not defined, though the compiler may define it")
            }
            Reading::Architecture => {
                format!("`{name}` is taken as {}", crate::preprocess::CUDA_ARCH)
            }
            Reading::Version => format!("`{name}` is taken as that of one version of the compiler"),
        })
        .collect();
    let names: Vec<String> = doubt.macros.keys().map(|name| format!("-D{name}")).collect();
    let what = format!("{}: give {} if it is otherwise", said.join(", "), names.join(" "));
    Assumption::at(AssumptionKind::UnknownMacro, &doubt.span, what)
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(span) = &self.span {
            write!(f, "{}: ", span.place())?;
        }
        f.write_str(&self.what)
    }
}
