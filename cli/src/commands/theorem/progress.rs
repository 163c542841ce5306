//! How far a survey is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error; nothing where that is no terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar at 0.
    pub fn new() -> Self {
        let bar = ProgressBar::new(0);
        bar.set_draw_target(ProgressDrawTarget::stderr());
        let style = "{bar:32} {human_pos} of {human_len} programs, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// Moves it.
    pub fn show(&self, done: u128, total: u128) {
        self.0.set_length(u64::try_from(total).unwrap_or(u64::MAX));
        self.0.set_position(u64::try_from(done).unwrap_or(u64::MAX));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
