//! How far a command is, on standard error.

// The one place that makes bars.
#![allow(clippy::disallowed_types)]

use crate::terminal::{is_interactive, tell};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use semantics::Text;
use std::fmt::Display;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// On a terminal a bar; elsewhere a plain line from time to time, or nothing.
pub enum Progress {
    /// A bar.
    Bar(ProgressBar),
    /// Lines.
    Lines(Mutex<Lines>),
    /// Nothing.
    Silent,
}

/// When a line is due.
pub struct Lines {
    last: Instant,
    /// What is counted.
    what: &'static str,
}

/// How long after a line the next one is due.
const EVERY: Duration = Duration::from_secs(10);

impl Lines {
    fn is_due(&mut self, now: Instant) -> bool {
        let due = now.saturating_duration_since(self.last) >= EVERY;
        if due {
            self.last = now;
        }
        due
    }

    /// The line of this time, where one is due.
    fn at(&mut self, now: Instant, done: u128, total: u128) -> Option<String> {
        self.is_due(now).then(|| format!("{done} of {total} {}", self.what))
    }
}

impl Progress {
    /// Nothing of these is done; elsewhere than on a terminal there are lines.
    pub fn new(what: &'static str) -> Self {
        match Self::bar(what) {
            Progress::Silent => Progress::Lines(Mutex::new(Lines { last: Instant::now(), what })),
            bar => bar,
        }
    }

    /// Nothing of these is done; elsewhere than on a terminal nothing is said.
    pub fn bar(what: &'static str) -> Self {
        if !is_interactive() {
            return Progress::Silent;
        }
        let bar = ProgressBar::new(0);
        bar.set_draw_target(ProgressDrawTarget::stderr());
        let style = format!(
            "{{bar:32}} {{human_pos}} of {{human_len}} {what}, {{per_sec}}, {{eta}} left  {{msg}}"
        );
        if let Ok(style) = ProgressStyle::with_template(&style) {
            bar.set_style(style);
        }
        Progress::Bar(bar)
    }

    /// This is being done, for which no number is known.
    pub fn tell(&self, what: &str) {
        match self {
            Progress::Bar(bar) => {
                if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                    bar.set_style(style);
                }
                self.add(what);
                bar.enable_steady_tick(Duration::from_millis(200));
            }
            Progress::Lines(lines) => {
                let Ok(mut lines) = lines.lock() else { return };
                if lines.is_due(Instant::now()) {
                    tell(&Text::of_line(what));
                }
            }
            Progress::Silent => {}
        }
    }

    /// Says this beside the bar.
    pub fn add(&self, message: impl Display) {
        if let Progress::Bar(bar) = self {
            bar.set_message(Text::of_line(message).plain().trim_end().to_owned());
        }
    }

    /// So many are done.
    pub fn show(&self, done: u128, total: u128) {
        match self {
            Progress::Bar(bar) => {
                bar.set_length(u64::try_from(total).unwrap_or(u64::MAX));
                bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
            }
            Progress::Lines(lines) => {
                let Ok(mut lines) = lines.lock() else { return };
                if let Some(line) = lines.at(Instant::now(), done, total) {
                    tell(&Text::of_line(line));
                }
            }
            Progress::Silent => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_every_ten_seconds() {
        let start = Instant::now();
        let mut lines = Lines { last: start, what: "programs" };
        let mut at = |seconds| lines.at(start + Duration::from_secs(seconds), 5, 77);
        assert_eq!(at(9), None);
        assert_eq!(at(10).as_deref(), Some("5 of 77 programs"));
        assert_eq!(at(19), None);
        assert!(at(25).is_some());
        assert_eq!(at(34), None);
    }
}
