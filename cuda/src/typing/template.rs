//! Templates: what their parameters stand for. [C++17, 17.8]

use super::{Refusal, Typed, Typer, constant, error, make, unsupported};
use crate::area::Area;
use crate::assumption::AssumptionKind;
use crate::resolve::Deduced;
use crate::resolve::deduce::{Argument, StandsFor};
use crate::resolve::function_argument::is_of_function;
use crate::syntax::{
    self, ExprKind, Function, TemplateArgument, TemplateParameter, TemplateParameterKind,
};
use crate::typed::{Expr, Kind, LocalId, Stmt, StmtKind, Storage, Type, Unknown};
use semantics::{Name, Span};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// What the parameters of a template stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    pub types: HashMap<Name, Meaning>,
    /// Of the values, the type, too.
    pub values: Vec<(Name, syntax::Type, Expr)>,
    /// The arguments, in order.
    shown: Vec<Shown>,
}

/// What a parameter that is a type stands for.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    /// The type.
    pub ty: Type,
    /// What C++ tells it from others by; `None` where that is not known.
    pub identity: Option<String>,
    /// Whether it is a reference to the type.
    pub reference: bool,
}

impl Meaning {
    /// Whether C++ has it for the same type; `None` where nobody knows.
    pub fn same(&self, other: &Meaning) -> Option<bool> {
        if self.reference != other.reference || self.ty != other.ty {
            return Some(false);
        }
        let both = self.identity.as_ref().zip(other.identity.as_ref());
        both.map(|(one, another)| one == another)
    }
}

/// An argument of a template, for comparisons.
#[derive(Clone, Debug)]
struct Shown {
    text: String,
    /// Whether the text tells it from every other argument.
    sure: bool,
    /// As values have it.
    plain: String,
}

impl Shown {
    fn value(text: String) -> Shown {
        Shown { plain: text.clone(), sure: true, text }
    }

    /// `plain`: as values have it.
    fn of(meaning: &Meaning, plain: String) -> Shown {
        let text = meaning.identity.clone().unwrap_or_else(|| plain.clone());
        Shown { text, sure: meaning.identity.is_some(), plain }
    }

    /// Whether it is the same argument; `None` where nobody knows.
    fn same(&self, other: &Shown) -> Option<bool> {
        match self.sure && other.sure {
            true => Some(self.text == other.text),
            false if self.plain != other.plain => Some(false),
            false => None,
        }
    }
}

impl Bound {
    /// Whether nothing is bound.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// How many arguments there are.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Whether the arguments are told from all others.
    pub fn is_sure(&self) -> bool {
        self.shown.iter().all(|shown| shown.sure)
    }

    /// Whether these are the same arguments; `None` where nobody knows.
    pub fn same(&self, other: &Bound) -> Option<bool> {
        let pairs = self.shown.iter().zip(&other.shown);
        let each: Vec<Option<bool>> = pairs.map(|(a, b)| a.same(b)).collect();
        match () {
            () if self.shown.len() != other.shown.len() || each.contains(&Some(false)) => {
                Some(false)
            }
            () if each.contains(&None) => None,
            () => Some(true),
        }
    }

    /// Whether the argument of this number is the same; `None` where nobody knows.
    pub fn same_at(&self, n: usize, other: &Bound) -> Option<bool> {
        self.shown.get(n)?.same(other.shown.get(n)?)
    }

    /// What a parameter that is a value stands for.
    pub fn value(&self, parameter: &TemplateParameter) -> Option<&Expr> {
        let name = parameter.name.as_ref()?;
        self.values.iter().find(|(other, ..)| other == name).map(|(.., value)| value)
    }

    /// The same arguments by other names: what each of these parameters stands for is what that of `of` with its number
    /// does. Nothing where they are of different kinds.
    pub fn renamed(
        &self,
        own: &[TemplateParameter],
        of: &[TemplateParameter],
        numbers: &HashMap<Name, usize>,
    ) -> Option<Bound> {
        let mut renamed = Bound::default();
        for parameter in own {
            let name = parameter.name.clone()?;
            let n = *numbers.get(&name)?;
            let before = of.get(n)?;
            match (&parameter.kind, &before.kind) {
                (TemplateParameterKind::Type(_), TemplateParameterKind::Type(_)) => {
                    let meaning = self.types.get(before.name.as_ref()?)?;
                    renamed.types.insert(name, meaning.clone());
                }
                (TemplateParameterKind::Value(ty, _), TemplateParameterKind::Value(other, _))
                    if ty == other =>
                {
                    renamed.values.push((name, ty.clone(), self.value(before)?.clone()));
                }
                _ => return None,
            }
            renamed.shown.push(self.shown.get(n)?.clone());
        }
        Some(renamed)
    }

