//! Partial specializations of class templates: `template <typename T> struct C<T, 1>`. [C++17, 17.7.5]

use super::template::Bound;
use super::{Typed, Typer, constant, unsupported};
use crate::area::Area;
use crate::syntax::{
    Expr, ExprKind, TemplateArgument, TemplateParameter, TemplateParameterKind, Type,
};
use crate::typed;
use semantics::{Name, Span};
use std::collections::HashMap;

impl Typer<'_> {
    /// What the parameters of a partial specialization stand for where it is for these arguments of its template, and
    /// nothing where it is for others. Each of its arguments is one of its parameters, or a
    /// number or a type that has none of them in it: what is made of parameters is refused.
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
                let Some(first) = numbers.insert(name.clone(), n) else { continue };
                // It stands for one type, wherever it stands. [C++17, 17.7.5.1, paragraph 1]
                let earlier = parameters.get(first).and_then(|p| bound.object(p));
                let same = match earlier.zip(bound.object(parameter)) {
                    Some((a, b)) if !self.is_open(bound) => a.same(b),
                    _ => None,
                };
                match same {
                    Some(same) => fits &= same,
                    None => return refused(),
                }
                continue;
            }
            let same = match (argument, &parameter.kind) {
                (TemplateArgument::Value(e), TemplateParameterKind::Value(..))
                    if is_number_apart(e, own) =>
                {
                    self.is_number(e, bound.value(parameter).cloned(), span)?
                }
                (TemplateArgument::Type(ty, place), TemplateParameterKind::Type(_))
                    if is_type_apart(ty, own) && !self.is_open(bound) =>
                {
                    let meant = self.apart(&Bound::default(), span, |s| s.meaning(ty, &place.0))?;
                    let given = parameter.name.as_ref().and_then(|name| bound.types.get(name));
                    given.and_then(|given| meant.same(given))
                }
                _ => None,
            };
            match same {
                Some(same) => fits &= same,
                None => return refused(),
            }
        }
        match bound.renamed(own, parameters, &numbers) {
            Some(bound) => Ok(fits.then_some(bound)),
            None => refused(),
        }
    }

    /// Whether a number that is written is the one that is given; nothing where nobody knows.
    fn is_number(
        &mut self,
        e: &Expr,
        given: Option<typed::Expr>,
        span: &Span,
    ) -> Typed<Option<bool>> {
        let Some(given) = given else { return Ok(None) };
        let number = self.apart(&Bound::default(), span, |s| {
            let number = s.value(e)?;
            s.convert(number, &given.ty)
        })?;
        let both = constant::evaluate(&number).zip(constant::evaluate(&given));
        Ok(both.map(|(number, given)| number == given))
    }
}

/// Whether a number is written there, by itself or as the name of a constant, which no parameter is.
fn is_number_apart(e: &Expr, own: &[TemplateParameter]) -> bool {
    match &e.kind {
        ExprKind::Int(..) | ExprKind::Bool(_) => true,
        ExprKind::Name(name) => !own.iter().any(|p| p.name.as_ref() == Some(name)),
        _ => false,
    }
}

/// Whether a type is made of no parameter.
fn is_type_apart(ty: &Type, own: &[TemplateParameter]) -> bool {
    match ty {
        Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) => true,
        Type::Named(name) => !own.iter().any(|p| p.name.as_ref() == Some(name)),
        Type::Const(of) | Type::Pointer(of) | Type::Distinct(_, of) => is_type_apart(of, own),
        _ => false,
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
