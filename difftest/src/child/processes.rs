//! Which processes there are, and which of them a child has started.

use super::{LOOK, MARK, PATIENCE};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::time::{Duration, Instant};

/// How many processes and threads there are on the machine; none where the system does not say it.
pub(super) fn all() -> u16 {
    #[cfg(target_os = "linux")]
    return rustix::system::sysinfo().procs;
    #[cfg(not(target_os = "linux"))]
    return 0;
}

/// Where to look for what a child has started.
#[derive(Clone, Copy)]
pub(super) struct Started {
    /// The child, and its group.
    pub child: Pid,
    /// When it was started.
    pub at: Instant,
}

/// Numbers are given in turn, and begin again at some ten thousands. In this time that does not happen twice.
const SOON: Duration = Duration::from_millis(250);

/// No more numbers are asked for one by one.
const FEW: i32 = 512;

/// So many looks that find nothing are enough, whatever others start meanwhile.
const LOOKS: u32 = 2;

impl Started {
    /// The processes that began after it, or all; none where the system does not show them.
    fn since(self) -> Vec<Pid> {
        let first = self.child.as_raw_nonzero().get();
        let last = last().filter(|last| (0..FEW).contains(&last.wrapping_sub(first)));
        match last.filter(|_| self.at.elapsed() < SOON) {
            Some(last) => (first..=last).filter_map(Pid::from_raw).collect(),
            None => processes().collect(),
        }
    }

    /// Those that have the mark in their environment.
    pub fn marked(self, mark: &str) -> Vec<Pid> {
        let entry = format!("{MARK}={mark}").into_bytes();
        let has = |pid: &Pid| {
            let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero()));
            environment.is_ok_and(|all| all.split(|byte| *byte == 0).any(|one| one == entry))
        };
        self.since().into_iter().filter(has).collect()
    }

    /// How many of its group have not ended, and the bytes that they hold together.
    pub fn group(self) -> (usize, u64) {
        const PAGE: u64 = 4096;
        let (mut count, mut bytes) = (0, 0);
        for pid in self.since() {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
            let Ok(stat) = stat else { continue };
            // The name stands in parentheses and may hold anything.
            let Some((_, fields)) = stat.rsplit_once(')') else { continue };
            let field =
                |n: usize| fields.split_whitespace().nth(n).and_then(|f| f.parse::<i64>().ok());
            let ended = matches!(fields.split_whitespace().next(), Some("Z" | "X"));
            if !ended && field(2) == Some(i64::from(self.child.as_raw_nonzero().get())) {
                count += 1;
                bytes += field(21).and_then(|pages| u64::try_from(pages).ok()).unwrap_or(0) * PAGE;
            }
        }
        (count, bytes)
    }

    /// Kills the group and whatever has the mark, until nothing is left of them.
    pub fn sweep(self, mark: &str) {
        let until = Instant::now() + PATIENCE;
        let mut looks = 0;
        loop {
            let _ = kill_process_group(self.child, Signal::KILL);
            let before = last();
            let marked = self.marked(mark);
            for pid in &marked {
                let _ = kill_process(*pid, Signal::KILL);
            }
            // One that is just starting shows no environment yet, but is in the group.
            let gone = marked.is_empty() && self.group().0 == 0;
            looks = if gone { looks + 1 } else { 0 };
            // One that ended while it was looked for may have started another: then there are new numbers, unless they
            // are others'.
            if gone && (last() == before || looks >= LOOKS) || Instant::now() >= until {
                return;
            }
            if !gone {
                std::thread::sleep(LOOK);
            }
        }
    }
}

/// The number that was given last; nothing where the system does not say it.
fn last() -> Option<i32> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next_back()?.parse().ok()
}

/// The numbers of all processes; none where the system does not show them.
fn processes() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}
