//! The few styles of the output. They are seen on a terminal only.

pub use crate::terminal::note;
pub use semantics::Style;

/// What a block is about.
pub const HEADING: Style = Style::Heading;
/// A word that names what follows it.
pub const LABEL: Style = Style::Label;
/// A race.
pub const ALARM: Style = Style::Alarm;
/// No race, within what was asked.
pub const FINE: Style = Style::Fine;
/// An error.
pub const ERROR: Style = Style::Error;
/// A limit was reached.
pub const UNDECIDED: Style = Style::Undecided;
/// Worth knowing.
pub const NOTE: Style = Style::Note;
/// What to do next.
pub const HELP: Style = Style::Help;
