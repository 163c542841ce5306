//! Calls of host functions: those of the file run in their place, those of libraries by what is known of
//! them.

use super::FactKind;
use super::call::last_part;
use super::evaluator::{Evaluator, Exit, Frame};
use super::state::Declared;
use super::value::{Location, Memory, Pointer, Value, as_int, as_real, extremum, int_type};
use super::writes::addressed;
use crate::path;
use crate::syntax::{
    Expr, ExprKind, Forwards, Function, HostFunction, Parameter, TemplateArgument, Type, Unary,
};
use crate::term::{and, num, rel};
use crate::vocabulary::host::{Effect, effect, ends};
use semantics::{IntType, Name, Op, Rel};
use std::sync::Arc;

/// No device has rows that are further apart: `cudaDeviceProp::memPitch` is an `int`'s.
const LARGEST_PITCH: u32 = i32::MAX as u32;

impl Evaluator<'_> {
    /// `f(e, …)`
    pub(super) fn call(&mut self, callee: &Expr, arguments: &[Expr], whole: &Expr) -> Value {
        let (name, explicit) = match &callee.kind {
            ExprKind::Name(name) => (name, [].as_slice()),
            ExprKind::Instance(name, explicit) => (name, explicit.as_slice()),
            ExprKind::Member(of, ..) if super::writes::accessed(whole).is_some() => {
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
        if self.variable(name).is_some() {
            // A lambda expression, or a pointer to a function.
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
        match effect(text) {
            Effect::Reads => {
                for argument in arguments {
                    match addressed(argument) {
                        // What it writes there, it writes now.
                        Some(place) => self.change(place, false),
                        None => {
                            // What it writes where that points to, likewise.
                            let given = self.value(argument);
                            self.forget_pointed(&given);
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

    /// The arguments of a function that may take references to them, and keep their addresses.
    fn pass_to_anyone(&mut self, arguments: &[Expr]) -> Vec<Value> {
        let given = arguments.iter().map(|argument| self.value(argument)).collect();
        for argument in arguments {
            self.change(addressed(argument).unwrap_or(argument), true);
        }
        given
    }

    /// What functions of C and CUDA do that matters here.
    fn known_call(&mut self, name: &str, arguments: &[Expr], whole: &Expr) -> Option<Value> {
        let plain = path::without_std(name);
        if ends(name) {
            arguments.iter().for_each(|e| {
                self.value(e);
            });
            self.state.reached = false;
            return Some(Value::Unknown);
        }
        match (plain, arguments) {
            ("assert", [condition]) => {
                if self.file.host.asserts {
                    self.assertion(condition, &whole.span.0);
                }
                Some(Value::Unknown)
            }
            ("swap" | "thrust::swap" | "cuda::std::swap", [a, b]) => {
                let (a, b) = (self.location(a)?, self.location(b)?);
                let (x, y) = (self.read_at(&a), self.read_at(&b));
                self.store_at(&a, &y);
                self.store_at(&b, &x);
                Some(Value::Unknown)
            }
            ("exchange", [place, value]) => {
                self.location(place)?;
                let (before, value) = (self.value(place), self.value(value));
                self.write(place, value);
                Some(before)
            }
            ("move" | "as_const", [e]) => Some(self.value(e)),
            (_, [of]) if super::writes::accessed(whole).is_some() => match self.value(of) {
                Value::Unknown | Value::Object(_) => Some(self.container(of)),
                value => Some(value),
            },
            ("min" | "max" | "fmin" | "fmax" | "fminf" | "fmaxf", [a, b]) => {
                let (a, b) = (self.value(a), self.value(b));
                let op = match plain {
                    "min" | "fmin" | "fminf" => Op::Min,
                    _ => Op::Max,
                };
                let least = extremum(op, &a, &b);
                let least = match (plain, least) {
                    ("min" | "max", least) => least,
                    (_, least) => least.and_then(|x| as_real(&x, 64)).map(|x| Value::Real(64, x)),
                };
                Some(least.unwrap_or(Value::Unknown))
            }
            (
                "ceil" | "ceilf" | "floor" | "floorf" | "round" | "roundf" | "trunc" | "truncf",
                [x],
            ) => {
                let x = self.value(x);
                Some(rounded(plain, &x))
            }
            ("abs" | "labs" | "llabs", [x]) => {
                let x = self.value(x);
                let negative = super::value::binary(
                    crate::syntax::Binary::Sub,
                    &super::value::int(IntType::INT, 0),
                    &x,
                );
                Some(negative.and_then(|n| extremum(Op::Max, &x, &n)).unwrap_or(Value::Unknown))
            }
            _ => {
                self.toolkit_call(plain, arguments)?;
                Some(Value::Unknown)
            }
        }
    }

    /// What functions of CUDA do that matters here: they allocate, and launch.
    fn toolkit_call(&mut self, name: &str, arguments: &[Expr]) -> Option<()> {
        match (name, arguments) {
            ("cudaGetSymbolAddress" | "hipGetSymbolAddress", [place, symbol]) => {
                let place = addressed(place).unwrap_or(place);
                let address = match named(symbol) {
                    Some(name) => self.device_address(name),
                    None => None,
                };
                self.write(place, address.unwrap_or(Value::Unknown));
            }
            (
                "cudaMalloc" | "cudaMallocManaged" | "cudaMallocAsync" | "cudaMallocHost"
                | "cudaHostAlloc" | "hipMalloc" | "hipMallocManaged",
                [place, size, ..],
            ) => {
                let bytes = self.value(size);
                arguments[2..].iter().for_each(|e| {
                    self.value(e);
                });
                let bytes = as_int(&bytes, IntType::ULONG).map(|bytes| (bytes, size.span.clone()));
                let place = &pointed_to(place);
                self.value(place);
                let base = self.base(Memory { bytes, of_device: None });
                self.write(place, Value::Pointer(Pointer::To(base, Some(num(0)))));
            }
            ("cudaMallocPitch" | "hipMallocPitch", [place, pitch, width, height]) => {
                self.allocate_rows(place, pitch, width, height);
            }
            (
                "cudaLaunchKernel" | "cudaLaunchCooperativeKernel" | "hipLaunchKernel",
                [k, g, b, a, ..],
            ) => {
                self.launch_by_pointer(k, [g, b], a);
            }
            ("hipLaunchKernelGGL", [k, g, b, _, _, rest @ ..]) => {
                self.launch_by_name(k, [g, b], rest);
            }
            _ => return None,
        }
        Some(())
    }

    /// Memory for rows of so many bytes: how far they are apart is any number that leaves them room.
    fn allocate_rows(&mut self, place: &Expr, pitch: &Expr, width: &Expr, height: &Expr) {
        let bytes = self.value(width);
        let bytes = as_int(&bytes, IntType::ULONG);
        self.value(height);
        let place = &pointed_to(place);
        self.value(place);
        let base = self.base(Memory::default());
        self.write(place, Value::Pointer(Pointer::To(base, Some(num(0)))));
        let apart = self.symbol(IntType::ULONG, "pitch");
        if let Some(bytes) = bytes {
            let room = rel(Rel::Ge, Arc::clone(&apart), bytes);
            let most = rel(Rel::Le, Arc::clone(&apart), num(LARGEST_PITCH));
            self.about(&apart, FactKind::Pitch, and(room, most));
        }
        self.write(&pointed_to(pitch), Value::Int(IntType::ULONG, apart));
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
            let given = self.pass_to_anyone(arguments);
            self.called_loosely(&short, &given);
            self.forget_shared();
            return Value::Unknown;
        }
        if let Some(n) = self.only_of(&short) {
            // A template argument that is given may convert what it calls, or what it calls that with.
            let forwards = self.file.host.functions[n].forwards.filter(|_| explicit.is_empty());
            if self.takes(n, arguments.len()) && self.may_enter(n) {
                return self.enter(n, explicit, arguments);
            }
            if let Some(value) = forwards.and_then(|of| self.forwarded(of, arguments)) {
                return value;
            }
        }
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
                None => f.parameters.len() == own.parameters.len(),
            };
            !as_many || f.specializes.is_some() || f.member
        };
        (!of_name.any(other)).then_some(*only)
    }

    /// Whether a function can be called with so many arguments, as far as it can be read.
    fn takes(&self, n: usize, arguments: usize) -> bool {
        let f = &self.file.host.functions[n];
        f.readable
            && f.class.is_none()
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
        let reached = self.state.reached;
        self.enter(n, &[], given);
        // It may not be called at all. What it is given it has copies of, and what else it changes, others know.
        self.state.reached = reached;
        self.forget_shared();
        Some(Value::Unknown)
    }

    /// Runs a function in the place of a call of it.
    fn enter(&mut self, n: usize, explicit: &[TemplateArgument], arguments: &[Expr]) -> Value {
        let function = &self.file.host.functions[n];
        let mut given = Vec::new();
        for (n, parameter) in function.parameters.iter().enumerate() {
            given.push(match arguments.get(n) {
                Some(argument) => self.argument(argument, parameter),
                None => (None, Value::Unknown),
            });
        }
        let explicit = self.template_arguments(explicit);
        let of_values = given.iter().map(|(_, value)| super::value::type_of(value));
        let explicit = self.deduced_of(function, explicit, of_values, arguments);
        let (types, values) = self.bound(&function.template, &explicit);
        self.state.enter();
        self.frames.push(Frame { types, facts: self.facts.len(), ..Frame::default() });
        self.declare_values(values);
        for (parameter, given) in function.parameters.iter().zip(given) {
            self.pass(parameter, given);
        }
        let (facts, nesting) = (self.facts.len(), std::mem::take(&mut self.nesting));
        let switches = std::mem::take(&mut self.switches);
        self.body(n);
        (self.switches, self.nesting) = (switches, nesting);
        self.facts.truncate(facts);
        let returns = self.substituted(function.returns.as_ref().unwrap_or(&Type::Auto));
        let exits = self.frames.pop().map(|frame| frame.exits).unwrap_or_default();
        self.state.leave();
        self.returned(function, returns.as_ref(), exits)
    }

    /// Declares a parameter of the function that is called, as it is given.
    fn pass(&mut self, parameter: &Parameter, (place, value): (Option<Location>, Value)) {
        let Some(name) = &parameter.name else { return };
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
                let declared = Declared { fixed: parameter.immutable, ..Declared::new(name, ty) };
                self.state.declare(declared, value);
            }
        }
    }

    /// What a function returns that has left by these exits, and what variables hold behind it. Nobody knows the value
    /// where its type is not known.
    fn returned(
        &mut self,
        function: &HostFunction,
        returns: Option<&Type>,
        exits: Vec<Exit>,
    ) -> Value {
        let mut reached = self.state.reached;
        // It may end without a value.
        let mut result = (reached && !exits.is_empty()).then_some(Value::Unknown);
        // The last is what is left where the others are not taken.
        for Exit { value, values, way } in exits.into_iter().rev() {
            let way = self.way(way.as_ref());
            if reached {
                self.join_ways(None, &way, values);
            } else {
                let made = self.state.values.split_off(0);
                self.state.values = values;
                self.state.values.extend(made.into_iter().skip(self.state.values.len()));
            }
            reached = true;
            let value = match returns {
                Some(returns) => self.converted(&value, returns, function.name.as_str()),
                None => Value::Unknown,
            };
            result = Some(match result {
                None => value,
                Some(before) => self.joined(None, &way, &value, &before, function.name.as_str()),
            });
        }
        self.state.reached = reached;
        result.unwrap_or(Value::Unknown)
    }

    /// The memory of a container, or of another object that gives it out.
    fn container(&mut self, of: &Expr) -> Value {
        let of = match &of.kind {
            // `&v[0]`
            ExprKind::Unary(Unary::Address, e) => match &e.kind {
                ExprKind::Index(of, index) if is_zero(index) => of,
                _ => return Value::Unknown,
            },
            _ => of,
        };
        let Some(place) = self.location(of) else { return Value::Unknown };
        if let Some(Value::Unknown | Value::Object(_)) = self.held(&place) {
            let base = self.base(Memory::default());
            if let Some(held) = self.state.values[place.variable.0].at_mut(&place.path) {
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

    /// What a parameter is given: the variable itself for a reference to it.
    fn argument(&mut self, argument: &Expr, parameter: &Parameter) -> (Option<Location>, Value) {
        if let Type::Reference(of) = &parameter.ty
            && let Some(place) = self.location(argument)
        {
            let held = match self.held(&place) {
                Some(Value::Int(ty, _)) => Some(*ty),
                _ => None,
            };
            // A conversion would make another variable.
            if int_type(of) == held
                && !matches!(self.held(&place), None | Some(Value::Unknown | Value::Object(_)))
            {
                return (Some(place), Value::Unknown);
            }
        }
        if let Type::Reference(of) = &parameter.ty
            && !matches!(**of, Type::Const(_))
        {
            self.change(argument, true);
        }
        (None, self.value(argument))
    }
}

/// The nearest integer in a direction, of a number that is known.
fn rounded(name: &str, x: &Value) -> Value {
    let (name, single) = match name.strip_suffix('f') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let bits = match x {
        _ if single => 32,
        Value::Real(bits, _) => *bits,
        _ => 64,
    };
    let Some(x) = as_real(x, bits) else { return Value::Unknown };
    Value::Real(
        bits,
        match name {
            "ceil" => x.ceil(),
            "round" => x.round(),
            "trunc" => x.trunc(),
            _ => x.floor(),
        },
    )
}

/// The variable of the device that an argument names.
fn named(symbol: &Expr) -> Option<&Name> {
    match &symbol.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Cast(_, e) | ExprKind::Unary(Unary::Address, e) => named(e),
        ExprKind::Call(_, arguments) => match arguments.as_slice() {
            // `HIP_SYMBOL(x)`
            [e] => named(e),
            _ => None,
        },
        _ => None,
    }
}

fn is_zero(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Int(n, _) if *n == 0.into())
}

/// The place that an argument points to: `x` for `&x`, `*p` for a pointer.
fn pointed_to(argument: &Expr) -> Expr {
    if let Some(place) = addressed(argument) {
        return place.clone();
    }
    let mut pointer = argument;
    while let ExprKind::Cast(_, inner) = &pointer.kind {
        pointer = inner;
    }
    let kind = ExprKind::Unary(Unary::Dereference, Box::new(pointer.clone()));
    Expr { kind, ..argument.clone() }
}
