//! Expressions: one function a form.

use super::value::{At, Called, Value};
use super::{Compiled, Compiler, unsupported};
use crate::code::{Instr, Reg, Special};
use crate::scalar::Scalar;
use crate::types::{Type, vector};
use cuda::Area;
use cuda::syntax::{ALLOCATED, Arrow, Binary, Expr, ExprKind, Unary};
use cuda::vocabulary::{Constant, constant, opencl};
use num_traits::ToPrimitive;
use semantics::{IntType, Name, Number, Span};

impl<'s> Compiler<'s> {
    /// The value of an expression; an array decays to a pointer.
    pub(super) fn value(&mut self, e: &'s Expr) -> Compiled<Value> {
        let span = &e.span.0;
        super::ask(span)?;
        match &e.kind {
            ExprKind::Name(name) => match self.binding(name, span)? {
                Some(super::Binding::Constant(value)) => Ok(value),
                Some(binding) => {
                    let place = self.bound(binding, span)?;
                    self.read(place, span)
                }
                None => self.predefined(name, span),
            },
            ExprKind::Scoped(class, name) => match self.static_member(class, name, span)? {
                super::Binding::Constant(value) => Ok(value),
                binding => {
                    let place = self.bound(binding, span)?;
                    self.read(place, span)
                }
            },
            ExprKind::Member(base, member, Arrow::Dot) => match self.coordinate(base, member) {
                Some(which) => self.special(which, span),
                None => self.read_place(e),
            },
            ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Unary(Unary::Dereference, _) => {
                self.read_place(e)
            }
            _ => self.rvalue(e),
        }
    }

    /// What an expression does whose value nobody asks for: where that is a place, it is not read, unless
    /// it may be `volatile`. [C++17, 8.2]
    pub(super) fn discard(&mut self, e: &'s Expr) -> Compiled<()> {
        if self.file.volatile {
            return self.value(e).map(drop);
        }
        self.refuse_defined(e)?;
        if self.called(e)?.is_some() {
            return Ok(());
        }
        match &e.kind {
            ExprKind::Name(name) => match self.binding(name, &e.span.0)? {
                Some(_) => Ok(()),
                None => self.value(e).map(drop),
            },
            ExprKind::Member(base, member, Arrow::Dot)
                if self.coordinate(base, member).is_some() =>
            {
                Ok(())
            }
            ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Unary(Unary::Dereference, _) => {
                self.place(e).map(drop)
            }
            ExprKind::Binary(Binary::Comma, first, second) => {
                self.discard(first)?;
                self.discard(second)
            }
            ExprKind::Cast(ty, operand) if self.ty(ty, &e.span.0)? == Type::Void => {
                self.discard(operand)
            }
            _ => self.value(e).map(drop),
        }
    }

    fn read_place(&mut self, e: &'s Expr) -> Compiled<Value> {
        let place = self.place(e)?;
        self.read(place, &e.span.0)
    }

    /// The value of an expression that names no place.
    pub(super) fn rvalue(&mut self, e: &'s Expr) -> Compiled<Value> {
        let span = &e.span.0;
        self.refuse_defined(e)?;
        match self.called(e)? {
            Some(Called::Value(value)) => return Ok(value),
            Some(Called::Place(place)) => return self.read(place, span),
            None => {}
        }
        match &e.kind {
            ExprKind::Int(n, ty) => Ok(number(n, *ty)),
            ExprKind::Float(32, bits) => Ok(Value::known(Scalar::F32, *bits)),
            ExprKind::Float(_, bits) => Ok(Value::known(Scalar::F64, *bits)),
            ExprKind::Bool(b) => Ok(Value::known(Scalar::Bool, u64::from(*b))),
            ExprKind::Null => Ok(Value::null()),
            ExprKind::Str(_) => unsupported(Area::Memory, span, "a string"),
            ExprKind::Launch(_) => unsupported(Area::Call, span, "a kernel launch"),
            ExprKind::Lambda(_) => unsupported(Area::Expression, span, "a lambda expression"),
            ExprKind::NewArray(_) => unsupported(Area::Memory, span, ALLOCATED),
            ExprKind::Bound(of, n, count) => {
                let part = self.part(of, *n, *count, span)?;
                self.read(part, span)
            }
            ExprKind::Other(what) => unsupported(Area::Expression, span, *what),
            ExprKind::Instance(name, arguments) => self.variable_instance(name, arguments, span),
            ExprKind::Explicit(..) => {
                unsupported(Area::Template, span, "a member template with its arguments")
            }
            ExprKind::Name(_) | ExprKind::Scoped(..) | ExprKind::Member(..) => self.value(e),
            ExprKind::Unary(Unary::Address, of) => {
                let place = self.place(of)?;
                self.address(place, span)
            }
            ExprKind::Unary(Unary::Step(step), place) => {
                self.step(*step, place, span).map(|done| done.value())
            }
            ExprKind::Assign(op, place, value) => {
                self.assign(*op, place, value, span).map(|done| done.value())
            }
            ExprKind::Unary(op, operand) => self.prefix(*op, operand, span),
            ExprKind::Postfix(step, place) => self.postfix(*step, place, span),
            ExprKind::Binary(Binary::Comma, first, second) => {
                self.discard(first)?;
                self.value(second)
            }
            ExprKind::Binary(Binary::And | Binary::Or, ..) => self.truth_value(e),
            ExprKind::Binary(op, a, b) => self.infix(*op, a, b, span),
            ExprKind::Conditional(c, a, b) => self.conditional(c, a, b, span),
            ExprKind::Cast(ty, operand) => {
                let ty = self.ty(ty, span)?;
                let value = self.value(operand)?;
                self.cast(value, &ty, span)
            }
            ExprKind::Construct(ty, es) => {
                let ty = self.ty(ty, span)?;
                self.construct(&ty, es, span)
            }
            ExprKind::SizeofType(ty) => {
                let ty = self.ty(ty, span)?;
                self.sizeof(&ty, span)
            }
            ExprKind::Offsetof(ty, path) => {
                let ty = self.ty(ty, span)?;
                self.offsetof(ty, path, span)
            }
            ExprKind::SizeofExpr(of) => {
                let ty = self.type_of(of)?;
                self.sizeof(&ty, span)
            }
            ExprKind::Index(..) | ExprKind::Call(..) => self.read_place(e),
        }
    }

