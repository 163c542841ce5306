//! When no more is tried.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Until when more is tried.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// Until then.
    pub time: Option<Instant>,
    /// Nor once this is set.
    pub enough: Arc<AtomicBool>,
}

impl Until {
    /// Whether no more is tried.
    pub fn is_over(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || self.time.is_some_and(|time| Instant::now() >= time)
    }
}
