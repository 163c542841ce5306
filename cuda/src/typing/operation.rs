//! The primitives of the toolkit, typed.

use super::convert::{promote, usual};
use super::{Typed, Typer, error, make, unsupported};
use crate::area::Area;
use crate::typed::{Callee, Expr, Kind, Stmt, StmtKind, Type};
use crate::vocabulary::{Atomic, Lanes, Operation, Update, Vote};
use semantics::{IntType, Name, Op, Scope, Span};

impl Typer<'_> {
    /// A call of one of them, under a name. `returns`: the type that it is declared with, if it is; the values have
    /// the types of its parameters.
    pub(super) fn operation(
        &mut self,
        operation: Operation,
        name: &Name,
        returns: Option<Type>,
        values: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        if matches!(operation, Operation::Min | Operation::Max) {
            // The one of C++'s library compares. [C++17, 28.7.8]
            self.operated("<", &values, span);
        }
        let call = |callee, ty, values| make(Kind::Call(callee, values), ty, span);
        Ok(match operation {
            Operation::Barrier(Vote::Nothing) => {
                call(Callee::Sync(Scope::Block), Type::Void, values)
            }
            Operation::Barrier(Vote::Count | Vote::All | Vote::Any) => {
                self.deciding_barrier(name, values, span)?
            }
            Operation::CountingBarrier => call(Callee::CountingSync, Type::Void, values),
            Operation::Fence => call(Callee::Fence, Type::Void, values),
            Operation::Warp { does: Lanes::Sync, .. } => call(Callee::Warp, Type::Void, values),
            Operation::Atomic(atomic) => self.atomic(atomic, values, span)?,
            Operation::Min => self.extremum(Op::Min, name, values, span)?,
            Operation::Max => self.extremum(Op::Max, name, values, span)?,
            Operation::Absolute => self.absolute(name, values, span)?,
            Operation::Mul24 => self.mul24(values, span)?,
            Operation::Load => self.read_through(name, values, span)?,
            Operation::Fetch => {
                call(Callee::Pure(name.clone()), Type::unknown("texel".into()), values)
            }
            Operation::Surface => {
                let handle = returns.unwrap_or(Type::Void);
                call(Callee::Surface, handle, values)
            }
            Operation::Copy => call(Callee::Copy, Type::Void, values),
            Operation::CopyTogether => {
                let event = returns.unwrap_or(Type::Void);
                call(Callee::CopyTogether, event, values)
            }
            Operation::WaitForCopies => call(Callee::WaitForCopies, Type::Void, values),
            Operation::SharedAddress => {
                call(Callee::SharedAddress, returns.unwrap_or(Type::Int(IntType::ULONG)), values)
            }
            Operation::AtSharedAddress => {
                call(Callee::AtSharedAddress, returns.unwrap_or(Type::Void), values)
            }
            Operation::OwnCopy => call(Callee::OwnCopy, Type::Void, values),
            Operation::CommitCopies => call(Callee::CommitCopies, Type::Void, values),
            Operation::WaitForOwnCopies => call(Callee::WaitForOwnCopies, Type::Void, values),
            Operation::Assert => call(Callee::Assert, Type::Void, values),
            Operation::Print => self.print(name, values, span)?,
            Operation::Agreed => call(Callee::Agreed, Type::Int(IntType::INT), values),
            // Exchanges of values between the threads of a warp order no memory. There are none of less than an `int`.
            Operation::Warp { .. } => {
                let ty = returns.map_or_else(|| self.real(&values), |ty| promote(&ty));
                call(Callee::Pure(name.clone()), ty, values)
            }
            Operation::MulHigh
            | Operation::Population
            | Operation::LeadingZeros
            | Operation::FirstSet
            | Operation::Reverse
            | Operation::BytePermute
            | Operation::Bits
            | Operation::Clock
            | Operation::IsNan => {
                let ty = returns.unwrap_or_else(|| self.real(&values));
                call(Callee::Pure(name.clone()), ty, values)
            }
            Operation::Math(_) => {
                let ty = returns.unwrap_or_else(|| self.real(&values));
                call(Callee::Math(name.clone()), ty, values)
            }
        })
    }

    /// The type of a function of floating-point numbers of these: in C++, `float` of `float`s alone, else `double`; in
    /// OpenCL C, that of the argument. [C++17, 29.9; OpenCL C 3.0, 6.15.2]
    pub(super) fn real(&self, values: &[Expr]) -> Type {
        let single = Type::Float(32);
        let types: Vec<&Type> = values.iter().map(|e| &e.ty).collect();
        match values.first().map(|e| e.ty.unqualified()) {
            Some(ty) if ty.is_opaque() && self.context.opencl => ty,
            Some(_) if types.iter().any(|ty| ty.unqualified().is_unknown()) => Type::met(&types),
            Some(_) if types.iter().all(|ty| ty.unqualified() == single) => single,
            _ => Type::Float(64),
        }
    }

    /// `__syncthreads_or(condition)` and the like.
    fn deciding_barrier(&self, name: &Name, values: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let int = Type::Int(IntType::INT);
        let [condition] = <[Expr; 1]>::try_from(values)
            .or_else(|_| error(span, format!("`{name}` takes one argument")))?;
        let barrier = Kind::Call(Callee::Sync(Scope::Block), Vec::new());
        let barrier = make(barrier, Type::Void, span);
        let value = Kind::Call(Callee::BarrierValue(name.clone()), Vec::new());
        let value = make(value, int.clone(), span);
        let after = make(Kind::Comma(barrier.into(), value.into()), int.clone(), span);
        Ok(make(Kind::Comma(condition.into(), after.into()), int, span))
    }

    pub(super) fn atomic(&self, atomic: Atomic, values: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let to = match values.first().map(|e| &e.ty) {
            Some(Type::Pointer(to) | Type::Array(to, _)) => to.clone(),
            _ => return error(span, format!("`{atomic}` takes a pointer first")),
        };
        if to.is_const() && atomic.update != Update::Load {
            return error(span, format!("`{atomic}` writes a `{to}`"));
        }
        // Of a vector, each part by itself: two such do not race.
        let parts = matches!(&*to, Type::Opaque(name)
            if matches!(name.as_str(), "half2" | "__nv_bfloat162" | "float2" | "float4"));
        if !matches!(to.unqualified(), Type::Int(_) | Type::Float(_) | Type::Unknown(_)) && !parts {
            return unsupported(
                Area::Atomic,
                span,
                format!("`{atomic}` on an object of type `{to}`"),
            );
        }
        let ty = to.unqualified();
        Ok(make(Kind::Call(Callee::Atomic(atomic), values), ty, span))
    }

    /// The low 32 bits of the product of the low 24 bits.
    fn mul24(&self, values: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let uint = Type::Int(IntType::UINT);
        let int = Type::Int(IntType::INT);
        let signed = values.iter().all(|e| e.ty.unqualified() == int);
        let number = |n: u32| make(Kind::Int(n.into()), Type::Int(IntType::INT), span);
        let mut factors = Vec::new();
        for e in values {
            let e = self.convert(e, &uint)?;
            factors.push(if signed {
                let high = Kind::Arithmetic(Op::Shl, e.into(), number(8).into());
                let high = self.convert(make(high, uint.clone(), span), &int)?;
                let low = Kind::Arithmetic(Op::Shr, high.into(), number(8).into());
                self.convert(make(low, int.clone(), span), &uint)?
            } else {
                let mask = make(Kind::Int(0xff_ffffu32.into()), uint.clone(), span);
                make(Kind::Arithmetic(Op::BitAnd, e.into(), mask.into()), uint.clone(), span)
            });
        }
        let [a, b] =
            <[Expr; 2]>::try_from(factors).or_else(|_| error(span, "this takes two arguments"))?;
        let product = make(Kind::Arithmetic(Op::Mul, a.into(), b.into()), uint, span);
        if signed { self.convert(product, &int) } else { Ok(product) }
    }

    fn extremum(&self, op: Op, name: &Name, values: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let [a, b] = <[Expr; 2]>::try_from(values)
            .or_else(|_| error(span, format!("`{name}` takes two arguments")))?;
        let ty = match usual(&a.ty, &b.ty) {
            Some(ty @ (Type::Int(_) | Type::Float(_) | Type::Unknown(_))) => ty,
            // Component by component. [OpenCL C 3.0, 6.15.3]
            Some(ty) if self.context.opencl && a.ty == b.ty => ty,
            _ => {
                return unsupported(
                    Area::Expression,
                    span,
                    format!("`{name}` on `{}` and `{}`", a.ty, b.ty),
                );
            }
        };
        // OpenCL C has one for each type.
        let own = (self.context.opencl && a.ty == b.ty).then(|| a.ty.clone());
        let (a, b) = (self.convert(a, &ty)?, self.convert(b, &ty)?);
        let callee = match ty {
            Type::Int(_) => Callee::Extremum(op),
            _ => Callee::Pure(name.clone()),
        };
        let made = make(Kind::Call(callee, vec![a, b]), ty, span);
        match own {
            Some(ty) => self.convert(made, &ty),
            None => Ok(made),
        }
    }

    fn absolute(&self, name: &Name, values: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let [e] = <[Expr; 1]>::try_from(values)
            .or_else(|_| error(span, format!("`{name}` takes one argument")))?;
        if let (Type::Int(int), true) = (&e.ty, self.context.opencl) {
            // It has no sign, and a place for every number. [OpenCL C 3.0, 6.15.3]
            let (of, to) = (*int, Type::Int(IntType { signed: false, ..*int }));
            if !of.signed {
                return Ok(e);
            }
            let wide = Type::Int(IntType::LONG);
            let e = self.convert(e, &wide)?;
            return self.convert(make(Kind::Call(Callee::Abs, vec![e]), wide, span), &to);
        }
        let ty = match promote(&e.ty) {
            Type::Int(ty) if ty.signed => Type::Int(ty),
            Type::Float(bits) => Type::Float(bits),
            ty @ Type::Unknown(_) => ty,
            ty => return unsupported(Area::Expression, span, format!("`{name}` of `{ty}`")),
        };
        let e = self.convert(e, &ty)?;
        let callee = match ty {
            Type::Int(_) => Callee::Abs,
            _ => Callee::Pure(name.clone()),
        };
        Ok(make(Kind::Call(callee, vec![e]), ty, span))
    }

    fn read_through(&self, name: &Name, values: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let [pointer] = <[Expr; 1]>::try_from(values)
            .or_else(|_| error(span, format!("`{name}` takes one argument")))?;
        let ty = match &pointer.ty {
            Type::Pointer(to) | Type::Array(to, _) => to.unqualified(),
            ty => return error(span, format!("`{name}` of `{ty}`")),
        };
        Ok(make(Kind::Call(Callee::Load, vec![pointer]), ty, span))
    }

    /// `printf`: it reads what strings among its arguments point to, nobody knows how far.
    fn print(&self, name: &Name, values: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let in_memory =
            |e: &&Expr| !matches!(e.kind, Kind::Opaque | Kind::Text | Kind::Null) && is_text(&e.ty);
        let mut read = Vec::new();
        for text in values.iter().filter(in_memory) {
            if self.has_effects(text) {
                return unsupported(
                    Area::Memory,
                    &text.span,
                    "a string in memory that `printf` reads",
                );
            }
            let far = Kind::Unknown("how far `printf` reads a string".into());
            let far = make(far, Type::Int(IntType::LONG), &text.span);
            let character = Type::Int(IntType::signed(8));
            let text = self.convert(text.clone(), &Type::Pointer(character.clone().into()))?;
            let span = text.span.clone();
            let e = make(Kind::Index(text.into(), far.into()), character, &span);
            read.push(Stmt { kind: StmtKind::Expr(e), span });
        }
        let int = Type::Int(IntType::INT);
        let call = make(Kind::Call(Callee::Pure(name.clone()), values), int.clone(), span);
        Ok(match read.is_empty() {
            true => call,
            false => make(Kind::Inline(read, Some(call.into())), int, span),
        })
    }
}

/// Whether `printf` may read what a value of this type points to: a `void *` may stand for a `char *`, too. [C99,
/// 7.15.1.1]
fn is_text(ty: &Type) -> bool {
    match ty {
        Type::Pointer(of) | Type::Array(of, _) => match of.unqualified() {
            Type::Int(int) => int.bits == 8,
            of => matches!(of, Type::Void | Type::Unknown(_)),
        },
        _ => false,
    }
}