    /// Where a member begins.
    fn offsetof(&mut self, mut ty: Type, path: &[Name], span: &Span) -> Compiled<Value> {
        // It is refused where its size is.
        self.sizeof(&ty, span)?;
        let mut at = 0;
        for name in path {
            let found = match &ty {
                Type::Record(record) => record.field(name).map(|f| (f.offset, f.ty.clone())),
                _ => None,
            };
            let Some((start, of)) = found else {
                return unsupported(Area::Type, span, format!("the place of `{name}` in a `{ty}`"));
            };
            at += start;
            ty = of;
        }
        Ok(Value::known(Scalar::U64, at))
    }

    fn sizeof(&mut self, ty: &Type, span: &Span) -> Compiled<Value> {
        let ty = self.complete(ty, span)?;
        if let Type::Record(record) = &ty
            && (self.file.opaque.contains(&record.name)
                || self
                    .file
                    .records
                    .iter()
                    .any(|r| r.name == *self.class_of(record) && r.of_toolkit))
        {
            return unsupported(Area::Type, span, format!("the size of `{ty}`"));
        }
        Ok(Value::known(Scalar::U64, ty.size()))
    }

    /// `T(e, …)`: the members of a structure, or a number's 0.
    pub(super) fn construct(&mut self, ty: &Type, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        match (ty, es) {
            (_, []) if ty.scalar().is_some() => Ok(Value { ty: ty.clone(), at: At::Known(0) }),
            (_, [e]) => {
                let value = self.value(e)?;
                self.cast(value, ty, span)
            }
            (Type::Record(record), es) if es.len() <= record.fields.len() && !ty.has_union() => {
                let width = self.width(ty, span)?;
                let first = self.allocate(width, span)?;
                let mut d = first;
                for (n, field) in record.fields.iter().enumerate() {
                    match es.get(n) {
                        Some(e) => self.freeing(|c| {
                            let value = c.value(e)?;
                            let value = c.convert(value, &field.ty, span)?;
                            c.put_into(d, &value, span)
                        })?,
                        // `dim3` has ones where others have zeros.
                        None => {
                            let rest = u64::from(record.name.as_str() == "dim3");
                            for n in 0..field.ty.width() as Reg {
                                self.put_into(d + n, &Value::known(Scalar::U32, rest), span)?;
                            }
                        }
                    }
                    d += field.ty.width() as Reg;
                }
                Ok(Value::registers(ty.clone(), first))
            }
            _ => unsupported(Area::Class, span, format!("the construction of a `{ty}`")),
        }
    }

    /// `threadIdx.x` and the like, where the program has no such variable of its own.
    fn coordinate(&self, base: &'s Expr, member: &Name) -> Option<Special> {
        let ExprKind::Name(of) = &base.kind else { return None };
        let axis = ["x", "y", "z"].iter().position(|axis| *axis == member.as_str())? as u8;
        if self.local(of).is_some() || self.file_variable(of).is_some() {
            return None;
        }
        coordinate_of(of.as_str()).map(|make| make(axis))
    }

    fn special(&mut self, which: Special, span: &Span) -> Compiled<Value> {
        let d = self.allocate(1, span)?;
        self.emit(Instr::Special { d, which }, span)?;
        Ok(Value::registers(Type::Scalar(Scalar::U32), d))
    }

    /// A name that CUDA or the C headers define.
    fn predefined(&mut self, name: &Name, span: &Span) -> Compiled<Value> {
        if let Some(make) = coordinate_of(name.as_str())
            && let Some(ty) = vector(match name.as_str() {
                "blockDim" | "gridDim" => "dim3",
                _ => "uint3",
            })
        {
            let first = self.allocate(3, span)?;
            for axis in 0..3 {
                self.emit(Instr::Special { d: first + axis, which: make(axis as u8) }, span)?;
            }
            return Ok(Value::registers(ty, first));
        }
        let of_opencl = || match self.file.opencl {
            true => opencl::constant(name.as_str()),
            false => None,
        };
        if let Some(known) = constant(name.as_str()).or_else(of_opencl) {
            return Ok(match known {
                Constant::Int(n, ty) => number(&n, ty),
                Constant::Float(32, x) => Value::known(Scalar::F32, Scalar::F32.round(x)),
                Constant::Float(_, x) => Value::known(Scalar::F64, x.to_bits()),
                Constant::Null => Value::null(),
            });
        }
        match self.functions_of(name).is_empty() {
            true => {
                unsupported(Area::Name, span, format!("`{name}`, which nothing at hand declares,"))
            }
            false => unsupported(Area::Call, span, "a pointer to a function"),
        }
    }
}

fn number(n: &Number, ty: IntType) -> Value {
    let scalar = Scalar::of(ty);
    Value::known(scalar, scalar.wrap(n.to_i128().unwrap_or(0)))
}

fn coordinate_of(name: &str) -> Option<fn(u8) -> Special> {
    Some(match name {
        "threadIdx" => Special::ThreadIdx,
        "blockIdx" => Special::BlockIdx,
        "blockDim" => Special::BlockDim,
        "gridDim" => Special::GridDim,
        _ => return None,
    })
}
