//! Specializations of function templates: which one a call of the template means. [C++17, 17.7.3]

use super::template::Bound;
use super::{Typed, Typer, unsupported};
use crate::resolve::specialized;
use crate::syntax::{Body, Function, TemplateArgument};
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
    /// Specializations take no part in the choice among functions; one stands in the place of what the template
    /// that is chosen would be. [C++17, 17.7.3, 17.8.3]
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
        if template.template.is_none() || name.as_str().contains("::") {
            return Ok(None);
        }
        let all = self.context.functions.get(name).into_iter().flatten();
        let all: Vec<Arc<Function>> = all.filter(|f| same_length(f, template)).cloned().collect();
        if !all.iter().any(|f| f.specializes.is_some()) {
            return Ok(None);
        }
        let refused = || {
            let what = format!("a call of `{name}`, a template with specializations");
            unsupported(span, what)
        };
        // Of which of several templates each is, is not looked for. [C++17, 17.8.2.6]
        let parameters =
            |f: &Function| -> Vec<_> { f.parameters.iter().map(|p| p.ty.clone()).collect() };
        let mut templates = all.iter().filter(|f| f.template.is_some());
        if templates.any(|f| parameters(f) != parameters(template)) {
            return refused();
        }
        let bound = self.bind(template, given, explicit, arguments, span)?;
        if bound.is_open() {
            return refused();
        }
        let mut meant: Option<Arc<Function>> = None;
        for special in &all {
            if special.specializes.is_none() {
                continue;
            }
            let own = specialized(template, special);
            if own.len() != template.template.as_ref().map_or(0, Vec::len) {
                return refused();
            }
            let own = self.apart(&Bound::default(), span, |s| {
                s.bind(template, &Bound::default(), &own, &[], span)
            })?;
            match own.same(&bound) {
                Some(false) => {}
                None => return refused(),
                // Of a declaration and a definition, the definition.
                Some(true) if meant.as_ref().is_none_or(|f| f.body == Body::None) => {
                    meant = Some(Arc::clone(special));
                }
                Some(true) => {}
            }
        }
        Ok(meant)
    }
}

fn same_length(a: &Function, b: &Function) -> bool {
    a.parameters.len() == b.parameters.len()
}
