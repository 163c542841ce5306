//! Assignments. [C++17, 8.18]: the value is computed before the place.

use super::value::{At, Place, Value};
use super::{Compiled, Compiler, unsupported};
use crate::types::Type;
use cuda::Area;
use cuda::syntax::{Arrow, Binary, Expr, ExprKind, Step};
use semantics::Span;

/// What an assignment leaves behind: a place, and what it holds now.
pub(super) struct Assigned {
    pub place: Place,
    value: Value,
}

impl Assigned {
    /// The value of the assignment: memory is not read for it.
    pub fn value(self) -> Value {
        match self.place {
            Place::Registers { first, ty, .. } => Value::registers(ty, first),
            Place::Memory { .. } => self.value,
        }
    }
}

impl<'s> Compiler<'s> {
    /// `place = value`, or `place ⋆= value`.
    pub(super) fn assign(
        &mut self,
        op: Option<Binary>,
        place: &'s Expr,
        value: &'s Expr,
        span: &Span,
    ) -> Compiled<Assigned> {
        let at = &place.span.0;
        let value = self.value(value)?;
        let value = if self.has_effects(place) { self.hold(value, span)? } else { value };
        refuse_choice(place)?;
        let place = self.steady(place)?;
        let Some(op) = op else {
            let value = self.convert(value, place.ty(), span)?;
            self.write(&place, &value, at)?;
            return Ok(Assigned { place, value });
        };
        let old = self.read(place.clone(), at)?;
        let new = self.combine(op, old, value, span)?;
        let value = self.convert(new, place.ty(), span)?;
        self.write(&place, &value, at)?;
        Ok(Assigned { place, value })
    }

    /// `++place`
    pub(super) fn step(&mut self, step: Step, place: &'s Expr, span: &Span) -> Compiled<Assigned> {
        let at = &place.span.0;
        refuse_choice(place)?;
        let place = self.steady(place)?;
        let old = self.read(place.clone(), at)?;
        let value = self.stepped(step, &place, old, at, span)?;
        Ok(Assigned { place, value })
    }

    /// `place++`
    pub(super) fn postfix(&mut self, step: Step, place: &'s Expr, span: &Span) -> Compiled<Value> {
        let at = &place.span.0;
        refuse_choice(place)?;
        let place = self.steady(place)?;
        let old = self.read(place.clone(), at)?;
        let old = match place {
            Place::Registers { .. } => self.hold(old, span)?,
            Place::Memory { .. } => old,
        };
        self.stepped(step, &place, old.clone(), at, span)?;
        Ok(old)
    }

    fn stepped(
        &mut self,
        step: Step,
        place: &Place,
        old: Value,
        at: &Span,
        span: &Span,
    ) -> Compiled<Value> {
        let op = match step {
            Step::Up => Binary::Add,
            Step::Down => Binary::Sub,
        };
        if let Type::Record(_) = &old.ty {
            return unsupported(Area::Expression, span, format!("a step of a `{}`", old.ty));
        }
        let new = self.combine(op, old, Value::int(1), span)?;
        let new = self.convert(new, place.ty(), span)?;
        self.write(place, &new, at)?;
        Ok(new)
    }

    /// A place whose address later assignments do not change: `p = p->next` writes where `p` is,
    /// `(*p).x = …` where `p` pointed.
    fn steady(&mut self, e: &'s Expr) -> Compiled<Place> {
        let place = self.place(e)?;
        let span = &e.span.0;
        Ok(match place {
            Place::Memory { pointer: pointer @ At::Registers(_), bytes, ty } => {
                let pointer = Value { ty: Type::Void.pointer(), at: pointer };
                // The pointer is a variable's register only in `*p` and `p->x`.
                let pointer = match &e.kind {
                    cuda::syntax::ExprKind::Index(..) => pointer,
                    _ => self.hold(pointer, span)?,
                };
                Place::Memory { pointer: pointer.at, bytes, ty }
            }
            place => place,
        })
    }
}

/// Refuses one of two places, of which only the value is looked for.
fn refuse_choice(place: &Expr) -> Compiled<()> {
    match &place.kind {
        ExprKind::Conditional(..) => {
            unsupported(Area::Pointer, &place.span.0, "an assignment to one of two places")
        }
        ExprKind::Member(of, _, Arrow::Dot) => refuse_choice(of),
        ExprKind::Binary(Binary::Comma, _, last) => refuse_choice(last),
        _ => Ok(()),
    }
}
