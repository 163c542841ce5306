//! `memcpy` of a known number of bytes: the members that it touches, one after the other. A member
//! of which only the first bytes are copied counts as a whole; so every access to it that there is
//! has its first byte, and two of them meet where they do in bytes.

use super::environment::{Pointer, Value};
use super::place::Place;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::{literal, num};
use crate::typed::{Expr, Kind, Sign, Type};
use crate::unsupported::Unsupported;
use std::sync::Arc;

/// How many bytes one `memcpy` may copy.
const MOST_BYTES: u64 = 4096;

impl Lowering<'_> {
    /// `memcpy(to, from, bytes)`.
    pub(super) fn copy(
        &mut self,
        to: &Expr,
        from: &Expr,
        bytes: &Expr,
        e: &Expr,
    ) -> Lowered<Value> {
        let number = self.number(bytes)?;
        let bytes = literal(&number)
            .and_then(|n| u64::try_from(n).ok())
            .filter(|n| *n <= MOST_BYTES)
            .ok_or_else(|| {
                Unsupported::new(
                    Area::Memory,
                    "a copy of a number of bytes that is not known",
                    &bytes.span,
                )
            })?;
        let (to_value, from_value) = (self.value(to)?, self.value(from)?);
        self.touch(bytes, from, from_value, false, e)?;
        self.touch(bytes, to, to_value, true, e)?;
        Ok(Value::Void)
    }

    /// Reads, or writes, what stands in these bytes.
    fn touch(
        &mut self,
        bytes: u64,
        at: &Expr,
        start: Value,
        writes: bool,
        e: &Expr,
    ) -> Lowered<()> {
        let refused = || Unsupported::new(Area::Memory, "a copy from or to this", &at.span);
        let (Type::Pointer(of) | Type::Array(of, _)) = &at.ty else { return Err(refused()) };
        let of = of.unqualified();
        let p = match &start {
            Value::Either(c, a, b) => {
                let part = |s: &mut Self, start: &Value| {
                    s.touch(bytes, at, start.clone(), writes, e).map(|()| Value::Void)
                };
                let done = self.branch(Arc::clone(c), &|s| part(s, a), &|s| part(s, b), &e.span);
                return done.map(drop);
            }
            Value::Pointer(p) => p,
            // The thread's own: what it holds is not followed from here on.
            Value::OwnArray(_) => return Ok(()),
            Value::Address(id, _) => {
                if writes {
                    let lost =
                        self.lost(&self.given.kernel.locals[id.0].ty, "what is copied into it");
                    self.write_local(*id, lost);
                }
                return Ok(());
            }
            _ => return Err(refused()),
        };
        if p.step.is_some() {
            return self.touch_bytes(bytes, p.clone(), &of, writes, e);
        }
        if p.part || of == Type::Void {
            self.flatten(p);
            return Err(refused());
        }
        let size = self.layout(&of).map(|layout| layout.size).filter(|size| *size > 0);
        let size = size.ok_or_else(refused)?;
        let pointer =
            Expr { kind: Kind::Opaque, ty: Type::Pointer(of.clone().into()), span: e.span.clone() };
        for n in 0..bytes.div_ceil(size) {
            let moved = self.offset(start.clone(), num(n), Sign::Plus, &pointer)?;
            let Value::Pointer(moved) = moved else { return Err(refused()) };
            let left = bytes - n * size;
            self.touch_element(Place::Element(moved), &of, left, writes, e)?;
        }
        Ok(())
    }

    /// Reads, or writes, some bytes of memory that is used at several types.
    fn touch_bytes(
        &mut self,
        bytes: u64,
        p: Pointer,
        of: &Type,
        writes: bool,
        e: &Expr,
    ) -> Lowered<()> {
        if bytes == 0 {
            return Ok(());
        }
        let align = self.layout(of).map_or(1, |layout| layout.align);
        let cells = self.bytes(&p, bytes, align, &e.span)?;
        match writes {
            true => self.store_cells(&p, cells.indices, e),
            false => self.load_bytes(&p, cells, e),
        }
    }

    /// Reads, or writes, the members of one element that begin in its first bytes.
    fn touch_element(
        &mut self,
        place: Place,
        ty: &Type,
        bytes: u64,
        writes: bool,
        e: &Expr,
    ) -> Lowered<()> {
        let part = Expr { kind: Kind::Opaque, ty: ty.clone(), span: e.span.clone() };
        let Some(record) = self.element_record(ty) else {
            return match writes {
                true => self.store(place, Value::Opaque(None), &part),
                false => self.load(place, None, &part).map(|_| ()),
            };
        };
        let Place::Element(p) = place else { return Ok(()) };
        let of = ty;
        for (name, ty) in &record.fields {
            let at = self.before_member(of, name).ok_or_else(|| {
                Unsupported::new(Area::Memory, format!("a copy of a `{ty}`"), &e.span)
            })?;
            if at < bytes {
                let member = Place::Element(super::place::member(p.clone(), name, ty));
                self.touch_element(member, ty, bytes - at, writes, e)?;
            }
        }
        Ok(())
    }
}