    /// What a parameter that is a type stands for, where that is no reference.
    pub fn object(&self, parameter: &TemplateParameter) -> Option<&Meaning> {
        let meaning = self.types.get(parameter.name.as_ref()?)?;
        (!meaning.reference).then_some(meaning)
    }

    /// The parameter that the only argument is, a type that nothing gives.
    pub fn only_unknown(&self) -> Option<Name> {
        match self.types.values().next().map(|meaning| &meaning.ty) {
            Some(Type::Unknown(Unknown::Named(name))) if self.shown.len() == 1 => {
                Some(name.clone())
            }
            _ => None,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<&str> = self.shown.iter().map(|shown| shown.text.as_str()).collect();
        f.write_str(&shown.join(", "))
    }
}

impl Typer<'_> {
    /// The parameters of a called function: given, deduced, or by default.
    pub(super) fn bind(
        &mut self,
        function: &Function,
        given: &Bound,
        explicit: &[TemplateArgument],
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Bound> {
        let Some(parameters) = &function.template else { return Ok(Bound::default()) };
        let mut deduced = Given::nothing(parameters);
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            self.deduce(&mut deduced, &parameter.ty, argument);
        }
        self.bind_parameters(&function.name, parameters, given, explicit, &deduced, span)
    }

    /// The parameters of a class template: given, or by default.
    pub(super) fn bind_class(
        &mut self,
        name: &Name,
        parameters: &[TemplateParameter],
        explicit: &[TemplateArgument],
        span: &Span,
    ) -> Typed<Bound> {
        let deduced = Given::nothing(parameters);
        self.bind_parameters(name, parameters, &Bound::default(), explicit, &deduced, span)
    }

    /// Binds the parameters after those that are bound.
    fn bind_parameters(
        &mut self,
        template: &Name,
        parameters: &[TemplateParameter],
        given: &Bound,
        explicit: &[TemplateArgument],
        deduced: &Given<'_>,
        span: &Span,
    ) -> Typed<Bound> {
        let mut bound = given.clone();
        let first = bound.shown.len();
        let explicit = &*self.types_of_missing(parameters.get(first..).unwrap_or(&[]), explicit);
        if explicit.len() > parameters.len().saturating_sub(first) {
            return unsupported(
                Area::Template,
                span,
                format!("this many arguments of the template `{template}`"),
            );
        }
        for (n, parameter) in parameters.iter().skip(first).enumerate() {
            let name = parameter.name.clone().unwrap_or_else(|| super::UNNAMED.into());
            let missing = || {
                format!("the argument `{name}` of the template `{template}`, which is not deduced")
            };
            let argument = deduced.deduced.argument(parameter, explicit.get(n));
            let stands_for = match argument {
                Argument::Unsupported(what) => return unsupported(Area::Template, span, what),
                Argument::Missing => return unsupported(Area::Template, span, missing()),
                Argument::Mismatch => {
                    // A name may be that of a type that nothing at hand declares.
                    if let Some(TemplateArgument::Value(e)) = explicit.get(n)
                        && let ExprKind::Name(other) = &e.kind
                    {
                        let what = format!("`{other}` as the argument `{name}` of `{template}`");
                        return unsupported(Area::Template, span, what);
                    }
                    // Another template of the name may be meant.
                    if self.context.functions.get(template).is_some_and(|all| all.len() > 1) {
                        return unsupported(
                            Area::Template,
                            span,
                            format!("a call of the overloaded `{template}`"),
                        );
                    }
                    let kind = match parameter.kind {
                        TemplateParameterKind::Type(_) => "type",
                        _ => "value",
                    };
                    return error(span, format!("`{name}` stands for a {kind}"));
                }
                Argument::Type(ty, place) => StandsFor::Type(self.meaning(ty, place)?),
                Argument::Deduced(ty) => StandsFor::Type(self.deduced(&name, ty, deduced)),
                Argument::DefaultType(ty) => {
                    StandsFor::Type(self.inside(&bound, |s| s.meaning(ty, span))?)
                }
                Argument::Value(e) => StandsFor::Value(self.given_value(e, &parameter.kind)?),
                Argument::Number(n) => {
                    let size = Type::Int(semantics::IntType::ULONG);
                    StandsFor::Value(make(Kind::Int(n.clone()), size, span))
                }
                Argument::DefaultValue(e) => {
                    let value = self.inside(&bound, |s| s.given_value(e, &parameter.kind));
                    StandsFor::Value(value?)
                }
            };
            match (stands_for, &parameter.kind) {
                (StandsFor::Type(meaning), _) => {
                    bound.shown.push(Shown::of(&meaning, self.spelled(&meaning.ty.unqualified())));
                    bound.types.insert(name, meaning);
                }
                (StandsFor::Value(value), TemplateParameterKind::Value(ty, _)) => {
                    let to = self.inside(&bound, |s| s.ty(ty, span))?.unqualified();
                    let (value, shown) = self.constant_argument(value, to, span)?;
                    bound.shown.push(shown);
                    bound.values.push((name, ty.clone(), value));
                }
                (StandsFor::Value(_), _) => {
                    return unsupported(Area::Template, span, missing());
                }
            }
        }
        Ok(bound)
    }

