//! What a command may spend.

use oracle::Budget;
use semantics::{Allowance, Exhausted, Stop};
use std::time::Duration;

/// The most memory that a command may hold, in bytes, where nothing else is said.
pub const MOST_MEMORY: u64 = 2 << 30;

/// What reading a file may take, or one of its kernels, where nothing else is said.
pub const TO_READ: Allowance =
    Allowance { time: Some(Duration::from_secs(10)), bytes: Some(MOST_MEMORY) };

/// What a command may spend where nothing else is said: it ends within 10 seconds, so that some of them
/// are left to print the answer.
pub const OF_A_RUN: Allowance =
    Allowance { time: Some(Duration::from_secs(8)), bytes: Some(MOST_MEMORY) };

/// Limits of a search.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// Apply at most N rules, or run N instructions of a kernel: a limit that is the same on every machine
    #[arg(long, value_name = "N")]
    fuel: Option<u64>,
}

impl Limits {
    /// What the search may spend besides its fuel: without any given, this much time.
    pub fn allowance(&self, time: Duration) -> Allowance {
        let time = self.fuel.is_none().then_some(time);
        Allowance { time, bytes: Some(MOST_MEMORY) }
    }

    /// How many steps it may take.
    pub fn fuel(&self) -> u64 {
        self.fuel.unwrap_or(u64::MAX)
    }

    /// The fuel, for one search after another.
    pub fn budget(&self) -> Budget {
        Budget::fuel(self.fuel())
    }

    /// What to do when the search was stopped.
    pub fn hint(stop: Stop) -> &'static str {
        match stop {
            Stop::OutOfFuel => "give more `--fuel`, or make the bounds smaller",
            Stop::OutOfTime => "make the bounds smaller, or give `--fuel N` to let it run longer",
            Stop::TooDeep => "loops that are this long are not run",
            Stop::OutOfMemory | Stop::TooLarge | Stop::Enough => "make the bounds smaller",
        }
    }
}

/// What to do where reading a file was too much.
pub fn hint(spent: Exhausted) -> &'static str {
    match spent {
        Exhausted::Time => {
            "it takes longer to read than a kernel should: look for macros and templates that \
                            expand without end"
        }
        Exhausted::Memory => {
            "it takes more memory to read than a kernel should: look for macros and \
                              templates that expand without end"
        }
    }
}
