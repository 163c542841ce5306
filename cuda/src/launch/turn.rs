//! A loop or a `switch` of host code that runs along a path.

use super::value::Value;

/// A loop or a `switch` that runs along a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// What variables hold before a `switch`; none of a loop.
    pub before: Option<Vec<Value>>,
    /// Whether all its cases are among those that were met.
    pub complete: bool,
    /// What variables hold where it is left.
    pub breaks: Vec<Vec<Value>>,
    /// What they hold where its next turn begins early.
    pub continues: Vec<Vec<Value>>,
}

impl Turn {
    /// A `switch` that begins.
    pub fn of_switch(before: Vec<Value>) -> Turn {
        Turn { before: Some(before), ..Turn::default() }
    }
}
