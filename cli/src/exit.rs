//! What the exit code says.

use std::process::ExitCode;

/// The exit codes of every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: race free, or the question has no alarm for an answer.
    Fine,
    /// 1: an alarm, a counterexample, a disagreement.
    Alarm,
    /// 2: bad input or usage; also an error of this program, which is never a verdict.
    Bad,
    /// 3: undecided: a limit was reached, or the input is not supported.
    Undecided,
}

impl Exit {
    /// The worst of all: 2, then 1, then 3, then 0.
    pub fn worst(exits: impl Iterator<Item = Exit>) -> Exit {
        let rank = |exit: &Exit| match exit {
            Exit::Fine => 0,
            Exit::Undecided => 1,
            Exit::Alarm => 2,
            Exit::Bad => 3,
        };
        exits.max_by_key(rank).unwrap_or(Exit::Fine)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Alarm => 1,
            Exit::Bad => 2,
            Exit::Undecided => 3,
        })
    }
}
