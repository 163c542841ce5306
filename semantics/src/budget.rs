//! How much an exhaustive search may spend.

use crate::judgment::{Judgment, Search};
use crate::limits::Limits;
use std::time::{Duration, Instant};

/// Fuel, time and memory, for one search after another.
#[derive(Clone, Debug)]
pub struct Budget {
    /// How many rules may be applied.
    pub fuel: u64,
    /// Until when, and within how much memory.
    pub limits: Limits,
}

impl Budget {
    /// Only fuel.
    pub fn fuel(fuel: u64) -> Self {
        Budget { fuel, limits: Limits::default() }
    }

    /// Ten seconds.
    pub fn ten_seconds() -> Self {
        let end = Instant::now() + Duration::from_secs(10);
        Budget { fuel: u64::MAX, limits: Limits::default().until(end) }
    }

    /// Takes from the budget what a search has spent.
    pub fn spend<J: Judgment>(&mut self, search: &Search<J>) {
        self.fuel = self.fuel.saturating_sub(search.applications);
    }
}
