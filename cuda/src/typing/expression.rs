//! Expressions.

use super::convert::{promote, usual};
use super::inline::decayed;
use super::shape::Class;
use super::{Typed, Typer, ask, error, make, unsupported};
use crate::area::Area;
use crate::resolve::{operator, relation};
use crate::syntax::{self, ALLOCATED, Arrow, Binary, ExprKind, Unary};
use crate::typed::{Callee, Expr, Kind, Sign, Type};
use crate::vocabulary::is_vector;
use num_traits::Zero;
use semantics::{IntType, Name, Number, Op, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// An expression as a condition.
    pub(super) fn condition(&mut self, e: &syntax::Expr) -> Typed<Expr> {
        let e = self.value(e)?;
        self.truth(e)
    }

    /// An expression.
    pub(super) fn value(&mut self, e: &syntax::Expr) -> Typed<Expr> {
        let value = self.value_of(e)?;
        match self.context.opencl && super::opencl::is_truth(&e.kind) && value.ty == Type::Bool {
            true => self.convert(value, &Type::Int(IntType::INT)),
            false => Ok(value),
        }
    }

    fn value_of(&mut self, e: &syntax::Expr) -> Typed<Expr> {
        let site = self.site.clone();
        let span = site.as_ref().unwrap_or(&e.span.0);
        ask(span)?;
        Ok(match &e.kind {
            ExprKind::Int(n, ty) => make(Kind::Int(n.clone()), Type::Int(*ty), span),
            ExprKind::Float(bits, _) => make(Kind::Opaque, Type::Float(*bits), span),
            ExprKind::Bool(b) => make(Kind::Int(Number::from(u8::from(*b))), Type::Bool, span),
            ExprKind::Str(_) => {
                let to = Type::Int(IntType::signed(8));
                make(Kind::Text, Type::Pointer(to.into()), span)
            }
            ExprKind::Null => make(Kind::Null, Type::Pointer(Type::Void.into()), span),
            ExprKind::Name(name) => self.name(name, span)?,
            ExprKind::Instance(name, arguments) if name.as_str() == "std::is_same_v" => {
                self.are_same(arguments, span)?
            }
            ExprKind::Instance(name, arguments)
                if self.context.variable_templates.contains_key(name) =>
            {
                self.variable_template(name, arguments, span)?
            }
            ExprKind::Instance(name, _) => {
                return unsupported(
                    Area::Template,
                    span,
                    format!("the template `{name}` as a value"),
                );
            }
            ExprKind::Explicit(member, _) => {
                return unsupported(
                    Area::Template,
                    span,
                    format!("the member template `{member}` as a value"),
                );
            }
            ExprKind::Scoped(class, name) => self.static_member(class, name, span)?,
            ExprKind::Unary(op, operand) => self.unary(*op, operand, span)?,
            ExprKind::Postfix(step, operand) => self.step(*step, operand, true, span)?,
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span)?,
            ExprKind::Assign(op, place, value) => self.assign(*op, place, value, span)?,
            ExprKind::Conditional(c, a, b) => {
                let c = self.condition(c)?;
                let (x, y) = (self.value(a)?, self.value(b)?);
                let (a, b) = self.chosen_bits((a, x), (b, y), span)?;
                let ty = self.common(&a, &b, span)?;
                let (a, b) = (self.convert(a, &ty)?, self.convert(b, &ty)?);
                make(Kind::Conditional(c.into(), a.into(), b.into()), ty, span)
            }
            ExprKind::Cast(ty, operand) => {
                let ty = self.ty(ty, span)?;
                let operand = self.value(operand)?;
                if let Some(converted) = self.conversion(&operand, &ty)? {
                    return Ok(Expr { span: span.clone(), ..converted });
                }
                if matches!(&ty, Type::Opaque(name) if self.record(name).is_some())
                    && self.has_constructors(&ty)
                {
                    return self.constructed(&ty, vec![operand], span);
                }
                Expr { span: span.clone(), ..prvalue(self.convert(operand, &ty)?) }
            }
            ExprKind::Construct(ty, es) => self.construction(ty, es, span)?,
            ExprKind::SizeofType(ty) => {
                let ty = self.ty(ty, span)?;
                self.sizeof(&ty, span)?
            }
            ExprKind::Offsetof(ty, path) => {
                let ty = self.ty(ty, span)?;
                self.offsetof(&ty, path, span)?
            }
            ExprKind::SizeofExpr(operand) => {
                if is_text(operand) {
                    return unsupported(Area::Expression, span, "`sizeof` of a string literal");
                }
                let ty = match (self.value(operand)?.ty, &operand.kind) {
                    (Type::Array(of, _), kind) if self.context.opencl && !is_object(kind) => {
                        Type::Pointer(of)
                    }
                    (ty, _) => ty,
                };
                self.sizeof(&ty, span)?
            }
            ExprKind::Call(callee, es) => self.call(callee, es, span)?,
            ExprKind::Index(base, index) => self.index(base, index, span)?,
            ExprKind::Member(base, name, arrow) => self.member(base, name, *arrow, span)?,
            ExprKind::Launch(_) => return unsupported(Area::Call, span, "a kernel launch"),
            ExprKind::Lambda(lambda) => return self.closure(lambda, span),
            ExprKind::NewArray(_) => return unsupported(Area::Memory, span, ALLOCATED),
            ExprKind::Bound(of, n, count) => return self.bound(of, *n, *count, span),
            ExprKind::Other(what) => return unsupported(Area::Expression, span, *what),
        })
    }

    /// The part of this number of a variable, which has so many. [C++17, 11.5]
    fn bound(&mut self, of: &syntax::Expr, n: usize, count: usize, span: &Span) -> Typed<Expr> {
        let ty = self.value(of)?.ty.unqualified();
        let make = |kind| syntax::Expr { kind, span: of.span.clone(), height: of.height + 1 };
        let part = match &ty {
            Type::Array(_, Some(size)) if *size == Number::from(count) => {
                let index = make(ExprKind::Int(Number::from(n), IntType::INT));
                make(ExprKind::Index(of.clone().into(), index.into()))
            }
            Type::Opaque(class) if self.is_its_fields(class) => {
                let fields = self.record(class).map(|r| r.fields.clone()).unwrap_or_default();
                match fields.get(n) {
                    Some((name, _)) if fields.len() == count => {
                        make(ExprKind::Member(of.clone().into(), name.clone(), Arrow::Dot))
                    }
                    _ => {
                        return unsupported(
                            Area::Expression,
                            span,
                            format!("the parts of a `{ty}`"),
                        );
                    }
                }
            }
            _ => return unsupported(Area::Expression, span, format!("the parts of a `{ty}`")),
        };
        let part = self.value(&part)?;
        match part.ty {
            Type::Array(..) => unsupported(Area::Expression, span, "a part that is an array"),
            _ => Ok(part),
        }
    }

    /// `T(e, …)`, `T{e, …}` [C++17, 8.2.3]
    fn construction(&mut self, ty: &syntax::Type, es: &[syntax::Expr], span: &Span) -> Typed<Expr> {
        // A value that is no object has no qualifiers. [C++17, 8.2, paragraph 6]
        let ty = match self.ty(ty, span)? {
            Type::Const(of) if is_scalar(&of) => Arc::unwrap_or_clone(of),
            ty => ty,
        };
        let es = es.iter().map(|e| self.value(e)).collect::<Typed<Vec<_>>>()?;
        Ok(match &ty {
            // A compound literal. [C99, 6.5.2.5]
            Type::Opaque(name)
                if self.context.opencl
                    && !is_vector(name.as_str())
                    && self.record(name).is_some() =>
            {
                self.constructed(&ty, es, span)?
            }
            _ if self.context.opencl => self.vector_literal(&ty, es, span)?,
            Type::Opaque(t) if crate::vocabulary::is_vector(t.as_str()) || t.as_str() == "dim3" => {
                self.aggregate(&ty, es, span)?
            }
            Type::Int(_) | Type::Bool if es.is_empty() => make(Kind::Int(0.into()), ty, span),
            Type::Float(_) if es.is_empty() => make(Kind::Opaque, ty, span),
            Type::Unknown(_) if es.is_empty() => make(Kind::Opaque, ty, span),
            ty if es.len() == 1 && is_scalar(ty) => {
                let e = es.into_iter().next();
                let e = e.map(|e| self.convert(e, ty)).transpose()?.map(prvalue);
                let e = e.unwrap_or_else(|| make(Kind::Opaque, ty.clone(), span));
                Expr { span: span.clone(), ..e }
            }
            Type::Opaque(name) if self.record(name).is_some() => self.constructed(&ty, es, span)?,
            _ => make(
                Kind::Unsupported(Area::Class, format!("the construction of a `{ty}`")),
                ty,
                span,
            ),
        })
    }

    fn unary(&mut self, op: Unary, operand: &syntax::Expr, span: &Span) -> Typed<Expr> {
        if let Unary::Step(step) = op {
            return self.step(step, operand, false, span);
        }
        let operand = self.operand(operand)?;
        if let Some(called) = self.operator_call(&op.to_string(), vec![operand.clone()], span)? {
            return Ok(called);
        }
        match op {
            Unary::Dereference => return self.dereference(operand, span),
            Unary::Address if matches!(operand.ty, Type::Opaque(_) | Type::Unknown(_)) => {
                self.refuse_defined("&", span)?;
                return self.address(operand, span);
            }
            Unary::Address => return self.address(operand, span),
            // Of a vector it is one for each component.
            Unary::Not
                if self.context.opencl
                    && matches!(&operand.ty, Type::Opaque(name) if is_vector(name.as_str())) =>
            {
                let what = format!("the operator `!` on `{}`", operand.ty);
                return Ok(make(Kind::Unsupported(Area::Expression, what), operand.ty, span));
            }
            Unary::Not => {
                let operand = self.truth(operand)?;
                return Ok(make(Kind::Not(operand.into()), Type::Bool, span));
            }
            _ => {}
        }
        let ty = promote(&operand.ty);
        match (&ty, op) {
            (Type::Int(_), _) | (Type::Float(_), Unary::Plus | Unary::Minus) => {}
            (Type::Unknown(_), _) => {}
            (Type::Opaque(name), _) if self.context.opencl && is_vector(name.as_str()) => {
                return Ok(self.by_components(&op.to_string(), vec![operand], ty, span));
            }
            (Type::Opaque(_), _) => {
                let what = format!("the operator `{op}` on `{ty}`");
                return Ok(make(Kind::Unsupported(Area::Expression, what), ty, span));
            }
            _ => return error(span, format!("`{op}` does not work on `{ty}`")),
        }
        let operand = self.convert(operand, &ty)?;
        Ok(match op {
            Unary::Plus => Expr { span: span.clone(), ..prvalue(operand) },
            Unary::Minus => make(Kind::Negate(operand.into()), ty, span),
            _ => make(Kind::Complement(operand.into()), ty, span),
        })
    }

    pub(super) fn binary(
        &mut self,
        op: Binary,
        a: &syntax::Expr,
        b: &syntax::Expr,
        span: &Span,
    ) -> Typed<Expr> {
        match op {
            // GPUVerify's invariants stand before a loop's condition.
            Binary::Comma if self.is_annotation(a) => return self.value(b),
            Binary::Comma => {
                self.refuse_defined(",", span)?;
                let (a, b) = (self.value(a)?, self.value(b)?);
                let a = self.discarded(a)?;
                let ty = b.ty.clone();
                return Ok(make(Kind::Comma(a.into(), b.into()), ty, span));
            }
            Binary::And => {
                self.refuse_defined("&&", span)?;
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                return Ok(make(Kind::And(a.into(), b.into()), Type::Bool, span));
            }
            Binary::Or => {
                self.refuse_defined("||", span)?;
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                return Ok(make(Kind::Or(a.into(), b.into()), Type::Bool, span));
            }
            _ => {}
        }
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        if let Some(called) = self.operator_call(op.symbol(), vec![a.clone(), b.clone()], span)? {
            return Ok(called);
        }
        let (a, b) = (self.as_number(a)?, self.as_number(b)?);
        self.refuse_operator(op, &a, &b, span)?;
        if let Some(rel) = relation(op) {
            let vector = |ty: &Type| matches!(ty, Type::Opaque(_));
            if self.context.opencl && (vector(&a.ty) || vector(&b.ty)) {
                let truths = usual(&a.ty, &b.ty).and_then(|ty| super::opencl_vector::truths(&ty));
                let Some(ty) = truths else {
                    return unsupported(Area::Expression, span, "a comparison of vectors");
                };
                return Ok(self.by_components(op.symbol(), vec![a, b], ty, span));
            }
            if matches!(a.ty, Type::Pointer(_)) || matches!(b.ty, Type::Pointer(_)) {
                let what = "a comparison of pointers".to_string();
                if self.has_effects(&a) || self.has_effects(&b) {
                    return Ok(make(Kind::Unsupported(Area::Pointer, what), Type::Bool, span));
                }
                // The null pointer is converted to the type of the other. [C++17, 8.9]
                let (a, b) = match (is_null(&a), is_null(&b)) {
                    (false, true) => (a.clone(), make(Kind::Null, a.ty, &b.span)),
                    (true, false) => (make(Kind::Null, b.ty.clone(), &a.span), b),
                    _ => (a, b),
                };
                let null = matches!(a.kind, Kind::Null) || matches!(b.kind, Kind::Null);
                let kind = match null || same_pointee(&a.ty, &b.ty) {
                    true => Kind::Compare(rel, a.into(), b.into()),
                    false => Kind::Unknown(what),
                };
                return Ok(make(kind, Type::Bool, span));
            }
            let ty = self.arithmetic_type(op, &a.ty, &b.ty, span)?;
            let (a, b) = (self.convert(a, &ty)?, self.convert(b, &ty)?);
            return Ok(make(Kind::Compare(rel, a.into(), b.into()), Type::Bool, span));
        }
        if let Some(moved) = self.pointer_arithmetic(op, &a, &b, span)? {
            return Ok(moved);
        }
        let Some(arithmetic) = operator(op) else {
            return error(span, format!("`{}` does not work here", op.symbol()));
        };
        let vector = |ty: &Type| matches!(ty, Type::Opaque(name) if is_vector(name.as_str()));
        let vectors = self.context.opencl && vector(&a.ty);
        if matches!(op, Binary::Shl | Binary::Shr) && !vectors {
            let shifts = |ty: &Type| matches!(ty, Type::Int(_) | Type::Unknown(_));
            let (left, right) = (promote(&a.ty), promote(&b.ty));
            if !shifts(&left) || !shifts(&right) {
                return error(span, format!("`{}` does not work on `{}`", op.symbol(), a.ty));
            }
            let right = if right.is_unknown() { Type::Int(IntType::INT) } else { right };
            let (a, b) = (self.convert(a, &left)?, self.convert(b, &right)?);
            let b = self.shifted_by(b, &left);
            return Ok(make(Kind::Arithmetic(arithmetic, a.into(), b.into()), left, span));
        }
        let ty = self.arithmetic_type(op, &a.ty, &b.ty, span)?;
        let (a, b) = match ty {
            // The scalar of `2 * float4` stays what it is.
            Type::Opaque(_) | Type::Unknown(_) => (a, b),
            _ => (self.convert(a, &ty)?, self.convert(b, &ty)?),
        };
        Ok(make(Kind::Arithmetic(arithmetic, a.into(), b.into()), ty, span))
    }

    /// Operators on structures are functions: those of the file are not modelled.
    pub(super) fn refuse_operator(&self, op: Binary, a: &Expr, b: &Expr, span: &Span) -> Typed<()> {
        let structure = |ty: &Type| matches!(ty, Type::Opaque(_));
        let structured = structure(&a.ty) || structure(&b.ty);
        let name = Name::from(format!("operator{}", op.symbol()));
        let assigned = Name::from(format!("operator{}=", op.symbol()));
        let defined = [name, assigned].iter().any(|n| self.context.functions.contains_key(n));
        if structured && (defined || usual(&a.ty, &b.ty).is_none()) {
            return unsupported(
                Area::Expression,
                span,
                format!("the operator `{}` on `{}` and `{}`", op.symbol(), a.ty, b.ty),
            );
        }
        Ok(())
    }

    /// The type at which a binary operator works.
    pub(super) fn arithmetic_type(
        &self,
        op: Binary,
        a: &Type,
        b: &Type,
        span: &Span,
    ) -> Typed<Type> {
        let integers_only =
            matches!(op, Binary::Rem | Binary::BitAnd | Binary::BitOr | Binary::BitXor);
        match usual(a, b) {
            Some(Type::Float(_)) if integers_only => {
                error(span, format!("`{}` works on integers only", op.symbol()))
            }
            Some(ty) => Ok(ty),
            None => error(span, format!("`{}` does not work on `{a}` and `{b}`", op.symbol())),
        }
    }

    /// The type of `c ? a : b`.
    fn common(&self, a: &Expr, b: &Expr, span: &Span) -> Typed<Type> {
        if a.ty == b.ty {
            return Ok(a.ty.clone());
        }
        match (&decayed(&a.ty), &decayed(&b.ty)) {
            // A null pointer, or one that points to what is `const`. [C++17, 8.16, paragraph 6]
            (ty @ Type::Pointer(_), _) if is_null(b) => Ok(ty.clone()),
            (_, ty @ Type::Pointer(_)) if is_null(a) => Ok(ty.clone()),
            (Type::Pointer(x), Type::Pointer(y)) if x.unqualified() == y.unqualified() => {
                Ok(Type::Pointer(if x.is_const() { Arc::clone(x) } else { Arc::clone(y) }))
            }
            (Type::Pointer(_), _) | (_, Type::Pointer(_)) => {
                unsupported(Area::Pointer, span, "the operator `?:` on pointers")
            }
            _ => match usual(&a.ty, &b.ty) {
                Some(ty) if !matches!(ty, Type::Opaque(_)) => Ok(ty),
                _ => unsupported(
                    Area::Expression,
                    span,
                    format!("the operator `?:` on `{}` and `{}`", a.ty, b.ty),
                ),
            },
        }
    }

    fn sizeof(&self, ty: &Type, span: &Span) -> Typed<Expr> {
        let class = |name: &Name| self.class_in_memory(name);
        let kind = match super::shape::layout(ty, self.context.opencl, &class) {
            None if ty.is_unknown() => Kind::Unknown(format!("the size of `{ty}`")),
            Some(layout) => Kind::Int(layout.size.into()),
            None => return unsupported(Area::Type, span, format!("the size of `{ty}`")),
        };
        Ok(make(kind, Type::Int(IntType::ULONG), span))
    }

    /// Where a member of a structure begins.
    fn offsetof(&self, ty: &Type, path: &[Name], span: &Span) -> Typed<Expr> {
        let class = |name: &Name| self.class_in_memory(name);
        let (mut at, mut ty) = (0, ty.unqualified());
        for name in path {
            let found = super::shape::member(&ty, name, self.context.opencl, &class);
            let Some((start, of)) = found else {
                return unsupported(Area::Type, span, format!("the place of `{name}` in a `{ty}`"));
            };
            at += start;
            ty = of.unqualified();
        }
        Ok(make(Kind::Int(at.into()), Type::Int(IntType::ULONG), span))
    }

    /// A class of the file, where it has members and how it lies in memory may be known.
    fn class_in_memory(&self, name: &Name) -> Option<Class> {
        let (record, _) = self.declared_class(name).filter(|(record, _)| !record.of_toolkit)?;
        if record.fields.is_empty() {
            return None;
        }
        match self.records.get(name).cloned().flatten() {
            Some(record) => Some(Class::Structure(record)),
            None => self.unions.get(name).cloned().flatten().map(Class::Union),
        }
    }

    fn member(
        &mut self,
        base: &syntax::Expr,
        name: &Name,
        arrow: Arrow,
        span: &Span,
    ) -> Typed<Expr> {
        if let (ExprKind::Name(of), Arrow::Dot) = (&base.kind, arrow)
            && self.variable(of)?.is_none()
            && let Some(kind) = super::place::coordinate(of.as_str(), name.as_str())
        {
            return Ok(make(kind, Type::Int(IntType::UINT), span));
        }
        let base = self.object_of(base, arrow)?;
        if base.ty.is_unknown() {
            // What is read of a structure that nothing declares is read with all of it.
            let ty = Type::unknown(name.clone());
            return Ok(make(Kind::Call(Callee::Pure(name.clone()), vec![base]), ty, span));
        }
        let base = self.declaring(base.clone(), name, span)?.unwrap_or(base);
        let Type::Opaque(of) = &base.ty else {
            return error(span, format!("`{}` has no members", base.ty));
        };
        if let Some(value) = self.bit_field(&base, name, span)? {
            return Ok(value);
        }
        if let Some(value) = self.union_member(&base, name, span)? {
            return Ok(value);
        }
        let record = self.record(of);
        let field = record.as_ref().and_then(|r| r.fields.iter().find(|(x, _)| x == name));
        let Some((_, ty)) = field else {
            if self.context.opencl
                && let Some(components) = self.components(&base, name, span)?
            {
                return Ok(components);
            }
            if let Some(value) = self.static_through(&base, name, span)? {
                return Ok(value);
            }
            return unsupported(Area::Expression, span, format!("the member `{name}` of `{of}`"));
        };
        let ty = ty.clone();
        Ok(self.member_of(base, name, ty, span))
    }

    /// The object of which a member is meant.
    pub(super) fn object_of(&mut self, base: &syntax::Expr, arrow: Arrow) -> Typed<Expr> {
        let base = self.value(base)?;
        match arrow {
            Arrow::Dot => Ok(base),
            Arrow::Arrow => {
                let at = base.span.clone();
                self.dereference(base, &at)
            }
        }
    }

    /// A member of an object, which is modelled.
    pub(super) fn member_of(&mut self, object: Expr, name: &Name, ty: Type, span: &Span) -> Expr {
        let local = matches!(object.kind, Kind::Local(id) if !self.in_memory(id));
        if let (false, Type::Opaque(of)) = (local, &object.ty) {
            self.lanes.insert(of.clone());
        }
        make(Kind::Member(object.into(), name.clone()), ty, span)
    }

    fn pointer_arithmetic(
        &self,
        op: Binary,
        a: &Expr,
        b: &Expr,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let pointer = |ty: &Type| match ty {
            Type::Pointer(_) => Some(ty.clone()),
            Type::Array(of, _) => Some(Type::Pointer(of.clone())),
            _ => None,
        };
        let sign = match op {
            Binary::Add => Sign::Plus,
            Binary::Sub => Sign::Minus,
            _ => return Ok(None),
        };
        let (base, index, ty) = match (pointer(&a.ty), pointer(&b.ty)) {
            (None, None) => return Ok(None),
            (Some(_), Some(_)) if sign == Sign::Plus => return error(span, "a sum of pointers"),
            (Some(_), Some(_)) if !same_pointee(&a.ty, &b.ty) => {
                return unsupported(Area::Pointer, span, "a difference of pointers of two types");
            }
            (Some(_), Some(_)) => {
                let kind = Kind::Arithmetic(Op::Sub, a.clone().into(), b.clone().into());
                return Ok(Some(make(kind, Type::Int(IntType::LONG), span)));
            }
            (Some(ty), None) => (a, b, ty),
            (None, Some(ty)) if sign == Sign::Plus => (b, a, ty),
            (None, Some(_)) => return error(span, "a number minus a pointer"),
        };
        if index.ty.int().is_none() {
            return error(span, format!("a pointer moved by a `{}`", index.ty));
        }
        let index = self.convert(index.clone(), &promote(&index.ty))?;
        let kind = Kind::Offset(base.clone().into(), index.into(), sign);
        Ok(Some(make(kind, ty, span)))
    }
}

