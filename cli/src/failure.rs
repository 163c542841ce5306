//! Why a command has no answer.

use crate::exit::Exit;
use crate::limits::{self, Limits};
use crate::style;
use crate::terminal::tell;
use semantics::{Diagnostic, Exhausted, Meaningless, Stop, Text, say};

/// What to do about a part of a kernel that is not supported.
const UNSUPPORTED: &str = "nothing is skipped: rewrite this part, or leave it out";

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
    /// The input has what is not supported: exit code 3.
    Unsupported(Box<Diagnostic>),
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

    /// Reading the input took more than it may.
    pub fn exhausted(spent: Exhausted) -> Self {
        Failure::Undecided { why: spent.to_string(), hint: limits::hint(spent).into() }
    }

    /// A search ended before it had seen everything.
    pub fn stopped(stop: Stop) -> Self {
        Failure::Undecided { why: stop.to_string(), hint: Limits::hint(stop).into() }
    }

    /// Something is not supported, at this place.
    pub fn unsupported(diagnostic: Diagnostic) -> Self {
        Failure::Unsupported(Box::new(diagnostic))
    }

    /// Why nothing is decided, and what to do next; nothing of what is wrong.
    pub fn undecided(&self) -> Option<(String, &str)> {
        match self {
            Failure::Undecided { why, hint } => Some((why.clone(), hint)),
            Failure::Unsupported(diagnostic) => {
                Some((format!("unsupported\n{diagnostic}"), UNSUPPORTED))
            }
            Failure::Bad(_) | Failure::Output(_) => None,
        }
    }

    /// Tells the user, on standard error.
    pub fn report(&self) -> Exit {
        let (error, open, help) = (style::ERROR, style::UNDECIDED, style::HELP);
        let mut text = Text::new();
        let exit = match self {
            Failure::Bad(diagnostic) => {
                text = diagnostic.text();
                Exit::Bad
            }
            Failure::Undecided { why, hint } => {
                say!(text, "{open}undecided{open:#}: {why}");
                say!(text, "  {help}help{help:#}: {hint}");
                Exit::Undecided
            }
            Failure::Unsupported(diagnostic) => {
                say!(text, "{open}undecided{open:#}: unsupported");
                text.push(&diagnostic.text());
                say!(text, "  {help}help{help:#}: {UNSUPPORTED}");
                Exit::Undecided
            }
            // Whoever read the output has seen enough.
            Failure::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Bad,
            Failure::Output(why) => {
                say!(text, "{error}error{error:#}: cannot write the answer: {why}");
                Exit::Bad
            }
        };
        tell(&text);
        exit
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        match diagnostic.exhausted {
            Some(spent) => Failure::exhausted(spent),
            None => Failure::Bad(Box::new(diagnostic)),
        }
    }
}
