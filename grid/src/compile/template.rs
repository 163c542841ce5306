//! Templates: what their parameters stand for. [C++17, 17.8]

use super::emit::Body;
use super::value::{Binding, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::resolve::deduce::{Argument, StandsFor};
use cuda::resolve::function_argument::is_of_function;
use cuda::resolve::{Deduced, Shape};
use cuda::syntax::{self, Function, TemplateArgument, TemplateParameter, TemplateParameterKind};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use semantics::{Name, Span};

/// What the parameters of a template stand for; nothing of a function that is none.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    pub types: Vec<(Name, Type)>,
    /// Numbers: type and register.
    pub values: Vec<(Name, Scalar, u64)>,
    /// Functions of the file, by their names.
    functions: Vec<(Name, Name)>,
    /// The arguments in order, as the name of an instance shows them.
    shown: Vec<String>,
    /// What is known of the types besides.
    pub told: Told,
}

/// What is known of the types that parameters stand for, and that these types themselves do not keep.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Told {
    /// Those that are surely no enumerations: they are written, in a file that has enumerations.
    pub sure: Vec<Name>,
    /// Those that may be `const` or `volatile`.
    pub qualified: Vec<Name>,
}

/// Whether they stand for the same, as far as the types of this crate tell it.
impl PartialEq for Bindings {
    fn eq(&self, other: &Bindings) -> bool {
        let parts = |b: &Bindings| (b.types.clone(), b.values.clone(), b.functions.clone());
        parts(self) == parts(other)
    }
}

/// What a parameter stands for: a type, or a number by its type and register.
pub(super) type Bound = StandsFor<Type, (Scalar, u64)>;

impl Bindings {
    /// What a parameter stands for that is a type or a number.
    pub fn get(&self, name: &Name) -> Option<Bound> {
        let ty = self.types.iter().find(|(other, _)| other == name);
        let value = self.values.iter().find(|(other, ..)| other == name);
        ty.map(|(_, ty)| StandsFor::Type(ty.clone()))
            .or_else(|| value.map(|(_, to, register)| StandsFor::Value((*to, *register))))
    }

    /// Whether what is deduced of parameters is what is bound here. [C++17, 17.8.2.5, paragraph 2]
    fn agrees(&self, parameters: &[TemplateParameter], deduced: &Deduced<'_, Type>) -> bool {
        parameters.iter().all(|parameter| {
            let bound = parameter.name.as_ref().and_then(|name| self.get(name));
            match (deduced.argument(parameter, None), bound) {
                (Argument::Deduced(ty), Some(StandsFor::Type(bound))) => *ty == bound,
                (Argument::Number(n), Some(StandsFor::Value((_, bound)))) => {
                    n.to_u64() == Some(bound)
                }
                _ => true,
            }
        })
    }

    /// Binds the next parameter.
    pub fn push(&mut self, name: Name, to: Bound) {
        match to {
            StandsFor::Type(ty) => {
                self.shown.push(ty.to_string());
                self.types.push((name, ty));
            }
            StandsFor::Value((to, register)) => {
                self.shown.push(crate::contents::Number::of(to, register).text());
                self.values.push((name, to, register));
            }
        }
    }

    /// The arguments in angles; nothing where there are none.
    pub fn suffix(&self) -> String {
        match self.shown.is_empty() {
            true => String::new(),
            false => format!("<{}>", self.shown.join(", ")),
        }
    }
}

/// Whether a parameter of this type makes that of a template stand for what is `const`, too. [C++17, 17.8.2.1]
fn qualifies(ty: &syntax::Type, name: &Name) -> bool {
    match ty {
        syntax::Type::Const(of) => qualifies(of, name),
        syntax::Type::Reference(of)
        | syntax::Type::Moved(of)
        | syntax::Type::Pointer(of)
        | syntax::Type::Array(of, _) => {
            matches!(&**of, syntax::Type::Named(own) if own == name) || qualifies(of, name)
        }
        _ => false,
    }
}

/// Whether a parameter takes any value: `auto`, of a function of the toolkit.
pub(super) fn is_any(function: &Function, n: usize) -> bool {
    function.parameters.get(n).is_some_and(|p| p.ty == syntax::Type::Auto)
}

/// What the type of such a parameter is called.
pub(super) fn any_type(n: usize) -> Name {
    format!("(the type of parameter {n})").into()
}

