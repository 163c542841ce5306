//! Specializations of function templates. [C++17, 17.7.3]

use super::template::Bindings;
use super::{Compiled, Compiler, unsupported};
use crate::types::Type;
use cuda::syntax::{self, Body, Function, Merged, TemplateArgument};
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
        let same_length = |f: &&&Function| f.parameters.len() == template.parameters.len();
        let (specials, others): (Vec<&'s Function>, Vec<&'s Function>) =
            functions.iter().filter(same_length).partition(|f| f.specializes.is_some());
        if specials.is_empty() || template.template.is_none() {
            return Ok((template, bound));
        }
        let name = &template.name;
        let refused = || unsupported(span, format!("this call of `{name}`, which is specialized,"));
        // Of which of several templates each is, is not looked for.
        let of_another = |f: &&Function| !f.parameters.iter().map(|p| &p.ty).eq(types_of(template));
        let mut templates = others.into_iter().filter(|f| f.template.is_some());
        if templates.any(|f| of_another(&f)) || name.as_str().contains("::") {
            return refused();
        }
        let mut meant: Option<&'s Function> = None;
        for special in specials {
            let own = special.specializes.as_deref().unwrap_or_default();
            let given = self.under(&Bindings::default(), |c| c.signature(special))?;
            let given: Vec<Type> = given.parameters.into_iter().map(|p| p.ty).collect();
            let Some(of) = self.bind_template(template, own, &given, span)? else {
                return refused();
            };
            if of != bound {
                continue;
            }
            let decided =
                bound.types.is_empty() || self.tells_apart(template, own, explicit, &bound);
            if !decided {
                return refused();
            }
            if meant.is_none_or(|f| f.body == Body::None) {
                meant = Some(special);
            }
        }
        Ok(meant.map_or((template, bound), |special| (special, Bindings::default())))
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
            && !types_of(template).any(reference)
    }
}

fn types_of(function: &Function) -> impl Iterator<Item = &syntax::Type> {
    function.parameters.iter().map(|p| &p.ty)
}
