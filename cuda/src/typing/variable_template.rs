//! Templates of variables: `template <typename T> const T empty = …;`. [C++17, 17]

use super::{Typed, Typer, constant, make, unsupported};
use crate::area::Area;
use crate::syntax::{Init, TemplateArgument};
use crate::typed::{Expr, Kind};
use semantics::{Name, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// The value of an instance: a constant, of which nothing is known where it is not a number.
    pub(super) fn variable_template(
        &mut self,
        name: &Name,
        arguments: &[TemplateArgument],
        span: &Span,
    ) -> Typed<Expr> {
        self.refuse_ambiguous(name, span)?;
        let refused =
            || unsupported(Area::Template, span, format!("the template `{name}` as a value"));
        let Some(declared) = self.context.variable_templates.get(name).map(Arc::clone) else {
            return refused();
        };
        let (parameters, variable) = &*declared;
        let bound = self.bind_class(name, parameters, arguments, span)?;
        let ty = self.apart(&bound, span, |s| s.ty(&variable.ty, span))?.unqualified();
        let s = &variable.specifiers;
        let number = ty.int().is_some() || ty.is_unknown();
        let (Some(Init::Expr(init)), true) = (&variable.init, number) else { return refused() };
        // Two that are not told apart need not be one.
        if !s.immutable || s.external || s.shared || s.device || !bound.is_sure() {
            return refused();
        }
        let known = self.apart(&bound, span, |s| {
            let value = s.value(init)?;
            s.convert(value, &ty)
        });
        if let Some(n) = known.ok().and_then(|value| constant::evaluate(&value)) {
            return Ok(make(Kind::Int(n), ty, span));
        }
        let title = Name::from(format!("{name}<{bound}>"));
        let known = self.scopes.first().and_then(|scope| scope.get(&title)).copied();
        let id = known.unwrap_or_else(|| {
            self.note(format!("`{title}` is any number"));
            let id = self.symbol(&title, ty.clone(), span);
            if let Some(scope) = self.scopes.first_mut() {
                scope.insert(title, id);
            }
            id
        });
        Ok(make(Kind::Local(id), ty, span))
    }
}
