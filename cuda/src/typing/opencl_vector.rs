//! Vectors of OpenCL C: literals, components, conversions, loads and stores. [OpenCL C 3.0, 6.3, 6.4]

use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::syntax::{self, Arrow, Binary, ExprKind};
use crate::typed::{Callee, Expr, Kind, Local, LocalId, Stmt, StmtKind, Storage, Type};
use crate::vocabulary::{components, is_vector, vector_parts, wide_vector};
use semantics::{IntType, Name, Op, Span};

/// How many components a vector type has, and of which type.
fn lanes(ty: &Type) -> Option<(usize, Type)> {
    let Type::Opaque(name) = ty else { return None };
    let (lanes, lane) = crate::resolve::vector(name.as_str())?;
    Some((lanes.len(), lane.into()))
}

/// The type of so many of a vector's components.
fn vector(of: &Type, count: usize) -> Option<Type> {
    let Type::Opaque(name) = of else { return None };
    let (element, _) = vector_parts(name.as_str())?;
    named(&format!("{element}{count}"))
}

/// The type that a name of OpenCL C is, of those that conversions are called by.
fn named(name: &str) -> Option<Type> {
    let int = |bits, signed| Some(Type::Int(IntType { bits, signed }));
    match name {
        "char" => int(8, true),
        "uchar" => int(8, false),
        "short" => int(16, true),
        "ushort" => int(16, false),
        "int" => int(32, true),
        "uint" => int(32, false),
        "long" => int(64, true),
        "ulong" => int(64, false),
        "half" => Some(Type::Float(16)),
        "float" => Some(Type::Float(32)),
        "double" => Some(Type::Float(64)),
        _ => {
            let wide = ["16", "8"].into_iter().find_map(|n| Some((name.strip_suffix(n)?, n)));
            let name = match wide {
                Some((element, "8")) => wide_vector(element, 8),
                Some((element, _)) => wide_vector(element, 16),
                None => name.to_owned(),
            };
            is_vector(&name).then(|| Type::Opaque(name.into()))
        }
    }
}

/// What a number is called in the names of vectors of it.
fn scalar_name(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Int(IntType { bits: 8, signed: true }) => "char",
        Type::Int(IntType { bits: 8, .. }) => "uchar",
        Type::Int(IntType { bits: 16, signed: true }) => "short",
        Type::Int(IntType { bits: 16, .. }) => "ushort",
        Type::Int(IntType { bits: 32, signed: true }) => "int",
        Type::Int(IntType { bits: 32, .. }) => "uint",
        Type::Int(IntType { signed: true, .. }) => "long",
        Type::Int(_) => "ulong",
        Type::Float(32) => "float",
        Type::Float(64) => "double",
        _ => return None,
    })
}

/// Which components a name selects: `xyz`, `s012`, `lo`. [OpenCL C 3.0, 6.3.7]
fn selected(name: &str, count: usize) -> Option<Vec<usize>> {
    // Of a vector of three, the fourth counts and has no value.
    let whole = if count == 3 { 4 } else { count };
    let all: Vec<usize> = match name {
        "lo" => (0..whole / 2).collect(),
        "hi" => (whole / 2..whole).collect(),
        "even" => (0..whole).step_by(2).collect(),
        "odd" => (1..whole).step_by(2).collect(),
        _ => match name.strip_prefix(['s', 'S']) {
            Some(digits) => digits
                .chars()
                .map(|c| c.to_digit(16).map(|n| n as usize))
                .collect::<Option<Vec<_>>>()?,
            None => name.chars().map(|c| "xyzw".find(c)).collect::<Option<Vec<_>>>()?,
        },
    };
    (!all.is_empty() && all.iter().all(|n| *n < count)).then_some(all)
}

fn component(of: &Expr, n: usize, ty: &Type, span: &Span) -> Expr {
    let lanes = match &of.ty {
        Type::Opaque(name) => components(name.as_str()),
        _ => &[],
    };
    let lane = lanes.get(n).copied().unwrap_or("x");
    make(Kind::Member(of.clone().into(), lane.into()), ty.clone(), span)
}

