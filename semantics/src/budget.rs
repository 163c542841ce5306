//! How much an exhaustive search may spend.

use crate::judgment::{Judgment, Search};
use crate::limits::Limits;
use std::time::Duration;

/// Fuel, time and memory, for one search after another. Who takes a budget enters its limits.
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
        Budget { fuel: u64::MAX, limits: Limits::default().within(Duration::from_secs(10)) }
    }

    /// Takes from the budget what a search has spent.
    pub fn spend<J: Judgment>(&mut self, search: &Search<J>) {
        self.fuel = self.fuel.saturating_sub(search.applications);
    }
}
