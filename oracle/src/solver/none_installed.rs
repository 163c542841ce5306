//! The solvers that are installed where nothing is: in a browser.

use super::{NoSolver, Solver};

/// None.
pub(super) fn best(_: &mut Vec<String>) -> Result<Option<Box<dyn Solver>>, NoSolver> {
    Ok(None)
}

/// None is.
pub(super) fn named(spec: &str, _: &mut Vec<String>) -> Result<Box<dyn Solver>, NoSolver> {
    Err(NoSolver::EmbeddedOnly(spec.to_owned()))
}
