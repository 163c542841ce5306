//! Why a solver is not there.

use std::fmt;

/// Why a solver is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSolver {
    /// None is named.
    Unnamed,
    /// There is no such command.
    NotInstalled(String),
    /// There is neither `libz3` nor the command `z3`.
    NoZ3,
    /// Where nothing can be started, there is the embedded solver only.
    EmbeddedOnly(String),
}

impl fmt::Display for NoSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSolver::Unnamed => f.write_str("no solver is named"),
            NoSolver::NotInstalled(command) => write!(f, "{command} is not installed"),
            NoSolver::NoZ3 => f.write_str(
                "Z3 is not installed: there is neither libz3 nor the command z3 \
                 (pip install z3-solver; or name the library in $Z3_LIB)",
            ),
            NoSolver::EmbeddedOnly(named) => {
                write!(f, "`{named}` cannot be started here: there is the embedded solver only")
            }
        }
    }
}

impl std::error::Error for NoSolver {}
