//! Atomic functions, of every scope.

use super::value::{Place, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::code::{Instr, Reg};
use crate::scalar::Scalar;
use crate::types::{Type, vector};
use cuda::Area;
use cuda::syntax::Expr;
use cuda::vocabulary::{Atomic, Update};
use semantics::Span;

impl<'s> Compiler<'s> {
    pub(super) fn atomic(
        &mut self,
        atomic: Atomic,
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let operands = match atomic.update {
            Update::Load => return unsupported(Area::Atomic, span, format!("`{atomic}`")),
            Update::CompareAndSwap => 2,
            _ => 1,
        };
        let [pointer, rest @ ..] = es else { return error(span, "an atomic function of nothing") };
        if rest.len() != operands {
            return error(span, format!("`{atomic}` takes {} arguments", operands + 1));
        }
        let pointer = self.value(pointer)?;
        let mut values = Vec::new();
        for e in rest {
            values.push(self.value(e)?);
        }
        self.update(atomic, &pointer, values, span)
    }

    /// An atomic operation on what a pointer points to, with these operands.
    pub(super) fn update(
        &mut self,
        atomic: Atomic,
        pointer: &Value,
        operands: Vec<Value>,
        span: &Span,
    ) -> Compiled<Value> {
        let ty = match &pointer.ty {
            Type::Pointer(to) => (**to).clone(),
            ty => return error(span, format!("`{atomic}` takes a pointer, not a `{ty}`")),
        };
        if let (Update::Add, [value], true) = (atomic.update, &operands[..], adds_lanes(&ty)) {
            return self.update_lanes(atomic, pointer, value.clone(), &ty, span);
        }
        let at = match ty.scalar() {
            Some(at) if at.is_integer() && at.size() >= 2 => at,
            Some(at)
                if at.is_float() && matches!(atomic.update, Update::Add | Update::Exchange) =>
            {
                at
            }
            _ => return unsupported(Area::Atomic, span, format!("`{atomic}` on a `{ty}`")),
        };
        let values: Vec<Value> = operands
            .into_iter()
            .map(|value| self.convert(value, &Type::Scalar(at), span))
            .collect::<Compiled<_>>()?;
        let p = self.register(pointer, span)?;
        let a = self.allocate(values.len() as u16, span)?;
        for (n, value) in values.iter().enumerate() {
            self.put_into(a + n as u16, value, span)?;
        }
        let d = self.allocate(1, span)?;
        let (op, scope) = (atomic.update, atomic.reach.into());
        self.emit(Instr::Atomic { op, scope, at, d, p, a }, span)?;
        Ok(Value::registers(Type::Scalar(at), d))
    }

    /// An addition to a vector: an operation of its own on each lane. [CUDA C++ Programming Guide, 7.14.1.1]
    fn update_lanes(
        &mut self,
        atomic: Atomic,
        pointer: &Value,
        value: Value,
        ty: &Type,
        span: &Span,
    ) -> Compiled<Value> {
        let value = self.convert(value, ty, span)?;
        let from = self.register(&value, span)?;
        let width = self.width(ty, span)?;
        let first = self.allocate(width, span)?;
        for (n, leaf) in ty.leaves().into_iter().enumerate() {
            let lane = Type::Scalar(leaf.scalar);
            let bytes = leaf.offset as i64;
            let place = Place::Memory { pointer: pointer.at, bytes, ty: lane.clone() };
            let place = self.address(place, span)?;
            let added = Value::registers(lane, from + n as Reg);
            let old = self.update(atomic, &place, vec![added], span)?;
            self.put_into(first + n as Reg, &old, span)?;
        }
        Ok(Value::registers(ty.clone(), first))
    }
}

/// Whether atomic functions add to vectors of this type.
fn adds_lanes(ty: &Type) -> bool {
    let Type::Record(record) = ty else { return false };
    let lanes: Vec<Scalar> = ty.leaves().iter().map(|leaf| leaf.scalar).collect();
    vector(record.name.as_str()).as_ref() == Some(ty)
        && matches!(
            lanes[..],
            [Scalar::F16, Scalar::F16]
                | [Scalar::Bf16, Scalar::Bf16]
                | [Scalar::F32, Scalar::F32]
                | [Scalar::F32, Scalar::F32, Scalar::F32, Scalar::F32]
        )
}

/// What an operation makes of the old value.
pub fn apply(op: Update, at: Scalar, old: u64, a: u64, b: u64) -> u64 {
    use crate::arithmetic::{Binary, binary};
    // Atomic arithmetic wraps around for signed numbers too.
    let compute = |op: Binary| binary(op, at, old, a).0;
    match op {
        Update::Add => compute(Binary::Add),
        Update::Sub => compute(Binary::Sub),
        Update::Min => compute(Binary::Min),
        Update::Max => compute(Binary::Max),
        Update::And => compute(Binary::And),
        Update::Or => compute(Binary::Or),
        Update::Xor => compute(Binary::Xor),
        Update::Load => old,
        Update::Exchange => a,
        Update::CompareAndSwap => {
            if old == a {
                b
            } else {
                old
            }
        }
        Update::Increment => {
            if old >= a {
                0
            } else {
                old + 1
            }
        }
        Update::Decrement => {
            if old == 0 || old > a {
                a
            } else {
                old - 1
            }
        }
    }
}
