//! Types that a missing header may declare, as arguments of templates.

use super::Typer;
use crate::syntax::{self, ExprKind, TemplateArgument, TemplateParameter, TemplateParameterKind};
use semantics::Name;
use std::borrow::Cow;

impl Typer<'_> {
    /// The arguments of a template, where names that nothing declares are types if the parameters are: an argument that is
    /// no more than such a name is read as a value. And members of classes as values, if the parameters are.
    pub(super) fn types_of_missing<'a>(
        &self,
        parameters: &[TemplateParameter],
        arguments: &'a [TemplateArgument],
    ) -> Cow<'a, [TemplateArgument]> {
        let missing =
            |(n, argument): (usize, &TemplateArgument)| match (argument, parameters.get(n)) {
                (
                    TemplateArgument::Value(e),
                    Some(TemplateParameter { kind: TemplateParameterKind::Type(_), .. }),
                ) => match &e.kind {
                    ExprKind::Name(name) if self.is_undeclared(name) => Some(
                        TemplateArgument::Type(syntax::Type::Missing(name.clone()), e.span.clone()),
                    ),
                    _ => None,
                },
                // `C<T>::x`, a member that is read as a type where it may be one.
                (
                    TemplateArgument::Type(syntax::Type::Member(class, member), place),
                    Some(TemplateParameter { kind: TemplateParameterKind::Value(..), .. }),
                ) => {
                    let kind = ExprKind::Scoped((**class).clone(), member.clone());
                    Some(TemplateArgument::Value(syntax::Expr {
                        kind,
                        span: place.clone(),
                        height: 1,
                    }))
                }
                _ => None,
            };
        if !arguments.iter().enumerate().any(|argument| missing(argument).is_some()) {
            return Cow::Borrowed(arguments);
        }
        let all = arguments.iter().enumerate();
        all.map(|of| missing(of).unwrap_or_else(|| of.1.clone())).collect()
    }

    /// Whether no variable, function or parameter is called so, and a header is missing that may declare it.
    fn is_undeclared(&self, name: &Name) -> bool {
        self.context.missing
            && self.local(name).is_none()
            && !self.context.globals.contains_key(name)
            && !self.context.constants.contains_key(name)
            && !self.context.functions.contains_key(name)
            && !self.context.unread.contains_key(name)
            && !syntax::is_ambiguous(&self.context.ambiguous, name)
    }
}