/// What a comparison of such vectors gives: as many integers as wide. [OpenCL C 3.0, 6.4.4]
pub(super) fn truths(ty: &Type) -> Option<Type> {
    let (count, element) = lanes(ty)?;
    let bits = match element {
        Type::Int(IntType { bits, .. }) | Type::Float(bits) => bits,
        _ => return None,
    };
    named(&format!("{}{count}", scalar_name(&Type::Int(IntType::signed(bits)))?))
}

impl Typer<'_> {
    /// Component by component: a value of this type that is not modelled.
    pub(super) fn by_components(
        &mut self,
        symbol: &str,
        operands: Vec<Expr>,
        ty: Type,
        span: &Span,
    ) -> Expr {
        self.record_of(&ty);
        make(Kind::Call(Callee::Pure(symbol.into()), operands), ty, span)
    }

    /// A variable that holds a value, and its declaration.
    pub(super) fn held(&mut self, value: Expr, span: &Span) -> (Stmt, Expr) {
        let id = LocalId(self.locals.len());
        let (name, ty) = (Name::from("(value)"), value.ty.clone());
        let storage = Storage::Thread;
        self.locals.push(Local { name, ty: ty.clone(), storage, span: span.clone() });
        let declared = Stmt { kind: StmtKind::Declare(id, Some(value)), span: span.clone() };
        (declared, make(Kind::Local(id), ty, span))
    }

    /// `(float4)(v, 1)`: the components of the values, one after the other; of a single scalar, as often as it takes.
    pub(super) fn vector_literal(&mut self, ty: &Type, es: Vec<Expr>, span: &Span) -> Typed<Expr> {
        let Some((count, element)) = lanes(ty) else {
            return unsupported(Area::Expression, span, format!("a constructed `{ty}`"));
        };
        if let [only] = es.as_slice()
            && only.ty == *ty
        {
            return Ok(only.clone());
        }
        let broadcast = es.len() == 1 && lanes(&es[0].ty).is_none();
        let (mut statements, mut values) = (Vec::new(), Vec::new());
        for e in es {
            let (statement, e) = self.held(e, span);
            statements.push(statement);
            match lanes(&e.ty) {
                Some((n, of)) => values.extend((0..n).map(|n| component(&e, n, &of, span))),
                None => values.push(self.convert(e, &element)?),
            }
        }
        if broadcast {
            values = vec![values[0].clone(); count];
        }
        if values.len() != count {
            return unsupported(
                Area::Expression,
                span,
                format!("{} values for a `{ty}`", values.len()),
            );
        }
        self.record_of(ty);
        let value = make(Kind::Gather(values), ty.clone(), span);
        Ok(make(Kind::Inline(statements, Some(value.into())), ty.clone(), span))
    }

    fn record_of(&mut self, ty: &Type) {
        if let Type::Opaque(name) = ty {
            self.record(name);
        }
    }

    /// `v.xyz`, where it is no member of a structure.
    pub(super) fn components(
        &mut self,
        base: &Expr,
        name: &Name,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let found =
            lanes(&base.ty).and_then(|(count, ty)| Some((selected(name.as_str(), count)?, ty)));
        let Some((chosen, element)) = found else { return Ok(None) };
        if let [only] = chosen.as_slice() {
            self.access_lanes(base);
            return Ok(Some(component(base, *only, &element, span)));
        }
        let Some(ty) = vector(&base.ty, chosen.len()) else {
            return unsupported(Area::Expression, span, format!("`{name}` of a `{}`", base.ty));
        };
        self.record_of(&ty);
        if self.is_steady_place(base) {
            // The others are not read.
            self.access_lanes(base);
            let values = chosen.iter().map(|n| component(base, *n, &element, span)).collect();
            return Ok(Some(make(Kind::Gather(values), ty, span)));
        }
        let (statement, held) = self.held(base.clone(), span);
        let values = chosen.iter().map(|n| component(&held, *n, &element, span)).collect();
        let value = make(Kind::Gather(values), ty.clone(), span);
        Ok(Some(make(Kind::Inline(vec![statement], Some(value.into())), ty, span)))
    }

    /// Notes that components of a vector in memory are accessed one by one.
    fn access_lanes(&mut self, base: &Expr) {
        let local = matches!(base.kind, Kind::Local(id) if !self.in_memory(id));
        if let (false, Type::Opaque(name)) = (local, &base.ty) {
            self.lanes.insert(name.clone());
        }
    }

    /// `v.xyz = e`, `v.xyz += e`; `None` where the left side is something else.
    pub(super) fn assign_components(
        &mut self,
        op: Option<Binary>,
        place: &syntax::Expr,
        value: &syntax::Expr,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let ExprKind::Member(base, name, arrow) = &place.kind else { return Ok(None) };
        let mut base = self.value(base)?;
        if *arrow == Arrow::Arrow {
            base = self.dereference(base, span)?;
        }
        let found =
            lanes(&base.ty).and_then(|(count, ty)| Some((selected(name.as_str(), count)?, ty)));
        let Some((chosen, element)) = found.filter(|(chosen, _)| chosen.len() > 1) else {
            return Ok(None);
        };
        let twice = (1..chosen.len()).any(|n| chosen[..n].contains(&chosen[n]));
        let ty = vector(&base.ty, chosen.len());
        let (Some(ty), true) = (ty, !twice && self.is_steady_place(&base) && !self.is_const(&base))
        else {
            return unsupported(
                Area::Expression,
                span,
                format!("an assignment to `{name}` of a `{}`", base.ty),
            );
        };
        self.access_lanes(&base);
        self.record_of(&ty);
        let value = self.value(value)?;
        let value = match op {
            None => value,
            Some(op) => {
                let old: Vec<Expr> =
                    chosen.iter().map(|n| component(&base, *n, &element, span)).collect();
                let old = make(Kind::Gather(old), ty.clone(), span);
                let at = self.arithmetic_type(op, &ty, &value.ty, span)?;
                let Some(op) = crate::resolve::operator(op) else {
                    return unsupported(Area::Expression, span, "this assignment to components");
                };
                make(Kind::Arithmetic(op, old.into(), value.into()), at, span)
            }
        };
        let value = match lanes(&value.ty) {
            Some(_) if value.ty == ty => value,
            None => self.vector_literal(&ty, vec![value], span)?,
            Some(_) => {
                return unsupported(Area::Type, span, format!("a `{}` as a `{ty}`", value.ty));
            }
        };
        let (statement, held) = self.held(value, span);
        let mut statements = vec![statement];
        for (from, to) in chosen.iter().enumerate() {
            let to = component(&base, *to, &element, span);
            let from = component(&held, from, &element, span);
            let assign = Kind::Assign(to.into(), from.into());
            let kind = StmtKind::Expr(make(assign, element.clone(), span));
            statements.push(Stmt { kind, span: span.clone() });
        }
        Ok(Some(make(Kind::Inline(statements, Some(held.into())), ty, span)))
    }

    /// `convert_float4(v)`, `as_int(x)`, `vload4(i, p)`, `vstore4(v, i, p)`; `None` where the function is none.
    pub(super) fn vector_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let pure = |ty: Type| {
            let callee = Callee::Pure(name.into());
            Some(make(Kind::Call(callee, arguments.to_vec()), ty, span))
        };
        if let (Some(to), [e]) = (name.strip_prefix("convert_"), arguments) {
            let (to, plain) = match to.find('_') {
                Some(end) => (&to[..end], false),
                None => (to, true),
            };
            let Some(ty) = named(to) else { return Ok(None) };
            self.record_of(&ty);
            // What does not fit is bounded, or rounded in another way, where the name says so.
            return match (&ty, plain) {
                (Type::Int(_) | Type::Float(_), true) => self.convert(e.clone(), &ty).map(Some),
                _ => Ok(pure(ty)),
            };
        }
        if let (Some(ty), [e]) = (name.strip_prefix("as_").and_then(named), arguments) {
            self.record_of(&ty);
            return match (&e.ty, &ty) {
                (Type::Int(a), Type::Int(b)) if a.bits == b.bits => {
                    self.convert(e.clone(), &ty).map(Some)
                }
                _ => Ok(pure(ty)),
            };
        }
        // As many elements as there are in the mask, which comes last. [OpenCL C 3.0, 6.15.14]
        if let ("shuffle", [of, mask]) | ("shuffle2", [of, _, mask]) = (name, arguments)
            && let (Some((_, _)), Some((count, _))) = (lanes(&of.ty), lanes(&mask.ty))
        {
            let Some(ty) = vector(&of.ty, count) else { return Ok(None) };
            self.record_of(&ty);
            return Ok(pure(ty));
        }
        let count = |text: &str| match text {
            "2" => Some(2),
            "3" => Some(3),
            "4" => Some(4),
            "8" => Some(8),
            "16" => Some(16),
            _ => None,
        };
        let loads = name.strip_prefix("vload").and_then(count);
        let stores = name.strip_prefix("vstore").and_then(count);
        let (count, value, offset, pointer) = match (loads, stores, arguments) {
            (Some(count), _, [offset, pointer]) => (count, None, offset, pointer),
            (_, Some(count), [value, offset, pointer]) => (count, Some(value), offset, pointer),
            _ => return Ok(None),
        };
        self.vector_access(name, count, value, (offset, pointer), span).map(Some)
    }

    /// `vload4(offset, pointer)`, and `vstore4(value, offset, pointer)`: its elements one by one.
    fn vector_access(
        &mut self,
        name: &str,
        count: usize,
        value: Option<&Expr>,
        (offset, pointer): (&Expr, &Expr),
        span: &Span,
    ) -> Typed<Expr> {
        let of = match &pointer.ty {
            Type::Pointer(of) | Type::Array(of, _) if self.is_steady(pointer) => of.unqualified(),
            _ => return unsupported(Area::Expression, span, format!("`{name}` of this")),
        };
        let Some(ty) = scalar_name(&of).and_then(|name| named(&format!("{name}{count}"))) else {
            return unsupported(Area::Expression, span, format!("`{name}` of a `{of}`"));
        };
        self.record_of(&ty);
        let long = Type::Int(IntType::LONG);
        let offset = self.convert(offset.clone(), &long)?;
        let (statement, offset) = self.held(offset, span);
        let mut statements = vec![statement];
        let number = |n: usize| make(Kind::Int(n.into()), long.clone(), span);
        let at = |n: usize| {
            let first = Kind::Arithmetic(Op::Mul, offset.clone().into(), number(count).into());
            let first = make(first, long.clone(), span);
            let index = Kind::Arithmetic(Op::Add, first.into(), number(n).into());
            let index = make(index, long.clone(), span);
            make(Kind::Index(pointer.clone().into(), index.into()), of.clone(), span)
        };
        let Some(value) = value else {
            let values = make(Kind::Gather((0..count).map(at).collect()), ty.clone(), span);
            return Ok(make(Kind::Inline(statements, Some(values.into())), ty, span));
        };
        if value.ty != ty {
            return unsupported(Area::Expression, span, format!("`{name}` of a `{}`", value.ty));
        }
        if self.is_const(&at(0)) {
            return super::error(span, format!("`{name}` writes a `{of}`"));
        }
        let (statement, value) = self.held(value.clone(), span);
        statements.push(statement);
        for n in 0..count {
            let assign = Kind::Assign(at(n).into(), component(&value, n, &of, span).into());
            let kind = StmtKind::Expr(make(assign, of.clone(), span));
            statements.push(Stmt { kind, span: span.clone() });
        }
        Ok(make(Kind::Inline(statements, None), Type::Void, span))
    }
}
