//! Functions as arguments of templates. See [`cuda::resolve::function_argument`].

use super::call::Argument;
use super::template::Bindings;
use super::value::{Binding, Called};
use super::{Compiled, Compiler, unsupported};
use cuda::Area;
use cuda::resolve::function_argument::{are_known, called, named};
use cuda::syntax::{Expr, ExprKind, Unary};
use semantics::{Name, Span};

impl<'s> Compiler<'s> {
    /// The name of the function that an argument of a template names.
    pub(super) fn function_argument(&mut self, e: &'s Expr) -> Compiled<Name> {
        let span = &e.span.0;
        let unknown = || {
            unsupported(
                Area::Template,
                span,
                "a function as the argument of a template, which is not known",
            )
        };
        let Some(name) = named(e) else { return unknown() };
        if let Some(binding) = self.local(name) {
            return match binding {
                Binding::Function(function) => Ok(function.clone()),
                _ => unknown(),
            };
        }
        self.refuse_ambiguous(name, span)?;
        let other = self.file_name(name)?.is_some() || self.file.spread.has(name);
        match !other && are_known(name, &self.functions_of(name)) {
            true => Ok(name.clone()),
            false => unknown(),
        }
    }

    /// The function that a name, or what it points to, stands for in a template.
    pub(super) fn function_of(&self, callee: &Expr) -> Option<Name> {
        let name = match &callee.kind {
            ExprKind::Unary(Unary::Dereference, of) => return self.function_of(of),
            ExprKind::Name(name) => name,
            _ => return None,
        };
        match self.local(name) {
            Some(Binding::Function(function)) => Some(function.clone()),
            _ => None,
        }
    }

    /// A call by a name that stands for the function of this name.
    pub(super) fn call_named(
        &mut self,
        name: &Name,
        arguments: &'s [Expr],
        span: &Span,
    ) -> Compiled<Called> {
        let Some(function) = called(self.functions_of(name), arguments.len()) else {
            return unsupported(
                Area::Template,
                span,
                format!("a call of `{name}`, which a template is given"),
            );
        };
        let function = self.instance(function, Bindings::default(), span)?;
        let arguments: Vec<Argument<'s>> = arguments.iter().map(Argument::Expr).collect();
        self.enter(function, &arguments, span)
    }
}
