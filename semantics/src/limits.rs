//! What ends a search besides its fuel: time, and memory.
//!
//! Fuel is the repeatable limit. Time and memory are there so that a search on a machine at hand
//! ends with an answer of its own, whatever the program.

use crate::judgment::Stop;
use std::time::{Duration, Instant};

/// Limits on a search. Without any, only its fuel ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    /// Most bytes that the process may hold.
    memory: Option<u64>,
    next_look_at_memory: Option<Instant>,
}

/// How long a search goes on between two looks at the memory that it holds.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

impl Limits {
    /// Ends the search at this moment.
    pub fn until(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Ends the search when the process holds more than this many bytes, where the system tells
    /// (Linux).
    pub fn within_bytes(mut self, memory: u64) -> Self {
        self.memory = Some(memory);
        self
    }

    /// Whether a limit is reached now, and which.
    pub fn reached(&mut self) -> Option<Stop> {
        if self.deadline.is_none() && self.memory.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            return Some(Stop::OutOfTime);
        }
        let most = self.memory?;
        if self.next_look_at_memory.is_some_and(|next| now < next) {
            return None;
        }
        self.next_look_at_memory = Some(now + BETWEEN_LOOKS);
        (resident()? > most).then_some(Stop::OutOfMemory)
    }
}

/// How many bytes of memory the process holds, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}
