//! Which class a class template is for its arguments: itself, or a specialization. [C++17, 17.7.1, 17.7.3]

use super::template::Bound;
use super::{Typed, Typer, unsupported};
use crate::area::Area;
use crate::syntax::{self, TemplateArgument};
use semantics::{Name, Span};
use std::sync::Arc;

/// How long the name of an instance may be, in bytes. That of `P<T, T>` is twice as long as that of `T`.
const LONGEST_TITLE: usize = 4096;

/// An instance of a class template.
#[derive(Clone, Debug)]
pub(super) struct Instanced {
    /// The template.
    pub record: Arc<syntax::Record>,
    /// What its parameters stand for.
    pub bound: Bound,
}

impl Typer<'_> {
    /// The name of the class that a template is with these arguments.
    pub(super) fn class_instance(
        &mut self,
        name: &Name,
        arguments: &[TemplateArgument],
        span: &Span,
    ) -> Typed<Name> {
        let context = self.context;
        let primary = context.records.get(name).filter(|r| r.template.is_some());
        let Some((primary, parameters)) = primary.and_then(|r| Some((r, r.template.as_ref()?)))
        else {
            return unsupported(Area::Template, span, format!("the class template `{name}`"));
        };
        if context.ambiguous.contains(name) {
            return unsupported(
                Area::Template,
                span,
                format!("the class template `{name}`, declared several times"),
            );
        }
        let bound = self.bind_class(name, parameters, arguments, span)?;
        let title = Name::from(format!("{name}<{bound}>"));
        if title.as_str().len() > LONGEST_TITLE {
            return unsupported(
                Area::Limit,
                span,
                format!("an instance of `{name}` with a name of more than {LONGEST_TITLE} bytes"),
            );
        }
        if self.instances.contains_key(&title) {
            return Ok(title);
        }
        let of_it =
            |r: &&Arc<syntax::Record>| r.specializes.as_ref().is_some_and(|(of, _)| of == name);
        let mut specials: Vec<&Arc<syntax::Record>> =
            context.records.values().filter(of_it).collect();
        specials.sort_by(|a, b| a.name.as_str().cmp(b.name.as_str()));
        let mut partial = Vec::new();
        for special in specials {
            let Some((_, arguments)) = &special.specializes else { continue };
            let arguments = &*self.types_of_missing(parameters, arguments);
            if let Some(own) = &special.template {
                let own = self.partially((parameters, &bound), (own, arguments), &title, span)?;
                partial.extend(own.map(|own| (special, own)));
                continue;
            }
            let given = self.apart(&Bound::default(), span, |s| {
                s.bind_class(name, parameters, arguments, span)
            })?;
            let same = given.same(&bound);
            if same != Some(true) && self.is_open(&bound) {
                if !self.is_taken_for_other(name, parameters, (&bound, &given), arguments) {
                    return unsupported(
                        Area::Template,
                        span,
                        format!("`{title}`, of which there are specializations"),
                    );
                }
                continue;
            }
            match same {
                Some(true) => return Ok(special.name.clone()),
                Some(false) => {}
                None => {
                    return unsupported(
                        Area::Template,
                        span,
                        format!("`{title}`, which may be the specialization `{}`,", special.name),
                    );
                }
            }
        }
        if !bound.is_sure() {
            return unsupported(
                Area::Template,
                span,
                format!("`{title}`, of which C++ has several that are not told apart here"),
            );
        }
        let mut meant = partial.into_iter();
        let (record, bound) = meant.next().unwrap_or_else(|| {
            let union = context.unions.get(name).filter(|of| of.template.is_some());
            (union.unwrap_or(primary), bound)
        });
        if meant.next().is_some() {
            return unsupported(
                Area::Template,
                span,
                format!("`{title}`, which has several partial specializations"),
            );
        }
        self.instances.insert(title.clone(), Instanced { record: Arc::clone(record), bound });
        Ok(title)
    }
}
