//! Why a command has no answer.

use crate::exit::Exit;
use crate::limits::Limits;
use crate::style;
use semantics::{Diagnostic, Meaningless, Stop};

/// No answer, and why.
#[derive(Debug)]
pub enum Failure {
    /// The input or a flag is wrong: exit code 2.
    Bad(Box<Diagnostic>),
    /// A limit was reached: exit code 3.
    Undecided {
        /// What ended it.
        why: String,
        /// What to do next.
        hint: String,
    },
    /// Standard output cannot be written: exit code 2.
    Output(std::io::Error),
}

impl Failure {
    /// A wrong flag, and what to give instead.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Diagnostic::whole(message).hint(hint).into()
    }

    /// An expression has a value that is too large to compute.
    pub fn meaningless(why: &Meaningless) -> Self {
        Failure::Undecided {
            why: format!("a run needs {why}"),
            hint: "the calculus gives it a value; this program does not compute it".into(),
        }
    }

    /// A search ended before it had seen everything.
    pub fn stopped(stop: Stop) -> Self {
        Failure::Undecided { why: stop.to_string(), hint: Limits::hint(stop).into() }
    }

    /// Tells the user, on standard error.
    pub fn report(&self) -> Exit {
        match self {
            Failure::Bad(diagnostic) => {
                anstream::eprintln!("{}", diagnostic.render(true));
                Exit::Bad
            }
            Failure::Undecided { why, hint } => {
                let (bad, good) = (style::UNDECIDED, style::HELP);
                anstream::eprintln!("{bad}undecided{bad:#}: {why}");
                anstream::eprintln!("  {good}help{good:#}: {hint}");
                Exit::Undecided
            }
            // Whoever read the output has seen enough.
            Failure::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Bad,
            Failure::Output(error) => {
                let bad = style::ERROR;
                anstream::eprintln!("{bad}error{bad:#}: cannot write the answer: {error}");
                Exit::Bad
            }
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Bad(Box::new(diagnostic))
    }
}
