//! Calls: which function a name means.

use super::annotation;
use super::convert::promote;
use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::assumption::{Assumption, AssumptionKind};
use crate::path::{self, Path};
use crate::resolve::overload::named;
use crate::resolve::overload::takes;
use crate::syntax::{self, ExprKind, Function, TemplateArgument};
use crate::typed::{Callee, Expr, Kind, Type, Unknown};
use crate::vocabulary::{Intrinsic, Operation, vector_made_by};
use semantics::{Name, Span};
use std::sync::Arc;

impl Typer<'_> {
    pub(super) fn call(
        &mut self,
        callee: &syntax::Expr,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        match &callee.kind {
            ExprKind::Member(base, name, syntax::Arrow::Dot) => {
                let object = self.value(base)?;
                return self.method(object, name, None, arguments, span);
            }
            // A member that is a pointer to a function is called below.
            ExprKind::Member(base, name, syntax::Arrow::Arrow) => {
                let object = self.object_of(base, syntax::Arrow::Arrow)?;
                let constant = self.is_const(&object);
                if let Type::Opaque(class) = &object.ty
                    && !self.methods(class, name.as_str(), constant).0.is_empty()
                {
                    return self.method(object, name, None, arguments, span);
                }
            }
            ExprKind::Explicit(member, explicit) => {
                return self.call_explicit(member, explicit, arguments, span);
            }
            _ => {}
        }
        let (full, explicit) = match &callee.kind {
            ExprKind::Name(full) => (full, None),
            ExprKind::Instance(full, explicit) => (full, Some(explicit.as_slice())),
            ExprKind::Scoped(class, name) => {
                return self.call_static(class, name, None, arguments, span);
            }
            ExprKind::Construct(..) | ExprKind::Lambda(_) => {
                let object = self.value(callee)?;
                return self.call_object(object, arguments, span);
            }
            _ => return self.call_pointer(callee, arguments, span),
        };
        if self.local(full).is_some() {
            let object = self.value(callee)?;
            if matches!(object.ty, Type::Opaque(_)) {
                return self.call_object(object, arguments, span);
            }
            return self.call_pointer(callee, arguments, span);
        }
        let meant = self.meant(callee, full, span)?;
        let of_name =
            |name: &str| self.context.functions.get(&Name::from(name)).cloned().unwrap_or_default();
        let functions = self.among(&named(full.as_str(), of_name), meant);
        if !functions.is_empty() || meant.is_some() {
            if let Some(nothing) = self.call_of_nothing(&functions, arguments, span)? {
                return Ok(nothing);
            }
            if let Some([TemplateArgument::Type(ty, place)]) = explicit
                && let Some(called) =
                    self.of_one_type(&functions, &(ty, &place.0), arguments, span)?
            {
                return Ok(called);
            }
            // A built-in vector is made below.
            let fits = |f: &Arc<Function>| takes(f, arguments.len(), explicit.is_some());
            let vector = vector_made_by(full.as_str()).is_some();
            if !vector || functions.iter().any(fits) || meant.is_some() {
                let arguments = self.values(arguments)?;
                self.refuse_associated(meant, full, &arguments, span)?;
                let none = Bound::default();
                if vector && explicit.is_none() {
                    let chosen = self.chosen(&functions, &none, None, &arguments, span)?;
                    return match chosen {
                        Some(chosen) => self.inline_one(&chosen, &none, &[], arguments, span),
                        None => self.known(full, arguments, span),
                    };
                }
                let narrow = self.narrow_extremum(full, &functions, explicit, &arguments);
                let called = self.inline_values(&functions, explicit, arguments, span)?;
                return narrow.map_or(Ok(called.clone()), |ty| self.convert(called, &ty));
            }
        }
        if explicit.is_some() {
            if !self.context.missing {
                let what = format!("a call of the template `{full}`");
                return unsupported(Area::Template, span, what);
            }
            let arguments = self.values(arguments)?;
            return self.known(full, arguments, span);
        }
        if self.variable(full)?.is_some() {
            return self.call_pointer(callee, arguments, span);
        }
        if annotation::is_one(full.as_str()) {
            return self.annotated(full.as_str(), arguments, span);
        }
        let arguments = self.values(arguments)?;
        self.known(full, arguments, span)
    }

    /// A call of what CUDA and the C headers define, or of what nothing at hand does.
    fn known(&mut self, full: &Name, arguments: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let name = path::without_std(full.as_str());
        if self.context.opencl
            && let Some(called) = match self.opencl(name, &arguments, span)? {
                None => self.vector_call(name, &arguments, span)?,
                called => called,
            }
        {
            return Ok(called);
        }
        if let Some(pointer) = arguments.iter().find(|e| self.holds_pointer(&e.ty)) {
            // It could write through the pointer.
            return unsupported(
                Area::Pointer,
                &pointer.span,
                format!("a pointer given to `{full}`"),
            );
        }
        if let Some(vector) = vector_made_by(name) {
            return self.aggregate(&Type::Opaque(Name::from(vector)), arguments, span);
        }
        if self.context.ambiguous.contains(full) {
            let what = format!("a call of `{full}`, which a template may be that is not read");
            return unsupported(Area::Template, span, what);
        }
        if !self.context.missing && !self.is_of_another_file(full) {
            return unsupported(
                Area::Call,
                span,
                format!(
                    "a call of `{full}`, which has no body here and may write memory or synchronize,"
                ),
            );
        }
        let what = format!(
            "`{full}`, which nothing at hand defines, reads what it is given, and does no more"
        );
        self.assume(AssumptionKind::UnknownCall, what, span);
        let ty = Type::unknown(full.clone());
        Ok(make(Kind::Call(Callee::Pure(full.clone()), arguments), ty, span))
    }

    /// Whether another file has to declare a function: one that includes this one, whose types are not declared here
    /// either. What has two underscores is the toolkit's. [C++17, lex.name]
    fn is_of_another_file(&self, full: &Name) -> bool {
        let types = |a: &Assumption| a.kind == AssumptionKind::UnknownType;
        !self.context.opencl
            && !full.is_qualified()
            && !full.as_str().contains("__")
            && self.assumptions.iter().any(types)
    }

    /// `std::max<int>(a, b)`: each of the arguments is converted to the type. [C++17, 28.7.8]
    fn of_one_type(
        &mut self,
        functions: &[Arc<Function>],
        (ty, place): &(&syntax::Type, &Span),
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let operation = functions.iter().find_map(|f| match f.intrinsic {
            Some(Intrinsic::Op(op @ (Operation::Min | Operation::Max))) => Some((op, &f.name)),
            _ => None,
        });
        let Some((operation, name)) = operation else { return Ok(None) };
        if functions.iter().any(|f| !f.specifiers.of_toolkit) {
            return Ok(None);
        }
        let ty = self.ty(ty, place)?;
        let mut values = Vec::new();
        for e in self.values(arguments)? {
            values.push(self.convert(e, &ty)?);
        }
        self.operation(operation, name, None, values, span).map(Some)
    }

    /// The type of `std::max(a, b)` of two numbers of one type that is less than an `int`: that type. CUDA's own
    /// functions make an `int` of them; which of the two is meant where both may be is not looked for. [C++17, 28.7.8]
    fn narrow_extremum(
        &self,
        full: &Name,
        functions: &[Arc<Function>],
        explicit: Option<&[TemplateArgument]>,
        arguments: &[Expr],
    ) -> Option<Type> {
        let extremum = |f: &Arc<Function>| {
            matches!(f.intrinsic, Some(Intrinsic::Op(Operation::Min | Operation::Max)))
        };
        let [a, b] = arguments else { return None };
        let ty = a.ty.unqualified();
        let narrow = promote(&ty) != ty && ty == b.ty.unqualified();
        if explicit.is_some() || !narrow || !functions.iter().any(extremum) {
            return None;
        }
        match path::of_file(full.as_str()) != path::unqualified(full.as_str()) {
            true => Some(ty),
            // Some type that is made of it, in either case.
            false if self.context.merged.std => Some(Type::met(&[&ty])),
            false => None,
        }
    }

    /// A call of a member template with its arguments.
    fn call_explicit(
        &mut self,
        member: &syntax::Expr,
        explicit: &[TemplateArgument],
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        match &member.kind {
            ExprKind::Scoped(class, name) => {
                self.call_static(class, name, Some(explicit), arguments, span)
            }
            ExprKind::Member(base, name, arrow) => {
                let object = self.object_of(base, *arrow)?;
                self.method(object, name, Some(explicit), arguments, span)
            }
            _ => unsupported(Area::Template, span, "a call of a template of this form"),
        }
    }

    /// A call of a member function, of the class of the object or of one of its bases.
    fn method(
        &mut self,
        object: Expr,
        name: &Name,
        explicit: Option<&[TemplateArgument]>,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let object = self.declaring(object.clone(), name, span)?.unwrap_or(object);
        if let Type::Opaque(class) = &object.ty {
            let constant = self.is_const(&object);
            let (functions, bound) = self.methods(class, name.as_str(), constant);
            if !functions.is_empty() {
                let mut all = vec![object];
                all.extend(self.values(arguments)?);
                return self.inline_of(&functions, &bound, explicit, all, span);
            }
            // The object says nothing of what a static function does. [C++17, 8.2.5]
            let class = class.clone();
            let steady = self.is_steady_place(&object) || !self.has_effects(&object);
            if steady && self.has_static(&class, name) {
                return self.call_static_of(&class, name, explicit, arguments, span);
            }
        }
        if let (Type::Unknown(Unknown::Named(class)), true) =
            (object.ty.unqualified(), self.context.missing)
        {
            let full = class.member(name.as_str());
            let mut all = vec![object];
            all.extend(self.values(arguments)?);
            return self.known(&full, all, span);
        }
        unsupported(
            Area::Call,
            span,
            format!("a call of the member function `{name}` of `{}`", object.ty),
        )
    }

    /// A call of a static member function: `C<T>::f(e)`.
    pub(super) fn call_static(
        &mut self,
        class: &syntax::Type,
        name: &Name,
        explicit: Option<&[TemplateArgument]>,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        if let (syntax::Type::Missing(class), true) = (class, self.context.missing) {
            self.refuse_ambiguous(class, span)?;
            let arguments = self.values(arguments)?;
            return self.known(&class.member(name.as_str()), arguments, span);
        }
        let ty = self.ty(class, span)?;
        let Type::Opaque(class) = &ty else {
            return unsupported(Area::Call, span, format!("a call of `{name}` of `{ty}`"));
        };
        self.call_static_of(class, name, explicit, arguments, span)
    }

    /// As [`Typer::call_static`], of the class of this name.
    pub(super) fn call_static_of(
        &mut self,
        class: &Name,
        name: &Name,
        explicit: Option<&[TemplateArgument]>,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let (of, bound) = self.class_parts(class);
        let full = of.member(name.as_str());
        let functions = self.context.functions.get(&full).into_iter().flatten();
        let functions: Vec<_> = functions.filter(|f| !f.member).cloned().collect();
        if functions.is_empty() {
            return unsupported(
                Area::Unread,
                span,
                format!("a call of `{full}`, which is not read"),
            );
        }
        let arguments = self.values(arguments)?;
        self.inline_of(&functions, &bound, explicit, arguments, span)
    }

    /// Whether all functions of a class with this name are static.
    pub(super) fn has_static(&self, class: &Name, name: &Name) -> bool {
        let full = self.class_parts(class).0.member(name.as_str());
        let known = self.context.functions.get(&full);
        known.is_some_and(|all| all.iter().all(|f| !f.member))
    }

    /// A call of an object: `f(e)`.
    fn call_object(
        &mut self,
        object: Expr,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let ty = object.ty.clone();
        if self.is_closure(&ty) {
            let arguments = self.values(arguments)?;
            if let Some(called) = self.call_closure(&object, &arguments, span)? {
                return Ok(called);
            }
        }
        let mut all = vec![object];
        all.extend(self.values(arguments)?);
        match self.operator_call("()", all, span)? {
            Some(called) => Ok(called),
            None => unsupported(Area::Call, span, format!("a call of a `{ty}`")),
        }
    }
}
