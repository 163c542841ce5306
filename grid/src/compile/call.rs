//! Calls of the file's own functions.

use super::qualified::unbeaten;
use super::template::{Bindings, is_any};
use super::ty::has_constructed;
use super::value::{At, Called, Place, Value};
use super::{Compiled, Compiler, Passed, unsupported};
use crate::code::Instr;
use crate::scalar::Scalar;
use crate::types::{Record, Type};
use cuda::Area;
use cuda::path::Path;
use cuda::resolve::overload::{
    self, Parameter, Viable, best, candidates, is_distinct, named, passed, sequence, takes,
};
use cuda::resolve::stands_for::{Overload, overload_of};
use cuda::syntax::{
    self, Arrow, Body, CONVERSION, Expr, ExprKind, Meant, Merged, TemplateArgument,
};
use cuda::vocabulary::Intrinsic;
use semantics::{Name, Span};

/// What a function is given.
#[derive(Clone)]
pub(super) enum Argument<'s> {
    /// What an expression is.
    Expr(&'s Expr),
    /// An object in memory, by reference.
    Object(Place),
    /// The object that a pointer points to, by reference. [C++17, 8.2.5]
    Pointed(&'s Expr),
    /// The `int` that tells `x++` from `++x`. [C++17, 16.5.7]
    Postfix,
}

impl<'s> Argument<'s> {
    /// The object whose member is meant.
    fn object(base: &'s Expr, arrow: Arrow) -> Argument<'s> {
        match arrow {
            Arrow::Dot => Argument::Expr(base),
            Arrow::Arrow => Argument::Pointed(base),
        }
    }
}

impl<'s> Compiler<'s> {
    pub(super) fn call(
        &mut self,
        callee: &'s Expr,
        arguments: &'s [Expr],
        span: &Span,
    ) -> Compiled<Called> {
        if let Some(function) = self.function_of(callee) {
            return self.call_named(&function, arguments, span);
        }
        let (name, explicit) = match &callee.kind {
            ExprKind::Name(name) if self.local(name).is_none() => (name, [].as_slice()),
            ExprKind::Instance(name, explicit) => (name, explicit.as_slice()),
            ExprKind::Member(base, method, arrow) => {
                let object = Argument::object(base, *arrow);
                return self.method(object, method, &[], arguments, span);
            }
            ExprKind::Scoped(class, name) => {
                return self.call_static(class, name, &[], arguments, span);
            }
            ExprKind::Explicit(of, explicit) => match &of.kind {
                ExprKind::Scoped(class, name) => {
                    return self.call_static(class, name, explicit, arguments, span);
                }
                ExprKind::Member(base, method, arrow) => {
                    let object = Argument::object(base, *arrow);
                    return self.method(object, method, explicit, arguments, span);
                }
                _ => {
                    return unsupported(
                        Area::Template,
                        span,
                        "a member template with its arguments",
                    );
                }
            },
            _ if matches!(self.type_of(callee), Ok(Type::Record(_))) => {
                let object = Argument::Expr(callee);
                return self.method(object, &"operator()".into(), &[], arguments, span);
            }
            _ => {
                return unsupported(Area::Call, span, "a call of something that is not a function");
            }
        };
        let meant = self.file.spread.meant(callee);
        if self.file.spread.has(name) {
            self.refuse_unknown_home(name, meant, arguments, span)?;
        }
        let mut all = named(name.as_str(), |name| self.functions_of(&name.into()));
        all.retain(|f| meant.is_none_or(|meant| self.file.spread.is_among(meant, f)));
        let (bodiless, mut functions): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|f| f.intrinsic.is_some() && f.body == Body::None);
        // Only a template is given arguments of one. [C++17, 17.2]
        let given = |f: &&syntax::Function| explicit.is_empty() || f.template.is_some();
        let primitives: Vec<_> =
            bodiless.into_iter().filter(|f| takes(f, arguments.len(), false) && given(f)).collect();
        if !functions.is_empty() {
            functions.extend(primitives.iter().copied());
        }
        let others = functions.is_empty() && !primitives.is_empty()
            || explicit.is_empty()
                && !functions.iter().any(|f| self.file.spread.is_within(f))
                && cuda::vocabulary::makes_vector(name.as_str(), arguments.len());
        let all: Vec<Argument<'s>> = arguments.iter().map(Argument::Expr).collect();
        let chosen = match functions.is_empty() {
            true => None,
            false => {
                let given = (&Bindings::default(), explicit);
                self.call_one_of(name, &functions, others, given, &all, span)?
            }
        };
        match chosen {
            Some(value) => Ok(value),
            None if !explicit.is_empty() => {
                unsupported(Area::Template, span, format!("`{name}` with arguments of a template"))
            }
            None => self.primitive(name, &primitives, arguments, span).map(Called::Value),
        }
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

    /// Calls the function of these that fits. `others`: whether CUDA has more of the name, one of which is meant where
    /// none of these takes the arguments; nothing where one is meant that has no body. `given`: what the parameters of the class stand for, and the arguments of the
    /// template that are written.
    pub(super) fn call_one_of(
        &mut self,
        name: &Name,
        functions: &[&'s syntax::Function],
        others: bool,
        given: (&Bindings, &'s [TemplateArgument]),
        arguments: &[Argument<'s>],
        span: &Span,
    ) -> Compiled<Option<Called>> {
        // Of which class of the name it is a member, is not looked at.
        let ambiguous = |class: &Name| syntax::is_ambiguous(&self.file.ambiguous, class);
        if !self.file.spread.has(name) || name.scope().as_ref().is_some_and(ambiguous) {
            self.refuse_ambiguous(name, span)?;
        }
        let chosen = self.overload(name, functions, others, given, arguments, span)?;
        let Some((chosen, bound)) = chosen else { return Ok(None) };
        if self.file.late.may_be_later(span, chosen) {
            return self.several(name, span);
        }
        let (chosen, bound) = self.specialized(chosen, bound, functions, given.1, span)?;
        if chosen.intrinsic == Some(Intrinsic::GridBarrier) {
            return unsupported(Area::Barrier, span, "a barrier of the whole grid");
        }
        if chosen.intrinsic.is_some() && chosen.body == Body::None {
            return Ok(None);
        }
        if !matches!(chosen.body, Body::Block(_)) {
            return unsupported(
                Area::Call,
                span,
                format!("a call of `{name}`, which has no body here"),
            );
        }
        let function = self.instance(chosen, bound, span)?;
        self.enter(function, arguments, span).map(Some)
    }

    pub(super) fn enter(
        &mut self,
        function: usize,
        arguments: &[Argument<'s>],
        span: &Span,
    ) -> Compiled<Called> {
        let signature = self.signatures[function].clone();
        let mut values = Vec::new();
        for (n, (e, passed)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let value = match e {
                Argument::Expr(e) => self.argument(e, passed)?,
                Argument::Object(place) => self.address(place.clone(), span)?,
                Argument::Pointed(pointer) => {
                    let pointer = self.value(pointer)?;
                    let place = self.pointed(pointer, span)?;
                    self.address(place, span)?
                }
                Argument::Postfix => self.convert(Value::int(0), &passed.ty, span)?,
            };
            let later = arguments[n + 1..].iter().any(|e| match e {
                Argument::Expr(e) | Argument::Pointed(e) => self.has_effects(e),
                Argument::Object(_) | Argument::Postfix => false,
            });
            values.push(if later { self.hold(value, span)? } else { value });
        }
        let window = self.body.next;
        let result = self.result(&signature, span)?;
        let mut taken = 0;
        let mut moves = Vec::new();
        for value in values {
            let width = self.width(&value.ty, span)?;
            moves.push((window + taken, value));
            taken += u32::from(width);
        }
        let Ok(width) = u16::try_from(taken.max(u32::from(result))) else {
            return unsupported(Area::Limit, span, "a call with arguments of this size");
        };
        let window = self.allocate(width, span)?;
        for (d, value) in moves {
            self.put_into(d as u16, &value, span)?;
        }
        self.emit(Instr::Call { function: function as u32, window }, span)?;
        // Of the window, only the result is still needed.
        self.body.next = u32::from(window) + u32::from(result);
        Ok(match signature.returns {
            ty if signature.refers => {
                Called::Place(Place::Memory { pointer: At::Registers(window), bytes: 0, ty })
            }
            Type::Void => Called::Value(Value::void()),
            ty => Called::Value(Value::registers(ty, window)),
        })
    }

    fn argument(&mut self, e: &'s Expr, passed: &Passed) -> Compiled<Value> {
        let span = &e.span.0;
        if !passed.reference {
            let value = self.value(e)?;
            return self.convert(value, &passed.ty, span);
        }
        if let ExprKind::Conditional(..) = e.kind {
            return unsupported(Area::Pointer, span, "a reference to one of two places");
        }
        match self.place(e)? {
            place @ Place::Memory { .. } if *place.ty() == passed.ty => self.address(place, span),
            _ if !passed.temporary => unsupported(Area::Pointer, span, "a reference to this"),
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

    pub(super) fn type_of_argument(&mut self, argument: &Argument<'s>) -> Compiled<Type> {
        match argument {
            Argument::Expr(e) => self.type_of(e),
            Argument::Object(place) => Ok(place.ty().clone()),
            Argument::Postfix => Ok(Type::Scalar(Scalar::I32)),
            Argument::Pointed(pointer) => match self.type_of(pointer)? {
                Type::Pointer(of) | Type::Array(of, _) => Ok((*of).clone()),
                ty => unsupported(Area::Pointer, &pointer.span.0, format!("`->` of `{ty}`")),
            },
        }
    }

    /// The function that a call means, as far as what the types of this crate tell apart decides it. [C++17, 16.3]
    fn overload(
        &mut self,
        name: &Name,
        functions: &[&'s syntax::Function],
        others: bool,
        (class, explicit): (&Bindings, &'s [TemplateArgument]),
        arguments: &[Argument<'s>],
        span: &Span,
    ) -> Compiled<Option<(&'s syntax::Function, Bindings)>> {
        let fits = |f: &&&syntax::Function| {
            takes(f, arguments.len(), !explicit.is_empty()) && f.specializes.is_none()
        };
        let fitting = candidates(functions.iter().filter(fits).copied());
        if let ([only], [], false) = (fitting.as_slice(), explicit, others)
            && only.template.is_none()
            && !(0..arguments.len()).any(|n| is_any(only, n))
        {
            return Ok(Some((only, Bindings::default())));
        }
        let types: Vec<Type> =
            arguments.iter().map(|e| self.type_of_argument(e)).collect::<Compiled<_>>()?;
        let constant: Vec<Option<bool>> =
            arguments.iter().map(|e| self.is_constant(e)).collect::<Compiled<_>>()?;
        let (mut viable, mut taken) = (Vec::new(), Vec::new());
        let has_own = fitting.iter().any(|f| !f.specifiers.of_toolkit);
        let mut unclear = false;
        for function in fitting {
            let Some(bound) = self.bind_template(function, (class, explicit), &types, span)? else {
                continue;
            };
            let parameters = self.under(&bound, |c| c.taken_by(function))?;
            let any = (0..arguments.len()).any(|n| is_any(function, n));
            let own = !function.specifiers.of_toolkit;
            let mut template = function.template.is_some() || any;
            let mut types_taken: Vec<Type> =
                parameters.into_iter().map(|parameter| parameter.ty).collect();
            // Beside the file's own functions, one of the toolkit is what it stands for.
            if has_own && !own && template {
                template = false;
                match overload_of(function, &types, |int| Type::Scalar(Scalar::of(int))) {
                    Overload::Exact => {}
                    Overload::Of(types) => types_taken = types,
                    Overload::Missing => continue,
                    Overload::Unclear => {
                        unclear = true;
                        continue;
                    }
                }
            }
            let merged = self.file.merged;
            let other = template && Merged { constant: false, ..merged } != Merged::default();
            let mut sequences = Some(Vec::new());
            let mut parameters = Vec::new();
            for (n, ty) in types_taken.into_iter().enumerate() {
                let written = &function.parameters[n].ty;
                let parameter = Parameter {
                    ty,
                    passed: passed(written, function),
                    below: is_qualified(written),
                    distinct: own && (other || merged.enumerations && is_distinct(written)),
                };
                parameters.push((parameter.ty.clone(), parameter.passed));
                let mut given = self.given(&arguments[n], &types[n], template);
                given.constant = constant[n];
                let sequence = sequence(&given, parameter, &mut |a, b| self.may_convert(a, b));
                sequences = sequences.zip(sequence).map(|(all, one)| [all, vec![one]].concat());
            }
            if let Some(sequences) = sequences {
                viable.push(Viable { function, bound, sequences, template });
                taken.push(parameters);
            }
        }
        let mut kept = unbeaten(&taken, &constant).into_iter();
        viable.retain(|_| kept.next() == Some(true));
        match viable.is_empty() {
            true if others => return Ok(None),
            true => return unsupported(Area::Call, span, format!("this call of `{name}`")),
            false => {}
        }
        match best(viable) {
            // No other function is better than one that takes everything as it is and is no template.
            Some(best) if !others && !unclear || best.is_exact() => {
                Ok(Some((best.function, best.bound)))
            }
            _ => unsupported(
                Area::Call,
                span,
                format!("this call of `{name}`, which is overloaded,"),
            ),
        }
    }

    /// What is known of an argument: nothing of what is `const`, to which a template adapts.
    fn given(&mut self, e: &Argument<'s>, ty: &Type, template: bool) -> overload::Argument<Type> {
        let null = match e {
            Argument::Expr(e) => {
                matches!(e.kind, ExprKind::Int(..) | ExprKind::Null | ExprKind::Name(_))
                    && matches!(self.constant(e), Ok(Some((_, 0))))
            }
            Argument::Object(_) | Argument::Pointed(_) | Argument::Postfix => false,
        };
        overload::Argument {
            ty: ty.clone(),
            lvalue: true,
            constant: None,
            below: None,
            null,
            hazy: self.file.volatile || template && ty.pointee().is_some(),
        }
    }

    /// Whether a class may say how one type becomes another: there is none with constructors but `dim3`. [C++17, 15.3]
    fn may_convert(&self, from: &Type, to: &Type) -> bool {
        let opaque = |ty: &Type| matches!(ty, Type::Opaque(_));
        let converts = |record: &Record| {
            !self.functions_of(&self.class_of(record).member(CONVERSION)).is_empty()
        };
        opaque(from)
            || opaque(to)
            || has_constructed(to)
            || self.is_constructed(to)
            || matches!(from, Type::Record(record) if converts(record))
    }
}

/// Whether a pointer is one to what is `const` or `volatile`.
fn is_qualified(ty: &syntax::Type) -> bool {
    match ty {
        syntax::Type::Const(of) | syntax::Type::Reference(of) => is_qualified(of),
        syntax::Type::Pointer(of) | syntax::Type::Array(of, _) => {
            matches!(**of, syntax::Type::Const(_) | syntax::Type::Volatile(_))
        }
        _ => false,
    }
}
