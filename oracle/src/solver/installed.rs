//! The solvers that are installed on this machine.

use super::locate;
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

impl Z3 {
    /// The first `libz3` that can be [opened](Z3::open): of `$Z3_LIB`, of Python's package, of the
    /// system; and a warning where `$Z3_LIB` cannot.
    pub fn find(warnings: &mut Vec<String>) -> Option<Z3> {
        if let Some(named) = std::env::var_os("Z3_LIB").filter(|named| !named.is_empty()) {
            let named = PathBuf::from(named);
            // A bare name would send the loader to search the system; a file is meant.
            let opened = match named.is_file() {
                true => Z3::open(std::path::absolute(&named).unwrap_or(named.clone())),
                false => Err(Unknown::NotOpened("no such file".into())),
            };
            match opened {
                Ok(z3) => return Some(z3),
                Err(why) => warnings.push(format!(
                    "$Z3_LIB ({}) cannot be loaded, another solver is used: {why}",
                    named.display()
                )),
            }
        }
        let system = locate::SYSTEM_NAMES.iter().map(PathBuf::from);
        match Z3::open_first(&locate::python_libraries().chain(system).collect::<Vec<_>>()) {
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
