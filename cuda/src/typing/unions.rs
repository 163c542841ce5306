//! Unions. In memory one is its bytes, and an access to a member is one to those that the member has. What a variable of
//! a thread holds that is one is a value that is not modelled: it hangs on what it held before, and on what is written
//! to a member. [C++17, 12.3]

use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::syntax::{self, Arrow, Binary, ExprKind};
use crate::typed::{Callee, Expr, Kind, Stmt, StmtKind, Type, Union};
use semantics::{Name, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// The union of this name, where it is modelled.
    pub(super) fn union(&mut self, name: &Name) -> Option<Arc<Union>> {
        if let Some(known) = self.unions.get(name) {
            return known.clone();
        }
        let (declared, bound) = self.declared_union(name)?;
        if declared.template.is_some() && bound.is_none() {
            return None;
        }
        // It cannot hold itself.
        self.unions.insert(name.clone(), None);
        let members = self.union_members(&declared, &bound.unwrap_or_default());
        let (plain, align) = (declared.plain && !self.context.aligned, declared.align);
        let union = members.map(|members| Arc::new(Union { members, plain, align }));
        self.unions.insert(name.clone(), union.clone());
        union
    }

    fn union_members(
        &mut self,
        declared: &syntax::Record,
        bound: &Bound,
    ) -> Option<Vec<(Name, Type)>> {
        if !declared.whole {
            return None;
        }
        let span = Span { source: semantics::Source::new("", ""), bytes: 0..0 };
        let mut members = Vec::new();
        for (member, ty) in &declared.fields {
            let ty = self.apart(bound, &span, |s| s.ty(ty, &span)).ok()?;
            let element = ty.innermost();
            if element.is_dim3() {
                return None;
            }
            if let Type::Opaque(of) = element
                && self.declared_class(of).is_some()
                && self.record(of).is_none()
                && self.union(of).is_none()
            {
                return None;
            }
            members.push((member.clone(), ty));
        }
        Some(members)
    }

    /// Whether a type has numbers in it, and nothing else.
    fn is_of_numbers(&mut self, ty: &Type, depth: usize) -> bool {
        match ty {
            Type::Int(_) | Type::Bool | Type::Float(_) => true,
            Type::Array(of, Some(_)) => self.is_of_numbers(of, depth),
            Type::Opaque(name) if depth < super::class::DEEPEST_CLASS => {
                let members = match (self.record(name), self.union(name)) {
                    (Some(record), _) => record.fields.clone(),
                    (None, Some(union)) => union.members.clone(),
                    (None, None) => return false,
                };
                members.iter().all(|(_, ty)| self.is_of_numbers(ty, depth + 1))
            }
            _ => false,
        }
    }

    /// Whether a type is a union that is modelled.
    pub(super) fn is_union(&mut self, ty: &Type) -> bool {
        matches!(ty, Type::Opaque(name) if self.union(name).is_some())
    }

    /// Whether a type is a union that is modelled, or a structure that has one.
    fn has_union(&mut self, ty: &Type, depth: usize) -> bool {
        let Type::Opaque(name) = ty else { return false };
        if self.union(name).is_some() {
            return true;
        }
        let Some(record) = self.record(name).filter(|_| depth < super::class::DEEPEST_CLASS) else {
            return false;
        };
        record.fields.iter().any(|(_, ty)| self.has_union(ty, depth + 1))
    }

    /// Whether an expression names a variable of the thread, or a part of one.
    fn is_own(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Local(id) => !self.in_memory(*id),
            Kind::Member(of, _) => self.is_own(of),
            Kind::Call(Callee::Part(_), _) => true,
            _ => false,
        }
    }

    /// A member of a union; none where it is no union.
    pub(super) fn union_member(
        &mut self,
        base: &Expr,
        name: &Name,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Type::Opaque(of) = &base.ty else { return Ok(None) };
        let Some(union) = self.union(of) else { return Ok(None) };
        let Some((_, ty)) = union.members.iter().find(|(x, _)| x == name).cloned() else {
            return Ok(None);
        };
        if let Type::Opaque(of) = ty.innermost() {
            self.record(of);
        }
        if !self.is_own(base) {
            return Ok(Some(self.member_of(base.clone(), name, ty, span)));
        }
        if !self.is_of_numbers(&base.ty, 0) {
            return unsupported(Area::Class, span, format!("the member `{name}` of this union"));
        }
        Ok(Some(make(Kind::Call(Callee::Part(name.clone()), vec![base.clone()]), ty, span)))
    }

    /// Whether an expression names a part of a variable of the thread that is a union, or has one.
    fn is_around_union(&mut self, e: &syntax::Expr) -> Typed<bool> {
        let mut around = e;
        loop {
            around = match &around.kind {
                ExprKind::Member(base, _, Arrow::Dot) | ExprKind::Index(base, _) => base,
                ExprKind::Name(name) if !std::ptr::eq(around, e) => {
                    let Some(id) = self.variable(name)? else { return Ok(false) };
                    let ty = self.locals[id.0].ty.clone();
                    let has = !self.references.contains(&id) && self.has_union(&ty, 0);
                    return Ok(has && !self.in_memory(id));
                }
                _ => return Ok(false),
            };
        }
    }

    /// `u.x = e`, `u.x += e`, `u.x++`: the union holds something else then. None where the left side is no part of one.
    pub(super) fn assign_to_union(
        &mut self,
        op: Option<Binary>,
        place: &syntax::Expr,
        value: Option<&syntax::Expr>,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        if self.context.unions.is_empty() || !self.is_around_union(place)? {
            return Ok(None);
        }
        let read = self.value(place)?;
        let Some(union) = outermost(&read) else { return Ok(None) };
        if self.is_const(union) {
            return super::error(span, "this is `const`");
        }
        let (union, ty) = (union.clone(), union.ty.clone());
        let mut parts = vec![union.clone()];
        if let Some(value) = value {
            let value = self.value(value)?;
            parts.push(match op {
                None => self.implicit(value, &read.ty)?,
                Some(_) => value,
            });
        }
        let held = make(Kind::Call(Callee::Pure("a union".into()), parts), ty.clone(), span);
        let written = make(Kind::Assign(union.into(), held.into()), ty, span);
        let written = Stmt { kind: StmtKind::Expr(written), span: span.clone() };
        let ty = read.ty.clone();
        Ok(Some(make(Kind::Inline(vec![written], Some(read.into())), ty, span)))
    }
}

/// The union of which an expression names a part, that is in no other one.
fn outermost(e: &Expr) -> Option<&Expr> {
    let (mut part, mut found) = (e, None);
    loop {
        part = match &part.kind {
            Kind::Member(of, _) | Kind::Index(of, _) => of,
            Kind::Call(Callee::Part(_), parts) => {
                // An element, or a member of what then is found.
                found = parts.first();
                found?
            }
            _ => return found,
        };
    }
}
