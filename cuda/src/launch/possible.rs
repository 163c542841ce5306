//! Launches that host code may make, for all that is known of the turns of its loops.

use super::HostLaunch;
use semantics::Cond;
use std::sync::Arc;

/// The launches of turns that need not be made, and of pointers that are not followed.
#[derive(Debug, Default)]
pub(super) struct Possible {
    /// Whether the turn at hand is such a one.
    pub turn: bool,
    /// Whether the run is for these launches alone: it does not follow the pointers of a loop that is not closed.
    pub run: bool,
    /// Whether the turn begins with two pointers to one array that point to several where a path makes a turn.
    pub meets: bool,
    /// Whether there is a loop that may have other ways to hold its pointers than those that were seen.
    pub unclosed: bool,
    /// The work of such turns, which is not that of the run.
    pub work: usize,
    /// The conditions that say which way a loop ends with of which that is not known.
    pub ways: Vec<Arc<Cond>>,
    pub launches: Vec<HostLaunch>,
}
