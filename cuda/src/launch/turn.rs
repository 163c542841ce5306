//! A loop or a `switch` of host code that runs along a path.

use super::values::Values;

/// A loop or a `switch` that runs along a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// What variables hold before a `switch`; none of a loop.
    pub before: Option<Values>,
    /// Whether all its cases are among those that were met.
    pub complete: bool,
    /// What variables hold where it is left.
    pub breaks: Vec<Values>,
    /// What they hold where its next turn begins early.
    pub continues: Vec<Values>,
}

impl Turn {
    /// A `switch` that begins.
    pub fn of_switch(before: Values) -> Turn {
        Turn { before: Some(before), ..Turn::default() }
    }
}
