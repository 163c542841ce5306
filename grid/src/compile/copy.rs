//! `memcpy`: a loop over elements where the number of bytes is one of whole elements, else over bytes.

use super::value::{At, Value};
use super::{Compiled, Compiler, error};
use crate::arithmetic::Binary;
use crate::code::{Instr, Reg};
use crate::scalar::Scalar;
use crate::types::{Leaf, Type};
use cuda::syntax::Expr;
use semantics::Span;

impl<'s> Compiler<'s> {
    pub(super) fn copy(
        &mut self,
        to: &'s Expr,
        from: &'s Expr,
        count: &'s Expr,
        span: &Span,
    ) -> Compiled<Value> {
        let (to, from) = (self.value(to)?, self.value(from)?);
        let count = self.value(count)?;
        let count = self.convert(count, &Type::Scalar(Scalar::U64), span)?;
        let (Some(to_type), Some(from_type)) = (to.ty.pointee(), from.ty.pointee()) else {
            return error(span, "a copy between what is no pointer");
        };
        let size = to_type.size();
        let whole = to_type == from_type && self.width(to_type, span).is_ok() && size > 0;
        let (size, leaves) = match count.at {
            At::Known(bytes) if whole && bytes % size == 0 => (size, to_type.leaves()),
            _ => (1, vec![Leaf { offset: 0, scalar: Scalar::U8 }]),
        };
        let (p, q) = (self.own(&to, span)?, self.own(&from, span)?);
        let end = self.own(&count, span)?;
        self.copy_loop((p, q, end), size as i32, &leaves, span)?;
        Ok(Value::registers(to.ty, p))
    }

    /// A register that nothing else changes.
    fn own(&mut self, value: &Value, span: &Span) -> Compiled<Reg> {
        let d = self.allocate(1, span)?;
        self.put_into(d, value, span)?;
        Ok(d)
    }

    fn copy_loop(
        &mut self,
        (to, from, end): (Reg, Reg, Reg),
        size: i32,
        leaves: &[Leaf],
        span: &Span,
    ) -> Compiled<()> {
        let bytes = self.own(&Value::known(Scalar::U64, 0), span)?;
        let step = self.constant_register(size as u64, span)?;
        let (p, q, held) =
            (self.allocate(1, span)?, self.allocate(1, span)?, self.allocate(1, span)?);
        let (again, test) = (self.body.label(), self.body.label());
        self.emit(Instr::Jump { to: test.0 }, span)?;
        self.body.put(again);
        self.emit(Instr::Offset { d: p, p: to, i: bytes, size: 1 }, span)?;
        self.emit(Instr::Offset { d: q, p: from, i: bytes, size: 1 }, span)?;
        for leaf in leaves {
            let (bytes, at) = (leaf.offset as i32, leaf.scalar);
            self.emit(Instr::Load { d: held, p: q, bytes, at }, span)?;
            self.emit(Instr::Store { a: held, p, bytes, at }, span)?;
        }
        let at = Scalar::U64;
        self.emit(Instr::Binary { op: Binary::Add, at, d: bytes, a: bytes, b: step }, span)?;
        self.body.put(test);
        self.emit(Instr::Binary { op: Binary::Lt, at, d: held, a: bytes, b: end }, span)?;
        self.emit(Instr::JumpIf { a: held, to: again.0 }, span)
    }
}
