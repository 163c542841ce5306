//! Calls of functions of objects that are known: what they change is the object's, and what they launch kernels with.
//!
//! Of an object that is not known any may be the one whose function runs.

use super::evaluator::Evaluator;
use super::place::is_this;
use super::state::Declared;
use super::value::{Location, Part, Value};
use crate::path::Path;
use crate::syntax::{Arrow, Expr, ExprKind, Parameter, Record, THIS, Type};
use semantics::Name;

/// An object whose function is called.
pub(super) struct Object {
    place: Location,
    class: Record,
}

impl Evaluator<'_> {
    /// `x.f(e, …)`, `p->f(e, …)`, and `f(e, …)` in a function of the object itself; nothing where it is not known which
    /// function that is, and of which object.
    pub(super) fn method_called(&mut self, callee: &Expr, arguments: &[Expr]) -> Option<Value> {
        let (object, name) = match &callee.kind {
            ExprKind::Member(of, name, Arrow::Arrow) if is_this(of) => (self.own_object()?, name),
            ExprKind::Member(of, name, arrow) => (self.object_of(of, *arrow)?, name),
            ExprKind::Name(name) if self.state.find(name).is_none() => (self.own_object()?, name),
            _ => return None,
        };
        let n = self.only_method(&object.class, name)?;
        let runs = self.takes_so_many(n, arguments.len()) && self.may_enter(n);
        runs.then(|| self.enter(n, &[], arguments, Some(&object)))
    }

    /// The object that stands before `.` or `->`.
    fn object_of(&mut self, of: &Expr, arrow: Arrow) -> Option<Object> {
        let (place, ty) = match (arrow, self.type_of(of)?) {
            (Arrow::Dot, ty) => (self.location(of)?, ty),
            (Arrow::Arrow, Type::Pointer(ty)) => (self.pointed_by(of)?, (*ty).clone()),
            _ => return None,
        };
        self.object_at(place, &ty)
    }

    /// The object whose function runs.
    fn own_object(&mut self) -> Option<Object> {
        let this = self.state.find(&THIS.into())?;
        let Value::Address(place) = self.read(this) else { return None };
        let class = self.class()?.clone();
        self.object_at(place, &Type::Named(class))
    }

    fn object_at(&self, place: Location, ty: &Type) -> Option<Object> {
        let class = self.record(ty)?;
        matches!(self.held(&place), Some(Value::Record(_))).then_some(Object { place, class })
    }

    /// The only function of a class of this name, where no class that this one is derived from may have another.
    fn only_method(&self, class: &Record, name: &Name) -> Option<usize> {
        let destroyed = self.destroyed(&class.name);
        let host = &self.file.host;
        let member = class.name.member(name.as_str());
        if destroyed.is_none() && !class.plain
            || destroyed.is_some_and(|d| d.overloaded.contains(name))
            || host.virtuals.contains(name)
            || host.several.contains(&class.name)
            || self.context.is_in_doubt(&member)
            || self.context.is_in_doubt(name)
        {
            return None;
        }
        let of_class = |n: &&usize| host.functions[**n].class.as_ref() == Some(&class.name);
        let mut all = self.named.get(name)?.iter().filter(of_class);
        let (Some(only), None) = (all.next(), all.next()) else { return None };
        // A declaration before the definition has the same parameters; one with others is an overload.
        let own = |p: &&Parameter| p.name.as_ref().is_none_or(|name| name.as_str() != THIS);
        let types = |parameters: &[Parameter]| -> Vec<Type> {
            parameters.iter().filter(own).map(|p| p.ty.clone()).collect()
        };
        let mut declared = self.file.functions().filter(|f| f.name == member);
        let first = declared.next().map(|f| types(&f.parameters));
        let same = declared.all(|f| Some(types(&f.parameters)) == first);
        (same && host.functions[*only].template.is_empty()).then_some(*only)
    }

    /// Declares the members of an object in a function of it that runs, each as another name of the part that it is.
    pub(super) fn bind_members(&mut self, object: &Object) {
        let Object { place, class } = object;
        self.state.declared[place.variable.0].shared = true;
        for (member, ty) in &class.fields {
            let name: Name = format!("{THIS}->{member}").into();
            let refers = Some(place.clone().part(Part::Member(member.clone())));
            let declared = Declared { refers, ..Declared::new(&name, ty) };
            self.state.declare_in_function(declared, Value::Unknown);
        }
        let ty = Type::Pointer(Type::Named(class.name.clone()).into());
        let this = Declared { fixed: true, ..Declared::new(&THIS.into(), &ty) };
        self.state.declare_in_function(this, Value::Address(place.clone()));
    }
}
