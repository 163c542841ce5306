//! Calls of the file's own functions.

use super::builtin::unqualified;
use super::template::Bindings;
use super::value::{Place, Value};
use super::{Compiled, Compiler, Passed, unsupported};
use crate::code::Instr;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::syntax::{self, Arrow, Body, Expr, ExprKind, Meant, TemplateArgument};
use cuda::vocabulary::Intrinsic;
use semantics::{Name, Span};

impl<'s> Compiler<'s> {
    pub(super) fn call(
        &mut self,
        callee: &'s Expr,
        arguments: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let (name, explicit) = match &callee.kind {
            ExprKind::Name(name) if self.local(name).is_none() => (name, [].as_slice()),
            ExprKind::Instance(name, explicit) => (name, explicit.as_slice()),
            ExprKind::Member(base, method, Arrow::Dot) => {
                return self.method(base, method, arguments, span);
            }
            _ if matches!(self.type_of(callee), Ok(Type::Record(_))) => {
                return self.method(callee, &"operator()".into(), arguments, span);
            }
            _ => return unsupported(span, "a call of something that is not a function"),
        };
        let takes = |f: &&syntax::Function| {
            let least = f.parameters.len();
            least == arguments.len() || f.variadic && least <= arguments.len()
        };
        let meant = self.file.spread.meant(callee);
        if self.file.spread.has(name) {
            self.refuse_unknown_home(name, meant, arguments, span)?;
        }
        let mut all = self.functions_called(name);
        all.retain(|f| meant.is_none_or(|meant| self.file.spread.is_among(meant, f)));
        let (bodiless, functions): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|f| f.intrinsic.is_some());
        let primitives: Vec<_> = bodiless.into_iter().filter(takes).collect();
        let others = !primitives.is_empty()
            || !functions.iter().any(|f| self.file.spread.is_within(f))
                && cuda::vocabulary::makes_vector(name.as_str(), arguments.len());
        if functions.is_empty() || others && self.none_takes(&functions, arguments)? {
            if !explicit.is_empty() {
                return unsupported(span, format!("`{name}` with arguments of a template"));
            }
            return self.primitive(name, &primitives, arguments, span);
        }
        let arguments: Vec<&'s Expr> = arguments.iter().collect();
        self.call_one_of(name, &functions, others, explicit, &arguments, span)
    }

    /// Refuses a call of a name that several namespaces declare where it is not known which one is meant.
    fn refuse_unknown_home(
        &mut self,
        name: &Name,
        meant: Option<&Meant>,
        arguments: &'s [Expr],
        span: &Span,
    ) -> Compiled<()> {
        let Some(meant) = meant else { return self.several(name, span) };
        // The functions of the namespace that a class is in may be meant, too. [C++17, 6.4.2]
        for e in arguments.iter().filter(|_| !meant.qualified) {
            let mut ty = self.type_of(e)?;
            while let Type::Pointer(of) | Type::Array(of, _) = ty {
                ty = (*of).clone();
            }
            if let Type::Record(_) | Type::Opaque(_) = ty {
                return self.several(name, span);
            }
        }
        Ok(())
    }

    /// Whether none of the functions takes the arguments: none takes so many, or each takes an object for a number.
    fn none_takes(
        &mut self,
        functions: &[&'s syntax::Function],
        arguments: &'s [Expr],
    ) -> Compiled<bool> {
        for function in functions.iter().filter(|f| f.parameters.len() == arguments.len()) {
            if function.template.is_some() || function.specializes.is_some() {
                return Ok(false);
            }
            let signature = self.signature(function)?;
            let mut refused = false;
            for (e, passed) in arguments.iter().zip(&signature.parameters) {
                let number = matches!(self.type_of(e)?, Type::Scalar(_));
                refused |= number && matches!(passed.ty, Type::Record(_));
            }
            if !refused {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The functions that a name means: `::f` and `std::f` are those of the toolkit, too.
    fn functions_called(&self, name: &Name) -> Vec<&'s syntax::Function> {
        let plain = unqualified(name);
        let found = self.functions_of(name);
        if !found.is_empty() || plain == name.as_str() {
            return found;
        }
        let mut found = self.functions_of(&plain.into());
        found.retain(|f| f.specifiers.of_toolkit);
        found
    }

    /// Calls the function of these that fits. `others`: whether CUDA has more of the name.
    pub(super) fn call_one_of(
        &mut self,
        name: &Name,
        functions: &[&'s syntax::Function],
        others: bool,
        explicit: &'s [TemplateArgument],
        arguments: &[&'s Expr],
        span: &Span,
    ) -> Compiled<Value> {
        if !self.file.spread.has(name) {
            self.refuse_ambiguous(name, span)?;
        }
        let (chosen, bound) = self.overload(name, functions, others, explicit, arguments, span)?;
        if self.file.late.may_be_later(span, chosen) {
            return self.several(name, span);
        }
        let (chosen, bound) = self.specialized(chosen, bound, functions, explicit, span)?;
        if chosen.intrinsic == Some(Intrinsic::GridBarrier) {
            return unsupported(span, "a barrier of the whole grid");
        }
        if !matches!(chosen.body, Body::Block(_)) {
            return unsupported(span, format!("a call of `{name}`, which has no body here"));
        }
        let function = self.instance(chosen, bound, span)?;
        self.enter(function, arguments, span)
    }

    fn enter(&mut self, function: usize, arguments: &[&'s Expr], span: &Span) -> Compiled<Value> {
        let signature = self.signatures[function].clone();
        let mut values = Vec::new();
        for (n, (e, passed)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let value = self.argument(e, passed)?;
            let later = arguments[n + 1..].iter().any(|e| self.has_effects(e));
            values.push(if later { self.hold(value, span)? } else { value });
        }
        let window = self.body.next;
        let result = self.width(&signature.returns, span)?;
        let mut taken = 0;
        let mut moves = Vec::new();
        for value in values {
            let width = self.width(&value.ty, span)?;
            moves.push((window + taken, value));
            taken += u32::from(width);
        }
        let Ok(width) = u16::try_from(taken.max(u32::from(result))) else {
            return unsupported(span, "a call with arguments of this size");
        };
        let window = self.allocate(width, span)?;
        for (d, value) in moves {
            self.put_into(d as u16, &value, span)?;
        }
        self.emit(Instr::Call { function: function as u32, window }, span)?;
        // Of the window, only the result is still needed.
        self.body.next = u32::from(window) + u32::from(result);
        Ok(match signature.returns {
            Type::Void => Value::void(),
            ty => Value::registers(ty, window),
        })
    }

    fn argument(&mut self, e: &'s Expr, passed: &Passed) -> Compiled<Value> {
        let span = &e.span.0;
        if !passed.reference {
            let value = self.value(e)?;
            return self.convert(value, &passed.ty, span);
        }
        if let ExprKind::Conditional(..) = e.kind {
            return unsupported(span, "a reference to one of two places");
        }
        match self.place(e)? {
            place @ Place::Memory { .. } if *place.ty() == passed.ty => self.address(place, span),
            // A temporary that the reference is bound to.
            place => {
                let value = self.read(place, span)?;
                let value = self.convert(value, &passed.ty, span)?;
                let object = self.object(&"(temporary)".into(), &passed.ty, span)?;
                let binding = super::Binding::Object { object, ty: passed.ty.clone() };
                let place = self.bound(binding, span)?;
                self.write(&place, &value, span)?;
                self.address(place, span)
            }
        }
    }

    /// The function that a call means. [C++17, 16.3], as far as exact types and the number of
    /// arguments decide it.
    fn overload(
        &mut self,
        name: &Name,
        functions: &[&'s syntax::Function],
        others: bool,
        explicit: &'s [TemplateArgument],
        arguments: &[&'s Expr],
        span: &Span,
    ) -> Compiled<(&'s syntax::Function, Bindings)> {
        let mut fitting: Vec<&'s syntax::Function> = Vec::new();
        for function in functions {
            if function.parameters.len() != arguments.len() || function.specializes.is_some() {
                continue;
            }
            // A declaration and its definition are one function, and the file's own is in the place of the toolkit's.
            let same = |other: &&'s syntax::Function| {
                parameter_types(other) == parameter_types(function)
                    && other.template == function.template
            };
            match fitting.iter_mut().find(|other| same(other)) {
                Some(other) if other.body == Body::None => *other = function,
                Some(_) => {}
                None => fitting.push(function),
            }
        }
        // What CUDA has under the name fits, too.
        let of_cuda = others;
        if let [only] = fitting.as_slice()
            && only.template.is_none()
            && explicit.is_empty()
            && !of_cuda
        {
            return Ok((only, Bindings::default()));
        }
        // Which of several references an argument is bound to hangs on its `const`.
        if fitting.len() > 1 && fitting.iter().any(|f| takes_references(f, fitting[0])) {
            return unsupported(span, format!("this call of `{name}`, which is overloaded,"));
        }
        let given: Vec<Type> =
            arguments.iter().map(|e| self.type_of(e)).collect::<Compiled<_>>()?;
        let mut ranked = Vec::new();
        for function in fitting {
            let Some(bound) = self.bind_template(function, explicit, &given, span)? else {
                continue;
            };
            let signature = self.under(&bound, |c| c.signature(function))?;
            let costs: Option<u32> =
                given.iter().zip(&signature.parameters).map(|(a, p)| cost(a, &p.ty)).sum();
            // Of two that fit alike, the one that is no template; of two that fit exactly, that of the file.
            let other = |cost: u32| cost == 0 && function.specifiers.of_toolkit;
            let rank = |cost: u32| (cost, function.template.is_some(), other(cost));
            ranked.extend(costs.map(|cost| (rank(cost), function, bound)));
        }
        let least = ranked.iter().map(|(rank, ..)| *rank).min();
        ranked.retain(|(rank, ..)| Some(*rank) == least);
        match (ranked.pop(), ranked.is_empty()) {
            (Some(((0, false, _), function, bound)), true) => Ok((function, bound)),
            (Some((_, function, bound)), true) if !of_cuda => Ok((function, bound)),
            (None, _) => unsupported(span, format!("this call of `{name}`")),
            _ => unsupported(span, format!("this call of `{name}`, which is overloaded,")),
        }
    }
}

/// Whether a function takes a reference, or another object than one of the same name.
fn takes_references(function: &syntax::Function, other: &syntax::Function) -> bool {
    let is_this =
        |p: &syntax::Parameter| p.name.as_ref().is_some_and(|name| name.as_str() == syntax::THIS);
    let this =
        |f: &syntax::Function| f.parameters.iter().find(|p| is_this(p)).map(|p| p.ty.clone());
    let reference = |p: &syntax::Parameter| matches!(p.ty, syntax::Type::Reference(_));
    function.parameters.iter().any(|p| reference(p) && !is_this(p)) || this(function) != this(other)
}

fn parameter_types(function: &syntax::Function) -> Vec<&syntax::Type> {
    function.parameters.iter().map(|p| &p.ty).collect()
}

/// How far an argument is from a parameter: 0 is exact, 1 a promotion, 100 a conversion.
fn cost(given: &Type, wanted: &Type) -> Option<u32> {
    if given == wanted {
        return Some(0);
    }
    let given = match given {
        Type::Array(of, _) => Type::Pointer(of.clone()),
        ty => ty.clone(),
    };
    match (&given, wanted) {
        (a, b) if a == b => Some(0),
        (Type::Scalar(a), Type::Scalar(b)) => {
            let promotes = a.promoted() == *b || (*a, *b) == (Scalar::F32, Scalar::F64);
            Some(if promotes { 1 } else { 100 })
        }
        (Type::Pointer(_), Type::Pointer(to)) if **to == Type::Void => Some(100),
        (Type::Pointer(_), Type::Scalar(Scalar::Bool)) => Some(100),
        _ => None,
    }
}
