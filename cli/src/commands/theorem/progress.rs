//! How far a survey is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// On standard error: a bar on a terminal, elsewhere a plain line from time to time.
pub enum Progress {
    /// A bar.
    Bar(ProgressBar),
    /// Lines.
    Lines(Mutex<Lines>),
}

/// When a line is due.
pub struct Lines {
    last: Instant,
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
        self.is_due(now).then(|| format!("{done} of {total} programs"))
    }
}

impl Progress {
    /// Nothing is done.
    pub fn new() -> Self {
        if !std::io::stderr().is_terminal() {
            return Progress::Lines(Mutex::new(Lines { last: Instant::now() }));
        }
        let bar = ProgressBar::new(0);
        bar.set_draw_target(ProgressDrawTarget::stderr());
        let style = "{bar:32} {human_pos} of {human_len} programs, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
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
                bar.set_message(what.to_owned());
                bar.enable_steady_tick(Duration::from_millis(200));
            }
            Progress::Lines(lines) => {
                let Ok(mut lines) = lines.lock() else { return };
                if lines.is_due(Instant::now()) {
                    anstream::eprintln!("{what}");
                }
            }
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
                    anstream::eprintln!("{line}");
                }
            }
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
        let mut lines = Lines { last: start };
        let mut at = |seconds| lines.at(start + Duration::from_secs(seconds), 5, 77);
        assert_eq!(at(9), None);
        assert_eq!(at(10).as_deref(), Some("5 of 77 programs"));
        assert_eq!(at(19), None);
        assert!(at(25).is_some());
        assert_eq!(at(34), None);
    }
}
