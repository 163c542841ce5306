//! Atomic functions, of every scope.

use super::value::Value;
use super::{Compiled, Compiler, error, unsupported};
use crate::code::{Atomic, Instr, Scope};
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::syntax::Expr;
use semantics::{Name, Span};

/// The operation and the scope that a name means.
pub(super) fn find(name: &str) -> Option<(Atomic, Scope)> {
    let (name, scope) = if let Some(name) = name.strip_suffix("_block") {
        (name, Scope::Block)
    } else if let Some(name) = name.strip_suffix("_system") {
        (name, Scope::System)
    } else {
        (name, Scope::Device)
    };
    let op = match name {
        "atomicAdd" => Atomic::Add,
        "atomicSub" => Atomic::Sub,
        "atomicExch" => Atomic::Exchange,
        "atomicMin" => Atomic::Min,
        "atomicMax" => Atomic::Max,
        "atomicInc" => Atomic::Increment,
        "atomicDec" => Atomic::Decrement,
        "atomicCAS" => Atomic::CompareAndSwap,
        "atomicAnd" => Atomic::And,
        "atomicOr" => Atomic::Or,
        "atomicXor" => Atomic::Xor,
        _ => return None,
    };
    Some((op, scope))
}

impl<'s> Compiler<'s> {
    pub(super) fn atomic(
        &mut self,
        name: &Name,
        (op, scope): (Atomic, Scope),
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let operands = if op == Atomic::CompareAndSwap { 2 } else { 1 };
        let [pointer, rest @ ..] = es else { return error(span, "an atomic function of nothing") };
        if rest.len() != operands {
            return error(span, format!("`{name}` takes {} arguments", operands + 1));
        }
        let pointer = self.value(pointer)?;
        let ty = match &pointer.ty {
            Type::Pointer(to) => (**to).clone(),
            ty => return error(span, format!("`{name}` takes a pointer, not a `{ty}`")),
        };
        let at = match ty.scalar() {
            Some(at) if at.is_integer() && at.size() >= 2 => at,
            Some(at) if at.is_float() && matches!(op, Atomic::Add | Atomic::Exchange) => at,
            _ => return unsupported(span, format!("`{name}` on a `{ty}`")),
        };
        let mut values = Vec::new();
        for e in rest {
            let value = self.value(e)?;
            values.push(self.convert(value, &Type::Scalar(at), span)?);
        }
        let p = self.register(&pointer, span)?;
        let a = self.allocate(operands as u16, span)?;
        for (n, value) in values.iter().enumerate() {
            self.put_into(a + n as u16, value, span)?;
        }
        let d = self.allocate(1, span)?;
        self.emit(Instr::Atomic { op, scope, at, d, p, a }, span)?;
        Ok(Value::registers(Type::Scalar(at), d))
    }
}

/// What an operation makes of the old value.
pub fn apply(op: Atomic, at: Scalar, old: u64, a: u64, b: u64) -> u64 {
    use crate::arithmetic::{Binary, binary};
    // Atomic arithmetic wraps around for signed numbers too.
    let compute = |op: Binary| binary(op, at, old, a).0;
    match op {
        Atomic::Add => compute(Binary::Add),
        Atomic::Sub => compute(Binary::Sub),
        Atomic::Min => compute(Binary::Min),
        Atomic::Max => compute(Binary::Max),
        Atomic::And => compute(Binary::And),
        Atomic::Or => compute(Binary::Or),
        Atomic::Xor => compute(Binary::Xor),
        Atomic::Exchange => a,
        Atomic::CompareAndSwap => {
            if old == a {
                b
            } else {
                old
            }
        }
        Atomic::Increment => {
            if old >= a {
                0
            } else {
                old + 1
            }
        }
        Atomic::Decrement => {
            if old == 0 || old > a {
                a
            } else {
                old - 1
            }
        }
    }
}
