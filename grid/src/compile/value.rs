//! What expressions and names stand for while a function is compiled.

use super::{Compiled, Compiler, unsupported};
use crate::code::Reg;
use crate::pointer::Pointer;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use semantics::{Name, Span};

/// A value of more scalars than this is not kept in registers.
pub(super) const WIDEST: u64 = 512;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub ty: Type,
    pub at: At,
}

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum At {
    /// A scalar that is known.
    Known(u64),
    /// In registers, one for each scalar, this one first. They may be those of a variable.
    Registers(Reg),
}

impl Value {
    pub fn known(scalar: Scalar, register: u64) -> Value {
        Value { ty: Type::Scalar(scalar), at: At::Known(register) }
    }

    pub fn int(n: i32) -> Value {
        Value::known(Scalar::I32, n as u64)
    }

    pub fn registers(ty: Type, first: Reg) -> Value {
        Value { ty, at: At::Registers(first) }
    }

    pub fn void() -> Value {
        Value { ty: Type::Void, at: At::Known(0) }
    }

    pub fn null() -> Value {
        Value { ty: Type::Void.pointer(), at: At::Known(Pointer::NULL.0) }
    }
}

/// Where an object is that can be written.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// In registers. The flags, where there are any, say of each scalar whether it is not
    /// initialized.
    Registers { first: Reg, flags: Option<Reg>, ty: Type },
    /// So many bytes after a pointer.
    Memory { pointer: At, bytes: i64, ty: Type },
}

impl Place {
    pub fn ty(&self) -> &Type {
        match self {
            Place::Registers { ty, .. } | Place::Memory { ty, .. } => ty,
        }
    }
}

/// What a call is.
#[derive(Clone, Debug)]
pub(super) enum Called {
    /// A value.
    Value(Value),
    /// Of a function that returns a reference: what that refers to.
    Place(Place),
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A constant.
    Constant(Value),
    /// A variable in registers.
    Registers { first: Reg, flags: Option<Reg>, ty: Type },
    /// A variable of the function that is in memory.
    Object { object: u16, ty: Type },
    /// A variable of the grid or of the block.
    Fixed { pointer: Pointer, ty: Type },
    /// A reference: a register with a pointer.
    Reference { pointer: Reg, ty: Type },
    /// A function of the file that a template is given.
    Function(Name),
}

impl<'s> Compiler<'s> {
    /// How many registers a value of the type takes.
    pub(super) fn width(&self, ty: &Type, span: &Span) -> Compiled<u16> {
        match ty.width() {
            n if n <= WIDEST => Ok(n as u16),
            _ => unsupported(
                Area::Limit,
                span,
                format!("a value of the type `{ty}`, which is large,"),
            ),
        }
    }
}
