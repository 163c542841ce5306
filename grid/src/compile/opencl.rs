//! The functions of OpenCL C that CUDA spells otherwise. [OpenCL C 3.0, 6.15]

use super::value::{At, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::Binary;
use crate::code::{Instr, Object, Orders, Special};
use crate::pointer::Space;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::syntax::Expr;
use cuda::vocabulary::opencl::{
    Function, GLOBAL_FENCE, IMAGE_FENCE, LOCAL_FENCE, WORK_GROUP, function,
};
use cuda::vocabulary::{Atomic, Update, Vote};
use semantics::{Name, Span};
use std::sync::Arc;

impl<'s> Compiler<'s> {
    /// A call of one of them; none where the function is none.
    pub(super) fn opencl(
        &mut self,
        name: &str,
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Option<Value>> {
        let Some(function) = function(name) else { return Ok(None) };
        Ok(Some(match function {
            Function::LocalId => self.of_axis(Special::ThreadIdx, name, es, span)?,
            Function::GroupId => self.of_axis(Special::BlockIdx, name, es, span)?,
            Function::LocalSize => self.of_axis(Special::BlockDim, name, es, span)?,
            Function::NumGroups => self.of_axis(Special::GridDim, name, es, span)?,
            Function::GlobalSize => {
                let groups = self.of_axis(Special::GridDim, name, es, span)?;
                let size = self.of_axis(Special::BlockDim, name, es, span)?;
                self.binary(Binary::Mul, Scalar::U64, groups, size, span)?
            }
            Function::GlobalId => {
                let group = self.of_axis(Special::BlockIdx, name, es, span)?;
                let size = self.of_axis(Special::BlockDim, name, es, span)?;
                let first = self.binary(Binary::Mul, Scalar::U64, group, size, span)?;
                let own = self.of_axis(Special::ThreadIdx, name, es, span)?;
                self.binary(Binary::Add, Scalar::U64, first, own, span)?
            }
            Function::Barrier => self.flagged_barrier(es, span)?,
            Function::Fence => {
                for e in es {
                    self.value(e)?;
                }
                self.emit(Instr::Fence, span)?;
                Value::void()
            }
            Function::Atomic(atomic) => {
                let by_one = match atomic.update {
                    Update::Increment => Some(Update::Add),
                    Update::Decrement => Some(Update::Sub),
                    _ => None,
                };
                match (by_one, es) {
                    (None, es) => self.atomic(atomic, es, span)?,
                    (Some(update), [pointer]) => {
                        let pointer = self.value(pointer)?;
                        let atomic = Atomic { update, ..atomic };
                        self.update(atomic, &pointer, vec![Value::int(1)], span)?
                    }
                    _ => return error(span, format!("`{name}` takes one argument")),
                }
            }
        }))
    }

    /// A coordinate or an extent, as a `size_t`.
    fn of_axis(
        &mut self,
        which: fn(u8) -> Special,
        name: &str,
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let [axis] = es else { return error(span, format!("`{name}` takes one argument")) };
        let (At::Known(axis @ 0..3), Some(_)) = ({
            let axis = self.value(axis)?;
            (axis.at, axis.ty.scalar().filter(|s| s.is_integer()))
        }) else {
            return unsupported(
                Area::Constant,
                span,
                format!("`{name}` of a dimension that is not constant"),
            );
        };
        let d = self.allocate(1, span)?;
        self.emit(Instr::Special { d, which: which(axis as u8) }, span)?;
        let value = Value::registers(Type::Scalar(Scalar::U32), d);
        self.convert(value, &Type::Scalar(Scalar::U64), span)
    }

    /// `barrier(flags)`: which memory it orders.
    fn flagged_barrier(&mut self, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        let mut known = Vec::new();
        for e in es {
            known.push(self.value(e)?.at);
        }
        let [local, global, image] = [LOCAL_FENCE, GLOBAL_FENCE, IMAGE_FENCE].map(u64::from);
        let flags = match known.as_slice() {
            [At::Known(flags)] => *flags,
            [At::Known(flags), At::Known(scope)] if *scope >= u64::from(WORK_GROUP) => *flags,
            _ => return unsupported(Area::Barrier, span, "a barrier with these arguments"),
        };
        // Images are memory of the grid here.
        if flags > local | global | image || flags & image != 0 && flags & global == 0 {
            return unsupported(Area::Barrier, span, "a barrier that orders images alone");
        }
        let orders = Orders { shared: flags & local != 0, global: flags & global != 0 };
        let (d, a) = (self.allocate(1, span)?, self.register(&Value::int(0), span)?);
        self.emit(Instr::Barrier { kind: Vote::Nothing, orders, d, a }, span)?;
        Ok(Value::void())
    }

    /// By how much a number of the type `at` is shifted: the lowest bits count that make a difference.
    /// [OpenCL C 3.0, 6.4.10]
    pub(super) fn shifted_by(
        &mut self,
        at: Scalar,
        by: Scalar,
        value: Value,
        span: &Span,
    ) -> Compiled<Value> {
        let last = Value::known(by, u64::from(at.size()) * 8 - 1);
        self.binary(Binary::And, by, value, last, span)
    }

    /// The memory of each block that a parameter points to, `__local int *p`: the launch gives its size.
    pub(super) fn given_to_blocks(
        &mut self,
        name: &Name,
        of: &Arc<Type>,
        span: &Span,
    ) -> Compiled<u32> {
        let ty = Type::Array(of.clone(), u64::MAX);
        let object = Object { name: name.clone(), ty, size: None, initial: None, read_only: false };
        Ok(self.new_object(Space::Shared, object, span)?.object())
    }
}
