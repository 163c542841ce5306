//! Functions that CUDA and the C library define.

use super::value::Value;
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::{Binary, Unary};
use crate::code::{Barrier, Instr, Reg, Special, Trap};
use crate::scalar::Scalar;
use crate::types::{Type, vector};
use cuda::syntax::{Expr, ExprKind};
use semantics::{Name, Span};

/// What GPUVerify is to prove: no part of what a kernel does. Its arguments are not parsed.
const CLAIMS: [&str; 5] =
    ["__assert", "__ensures", "__invariant", "__requires_fresh", "__candidate"];

impl<'s> Compiler<'s> {
    /// A call of a function that the file does not have.
    pub(super) fn builtin(&mut self, name: &Name, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        let plain = name.as_str();
        let plain = plain.strip_prefix("::").unwrap_or(plain);
        let plain = plain.strip_prefix("std::").unwrap_or(plain);
        if let Some(value) = self.annotation(plain, es, span)? {
            return Ok(value);
        }
        match (plain, es) {
            ("printf", _) => return self.printed(es),
            ("memcpy" | "memmove" | "__builtin_memcpy", [to, from, count]) => {
                return self.copy(to, from, count, span);
            }
            _ => {}
        }
        if let Some(kind) = barrier(plain) {
            return self.barrier(kind, es, span);
        }
        if let Some(found) = super::warp::find(plain) {
            return self.together(found, es, span);
        }
        if let Some(found) = super::atomic::find(plain) {
            return self.atomic(name, found, es, span);
        }
        if let Some(ty) = plain.strip_prefix("make_").and_then(vector) {
            return match es.len() == ty.width() as usize {
                true => self.construct_all(&ty, es, span),
                false => error(span, format!("`{name}` takes {} arguments", ty.width())),
            };
        }
        let values = es.iter().map(|e| self.value(e)).collect::<Compiled<Vec<Value>>>()?;
        if let Some(value) = self.simple(plain, &values, span)? {
            return Ok(value);
        }
        if let Some(value) = self.integers(plain, &values, span)? {
            return Ok(value);
        }
        if let Some(value) = self.reals(plain, &values, span)? {
            return Ok(value);
        }
        unsupported(span, format!("a call of `{name}`"))
    }

    /// GPUVerify's annotations: what is assumed is checked, what it is to prove is passed over.
    fn annotation(&mut self, name: &str, es: &'s [Expr], span: &Span) -> Compiled<Option<Value>> {
        let claimed = name.replace("global_", "").replace("function_wide_", "");
        let claimed = claimed.replace("non_temporal_", "");
        if CLAIMS.iter().any(|claim| claimed.starts_with(claim)) {
            return Ok(Some(Value::void()));
        }
        let why = match (claimed.as_str(), es) {
            ("__requires" | "__assume", [_]) => Trap::Assumption,
            ("assert", [_]) => Trap::Assertion,
            ("__trap", []) => {
                self.emit(Instr::Trap { why: Trap::Assertion }, span)?;
                return Ok(Some(Value::void()));
            }
            _ => return Ok(None),
        };
        let past = self.body.label();
        self.branch(&es[0], past, true)?;
        self.emit(Instr::Trap { why }, span)?;
        self.body.put(past);
        Ok(Some(Value::void()))
    }

    fn construct_all(&mut self, ty: &Type, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        let width = self.width(ty, span)?;
        let first = self.allocate(width, span)?;
        for (n, (e, leaf)) in es.iter().zip(ty.leaves()).enumerate() {
            self.freeing(|c| {
                let value = c.value(e)?;
                let value = c.convert(value, &Type::Scalar(leaf.scalar), span)?;
                c.put_into(first + n as Reg, &value, span)
            })?;
        }
        Ok(Value::registers(ty.clone(), first))
    }

    fn printed(&mut self, es: &'s [Expr]) -> Compiled<Value> {
        for e in es.iter().filter(|e| !matches!(e.kind, ExprKind::Str)) {
            self.value(e)?;
        }
        self.note("`printf` prints nothing");
        Ok(Value::int(0))
    }

