//! Calls of the file's own functions: the body takes the place of the call.

use super::frame::Frame;
use super::returned::{leaves, returns_inside};
use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::assumption::AssumptionKind;
use crate::syntax::{self, Body, Function, TemplateArgument};
use crate::typed::{Callee, Expr, Kind, LocalId, Stmt, StmtKind, Storage, Type};
use semantics::{Name, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// How many bodies a kernel may take in.
pub const MOST_INLINED: usize = 2_000;
/// How deep calls may nest.
pub const DEEPEST_CALL: usize = 32;

impl Typer<'_> {
    /// A call of one of these functions, by the number and types of the arguments.
    pub(super) fn inline_values(
        &mut self,
        functions: &[Arc<Function>],
        explicit: Option<&[TemplateArgument]>,
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        self.inline_of(functions, &Bound::default(), explicit, arguments, span)
    }

    /// As [`Typer::inline_values`], of a class template of which the parameters are bound.
    pub(super) fn inline_of(
        &mut self,
        functions: &[Arc<Function>],
        given: &Bound,
        explicit: Option<&[TemplateArgument]>,
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        let function = match self.overload(functions, given, explicit, &arguments, span) {
            Ok(function) => function,
            Err(refusal) => {
                let values = explicit.is_none() && given.is_empty();
                let any = if values { self.any_of(functions, &arguments, span)? } else { None };
                return any.ok_or(refusal);
            }
        };
        self.inline_one(&function, given, explicit.unwrap_or(&[]), arguments, span)
    }

    /// A call of a template that takes any number of references and does nothing: what they refer to is not read.
    pub(super) fn call_of_nothing(
        &mut self,
        functions: &[Arc<Function>],
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let [only] = functions else { return Ok(None) };
        let refers = |p: &syntax::Parameter| matches!(p.ty, syntax::Type::Reference(_));
        let nothing = matches!(&only.body, Body::Block(body) if body.is_empty());
        let pack = only.variadic && only.template.is_some() && only.parameters.iter().all(refers);
        let later = self.context.late.may_be_later(span, only);
        if !pack || !nothing || later || only.returns != syntax::Type::Void {
            return Ok(None);
        }
        let mut statements = Vec::new();
        for e in arguments {
            let value = self.value(e)?;
            let value = self.discarded(value)?;
            if self.has_effects(&value) {
                statements.push(Stmt { kind: StmtKind::Expr(value), span: span.clone() });
            }
        }
        Ok(Some(make(Kind::Inline(statements, None), Type::Void, span)))
    }

    /// The values of some expressions.
    pub(super) fn values(&mut self, es: &[syntax::Expr]) -> Typed<Vec<Expr>> {
        es.iter().map(|e| self.value(e)).collect()
    }

    pub(super) fn inline_one(
        &mut self,
        function: &Arc<Function>,
        given: &Bound,
        explicit: &[TemplateArgument],
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        let name = &function.name;
        if let Some(intrinsic) = &function.intrinsic {
            return self.intrinsic(function, intrinsic, given, explicit, arguments, span);
        }
        if let Some(special) = self.specialization(function, given, explicit, &arguments, span)? {
            return self.inline_one(&special, &Bound::default(), &[], arguments, span);
        }
        let body = match &function.body {
            Body::Block(body) => body,
            Body::Unread(why, ..) => {
                return unsupported(
                    Area::Unread,
                    span,
                    format!("a call of `{name}`, which is not read: {why}"),
                );
            }
            Body::None => return self.bodiless(function, arguments, span),
            Body::Skipped => {
                return unsupported(
                    Area::Unread,
                    span,
                    format!("a call of `{name}`, whose body is not read"),
                );
            }
        };
        if function.specifiers.global {
            return unsupported(
                Area::Call,
                span,
                format!("a call of the kernel `{name}` in device code"),
            );
        }
        self.refuse_specialized(name, span)?;
        // Such a parameter makes it a template.
        if function.parameters.iter().any(|p| p.ty == syntax::Type::Auto) {
            return unsupported(
                Area::Call,
                span,
                format!("a call of `{name}`, which is declared with `auto`"),
            );
        }
        let bound = self.bind(function, given, explicit, &arguments, span)?;
        let instance = bound.to_string();
        let again = |f: &Frame| Arc::ptr_eq(&f.function, function) && f.instance == instance;
        if self.frames.iter().any(again) {
            return unsupported(Area::Call, span, format!("a recursive call of `{name}`"));
        }
        self.inlined += 1;
        if self.frames.len() >= DEEPEST_CALL {
            return unsupported(Area::Limit, span, "calls that are nested this deeply");
        }
        if self.inlined > MOST_INLINED {
            return unsupported(
                Area::Limit,
                span,
                format!("a kernel that makes more than {MOST_INLINED} calls"),
            );
        }
        // The body sees the variables of the file and its own.
        let outer = std::mem::take(&mut self.scopes);
        self.scopes = vec![outer[0].clone(), HashMap::new()];
        let types = std::mem::replace(&mut self.types, bound.types.clone());
        let frames = self.frames.len();
        let frame = Frame {
            of_template: function.template.is_some(),
            function: Arc::clone(function),
            instance,
            sure: bound.is_sure(),
            returns: Type::Void,
            result: None,
            reference: false,
        };
        self.frames.push(frame);
        // What the toolkit does is done where it is called.
        let site = self.site.clone();
        if function.specifiers.of_toolkit {
            self.site.get_or_insert_with(|| span.clone());
        }
        let done = self.called(function, body, bound, arguments, span);
        self.site = site;
        self.frames.truncate(frames);
        self.types = types;
        let inner = std::mem::replace(&mut self.scopes, outer);
        let done = done.and_then(|call| self.without_recursion(function, call, span));
        // Variables of the file that the body was the first to use.
        if let (Some(scope), Some(used)) = (self.scopes.first_mut(), inner.into_iter().next()) {
            *scope = used;
        }
        done
    }

    /// How many calls are around the place at hand.
    pub(super) fn inline_depth(&self) -> usize {
        self.frames.len()
    }

    /// The body of a lambda expression, with the arguments of a call. `closure`: its type.
    pub(super) fn enter_closure(
        &mut self,
        function: &Arc<Function>,
        body: &[syntax::Stmt],
        closure: &Name,
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        self.inlined += 1;
        if self.inlined > MOST_INLINED {
            return unsupported(
                Area::Limit,
                span,
                format!("a kernel that makes more than {MOST_INLINED} calls"),
            );
        }
        let frames = self.frames.len();
        let of_template = self.in_template();
        self.frames.push(Frame {
            of_template,
            function: Arc::clone(function),
            instance: closure.to_string(),
            sure: false,
            returns: Type::Void,
            result: None,
            reference: false,
        });
        let done = self.called(function, body, Bound::default(), arguments, span);
        self.frames.truncate(frames);
        done
    }

    /// The body of a function that no call is for, to look at it: its parameters, as a template, are bound.
    pub(super) fn looked_into(
        &mut self,
        function: &Arc<Function>,
        body: &[syntax::Stmt],
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        self.frames.push(Frame {
            of_template: function.template.is_some(),
            function: Arc::clone(function),
            instance: String::new(),
            sure: true,
            returns: Type::Void,
            result: None,
            reference: false,
        });
        let done = self.called(function, body, Bound::default(), arguments, span);
        self.frames.pop();
        done
    }

    /// Whether a function is among those around the place at hand.
    pub(super) fn is_in(&self, function: &Arc<Function>) -> bool {
        self.frames.iter().any(|frame| Arc::ptr_eq(&frame.function, function))
    }

    /// A call of a function that may call itself, which was taken to do no more than give a value: then it does not.
    fn without_recursion(
        &mut self,
        function: &Arc<Function>,
        call: Expr,
        span: &Span,
    ) -> Typed<Expr> {
        let before = self.taken_for_values.len();
        self.taken_for_values.retain(|other| !Arc::ptr_eq(other, function));
        match before != self.taken_for_values.len() && !self.is_only_a_value(&call) {
            true => {
                unsupported(Area::Call, span, format!("a recursive call of `{}`", function.name))
            }
            false => Ok(call),
        }
    }

    /// A call of a function that another file defines: it computes with what it is given, which is assumed.
    fn bodiless(&mut self, function: &Function, arguments: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let name = &function.name;
        let refused =
            || unsupported(Area::Call, span, format!("a call of `{name}`, which has no body here"));
        if function.template.is_some() {
            return refused();
        }
        let mut values = Vec::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            // Through a pointer or a reference it could access memory.
            if let syntax::Type::Reference(_) = &parameter.ty {
                return refused();
            }
            let to = self.ty(&parameter.ty, span)?;
            if self.holds_pointer(&to) {
                return refused();
            }
            values.push(self.implicit(argument, &to.unqualified())?);
        }
        let returns = self.ty(&function.returns, span)?.unqualified();
        if matches!(returns, Type::Pointer(_) | Type::Array(..) | Type::Function) {
            return refused();
        }
        let what =
            format!("`{name}`, which has no body here, reads what it is given, and does no more");
        self.assume(AssumptionKind::UnknownCall, what, span);
        Ok(make(Kind::Call(Callee::Pure(name.clone()), values), returns, span))
    }

    /// The body of a called function, in its own scope.
    fn called(
        &mut self,
        function: &Function,
        body: &[syntax::Stmt],
        bound: Bound,
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        let mut statements = self.bound_values(bound, span)?;
        let deduced = function.returns == syntax::Type::Auto;
        let (returns, reference) = match &function.returns {
            // It is what is returned. [C++17, 10.1.7.4.1]
            syntax::Type::Auto => (Type::Void, false),
            syntax::Type::Reference(to) => (Type::Pointer(self.referent(to, span)?.into()), true),
            ty => (self.ty(ty, span)?.unqualified(), false),
        };
        if let Type::Array(..) | Type::Function = returns {
            return unsupported(Area::Call, span, format!("a function that returns a `{returns}`"));
        }
        let mut scope: HashMap<Name, LocalId> = HashMap::new();
        let apart = !deduced && is_apart(function, &arguments);
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let at = argument.span.clone();
            let (id, init) = self.argument(parameter, argument, apart)?;
            if let Some(init) = init {
                let kind = StmtKind::Declare(id, Some(init));
                statements.push(Stmt { kind, span: at });
            }
            if let Some(name) = &parameter.name {
                scope.insert(name.clone(), id);
            }
        }
        self.scopes.push(scope);
        // A value is the last statement, or goes through a variable.
        let last = match body.split_last() {
            Some((last, before)) if !before.iter().any(returns_inside) => match &last.kind {
                syntax::StmtKind::Return(Some(e)) => Some((before, e)),
                _ => None,
            },
            _ => None,
        };
        if deduced && body.iter().any(|s| leaves(s, &Option::is_some)) {
            let Some((before, e)) = last else {
                return unsupported(
                    Area::Call,
                    span,
                    "a function or lambda expression with several `return`s and no type",
                );
            };
            statements.extend(self.statements(before)?);
            let value = self.value(e)?;
            let ty = decayed(&value.ty).unqualified();
            if let Some(frame) = self.frames.last_mut() {
                frame.returns = ty.clone();
            }
            let value = self.returned(value, &ty)?;
            return Ok(make(Kind::Inline(statements, Some(value.into())), ty, span));
        }
        let void = returns == Type::Void;
        let result = (!void && last.is_none()).then(|| {
            let id = LocalId(self.locals.len());
            self.locals.push(crate::typed::Local {
                name: function.name.clone(),
                ty: returns.clone(),
                storage: Storage::Thread,
                span: span.clone(),
            });
            id
        });
        if let Some(frame) = self.frames.last_mut() {
            frame.returns = returns.clone();
            frame.result = result;
            frame.reference = reference;
        }
        if let Some(id) = result {
            statements.push(Stmt { kind: StmtKind::Declare(id, None), span: span.clone() });
        }
        let value = match (self.body(body, last, &returns, &mut statements)?, result) {
            (Some(value), _) => Some(Box::new(value)),
            (None, Some(id)) => Some(Box::new(make(Kind::Local(id), returns.clone(), span))),
            (None, None) => None,
        };
        let called = make(Kind::Inline(statements, value), returns, span);
        if reference { self.dereference(called, span) } else { Ok(called) }
    }

    fn body(
        &mut self,
        body: &[syntax::Stmt],
        last: Option<(&[syntax::Stmt], &syntax::Expr)>,
        returns: &Type,
        out: &mut Vec<Stmt>,
    ) -> Typed<Option<Expr>> {
        match last {
            Some((before, e)) => {
                out.extend(self.statements(before)?);
                let value = self.value(e)?;
                self.returned(value, returns).map(Some)
            }
            None => {
                out.extend(self.statements(body)?);
                Ok(None)
            }
        }
    }

    /// The variable that a parameter is, and what it starts as. A reference to a variable is that
    /// variable. `apart`: nothing that the function does reaches the variables around the call.
    fn argument(
        &mut self,
        parameter: &syntax::Parameter,
        value: Expr,
        apart: bool,
    ) -> Typed<(LocalId, Option<Expr>)> {
        let span = &parameter.span.0;
        let name = parameter.name.clone().unwrap_or_else(|| super::UNNAMED.into());
        let ty = match &parameter.ty {
            syntax::Type::Reference(to) => {
                let to = self.referent(to, span)?;
                // A copy is as good as the object where nothing writes it.
                if !(apart && to.is_const() && !self.has_effects(&value)) {
                    self.refuse_choice(&value)?;
                }
                if value.ty.unqualified() == to.unqualified() {
                    let kept = self.asks_for_const(&value.ty) && to.is_const();
                    if let (Kind::Local(id), false) = (&value.kind, kept) {
                        return Ok((*id, None));
                    }
                    if super::place::is_place(&value) {
                        let at = value.span.clone();
                        let (id, address) = self.referred(&name, value, to.is_const(), &at)?;
                        return Ok((id, Some(address)));
                    }
                }
                // A member function may change a temporary, which then is gone.
                if !to.is_const() && name.as_str() != syntax::THIS {
                    return Err(self.unbound(&parameter.ty, &to, &value));
                }
                to.unqualified()
            }
            syntax::Type::Auto => decayed(&value.ty).unqualified(),
            ty => {
                let ty = self.ty(ty, span)?;
                if let Type::Opaque(class) = &ty
                    && !self.makes_objects(class)
                    && !self.is_closure(&ty)
                {
                    return Err(self.without_objects(class, span));
                }
                ty
            }
        };
        let value = self.implicit(value, &ty)?;
        let id = LocalId(self.locals.len());
        let storage = Storage::Thread;
        self.locals.push(crate::typed::Local { name, ty, storage, span: span.clone() });
        let constant = |to: &syntax::Type| matches!(to, syntax::Type::Const(_));
        let referred = matches!(&parameter.ty, syntax::Type::Reference(to) if constant(to));
        if parameter.immutable || referred {
            self.immutable.insert(id);
        }
        Ok((id, Some(value)))
    }

    /// Refuses a reference to one of several objects, or to one that the expression changes: only a
    /// copy of it could be given.
    pub(super) fn refuse_choice(&self, value: &Expr) -> Typed<()> {
        match super::place::is_lvalue(value) && !super::place::is_place(value) {
            true => unsupported(
                Area::Pointer,
                &value.span,
                "a reference to the object that this expression names",
            ),
            false => Ok(()),
        }
    }
}

/// Whether a function is given values only, or references through which it does not write, and gives
/// one back: it does not reach the variables around the call.
fn is_apart(function: &Function, arguments: &[Expr]) -> bool {
    let scalar = |e: &Expr| matches!(e.ty, Type::Int(_) | Type::Bool | Type::Float(_));
    let kept = |ty: &syntax::Type| match ty {
        syntax::Type::Reference(to) => matches!(**to, syntax::Type::Const(_)),
        _ => true,
    };
    !matches!(function.returns, syntax::Type::Reference(_))
        && arguments.iter().all(scalar)
        && function.parameters.iter().all(|p| kept(&p.ty))
}

/// The type of an argument that is given by value.
pub(super) fn decayed(ty: &Type) -> Type {
    match ty {
        Type::Array(of, _) => Type::Pointer(of.clone()),
        ty => ty.clone(),
    }
}
