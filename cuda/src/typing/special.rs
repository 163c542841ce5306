//! Specializations of function templates: which one a call of the template means. [C++17, 17.7.3]

use super::template::Bound;
use super::{Typed, Typer, unsupported};
use crate::area::Area;
use crate::path::Path;
use crate::resolve::special::{Meant, meant, specialized};
use crate::syntax::{Function, TemplateArgument};
use crate::typed::Expr;
use semantics::{Name, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// Whether a template of this name, and for so many arguments, is specialized outside of a class.
    pub(super) fn has_specializations(&self, name: &Name, arguments: usize) -> bool {
        let mut all = self.context.functions.get(name).into_iter().flatten();
        all.any(|f| f.specializes.is_some() && f.parameters.len() == arguments)
    }

    /// The specialization that a call of a template means: the one for the template's arguments in this call.
    pub(super) fn specialization(
        &mut self,
        template: &Arc<Function>,
        given: &Bound,
        explicit: &[TemplateArgument],
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Option<Arc<Function>>> {
        let name = &template.name;
        // Of members, `refuse_specialized` speaks.
        if name.is_qualified() {
            return Ok(None);
        }
        let context = self.context;
        let functions = context.functions.get(name).into_iter().flatten().cloned();
        let found = meant(template, functions, |special: &Arc<Function>| -> Typed<Option<bool>> {
            let bound = self.bind(template, given, explicit, arguments, span)?;
            let own = specialized(template, special);
            let whole = own.len() == template.template.as_ref().map_or(0, Vec::len);
            // What is made of a type that is not known may be of another type: of two `short`, the sum is an `int`.
            if self.is_open(&bound) || !whole {
                return Ok(None);
            }
            let parameters = template.template.as_deref().unwrap_or(&[]);
            let own = self.types_of_missing(parameters, &own).into_owned();
            let written = self.apart(&Bound::default(), span, |s| {
                s.bind(template, &Bound::default(), &own, &[], span)
            })?;
            Ok(written.same(&bound))
        });
        match found? {
            Meant::Template => Ok(None),
            Meant::Special(special) => Ok(Some(special)),
            Meant::Unclear => unsupported(
                Area::Template,
                span,
                format!("a call of `{name}`, a template with specializations"),
            ),
        }
    }
}
