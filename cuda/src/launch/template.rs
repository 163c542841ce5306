//! Arguments of templates in host code.

use super::call::last_part;
use super::evaluator::Evaluator;
use super::value::Value;
use crate::resolve::Deduced;
use crate::resolve::deduce::Argument;
use crate::resolve::function_argument::{is_of_function, named};
use crate::syntax::{
    Expr, ExprKind, TemplateArgument, TemplateParameter, TemplateParameterKind as Kind, Type,
};
use semantics::{Expr as Term, Name};
use std::collections::HashMap;

/// What the parameters of a template stand for that are types; `None` for one that is not known.
type Types = HashMap<Name, Option<Type>>;
/// Those that are values, as far as they are given.
type Values<'t> = Vec<(&'t Name, &'t Type, Option<Value>)>;

impl Evaluator<'_> {
    /// What the parameters of a template stand for, as far as it is given.
    pub(super) fn bound<'t>(
        &mut self,
        parameters: &'t [TemplateParameter],
        given: &[TemplateArgument],
    ) -> (Types, Values<'t>) {
        let (mut types, mut values) = (Types::new(), Values::new());
        let deduced = Deduced::<Type>::of(parameters);
        for (n, parameter) in parameters.iter().enumerate() {
            let Some(name) = &parameter.name else { continue };
            // Without it, the argument may be deduced, whatever it is by default.
            match (&parameter.kind, deduced.argument(parameter, given.get(n))) {
                (Kind::Type(_), Argument::Type(ty, _)) => {
                    types.insert(name.clone(), Some(ty.clone()));
                }
                (Kind::Type(_), _) => drop(types.insert(name.clone(), None)),
                (Kind::Value(ty, _), Argument::Value(e)) => {
                    let value = self.value(e);
                    let function = if is_of_function(ty) { self.function_named(e) } else { None };
                    values.push((name, ty, Some(function.unwrap_or(value))));
                }
                (Kind::Value(ty, _), _) => values.push((name, ty, None)),
                (Kind::Other(_), _) => {}
            }
        }
        (types, values)
    }

    /// Whether a name that a function of the file has may be that of a member of the class at hand.
    fn is_member_function(&self, name: &Name) -> bool {
        self.is_member(name) && self.file.functions().any(|f| f.name == *name)
    }

    /// The function that an argument of a template names, if it is one.
    fn function_named(&mut self, e: &Expr) -> Option<Value> {
        let name = named(e)?;
        match self.variable(name) {
            None if self.is_member(name) => None,
            None => Some(Value::Function(name.clone())),
            Some(variable) => match self.read(variable) {
                function @ Value::Function(_) => Some(function),
                _ => None,
            },
        }
    }

    /// Declares the values that the parameters of a template stand for, where its types are known.
    pub(super) fn declare_values(&mut self, values: Values<'_>) {
        for (name, ty, value) in values {
            let value = match value {
                Some(function @ Value::Function(_)) => function,
                Some(value) => self.converted(&value, ty, name.as_str()),
                None => self.unknown(ty, name),
            };
            self.declare(name, ty, true, value);
        }
    }

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
                    Value::Function(name) => {
                        let e =
                            Expr { kind: ExprKind::Name(name), span: e.span.clone(), height: 1 };
                        TemplateArgument::Value(e)
                    }
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
                            None if local || self.is_member_function(name) => {
                                TemplateArgument::Unknown(e.span.clone())
                            }
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

    /// A type with what the parameters of templates stand for; none where that is not known.
    pub fn substituted(&self, ty: &Type) -> Option<Type> {
        let types = self.frames.last().map(|frame| &frame.types);
        let Some(types) = types.filter(|types| !types.is_empty()) else { return Some(ty.clone()) };
        Some(match ty {
            Type::Named(name) => match types.get(name) {
                Some(stands_for) => return stands_for.clone(),
                None => ty.clone(),
            },
            Type::Pointer(of) => Type::Pointer(self.or_void(of).into()),
            Type::Const(of) => Type::Const(self.substituted(of)?.into()),
            Type::Reference(of) => Type::Reference(self.substituted(of)?.into()),
            Type::Member(of, name) => Type::Member(self.substituted(of)?.into(), name.clone()),
            Type::Instance(name, given) => {
                let given = given.iter().map(|argument| self.substituted_argument(argument));
                Type::Instance(name.clone(), given.collect::<Option<_>>()?)
            }
            Type::Array(of, size) => Type::Array(self.substituted(of)?.into(), size.clone()),
            _ => ty.clone(),
        })
    }

    /// What a pointer points to need not be known.
    fn or_void(&self, ty: &Type) -> Type {
        self.substituted(ty).unwrap_or(Type::Void)
    }

    fn substituted_argument(&self, argument: &TemplateArgument) -> Option<TemplateArgument> {
        let e = match argument {
            TemplateArgument::Type(ty, place) => {
                return Some(TemplateArgument::Type(self.substituted(ty)?, place.clone()));
            }
            TemplateArgument::Value(e) => e,
            TemplateArgument::Unknown(_) => return None,
        };
        match &e.kind {
            // A type that is the parameter of a template is read as a value.
            ExprKind::Name(name) if self.stands_for(name).is_some() => {
                Some(TemplateArgument::Type(self.stands_for(name)??, e.span.clone()))
            }
            ExprKind::Scoped(class, name) => {
                let kind = ExprKind::Scoped(self.substituted(class)?, name.clone());
                Some(TemplateArgument::Value(Expr { kind, ..e.clone() }))
            }
            _ => {
                let own = |name: &Name| {
                    self.stands_for(name).is_some() || self.state.find(name).is_some()
                };
                let local = super::names::of_expr(e).iter().any(own);
                (!local).then(|| argument.clone())
            }
        }
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
