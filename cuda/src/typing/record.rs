//! Structures and built-in vectors.

use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::resolve::vector;
use crate::typed::{Expr, Kind, Record, Type};
use semantics::{Name, Span};
use std::iter::Peekable;
use std::sync::Arc;
use std::vec::IntoIter;

/// How many scalars a structure may hold to be modelled.
const MOST_LEAVES: usize = 64;

impl Typer<'_> {
    /// Whether memory can be reached through an argument of this type: a pointer, or a structure that has one or
    /// that is not modelled.
    pub(super) fn holds_pointer(&mut self, argument: &Type) -> bool {
        let mut rest = vec![argument.clone()];
        while let Some(ty) = rest.pop() {
            match ty.unqualified() {
                Type::Pointer(_) => return true,
                // As an argument it is a pointer, as a member it is its elements.
                Type::Array(..) if ty == *argument => return true,
                Type::Array(of, _) => rest.push((*of).clone()),
                Type::Opaque(name) => match (self.record(&name), self.union(&name)) {
                    (Some(record), _) => {
                        rest.extend(record.fields.iter().map(|(_, ty)| ty.clone()));
                    }
                    (None, Some(union)) => {
                        rest.extend(union.members.iter().map(|(_, ty)| ty.clone()));
                    }
                    (None, None)
                        if self.declared_class(&name).is_some()
                            || self.closures.contains_key(&name) =>
                    {
                        return true;
                    }
                    (None, None) => {}
                },
                _ => {}
            }
        }
        false
    }

    /// The structure of this name, where it is modelled.
    pub(super) fn record(&mut self, name: &Name) -> Option<Arc<Record>> {
        if let Some(known) = self.records.get(name) {
            return known.clone();
        }
        // While its members are looked at, it is not modelled: it cannot hold itself.
        self.records.insert(name.clone(), None);
        let declared = self.declared(name);
        let plain = declared.as_ref().is_none_or(|(record, _)| record.plain);
        let plain = plain && !self.context.aligned;
        let align = declared.map_or(1, |(record, _)| record.align);
        let record = self.fields(name).map(|fields| Arc::new(Record { fields, plain, align }));
        self.records.insert(name.clone(), record.clone());
        record
    }

    /// Whether the file has a structure that is called like a built-in vector.
    pub(super) fn is_own_vector(&self, name: &Name) -> bool {
        vector(name.as_str()).is_some() && self.context.records.contains_key(name)
    }

    /// The structure of this name as the file declares it, and of a template what its parameters stand for.
    pub(super) fn declared(
        &self,
        name: &Name,
    ) -> Option<(Arc<crate::syntax::Record>, Option<Bound>)> {
        match self.instances.get(name) {
            Some(instance) if self.context.is_union(&instance.record) => None,
            Some(instance) => Some((Arc::clone(&instance.record), Some(instance.bound.clone()))),
            None => Some((Arc::clone(self.context.records.get(name)?), None)),
        }
    }

    /// The same of a union.
    pub(super) fn declared_union(
        &self,
        name: &Name,
    ) -> Option<(Arc<crate::syntax::Record>, Option<Bound>)> {
        match self.instances.get(name) {
            Some(instance) if !self.context.is_union(&instance.record) => None,
            Some(instance) => Some((Arc::clone(&instance.record), Some(instance.bound.clone()))),
            None => Some((Arc::clone(self.context.unions.get(name)?), None)),
        }
    }

    /// As [`Typer::declared`], of a union, too.
    pub(super) fn declared_class(
        &self,
        name: &Name,
    ) -> Option<(Arc<crate::syntax::Record>, Option<Bound>)> {
        self.declared(name).or_else(|| self.declared_union(name))
    }

    fn fields(&mut self, name: &Name) -> Option<Vec<(Name, Type)>> {
        if let Some((lanes, lane)) = vector(name.as_str()) {
            return Some(lanes.iter().map(|x| (Name::from(*x), lane.into())).collect());
        }
        let (declared, bound) = self.declared(name)?;
        if !declared.whole || declared.template.is_some() && bound.is_none() {
            return None;
        }
        let mut fields = Vec::new();
        let mut leaves = 0;
        for (name, ty) in &declared.fields {
            let span = Span { source: semantics::Source::new("", ""), bytes: 0..0 };
            let ty = match &bound {
                Some(bound) => self.apart(bound, &span, |s| s.ty(ty, &span)).ok()?,
                None => self.apart(&Bound::default(), &span, |s| s.ty(ty, &span)).ok()?,
            };
            let element = ty.innermost();
            // A member's constructor is not followed.
            if element.is_dim3() {
                return None;
            }
            if let Type::Opaque(of) = element
                && (self.context.records.contains_key(of) || self.instances.contains_key(of))
            {
                // Nor can it hold an array of itself.
                self.record(of)?;
            }
            leaves += self.leaves(&ty)?.len();
            fields.push((name.clone(), ty));
        }
        (leaves <= MOST_LEAVES).then_some(fields)
    }

    /// The types of the scalars and arrays that a value of this type is made of, in order.
    fn leaves(&mut self, ty: &Type) -> Option<Vec<Type>> {
        let Type::Opaque(name) = ty else { return Some(vec![ty.clone()]) };
        if self.union(name).is_some() {
            return Some(vec![ty.clone()]);
        }
        let record = self.record(name)?;
        let mut leaves = Vec::new();
        for (_, ty) in &record.fields {
            leaves.extend(self.leaves(ty)?);
        }
        Some(leaves)
    }

    /// A structure put together from the values of its members; missing ones are zero.
    pub(super) fn aggregate(&mut self, ty: &Type, es: Vec<Expr>, span: &Span) -> Typed<Expr> {
        self.aggregate_of(ty, es.into_iter().map(Given::Value).collect(), span)
    }

    /// As [`Typer::aggregate`], of a list that may have lists in it.
    pub(super) fn aggregate_of(&mut self, ty: &Type, list: Vec<Given>, span: &Span) -> Typed<Expr> {
        if let [Given::Value(only)] = list.as_slice()
            && only.ty == *ty
        {
            return Ok(only.clone());
        }
        if self.is_union(ty) || self.leaves(ty).is_none() {
            return self.gathered(list, ty, span);
        }
        let mut values = Vec::new();
        let mut list = list.into_iter().peekable();
        self.spread(ty, &mut list, &mut values, span)?;
        match list.next() {
            Some(_) => super::error(span, format!("too many values for a `{ty}`")),
            None => Ok(make(Kind::Gather(values), ty.clone(), span)),
        }
    }

    /// The values of the scalars of a type, from a list; a structure in it without braces of its own
    /// takes as many as it needs. [C++17, 11.6.1]
    fn spread(
        &mut self,
        ty: &Type,
        list: &mut Peekable<IntoIter<Given>>,
        out: &mut Vec<Expr>,
        span: &Span,
    ) -> Typed<()> {
        let record = match ty {
            Type::Opaque(name) => self.record(name),
            _ => None,
        };
        let Some(record) = record else {
            out.push(self.leaf(ty, list.next(), span)?);
            return Ok(());
        };
        if list.peek().is_some() && self.has_bits(ty) {
            return unsupported(
                Area::Initializer,
                span,
                format!("a list of values for a `{ty}`, which has bit-fields"),
            );
        }
        // The constructor of `dim3` has ones where nothing is given.
        let ones = ty.is_dim3();
        for (_, ty) in &record.fields {
            if ones && list.peek().is_none() {
                out.push(make(Kind::Int(1.into()), ty.clone(), span));
                continue;
            }
            let inner = matches!(ty, Type::Opaque(name) if self.record(name).is_some());
            if let (true, Some(Given::Value(e))) = (inner, list.peek())
                && matches!(e.ty, Type::Opaque(_))
            {
                return unsupported(
                    Area::Initializer,
                    &e.span,
                    format!("a `{}` in a list of values", e.ty),
                );
            }
            match list.next_if(|given| inner && matches!(given, Given::List(_))) {
                Some(Given::List(own)) => {
                    let mut own = own.into_iter().peekable();
                    self.spread(ty, &mut own, out, span)?;
                    if own.next().is_some() {
                        return super::error(span, format!("too many values for a `{ty}`"));
                    }
                }
                _ => self.spread(ty, list, out, span)?,
            }
        }
        Ok(())
    }

    /// The value of a scalar.
    fn leaf(&mut self, ty: &Type, given: Option<Given>, span: &Span) -> Typed<Expr> {
        let zero = match ty.int() {
            Some(_) => make(Kind::Int(0.into()), ty.clone(), span),
            None => make(Kind::Opaque, ty.clone(), span),
        };
        match given {
            Some(Given::Value(e)) if self.is_union(ty) && e.ty.unqualified() != *ty => {
                unsupported(Area::Initializer, span, format!("a value for a `{ty}` without braces"))
            }
            Some(Given::List(list)) if self.is_union(ty) => self.gathered(list, ty, span),
            _ if matches!(ty, Type::Array(..)) => {
                unsupported(Area::Initializer, span, format!("this initializer of a `{ty}`"))
            }
            None => Ok(zero),
            Some(Given::Value(e)) => self.implicit(e, ty),
            Some(Given::List(mut list)) => match (list.pop(), list.is_empty()) {
                (None, _) => Ok(zero),
                (Some(Given::Value(e)), true) => self.implicit(e, ty),
                _ => super::error(span, "more than one value for one variable"),
            },
        }
    }

    /// A value that is not modelled, made of those of a list.
    fn gathered(&mut self, list: Vec<Given>, ty: &Type, span: &Span) -> Typed<Expr> {
        let mut es = Vec::new();
        list.into_iter().for_each(|given| given.values(&mut es));
        match es.iter().find(|e| self.has_conversions(&e.ty)) {
            Some(e) => {
                let what = format!("a `{}` in a list of values for a `{ty}`", e.ty);
                unsupported(Area::Initializer, &e.span, what)
            }
            None => Ok(make(Kind::Gather(es), ty.clone(), span)),
        }
    }
}

/// What stands in a list of values.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// A value.
    Value(Expr),
    /// A list in braces.
    List(Vec<Given>),
}

impl Given {
    /// The values in it, in order.
    fn values(self, out: &mut Vec<Expr>) {
        match self {
            Given::Value(e) => out.push(e),
            Given::List(list) => list.into_iter().for_each(|given| given.values(out)),
        }
    }
}
