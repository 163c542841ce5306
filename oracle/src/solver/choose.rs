//! Which solver: `auto`, `z3`, `embedded`, or a command.

use super::locate;
use super::{Embedded, ModelsFirst, Process, Solver, Unknown, Z3};
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
/// If what is asked for is not installed.
pub fn choose(spec: &str) -> Result<Chosen, String> {
    let mut warnings = Vec::new();
    let solver: Box<dyn Solver> = match spec.trim() {
        "" => return Err("no solver is named".into()),
        "embedded" => Box::new(Embedded::new()),
        "auto" => match Z3::find(&mut warnings) {
            Some(z3) => Box::new(ModelsFirst::new(Box::new(z3))),
            None => match ["z3", "cvc5"].iter().find(|name| locate::command(name).is_some()) {
                Some(name) => Box::new(ModelsFirst::new(Box::new(Process::new(name)?))),
                None => Box::new(Embedded::new()),
            },
        },
        "z3" => match Z3::find(&mut warnings).or_else(|| Z3::open(locate::ask_python()?).ok()) {
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
