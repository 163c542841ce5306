//! Functions as arguments of templates. See [`crate::resolve::function_argument`].

use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::resolve::function_argument::{are_known, called, is_of_function, named};
use crate::syntax::{self, ExprKind, TemplateParameterKind};
use crate::typed::{Expr, Kind, Local, LocalId, Storage, Type};
use semantics::{Name, Span};

impl Typer<'_> {
    /// The value that an argument is for such a parameter of a template.
    pub(super) fn given_value(
        &mut self,
        e: &syntax::Expr,
        parameter: &TemplateParameterKind,
    ) -> Typed<Expr> {
        match parameter {
            TemplateParameterKind::Value(ty, _) if is_of_function(ty) => self.function_argument(e),
            _ => self.value(e),
        }
    }

    /// The function that an argument names: a variable that stands for it, and that nothing reads.
    pub(super) fn function_argument(&mut self, e: &syntax::Expr) -> Typed<Expr> {
        let span = &e.span.0;
        let unknown = || {
            unsupported(
                Area::Template,
                span,
                "a function as the argument of a template, which is not known",
            )
        };
        let Some(name) = named(e) else { return unknown() };
        let ty = Type::Pointer(Type::Function.into());
        if let Some(id) = self.local(name) {
            return match self.named_functions.contains_key(&id) {
                true => Ok(make(Kind::Local(id), ty, span)),
                false => unknown(),
            };
        }
        self.refuse_ambiguous(name, span)?;
        let functions = self.context.functions.get(name).map_or(&[][..], Vec::as_slice);
        let other = self.context.globals.contains_key(name)
            || self.context.constants.contains_key(name)
            || self.context.spread.has(name);
        if other || !are_known(name, functions) {
            return unknown();
        }
        let known = self.named_functions.iter().find(|(_, named)| *named == name);
        if let Some((id, _)) = known {
            return Ok(make(Kind::Local(*id), ty, span));
        }
        let id = LocalId(self.locals.len());
        let (name, storage, span) = (name.clone(), Storage::Thread, span.clone());
        self.named_functions.insert(id, name.clone());
        self.locals.push(Local { name, ty: ty.clone(), storage, span: span.clone() });
        Ok(make(Kind::Local(id), ty, &span))
    }

    /// The function that a name stands for in a template.
    pub(super) fn function_of(&self, callee: &syntax::Expr) -> Option<Name> {
        let ExprKind::Name(name) = &callee.kind else { return None };
        self.named_functions.get(&self.local(name)?).cloned()
    }

    /// A call by a name that stands for the function of this name.
    pub(super) fn call_named(
        &mut self,
        name: &Name,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let functions = self.context.functions.get(name).into_iter().flatten().cloned();
        let Some(function) = called(functions, arguments.len()) else {
            return unsupported(
                Area::Template,
                span,
                format!("a call of `{name}`, which a template is given"),
            );
        };
        let arguments = self.values(arguments)?;
        self.inline_one(&function, &Bound::default(), &[], arguments, span)
    }
}
