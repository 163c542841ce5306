//! Calls of which nobody knows which of several functions they mean, since a type is not known.

use super::template::Bound;
use super::{Refusal, Typed, Typer, make};
use crate::area::Area;
use crate::resolve::Shape;
use crate::resolve::overload::candidates;
use crate::resolve::overload::takes;
use crate::syntax::{self, Function, TemplateArgument};
use crate::typed::{Callee, Expr, Kind, Type, Unknown};
use crate::unsupported::Unsupported;
use semantics::{Name, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// Why a call is refused that may mean any of these functions. Where each of them takes an argument by which it may
    /// be written, and its type is a parameter of the kernel, that parameter is one of their types: no other converts.
    /// [C++17, 11.6.3, 7.11]
    pub(super) fn undecided(
        &self,
        viable: &[Arc<Function>],
        arguments: &[Expr],
        span: &Span,
    ) -> Refusal {
        let name = viable.first().map_or("", |f| f.name.as_str());
        let mut refusal =
            Unsupported::new(Area::Call, format!("a call of the overloaded `{name}`"), span);
        for (n, argument) in arguments.iter().enumerate() {
            let meant: Option<Vec<_>> = viable.iter().map(|f| self.only(f, n, argument)).collect();
            if let Some(mut meant) = meant
                && self.templated
            {
                meant.dedup();
                (refusal.others, refusal.instead) = (meant, true);
                break;
            }
        }
        Refusal::Unsupported(refusal)
    }

    /// Whether another one of these functions than the best may be the best for what stands for a type that nothing
    /// gives: where that type takes part, they take it at different types, and no type is nearer than that of a
    /// function which is no template, and takes it as it is.
    pub(super) fn may_be_another(
        &mut self,
        best: &Arc<Function>,
        own: &[Arc<Function>],
        (given, explicit): (&Bound, &[TemplateArgument]),
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<bool> {
        let mut all = Vec::new();
        for function in std::iter::once(best).chain(own.iter().filter(|f| !Arc::ptr_eq(f, best))) {
            let bound = self.bind(function, given, explicit, arguments, span)?;
            let types = self.inside(&bound, |s| {
                let parameters = function.parameters.iter().zip(arguments);
                parameters.map(|(p, e)| s.taken(&p.ty, e, span)).collect::<Typed<Vec<_>>>()
            })?;
            all.push(types);
        }
        let is_template = best.template.as_ref().map_or(0, Vec::len) > given.len();
        let Some((taken, others)) = all.split_first() else { return Ok(false) };
        Ok(arguments.iter().zip(taken).enumerate().any(|(n, (argument, to))| {
            let from = argument.ty.decayed().unqualified();
            let sure = *to == from && !is_template;
            others.iter().any(|other| {
                let unknown = [&from, to, &other[n]].into_iter().any(|ty| self.has_unknown(ty));
                unknown && !sure && *to != other[n]
            })
        }))
    }

    /// The type at which a parameter takes an argument, whether as a copy or not.
    fn taken(&mut self, parameter: &syntax::Type, argument: &Expr, span: &Span) -> Typed<Type> {
        let ty = match parameter {
            syntax::Type::Reference(to) => self.referent(to, span)?,
            ty if super::overload::is_any(ty) => argument.ty.clone(),
            ty => self.ty(ty, span)?,
        };
        Ok(ty.decayed().unqualified())
    }

    /// The parameter of the kernel that the type of an argument is, and the only type that it can be for a function to
    /// take it.
    fn only(&self, function: &Function, n: usize, e: &Expr) -> Option<(Name, syntax::Type)> {
        if function.template.is_some() {
            return None;
        }
        let only = self.only_for(&function.parameters.get(n)?.ty, e)?;
        // What the toolkit says of numbers stands for more than one function.
        let number = !matches!(only.1.plain(), syntax::Type::Named(_));
        (!number || !function.specifiers.of_toolkit).then_some(only)
    }

    /// As [`Typer::only`], for a parameter of this type.
    fn only_for(&self, parameter: &syntax::Type, e: &Expr) -> Option<(Name, syntax::Type)> {
        let (of, to) = match (parameter, &e.ty) {
            (syntax::Type::Reference(to), of) if super::is_place(e) => (of, &**to),
            (syntax::Type::Pointer(to), Type::Pointer(of)) => (&**of, to.unqualified()),
            _ => return None,
        };
        let Type::Unknown(Unknown::Named(parameter)) = of.unqualified() else { return None };
        let known = match to.plain() {
            syntax::Type::Int(_) | syntax::Type::Float(_) | syntax::Type::Bool => true,
            syntax::Type::Named(name) => self.context.opaque.contains(name),
            _ => false,
        };
        let parameter = self.unknowns.get(&parameter).filter(|_| known)?;
        Some((parameter.clone(), to.clone()))
    }

    /// Why a reference to a type is not bound to an argument. Where the type of that is a parameter of the kernel, the
    /// parameter is the type that is referred to: no other converts. [C++17, 11.6.3]
    pub(super) fn unbound(&self, parameter: &syntax::Type, to: &Type, e: &Expr) -> Refusal {
        let what = format!("a reference to a `{to}` that is bound to this expression");
        let mut why = Unsupported::new(Area::Pointer, what, &e.span);
        if self.templated {
            why.others.extend(self.only_for(parameter, e));
            why.instead = !why.others.is_empty();
        }
        Refusal::Unsupported(why)
    }

    /// Whether variables of a class are understood, with what their constructors and destructors do.
    pub(super) fn makes_objects(&mut self, class: &Name) -> bool {
        if self.context.opaque.contains(class) || self.is_union(&Type::Opaque(class.clone())) {
            return true;
        }
        // No class holds itself.
        let Some(record) = self.record(class) else { return false };
        record.fields.iter().all(|(_, ty)| match ty.innermost() {
            Type::Opaque(of) => self.makes_objects(of),
            _ => true,
        })
    }

    /// Why a variable of a class is refused. Of an abstract one no object can be made: where it stands for a type that
    /// nothing gives, that is one of those for which the class is specialized, or this is not C++. [C++17, 13.4]
    pub(super) fn without_objects(&self, class: &Name, span: &Span) -> Refusal {
        let mut why = Unsupported::new(Area::Class, format!("a variable of type `{class}`"), span);
        if let Some(instance) = self.instances.get(class)
            && let Some(unknown) = instance.bound.only_unknown()
            && instance.record.is_abstract
            && self.templated
            && let Some(parameter) = self.unknowns.get(&unknown)
            // A header that is not at hand may specialize it for more, but for the toolkit's.
            && (instance.record.of_toolkit || !self.context.missing)
        {
            let own = self.others.iter().filter(|(of, _)| of == parameter);
            why.others = own.cloned().collect();
            why.instead = !why.others.is_empty();
        }
        Refusal::Unsupported(why)
    }

    /// A call of one of the functions that may take these arguments, where all of them are numbers: what all of them do
    /// is followed, and nothing is known of the value.
    pub(super) fn any_of(
        &mut self,
        functions: &[Arc<Function>],
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Some(name) = functions.first().map(|f| f.name.clone()) else { return Ok(None) };
        let context = self.context;
        let meant = |f: &&Arc<Function>| takes(f, arguments.len(), false);
        let all = candidates(functions.iter().filter(meant).cloned());
        // Of a name that several namespaces have, these are those that are meant.
        let several = context.ambiguous.contains(&name) && !context.spread.has(&name)
            || context.unread.contains_key(&name)
            || crate::vocabulary::makes_vector(name.as_str(), arguments.len())
            || functions.iter().any(|f| f.specializes.is_some());
        let plain = |f: &Arc<Function>| {
            !f.member
                && f.template.is_none()
                && !f.specifiers.of_toolkit
                && !context.late.may_be_later(span, f)
                && f.parameters.iter().all(|p| is_number(&p.ty))
        };
        let numbers = arguments.iter().all(|e| e.ty.int().is_some() || e.ty.is_opaque());
        let unclear = |e: &Expr| matches!(e.ty, Type::Opaque(_));
        if several || !numbers || arguments.iter().any(unclear) || !all.iter().all(plain) {
            return Ok(None);
        }
        // The arguments are evaluated once, whatever is called.
        let (mut given, mut statements) = (Vec::new(), Vec::new());
        for argument in arguments {
            let (statement, value) = self.held(argument.clone(), span);
            statements.push(statement);
            given.push(value);
        }
        let pure = |ty: Type| make(Kind::Call(Callee::Pure(name.clone()), given.clone()), ty, span);
        let mut calls = Vec::new();
        for function in &all {
            // What it does it has begun: nothing, or it is refused there.
            if self.is_in(function) {
                self.taken_for_values.push(Arc::clone(function));
                calls.push(pure(Type::unknown(name.clone())));
                continue;
            }
            calls.push(self.inline_one(function, &Bound::default(), &[], given.clone(), span)?);
        }
        let Some(first) = calls.first() else { return Ok(None) };
        let same = calls.iter().all(|call| call.ty == first.ty);
        let ty = if same { first.ty.clone() } else { Type::unknown(name.clone()) };
        let value = match calls.iter().all(|call| self.is_only_a_value(call)) {
            true => Some(pure(ty.clone())),
            false => self.one_of(&name, calls, &ty, span)?,
        };
        let whole = Kind::Inline(statements, value.map(Box::new));
        Ok(Some(make(whole, ty, span)))
    }

    /// One of these calls, nobody knows which.
    fn one_of(&self, name: &Name, calls: Vec<Expr>, ty: &Type, span: &Span) -> Typed<Option<Expr>> {
        let mut chosen: Option<Expr> = None;
        for call in calls.into_iter().rev() {
            let call = if *ty == Type::Void { call } else { self.convert(call, ty)? };
            chosen = Some(match chosen {
                None => call,
                Some(other) => {
                    let why = format!("which `{name}` is called in line {}", span.line_column().0);
                    let which = make(Kind::Unknown(why), Type::Bool, span);
                    let kind = Kind::Conditional(which.into(), call.into(), other.into());
                    make(kind, ty.clone(), span)
                }
            });
        }
        Ok(chosen)
    }
}

/// Whether a parameter is a number, given as a copy.
fn is_number(ty: &syntax::Type) -> bool {
    let plain = ty.unqualified();
    matches!(plain, syntax::Type::Int(_) | syntax::Type::Float(_) | syntax::Type::Bool)
}