    /// A value as the argument of a template of this type, and how it is told from others.
    fn constant_argument(&self, value: Expr, to: Type, span: &Span) -> Typed<(Expr, Shown)> {
        if let Kind::Local(id) = &value.kind
            && let Some(function) = self.named_functions.get(id)
        {
            let shown = Shown::value(function.to_string());
            return Ok((value, shown));
        }
        let value = self.convert(value, &to)?;
        match constant::evaluate(&value) {
            Some(n) => {
                let shown = Shown::value(n.to_string());
                Ok((make(Kind::Int(n), to, span), shown))
            }
            None if self.is_symbolic(&value) => {
                let shown = Shown::value(self.symbols(&value));
                Ok((value, shown))
            }
            None => unsupported(
                Area::Template,
                &value.span,
                "an argument of a template that is not constant",
            ),
        }
    }

    /// Runs a part where the parameters bound so far are in scope.
    pub(super) fn inside<T>(
        &mut self,
        bound: &Bound,
        part: impl FnOnce(&mut Self) -> Typed<T>,
    ) -> Typed<T> {
        let types = std::mem::replace(&mut self.types, bound.types.clone());
        self.scopes.push(HashMap::new());
        let mut done = Ok(());
        for (name, _, value) in &bound.values {
            match constant::evaluate(value) {
                Some(n) => {
                    let id = self.named(name, value.ty.clone(), Storage::Thread, &value.span);
                    self.constants.insert(id, n);
                }
                // One that is another parameter is no copy of it.
                None => match &value.kind {
                    Kind::Local(id) if self.is_alias(*id) => {
                        if let Some(scope) = self.scopes.last_mut() {
                            scope.insert(name.clone(), *id);
                        }
                    }
                    _ => {
                        done = unsupported(
                            Area::Template,
                            &value.span,
                            "a default argument of this template",
                        )
                    }
                },
            }
        }
        let done = done.and_then(|()| part(self));
        self.scopes.pop();
        self.types = types;
        done
    }

