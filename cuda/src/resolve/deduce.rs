//! What the parameters of a template stand for: given, deduced, or by default. [C++17, 17.8.1, 17.8.2]

use super::shape::{Part, Shape};
use crate::syntax::{
    Expr, ExprKind, HostFunction, Instantiation, Place, TemplateArgument, TemplateParameter,
    TemplateParameterKind as Kind, Type,
};
use semantics::{IntType, Name, Number, Span};
use std::collections::{HashMap, HashSet};

/// What is deduced of a template's parameters.
pub struct Deduced<'p, T> {
    parameters: &'p [TemplateParameter],
    /// `None` where two arguments disagree. [C++17, 17.8.2.5, paragraph 2]
    types: HashMap<Name, Option<T>>,
    values: HashMap<Name, Option<Number>>,
    /// Those below a pointer or a reference, where qualifiers are part of them.
    below: HashSet<Name>,
}

/// What says what the parameter of a template stands for.
pub enum Argument<'s, 'd, T> {
    /// A type that is given where the template is named.
    Type(&'s Type, &'s Span),
    /// A type that is deduced.
    Deduced(&'d T),
    /// A type by default, where the parameters before it are bound.
    DefaultType(&'s Type),
    /// A value that is given.
    Value(&'s Expr),
    /// A value that is deduced, of the type `std::size_t`. [C++17, 17.8.2.5, paragraph 17]
    Number(&'d Number),
    /// A value by default.
    DefaultValue(&'s Expr),
    /// Nothing does, or two arguments disagree.
    Missing,
    /// What is given is of another kind than the parameter.
    Mismatch,
    /// The parameter is of a kind that is not modelled.
    Unsupported(&'static str),
}

/// What a parameter of a template stands for: a type, or a value.
#[allow(missing_docs)]
pub enum StandsFor<T, V> {
    Type(T),
    Value(V),
}

impl<'p, T: Shape> Deduced<'p, T> {
    /// Nothing yet.
    pub fn of(parameters: &'p [TemplateParameter]) -> Self {
        let (types, values, below) = (HashMap::new(), HashMap::new(), HashSet::new());
        Deduced { parameters, types, values, below }
    }

    /// Whether a name is that of a parameter.
    fn is_parameter(&self, name: &Name) -> bool {
        self.parameters.iter().any(|p| p.name.as_ref() == Some(name))
    }

    /// Whether it stands below a pointer or a reference.
    pub fn is_below(&self, name: &Name) -> bool {
        self.below.contains(name)
    }

    /// Matches the parameter of a function with the type of an argument. [C++17, 17.8.2.1]
    pub fn call(&mut self, parameter: &Type, argument: &T) {
        match parameter {
            Type::Reference(to) => self.matches(to, argument.referred(), true),
            _ => self.matches(parameter, &argument.decayed(), false),
        }
    }

    /// Matches two types that are to be the same. [C++17, 17.8.2.5] `below`: a pointer or a reference.
    pub fn matches(&mut self, parameter: &Type, argument: &T, below: bool) {
        match (parameter, argument.part()) {
            (Type::Named(name), _) if self.is_parameter(name) => {
                if below {
                    self.below.insert(name.clone());
                }
                self.bind(name, argument);
            }
            // A parameter may be more qualified than its argument. [C++17, 17.8.2.1, paragraph 4]
            (Type::Const(to), Part::Const(of)) => self.matches(to, of, below),
            (Type::Const(to) | Type::Moved(to), _) => self.matches(to, argument, below),
            (Type::Volatile(to), part) => {
                let of = if let Part::Volatile(of) = part { of } else { argument };
                match &**to {
                    // Whatever else is `volatile` is taken off.
                    Type::Named(name) if self.is_parameter(name) => self.bind(name, of),
                    to => self.matches(to, of, below),
                }
            }
            (Type::Pointer(to), Part::Pointer(of)) => self.matches(to, of, true),
            (Type::Array(to, size), Part::Array(of, n)) => {
                self.matches(to, of, true);
                if let (Some(ExprKind::Name(name)), Some(n)) = (size.as_ref().map(|e| &e.kind), n) {
                    self.value(name, n);
                }
            }
            _ => {}
        }
    }

    fn bind(&mut self, name: &Name, ty: &T) {
        if !ty.is_known() {
            return;
        }
        let bound = self.types.entry(name.clone()).or_insert_with(|| Some(ty.clone()));
        *bound = bound.take().and_then(|bound| bound.agreed(ty));
    }

    /// Notes what a name stands for, if it is that of a parameter which is a number.
    pub fn value(&mut self, name: &Name, n: Number) {
        if self.is_parameter(name) {
            let bound = self.values.entry(name.clone()).or_insert_with(|| Some(n.clone()));
            if *bound != Some(n) {
                *bound = None;
            }
        }
    }

    /// What a parameter stands for: what is given comes before what is deduced, and that before a default.
    /// [C++17, 17.8.1, 17.8.2, paragraph 5]
    pub fn argument<'s, 'd>(
        &'d self,
        parameter: &'s TemplateParameter,
        given: Option<&'s TemplateArgument>,
    ) -> Argument<'s, 'd, T> {
        let name = parameter.name.as_ref();
        match (&parameter.kind, given) {
            (Kind::Other(what), _) => Argument::Unsupported(what),
            (Kind::Type(_), Some(TemplateArgument::Type(ty, place))) => {
                Argument::Type(ty, &place.0)
            }
            (Kind::Value(..), Some(TemplateArgument::Value(e))) => Argument::Value(e),
            (_, Some(_)) => Argument::Mismatch,
            (Kind::Type(default), None) => match name.and_then(|name| self.types.get(name)) {
                Some(deduced) => deduced.as_ref().map_or(Argument::Missing, Argument::Deduced),
                None => default.as_ref().map_or(Argument::Missing, Argument::DefaultType),
            },
            (Kind::Value(_, default), None) => match name.and_then(|name| self.values.get(name)) {
                Some(deduced) => deduced.as_ref().map_or(Argument::Missing, Argument::Number),
                None => default.as_ref().map_or(Argument::Missing, Argument::DefaultValue),
            },
        }
    }
}

impl Deduced<'_, Type> {
    /// Matches `C<T, n>` with the type of an argument, an instance of the class template. [C++17, 17.8.2.5, paragraph 8]
    pub fn instance(&mut self, parameter: &Type, argument: &Type) {
        let (mut parameter, mut argument) = (parameter, argument);
        loop {
            (parameter, argument) = match (parameter, argument) {
                (Type::Pointer(to), Type::Pointer(of)) => (&**to, &**of),
                (_, Type::Const(of) | Type::Reference(of) | Type::Moved(of)) => (parameter, &**of),
                (Type::Const(to) | Type::Reference(to) | Type::Moved(to), _) => (&**to, argument),
                _ => break,
            };
        }
        let (Type::Instance(class, parameters), Type::Instance(other, arguments)) =
            (parameter, argument)
        else {
            return;
        };
        for (parameter, argument) in parameters.iter().zip(arguments).filter(|_| class == other) {
            match (parameter, argument) {
                (TemplateArgument::Type(parameter, _), TemplateArgument::Type(ty, _)) => {
                    self.matches(parameter, ty, true);
                    self.instance(parameter, ty);
                }
                (TemplateArgument::Value(parameter), TemplateArgument::Value(value)) => {
                    if let (ExprKind::Name(name), ExprKind::Int(n, _)) =
                        (&parameter.kind, &value.kind)
                    {
                        self.value(name, n.clone());
                    }
                }
                _ => {}
            }
        }
    }

    /// The arguments that are given, and behind them those of the other parameters, as far as they are deduced. Others
    /// are by default. `place`: where what they are deduced from stands.
    pub fn completed(&self, given: &[TemplateArgument], place: &Place) -> Vec<TemplateArgument> {
        let rest = self.parameters.iter().skip(given.len());
        let deduced = rest.map_while(|parameter| match self.argument(parameter, None) {
            Argument::Deduced(ty) => Some(TemplateArgument::Type(ty.clone(), place.clone())),
            Argument::Number(n) => {
                let kind = ExprKind::Int(n.clone(), IntType::LONG);
                let e = Expr { kind, span: place.clone(), height: 1 };
                Some(TemplateArgument::Value(e))
            }
            _ => None,
        });
        given.iter().cloned().chain(deduced).collect()
    }
}

/// The arguments of an explicit instantiation: those that are given, and those that the types of its parameters say.
/// [C++17, 17.8.2.6]
pub fn instantiated(
    function: &HostFunction,
    instantiation: &Instantiation,
) -> Vec<TemplateArgument> {
    let mut deduced = Deduced::of(&function.template);
    let said = instantiation.parameters.as_deref().unwrap_or_default();
    if said.len() == function.parameters.len() {
        for (parameter, ty) in function.parameters.iter().zip(said) {
            deduced.matches(&parameter.ty, ty, false);
        }
    }
    deduced.completed(&instantiation.arguments, &instantiation.span)
}

#[cfg(test)]
mod tests {
    use super::Deduced;
    use crate::syntax::{Expr, ExprKind, Place, TemplateParameter, TemplateParameterKind};
    use crate::syntax::{Type as Written, Type::Named};
    use crate::typed::Type;
    use semantics::{IntType, Number, Source, Span};

    fn place() -> Place {
        Place(Span { source: Source::new("", ""), bytes: 0..0 })
    }

    fn parameters() -> Vec<TemplateParameter> {
        let one =
            |name: &str, kind| TemplateParameter { name: Some(name.into()), kind, span: place() };
        let size = TemplateParameterKind::Value(Written::Int(IntType::INT), None);
        vec![one("T", TemplateParameterKind::Type(None)), one("n", size)]
    }

    /// What `T` stands for where parameters of these types are given such arguments.
    fn deduced(pairs: &[(Written, Type)]) -> Option<Type> {
        let parameters = parameters();
        let mut deduced = Deduced::of(&parameters);
        pairs.iter().for_each(|(p, a)| deduced.call(p, a));
        deduced.types.get("T").cloned().flatten()
    }

    const INT: Type = Type::Int(IntType::INT);

    fn constant(ty: Type) -> Type {
        Type::Const(ty.into())
    }

    fn pointer(ty: Type) -> Type {
        Type::Pointer(ty.into())
    }

    /// [C++17, 17.8.2.1, paragraphs 2 to 4]
    #[test]
    fn arguments_are_adjusted_unless_they_are_referred_to() {
        let t = || Named("T".into());
        let to = |ty: Written| Written::Pointer(ty.into());
        let refers = |ty: Written| Written::Reference(ty.into());
        let fixed = |ty: Written| Written::Const(ty.into());
        let four = Type::Array(INT.into(), Some(Number::from(4)));
        for (parameter, argument, expected) in [
            (t(), constant(INT), Some(INT)),
            (t(), four.clone(), Some(pointer(INT))),
            (t(), pointer(constant(INT)), Some(pointer(constant(INT)))),
            (refers(t()), constant(INT), Some(constant(INT))),
            (refers(t()), four.clone(), Some(four.clone())),
            (refers(fixed(t())), INT, Some(INT)),
            (refers(fixed(t())), constant(INT), Some(INT)),
            (to(t()), four.clone(), Some(INT)),
            (to(t()), constant(pointer(INT)), Some(INT)),
            (to(t()), pointer(constant(INT)), Some(constant(INT))),
            (to(fixed(t())), pointer(INT), Some(INT)),
            (refers(to(t())), four, None),
            (to(t()), INT, None),
        ] {
            let found = deduced(&[(parameter.clone(), argument.clone())]);
            assert_eq!(found, expected, "{parameter:?} {argument}");
        }
    }

    /// [C++17, 17.8.2.5, paragraph 2]
    #[test]
    fn arguments_that_disagree_deduce_nothing() {
        let t = || Named("T".into());
        let to = || Written::Pointer(t().into());
        assert_eq!(deduced(&[(t(), INT), (to(), pointer(INT))]), Some(INT));
        assert_eq!(deduced(&[(t(), INT), (t(), Type::Float(32))]), None);
        assert_eq!(deduced(&[(t(), INT), (t(), Type::Float(32)), (t(), INT)]), None);
    }

    #[test]
    fn the_extent_of_an_array_is_deduced() {
        let n = Expr { kind: ExprKind::Name("n".into()), span: place(), height: 1 };
        let array = Written::Array(Named("T".into()).into(), Some(n.into()));
        let parameters = parameters();
        let mut deduced = Deduced::of(&parameters);
        let six = Type::Array(INT.into(), Some(Number::from(6)));
        deduced.call(&Written::Reference(array.into()), &six);
        assert_eq!(deduced.values.get("n"), Some(&Some(Number::from(6))));
        assert_eq!(deduced.types.get("T"), Some(&Some(INT)));
    }
}
