//! Races that a verified checker has the last word on.
//!
//! `theories/coq` defines the rules of kernels once more, in C's arithmetic, and a checker of races that is proved
//! sound by them: `certify_sound` in `Certificate.v`. It is given the program, the launch, the parameters, the
//! memory and the two accesses of a race that was replayed, and runs every thread that shares their barriers. What
//! it accepts rests on neither the interpreter here nor a solver.

#[cfg_attr(target_family = "wasm", path = "certificate/no_program.rs")]
mod program;
mod write;

use crate::check::replay::{Replayed, choices_taken};
use semantics::WarpOrder;
use std::fmt;
use std::path::{Path, PathBuf};

/// What the checker is called where nobody says where it is.
const NAME: &str = "jaminan-checker";

/// The variable that says where it is.
pub const VARIABLE: &str = "JAMINAN_CHECKER";

/// The program of the verified checker.
#[derive(Clone, Debug)]
pub struct Checker {
    program: PathBuf,
}

/// There is no such program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoChecker(String);

impl fmt::Display for NoChecker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no checker `{}`", self.0)
    }
}

impl std::error::Error for NoChecker {}

/// Why a race that was replayed is not certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCertified {
    /// Threads of a warp run in lock step, which the rules of the checker do not have.
    LockStep,
    /// The replay is not one that can be run again.
    NotAgain,
    /// The checker does not accept it.
    Refused,
    /// It gave no answer in time.
    NoAnswer,
}

impl fmt::Display for NotCertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotCertified::LockStep => "the checker knows no lock step",
            NotCertified::NotAgain => "it cannot be replayed again",
            NotCertified::Refused => "the checker does not accept it",
            NotCertified::NoAnswer => "the checker gives no answer in time",
        })
    }
}

impl Checker {
    /// The checker that is named, or that `$JAMINAN_CHECKER` names, or `jaminan-checker` on the path.
    ///
    /// # Errors
    /// There is no such program.
    pub fn find(named: Option<&Path>) -> Result<Checker, NoChecker> {
        let variable = std::env::var_os(VARIABLE).map(PathBuf::from);
        let named = named.map(Path::to_owned).or(variable);
        let name = named.map_or_else(|| NAME.into(), |path| path.to_string_lossy().into_owned());
        match program::find(&name) {
            Some(program) => Ok(Checker { program }),
            None => Err(NoChecker(name)),
        }
    }

    /// Where the program is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Has the checker run a race that was replayed.
    ///
    /// # Errors
    /// Why it is not certified.
    pub fn certify(&self, shown: &Replayed) -> Result<(), NotCertified> {
        let Replayed { program, witness } = shown;
        if program.header.warps != WarpOrder::Independent {
            return Err(NotCertified::LockStep);
        }
        let choices = choices_taken(program, witness).ok_or(NotCertified::NotAgain)?;
        let question = write::certificate(program, witness, &choices);
        match program::ask(&self.program, &question).as_deref() {
            Some("true") => Ok(()),
            Some("false") => Err(NotCertified::Refused),
            _ => Err(NotCertified::NoAnswer),
        }
    }
}
