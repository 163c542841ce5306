//! Specializations of function templates. [C++17, 17.7.3]

use super::template::Bindings;
use super::{Compiled, Compiler, unsupported};
use crate::types::Type;
use cuda::Area;
use cuda::path::Path;
use cuda::resolve::special::{Meant, meant};
use cuda::syntax::{self, Function, Merged, TemplateArgument};
use semantics::Span;

impl<'s> Compiler<'s> {
    /// The specialization of a template that stands in its place for these arguments; else the template. Only
    /// what the types of this crate tell apart is decided.
    pub(super) fn specialized(
        &mut self,
        template: &'s Function,
        bound: Bindings,
        functions: &[&'s Function],
        explicit: &[TemplateArgument],
        span: &Span,
    ) -> Compiled<(&'s Function, Bindings)> {
        let name = &template.name;
        let found = meant(template, functions.iter().copied(), |special| {
            let own = special.specializes.as_deref().unwrap_or_default();
            let given = self.under(&Bindings::default(), |c| c.signature(special))?;
            let given: Vec<Type> = given.parameters.into_iter().map(|p| p.ty).collect();
            let of = self.bind_template(template, (&Bindings::default(), own), &given, span)?;
            let decided =
                bound.types.is_empty() || self.tells_apart(template, own, explicit, &bound);
            Ok(of.filter(|_| !name.is_qualified()).and_then(|of| match of == bound {
                false => Some(false),
                true => decided.then_some(true),
            }))
        });
        match found? {
            Meant::Template => Ok((template, bound)),
            Meant::Special(special) => Ok((special, Bindings::default())),
            Meant::Unclear => unsupported(
                Area::Template,
                span,
                format!("this call of `{name}`, which is specialized,"),
            ),
        }
    }

    /// Whether types that are equal here are equal in C++.
    fn tells_apart(
        &self,
        template: &Function,
        own: &[TemplateArgument],
        explicit: &[TemplateArgument],
        bound: &Bindings,
    ) -> bool {
        let plain = |given: &TemplateArgument| {
            let qualified = |ty: &syntax::Type| {
                matches!(ty, syntax::Type::Const(_) | syntax::Type::Volatile(_))
            };
            !matches!(given, TemplateArgument::Type(ty, _) if qualified(ty))
        };
        let reference =
            |ty: &syntax::Type| matches!(ty, syntax::Type::Reference(_) | syntax::Type::Moved(_));
        self.file.merged == Merged::default()
            && !self.file.volatile
            && bound.types.iter().all(|(_, ty)| matches!(ty, Type::Scalar(_)))
            && own.iter().chain(explicit).all(plain)
            && !template.parameters.iter().any(|p| reference(&p.ty))
    }
}
