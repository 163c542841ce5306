//! Calls: what CUDA and the C headers define, and which of it neither writes nor synchronizes.

use super::annotation;
use super::convert::usual;
use super::overload::takes;
use super::unknown::is_unknown;
use super::{Typed, Typer, error, make, unsupported};
use crate::assumption::AssumptionKind;
use crate::syntax::{self, ExprKind, Function};
use crate::typed::{Callee, Expr, Kind, Type};
use crate::vocabulary::{FAST, INTEGERS, MATH, is_atomic, is_of_cuda};
use semantics::{IntType, Name, Op, Scope, Span};
use std::sync::Arc;

impl Typer<'_> {
    pub(super) fn call(
        &mut self,
        callee: &syntax::Expr,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        if let ExprKind::Member(base, name, syntax::Arrow::Dot) = &callee.kind {
            return self.method(base, name, arguments, span);
        }
        let (full, explicit) = match &callee.kind {
            ExprKind::Name(full) => (full, None),
            ExprKind::Instance(full, explicit) => (full, Some(explicit.as_slice())),
            ExprKind::Scoped(class, name) => return self.call_static(class, name, arguments, span),
            ExprKind::Construct(..) => {
                let object = self.value(callee)?;
                return self.call_object(object, arguments, span);
            }
            _ => return self.call_pointer(callee, arguments, span),
        };
        if self.local(full).is_some() {
            let object = self.value(callee)?;
            if matches!(object.ty, Type::Opaque(_)) && !is_unknown(&object.ty) {
                return self.call_object(object, arguments, span);
            }
            return self.call_pointer(callee, arguments, span);
        }
        let meant = self.meant(callee, full, span)?;
        if let Some(functions) = self.context.functions.get(full) {
            let functions = self.among(functions, meant);
            if let Some(nothing) = self.call_of_nothing(&functions, arguments, span)? {
                return Ok(nothing);
            }
            // What the toolkit has besides under the name may be known below.
            let fits = |f: &Arc<Function>| takes(f, arguments.len(), explicit.is_some());
            let of_cuda = is_of_cuda(full.as_str());
            if (!of_cuda && !functions.is_empty()) || functions.iter().any(fits) || meant.is_some()
            {
                let arguments = self.values(arguments)?;
                self.refuse_associated(meant, full, &arguments, span)?;
                let known = of_cuda && explicit.is_none();
                if known && self.none_takes(&functions, &arguments, span) {
                    return self.known(full, arguments, span);
                }
                return self.inline_values(&functions, explicit, arguments, span);
            }
        }
        if let Some(explicit) = explicit {
            return self.known_template(full, explicit, arguments, span);
        }
        if self.variable(full)?.is_some() {
            return self.call_pointer(callee, arguments, span);
        }
        if annotation::is_one(full.as_str()) {
            return self.annotated(full.as_str(), arguments, span);
        }
        let arguments = self.values(arguments)?;
        self.known(full, arguments, span)
    }

    /// A call of what CUDA and the C headers define, or of what nothing at hand does.
    fn known(&mut self, full: &Name, arguments: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let name = full.as_str().strip_prefix("std::").unwrap_or(full.as_str());
        if self.context.opencl
            && let Some(called) = match self.opencl(name, &arguments, span)? {
                None => self.vector_call(name, &arguments, span)?,
                called => called,
            }
        {
            return Ok(called);
        }
        let pure = |ty: Type, arguments: Vec<Expr>| {
            Ok(make(Kind::Call(Callee::Pure(full.clone()), arguments), ty, span))
        };
        match name {
            "__syncthreads" if arguments.is_empty() => {
                return Ok(make(
                    Kind::Call(Callee::Sync(Scope::Block), arguments),
                    Type::Void,
                    span,
                ));
            }
            "__threadfence" | "__threadfence_block" | "__threadfence_system"
                if arguments.is_empty() =>
            {
                return Ok(make(Kind::Call(Callee::Fence, arguments), Type::Void, span));
            }
            "min" | "max" | "umin" | "umax" | "llmin" | "llmax" => {
                return self.extremum(name, arguments, full, span);
            }
            "abs" | "labs" | "llabs" => return self.abs(name, arguments, full, span),
            "__ldg" => return self.load(arguments, span),
            _ if is_atomic(name) => return self.atomic(full, arguments, span),
            "memcpy" | "__builtin_memcpy" if arguments.len() == 3 => {
                return Ok(make(Kind::Call(Callee::Copy, arguments), Type::Void, span));
            }
            "__mul24" | "__umul24" => return self.mul24(name == "__mul24", arguments, span),
            "tex1D" | "tex1Dfetch" | "tex2D" | "tex3D" | "tex2DLayered" => {
                return pure(super::unknown::unknown(&"texel".into()), arguments);
            }
            "assert" => return pure(Type::Void, arguments),
            "__syncwarp" if arguments.len() <= 1 => {
                return Ok(make(Kind::Call(Callee::Warp, arguments), Type::Void, span));
            }
            "__syncthreads_or" | "__syncthreads_and" | "__syncthreads_count" => {
                let [condition] = arguments.as_slice() else {
                    return error(span, format!("`{name}` takes one argument"));
                };
                let condition = condition.clone();
                let sync =
                    make(Kind::Call(Callee::Sync(Scope::Block), Vec::new()), Type::Void, span);
                let int = Type::Int(IntType::INT);
                let value = make(
                    Kind::Unknown(format!(
                        "the result of `{name}`, which other threads decide too"
                    )),
                    int.clone(),
                    span,
                );
                let after = make(Kind::Comma(sync.into(), value.into()), int.clone(), span);
                return Ok(make(Kind::Comma(condition.into(), after.into()), int, span));
            }
            // Exchanges of values between the threads of a warp: they order no memory.
            "__shfl_sync" | "__shfl_up_sync" | "__shfl_down_sync" | "__shfl_xor_sync"
                if arguments.len() >= 3 =>
            {
                return match &arguments[1].ty {
                    ty @ (Type::Int(_) | Type::Float(_)) => pure(ty.clone(), arguments.clone()),
                    ty if is_unknown(ty) => pure(ty.clone(), arguments.clone()),
                    ty => unsupported(span, format!("`{name}` of a `{ty}`")),
                };
            }
            _ => {}
        }
        if let Some(pointer) = arguments.iter().find(|e| self.holds_pointer(&e.ty)) {
            if name != "printf" {
                // It could write through the pointer.
                return unsupported(&pointer.span, format!("a pointer given to `{full}`"));
            }
            let read = arguments.iter().find(|e| !matches!(e.kind, Kind::Opaque) && is_text(&e.ty));
            if let Some(text) = read {
                return unsupported(&text.span, "a string in memory that `printf` reads");
            }
        }
        if let Some((_, ty)) = INTEGERS.iter().find(|(n, _)| *n == name) {
            return pure(Type::Int(*ty), arguments);
        }
        if let Some(vector) = name.strip_prefix("make_").filter(|v| crate::vocabulary::is_vector(v))
        {
            return self.aggregate(&Type::Opaque(Name::from(vector)), arguments, span);
        }
        if FAST.contains(&name) || name.strip_suffix('f').is_some_and(|n| MATH.contains(&n)) {
            return pure(Type::Float(32), arguments);
        }
        if MATH.contains(&name) {
            let single = arguments.iter().any(|e| e.ty == Type::Float(32))
                && !arguments.iter().any(|e| e.ty == Type::Float(64));
            return pure(Type::Float(if single { 32 } else { 64 }), arguments);
        }
        match name {
            "isnan" | "isinf" | "isfinite" | "signbit" if self.context.opencl => {
                pure(Type::Int(IntType::INT), arguments)
            }
            "isnan" | "isinf" | "isfinite" | "signbit" => pure(Type::Bool, arguments),
            "__float2half" | "__float2half_rn" | "__hadd" | "__hmul" | "__hfma" => {
                pure(Type::Float(16), arguments)
            }
            _ if self.context.missing => {
                let what = format!(
                    "`{full}`, which nothing at hand defines, reads what it is given, and does no more"
                );
                self.assume(AssumptionKind::UnknownCall, what, span);
                let ty = super::unknown::unknown(full);
                Ok(make(Kind::Call(Callee::Pure(full.clone()), arguments), ty, span))
            }
            _ => unsupported(
                span,
                format!(
                    "a call of `{full}`, which has no body here and may write memory or synchronize,"
                ),
            ),
        }
    }

    /// `std::max<int>(a, b)`: a template that the headers define.
    fn known_template(
        &mut self,
        full: &Name,
        explicit: &[syntax::TemplateArgument],
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let name = full.as_str().strip_prefix("std::").unwrap_or(full.as_str());
        match (name, explicit) {
            ("min" | "max", [syntax::TemplateArgument::Type(ty, place)]) => {
                let ty = self.ty(ty, &place.0)?;
                let mut converted = Vec::new();
                for e in self.values(arguments)? {
                    converted.push(self.convert(e, &ty)?);
                }
                self.extremum(name, converted, full, span)
            }
            _ => unsupported(span, format!("a call of the template `{full}`")),
        }
    }

    pub(super) fn atomic(&self, name: &Name, arguments: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let to = match arguments.first().map(|e| &e.ty) {
            Some(Type::Pointer(to) | Type::Array(to, _)) => to.clone(),
            _ => return error(span, format!("`{name}` takes a pointer first")),
        };
        if to.is_const() {
            return error(span, format!("`{name}` writes a `{to}`"));
        }
        // Of a vector, each part by itself: two such do not race.
        let parts = matches!(&*to, Type::Opaque(name)
            if matches!(name.as_str(), "half2" | "__nv_bfloat162" | "float2" | "float4"));
        if !matches!(*to, Type::Int(_) | Type::Float(_)) && !parts && !is_unknown(&to) {
            return unsupported(span, format!("`{name}` on an object of type `{to}`"));
        }
        let ty = (*to).clone();
        Ok(make(Kind::Call(Callee::Atomic(name.clone()), arguments), ty, span))
    }

    /// The low 32 bits of the product of the low 24 bits.
    fn mul24(&self, signed: bool, arguments: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let uint = Type::Int(IntType::UINT);
        let int = Type::Int(IntType::INT);
        let number = |n: u32| make(Kind::Int(n.into()), Type::Int(IntType::INT), span);
        let mut factors = Vec::new();
        for e in arguments {
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
        let (Some(b), Some(a), true) = (factors.pop(), factors.pop(), factors.is_empty()) else {
            return error(span, "this takes two arguments");
        };
        let product = make(Kind::Arithmetic(Op::Mul, a.into(), b.into()), uint, span);
        if signed { self.convert(product, &int) } else { Ok(product) }
    }

    /// A call of a member function.
    pub(super) fn method(
        &mut self,
        base: &syntax::Expr,
        name: &Name,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let base = self.value(base)?;
        if let Type::Opaque(class) = &base.ty {
            let constant = self.is_const(&base);
            let (functions, bound) = self.methods(class, name.as_str(), constant);
            if !functions.is_empty() {
                let mut all = vec![base];
                all.extend(self.values(arguments)?);
                return self.inline_of(&functions, &bound, None, all, span);
            }
        }
        unsupported(span, format!("a call of the member function `{name}` of `{}`", base.ty))
    }

    /// A call of an object: `f(e)`.
    fn call_object(
        &mut self,
        object: Expr,
        arguments: &[syntax::Expr],
        span: &Span,
    ) -> Typed<Expr> {
        let ty = object.ty.clone();
        let mut all = vec![object];
        all.extend(self.values(arguments)?);
        match self.operator_call("()", all, span)? {
            Some(called) => Ok(called),
            None => unsupported(span, format!("a call of a `{ty}`")),
        }
    }

    fn extremum(
        &self,
        name: &str,
        mut arguments: Vec<Expr>,
        full: &Name,
        span: &Span,
    ) -> Typed<Expr> {
        let op = if name.ends_with("min") { Op::Min } else { Op::Max };
        let (Some(b), Some(a), true) = (arguments.pop(), arguments.pop(), arguments.is_empty())
        else {
            return error(span, format!("`{name}` takes two arguments"));
        };
        let forced = match &name[..name.len() - 3] {
            "u" => Some(Type::Int(IntType::UINT)),
            "ll" => Some(Type::Int(IntType::LONG)),
            _ => None,
        };
        let ty = match (forced, usual(&a.ty, &b.ty)) {
            (Some(ty), _) => ty,
            (None, Some(ty)) if matches!(ty, Type::Int(_) | Type::Float(_)) || is_unknown(&ty) => {
                ty
            }
            // Component by component. [OpenCL C 3.0, 6.15.3]
            (None, Some(ty)) if self.context.opencl && a.ty == b.ty => ty,
            _ => return unsupported(span, format!("`{name}` on `{}` and `{}`", a.ty, b.ty)),
        };
        // OpenCL C has one for each type.
        let own = (self.context.opencl && a.ty == b.ty).then(|| a.ty.clone());
        let (a, b) = (self.convert(a, &ty)?, self.convert(b, &ty)?);
        let callee = match ty {
            Type::Int(_) => Callee::Extremum(op),
            _ => Callee::Pure(full.clone()),
        };
        let made = make(Kind::Call(callee, vec![a, b]), ty, span);
        match own {
            Some(ty) => self.convert(made, &ty),
            None => Ok(made),
        }
    }

    fn abs(&self, name: &str, mut arguments: Vec<Expr>, full: &Name, span: &Span) -> Typed<Expr> {
        let (Some(e), true) = (arguments.pop(), arguments.is_empty()) else {
            return error(span, format!("`{name}` takes one argument"));
        };
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
        let ty = match super::convert::promote(&e.ty) {
            Type::Int(ty) if ty.signed && name == "abs" => Type::Int(ty),
            Type::Int(_) if name != "abs" => Type::Int(IntType::LONG),
            Type::Float(bits) => Type::Float(bits),
            ty if is_unknown(&ty) => ty,
            ty => return unsupported(span, format!("`{name}` of `{ty}`")),
        };
        let e = self.convert(e, &ty)?;
        let callee = match ty {
            Type::Int(_) => Callee::Abs,
            _ => Callee::Pure(full.clone()),
        };
        Ok(make(Kind::Call(callee, vec![e]), ty, span))
    }

    fn load(&self, mut arguments: Vec<Expr>, span: &Span) -> Typed<Expr> {
        match (arguments.pop(), arguments.is_empty()) {
            (Some(pointer), true) => {
                let ty = match &pointer.ty {
                    Type::Pointer(to) | Type::Array(to, _) => to.unqualified(),
                    ty => return error(span, format!("`__ldg` of `{ty}`")),
                };
                Ok(make(Kind::Call(Callee::Load, vec![pointer]), ty, span))
            }
            _ => error(span, "`__ldg` takes one argument"),
        }
    }
}

/// Whether `printf` may read what a value of this type points to.
fn is_text(ty: &Type) -> bool {
    match ty {
        Type::Pointer(of) | Type::Array(of, _) => {
            matches!(of.unqualified(), Type::Int(int) if int.bits == 8)
        }
        _ => false,
    }
}
