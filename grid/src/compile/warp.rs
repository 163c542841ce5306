//! What the lanes of a warp do together.

use super::value::Value;
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::Binary;
use crate::code::{Instr, Together};
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::syntax::Expr;
use semantics::Span;

/// What a name means, and whether its first argument is a mask of lanes.
pub(super) fn find(name: &str) -> Option<(Together, bool)> {
    let (plain, masked) = match name.strip_suffix("_sync") {
        Some(plain) => (plain, true),
        None => (name, false),
    };
    let kind = match plain {
        "__syncwarp" => return Some((Together::Sync, true)),
        "__activemask" => Together::Active,
        "__shfl" => Together::Shuffle,
        "__shfl_up" => Together::ShuffleUp,
        "__shfl_down" => Together::ShuffleDown,
        "__shfl_xor" => Together::ShuffleXor,
        "__ballot" => Together::Ballot,
        "__any" => Together::Any,
        "__all" => Together::All,
        "__match_any" if masked => Together::MatchAny,
        "__reduce_add" if masked => Together::Reduce(Binary::Add),
        "__reduce_min" if masked => Together::Reduce(Binary::Min),
        "__reduce_max" if masked => Together::Reduce(Binary::Max),
        "__reduce_and" if masked => Together::Reduce(Binary::And),
        "__reduce_or" if masked => Together::Reduce(Binary::Or),
        "__reduce_xor" if masked => Together::Reduce(Binary::Xor),
        _ => return None,
    };
    Some((kind, masked))
}

impl<'s> Compiler<'s> {
    pub(super) fn together(
        &mut self,
        (kind, masked): (Together, bool),
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let all = Value::known(Scalar::U32, u64::from(u32::MAX));
        let mut values = es.iter().map(|e| self.value(e)).collect::<Compiled<Vec<Value>>>()?;
        if !masked || es.is_empty() && kind == Together::Sync {
            values.insert(0, all);
        }
        let (at, extra) = match kind {
            Together::Sync | Together::Active => (Scalar::U32, 0),
            Together::Ballot | Together::Any | Together::All => (Scalar::Bool, 1),
            Together::MatchAny | Together::Reduce(_) => (self.exchanged(&values, span)?, 1),
            _ => (self.exchanged(&values, span)?, 2),
        };
        let shuffles = extra == 2;
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
            Together::Sync => Value::void(),
            Together::Ballot | Together::Active | Together::MatchAny => {
                Value::registers(Type::Scalar(Scalar::U32), d)
            }
            Together::Any | Together::All => Value::registers(Type::INT, d),
            _ => Value::registers(Type::Scalar(at), d),
        })
    }

    /// The type of the value that lanes exchange: 32 or 64 bits.
    fn exchanged(&self, values: &[Value], span: &Span) -> Compiled<Scalar> {
        match values.get(1).and_then(|value| value.ty.scalar()) {
            Some(Scalar::Pointer) | None => unsupported(span, "an exchange of this type"),
            Some(scalar) => Ok(scalar.promoted()),
        }
    }
}
