//! Which solver: `auto`, `z3`, `embedded`, or a command.

use super::installed;
use super::{Embedded, NoSolver, Solver};

/// A solver, and what the user should know about the choice.
pub struct Chosen {
    /// The solver.
    pub solver: Box<dyn Solver>,
    /// For instance that `$Z3_LIB` cannot be loaded.
    pub warnings: Vec<String>,
}

impl std::fmt::Debug for Chosen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} warnings)", self.solver.name(), self.warnings.len())
    }
}

/// The solver that `--solver` names.
///
/// - `auto`: `libz3`, else `z3`, else `cvc5` on `$PATH`, each asked after the embedded
///   solver has looked for a model; else the embedded solver alone;
/// - `z3`: `libz3`, else `z3` on `$PATH`;
/// - `embedded`: the embedded solver;
/// - anything else: a command that reads SMT-LIB from its standard input, split at white space.
///
/// `libz3` is looked for in `$Z3_LIB`, in Python's `z3-solver` package, and in the system.
/// It runs in a child process where the program [has said](super::worker::enable) that it can. Nothing
/// else is started here but, where `z3` is asked for and not found otherwise, Python.
///
/// # Errors
/// If what is asked for is not installed. In a browser nothing is but the embedded solver.
pub fn choose(spec: &str) -> Result<Chosen, NoSolver> {
    let mut warnings = Vec::new();
    let solver: Box<dyn Solver> = match spec.trim() {
        "" => return Err(NoSolver::Unnamed),
        "embedded" => Box::new(Embedded::new()),
        "auto" => match installed::best(&mut warnings)? {
            Some(solver) => solver,
            None => Box::new(Embedded::new()),
        },
        named => installed::named(named, &mut warnings)?,
    };
    Ok(Chosen { solver, warnings })
}
