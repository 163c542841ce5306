//! Calls through pointers to functions.

use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::assumption::AssumptionKind;
use crate::resolve::overload::candidates;
use crate::survey::each_in;
use crate::syntax::{self, Body, ExprKind, Function, Init, Unary};
use crate::typed::{Expr, Kind, LocalId, Stmt, StmtKind, Storage, Type};
use semantics::{Name, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// A call through a pointer: of one of the functions that it may point to, nobody knows which.
    pub(super) fn call_pointer(
        &mut self,
        callee: &syntax::Expr,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let mut callee = callee;
        while let ExprKind::Unary(Unary::Dereference, inner) = &callee.kind {
            callee = inner;
        }
        if let Some(name) = self.function_of(callee) {
            return self.call_named(&name, arguments, span);
        }
        let pointer = self.value(callee)?;
        if !is_function(&pointer.ty) {
            return unsupported(Area::Call, span, "a call of something that is not a function");
        }
        let (mut table, mut indices) = (&pointer, Vec::new());
        while let Kind::Index(of, index) = &table.kind {
            indices.push((**index).clone());
            table = of;
        }
        let storage = match table.kind {
            Kind::Local(id) => Some((id, self.locals[id.0].storage)),
            _ => None,
        };
        let functions = match storage {
            Some((id, Storage::Constant)) => match self.named_in(id, arguments.len(), span)? {
                Some(functions) => functions,
                None => self.any_of_file(arguments, span)?,
            },
            Some((_, Storage::Thread)) if indices.is_empty() => self.all_taking(arguments, span)?,
            _ => self.any_of_file(arguments, span)?,
        };
        // One that is being called could only call itself again and again.
        if let Some(function) = functions.iter().find(|f| self.is_in(f)) {
            let what = format!("a call of `{}` in itself, through a pointer,", function.name);
            return unsupported(Area::Call, span, what);
        }
        let mut chosen: Option<Expr> = None;
        for function in functions.iter().rev() {
            let arguments = self.values(arguments)?;
            let call = self.inline_one(function, &Bound::default(), &[], arguments, span)?;
            chosen = Some(match chosen {
                None => call,
                Some(other) if other.ty == call.ty => {
                    let why = format!(
                        "whether the pointer of line {} is `{}`",
                        span.line_column().0,
                        function.name
                    );
                    let which = make(Kind::Unknown(why), Type::Bool, span);
                    let ty = call.ty.clone();
                    make(Kind::Conditional(which.into(), call.into(), other.into()), ty, span)
                }
                Some(_) => {
                    return unsupported(
                        Area::Call,
                        span,
                        "a call through a pointer to any of several functions",
                    );
                }
            });
        }
        let Some(call) = chosen else { return unknown(span) };
        indices.retain(|index| self.has_effects(index));
        if indices.is_empty() {
            return Ok(call);
        }
        // The pointer is read before the arguments are. [C++17, 8.2.2, paragraph 5]
        let evaluated = |e: Expr| Stmt { kind: StmtKind::Expr(e), span: span.clone() };
        let mut statements: Vec<Stmt> = indices.into_iter().rev().map(evaluated).collect();
        let ty = call.ty.clone();
        let value = match ty {
            Type::Void => {
                statements.push(evaluated(call));
                None
            }
            _ => Some(call.into()),
        };
        Ok(make(Kind::Inline(statements, value), ty, span))
    }

    /// The functions that a `const` variable of the file names, in which nothing but such names stands; none of another.
    fn named_in(
        &self,
        id: LocalId,
        count: usize,
        span: &Span,
    ) -> Typed<Option<Vec<Arc<Function>>>> {
        let name = &self.locals[id.0].name;
        let of_file = self.scopes.first().and_then(|scope| scope.get(name)) == Some(&id);
        let Some(variable) = self.context.globals.get(name).filter(|_| of_file) else {
            return Ok(None);
        };
        let written = self.context.symbols.written.contains(name);
        let mut names = Vec::new();
        let all = variable.init.as_ref().is_some_and(|init| names_of(init, &mut names));
        // A function of this name in a header that is not at hand may be meant.
        if !variable.specifiers.immutable || !all || written || self.context.missing {
            return Ok(None);
        }
        names.sort();
        names.dedup();
        let mut found = Vec::new();
        for name in names {
            self.refuse_ambiguous(name, span)?;
            let of_name = self.context.functions.get(name).map_or(&[][..], Vec::as_slice);
            let plain = |f: &Arc<Function>| may_be_pointed_to(f) && !is_of_several(f);
            match candidates(of_name.iter().cloned()).as_slice() {
                [only]
                    if of_name.iter().all(plain)
                        && !self.context.spread.has(name)
                        && matches!(only.body, Body::Block(_))
                        && only.parameters.len() == count =>
                {
                    found.push(Arc::clone(only));
                }
                _ => return unknown(span),
            }
        }
        Ok(Some(found))
    }

    /// The functions of the file that take the arguments: a variable of the thread points to one of them, if nothing but
    /// names of functions comes into it. See [`Typer::refuse_unknown_pointers`].
    fn all_taking(&mut self, arguments: &[syntax::Expr], span: &Span) -> Typed<Vec<Arc<Function>>> {
        if self.context.missing {
            return unknown(span);
        }
        self.calls_pointers.get_or_insert_with(|| span.clone());
        self.fitting(arguments, span)
    }

    /// The functions of the file that take the arguments: device code has pointers to no others, where it is compiled by
    /// itself and has no lambda expressions. That it is, is taken for granted.
    fn any_of_file(
        &mut self,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Vec<Arc<Function>>> {
        if self.context.missing {
            return unknown(span);
        }
        self.only_of_file(span)?;
        self.fitting(arguments, span)
    }

    fn only_of_file(&mut self, span: &Span) -> Typed<()> {
        if self.context.lambdas || !self.context.unread.is_empty() {
            return unknown(span);
        }
        let what = "a pointer points to a function of this file";
        self.assume(AssumptionKind::UnknownCall, what.into(), span);
        Ok(())
    }

    /// The functions of the file that take the arguments.
    fn fitting(&mut self, arguments: &[syntax::Expr], span: &Span) -> Typed<Vec<Arc<Function>>> {
        let values = self.values(arguments)?;
        let known: Vec<_> = values.iter().map(|e| self.given(e, true)).collect();
        let mut found = Vec::new();
        for (name, of_name) in &self.context.functions {
            let pointed_to = of_name.iter().filter(|f| may_be_pointed_to(f)).cloned();
            for function in candidates(pointed_to) {
                if is_of_several(&function) {
                    let what = format!(
                        "a call through a pointer, which may be one to a `{}`",
                        function.name
                    );
                    return unsupported(Area::Call, span, what);
                }
                // The pointer's type is that of what it points to, so that it takes the arguments.
                if function.parameters.len() != values.len()
                    || self.viable(&function, &Bound::default(), &values, &known, span)?.is_none()
                {
                    continue;
                }
                // Another namespace has one of its name: which of them are different is not asked here.
                if self.context.spread.has(name) || self.context.ambiguous.contains(name) {
                    return unknown(span);
                }
                if function.body == Body::None {
                    let what = format!(
                        "a call through a pointer, which may be one to `{}`, which has no body here,",
                        function.name
                    );
                    return unsupported(Area::Call, span, what);
                }
                found.push(function);
            }
        }
        found.sort_by_key(|f| f.span.0.bytes.start);
        self.note("a function pointer is one of this file's functions");
        Ok(found)
    }

    /// Where a kernel calls through a pointer in a variable, and another pointer than one to a function that is named may
    /// come into a variable, of memory, of a parameter, of a lambda expression, by its address: see
    /// [`Typer::any_of_file`].
    pub(super) fn refuse_unknown_pointers(&mut self, body: &[Stmt]) -> Typed<()> {
        let Some(call) = self.calls_pointers.clone() else { return Ok(()) };
        let mut known = true;
        each_in(body, &mut |e| {
            known &= match &e.kind {
                Kind::Address(of) => !is_function(&of.ty),
                _ if !is_function(&e.ty) => true,
                Kind::Opaque
                | Kind::Text
                | Kind::Null
                | Kind::Conditional(..)
                | Kind::Comma(..)
                | Kind::Assign(..)
                | Kind::Inline(_, Some(_)) => true,
                Kind::Convert(from) => is_function(&from.ty) || matches!(from.kind, Kind::Null),
                Kind::Local(id) => {
                    self.locals[id.0].storage == Storage::Thread && !self.symbolic.contains(id)
                }
                _ => false,
            };
        });
        if known { Ok(()) } else { self.only_of_file(&call) }
    }
}

fn unknown<T>(span: &Span) -> Typed<T> {
    unsupported(Area::Call, span, "a call through a pointer to a function that is not known")
}

/// Whether a type is a function's, or that of a pointer to one.
fn is_function(ty: &Type) -> bool {
    match ty.unqualified() {
        Type::Function => true,
        Type::Pointer(to) => to.unqualified() == Type::Function,
        _ => false,
    }
}

/// Whether device code may have a pointer to a function.
fn may_be_pointed_to(f: &Arc<Function>) -> bool {
    let of_device = f.specifiers.device || f.specifiers.constexpr;
    of_device && !f.specifiers.global && !f.specifiers.of_toolkit && !f.member
}

/// Whether a function stands for several, or takes any number of arguments.
fn is_of_several(f: &Arc<Function>) -> bool {
    f.variadic || f.template.is_some() || f.specializes.is_some()
}

/// Collects the names that an initializer is made of, and says whether it is made of nothing else.
fn names_of<'i>(init: &'i Init, names: &mut Vec<&'i Name>) -> bool {
    match init {
        Init::List(list) => list.iter().all(|init| names_of(init, names)),
        Init::Arguments(_) => false,
        Init::Expr(e) => {
            let named = match &e.kind {
                ExprKind::Unary(Unary::Address, named) => named,
                _ => e,
            };
            match &named.kind {
                ExprKind::Name(name) => {
                    names.push(name);
                    true
                }
                _ => false,
            }
        }
    }
}
