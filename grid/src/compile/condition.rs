//! Conditions: jumps rather than values.

use super::emit::Label;
use super::value::{At, Value};
use super::{Compiled, Compiler, unsupported};
use crate::code::Instr;
use crate::types::Type;
use cuda::Area;
use cuda::resolve::Shape;
use cuda::syntax::{Binary, Expr, ExprKind, Unary};
use semantics::Span;

impl<'s> Compiler<'s> {
    /// Jumps to the label where the condition is `when`; else goes on.
    pub(super) fn branch(&mut self, e: &'s Expr, label: Label, when: bool) -> Compiled<()> {
        let span = &e.span.0;
        self.refuse_defined(e)?;
        match &e.kind {
            ExprKind::Unary(Unary::Not, inner) => self.branch(inner, label, !when),
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                // The first operand alone decides `&&` where it is false, `||` where it is true.
                if when == (*op == Binary::Or) {
                    self.branch(a, label, when)?;
                    return self.branch(b, label, when);
                }
                let past = self.body.label();
                self.branch(a, past, !when)?;
                self.branch(b, label, when)?;
                self.body.put(past);
                Ok(())
            }
            _ => self.freeing(|c| {
                let value = c.value(e)?;
                c.jump_on(value, label, when, span)
            }),
        }
    }

    fn jump_on(&mut self, value: Value, label: Label, when: bool, span: &Span) -> Compiled<()> {
        let value = match value.ty.scalar() {
            Some(scalar) if !scalar.is_float() => value,
            _ => self.convert(value, &Type::BOOL, span)?,
        };
        let to = label.0;
        match value.at {
            At::Known(known) if (known != 0) == when => self.emit(Instr::Jump { to }, span),
            At::Known(_) => Ok(()),
            At::Registers(a) if when => self.emit(Instr::JumpIf { a, to }, span),
            At::Registers(a) => self.emit(Instr::JumpUnless { a, to }, span),
        }
    }

    /// `&&` and `||` as a value.
    pub(super) fn truth_value(&mut self, e: &'s Expr) -> Compiled<Value> {
        let span = &e.span.0;
        if let Some(known) = self.known_truth(e)? {
            return Ok(Value { ty: Type::BOOL, at: At::Known(known.into()) });
        }
        let d = self.allocate(1, span)?;
        let (no, end) = (self.body.label(), self.body.label());
        let bool = |b: bool| Value { ty: Type::BOOL, at: At::Known(b.into()) };
        self.branch(e, no, false)?;
        self.put_into(d, &bool(true), span)?;
        self.emit(Instr::Jump { to: end.0 }, span)?;
        self.body.put(no);
        self.put_into(d, &bool(false), span)?;
        self.body.put(end);
        Ok(Value::registers(Type::BOOL, d))
    }

    /// The value of a condition that is constant.
    pub(super) fn known_truth(&mut self, e: &'s Expr) -> Compiled<Option<bool>> {
        match &e.kind {
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let decides = *op == Binary::Or;
                match self.known_truth(a)? {
                    Some(first) if first == decides => Ok(Some(decides)),
                    Some(_) => self.known_truth(b),
                    None => Ok(None),
                }
            }
            _ => {
                let found = self.constant(e)?;
                Ok(found.map(|(scalar, known)| {
                    crate::arithmetic::convert(scalar, crate::scalar::Scalar::Bool, known).0 != 0
                }))
            }
        }
    }

    pub(super) fn conditional(
        &mut self,
        c: &'s Expr,
        a: &'s Expr,
        b: &'s Expr,
        span: &Span,
    ) -> Compiled<Value> {
        let ty = self.common_type(a, b, span)?;
        if let Some(known) = self.known_truth(c)? {
            let value = self.value(if known { a } else { b })?;
            return self.convert(value, &ty, span);
        }
        let width = self.width(&ty, span)?;
        let d = self.allocate(width, span)?;
        let (no, end) = (self.body.label(), self.body.label());
        self.branch(c, no, false)?;
        for (n, e) in [a, b].into_iter().enumerate() {
            self.freeing(|c| {
                let value = c.value(e)?;
                let value = c.convert(value, &ty, span)?;
                c.put_into(d, &value, span)
            })?;
            if n == 0 {
                self.emit(Instr::Jump { to: end.0 }, span)?;
                self.body.put(no);
            }
        }
        self.body.put(end);
        Ok(Value::registers(ty, d))
    }

    /// The type of `c ? a : b`.
    fn common_type(&mut self, a: &'s Expr, b: &'s Expr, span: &Span) -> Compiled<Type> {
        let (a, b) = (self.type_of(a)?.decayed(), self.type_of(b)?.decayed());
        if a == b {
            return Ok(a);
        }
        match (&a, &b) {
            (Type::Scalar(s), Type::Scalar(t)) => Ok(Type::Scalar(s.usual(*t))),
            // The other one is a null pointer, or to `void`.
            (Type::Pointer(to), Type::Pointer(_)) if **to == Type::Void => Ok(b),
            (Type::Pointer(_), Type::Pointer(_) | Type::Scalar(_)) => Ok(a),
            (Type::Scalar(_), Type::Pointer(_)) => Ok(b),
            _ => unsupported(Area::Expression, span, format!("`?:` of `{a}` and `{b}`")),
        }
    }
}