    /// Declares the values that a template was given; statements for those that are not known.
    pub(super) fn bound_values(&mut self, bound: Bound, span: &Span) -> Typed<Vec<Stmt>> {
        let mut statements = Vec::new();
        for (name, _, value) in bound.values {
            // One that is another parameter is no copy of it: it names the same class.
            if let Kind::Local(id) = value.kind
                && self.is_alias(id)
            {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name, id);
                }
                continue;
            }
            let id = self.named(&name, value.ty.clone(), Storage::Thread, span);
            match constant::evaluate(&value) {
                Some(n) => {
                    self.constants.insert(id, n);
                }
                None => {
                    self.symbolic.insert(id);
                    let kind = StmtKind::Declare(id, Some(value));
                    statements.push(Stmt { kind, span: span.clone() });
                }
            }
        }
        Ok(statements)
    }

    /// Whether the argument of a template that is this variable is no copy of it: another parameter, or a function.
    fn is_alias(&self, id: LocalId) -> bool {
        self.symbolic.contains(&id) || self.named_functions.contains_key(&id)
    }

    /// A constant of the scope at hand.
    fn named(&mut self, name: &Name, ty: Type, storage: Storage, span: &Span) -> LocalId {
        let id = self.nameless(name, ty, storage, span);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone(), id);
        }
        id
    }

    /// A number that is the same for all threads, and of which nothing more is known. It is in no scope yet.
    pub(super) fn symbol(&mut self, name: &Name, ty: Type, span: &Span) -> LocalId {
        let id = self.nameless(name, ty, Storage::Parameter, span);
        self.symbolic.insert(id);
        id
    }

    fn nameless(&mut self, name: &Name, ty: Type, storage: Storage, span: &Span) -> LocalId {
        let id = LocalId(self.locals.len());
        self.locals.push(crate::typed::Local {
            name: name.clone(),
            ty,
            storage,
            span: span.clone(),
        });
        self.immutable.insert(id);
        id
    }

    /// The parameters of a kernel template: given, by default where arguments are given, else
    /// anything. What the kernel is called then.
    pub(super) fn instantiate(
        &mut self,
        function: &Function,
        arguments: &[TemplateArgument],
    ) -> Typed<Name> {
        let Some(parameters) = &function.template else { return Ok(function.name.clone()) };
        let span = &function.span.0;
        if arguments.len() > parameters.len() {
            return unsupported(
                Area::Template,
                span,
                format!("an instance of the template `{}` with more arguments", function.name),
            );
        }
        self.templated = true;
        self.scopes.push(HashMap::new());
        let mut shown = Vec::new();
        for (n, parameter) in parameters.iter().enumerate() {
            let argument = arguments.get(n);
            shown.push(self.parameter_of_kernel(
                parameter,
                argument,
                !arguments.is_empty(),
                span,
            )?);
        }
        let open = arguments.is_empty() || arguments.iter().all(is_open);
        Ok(match open {
            true => function.name.clone(),
            false => format!("{}<{}>", function.name, shown.join(", ")).into(),
        })
    }

    /// Whether an argument is a member of a class template that is not worked out: `typename If<c, A, B>::type`. It is
    /// taken for any type then, as where nothing gives one.
    fn is_not_worked_out(&mut self, argument: &TemplateArgument) -> bool {
        let TemplateArgument::Type(ty @ syntax::Type::Member(of, name), place) = argument else {
            return false;
        };
        let exhausted = match self.meaning(ty, &place.0) {
            Ok(_) => return false,
            Err(Refusal::Unsupported(why)) => why.as_exhausted(),
            Err(Refusal::Error(why)) => why.exhausted,
        };
        if exhausted.is_none() {
            let what = format!(
                "the type `{of}::{name}`, which is not worked out, is taken as a type of numbers, or of structures of numbers"
            );
            self.assume(AssumptionKind::UnknownType, what, &place.0);
        }
        exhausted.is_none()
    }

    fn parameter_of_kernel(
        &mut self,
        parameter: &TemplateParameter,
        argument: Option<&TemplateArgument>,
        given: bool,
        span: &Span,
    ) -> Typed<String> {
        let name = parameter.name.clone().unwrap_or_else(|| super::UNNAMED.into());
        let argument = argument.filter(|of| !self.is_not_worked_out(of));
        match (&parameter.kind, argument) {
            (TemplateParameterKind::Other(what), _) => unsupported(Area::Template, span, *what),
            (TemplateParameterKind::Type(_), Some(TemplateArgument::Type(ty, place))) => {
                let meaning = self.meaning(ty, &place.0)?;
                let shown = Shown::of(&meaning, self.spelled(&meaning.ty.unqualified())).text;
                // Of a host function that is a template, as a rule.
                if let (Type::Unknown(Unknown::Named(missing)), syntax::Type::Missing(_)) =
                    (&meaning.ty, ty)
                {
                    self.unknowns.entry(missing.clone()).or_insert_with(|| name.clone());
                }
                self.types.insert(name, meaning);
                Ok(shown)
            }
            // Not given, it may be deduced, whatever the default is; or it is the parameter of a
            // host function that is passed over.
            (TemplateParameterKind::Type(_), _) => {
                self.note(format!("the type `{name}` is any scalar type, not modelled"));
                let ty = Type::unknown(name.clone());
                let identity = Some(ty.to_string());
                self.types.insert(name.clone(), Meaning { ty, identity, reference: false });
                self.unknowns.insert(name.clone(), name.clone());
                Ok(name.to_string())
            }
            (TemplateParameterKind::Value(written, default), argument) => {
                let ty = self.ty(written, span)?.unqualified();
                let value = match (argument, default) {
                    (Some(TemplateArgument::Value(e)), _) => Some(e),
                    (None, Some(e)) if given => Some(e),
                    (None | Some(TemplateArgument::Unknown(_)), _) => None,
                    (Some(TemplateArgument::Type(..)), _) => {
                        return unsupported(
                            Area::Template,
                            span,
                            format!("a type as the template argument `{name}`, which is a value"),
                        );
                    }
                };
                if let (Some(e), true) = (value, is_of_function(written)) {
                    let value = self.function_argument(e)?;
                    let (value, shown) = self.constant_argument(value, ty, span)?;
                    if let (Kind::Local(id), Some(scope)) = (value.kind, self.scopes.last_mut()) {
                        scope.insert(name, id);
                    }
                    return Ok(shown.text);
                }
                // One that hangs on what is passed over is any.
                let value = value.and_then(|e| {
                    let e = self.value(e).ok()?;
                    constant::evaluate(&self.convert(e, &ty).ok()?)
                });
                match value {
                    Some(n) => {
                        let id = self.named(&name, ty, Storage::Thread, span);
                        self.constants.insert(id, n.clone());
                        Ok(n.to_string())
                    }
                    None => {
                        if ty.int().is_none() {
                            return unsupported(
                                Area::Template,
                                span,
                                format!("a template over a `{ty}`"),
                            );
                        }
                        self.note(format!("`{name}`, of the template, is any `{ty}`"));
                        let id = self.named(&name, ty, Storage::Parameter, span);
                        self.symbolic.insert(id);
                        Ok(name.to_string())
                    }
                }
            }
        }
    }

    /// `std::is_same_v<T, U>`. [C++17, 23.15.6]
    pub(super) fn are_same(&mut self, types: &[TemplateArgument], span: &Span) -> Typed<Expr> {
        let [TemplateArgument::Type(a, at), TemplateArgument::Type(b, other)] = types else {
            let what = "`std::is_same_v` of what is not known to be types";
            return unsupported(Area::Template, span, what.to_string());
        };
        let (a, b) = (self.meaning(a, &at.0)?, self.meaning(b, &other.0)?);
        let shown = |s: &Self, meaning: &Meaning| Shown::of(meaning, s.spelled(&meaning.ty));
        let open = |meaning: &Meaning| self.has_unknown(&meaning.ty);
        match shown(self, &a).same(&shown(self, &b)) {
            Some(same) if !open(&a) && !open(&b) && !a.reference && !b.reference => {
                Ok(make(Kind::Int(u8::from(same).into()), Type::Bool, span))
            }
            _ => unsupported(
                Area::Type,
                span,
                format!("whether `{}` and `{}` are one type", a.ty, b.ty),
            ),
        }
    }

    /// Whether the place at hand is in a template.
    pub(super) fn in_template(&self) -> bool {
        self.frame_is_template().unwrap_or(self.templated)
    }
}

fn is_open(argument: &TemplateArgument) -> bool {
    matches!(argument, TemplateArgument::Unknown(_))
}

/// What the arguments of a call say of the parameters of a template.
pub(super) struct Given<'p> {
    pub deduced: Deduced<'p, Type>,
    /// Those of a reference to a value that may be a constant's.
    pub unsure: HashSet<Name>,
    /// Those that are references.
    pub references: HashSet<Name>,
}

impl<'p> Given<'p> {
    fn nothing(parameters: &'p [TemplateParameter]) -> Self {
        let deduced = Deduced::of(parameters);
        Given { deduced, unsure: HashSet::new(), references: HashSet::new() }
    }
}
