//! What comes of holding an answer against the truth.

use crate::reading::Said;
use crate::truth::Verdict;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What comes of one kernel. The later ones are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The detector is right.
    Agree,
    /// We cannot tell.
    Poisoned,
    /// The detector does not handle the kernel, and says so.
    Unsupported,
    /// It says *potential* where more is known.
    Imprecise,
    /// It came to no answer in its time.
    Timeout,
    /// It ended without an answer.
    Crash,
    /// It says that there is a race, and there is none.
    FalseAlarm,
    /// The same, and it claims that the alarm is true.
    WrongClaim,
    /// It says that there is no race, and there is one.
    MissedRace,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Outcome; 9] = [
        Outcome::Agree,
        Outcome::Imprecise,
        Outcome::MissedRace,
        Outcome::FalseAlarm,
        Outcome::WrongClaim,
        Outcome::Crash,
        Outcome::Timeout,
        Outcome::Unsupported,
        Outcome::Poisoned,
    ];

    /// What an answer comes to where this is the truth.
    pub fn of(truth: &Verdict, said: Said) -> Outcome {
        match (said, truth) {
            // What went wrong with the detector went wrong whatever the truth is.
            (Said::Crash, _) => Outcome::Crash,
            (Said::Timeout, _) => Outcome::Timeout,
            (Said::Unsupported, _) => Outcome::Unsupported,
            (Said::NotStarted, _) | (_, Verdict::Unknown(_)) => Outcome::Poisoned,
            (Said::RaceFree, Verdict::Free) => Outcome::Agree,
            (Said::RaceFree, Verdict::Racy) => Outcome::MissedRace,
            (Said::Racy | Said::TrueAlarm, Verdict::Racy) => Outcome::Agree,
            (Said::Racy, Verdict::Free) => Outcome::FalseAlarm,
            (Said::TrueAlarm, Verdict::Free) => Outcome::WrongClaim,
            (Said::Potential, _) => Outcome::Imprecise,
        }
    }

    /// Whether the detector is to blame: it is wrong, or without an answer that it ought to have.
    pub fn is_finding(self) -> bool {
        matches!(
            self,
            Outcome::MissedRace
                | Outcome::FalseAlarm
                | Outcome::WrongClaim
                | Outcome::Crash
                | Outcome::Timeout
        )
    }

    /// Whether the detector has said what is not so.
    pub fn is_wrong_answer(self) -> bool {
        matches!(self, Outcome::MissedRace | Outcome::FalseAlarm | Outcome::WrongClaim)
    }

    /// As it is written in logs and names of folders: `missed-race`.
    pub fn key(self) -> &'static str {
        match self {
            Outcome::Agree => "agree",
            Outcome::Poisoned => "poisoned",
            Outcome::Unsupported => "unsupported",
            Outcome::Imprecise => "imprecise",
            Outcome::Timeout => "timeout",
            Outcome::Crash => "crash",
            Outcome::FalseAlarm => "false-alarm",
            Outcome::WrongClaim => "wrong-claim",
            Outcome::MissedRace => "missed-race",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Agree => "agree",
            Outcome::Poisoned => "poisoned",
            Outcome::Unsupported => "unsupported",
            Outcome::Imprecise => "imprecise",
            Outcome::Timeout => "timeout",
            Outcome::Crash => "crash",
            Outcome::FalseAlarm => "false alarm",
            Outcome::WrongClaim => "wrong claim of truth",
            Outcome::MissedRace => "missed race",
        })
    }
}
