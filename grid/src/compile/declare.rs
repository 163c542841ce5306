//! Declarations of variables.

use super::value::{Binding, Place, Value};
use super::{Compiled, Compiler, unsupported};
use crate::code::{Instr, Object};
use crate::pointer::{Pointer, Space};
use crate::types::Type;
use cuda::Area;
use cuda::resolve::Shape;
use cuda::syntax::{self, Init, Variable};
use semantics::Span;

/// Whether what a variable of this type holds may not be written.
fn is_const(ty: &syntax::Type) -> bool {
    match ty {
        syntax::Type::Const(_) => true,
        syntax::Type::Array(of, _) => is_const(of),
        _ => false,
    }
}

impl<'s> Compiler<'s> {
    /// The object of all `extern __shared__` arrays: the launch gives its size.
    pub(super) fn shared_of_unknown_size(&mut self) {
        let byte = Type::Scalar(crate::scalar::Scalar::U8);
        let name = "(dynamic)".into();
        let object = Object { name, ty: byte, size: None, initial: None, read_only: false };
        self.module.shared.push(object);
    }

    /// A `__shared__` variable.
    pub(super) fn shared(&mut self, variable: &'s Variable) -> Compiled<Binding> {
        let span = &variable.span.0;
        if let syntax::Type::Array(of, None) = &variable.ty {
            let of = self.ty(of, span)?;
            let names = &mut self.module.dynamic;
            if names.is_empty() {
                let dynamic = &mut self.module.shared[0];
                (dynamic.name, dynamic.ty) = (variable.name.clone(), of.clone());
            }
            names.push((variable.name.clone(), of.clone()));
            // Bounds are those of the object; the type only says that it decays.
            let ty = Type::Array(of.into(), u64::MAX);
            return Ok(Binding::Fixed { pointer: Pointer::to(Space::Shared, 0), ty });
        }
        let ty = self.ty(&variable.ty, span)?;
        let (name, size) = (variable.name.clone(), Some(ty.size()));
        let object = Object { name, ty: ty.clone(), size, initial: None, read_only: false };
        let pointer = self.new_object(Space::Shared, object, span)?;
        Ok(Binding::Fixed { pointer, ty })
    }

    /// `T x = e;` in a function.
    pub(super) fn declare(&mut self, variable: &'s Variable) -> Compiled<()> {
        let (name, span) = (&variable.name, &variable.span.0);
        let specifiers = variable.specifiers;
        if specifiers.element {
            self.refuse_other_ranges(variable)?;
        }
        if specifiers.shared {
            let binding = self.shared(variable)?;
            self.bind(name, binding);
            return Ok(());
        }
        if let Some(value) = self.constant_variable(variable)? {
            self.bind(name, Binding::Constant(value));
            return Ok(());
        }
        if specifiers.statical && (specifiers.immutable || is_const(&variable.ty)) {
            // One for all threads, since nobody writes it.
            let binding = self.file_binding(variable)?;
            self.bind(name, binding);
            return Ok(());
        }
        if specifiers.statical {
            return unsupported(Area::Memory, span, "a variable that is `static`");
        }
        if self.reference(variable)? {
            return Ok(());
        }
        let ty = match (&variable.ty, &variable.init) {
            (syntax::Type::Auto, Some(Init::Expr(e))) => self.type_of(e)?.decayed(),
            _ => self.variable_type(variable)?,
        };
        let whole = matches!(ty, Type::Record(_)) && variable.init.is_some();
        if super::ty::has_constructed(&ty) && !whole {
            return unsupported(Area::Initializer, span, "a `dim3` that is made without a value");
        }
        if self.is_constructed(&ty) && self.declare_constructed(variable, &ty)? {
            return Ok(());
        }
        if let Type::Opaque(class) = ty.clone() {
            let of_toolkit = |r: &syntax::Record| r.name == class && r.of_toolkit;
            let known =
                self.file.opaque.contains(&class) || self.file.records.iter().any(of_toolkit);
            if !known {
                // It may have a destructor, or members that are not read.
                let what = format!("a variable of the class `{class}`, of which not all is read,");
                return unsupported(Area::Class, span, what);
            }
            // A group of threads has no value.
            self.bind(name, Binding::Registers { first: 0, flags: None, ty });
            return Ok(());
        }
        if self.body.taken.has(name, &ty) {
            return self.declare_in_memory(variable, ty);
        }
        self.declare_in_registers(variable, ty)
    }