impl<'s> Compiler<'s> {
    /// The parameters of a template: given, deduced from the types of the arguments, or by default.
    /// Nothing where the arguments do not fit. `class`: what those of its class stand for, of a member that is called
    /// without an object; the arguments that are written are the member's own.
    pub(super) fn bind_template(
        &mut self,
        function: &'s Function,
        (class, explicit): (&Bindings, &'s [TemplateArgument]),
        given: &[Type],
        span: &Span,
    ) -> Compiled<Option<Bindings>> {
        let Some(parameters) = &function.template else {
            let mut any = Bindings::default();
            for (n, ty) in given.iter().enumerate().filter(|(n, _)| is_any(function, *n)) {
                any.push(any_type(n), StandsFor::Type(ty.decayed()));
            }
            return Ok(explicit.is_empty().then_some(any));
        };
        let mut deduced = Deduced::of(parameters);
        for (parameter, ty) in function.parameters.iter().zip(given) {
            deduced.call(&parameter.ty, ty);
        }
        let own = class.shown.len();
        let of_classes = match own {
            0 => self.instances_among(function, given),
            _ => Some(class.clone()),
        };
        match of_classes {
            // Those of its class are not deduced from what a member is given.
            Some(of_classes)
                if own == 0 && !function.member && !of_classes.agrees(parameters, &deduced) =>
            {
                Ok(None)
            }
            Some(of_classes) => {
                let written = (own, explicit);
                let bound =
                    self.bind_parameters(parameters, written, &deduced, &of_classes, span)?;
                Ok(bound.map(|mut bound| {
                    let below = parameters.iter().skip(own + explicit.len());
                    let open = below.filter_map(|p| p.name.as_ref());
                    let open = open
                        .filter(|name| function.parameters.iter().any(|p| qualifies(&p.ty, name)));
                    bound.told.qualified.extend(open.cloned());
                    bound
                }))
            }
            None => Ok(None),
        }
    }

    /// As [`Compiler::bind_template`], of the parameters of any template. `of_classes`: what arguments that are instances of
    /// class templates say of them. The arguments that are written begin with the parameter of this number.
    pub(super) fn bind_parameters(
        &mut self,
        parameters: &'s [TemplateParameter],
        (first, explicit): (usize, &'s [TemplateArgument]),
        deduced: &Deduced<'_, Type>,
        of_classes: &Bindings,
        span: &Span,
    ) -> Compiled<Option<Bindings>> {
        if first + explicit.len() > parameters.len() {
            return Ok(None);
        }
        let mut bound = Bindings::default();
        for (n, parameter) in parameters.iter().enumerate() {
            let name = parameter.name.clone().unwrap_or_else(|| "(unnamed)".into());
            let written = n.checked_sub(first).and_then(|n| explicit.get(n));
            if written.is_none()
                && let Some(known) = of_classes.get(&name)
            {
                let known = match (known, &parameter.kind) {
                    (StandsFor::Value((from, register)), TemplateParameterKind::Value(ty, _)) => {
                        let own = self.under(&bound, |c| c.ty(ty, span))?.scalar();
                        let Some(to) = own else { return Ok(None) };
                        let register = crate::arithmetic::convert(from, to, register).0;
                        StandsFor::Value((to, register))
                    }
                    (known, _) => known,
                };
                let told = &of_classes.told;
                let known_of = |names: &[Name]| names.contains(&name).then(|| name.clone());
                bound.told.sure.extend(known_of(&told.sure));
                bound.told.qualified.extend(known_of(&told.qualified));
                bound.push(name, known);
                continue;
            }
            let argument = deduced.argument(parameter, written);
            let number = match &parameter.kind {
                TemplateParameterKind::Value(ty, _) if is_of_function(ty) => {
                    let Argument::Value(e) = argument else {
                        return unsupported(
                            Area::Template,
                            span,
                            "a function that a template is not given",
                        );
                    };
                    let function = self.function_argument(e)?;
                    bound.shown.push(function.to_string());
                    bound.functions.push((name, function));
                    continue;
                }
                TemplateParameterKind::Value(ty, _) => {
                    self.under(&bound, |c| c.ty(ty, span))?.scalar()
                }
                _ => None,
            };
            let stands_for = match argument {
                Argument::Unsupported(what) => return unsupported(Area::Template, span, what),
                Argument::Missing | Argument::Mismatch => return Ok(None),
                Argument::Type(ty, place) => {
                    if self.file.merged.enumerations && self.is_no_enumeration(ty) {
                        bound.told.sure.push(name.clone());
                    }
                    if self.may_be_qualified(ty) {
                        bound.told.qualified.push(name.clone());
                    }
                    StandsFor::Type(self.ty(ty, place)?)
                }
                Argument::Deduced(ty) => StandsFor::Type(ty.clone()),
                Argument::DefaultType(ty) => {
                    StandsFor::Type(self.under(&bound, |c| c.ty(ty, span))?)
                }
                Argument::Value(e) => StandsFor::Value(self.constant(e)?),
                Argument::Number(n) => StandsFor::Value(n.to_u64().map(|n| (Scalar::U64, n))),
                Argument::DefaultValue(e) => {
                    StandsFor::Value(self.under(&bound, |c| c.constant(e))?)
                }
            };
            match (stands_for, number) {
                (StandsFor::Type(ty), _) => bound.push(name, StandsFor::Type(ty)),
                (StandsFor::Value(value), to) => {
                    let (Some(to), Some((from, register))) = (to, value) else {
                        return unsupported(
                            Area::Template,
                            span,
                            "an argument of a template that is not constant",
                        );
                    };
                    let register = crate::arithmetic::convert(from, to, register).0;
                    bound.push(name, StandsFor::Value((to, register)));
                }
            }
        }
        Ok(Some(bound))
    }

    /// Whether what is written is surely another type than an enumeration.
    pub(super) fn is_no_enumeration(&self, ty: &syntax::Type) -> bool {
        match ty {
            syntax::Type::Bool | syntax::Type::Int(_) | syntax::Type::Float(_) => true,
            syntax::Type::Named(name) => {
                self.told.sure.contains(name) && self.bound_type(name).is_some()
            }
            _ => false,
        }
    }

    /// Whether what is written may be `const` or `volatile` itself.
    pub(super) fn may_be_qualified(&self, ty: &syntax::Type) -> bool {
        match ty {
            syntax::Type::Named(name) => self.told.qualified.contains(name),
            syntax::Type::Bool | syntax::Type::Int(_) | syntax::Type::Float(_) => false,
            syntax::Type::Distinct(..) | syntax::Type::Instance(..) => false,
            _ => true,
        }
    }

    /// Runs a part that stands at the top of the file, and in which the parameters of a template stand for
    /// what is bound: nothing of the function at hand is in scope, and nothing that is known of expressions
    /// holds.
    pub(super) fn under<T>(
        &mut self,
        bound: &Bindings,
        part: impl FnOnce(&mut Self) -> Compiled<T>,
    ) -> Compiled<T> {
        let fresh = Body { scopes: vec![FxHashMap::default()], ..Body::default() };
        let body = std::mem::replace(&mut self.body, fresh);
        let types = std::mem::replace(&mut self.types, bound.types.clone());
        let told = std::mem::replace(&mut self.told, bound.told.clone());
        let known = std::mem::take(&mut self.known);
        self.bind_values(bound);
        let done = part(self);
        (self.body, self.types, self.known, self.told) = (body, types, known, told);
        done
    }

    /// Binds the values in the scope at hand.
    pub(super) fn bind_values(&mut self, bound: &Bindings) {
        for (name, scalar, register) in &bound.values {
            self.bind(name, Binding::Constant(Value::known(*scalar, *register)));
        }
        for (name, function) in &bound.functions {
            self.bind(name, Binding::Function(function.clone()));
        }
    }

    /// A kernel template with these arguments.
    pub(super) fn bind_kernel(
        &mut self,
        function: &'s Function,
        arguments: &'s [TemplateArgument],
    ) -> Compiled<Bindings> {
        let span = &function.span.0;
        if arguments.iter().any(|argument| matches!(argument, TemplateArgument::Unknown(_))) {
            return unsupported(
                Area::Template,
                span,
                "a template of which not all arguments are known",
            );
        }
        match self.bind_template(function, (&Bindings::default(), arguments), &[], span)? {
            Some(bound) => Ok(bound),
            None if arguments.is_empty() => {
                unsupported(Area::Template, span, "a template that is used with no arguments")
            }
            None => error(span, "these arguments do not fit the template"),
        }
    }

    /// The instances of a kernel: of a template, one for each use that gives its arguments.
    pub(super) fn uses(&mut self, function: &'s Function) -> Vec<Compiled<Bindings>> {
        let span = &function.span.0;
        if function.template.is_none() {
            return vec![Ok(Bindings::default())];
        }
        let file = self.file;
        let uses = file.instances.iter().filter(|instance| instance.name == function.name);
        let mut found = Vec::new();
        for instance in uses {
            found.push(self.bind_kernel(function, &instance.arguments));
        }
        if found.is_empty() {
            found.push(unsupported(
                Area::Template,
                span,
                "a template that is used with no arguments",
            ));
        }
        found
    }
}
