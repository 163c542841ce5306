//! The solvers that are installed where nothing is: in a browser.

use super::Solver;

/// None.
pub(super) fn best(_: &mut Vec<String>) -> Result<Option<Box<dyn Solver>>, String> {
    Ok(None)
}

/// None is.
pub(super) fn named(spec: &str, _: &mut Vec<String>) -> Result<Box<dyn Solver>, String> {
    Err(format!("`{spec}` cannot be started here: there is the embedded solver only"))
}
