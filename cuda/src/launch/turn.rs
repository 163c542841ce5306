//! A loop or a `switch` of host code that runs.

use super::value::Value;
use super::values::Values;
use super::writes::Changed;
use crate::syntax::HostStep;
use semantics::Cond;
use std::sync::Arc;

/// A loop or a `switch` that runs.
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

/// A loop that a path does not run to its end.
#[derive(Clone, Copy)]
pub(super) struct Loop<'l> {
    pub step: Option<&'l HostStep>,
    pub body: &'l HostStep,
    pub changed: &'l Changed,
    /// How much memory there is before it.
    pub bases: usize,
    /// Whether it has more turns than a path makes: what it changes is not known any more.
    pub cut: bool,
}

/// A `switch` around the place at hand.
pub(super) struct Switch {
    /// What its body changes.
    pub changed: Changed,
    /// How many facts hold before it.
    pub facts: usize,
    /// How deep its labels are nested.
    pub nesting: usize,
    /// What is compared with the labels, where that is a number.
    pub on: Option<Value>,
    /// What holds where it is none of them.
    pub other: Arc<Cond>,
    /// What holds at the labels right before the place at hand; nothing behind a statement.
    pub label: Option<Arc<Cond>>,
}
