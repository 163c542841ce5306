//! The limits of the commands that search.

use oracle::Budget;
use semantics::Stop;
use std::time::{Duration, Instant};

/// The most memory that the process may hold, in bytes.
const MOST_MEMORY: u64 = 2 << 30;

/// Limits of a search.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// Apply at most N rules, or run N instructions of a kernel: a limit that is the same on every machine
    #[arg(long, value_name = "N")]
    fuel: Option<u64>,
}

impl Limits {
    /// The budget from now on: the fuel, or without any given this much time.
    pub fn budget(&self, time: Duration) -> Budget {
        let limits = semantics::Limits::default().within_bytes(MOST_MEMORY);
        match self.fuel {
            Some(fuel) => Budget { fuel, limits },
            None => Budget { fuel: u64::MAX, limits: limits.until(Instant::now() + time) },
        }
    }

    /// The fuel, if it is given; and until when to go on, if it is not.
    pub fn steps(&self, time: Duration) -> (Option<u64>, Option<Instant>) {
        (self.fuel, self.fuel.is_none().then(|| Instant::now() + time))
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
