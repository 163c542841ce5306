//! Reasons and notes, as types. Their words are made here, at the end.

use crate::diverge::Undecided;
use cuda::{Area, Assumption, Fact, Unsupported, UnsupportedKind};
use grid::confirm::{self, Meaningless};
use oracle::check::{answer, reason};
use semantics::{Diagnostic, Name, Span, Unsplittable};
use std::fmt;

/// Why there is no verdict.
#[derive(Clone, Debug)]
pub enum Why {
    /// The check of the program has none.
    Program(reason::Why),
    /// The kernel uses what is not modelled, or was not read within its limits.
    Unsupported(Unsupported),
    /// It takes this for granted, and nothing is to be but the launch.
    Strict(Assumption),
    /// There is no launch of it.
    NoLaunch,
    /// A barrier that threads need not reach together, and why that is not decided.
    Barrier(Span, Undecided),
    /// A barrier of the whole grid, for a system that knows none.
    GridBarrier,
    /// A file has no kernel.
    NoKernel,
    /// An older system does not analyse it, and why.
    Analysis(String),
}

/// The kinds of why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhyKind {
    /// A construct of this part of the language is not modelled.
    Construct(Area),
    /// The source is no C++.
    Mistake,
    /// What may be spent is.
    Exhausted,
    /// A question has no answer.
    Undecided,
    /// No execution has a meaning.
    Meaningless,
    /// A barrier that threads need not reach together, or that cuts the program into no phases.
    Barrier,
    /// Nothing is launched.
    NoLaunch,
    /// Something would have to be taken for granted.
    Assumption,
    /// There is no kernel.
    NoKernel,
    /// An older system does not analyse it.
    Analysis,
}

impl Why {
    /// Of which kind it is.
    pub fn kind(&self) -> WhyKind {
        match self {
            Why::Program(why) => of_program(why),
            Why::Unsupported(what) => match &what.kind {
                UnsupportedKind::Construct(area) => WhyKind::Construct(*area),
                UnsupportedKind::Mistake(_) => WhyKind::Mistake,
                UnsupportedKind::Exhausted(_) => WhyKind::Exhausted,
            },
            Why::Strict(_) => WhyKind::Assumption,
            Why::NoLaunch => WhyKind::NoLaunch,
            Why::Barrier(..) | Why::GridBarrier => WhyKind::Barrier,
            Why::NoKernel => WhyKind::NoKernel,
            Why::Analysis(_) => WhyKind::Analysis,
        }
    }

    /// What is wrong with the source, where it is no C++: bad input, though others of its kernels may have a verdict.
    pub fn mistake(&self) -> Option<&Diagnostic> {
        match self {
            Why::Unsupported(what) => what.as_mistake(),
            _ => None,
        }
    }
}

fn of_program(why: &reason::Why) -> WhyKind {
    match why {
        reason::Why::NoLaunch => WhyKind::NoLaunch,
        reason::Why::Launch(_) | reason::Why::Array(..) => WhyKind::Undecided,
        reason::Why::Meaningless => WhyKind::Meaningless,
        reason::Why::Unsplittable(Unsplittable::Over(_)) | reason::Why::Over(_) => {
            WhyKind::Exhausted
        }
        reason::Why::Unsplittable(_) => WhyKind::Barrier,
    }
}

/// Why an alarm is open.
#[derive(Clone, Debug)]
pub enum Open {
    /// The check of the program does not decide it.
    Program(reason::Open),
    /// A thread whose assertion fails may end before its access.
    Asserts,
    /// A run of the kernel contradicts it.
    Contradicted,
    /// The run that makes it has no meaning, and why.
    Meaningless(Meaningless),
    /// It is not decided whether it stays within the memory of the host code.
    Memory,
}

/// Why there is no run.
#[derive(Clone, Debug)]
pub enum NotRun {
    /// It does not start, or does not end: why.
    Start(confirm::NotRun),
    /// A number of the witness is too large for it.
    TooLarge,
    /// Two parameters point into one array, at a distance that is not known.
    AtAnyDistance,
    /// The kernel uses what is not run.
    Unsupported(Unsupported),
    /// The kernel is not C++ as runs read it.
    Error(Diagnostic),
}

