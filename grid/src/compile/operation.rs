//! The primitives of the toolkit: what `cuda::vocabulary::Operation` names, as instructions.

use super::value::Value;
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::{Binary, Unary};
use crate::code::{Instr, Orders, Reg, Special, Trap};
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::syntax::{self, Expr, ExprKind, Function};
use cuda::vocabulary::{Intrinsic, Math, Operation, Vote};
use cuda::{Area, path};
use semantics::{IntType, Name, Span};

impl<'s> Compiler<'s> {
    /// A call of a function of the toolkit that has no body: one of these, which take so many arguments.
    pub(super) fn primitive(
        &mut self,
        name: &Name,
        functions: &[&'s Function],
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let operations: Vec<(Operation, &'s Function)> = functions
            .iter()
            .filter_map(|f| match f.intrinsic {
                Some(Intrinsic::Op(operation)) => Some((operation, *f)),
                _ => None,
            })
            .collect();
        let Some(((operation, first), others)) = operations.split_first() else {
            if let [Function { intrinsic: Some(Intrinsic::Convention(what)), .. }] = functions
                && es.is_empty()
            {
                self.by_convention(what.as_str(), format!("{what} is the usual one"));
                return Ok(Value::void());
            }
            if let Some(value) = self.generated(name, functions, es, span)? {
                return Ok(value);
            }
            let nothing = |f: &&Function| {
                f.intrinsic == Some(Intrinsic::Pure) && f.returns == syntax::Type::Void
            };
            if functions.is_empty() || !functions.iter().all(nothing) {
                return self.builtin(name, es, span);
            }
            for e in es {
                self.value(e)?;
            }
            return Ok(Value::void());
        };
        if others.iter().any(|(other, _)| other != operation) {
            return unsupported(Area::Call, span, format!("a call of the overloaded `{name}`"));
        }
        // Of several, it goes by the types of the values.
        let declared = functions.len() == 1 && first.template.is_none();
        self.operation(*operation, name, declared.then_some(*first), es, span)
    }

    /// An operation. `declared`: the function that says the types of its arguments and of its result, those aside that
    /// are `auto`.
    fn operation(
        &mut self,
        operation: Operation,
        name: &Name,
        declared: Option<&'s Function>,
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        match (operation, es) {
            (Operation::Barrier(kind), _) => return self.barrier(kind, es, span),
            (Operation::Warp { does, masked }, _) => {
                return self.together((does, masked), es, span);
            }
            (Operation::Atomic(atomic), _) => return self.atomic(atomic, es, span),
            (Operation::Copy, [to, from, count]) => return self.copy(to, from, count, span),
            (Operation::Print, _) => return self.printed(es),
            (Operation::Assert, [e]) => return self.asserted(e, Trap::Assertion, span),
            _ => {}
        }
        let mut values = Vec::new();
        for (n, e) in es.iter().enumerate() {
            let value = self.value(e)?;
            let ty = declared.and_then(|f| f.parameters.get(n)).map(|p| &p.ty);
            values.push(match ty.filter(|ty| **ty != syntax::Type::Auto) {
                Some(ty) => {
                    let ty = self.ty(ty, span)?;
                    self.convert(value, &ty, span)?
                }
                None => value,
            });
        }
        let returns = match declared.map(|f| &f.returns) {
            None | Some(syntax::Type::Auto) => None,
            Some(ty) => Some(self.ty(ty, span)?),
        };
        let value = self.computed(operation, name, &values, returns.as_ref(), span)?;
        match returns {
            Some(ty) if value.ty != Type::Void => self.cast(value, &ty, span),
            _ => Ok(value),
        }
    }

    /// An operation on values. `returns`: the type of its result, where that is declared.
    fn computed(
        &mut self,
        operation: Operation,
        name: &Name,
        values: &[Value],
        returns: Option<&Type>,
        span: &Span,
    ) -> Compiled<Value> {
        Ok(match (operation, values) {
            (Operation::Fence, []) => {
                self.emit(Instr::Fence, span)?;
                Value::void()
            }
            (Operation::Clock, []) => {
                let d = self.allocate(1, span)?;
                self.emit(Instr::Special { d, which: Special::Clock }, span)?;
                Value::registers(Type::Scalar(Scalar::I64), d)
            }
            (Operation::Load, [pointer]) => {
                let place = self.pointed(pointer.clone(), span)?;
                self.read(place, span)?
            }
            (Operation::Bits, [value]) => match returns {
                Some(to) => self.same_bits(value, to, span)?,
                None => return unsupported(Area::Call, span, format!("a call of `{name}`")),
            },
            (Operation::Min, [a, b]) => self.extremum(Binary::Min, name, a, b, span)?,
            (Operation::Max, [a, b]) => self.extremum(Binary::Max, name, a, b, span)?,
            (Operation::Absolute, [a]) => self.absolute(name, a, span)?,
            (Operation::MulHigh, [a, b]) => {
                let at = self.integer(name, a, span)?;
                self.binary(Binary::MulHigh, at, a.clone(), b.clone(), span)?
            }
            (Operation::Mul24, [a, b]) => {
                let at = self.integer(name, a, span)?;
                let (a, b) = (self.low24(at, a, span)?, self.low24(at, b, span)?);
                self.binary(Binary::Mul, Scalar::U32, a, b, span)?
            }
            (Operation::Population, [a]) => self.counted(Unary::Population, name, a, span)?,
            (Operation::LeadingZeros, [a]) => self.counted(Unary::LeadingZeros, name, a, span)?,
            (Operation::FirstSet, [a]) => self.counted(Unary::FirstSet, name, a, span)?,
            (Operation::Reverse, [a]) => {
                let at = self.integer(name, a, span)?;
                self.apply(Unary::Reverse, at, a.clone(), span)?
            }
            (Operation::BytePermute, [a, b, c]) => {
                let mut at = [0; 3];
                for (value, at) in [a, b, c].into_iter().zip(&mut at) {
                    *at = self.register(value, span)?;
                }
                let (d, [a, b, c]) = (self.allocate(1, span)?, at);
                self.emit(Instr::Permute { d, a, b, c }, span)?;
                Value::registers(Type::Scalar(Scalar::U32), d)
            }
            (Operation::IsNan, [a]) => {
                let single = Type::Scalar(Scalar::F32);
                let at = if a.ty == single { Scalar::F32 } else { Scalar::F64 };
                let a = self.convert(a.clone(), &Type::Scalar(at), span)?;
                self.binary(Binary::Ne, at, a.clone(), a, span)?
            }
            // Any is right.
            (Operation::Agreed, [_, _]) => Value::int(0),
            (Operation::CountingBarrier, _) => {
                return unsupported(Area::Barrier, span, "a barrier that counts threads");
            }
            (Operation::CopyTogether | Operation::WaitForCopies, _) => {
                return unsupported(Area::Transfer, span, "an asynchronous copy");
            }
            (
                Operation::SharedAddress
                | Operation::AtSharedAddress
                | Operation::OwnCopy
                | Operation::CommitCopies
                | Operation::WaitForOwnCopies,
                _,
            ) => return unsupported(Area::Transfer, span, "an address in shared memory"),
            (Operation::Fetch, _) => return unsupported(Area::Transfer, span, "a texture"),
            (Operation::Surface, [handle]) => handle.clone(),
            (Operation::Math(function), _) => self.math(function, name, values, span)?,
            (
                Operation::Barrier(_)
                | Operation::Fence
                | Operation::Warp { .. }
                | Operation::Atomic(_)
                | Operation::Min
                | Operation::Max
                | Operation::Absolute
                | Operation::MulHigh
                | Operation::Mul24
                | Operation::Population
                | Operation::LeadingZeros
                | Operation::FirstSet
                | Operation::Reverse
                | Operation::BytePermute
                | Operation::Bits
                | Operation::Load
                | Operation::Surface
                | Operation::Copy
                | Operation::Assert
                | Operation::Print
                | Operation::Clock
                | Operation::IsNan
                | Operation::Agreed,
                _,
            ) => return error(span, format!("`{name}` with another number of arguments")),
        })
    }

    /// What is reported where a condition does not hold.
    pub(super) fn asserted(&mut self, e: &'s Expr, why: Trap, span: &Span) -> Compiled<Value> {
        let past = self.body.label();
        self.branch(e, past, true)?;
        self.emit(Instr::Trap { why }, span)?;
        self.body.put(past);
        Ok(Value::void())
    }

    fn printed(&mut self, es: &'s [Expr]) -> Compiled<Value> {
        for e in es.iter().filter(|e| !matches!(e.kind, ExprKind::Str(_))) {
            self.value(e)?;
        }
        self.note("`printf` prints nothing");
        Ok(Value::int(0))
    }

    fn barrier(&mut self, kind: Vote, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        if es.len() != usize::from(kind != Vote::Nothing) {
            return error(span, "a barrier with another number of arguments");
        }
        let value = match es {
            [e] => self.value(e)?,
            _ => Value::int(0),
        };
        let value = self.convert(value, &Type::BOOL, span)?;
        let a = self.register(&value, span)?;
        let d = self.allocate(1, span)?;
        self.emit(Instr::Barrier { kind, orders: Orders::ALL, d, a }, span)?;
        Ok(match kind {
            Vote::Nothing => Value::void(),
            Vote::Count | Vote::All | Vote::Any => Value::registers(Type::INT, d),
        })
    }

    /// The bits of a value, as another type of the same size.
    fn same_bits(&mut self, value: &Value, to: &Type, span: &Span) -> Compiled<Value> {
        let Some(from) = value.ty.scalar() else {
            return unsupported(Area::Type, span, format!("the bits of a `{}`", value.ty));
        };
        // The register of an integer is extended by its sign, that of a floating-point number is not.
        let bits = Scalar::of(IntType::unsigned(8 * from.size() as u8));
        let bits = match from.is_float() {
            true => Value { ty: Type::Scalar(bits), at: value.at },
            false => self.cast(value.clone(), &Type::Scalar(bits), span)?,
        };
        match to.scalar().is_some_and(Scalar::is_float) {
            true => Ok(Value { ty: to.clone(), at: bits.at }),
            false => self.cast(bits, to, span),
        }
    }

    /// The type of an integer.
    fn integer(&self, name: &Name, value: &Value, span: &Span) -> Compiled<Scalar> {
        match value.ty.scalar().filter(|at| at.is_integer()) {
            Some(at) => Ok(at),
            None => unsupported(Area::Expression, span, format!("`{name}` of a `{}`", value.ty)),
        }
    }

    /// A number of bits of an integer: an `int`.
    fn counted(&mut self, op: Unary, name: &Name, value: &Value, span: &Span) -> Compiled<Value> {
        let at = match self.integer(name, value, span)?.size() {
            8 => Scalar::U64,
            _ => Scalar::U32,
        };
        let value = self.cast(value.clone(), &Type::Scalar(at), span)?;
        let counted = self.apply(op, at, value, span)?;
        Ok(Value { ty: Type::INT, ..counted })
    }

    /// The low 24 bits, extended.
    fn low24(&mut self, at: Scalar, value: &Value, span: &Span) -> Compiled<Value> {
        let uint = Type::Scalar(Scalar::U32);
        let value = self.convert(value.clone(), &uint, span)?;
        if !at.is_signed() {
            let mask = Value::known(Scalar::U32, 0xff_ffff);
            return self.binary(Binary::And, Scalar::U32, value, mask, span);
        }
        let high = self.binary(Binary::Shl, Scalar::U32, value, Value::int(8), span)?;
        let high = self.cast(high, &Type::INT, span)?;
        let low = self.binary(Binary::Shr, Scalar::I32, high, Value::int(8), span)?;
        self.cast(low, &uint, span)
    }

    fn extremum(
        &mut self,
        op: Binary,
        name: &Name,
        a: &Value,
        b: &Value,
        span: &Span,
    ) -> Compiled<Value> {
        let (Some(s), Some(t)) = (a.ty.scalar(), b.ty.scalar()) else {
            return unsupported(
                Area::Expression,
                span,
                format!("`{name}` of `{}` and `{}`", a.ty, b.ty),
            );
        };
        let at = s.usual(t);
        let a = self.convert(a.clone(), &Type::Scalar(at), span)?;
        let b = self.convert(b.clone(), &Type::Scalar(at), span)?;
        let found = self.binary(op, at, a, b, span)?;
        // CUDA has none of less than an `int`, C++ has one of each type. [C++17, 28.7.8]
        match s == t && path::of_file(name.as_str()) != path::unqualified(name.as_str()) {
            true => self.convert(found, &Type::Scalar(s), span),
            false => Ok(found),
        }
    }

    fn absolute(&mut self, name: &Name, value: &Value, span: &Span) -> Compiled<Value> {
        let at = value.ty.scalar().map(Scalar::promoted).filter(|at| at.is_signed());
        let Some(at) = at else {
            return unsupported(Area::Expression, span, format!("`{name}` of a `{}`", value.ty));
        };
        let value = self.convert(value.clone(), &Type::Scalar(at), span)?;
        self.apply(Unary::Absolute, at, value, span)
    }

    /// Of integers it is of `double`s, of `float`s only it is of `float`s. [C++17, 29.9]
    fn math(
        &mut self,
        function: Math,
        name: &Name,
        values: &[Value],
        span: &Span,
    ) -> Compiled<Value> {
        let arity = crate::math::arity(function);
        if values.len() != usize::from(arity) {
            return error(span, format!("`{name}` takes {arity} arguments"));
        }
        let all_single = values.iter().all(|v| v.ty == Type::Scalar(Scalar::F32));
        let at = if all_single { Scalar::F32 } else { Scalar::F64 };
        let first = self.allocate(arity, span)?;
        for (n, value) in values.iter().enumerate() {
            let value = self.convert(value.clone(), &Type::Scalar(at), span)?;
            self.put_into(first + n as Reg, &value, span)?;
        }
        let d = self.allocate(1, span)?;
        self.emit(Instr::Math { function, at, d, a: first }, span)?;
        Ok(Value::registers(Type::Scalar(at), d))
    }
}
