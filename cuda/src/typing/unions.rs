//! Unions of numbers that are variables of a thread. What one holds is a value that is not modelled: it hangs on what it
//! held before, and on what is written to a member. [C++17, 12.3]

use super::{Typed, Typer, make, unsupported};
use crate::syntax::{self, Arrow, Binary, ExprKind};
use crate::typed::{Callee, Expr, Kind, LocalId, Stmt, StmtKind, Type};
use semantics::{Name, Span};

impl Typer<'_> {
    /// The members of a union that is modelled: numbers, and structures of them.
    fn union_fields(&mut self, name: &Name) -> Option<Vec<(Name, Type)>> {
        let declared = self.context.unions.get(name)?.clone();
        let span = Span { source: semantics::Source::new("", ""), bytes: 0..0 };
        let mut fields = Vec::new();
        for (member, ty) in &declared {
            let none = super::template::Bound::default();
            let ty = self.apart(&none, &span, |s| s.ty(ty, &span)).ok()?;
            if !self.is_of_numbers(&ty, 0) {
                return None;
            }
            fields.push((member.clone(), ty));
        }
        Some(fields)
    }

    /// Whether a type has numbers in it, and nothing else.
    fn is_of_numbers(&mut self, ty: &Type, depth: usize) -> bool {
        match ty {
            Type::Int(_) | Type::Bool | Type::Float(_) => true,
            Type::Array(of, Some(_)) => self.is_of_numbers(of, depth),
            Type::Opaque(name) if depth < super::class::DEEPEST_CLASS => {
                let Some(record) = self.record(name) else { return false };
                record.fields.iter().all(|(_, ty)| self.is_of_numbers(ty, depth + 1))
            }
            _ => false,
        }
    }

    /// Whether a type is a union that is modelled.
    pub(super) fn is_union(&mut self, ty: &Type) -> bool {
        matches!(ty, Type::Opaque(name) if self.union_fields(name).is_some())
    }

    /// What is read of a member of a union; none where it is no union.
    pub(super) fn union_member(
        &mut self,
        base: &Expr,
        name: &Name,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Type::Opaque(of) = &base.ty else { return Ok(None) };
        let Some(fields) = self.union_fields(of) else { return Ok(None) };
        let ty = match fields.into_iter().find(|(x, _)| x == name) {
            Some((_, ty)) => ty,
            None => return Ok(None),
        };
        let own = matches!(base.kind, Kind::Local(id) if !self.in_memory(id));
        if !own || matches!(ty, Type::Array(..)) {
            return unsupported(span, format!("the member `{name}` of this union"));
        }
        if let Type::Opaque(of) = &ty {
            self.record(of);
        }
        Ok(Some(make(Kind::Call(Callee::Part(name.clone()), vec![base.clone()]), ty, span)))
    }

    /// The variable of which an expression names a part: a union.
    fn union_around(&mut self, e: &syntax::Expr) -> Typed<Option<LocalId>> {
        let mut around = e;
        loop {
            around = match &around.kind {
                ExprKind::Member(base, _, Arrow::Dot) | ExprKind::Index(base, _) => base,
                ExprKind::Name(name) if !std::ptr::eq(around, e) => {
                    let Some(id) = self.variable(name)? else { return Ok(None) };
                    let ty = self.locals[id.0].ty.clone();
                    let is = !self.references.contains(&id) && self.is_union(&ty);
                    return Ok((is && !self.in_memory(id)).then_some(id));
                }
                _ => return Ok(None),
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
        if self.context.unions.is_empty() {
            return Ok(None);
        }
        let Some(id) = self.union_around(place)? else { return Ok(None) };
        let read = self.value(place)?;
        let ty = self.locals[id.0].ty.clone();
        let union = make(Kind::Local(id), ty.clone(), span);
        if self.immutable.contains(&id) || matches!(ty, Type::Const(_)) {
            return super::error(span, "this is `const`");
        }
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
