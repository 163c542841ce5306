//! Surfaces: where their bytes are, by a handle. [CUDA C++ Programming Guide, 10.8.2]
//!
//! A handle that is a parameter is that of an array of its own, as with pointers. Which surface one means that is kept in
//! memory nobody knows: it may be any, and that of a parameter, too. Where a kernel has such handles, all of its surfaces
//! are parts of one array, and which part a handle means is an unknown. So two accesses may meet whatever their handles
//! are, and no race is shown for that alone.

use super::environment::{Pointer, Value};
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::note::Note;
use crate::term::{bin, convert, num};
use crate::typed::{Expr, Type};
use crate::unsupported::Unsupported;
use semantics::{IntType, Name, Number, Op, Sharing};

/// What all surfaces are called. No source has such a name.
const SURFACES: &str = "(surfaces)";

/// How many bytes a surface has in this model: layers, rows, and bytes of a row, as in `prelude/textures.cuh`.
const BYTES: u64 = 32_768 * 131_072 * 1_048_576;

impl Lowering<'_> {
    /// Declares the array that all surfaces are, where an earlier reading found that there has to be one.
    pub(super) fn declare_surfaces(&mut self) {
        let name = Name::from(SURFACES);
        let byte = Type::Int(IntType::unsigned(8));
        if self.found.surfaces && self.array(&name, Sharing::Grid, &byte, &[]) {
            self.arrays.surfaces = Some(name);
            self.note(Note::convention(
                "a handle that is kept in memory may be that of any surface",
            ));
        }
    }

    /// Where the bytes of a surface are.
    pub(super) fn surface(&mut self, handle: Value, e: &Expr) -> Lowered<Value> {
        match handle {
            Value::Null => Ok(Value::Null),
            Value::Pointer(p) if self.arrays.surfaces.is_none() => Ok(Value::Pointer(p)),
            Value::Either(c, a, b) => {
                let (a, b) = (self.surface(*a, e)?, self.surface(*b, e)?);
                Ok(Value::Either(c, a.into(), b.into()))
            }
            _ => {
                let Some(array) = self.arrays.surfaces.clone() else {
                    // It is read once more, with one array for all.
                    self.found.surfaces = true;
                    return Err(Unsupported::new(
                        Area::Transfer,
                        "a surface by this handle",
                        &e.span,
                    ));
                };
                let why = "which surface a handle means, where some are kept in memory";
                let ty = IntType::unsigned(8);
                let which = self.unknown("surface", ty, why, &e.span)?;
                let bytes = num(Number::from(BYTES));
                let offset = bin(Op::Mul, IntType::LONG, convert(IntType::LONG, ty, which), bytes);
                let start = self.start_of(array);
                Ok(Value::Pointer(Pointer { offset, ..start }))
            }
        }
    }
}
