//! Which solver: `auto`, `z3`, `embedded`, or a command.

use super::locate;
use super::{Embedded, ModelsFirst, Process, Solver, Z3};
use std::path::PathBuf;

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
/// - `auto`: `libz3` in process, else `z3`, else `cvc5` on `$PATH`, each asked after the embedded
///   solver has looked for a model; else the embedded solver alone;
/// - `z3`: `libz3` in process, else `z3` on `$PATH`;
/// - `embedded`: the embedded solver;
/// - anything else: a command that reads SMT-LIB from its standard input, split at white space.
///
/// `libz3` is looked for in `$Z3_LIB`, in Python's `z3-solver` package, and in the system.
/// Nothing is started here but, where `z3` is asked for and not found otherwise, Python.
///
/// # Errors
/// If what is asked for is not installed.
pub fn choose(spec: &str) -> Result<Chosen, String> {
    let mut warnings = Vec::new();
    let solver: Box<dyn Solver> = match spec.trim() {
        "" => return Err("no solver is named".into()),
        "embedded" => Box::new(Embedded::new()),
        "auto" => match library(&mut warnings) {
            Some(z3) => Box::new(ModelsFirst::new(Box::new(z3))),
            None => match ["z3", "cvc5"].iter().find(|name| locate::command(name).is_some()) {
                Some(name) => Box::new(ModelsFirst::new(Box::new(Process::new(name)?))),
                None => Box::new(Embedded::new()),
            },
        },
        "z3" => match library(&mut warnings).or_else(|| open(locate::ask_python()?)) {
            Some(z3) => Box::new(z3),
            None if locate::command("z3").is_some() => Box::new(Process::new("z3")?),
            None => {
                return Err("Z3 is not installed: there is neither libz3 nor the command z3 \
                            (pip install z3-solver; or name the library in $Z3_LIB)"
                    .into());
            }
        },
        command => Box::new(Process::new(command)?),
    };
    Ok(Chosen { solver, warnings })
}

/// The first `libz3` that can be opened.
fn library(warnings: &mut Vec<String>) -> Option<Z3> {
    if let Some(named) = std::env::var_os("Z3_LIB").filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        // A bare name would send the loader to search the system; a file is meant.
        let opened = match named.is_file() {
            true => Z3::open(std::path::absolute(&named).unwrap_or(named.clone())),
            false => Err("no such file".into()),
        };
        match opened {
            Ok(z3) => return Some(z3),
            Err(why) => warnings.push(format!(
                "$Z3_LIB ({}) cannot be loaded, another solver is used: {why}",
                named.display()
            )),
        }
    }
    locate::python_libraries()
        .find_map(open)
        .or_else(|| locate::SYSTEM_NAMES.iter().map(PathBuf::from).find_map(open))
}

fn open(library: PathBuf) -> Option<Z3> {
    Z3::open(library).ok()
}
