//! The function whose body takes the place of a call.

use super::Typer;
use crate::syntax::Function;
use crate::typed::{LocalId, Type};
use std::sync::Arc;

/// A function whose body is being typed.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Which it is.
    pub function: Arc<Function>,
    /// The arguments of a template, to tell a recursive call from one of another instance.
    pub instance: String,
    /// Whether they tell it from every other instance.
    pub sure: bool,
    /// What it returns.
    pub returns: Type,
    /// Where a returned value goes, unless the body is one `return` at its end.
    pub result: Option<LocalId>,
    /// Whether it returns a reference: a pointer, to be followed.
    pub reference: bool,
    /// Whether it is a template, or stands in one.
    pub of_template: bool,
}

impl Typer<'_> {
    /// Whether the called function around the place at hand is a template; `None` in the kernel.
    pub(super) fn frame_is_template(&self) -> Option<bool> {
        self.frames.last().map(|f| f.of_template)
    }

    /// The arguments of the template that the called function around the place at hand is.
    pub(super) fn instance(&self) -> &str {
        self.frames.last().map_or("", |f| f.instance.as_str())
    }

    /// The name of the function at hand, of those that the kernel calls.
    pub(super) fn function_name(&self) -> &str {
        self.frames.last().map_or("", |f| f.function.name.as_str())
    }

    /// Whether these tell the function from all other instances of its template.
    pub(super) fn instance_is_sure(&self) -> bool {
        self.frames.last().is_none_or(|f| f.sure)
    }
}