/// Something that is said of a verdict.
#[derive(Clone, Debug)]
pub enum Note {
    /// By the check of the program.
    Program(answer::Note),
    /// By the front end, of the file.
    File(String),
    /// By the front end, of the kernel.
    Kernel(cuda::Note),
    /// By host code, of the launch.
    Fact(Fact),
    /// Why there is no verdict.
    Why(Why),
    /// Races are shown where all that is asserted holds.
    Asserts,
    /// The race of this array is one in which loops that may end early run at most so often.
    Iterations(Name, usize),
    /// All threads of a block reach this barrier, or none does.
    Together(Span),
    /// Executions in which threads diverge at this barrier are left out.
    Divergent(Span),
    /// It is not decided whether threads diverge at this barrier.
    Undecided(Span, Undecided),
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// What came of a question, or why nothing did.
    Found,
    /// Executions that the verdict says nothing of.
    LeftOut,
    /// What is taken for granted of every kernel.
    Convention,
    /// How the source was read: for who asks.
    Reading,
}

impl Note {
    /// What it is about.
    pub fn kind(&self) -> NoteKind {
        match self {
            Note::Program(answer::Note::LeftOut) | Note::Divergent(_) => NoteKind::LeftOut,
            Note::File(_) => NoteKind::Reading,
            Note::Kernel(note) => match note.kind {
                cuda::NoteKind::Convention => NoteKind::Convention,
                cuda::NoteKind::LeftOut => NoteKind::LeftOut,
                cuda::NoteKind::Approximation => NoteKind::Reading,
            },
            Note::Fact(_) => NoteKind::Convention,
            Note::Program(answer::Note::Undecided(_))
            | Note::Why(_)
            | Note::Asserts
            | Note::Iterations(..)
            | Note::Together(_)
            | Note::Undecided(..) => NoteKind::Found,
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Program(why) => why.fmt(f),
            Why::Unsupported(what) => write!(f, "{}: {what}", what.span.place()),
            Why::Strict(assumption) => write!(f, "--strict: {assumption}"),
            Why::NoLaunch => f.write_str("it has no launch"),
            Why::Barrier(at, why) => write!(f, "{}: {why}", at.place()),
            Why::GridBarrier => f.write_str("a barrier of the whole grid is none of this system's"),
            Why::NoKernel => f.write_str("there is no kernel"),
            Why::Analysis(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Open::Program(why) => why.fmt(f),
            Open::Asserts => f.write_str("nothing shows it where all that is asserted holds"),
            Open::Contradicted => {
                f.write_str("the interpreter makes it, and a run of the kernel does not")
            }
            Open::Meaningless(why) => write!(f, "of the kernel itself {why}"),
            Open::Memory => {
                f.write_str("whether it stays within the memory of the host code is not decided")
            }
        }
    }
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::Start(why) => why.fmt(f),
            NotRun::TooLarge => f.write_str("a number of the witness is too large for a run"),
            NotRun::AtAnyDistance => {
                f.write_str("how far two pointers into one array are apart is not known")
            }
            NotRun::Unsupported(u) => match u.as_exhausted() {
                Some(spent) => spent.fmt(f),
                None => write!(f, "{} is not run", u.what),
            },
            NotRun::Error(diagnostic) => f.write_str(&diagnostic.message),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Program(note) => note.fmt(f),
            Note::File(text) => f.write_str(text),
            Note::Kernel(note) => note.fmt(f),
            Note::Fact(fact) => write!(f, "by the host code, {fact}"),
            Note::Why(why) => why.fmt(f),
            Note::Asserts => f.write_str("a race is shown where all that is asserted holds"),
            Note::Iterations(array, most) => write!(
                f,
                "the race of `{array}` is one in which loops that may end early run at most {most} times"
            ),
            Note::Together(at) => {
                write!(f, "{}: all threads of a block reach this barrier, or none does", at.place())
            }
            Note::Divergent(at) => {
                write!(f, "executions in which threads diverge at {} are left out", at.place())
            }
            Note::Undecided(at, why) => write!(f, "{}: {why}", at.place()),
        }
    }
}
