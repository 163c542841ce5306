//! The solvers that are installed on this machine.

use super::locate;
use super::z3::worker::Expected;
use super::{ModelsFirst, NoSolver, Process, Solver, Unknown, Z3};
use std::path::PathBuf;

/// The first of `libz3`, `z3` and `cvc5` that is there.
pub(super) fn best(warnings: &mut Vec<String>) -> Result<Option<Box<dyn Solver>>, NoSolver> {
    Ok(match Z3::find(warnings) {
        Some(z3) => Some(Box::new(ModelsFirst::new(Box::new(z3)))),
        None => match ["z3", "cvc5"].iter().find(|name| locate::command(name).is_some()) {
            Some(name) => Some(Box::new(ModelsFirst::new(Box::new(Process::new(name)?)))),
            None => None,
        },
    })
}

/// Z3, or a command.
pub(super) fn named(spec: &str, warnings: &mut Vec<String>) -> Result<Box<dyn Solver>, NoSolver> {
    if spec != "z3" {
        return Ok(Box::new(Process::new(spec)?));
    }
    match Z3::find(warnings).or_else(|| Z3::open(locate::ask_python()?).ok()) {
        Some(z3) => Ok(Box::new(z3)),
        None if locate::command("z3").is_some() => Ok(Box::new(Process::new("z3")?)),
        None => Err(NoSolver::NoZ3),
    }
}

/// Starts what the solver of [`choose`](super::choose) needs before it is chosen: that is made ready while
/// the caller does other things.
pub fn expect(spec: &str) -> Option<Expected> {
    let libraries = || match chosen_library() {
        Some(chosen) => chosen.into_iter().collect(),
        None => libraries(),
    };
    if spec == "auto" || spec == "z3" { Z3::expect(libraries) } else { None }
}

/// The library that `$Z3_LIB` names; an error where that is no file.
fn chosen_library() -> Option<Result<PathBuf, PathBuf>> {
    let named = std::env::var_os("Z3_LIB").filter(|named| !named.is_empty()).map(PathBuf::from)?;
    // A bare name would send the loader to search the system; a file is meant.
    Some(match named.is_file() {
        true => Ok(std::path::absolute(&named).unwrap_or(named)),
        false => Err(named),
    })
}

/// The others that may be there: of Python's package, of the system.
fn libraries() -> Vec<PathBuf> {
    let system = locate::SYSTEM_NAMES.iter().map(PathBuf::from);
    locate::python_libraries().chain(system).collect()
}

impl Z3 {
    /// The first `libz3` that can be [opened](Z3::open): of `$Z3_LIB`, of Python's package, of the
    /// system; and a warning where `$Z3_LIB` cannot.
    pub fn find(warnings: &mut Vec<String>) -> Option<Z3> {
        if let Some(named) = chosen_library() {
            let opened = match &named {
                Ok(named) => Z3::open(named),
                Err(_) => Err(Unknown::NotOpened("no such file".into())),
            };
            match opened {
                Ok(z3) => return Some(z3),
                Err(why) => warnings.push(format!(
                    "$Z3_LIB ({}) cannot be loaded, another solver is used: {why}",
                    std::env::var_os("Z3_LIB").unwrap_or_default().display()
                )),
            }
        }
        match Z3::open_first(&libraries()) {
            Ok(z3) => Some(z3),
            // There is none.
            Err(Unknown::NotOpened(_)) => None,
            Err(why) => {
                warnings
                    .push(format!("libz3 cannot be started, and another solver is used: {why}"));
                None
            }
        }
    }
}
