//! Constant expressions: those that compile to no instruction. And the names of a file.

use super::template::Bindings;
use super::value::{At, Binding, Value};
use super::{Compiled, Compiler, unsupported};
use crate::code::Object;
use crate::pointer::{MOST_OBJECTS, Pointer, Space};
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::resolve::Enumerators;
use cuda::resolve::enumeration::is_wide;
use cuda::syntax::{Expr, Init, Item, Variable};
use num_traits::ToPrimitive;
use semantics::{Name, Number, Span};
use std::sync::Arc;

/// The shared memory of a block, in bytes: more than any device has.
const MOST_SHARED: u64 = 1 << 20;
/// The variables of a file, in bytes.
const MOST_GLOBAL: u64 = 1 << 30;

/// An enumeration whose type hangs on the numbers that it has.
pub(super) const WIDE: &str = "an enumeration whose numbers no `int` holds";

impl<'s> Compiler<'s> {
    /// The value of a constant expression; nothing where it is none.
    pub(super) fn constant(&mut self, e: &'s Expr) -> Compiled<Option<(Scalar, u64)>> {
        if let Some(known) = self.known.value(e) {
            return Ok(known);
        }
        let start = self.mark();
        let value = self.value(e);
        let pure = self.mark().code == start.code && self.mark().functions == start.functions;
        self.forget(start);
        let value = value?;
        let found = match (value.at, value.ty.scalar()) {
            (At::Known(register), Some(scalar)) if pure => Some((scalar, register)),
            _ => None,
        };
        self.known.set_value(e, found);
        Ok(found)
    }

    /// The enumerators of the file, each one more than the one before it.
    pub(super) fn enumerators(&mut self) -> Compiled<()> {
        let file = self.file;
        self.enumerate(&file.items, None)
    }

    /// Binds enumerators, in the scope at hand where there is one.
    pub(super) fn enumerate(&mut self, items: &'s [Item], scope: Option<()>) -> Compiled<()> {
        let mut numbers = Enumerators::default();
        let mut known: Vec<Name> = Vec::new();
        let mut wide = false;
        for item in items {
            let Item::Enumerator { name, value, first, ty, fixed, span } = item else { continue };
            if *first {
                wide = false;
                known.clear();
            }
            let own = match (value, scope) {
                (None, _) => None,
                (Some(value), Some(())) => Some(self.constant(value)?),
                // An enumerator that is not used need not be understood.
                (Some(value), None) => Some(self.constant(value).unwrap_or(None)),
            };
            let integer = |(scalar, register): (Scalar, u64)| {
                scalar.is_integer().then(|| scalar.integer(register).into())
            };
            let n = numbers.number(*first, own.map(|own| own.and_then(integer)));
            let Some(n) = n.and_then(|n: Number| n.to_i128()) else {
                match scope {
                    Some(()) => {
                        return unsupported(Area::Constant, &span.0, "this enumerator");
                    }
                    None => continue,
                }
            };
            let numbers = if *fixed { self.ty(ty, &span.0)?.scalar() } else { None };
            let scalar = numbers.unwrap_or(Scalar::I32);
            wide |= match numbers {
                Some(scalar) => scalar.integer(scalar.wrap(n)) != n,
                None => is_wide(&n.into()),
            };
            if scope.is_some() && wide {
                return unsupported(Area::Type, &span.0, WIDE);
            }
            if let (true, cuda::syntax::Type::Distinct(enumeration, _)) = (wide, ty) {
                self.wide.insert(enumeration.clone());
            }
            if wide {
                // The others have that type, too.
                known.drain(..).for_each(|name| drop(self.names.remove(&name)));
            }
            if scope.is_none() && (wide || self.file.ambiguous.contains(name)) {
                continue;
            }
            known.push(name.clone());
            let binding = Binding::Constant(Value::known(scalar, scalar.wrap(n)));
            match scope {
                Some(()) => self.bind(name, binding),
                None => drop(self.names.insert(name.clone(), binding)),
            }
        }
        Ok(())
    }

    /// What a name of the file stands for.
    pub(super) fn file_name(&mut self, name: &Name) -> Compiled<Option<Binding>> {
        if let Some(binding) = self.names.get(name) {
            return Ok(Some(binding.clone()));
        }
        let Some(variable) = self.file_variable(name) else { return Ok(None) };
        if self.open_variables.contains(name) {
            return unsupported(
                Area::Constant,
                &variable.span.0,
                format!("`{name}`, which is made of itself,"),
            );
        }
        self.open_variables.push(name.clone());
        let binding = self.under(&Bindings::default(), |c| c.file_binding(variable));
        self.open_variables.pop();
        let binding = binding?;
        self.names.insert(name.clone(), binding.clone());
        Ok(Some(binding))
    }

