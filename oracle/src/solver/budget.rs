//! How much a solver may spend on one query.

use web_time::{Duration, Instant};

/// How much a solver may spend on one query. The resources run out at the same point on every
/// machine and should be what decides; time and memory guard against the rest.
///
/// | back-end | resources | time | memory |
/// |---|---|---|---|
/// | Z3, in a child | units of its `rlimit` | its `timeout`; killed past it | its `memory_max_size`; the system's limit past it |
/// | Z3, in process | units of its `rlimit` | its `timeout`, and an interrupt past it | its `memory_max_size`, of the process |
/// | child `z3` | units of its `rlimit` | its `timeout`; killed past it | its `memory_max_size`; the system's limit past it |
/// | child `cvc5` | units of its `rlimit-per` | killed past it | the system's limit |
/// | other children | not limited | killed past it | the system's limit |
/// | embedded | 1000 for a conflict, 1 for a gate | checked at each conflict | 64 bytes for a gate, 256 for a conflict |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Units of work, by back-end.
    pub resources: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// In MiB.
    pub memory_mib: u32,
}

impl Default for Budget {
    /// 20 million units, 10 seconds, 1 GiB.
    fn default() -> Self {
        Budget { resources: 20_000_000, time: Duration::from_secs(10), memory_mib: 1024 }
    }
}

impl Budget {
    /// The budget without the time since `start`, if any is left.
    pub(crate) fn after(&self, start: Instant) -> Option<Budget> {
        let time = self.time.checked_sub(start.elapsed())?;
        (!time.is_zero()).then_some(Budget { time, ..*self })
    }

    /// The time in whole milliseconds, at least 1.
    pub(crate) fn milliseconds(&self) -> u32 {
        u32::try_from(self.time.as_millis()).unwrap_or(u32::MAX - 1).clamp(1, u32::MAX - 1)
    }

    /// The resources as solvers take them: 32 bits, where 0 would mean no limit.
    pub(crate) fn limit(&self) -> u32 {
        u32::try_from(self.resources).unwrap_or(u32::MAX).max(1)
    }
}

/// So much time from now, or a year where it is more, so that no sum overflows.
pub(crate) fn deadline(time: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    Instant::now() + time.min(YEAR)
}
