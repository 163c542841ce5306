//! Operators on built-in vectors, which the language has none of: those of `cuda_fp16.h`, and what every library of such
//! operators has in common, each component by itself.

use super::value::{At, Value};
use super::{Compiled, Compiler, unsupported};
use crate::arithmetic::Unary as Prefix;
use crate::code::Reg;
use crate::scalar::Scalar;
use crate::types::{Type, vector};
use cuda::Area;
use cuda::syntax::Binary;
use semantics::Span;

/// The components of a value that is a built-in vector.
fn lanes(value: &Value) -> Option<Vec<Value>> {
    let (Type::Record(record), At::Registers(first)) = (&value.ty, value.at) else { return None };
    vector(record.name.as_str()).filter(|ty| *ty == value.ty)?;
    let lane = |(n, leaf): (usize, crate::types::Leaf)| {
        Value::registers(Type::Scalar(leaf.scalar), first + n as Reg)
    };
    Some(value.ty.leaves().into_iter().enumerate().map(lane).collect())
}

/// Whether each of these is a number of 16 bits: `cuda_fp16.h` declares the operators of vectors of such.
fn is_short(lanes: &[Value]) -> bool {
    lanes.iter().all(|lane| matches!(lane.ty.scalar(), Some(Scalar::F16 | Scalar::Bf16)))
}

impl<'s> Compiler<'s> {
    /// `a ⋆ b`, of which one is not a number.
    pub(super) fn lanewise(
        &mut self,
        op: Binary,
        a: Value,
        b: Value,
        span: &Span,
    ) -> Compiled<Value> {
        let what = format!("`{}` of `{}` and `{}`", op.symbol(), a.ty, b.ty);
        let arithmetic = matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div);
        let number = |v: &Value| v.ty.scalar().is_some_and(|s| s != Scalar::Pointer);
        let (ty, pairs): (Type, Vec<(Value, Value)>) = match (lanes(&a), lanes(&b)) {
            _ if !arithmetic => return unsupported(Area::Expression, span, what),
            (Some(x), Some(y)) if a.ty == b.ty => {
                if !is_short(&x) {
                    self.for_each_component(what);
                }
                (a.ty, x.into_iter().zip(y).collect())
            }
            (Some(x), None) if number(&b) => {
                self.for_each_component(what);
                (a.ty, x.into_iter().map(|x| (x, b.clone())).collect())
            }
            (None, Some(y)) if number(&a) => {
                self.for_each_component(what);
                (b.ty, y.into_iter().map(|y| (a.clone(), y)).collect())
            }
            _ => return unsupported(Area::Expression, span, what),
        };
        self.each_lane(ty, pairs, span, |c, (x, y)| c.combine(op, x, y, span))
    }

    /// `-v`
    pub(super) fn negated_lanes(&mut self, value: Value, span: &Span) -> Compiled<Value> {
        let what = format!("`-` of `{}`", value.ty);
        let Some(of) = lanes(&value) else { return unsupported(Area::Expression, span, what) };
        if !is_short(&of) {
            self.for_each_component(what);
        }
        self.each_lane(value.ty, of, span, |c, x| {
            let at = x.ty.scalar().map_or(Scalar::I32, Scalar::promoted);
            let x = c.convert(x, &Type::Scalar(at), span)?;
            c.apply(Prefix::Negate, at, x, span)
        })
    }

    /// Notes that an operator is one on each component, and that nothing at hand says it.
    fn for_each_component(&mut self, what: String) {
        let note = format!("{what} is taken for each component: nothing at hand says what it is");
        self.by_convention(what, note);
    }

    fn each_lane<T>(
        &mut self,
        ty: Type,
        of: Vec<T>,
        span: &Span,
        mut made: impl FnMut(&mut Self, T) -> Compiled<Value>,
    ) -> Compiled<Value> {
        let width = self.width(&ty, span)?;
        let first = self.allocate(width, span)?;
        for (n, (of, leaf)) in of.into_iter().zip(ty.leaves()).enumerate() {
            self.freeing(|c| {
                let value = made(c, of)?;
                let value = c.convert(value, &Type::Scalar(leaf.scalar), span)?;
                c.put_into(first + n as Reg, &value, span)
            })?;
        }
        Ok(Value::registers(ty, first))
    }
}
