//! The few styles of the output. They are seen on a terminal only: `anstream` takes them out
//! elsewhere, and where `NO_COLOR` is set.

use anstyle::{AnsiColor, Style};

/// What a block is about.
pub const HEADING: Style = Style::new().bold();
/// A word that names what follows it.
pub const LABEL: Style = AnsiColor::Cyan.on_default();
/// A race.
pub const ALARM: Style = AnsiColor::Red.on_default().bold();
/// No race, within what was asked.
pub const FINE: Style = AnsiColor::Green.on_default().bold();
/// An error.
pub const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// A limit was reached.
pub const UNDECIDED: Style = AnsiColor::Yellow.on_default().bold();
/// Worth knowing.
pub const NOTE: Style = AnsiColor::BrightGreen.on_default().bold();
/// What to do next.
pub const HELP: Style = AnsiColor::BrightCyan.on_default().bold();

/// Tells the user something about an answer, on standard error.
pub fn note(message: impl std::fmt::Display) {
    anstream::eprintln!("{NOTE}note{NOTE:#}: {message}");
}
