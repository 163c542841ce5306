//! What the lanes of a warp do together.

use super::value::Value;
use super::{Compiled, Compiler, error, unsupported};
use crate::code::Instr;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::syntax::Expr;
use cuda::vocabulary::Lanes;
use semantics::Span;

impl<'s> Compiler<'s> {
    pub(super) fn together(
        &mut self,
        (kind, masked): (Lanes, bool),
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let all = Value::known(Scalar::U32, u64::from(u32::MAX));
        let mut values = es.iter().map(|e| self.value(e)).collect::<Compiled<Vec<Value>>>()?;
        if !masked || es.is_empty() && kind == Lanes::Sync {
            values.insert(0, all);
        }
        let shuffles = kind.shuffles();
        let (at, extra) = match kind {
            Lanes::Sync | Lanes::Active => (Scalar::U32, 0),
            Lanes::Ballot | Lanes::Any | Lanes::All => (Scalar::Bool, 1),
            _ => (self.exchanged(&values, span)?, if shuffles { 2 } else { 1 }),
        };
        if shuffles && values.len() == 3 {
            values.push(Value::int(32));
        }
        let expected = if shuffles { 4 } else { 1 + extra };
        if values.len() != expected {
            return error(span, "a warp function with another number of arguments");
        }
        let types = [Scalar::U32, at, Scalar::I32, Scalar::I32];
        let a = self.allocate(4, span)?;
        for (n, (value, scalar)) in values.into_iter().zip(types).enumerate() {
            let value = self.convert(value, &Type::Scalar(scalar), span)?;
            self.put_into(a + n as u16, &value, span)?;
        }
        let d = self.allocate(1, span)?;
        self.emit(Instr::Together { kind, at, masked, d, a }, span)?;
        Ok(match kind {
            Lanes::Sync => Value::void(),
            Lanes::Ballot | Lanes::Active | Lanes::MatchAny => {
                Value::registers(Type::Scalar(Scalar::U32), d)
            }
            Lanes::Any | Lanes::All => Value::registers(Type::INT, d),
            _ => Value::registers(Type::Scalar(at), d),
        })
    }

    /// The type of the value that lanes exchange: 32 or 64 bits.
    fn exchanged(&self, values: &[Value], span: &Span) -> Compiled<Scalar> {
        match values.get(1).and_then(|value| value.ty.scalar()) {
            Some(Scalar::Pointer) | None => {
                unsupported(Area::Atomic, span, "an exchange of this type")
            }
            Some(scalar) => Ok(scalar.promoted()),
        }
    }
}