/// Whether two pointers, or arrays, are of elements of one type, which is known.
fn same_pointee(a: &Type, b: &Type) -> bool {
    let pointee = |ty: &Type| match ty {
        Type::Pointer(of) | Type::Array(of, _) => Some(of.unqualified()),
        _ => None,
    };
    pointee(a).is_some_and(|of| Some(&of) == pointee(b).as_ref() && of != Type::Void)
}

/// The value of what may name a place: it is read, even where the type is the same. [C++17, 7.1]
fn prvalue(e: Expr) -> Expr {
    if !super::place::is_place(&e) || !is_scalar(&e.ty) {
        return e;
    }
    let (ty, span) = (e.ty.clone(), e.span.clone());
    make(Kind::Convert(e.into()), ty, &span)
}

/// Whether `T(e)` is a conversion of a scalar.
fn is_scalar(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Bool | Type::Float(_) | Type::Pointer(_) | Type::Unknown(_))
}

/// Whether an expression is a null pointer, or a number that becomes one. [C++17, 7.11]
fn is_null(e: &Expr) -> bool {
    match &e.kind {
        Kind::Null => true,
        Kind::Int(n) => n.is_zero(),
        _ => false,
    }
}

/// Whether an expression is a string, which is an array.
fn is_text(e: &syntax::Expr) -> bool {
    match &e.kind {
        ExprKind::Str(_) => true,
        ExprKind::Binary(Binary::Comma, _, e) => is_text(e),
        ExprKind::Conditional(_, a, b) => is_text(a) || is_text(b),
        _ => false,
    }
}

/// Whether an expression names an object in C: the value of any other is no array. [C99, 6.3.2.1]
fn is_object(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Name(_)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::Unary(Unary::Dereference, _)
    )
}
