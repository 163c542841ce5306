//! How a child process ended.

use std::fmt;

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this exit code.
    Exited(i32),
    /// By this signal.
    Signalled(i32),
    /// It did not begin: the program is none that runs here.
    NotRun,
    /// It has closed its output, and runs on.
    NotYet,
}

impl fmt::Display for End {
    /// What is said of the child: a verb and the rest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(code) => write!(f, "ended with exit code {code}"),
            End::Signalled(signal) => write!(f, "was ended by signal {signal}"),
            End::NotRun => f.write_str("is no program that runs here"),
            End::NotYet => f.write_str("closed its output"),
        }
    }
}