    /// The memory that a variable of the file is, or one that is as good as that.
    pub(super) fn file_binding(&mut self, variable: &'s Variable) -> Compiled<Binding> {
        let span = &variable.span.0;
        let specifiers = variable.specifiers;
        if specifiers.shared {
            return self.shared(variable);
        }
        if let Some(value) = self.constant_variable(variable)? {
            return Ok(Binding::Constant(value));
        }
        let ty = self.variable_type(variable)?;
        if self.is_constructed(&ty) && (variable.init.is_some() || !self.is_made_of_nothing(&ty)) {
            let what = format!("a variable of the file that is a `{ty}`, which has constructors,");
            return unsupported(Area::Class, span, what);
        }
        let initial = match &variable.init {
            None => Vec::new(),
            Some(init) => self.constant_initializer(&ty, init, span)?,
        };
        let object = Object {
            name: variable.name.clone(),
            size: Some(ty.size()),
            ty: ty.clone(),
            initial: Some(initial),
            read_only: specifiers.constant || specifiers.immutable,
        };
        let pointer = self.new_object(Space::Global, object, span)?;
        Ok(Binding::Fixed { pointer, ty })
    }

    /// Adds a variable of the grid or of the block.
    pub(super) fn new_object(
        &mut self,
        space: Space,
        object: Object,
        span: &Span,
    ) -> Compiled<Pointer> {
        let (objects, most) = match space {
            Space::Shared => (&mut self.module.shared, MOST_SHARED),
            _ => (&mut self.module.globals, MOST_GLOBAL),
        };
        objects.push(object);
        let all = objects.iter().fold(0u64, |n, o| n.saturating_add(o.size.unwrap_or(0)));
        if all > most || objects.len() > MOST_OBJECTS {
            return unsupported(Area::Limit, span, format!("{} memory of this size", space.name()));
        }
        Ok(Pointer::to(space, objects.len() as u32 - 1))
    }

    /// The value of a `const` number whose initializer is constant. `__constant__` memory is
    /// written by the host.
    pub(super) fn constant_variable(&mut self, variable: &'s Variable) -> Compiled<Option<Value>> {
        let specifiers = variable.specifiers;
        if !specifiers.immutable || specifiers.constant || self.body.taken.mentions(&variable.name)
        {
            return Ok(None);
        }
        let Some(e) = variable.init.as_ref().and_then(Init::only) else { return Ok(None) };
        let wanted = match &variable.ty {
            cuda::syntax::Type::Auto => None,
            ty => match self.ty(ty, &variable.span.0)?.scalar() {
                Some(Scalar::Pointer) | None => return Ok(None),
                scalar => scalar,
            },
        };
        let Some((from, register)) = self.constant(e)? else { return Ok(None) };
        let to = wanted.unwrap_or(from);
        let given = register;
        let (register, fault) = crate::arithmetic::convert(from, to, given);
        if let cuda::syntax::Type::Distinct(..) = variable.ty
            && from.is_integer()
            && from.integer(given) != to.integer(register)
        {
            return unsupported(Area::Type, &variable.span.0, WIDE);
        }
        Ok(fault.is_none().then(|| Value::known(to, register)))
    }

    /// The type of a variable; a missing array size is that of its initializer.
    pub(super) fn variable_type(&mut self, variable: &'s Variable) -> Compiled<Type> {
        let span = &variable.span.0;
        match (&variable.ty, &variable.init) {
            (cuda::syntax::Type::Array(of, None), Some(Init::List(list))) => {
                let of = self.ty(of, span)?;
                Ok(Type::Array(Arc::new(of), list.len() as u64))
            }
            (ty, _) => self.ty(ty, span),
        }
    }

    /// What an initializer of the file puts where.
    fn constant_initializer(
        &mut self,
        ty: &Type,
        init: &'s Init,
        span: &Span,
    ) -> Compiled<Vec<(u64, Scalar, u64)>> {
        let mut found = Vec::new();
        for (offset, leaf, e) in self.initial_values(ty, init, span)? {
            let Some(to) = leaf.scalar() else {
                return unsupported(Area::Initializer, &e.span.0, "this initializer");
            };
            match self.constant(e)? {
                Some((from, register)) => {
                    let (register, fault) = crate::arithmetic::convert(from, to, register);
                    if fault.is_some() {
                        return unsupported(
                            Area::Initializer,
                            &e.span.0,
                            "an initializer out of range",
                        );
                    }
                    found.push((offset, to, register));
                }
                None => {
                    return unsupported(
                        Area::Constant,
                        &e.span.0,
                        "an initializer that is no constant",
                    );
                }
            }
        }
        Ok(found)
    }
}