    /// Refuses a loop over what is no array.
    fn refuse_other_ranges(&mut self, variable: &'s Variable) -> Compiled<()> {
        if let Some(Init::Expr(e)) = &variable.init
            && let syntax::ExprKind::Index(range, _) = &e.kind
            && let Type::Array(..) = self.type_of(range)?
        {
            return Ok(());
        }
        let what = "a loop over a range that is no array";
        unsupported(Area::Statement, &variable.span.0, what)
    }

    /// `T &x = e;`
    fn reference(&mut self, variable: &'s Variable) -> Compiled<bool> {
        let span = &variable.span.0;
        let Some(mut inner) = variable.ty.referent() else { return Ok(false) };
        let Some(e) = variable.init.as_ref().and_then(Init::only) else {
            return unsupported(Area::Pointer, span, "a reference to this");
        };
        while let syntax::Type::Const(of) | syntax::Type::Volatile(of) = inner {
            inner = of;
        }
        let place = self.place(e)?;
        let ty = match inner {
            syntax::Type::Auto => place.ty().clone(),
            ty => self.ty(ty, span)?,
        };
        if !matches!(place, Place::Memory { .. }) || *place.ty() != ty {
            return unsupported(Area::Pointer, span, "a reference to this");
        }
        let address = self.address(place, span)?;
        let pointer = self.allocate(1, span)?;
        self.put_into(pointer, &address, span)?;
        self.bind(&variable.name, Binding::Reference { pointer, ty });
        Ok(true)
    }

    fn declare_in_memory(&mut self, variable: &'s Variable, ty: Type) -> Compiled<()> {
        let span = &variable.span.0;
        let object = self.object(&variable.name, &ty, span)?;
        let binding = Binding::Object { object, ty: ty.clone() };
        self.bind(&variable.name, binding.clone());
        self.emit(Instr::Fresh { object }, span)?;
        let Some(init) = &variable.init else { return Ok(()) };
        self.freeing(|c| {
            let place = c.bound(binding, span)?;
            let Place::Memory { pointer, .. } = place else { return Ok(()) };
            let at = |bytes: u64, ty: Type| Place::Memory { pointer, bytes: bytes as i64, ty };
            let values = c.initial_values(&ty, init, span)?;
            if !matches!(init, Init::Expr(_)) {
                c.emit(Instr::Zero { object }, span)?;
            }
            for (offset, ty, e) in values {
                c.freeing(|c| {
                    let value = c.value(e)?;
                    let value = c.convert(value, &ty, &e.span.0)?;
                    c.write(&at(offset, ty), &value, span)
                })?;
            }
            Ok(())
        })
    }

    fn declare_in_registers(&mut self, variable: &'s Variable, ty: Type) -> Compiled<()> {
        let span = &variable.span.0;
        let width = self.width(&ty, span)?;
        let first = self.allocate(width, span)?;
        let flags = match &variable.init {
            None => Some(self.allocate(width, span)?),
            Some(_) => None,
        };
        let place = Place::Registers { first, flags: None, ty: ty.clone() };
        // In scope in its own initializer, as in C++.
        self.bind(&variable.name, Binding::Registers { first, flags, ty: ty.clone() });
        match &variable.init {
            None => {
                for n in 0..width {
                    self.put_into(first + n, &Value::int(0), span)?;
                    let flag = first + width + n;
                    self.put_into(flag, &Value::int(1), span)?;
                }
            }
            Some(Init::Expr(e)) => self.freeing(|c| {
                let value = c.value(e)?;
                let value = c.convert(value, &ty, &e.span.0)?;
                c.write(&place, &value, span)
            })?,
            Some(init) => self.initialize_members(first, &ty, init, span)?,
        }
        Ok(())
    }

    /// `T x = {…};`, what is left out being 0.
    fn initialize_members(
        &mut self,
        first: u16,
        ty: &Type,
        init: &'s Init,
        span: &Span,
    ) -> Compiled<()> {
        let values = self.initial_values(ty, init, span)?;
        let leaves = ty.leaves();
        let ones = matches!(ty, Type::Record(r) if r.name.as_str() == "dim3");
        for n in 0..leaves.len() {
            let rest = Value::int(i32::from(ones));
            self.put_into(first + n as u16, &rest, span)?;
        }
        for (offset, ty, e) in values {
            let n = leaves.iter().position(|leaf| leaf.offset == offset).unwrap_or(0);
            self.freeing(|c| {
                let value = c.value(e)?;
                let value = c.convert(value, &ty, &e.span.0)?;
                c.put_into(first + n as u16, &value, span)
            })?;
        }
        Ok(())
    }
}