    /// A call of a member function.
    pub(super) fn method(
        &mut self,
        base: &'s Expr,
        name: &Name,
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Value> {
        let of = self.type_of(base)?;
        if let Type::Record(record) = &of {
            let full = Name::from(format!("{}::{name}", record.name));
            let functions = self.functions_of(&full);
            if !functions.is_empty() {
                // The object is the first argument.
                let all: Vec<&'s Expr> = std::iter::once(base).chain(es).collect();
                return self.call_one_of(&full, &functions, false, &[], &all, span);
            }
        }
        unsupported(span, format!("a call of the member function `{name}` of `{of}`"))
    }

    fn barrier(&mut self, kind: Barrier, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        if es.len() != usize::from(kind != Barrier::Plain) {
            return error(span, "a barrier with another number of arguments");
        }
        let value = match es {
            [e] => self.value(e)?,
            _ => Value::int(0),
        };
        let value = self.convert(value, &Type::BOOL, span)?;
        let a = self.register(&value, span)?;
        let d = self.allocate(1, span)?;
        self.emit(Instr::Barrier { kind, d, a }, span)?;
        Ok(match kind {
            Barrier::Plain => Value::void(),
            _ => Value::registers(Type::INT, d),
        })
    }

    /// What needs no arithmetic.
    fn simple(&mut self, name: &str, values: &[Value], span: &Span) -> Compiled<Option<Value>> {
        let bits = |from: Scalar, to: Scalar| Some((from, to));
        let reinterpreted = match name {
            "__float_as_int" => bits(Scalar::F32, Scalar::I32),
            "__float_as_uint" => bits(Scalar::F32, Scalar::U32),
            "__int_as_float" => bits(Scalar::I32, Scalar::F32),
            "__uint_as_float" => bits(Scalar::U32, Scalar::F32),
            "__double_as_longlong" => bits(Scalar::F64, Scalar::I64),
            "__longlong_as_double" => bits(Scalar::I64, Scalar::F64),
            _ => None,
        };
        Ok(match (name, values) {
            ("__threadfence" | "__threadfence_block" | "__threadfence_system", []) => {
                self.emit(Instr::Fence, span)?;
                Some(Value::void())
            }
            ("__nanosleep", [_]) => Some(Value::void()),
            // Of GPUVerify's conditions: the thread is there, and C has no implication.
            ("__enabled", []) => Some(Value::known(Scalar::Bool, 1)),
            ("__implies", [a, b]) => {
                let a = self.convert(a.clone(), &Type::BOOL, span)?;
                let b = self.convert(b.clone(), &Type::BOOL, span)?;
                let fails = self.apply(Unary::Not, Scalar::Bool, a, span)?;
                Some(self.binary(Binary::Or, Scalar::Bool, fails, b, span)?)
            }
            ("clock" | "clock64", []) => {
                let d = self.allocate(1, span)?;
                self.emit(Instr::Special { d, which: Special::Clock }, span)?;
                Some(Value::registers(Type::Scalar(Scalar::I64), d))
            }
            ("__ldg" | "__ldcg" | "__ldca" | "__ldcs", [pointer]) => {
                let place = self.pointed(pointer.clone(), span)?;
                Some(self.read(place, span)?)
            }
            (_, [value]) if reinterpreted.is_some() => {
                let Some((from, to)) = reinterpreted else { return Ok(None) };
                let value = self.convert(value.clone(), &Type::Scalar(from), span)?;
                // The register of an `int` is extended by its sign, that of a `float` is not.
                let value = match (from, to) {
                    (Scalar::I32, _) => self.cast(value, &Type::Scalar(Scalar::U32), span)?,
                    (Scalar::F32, Scalar::I32) => {
                        let value = Value { ty: Type::Scalar(Scalar::U32), at: value.at };
                        self.cast(value, &Type::INT, span)?
                    }
                    _ => value,
                };
                Some(Value { ty: Type::Scalar(to), at: value.at })
            }
            _ => None,
        })
    }

    fn integers(&mut self, name: &str, values: &[Value], span: &Span) -> Compiled<Option<Value>> {
        let prefix = match name {
            "__popc" => Some((Unary::Population, Scalar::U32)),
            "__popcll" => Some((Unary::Population, Scalar::U64)),
            "__clz" => Some((Unary::LeadingZeros, Scalar::U32)),
            "__clzll" => Some((Unary::LeadingZeros, Scalar::U64)),
            "__ffs" => Some((Unary::FirstSet, Scalar::U32)),
            "__ffsll" => Some((Unary::FirstSet, Scalar::U64)),
            "__brev" => Some((Unary::Reverse, Scalar::U32)),
            "__brevll" => Some((Unary::Reverse, Scalar::U64)),
            _ => None,
        };
        if let (Some((op, at)), [value]) = (prefix, values) {
            let value = self.convert(value.clone(), &Type::Scalar(at), span)?;
            let value = self.apply(op, at, value, span)?;
            let counts = op != Unary::Reverse;
            return Ok(Some(if counts { Value { ty: Type::INT, ..value } } else { value }));
        }
        match (name, values) {
            ("min" | "max" | "umin" | "umax" | "llmin" | "llmax" | "ullmin" | "ullmax", [a, b]) => {
                self.extremum(name, a, b, span).map(Some)
            }
            ("abs" | "labs" | "llabs", [value]) => self.absolute(name, value, span),
            ("__mulhi" | "__umulhi" | "__mul64hi" | "__umul64hi", [a, b]) => {
                let at = match (name.contains("64"), name.starts_with("__u")) {
                    (false, false) => Scalar::I32,
                    (false, true) => Scalar::U32,
                    (true, false) => Scalar::I64,
                    (true, true) => Scalar::U64,
                };
                let a = self.convert(a.clone(), &Type::Scalar(at), span)?;
                let b = self.convert(b.clone(), &Type::Scalar(at), span)?;
                self.binary(Binary::MulHigh, at, a, b, span).map(Some)
            }
            ("__mul24" | "__umul24", [a, b]) => {
                let (a, b) = (self.low24(name, a, span)?, self.low24(name, b, span)?);
                let product = self.binary(Binary::Mul, Scalar::U32, a, b, span)?;
                let to = if name == "__mul24" { Scalar::I32 } else { Scalar::U32 };
                self.cast(product, &Type::Scalar(to), span).map(Some)
            }
            ("__byte_perm", [a, b, c]) => {
                let uint = Type::Scalar(Scalar::U32);
                let mut at = [0; 3];
                for (value, at) in [a, b, c].into_iter().zip(&mut at) {
                    let value = self.convert(value.clone(), &uint, span)?;
                    *at = self.register(&value, span)?;
                }
                let (d, [a, b, c]) = (self.allocate(1, span)?, at);
                self.emit(Instr::Permute { d, a, b, c }, span)?;
                Ok(Some(Value::registers(uint, d)))
            }
            _ => Ok(None),
        }
    }

    /// The low 24 bits, extended.
    fn low24(&mut self, name: &str, value: &Value, span: &Span) -> Compiled<Value> {
        let uint = Type::Scalar(Scalar::U32);
        let value = self.convert(value.clone(), &uint, span)?;
        if name == "__umul24" {
            let mask = Value::known(Scalar::U32, 0xff_ffff);
            return self.binary(Binary::And, Scalar::U32, value, mask, span);
        }
        let high = self.binary(Binary::Shl, Scalar::U32, value, Value::int(8), span)?;
        let high = self.cast(high, &Type::INT, span)?;
        let low = self.binary(Binary::Shr, Scalar::I32, high, Value::int(8), span)?;
        self.cast(low, &uint, span)
    }

    fn extremum(&mut self, name: &str, a: &Value, b: &Value, span: &Span) -> Compiled<Value> {
        let (Some(s), Some(t)) = (a.ty.scalar(), b.ty.scalar()) else {
            return unsupported(span, format!("`{name}` of `{}` and `{}`", a.ty, b.ty));
        };
        let at = match &name[..name.len() - 3] {
            "u" => Scalar::U32,
            "ll" => Scalar::I64,
            "ull" => Scalar::U64,
            _ => s.usual(t),
        };
        let op = if name.ends_with("min") { Binary::Min } else { Binary::Max };
        let a = self.convert(a.clone(), &Type::Scalar(at), span)?;
        let b = self.convert(b.clone(), &Type::Scalar(at), span)?;
        self.binary(op, at, a, b, span)
    }

    fn absolute(&mut self, name: &str, value: &Value, span: &Span) -> Compiled<Option<Value>> {
        let Some(scalar) = value.ty.scalar() else { return Ok(None) };
        let at = match (name, scalar.promoted()) {
            ("abs", at) if at.is_signed() => at,
            ("abs", _) => return Ok(None),
            _ => Scalar::I64,
        };
        let value = self.convert(value.clone(), &Type::Scalar(at), span)?;
        self.apply(Unary::Absolute, at, value, span).map(Some)
    }

    fn reals(&mut self, name: &str, values: &[Value], span: &Span) -> Compiled<Option<Value>> {
        let single = Type::Scalar(Scalar::F32);
        let infix = match name {
            "__fadd_rn" => Some(Binary::Add),
            "__fsub_rn" => Some(Binary::Sub),
            "__fmul_rn" => Some(Binary::Mul),
            "__fdiv_rn" => Some(Binary::Div),
            _ => None,
        };
        if let (Some(op), [a, b]) = (infix, values) {
            let a = self.convert(a.clone(), &single, span)?;
            let b = self.convert(b.clone(), &single, span)?;
            return self.binary(op, Scalar::F32, a, b, span).map(Some);
        }
        match (name, values) {
            ("__int2float_rn" | "__uint2float_rn" | "__double2float_rn", [value]) => {
                return self.cast(value.clone(), &single, span).map(Some);
            }
            ("__float2int_rz" | "__double2int_rz", [value]) => {
                return self.cast(value.clone(), &Type::INT, span).map(Some);
            }
            ("__float2uint_rz", [value]) => {
                return self.cast(value.clone(), &Type::Scalar(Scalar::U32), span).map(Some);
            }
            ("isnan", [value]) => {
                let at = if value.ty == single { Scalar::F32 } else { Scalar::F64 };
                let value = self.convert(value.clone(), &Type::Scalar(at), span)?;
                return self.binary(Binary::Ne, at, value.clone(), value, span).map(Some);
            }
            _ => {}
        }
        let Some((function, forced)) = crate::math::find(name) else { return Ok(None) };
        let arity = usize::from(crate::math::FUNCTIONS[usize::from(function)].arity);
        if values.len() != arity {
            return error(span, format!("`{name}` takes {arity} arguments"));
        }
        // Of integers it is of `double`s, of `float`s only it is of `float`s.
        let all_single = values.iter().all(|v| v.ty == single);
        let at = forced.unwrap_or(if all_single { Scalar::F32 } else { Scalar::F64 });
        let first = self.allocate(arity as u16, span)?;
        for (n, value) in values.iter().enumerate() {
            let value = self.convert(value.clone(), &Type::Scalar(at), span)?;
            self.put_into(first + n as Reg, &value, span)?;
        }
        let d = self.allocate(1, span)?;
        self.emit(Instr::Math { function, at, d, a: first }, span)?;
        Ok(Some(Value::registers(Type::Scalar(at), d)))
    }
}

fn barrier(name: &str) -> Option<Barrier> {
    Some(match name {
        "__syncthreads" => Barrier::Plain,
        "__syncthreads_count" => Barrier::Count,
        "__syncthreads_and" => Barrier::And,
        "__syncthreads_or" => Barrier::Or,
        _ => return None,
    })
}
