//! Places: names, elements, members, what pointers point to.

use super::value::{At, Binding, Called, Place, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::code::{Instr, Reg};
use crate::pointer::Pointer;
use crate::types::Type;
use cuda::Area;
use cuda::syntax::{Arrow, Binary, Expr, ExprKind, Unary};
use semantics::{Name, Span};

impl<'s> Compiler<'s> {
    /// The place that an expression names; the value of one that names none, in new registers.
    pub(super) fn place(&mut self, e: &'s Expr) -> Compiled<Place> {
        let span = &e.span.0;
        self.refuse_defined(e)?;
        match self.called(e)? {
            Some(Called::Value(value)) => return self.place_of(value, span),
            Some(Called::Place(place)) => return Ok(place),
            None => {}
        }
        match &e.kind {
            ExprKind::Name(name) => {
                if let Some(binding) = self.binding(name, span)?
                    && !matches!(binding, Binding::Constant(_))
                {
                    return self.bound(binding, span);
                }
                self.value_place(e)
            }
            ExprKind::Scoped(class, name) => {
                let binding = self.static_member(class, name, span)?;
                self.bound(binding, span)
            }
            ExprKind::Index(base, index) => self.element(base, index, span),
            ExprKind::Unary(Unary::Dereference, pointer) => {
                let pointer = self.value(pointer)?;
                self.pointed(pointer, span)
            }
            ExprKind::Member(base, name, Arrow::Dot) => {
                let base = self.place(base)?;
                self.member(base, name, span)
            }
            ExprKind::Member(base, name, Arrow::Arrow) => {
                let base = self.value(base)?;
                let base = self.pointed(base, span)?;
                self.member(base, name, span)
            }
            ExprKind::Assign(op, place, value) => {
                self.assign(*op, place, value, span).map(|done| done.place)
            }
            ExprKind::Unary(Unary::Step(step), place) => {
                self.step(*step, place, span).map(|done| done.place)
            }
            ExprKind::Binary(Binary::Comma, first, second) => {
                self.discard(first)?;
                self.place(second)
            }
            _ => self.value_place(e),
        }
    }

    fn value_place(&mut self, e: &'s Expr) -> Compiled<Place> {
        let value = self.rvalue(e)?;
        self.place_of(value, &e.span.0)
    }

    fn place_of(&mut self, value: Value, span: &Span) -> Compiled<Place> {
        let first = match value.ty {
            Type::Void => 0,
            _ => self.register(&value, span)?,
        };
        Ok(Place::Registers { first, flags: None, ty: value.ty })
    }

    /// What a name stands for, in the function or in the file.
    pub(super) fn binding(&mut self, name: &Name, span: &Span) -> Compiled<Option<Binding>> {
        if let Some(binding) = self.local(name) {
            return Ok(Some(binding.clone()));
        }
        let found = self.file_name(name)?;
        if let Some(Binding::Fixed { ty: Type::Opaque(ty), .. }) = &found {
            return unsupported(Area::Type, span, format!("a variable of the type `{ty}`"));
        }
        Ok(found)
    }

    pub(super) fn bound(&mut self, binding: Binding, span: &Span) -> Compiled<Place> {
        Ok(match binding {
            Binding::Constant(value) => {
                let first = self.register(&value, span)?;
                Place::Registers { first, flags: None, ty: value.ty }
            }
            Binding::Registers { first, flags, ty } => Place::Registers { first, flags, ty },
            Binding::Object { object, ty } => {
                let d = self.allocate(1, span)?;
                self.emit(Instr::Address { d, object }, span)?;
                Place::Memory { pointer: At::Registers(d), bytes: 0, ty }
            }
            Binding::Function(_) => {
                return unsupported(Area::Call, span, "a pointer to a function");
            }
            Binding::Fixed { pointer, ty } => {
                Place::Memory { pointer: At::Known(pointer.0), bytes: 0, ty }
            }
            Binding::Reference { pointer, ty } => {
                Place::Memory { pointer: At::Registers(pointer), bytes: 0, ty }
            }
        })
    }

    /// What a pointer points to.
    pub(super) fn pointed(&mut self, pointer: Value, span: &Span) -> Compiled<Place> {
        if let Type::Record(_) = &pointer.ty {
            return unsupported(Area::Expression, span, format!("`*` on a `{}`", pointer.ty));
        }
        let Type::Pointer(to) = &pointer.ty else {
            return error(span, format!("`{}` points to nothing", pointer.ty));
        };
        let ty = self.complete(to, span)?;
        Ok(Place::Memory { pointer: pointer.at, bytes: 0, ty })
    }

    fn element(&mut self, base: &'s Expr, index: &'s Expr, span: &Span) -> Compiled<Place> {
        let base = self.place(base)?;
        let (mut base, element) = if let Place::Memory { ty: Type::Array(of, _), .. } = &base {
            let of = self.complete(of, span)?;
            (base, of)
        } else {
            let value = self.read(base, span)?;
            let value = if self.has_effects(index) { self.hold(value, span)? } else { value };
            if let Type::Record(_) | Type::Opaque(_) = &value.ty {
                return unsupported(Area::Expression, span, format!("`[]` on a `{}`", value.ty));
            }
            if value.ty.pointee().is_none() {
                let pointer = self.value(index)?;
                let pointer = self.moved(pointer, value, span)?;
                return self.pointed(pointer, span);
            }
            let place = self.pointed(value, span)?;
            let of = place.ty().clone();
            (place, of)
        };
        let index = self.value(index)?;
        if !index.ty.scalar().is_some_and(crate::scalar::Scalar::is_integer) {
            return error(span, format!("an index of type `{}`", index.ty));
        }
        let Place::Memory { pointer, bytes, ty } = &mut base else {
            return error(span, "this has no elements");
        };
        let size = element.size() as i64;
        if let At::Known(known) = index.at {
            *bytes = (known as i64).saturating_mul(size).saturating_add(*bytes);
        } else {
            let p = self.register_of(*pointer, span)?;
            let i = self.register(&index, span)?;
            let d = self.allocate(1, span)?;
            let Ok(size) = i32::try_from(size) else {
                return unsupported(Area::Limit, span, "elements of this size");
            };
            self.emit(Instr::Offset { d, p, i, size }, span)?;
            *pointer = At::Registers(d);
        }
        *ty = element;
        Ok(base)
    }

    /// The part of this number of a variable, which has so many.
    pub(super) fn part(
        &mut self,
        of: &'s Expr,
        n: usize,
        count: usize,
        span: &Span,
    ) -> Compiled<Place> {
        let whole = self.place(of)?;
        let ty = self.complete(whole.ty(), span)?;
        let name = match &ty {
            Type::Record(record) if record.fields.len() == count => {
                record.fields.get(n).map(|field| field.name.clone())
            }
            _ => None,
        };
        match name {
            Some(name) => self.member(whole, &name, span),
            None => unsupported(Area::Expression, span, format!("the parts of a `{ty}`")),
        }
    }

    /// A member of a structure.
    fn member(&mut self, base: Place, name: &Name, span: &Span) -> Compiled<Place> {
        let of = self.complete(base.ty(), span)?;
        let Type::Record(record) = &of else {
            return error(span, format!("`{of}` has no members"));
        };
        let Some(field) = record.field(name) else {
            let Some(around) = record.around(name) else {
                let class = self.class_of_name(&record.name);
                if let Some(binding) = self.static_of(&class, name, span)? {
                    return self.bound(binding, span);
                }
                return unsupported(
                    Area::Expression,
                    span,
                    format!("the member `{name}` of `{of}`"),
                );
            };
            let base = self.member(base, &around.name, span)?;
            return self.member(base, name, span);
        };
        Ok(match base {
            Place::Registers { .. } if record.union => {
                return unsupported(
                    Area::Expression,
                    span,
                    format!("a member of a `{of}` that is no variable"),
                );
            }
            Place::Memory { pointer, bytes, .. } => Place::Memory {
                pointer,
                bytes: bytes.saturating_add(field.offset as i64),
                ty: field.ty.clone(),
            },
            Place::Registers { first, flags, .. } => {
                let before = record.fields.iter().take_while(|f| f.name != *name);
                let skipped = before.map(|f| f.ty.width()).sum::<u64>() as Reg;
                Place::Registers {
                    first: first + skipped,
                    flags: flags.map(|flags| flags + skipped),
                    ty: field.ty.clone(),
                }
            }
        })
    }

    /// What a place holds; an array decays to a pointer.
    pub(super) fn read(&mut self, place: Place, span: &Span) -> Compiled<Value> {
        match place {
            Place::Registers { first, flags, ty } => {
                if let Some(flags) = flags {
                    // The copy of a structure reads each member, as C++ has it.
                    for n in 0..self.width(&ty, span)? {
                        self.emit(Instr::Initialized { flag: flags + n }, span)?;
                    }
                }
                Ok(Value::registers(ty, first))
            }
            Place::Memory { pointer, bytes, ty: Type::Array(of, _) } => {
                let at = self.advanced(pointer, bytes, span)?;
                Ok(Value { ty: Type::Pointer(of), at })
            }
            Place::Memory { pointer, bytes, ty } => {
                let width = self.width(&ty, span)?;
                let p = self.register_of(pointer, span)?;
                self.ask_alignment(p, bytes, &ty, span)?;
                let first = self.allocate(width, span)?;
                for (n, leaf) in ty.leaves().into_iter().enumerate() {
                    let d = first + n as Reg;
                    let (p, bytes) = self.near(p, bytes, leaf.offset, span)?;
                    self.emit(Instr::Load { d, p, bytes, at: leaf.scalar }, span)?;
                }
                Ok(Value::registers(ty, first))
            }
        }
    }

    /// Writes a value of the place's type.
    pub(super) fn write(&mut self, place: &Place, value: &Value, span: &Span) -> Compiled<()> {
        match place {
            Place::Registers { first, flags, ty } => {
                self.put_into(*first, value, span)?;
                if let Some(flags) = flags {
                    let zero = Value::int(0);
                    for n in 0..self.width(ty, span)? {
                        self.put_into(flags + n, &zero, span)?;
                    }
                }
                Ok(())
            }
            Place::Memory { pointer, bytes, ty } => {
                let p = self.register_of(*pointer, span)?;
                self.ask_alignment(p, *bytes, ty, span)?;
                let first = self.register(value, span)?;
                for (n, leaf) in ty.leaves().into_iter().enumerate() {
                    let (p, bytes) = self.near(p, *bytes, leaf.offset, span)?;
                    let a = first + n as Reg;
                    self.emit(Instr::Store { a, p, bytes, at: leaf.scalar }, span)?;
                }
                Ok(())
            }
        }
    }

    /// A vector, or a structure, may have to be aligned more than each scalar in it is.
    fn ask_alignment(&mut self, p: Reg, bytes: i64, ty: &Type, span: &Span) -> Compiled<()> {
        let of_leaves = ty.leaves().iter().map(|leaf| u64::from(leaf.scalar.size())).max();
        let align = ty.layout().align;
        if of_leaves.is_none_or(|of_leaves| align <= of_leaves) {
            return Ok(());
        }
        let (p, bytes) = self.near(p, bytes, 0, span)?;
        let to = u32::try_from(align).unwrap_or(u32::MAX);
        self.emit(Instr::Aligned { p, bytes, to }, span)
    }

    /// A pointer and a distance that an instruction can hold.
    fn near(&mut self, p: Reg, bytes: i64, leaf: u64, span: &Span) -> Compiled<(Reg, i32)> {
        let total = bytes.saturating_add(leaf as i64);
        if let Ok(bytes) = i32::try_from(total) {
            return Ok((p, bytes));
        }
        let i = self.constant_register(total as u64, span)?;
        let d = self.allocate(1, span)?;
        self.emit(Instr::Offset { d, p, i, size: 1 }, span)?;
        Ok((d, 0))
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: Place, span: &Span) -> Compiled<Value> {
        match place {
            Place::Memory { pointer, bytes, ty } => {
                Ok(Value { ty: ty.pointer(), at: self.advanced(pointer, bytes, span)? })
            }
            Place::Registers { .. } => unsupported(Area::Pointer, span, "the address of this"),
        }
    }

    fn advanced(&mut self, pointer: At, bytes: i64, span: &Span) -> Compiled<At> {
        Ok(match (pointer, i32::try_from(bytes)) {
            (At::Known(known), _) => At::Known(Pointer(known).plus(bytes).0),
            (pointer, Ok(0)) => pointer,
            (At::Registers(p), Ok(bytes)) => {
                let d = self.allocate(1, span)?;
                self.emit(Instr::Advance { d, p, bytes }, span)?;
                At::Registers(d)
            }
            (At::Registers(p), Err(_)) => At::Registers(self.near(p, bytes, 0, span)?.0),
        })
    }

    pub(super) fn register_of(&mut self, at: At, span: &Span) -> Compiled<Reg> {
        match at {
            At::Registers(register) => Ok(register),
            At::Known(known) => self.constant_register(known, span),
        }
    }
}
