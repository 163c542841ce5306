//! Arguments of templates in host code.

use super::call::last_part;
use super::evaluator::Evaluator;
use super::value::Value;
use crate::syntax::{Expr, ExprKind, TemplateArgument, Type};
use semantics::{Expr as Term, Name};

impl Evaluator<'_> {
    /// The arguments of a template, with what the place at hand knows of them.
    pub(super) fn template_arguments(
        &mut self,
        given: &[TemplateArgument],
    ) -> Vec<TemplateArgument> {
        given.iter().map(|argument| self.template_argument(argument)).collect()
    }

    pub fn template_argument(&mut self, argument: &TemplateArgument) -> TemplateArgument {
        match argument {
            TemplateArgument::Value(e) => {
                let local = super::names::of_expr(e).iter().any(|x| self.variable(x).is_some());
                let value = self.value(e);
                match value {
                    Value::Int(ty, term) => match &*term {
                        Term::Num(n) => {
                            let kind = match ty == super::value::BOOL {
                                true => ExprKind::Bool(*n != 0.into()),
                                false => ExprKind::Int(n.clone(), ty),
                            };
                            let e = Expr { kind, span: e.span.clone(), height: 1 };
                            TemplateArgument::Value(e)
                        }
                        _ if local => TemplateArgument::Unknown(e.span.clone()),
                        _ => argument.clone(),
                    },
                    // A type that is the parameter of a template is read as a value.
                    _ => match &e.kind {
                        ExprKind::Name(name) => match self.stands_for(name) {
                            Some(Some(ty)) => TemplateArgument::Type(ty, e.span.clone()),
                            Some(None) => TemplateArgument::Unknown(e.span.clone()),
                            None if local => TemplateArgument::Unknown(e.span.clone()),
                            None => argument.clone(),
                        },
                        _ if local => TemplateArgument::Unknown(e.span.clone()),
                        _ => argument.clone(),
                    },
                }
            }
            TemplateArgument::Type(ty, place) => match self.substituted(ty) {
                Some(ty) => TemplateArgument::Type(ty, place.clone()),
                None => TemplateArgument::Unknown(place.clone()),
            },
            TemplateArgument::Unknown(_) => argument.clone(),
        }
    }

    /// Whether a type is the parameter of a template that the call does not give.
    pub fn is_deduced(&self, ty: &Type) -> bool {
        match ty {
            Type::Named(name) => self.stands_for(name) == Some(None),
            Type::Const(of) | Type::Moved(of) => self.is_deduced(of),
            _ => false,
        }
    }

    /// The type that the parameter of a template stands for.
    pub fn stands_for(&self, name: &Name) -> Option<Option<Type>> {
        self.frames.last()?.types.get(name).cloned()
    }

    /// `f<a, b>` where a value stands.
    pub(super) fn instance(&mut self, name: &Name, arguments: &[TemplateArgument]) -> Value {
        let short = last_part(name);
        if self.variable(name).is_some() {
            return Value::Unknown;
        }
        if let Some(all) = self.named.get(&short) {
            self.loose.extend(all.iter().copied());
        }
        match self.kernels.contains(&short) {
            true => {
                let arguments = self.template_arguments(arguments);
                Value::Kernel(short, arguments)
            }
            false => Value::Unknown,
        }
    }
}
