//! Operators and conversions. What is constant is computed here, by the same arithmetic.

use super::value::{At, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::{self, Binary as Op, Unary as Prefix};
use crate::code::Instr;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::resolve::arithmetic::operands;
use cuda::syntax::{self, Binary, Expr, ExprKind, Unary};
use semantics::{Name, Span};

impl<'s> Compiler<'s> {
    pub(super) fn prefix(&mut self, op: Unary, operand: &'s Expr, span: &Span) -> Compiled<Value> {
        if op == Unary::Not {
            let value = self.value(operand)?;
            let value = self.convert(value, &Type::BOOL, span)?;
            return self.apply(Prefix::Not, Scalar::Bool, value, span);
        }
        let value = self.value(operand)?;
        if let (Unary::Minus, Type::Record(_)) = (op, &value.ty) {
            return self.negated_lanes(value, span);
        }
        let Some(scalar) = value.ty.scalar().filter(|s| *s != Scalar::Pointer) else {
            return unsupported(Area::Expression, span, format!("this operator on `{}`", value.ty));
        };
        let at = scalar.promoted();
        let value = self.convert(value, &Type::Scalar(at), span)?;
        match op {
            Unary::Minus => self.apply(Prefix::Negate, at, value, span),
            Unary::BitNot if at.is_integer() => self.apply(Prefix::Complement, at, value, span),
            Unary::BitNot => error(span, "`~` works on integers only"),
            _ => Ok(value),
        }
    }

    /// A prefix operator at a type; its result is of that type.
    pub(super) fn apply(
        &mut self,
        op: Prefix,
        at: Scalar,
        value: Value,
        span: &Span,
    ) -> Compiled<Value> {
        if let At::Known(known) = value.at
            && let (register, None) = arithmetic::unary(op, at, known)
        {
            return Ok(Value::known(at, register));
        }
        let a = self.register(&value, span)?;
        let d = self.allocate(1, span)?;
        self.emit(Instr::Unary { op, at, d, a }, span)?;
        Ok(Value::registers(Type::Scalar(at), d))
    }

    pub(super) fn infix(
        &mut self,
        op: Binary,
        a: &'s Expr,
        b: &'s Expr,
        span: &Span,
    ) -> Compiled<Value> {
        let (x, effects) = (self.value(a)?, self.has_effects(b));
        let x = if effects { self.hold(x, span)? } else { x };
        let y = self.value(b)?;
        self.combine(op, x, y, span)
    }

    /// `a ⋆ b` with the conversions of C. [C++17, 8]
    pub(super) fn combine(
        &mut self,
        op: Binary,
        a: Value,
        b: Value,
        span: &Span,
    ) -> Compiled<Value> {
        let (Some(s), Some(t)) = (a.ty.scalar(), b.ty.scalar()) else {
            return self.lanewise(op, a, b, span);
        };
        if s == Scalar::Pointer || t == Scalar::Pointer {
            return self.with_pointers(op, a, b, span);
        }
        let Some(made) = operator(op) else {
            return unsupported(Area::Expression, span, "this operator");
        };
        let numbers = s.numeric().zip(t.numeric());
        let Some((at, by)) = numbers.and_then(|(s, t)| operands(op, s, t)) else {
            return error(span, format!("`{}` works on integers only", op.symbol()));
        };
        let a = self.convert(a, &Type::Scalar(at.into()), span)?;
        let mut b = self.convert(b, &Type::Scalar(by.into()), span)?;
        if self.file.opencl && matches!(op, Binary::Shl | Binary::Shr) {
            b = self.shifted_by(at.into(), by.into(), b, span)?;
        }
        self.binary(made, at.into(), a, b, span)
    }

    /// A binary operator at a type, both operands converted.
    pub(super) fn binary(
        &mut self,
        op: Op,
        at: Scalar,
        a: Value,
        b: Value,
        span: &Span,
    ) -> Compiled<Value> {
        let result = if op.compares() { Scalar::Bool } else { at };
        if let (At::Known(x), At::Known(y)) = (a.at, b.at)
            && let (register, None) = arithmetic::binary(op, at, x, y)
        {
            return Ok(Value::known(result, register));
        }
        let (a, b) = (self.register(&a, span)?, self.register(&b, span)?);
        let d = self.allocate(1, span)?;
        self.emit(Instr::Binary { op, at, d, a, b }, span)?;
        Ok(Value::registers(Type::Scalar(result), d))
    }

    fn with_pointers(&mut self, op: Binary, a: Value, b: Value, span: &Span) -> Compiled<Value> {
        let pointers = (a.ty.pointee().cloned(), b.ty.pointee().cloned());
        match (op, pointers) {
            (Binary::Add, (Some(_), None)) => self.moved(a, b, span),
            (Binary::Add, (None, Some(_))) => self.moved(b, a, span),
            (Binary::Sub, (Some(_), None)) => {
                let long = Type::Scalar(Scalar::I64);
                let b = self.convert(b, &long, span)?;
                let b = self.apply(Prefix::Negate, Scalar::I64, b, span)?;
                self.moved(a, b, span)
            }
            (Binary::Sub, (Some(to), Some(_))) => {
                let size = self.complete(&to, span)?.size().max(1);
                let (a, b) = (self.register(&a, span)?, self.register(&b, span)?);
                let d = self.allocate(1, span)?;
                let size = u32::try_from(size).unwrap_or(u32::MAX);
                self.emit(Instr::Distance { d, a, b, size }, span)?;
                Ok(Value::registers(Type::Scalar(Scalar::I64), d))
            }
            (op, _) => match operator(op).filter(|op| op.compares()) {
                // A number here is the null pointer.
                Some(op) => self.binary(op, Scalar::Pointer, a, b, span),
                None => error(span, format!("`{}` of a pointer", op.symbol())),
            },
        }
    }

    /// Refuses a name that may mean another declaration than the one that is found.
    pub(super) fn refuse_ambiguous(&self, name: &Name, span: &Span) -> Compiled<()> {
        match syntax::is_ambiguous(&self.file.ambiguous, name) {
            true => self.several(name, span),
            false => Ok(()),
        }
    }

    /// Refuses a name of which nobody knows which declaration it means.
    pub(super) fn several<T>(&self, name: &Name, span: &Span) -> Compiled<T> {
        unsupported(
            Area::Name,
            span,
            format!("`{name}`, of which several declarations may be meant"),
        )
    }

    /// Refuses an operator that the file defines for more than objects of classes.
    pub(super) fn refuse_defined(&self, e: &'s Expr) -> Compiled<()> {
        let symbol = match &e.kind {
            ExprKind::Unary(op, _) => op.to_string(),
            ExprKind::Postfix(step, _) => step.to_string(),
            ExprKind::Binary(op, ..) => op.symbol().into(),
            ExprKind::Assign(Some(op), ..) => format!("{}=", op.symbol()),
            _ => return Ok(()),
        };
        match self.file.ambiguous.contains(&Name::from(format!("operator{symbol}"))) {
            true => unsupported(
                Area::Class,
                &e.span.0,
                format!("the operator `{symbol}`, which is overloaded,"),
            ),
            false => Ok(()),
        }
    }

    /// A pointer moved by so many elements.
    pub(super) fn moved(&mut self, pointer: Value, by: Value, span: &Span) -> Compiled<Value> {
        if let Type::Record(_) = &pointer.ty {
            return unsupported(Area::Expression, span, format!("`[]` on a `{}`", pointer.ty));
        }
        let Type::Pointer(to) = &pointer.ty else {
            return error(span, format!("`{}` has no elements", pointer.ty));
        };
        if !by.ty.scalar().is_some_and(Scalar::is_integer) {
            return error(span, format!("a pointer and a `{}`", by.ty));
        }
        let size = match **to {
            Type::Void => 1,
            _ => self.complete(to, span)?.size(),
        };
        let Ok(size) = i32::try_from(size) else {
            return unsupported(Area::Limit, span, "elements of this size");
        };
        if let (At::Known(p), At::Known(i)) = (pointer.at, by.at) {
            let bytes = (i as i64).saturating_mul(size.into());
            let moved = crate::pointer::Pointer(p).plus(bytes);
            return Ok(Value { at: At::Known(moved.0), ..pointer });
        }
        let (p, i) = (self.register(&pointer, span)?, self.register(&by, span)?);
        let d = self.allocate(1, span)?;
        self.emit(Instr::Offset { d, p, i, size }, span)?;
        Ok(Value::registers(pointer.ty, d))
    }

    /// An implicit conversion.
    pub(super) fn convert(&mut self, value: Value, to: &Type, span: &Span) -> Compiled<Value> {
        if value.ty == *to {
            return Ok(value);
        }
        let (Some(from), Some(wanted)) = (value.ty.scalar(), to.scalar()) else {
            return match (&value.ty, to) {
                (Type::Record(a), Type::Record(b)) if same_members(a, b) => {
                    Ok(Value { ty: to.clone(), at: value.at })
                }
                (Type::Record(_), _) | (_, Type::Record(_)) => unsupported(
                    Area::Class,
                    span,
                    format!("a conversion of `{}` to `{to}`", value.ty),
                ),
                _ => error(span, format!("`{}` does not convert to `{to}`", value.ty)),
            };
        };
        let pointer = |s| s == Scalar::Pointer;
        match (pointer(from), pointer(wanted)) {
            (true, true) => return Ok(Value { ty: to.clone(), at: value.at }),
            (false, true) if value.at != At::Known(0) => {
                return error(span, format!("`{}` does not convert to `{to}`", value.ty));
            }
            (true, false) if wanted != Scalar::Bool => {
                return error(span, format!("`{}` does not convert to `{to}`", value.ty));
            }
            _ => {}
        }
        self.cast(value, to, span)
    }

    /// An explicit conversion.
    pub(super) fn cast(&mut self, value: Value, to: &Type, span: &Span) -> Compiled<Value> {
        if *to == Type::Void || value.ty == *to {
            return Ok(Value { ty: to.clone(), at: value.at });
        }
        let (Some(from), Some(wanted)) = (value.ty.scalar(), to.scalar()) else {
            return self.convert(value, to, span);
        };
        let kept = |s| if s == Scalar::Pointer { Scalar::U64 } else { s };
        let (from, wanted) = (kept(from), kept(wanted));
        if let At::Known(known) = value.at
            && let (register, None) = arithmetic::convert(from, wanted, known)
        {
            return Ok(Value { ty: to.clone(), at: At::Known(register) });
        }
        let a = self.register(&value, span)?;
        if from == wanted || is_free(from, wanted) {
            return Ok(Value::registers(to.clone(), a));
        }
        let d = self.allocate(1, span)?;
        self.emit(Instr::Convert { from, to: wanted, d, a }, span)?;
        Ok(Value::registers(to.clone(), d))
    }

    /// Whether evaluating the expression may change a variable.
    pub(super) fn has_effects(&self, e: &'s Expr) -> bool {
        match &e.kind {
            ExprKind::Assign(..) | ExprKind::Postfix(..) | ExprKind::Call(..) => true,
            ExprKind::Unary(Unary::Step(_), _) => true,
            kind => kind.operands().any(|e| self.has_effects(e)),
        }
    }
}

/// Whether the register of the one type is that of the other, for every value.
fn is_free(from: Scalar, to: Scalar) -> bool {
    if from.is_float() || to.is_float() || to == Scalar::Bool {
        return false;
    }
    let wider = to.size() > from.size() || to.size() == 8 && from.size() == 8;
    match (from.is_signed(), to.is_signed()) {
        (false, _) => wider,
        (true, true) => wider,
        (true, false) => to.size() == 8,
    }
}

fn same_members(a: &crate::types::Record, b: &crate::types::Record) -> bool {
    let lanes =
        |r: &crate::types::Record| r.fields.iter().map(|f| f.ty.clone()).collect::<Vec<_>>();
    // `dim3` and `uint3` convert to each other.
    let names = [a.name.as_str(), b.name.as_str()];
    names.contains(&"dim3") && names.contains(&"uint3") && lanes(a) == lanes(b)
}

fn operator(op: Binary) -> Option<Op> {
    Some(match op {
        Binary::Mul => Op::Mul,
        Binary::Div => Op::Div,
        Binary::Rem => Op::Rem,
        Binary::Add => Op::Add,
        Binary::Sub => Op::Sub,
        Binary::Shl => Op::Shl,
        Binary::Shr => Op::Shr,
        Binary::Lt => Op::Lt,
        Binary::Gt => Op::Gt,
        Binary::Le => Op::Le,
        Binary::Ge => Op::Ge,
        Binary::Eq => Op::Eq,
        Binary::Ne => Op::Ne,
        Binary::BitAnd => Op::And,
        Binary::BitXor => Op::Xor,
        Binary::BitOr => Op::Or,
        Binary::And | Binary::Or | Binary::Comma => return None,
    })
}
