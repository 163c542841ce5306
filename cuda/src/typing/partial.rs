//! Partial specializations of class templates: `template <typename T> struct C<T, 1>`. [C++17, 17.7.5]

use super::template::Bound;
use super::{Typed, Typer, constant, unsupported};
use crate::area::Area;
use crate::syntax::{ExprKind, TemplateArgument, TemplateParameter, TemplateParameterKind, Type};
use semantics::{Name, Span};
use std::collections::HashMap;

impl Typer<'_> {
    /// What the parameters of a partial specialization stand for where it is for these arguments of its template, and
    /// nothing where it is for others. Each of its arguments is one of its parameters, which is no other argument, or a
    /// number: what is made of parameters is refused.
    pub(super) fn partially(
        &mut self,
        (parameters, bound): (&[TemplateParameter], &Bound),
        (own, arguments): (&[TemplateParameter], &[TemplateArgument]),
        title: &Name,
        span: &Span,
    ) -> Typed<Option<Bound>> {
        let refused = || {
            unsupported(Area::Template, span, format!("`{title}`, which is partially specialized"))
        };
        if arguments.len() != parameters.len() {
            return refused();
        }
        let mut numbers = HashMap::new();
        let mut fits = true;
        for (n, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            if let Some(name) = named(argument)
                && own.iter().any(|p| p.name.as_ref() == Some(name))
            {
                if numbers.insert(name.clone(), n).is_some() {
                    return refused();
                }
                continue;
            }
            let (TemplateArgument::Value(e), TemplateParameterKind::Value(..)) =
                (argument, &parameter.kind)
            else {
                return refused();
            };
            let given = bound.value(parameter).cloned();
            let (ExprKind::Int(..), Some(given)) = (&e.kind, given) else { return refused() };
            let number = self.value(e)?;
            let number = constant::evaluate(&self.convert(number, &given.ty)?);
            match (number, constant::evaluate(&given)) {
                (Some(number), Some(given)) => fits &= number == given,
                _ => return refused(),
            }
        }
        match bound.renamed(own, parameters, &numbers) {
            Some(bound) => Ok(fits.then_some(bound)),
            None => refused(),
        }
    }
}

/// The name that an argument of a template is.
fn named(argument: &TemplateArgument) -> Option<&Name> {
    match argument {
        TemplateArgument::Type(Type::Named(name), _) => Some(name),
        TemplateArgument::Value(e) => match &e.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
