//! Calls of host functions: those of the file run in their place, those of libraries by what is known of
//! them.

use super::call::{hides_reference, last_part};
use super::evaluator::{Evaluator, Exit, Frame};
use super::method::Object;
use super::origin::Origin;
use super::state::Declared;
use super::value::{Location, Memory, Pointer, Value, Variable, int_type, may_change};
use super::writes::{accessed, addressed, writes_host};
use crate::path;
use crate::syntax::{
    Binary, Expr, ExprKind, Forwards, Function, Parameter, TemplateArgument, Type, Unary,
};
use crate::term::num;
use crate::vocabulary::host::{Effect, effect, is_library_type, is_reference, moves_values};
use semantics::Name;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Evaluator<'_> {
    /// `f(e, …)`
    pub(super) fn call(&mut self, callee: &Expr, arguments: &[Expr], whole: &Expr) -> Value {
        if let Some(value) = self.method_called(callee, arguments) {
            return value;
        }
        let (name, explicit) = match &callee.kind {
            ExprKind::Name(name) => (name, [].as_slice()),
            ExprKind::Instance(name, explicit) => (name, explicit.as_slice()),
            ExprKind::Member(of, ..) if accessed(whole).is_some() => {
                return self.container(of);
            }
            // A function of an object, which it may change, or one that a value is.
            _ => {
                if let Some(of) = self.signatures.elements_of(whole) {
                    // It has the memory of the tensor.
                    return match self.value(of) {
                        tensor @ Value::Object(_) => tensor,
                        _ => Value::Unknown,
                    };
                }
                self.value(callee);
                for name in super::names::of_expr(callee) {
                    self.called_loosely(&last_part(&name), &[]);
                }
                if let ExprKind::Member(of, ..) = &callee.plain().kind {
                    self.hold_called(Some(of), arguments);
                    self.change(of, false);
                }
                let given = self.pass_to_anyone(arguments);
                if let ExprKind::Member(_, name, _) | ExprKind::Scoped(_, name) =
                    &callee.plain().kind
                {
                    self.called_loosely(&last_part(name), &given);
                }
                self.forget_shared();
                return Value::Unknown;
            }
        };
        if let Some(held) = self.variable(name) {
            if let Some(value) = self.closure_called(held, arguments) {
                return value;
            }
            // A lambda expression, or a pointer to a function.
            self.hold_called(Some(callee), arguments);
            self.pass_to_anyone(arguments);
            self.forget_shared();
            return Value::Unknown;
        }
        if self.signatures.has(name) {
            return self.call_of_file(name, explicit, arguments);
        }
        let text = path::of_file(name.as_str());
        if let Some(value) = self.known_call(text, arguments, whole) {
            return value;
        }
        self.called_loosely(&last_part(name), &[]);
        arguments.iter().filter_map(addressed).for_each(|place| self.give_function(place));
        if effect(text) != Effect::Reads || moves_values(text) {
            self.hold_called(None, arguments);
        }
        match effect(text) {
            Effect::Reads => {
                for (n, argument) in arguments.iter().enumerate() {
                    match addressed(argument) {
                        // What it writes there, it writes now.
                        Some(place) => self.change(place, false),
                        None => {
                            // What it writes where that points to, likewise.
                            let given = self.value(argument);
                            self.forget_pointed(&given);
                            if writes_host(text, n, arguments) {
                                self.forget_reached(argument, &given);
                            }
                        }
                    }
                }
            }
            Effect::Later => {
                let given: Vec<Value> = arguments.iter().map(|e| self.value(e)).collect();
                for (argument, given) in arguments.iter().zip(given) {
                    match addressed(argument) {
                        Some(place) => self.change(place, true),
                        None => self.forget_pointed(&given),
                    }
                }
                self.forget_shared();
            }
            Effect::Changes => {
                for argument in arguments {
                    self.value(argument);
                    self.change(addressed(argument).unwrap_or(argument), false);
                }
            }
            Effect::Unknown => {
                self.pass_to_anyone(arguments);
                self.forget_shared();
            }
        }
        Value::Unknown
    }

    /// Somebody is given `&f`, or `&C::f`: who calls it from here on is not followed.
    fn give_function(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Name(name) | ExprKind::Instance(name, _) if self.variable(name).is_none() => {
                self.called_loosely(&last_part(name), &[]);
            }
            ExprKind::Scoped(_, name) => self.called_loosely(name, &[]),
            _ => {}
        }
    }

    /// The arguments of a function that may take references to them, and keep their addresses.
    fn pass_to_anyone(&mut self, arguments: &[Expr]) -> Vec<Value> {
        let given = arguments.iter().map(|argument| self.value(argument)).collect();
        for argument in arguments {
            self.change(addressed(argument).unwrap_or(argument), true);
        }
        given
    }

    /// A function of the file: run in the place of its call, where that one is meant.
    fn call_of_file(
        &mut self,
        name: &Name,
        explicit: &[TemplateArgument],
        arguments: &[Expr],
    ) -> Value {
        let short = last_part(name);
        // Whatever is declared of `T`, `f<int &>(x)` may change `x`.
        let given = self.template_arguments(explicit);
        let is_reference = |argument: &TemplateArgument| {
            matches!(argument, TemplateArgument::Type(Type::Reference(_) | Type::Moved(_), _))
        };
        if given.iter().any(is_reference) {
            self.hold_called(None, arguments);
            let given = self.pass_to_anyone(arguments);
            self.called_loosely(&short, &given);
            self.forget_shared();
            return Value::Unknown;
        }
        if let Some(n) = self.only_of(&short) {
            // A template argument that is given may convert what it calls, or what it calls that with.
            let forwards = self.file.host.functions[n].forwards.filter(|_| explicit.is_empty());
            if self.takes(n, arguments.len()) && self.may_enter(n) {
                return self.enter(n, explicit, arguments, None);
            }
            if let Some(value) = forwards.and_then(|of| self.forwarded(of, arguments)) {
                return value;
            }
        }
        self.hold_called(None, arguments);
        let given: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
        for (n, argument) in arguments.iter().enumerate() {
            let place = addressed(argument).unwrap_or(argument);
            if self.signatures.changes(name, explicit, arguments, n)
                || addressed(argument).is_some()
            {
                self.change(place, true);
            }
        }
        self.called_loosely(&short, &given);
        self.forget_shared();
        Value::Unknown
    }

    /// The only function of a name, without overloads and specializations.
    fn only_of(&self, short: &Name) -> Option<usize> {
        let Some([only]) = self.named.get(short).map(Vec::as_slice) else { return None };
        // Another namespace may have the one that is meant.
        if self.context.is_in_doubt(short) {
            return None;
        }
        let own = &self.file.host.functions[*only];
        // Others of the name are overloads: a declaration before the definition has as many parameters.
        let mut of_name = self
            .file
            .functions()
            .filter(|f| !f.specifiers.of_toolkit && last_part(&f.name) == *short);
        let other = |f: &Function| {
            let as_many = match own.forwards {
                Some(forwards) => f.variadic && f.parameters.len() == forwards.before + 1,
                // One with other types is an overload that stands elsewhere.
                None => have_one_type(&f.parameters, &own.parameters),
            };
            !as_many || f.specializes.is_some() || f.member
        };
        (!of_name.any(other)).then_some(*only)
    }

    /// Whether a function can be called with so many arguments, as far as it can be read.
    fn takes(&self, n: usize, arguments: usize) -> bool {
        self.file.host.functions[n].class.is_none() && self.takes_so_many(n, arguments)
    }

    /// The same of a function that an object is given to, too.
    pub(super) fn takes_so_many(&self, n: usize, arguments: usize) -> bool {
        let f = &self.file.host.functions[n];
        f.readable
            && !f.parameters.iter().any(|p| hides_reference(&p.ty))
            && f.parameters.len() >= arguments
            && f.parameters[arguments..].iter().all(|p| p.default.is_some())
    }

    /// A call of a function that calls what it is given, any number of times: `repeat(f, a, b)` is like `f(a, b)`, with
    /// whatever others may know of changed before and behind it. Nothing where it is not known which function that is,
    /// or where that one may change what it is given.
    fn forwarded(&mut self, of: Forwards, arguments: &[Expr]) -> Option<Value> {
        let (before, given) = arguments.split_at_checked(of.before)?;
        let ExprKind::Name(name) = &before.get(of.callee)?.kind else { return None };
        let name: &Name = name;
        if self.variable(name).is_some() {
            return None;
        }
        let n = self.only_of(&last_part(name))?;
        let function = &self.file.host.functions[n];
        let copies = |k: usize| !self.signatures.by_reference(name, k);
        if !function.template.is_empty()
            || !(0..function.parameters.len()).all(copies)
            || !self.takes(n, given.len())
            || !self.may_enter(n)
            || arguments.iter().any(|e| addressed(e).is_some())
        {
            return None;
        }
        for (k, argument) in before.iter().enumerate() {
            if k != of.callee {
                self.value(argument);
                self.change(argument, true);
            }
        }
        self.forget_shared();
        let (reached, facts) = (self.state.reached, self.facts.len());
        self.enter(n, &[], given, None);
        // It may not be called at all. What it is given it has copies of, and what else it changes, others know.
        self.state.reached = reached;
        self.facts.truncate(facts);
        self.forget_shared();
        Some(Value::Unknown)
    }

    /// Runs a function in the place of a call of it, of this object.
    pub(super) fn enter(
        &mut self,
        n: usize,
        explicit: &[TemplateArgument],
        arguments: &[Expr],
        object: Option<&Object>,
    ) -> Value {
        let function = &self.file.host.functions[n];
        let mut given = Vec::new();
        for (n, parameter) in function.parameters.iter().enumerate() {
            given.push(match arguments.get(n) {
                Some(argument) => {
                    let deduces = |name: &Name| {
                        explicit.is_empty()
                            && function.template.iter().any(|p| p.name.as_ref() == Some(name))
                    };
                    self.argument(argument, parameter, &deduces)
                }
                None => Passed::of(None, Value::Unknown),
            });
        }
        let explicit = self.template_arguments(explicit);
        let of_values = given.iter().map(|given| self.type_of_passed(given));
        let of_values: Vec<_> = of_values.collect();
        let explicit = self.deduced_of(function, explicit, of_values.into_iter(), arguments);
        let (types, values) = self.bound(&function.template, &explicit);
        self.state.enter();
        self.frames.push(Frame { types, facts: self.facts.len(), ..Frame::default() });
        object.into_iter().for_each(|object| self.bind_members(object));
        self.declare_values(values);
        for (parameter, given) in function.parameters.iter().zip(given) {
            self.pass(parameter, given);
        }
        let returns = function.returns.as_ref().unwrap_or(&Type::Auto);
        self.run_inside(&function.name, returns, |s| s.body(n))
    }

    /// Runs statements in the frame of their own that is there, and leaves it.
    pub(super) fn run_inside(
        &mut self,
        name: &Name,
        returns: &Type,
        run: impl FnOnce(&mut Self),
    ) -> Value {
        let (facts, nesting) = (self.facts.len(), std::mem::take(&mut self.nesting));
        let switches = std::mem::take(&mut self.switches);
        run(self);
        (self.switches, self.nesting) = (switches, nesting);
        let returns = self.substituted(returns);
        let exits = self.frames.pop().map(|frame| frame.exits).unwrap_or_default();
        // What holds at its end holds behind it, where it leaves by no other way: `if (!ok) exit(1);`
        if !exits.is_empty() || self.path.is_some() {
            self.facts.truncate(facts);
        }
        self.state.leave();
        self.returned(name, returns.as_ref(), exits)
    }

    /// Declares a parameter of the function that is called, as it is given.
    pub(super) fn pass(&mut self, parameter: &Parameter, given: Passed) {
        let Some(name) = &parameter.name else { return };
        let Passed { place, value, doubted, origins, among } = given;
        match place {
            // The caller's own variable, by another name.
            Some(place) if place.path.is_empty() => {
                self.state.bind(name.clone(), place.variable);
            }
            Some(place) => {
                let variable = self.declare(name, &parameter.ty, false, Value::Unknown);
                self.state.declared[variable.0].refers = Some(place);
            }
            None => {
                let (ty, by_reference) = match &parameter.ty {
                    Type::Reference(of) => (&**of, true),
                    ty => (ty, false),
                };
                // A type that is not given is the argument's.
                let ty = if self.is_deduced(ty) { &Type::Auto } else { ty };
                let value = match value {
                    Value::Unknown => self.unknown(ty, name),
                    // The object itself.
                    object @ Value::Object(_) if by_reference && self.record(ty).is_none() => {
                        object
                    }
                    value => self.converted(&value, ty, name.as_str()),
                };
                let fixed = parameter.immutable && !doubted;
                let declared = Declared { fixed, doubted, among, ..Declared::new(name, ty) };
                let declared = self.state.declare(declared, value);
                self.note_origins(declared, origins);
            }
        }
    }

    /// What a function returns that has left by these exits, and what variables hold behind it. Nobody knows the value
    /// where its type is not known.
    fn returned(&mut self, name: &Name, returns: Option<&Type>, exits: Vec<Exit>) -> Value {
        let mut reached = self.state.reached;
        // It may end without a value.
        let mut result = (reached && !exits.is_empty()).then_some(Value::Unknown);
        // The last is what is left where the others are not taken.
        for Exit { value, values, way } in exits.into_iter().rev() {
            let way = self.way(way.as_ref());
            if reached {
                self.join_ways(None, &way, values);
            } else {
                self.state.values = values.since(&self.state.values);
            }
            reached = true;
            let value = match returns {
                Some(returns) => self.converted(&value, returns, name.as_str()),
                None => Value::Unknown,
            };
            result = Some(match result {
                None => value,
                Some(before) => self.joined(None, &way, &value, &before, name.as_str()),
            });
        }
        self.state.reached = reached;
        result.unwrap_or(Value::Unknown)
    }

    /// The memory of a container, or of another object that gives it out.
    pub(super) fn container(&mut self, of: &Expr) -> Value {
        if let ExprKind::Unary(Unary::Address, e) = &of.kind {
            // `&v[i]`
            let ExprKind::Index(of, index) = &e.kind else { return Value::Unknown };
            let first = self.container(of);
            if is_zero(index) {
                return first;
            }
            let index = self.value(index);
            let size = self.element_of(of).and_then(|ty| self.bytes(&ty));
            return self.offset(Binary::Add, &first, &index, size).unwrap_or(Value::Unknown);
        }
        // `v.data().get()`
        if let Some(of) = accessed(of) {
            return self.container(of);
        }
        let Some(place) = self.location(of) else { return Value::Unknown };
        // `p->data()`
        let place = match self.held(&place) {
            Some(Value::Address(object)) => object.clone(),
            _ => place,
        };
        if let Some(Value::Unknown | Value::Object(_)) = self.held(&place) {
            // What an object of another library gives out may be anybody's.
            let allocated = match self.type_of(of) {
                Some(Type::Named(class) | Type::Missing(class) | Type::Instance(class, _)) => {
                    is_library_type(class.as_str())
                        && !is_reference(class.as_str())
                        && !self.held.has(place.variable)
                }
                _ => false,
            };
            let base = self.base(Memory { allocated, ..Memory::default() });
            if let Some(held) = self.state.values[place.variable].at_mut(&place.path) {
                *held = Value::Container(base);
            }
        }
        match self.held(&place) {
            Some(Value::Container(base)) => Value::Pointer(Pointer::To(*base, Some(num(0)))),
            _ => {
                self.change(of, false);
                Value::Unknown
            }
        }
    }

    /// The type of the elements of a container of the C++ library, or of Thrust.
    fn element_of(&mut self, of: &Expr) -> Option<Type> {
        match self.type_of(of)? {
            Type::Instance(class, arguments) if is_library_type(class.as_str()) => {
                match arguments.first()? {
                    TemplateArgument::Type(ty, _) => Some(ty.clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a reference to an object of the C++ library, or of Thrust, is one to what is given for it.
    fn is_of_library(&mut self, argument: &Expr, to: &Type) -> bool {
        let to = to.value();
        let (Type::Named(class) | Type::Missing(class) | Type::Instance(class, _)) = to else {
            return false;
        };
        is_library_type(class.as_str()) && self.type_of(argument).as_ref() == Some(to)
    }

    /// What a parameter is given: the variable itself for a reference to it.
    pub(super) fn argument(
        &mut self,
        argument: &Expr,
        parameter: &Parameter,
        deduces: &dyn Fn(&Name) -> bool,
    ) -> Passed {
        let mut converts = false;
        if let Type::Reference(of) = &parameter.ty
            && let Some(place) = self.location(argument)
        {
            let deduced = match &**of {
                Type::Const(of) => matches!(&**of, Type::Named(name) if deduces(name)),
                of => matches!(of, Type::Named(name) if deduces(name)),
            };
            let held = match self.held(&place) {
                Some(Value::Int(ty, _)) => Some(*ty),
                _ => None,
            };
            let known =
                !matches!(self.held(&place), None | Some(Value::Unknown | Value::Object(_)));
            // A conversion would make another variable.
            if known && (deduced || int_type(of) == held) || self.is_of_library(argument, of) {
                return Passed::of(Some(place), Value::Unknown);
            }
            converts = int_type(of).is_some();
        }
        if let Type::Reference(of) = &parameter.ty
            && !matches!(**of, Type::Const(_))
        {
            self.change(argument, true);
        }
        let value = self.value(argument);
        let refers = matches!(parameter.ty, Type::Reference(_)) && !converts;
        let number = match &parameter.ty {
            Type::Reference(of) => int_type(of).is_some() || self.record(of).is_some(),
            _ => false,
        };
        let unknown = number && value == Value::Unknown;
        let doubted =
            refers && !self.signatures.makes_value(argument) && (may_change(&value) || unknown);
        let open = self.is_open(&value);
        let origins =
            if self.path.is_some() && open { self.origins_of(argument) } else { BTreeSet::new() };
        let changes =
            matches!(&parameter.ty, Type::Reference(of) if !matches!(**of, Type::Const(_)));
        let among = if changes && open { self.targets(argument) } else { BTreeSet::new() };
        let among = among.into_iter().collect();
        Passed { doubted, origins, among, ..Passed::of(None, value) }
    }

    /// The type of what is given, where its value says it.
    fn type_of_passed(&self, given: &Passed) -> Option<Type> {
        match &given.place {
            Some(place) => super::value::type_of(self.held(place)?),
            None => super::value::type_of(&given.value),
        }
    }
}

/// What a parameter is given.
pub(super) struct Passed {
    /// The variable that it is another name of.
    place: Option<Location>,
    value: Value,
    /// Whether it may be another name of a variable that is not known.
    doubted: bool,
    /// Where it may be from, where nothing else is known of it.
    origins: BTreeSet<Origin>,
    /// The variables of which it may be another name.
    among: Vec<Variable>,
}

impl Passed {
    fn of(place: Option<Location>, value: Value) -> Passed {
        Passed { place, value, doubted: false, origins: BTreeSet::new(), among: Vec::new() }
    }
}

fn is_zero(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Int(n, _) if *n == 0.into())
}

/// Whether two declarations are of one function, as far as its parameters say it. [C++17, 16.1]
fn have_one_type(a: &[Parameter], b: &[Parameter]) -> bool {
    fn declared(ty: &Type) -> Type {
        match ty {
            Type::Const(of) | Type::Volatile(of) => declared(of),
            Type::Array(of, _) => Type::Pointer(Arc::clone(of)),
            ty => ty.clone(),
        }
    }
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| declared(&a.ty) == declared(&b.ty))
}
