//! Lambda expressions. [C++17, 8.1.5]

use super::{Function, THIS};
use semantics::Name;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A lambda expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    /// What it captures.
    pub captures: Captures,
    /// The names in its body, whatever they mean.
    pub names: BTreeSet<Name>,
    /// Its parameters and its body; what it returns is [`super::Type::Auto`] where nothing says it.
    pub function: Arc<Function>,
}

/// What a lambda expression captures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// `=`: what it does not name is copied.
    pub copies: bool,
    /// What it copies by name.
    pub copied: BTreeSet<Name>,
    /// What it refers to by name.
    pub referred: BTreeSet<Name>,
}

impl Captures {
    /// Whether a variable is copied when the expression is evaluated.
    pub fn copies(&self, name: &Name) -> bool {
        let referred = name.as_str() == THIS || self.referred.contains(name);
        self.copied.contains(name) || self.copies && !referred
    }
}
