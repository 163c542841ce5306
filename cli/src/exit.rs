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
