//! Names, places in memory, assignments.

use super::convert::promote;
use super::{Typed, Typer, error, make, unsupported};
use crate::area::Area;
use crate::assumption::AssumptionKind;
use crate::path::Path;
use crate::resolve::operator;
use crate::syntax::{self, Binary, ExprKind, Step};
use crate::typed::{Callee, Expr, Kind, Sign, Stmt, StmtKind, Type};
use crate::vocabulary::{self, Constant};
use semantics::{Axis, Dim, IntType, Name, Span};
use std::sync::Arc;

/// `threadIdx.x` and the like.
pub(super) fn coordinate(of: &str, member: &str) -> Option<Kind> {
    let dim = match member {
        "x" => Dim::X,
        "y" => Dim::Y,
        "z" => Dim::Z,
        _ => return None,
    };
    Some(match of {
        "threadIdx" => Kind::Coordinate(Axis::Thread(dim)),
        "blockIdx" => Kind::Coordinate(Axis::Block(dim)),
        "blockDim" => Kind::BlockDim(dim),
        "gridDim" => Kind::GridDim(dim),
        _ => return None,
    })
}

impl Typer<'_> {
    pub(super) fn name(&mut self, name: &Name, span: &Span) -> Typed<Expr> {
        let constant = self.context.constants.get(name);
        let local = self.scopes.iter().any(|scope| scope.contains_key(name));
        if let (Some((n, ty)), false) = (constant, local) {
            self.refuse_ambiguous(name, span)?;
            let enumeration = self.context.enumerations.get(name);
            if let Some(wide) = enumeration.filter(|of| self.context.wide.contains(*of)) {
                return unsupported(
                    Area::Type,
                    span,
                    format!("the enumeration `{wide}`, which an `int` does not hold"),
                );
            }
            return Ok(make(Kind::Int(n.clone()), ty.clone(), span));
        }
        if let Some(id) = self.variable(name)? {
            if let Some(constant) = self.constant(id) {
                return Ok(Expr { span: span.clone(), ..constant });
            }
            let ty = self.locals[id.0].ty.clone();
            if self.named_functions.contains_key(&id) {
                return Ok(make(Kind::Opaque, ty, span));
            }
            let local = make(Kind::Local(id), ty, span);
            return match self.references.contains(&id) {
                true => self.dereference(local, span),
                false => Ok(local),
            };
        }
        let of_opencl = || match self.context.opencl {
            true => vocabulary::opencl::constant(name.as_str()),
            false => None,
        };
        if let Some(known) = vocabulary::constant(name.as_str()).or_else(of_opencl) {
            return Ok(match known {
                Constant::Int(n, ty) => make(Kind::Int(n), Type::Int(ty), span),
                Constant::Float(bits, _) => make(Kind::Opaque, Type::Float(bits), span),
                Constant::Null => make(Kind::Null, Type::Pointer(Type::Void.into()), span),
            });
        }
        match name.as_str() {
            "threadIdx" | "blockIdx" | "blockDim" | "gridDim" => {
                Ok(self.coordinates(name.as_str(), span))
            }
            _ if self.context.functions.get(name).is_some_and(|all| has_own(all)) => {
                Ok(make(Kind::Opaque, Type::Pointer(Type::Function.into()), span))
            }
            _ if name.is_hidden() => unsupported(
                Area::Name,
                span,
                format!("`{name}`, which another declaration hides here"),
            ),
            // A condition that a person gives is about what there is.
            _ if self.closed => error(span, format!("`{name}` is not declared")),
            _ => self.undeclared(name, span),
        }
    }

    /// A name that nothing at hand declares: a number that the whole file sees, as a macro of a header would be.
    fn undeclared(&mut self, name: &Name, span: &Span) -> Typed<Expr> {
        self.refuse_ambiguous(name, span)?;
        let what = format!(
            "`{name}`, which nothing at hand declares, is taken as a constant of type `int`: give -D{name}=…"
        );
        self.assume(AssumptionKind::UnknownMacro, what, span);
        let ty = Type::Int(IntType::INT);
        let id = self.symbol(name, ty.clone(), span);
        self.undeclared.insert(id);
        if let Some(file) = self.scopes.first_mut() {
            file.insert(name.clone(), id);
        }
        Ok(make(Kind::Local(id), ty, span))
    }

    /// A name that nothing at hand declares, before a loop: as a macro of `#pragma unroll` would be.
    pub(super) fn macro_of_loop(&mut self, name: &Name, span: &Span) -> Typed<()> {
        self.refuse_ambiguous(name, span)?;
        let what = format!(
            "`{name}`, which nothing at hand declares, is taken as a macro that changes nothing of the loop after it: give -D{name}=…"
        );
        self.assume(AssumptionKind::UnknownMacro, what, span);
        Ok(())
    }

    /// `threadIdx` and the like as a whole.
    pub(super) fn coordinates(&mut self, name: &str, span: &Span) -> Expr {
        let uint = Type::Int(IntType::UINT);
        let all = ["x", "y", "z"].into_iter().filter_map(|axis| coordinate(name, axis));
        let all = all.map(|kind| make(kind, uint.clone(), span)).collect();
        let ty = Name::from(if matches!(name, "blockDim" | "gridDim") { "dim3" } else { "uint3" });
        self.record(&ty);
        make(Kind::Gather(all), Type::Opaque(ty), span)
    }

    pub(super) fn index(
        &mut self,
        base: &syntax::Expr,
        index: &syntax::Expr,
        span: &Span,
    ) -> Typed<Expr> {
        let (base, index) = (self.value(base)?, self.value(index)?);
        let of = match &base.ty {
            Type::Array(of, _) | Type::Pointer(of) => element(of),
            // An element of an array in a structure that nothing declares, which is read as a whole.
            ty if is_part_of_unknown(&base) => {
                let name = Name::from(ty.to_string());
                let part = Kind::Call(Callee::Pure(name.clone()), vec![base, index]);
                return Ok(make(part, Type::unknown(name), span));
            }
            ty @ (Type::Opaque(_) | Type::Unknown(_)) => {
                let what = format!("`[]` on `{ty}`");
                return match self.operator_call("[]", vec![base, index], span)? {
                    Some(called) => Ok(called),
                    None => unsupported(Area::Expression, span, what),
                };
            }
            ty if matches!(index.ty, Type::Pointer(_) | Type::Array(..)) && ty.int().is_some() => {
                return unsupported(Area::Expression, span, "an index that is a pointer");
            }
            ty => return error(span, format!("`{ty}` has no elements")),
        };
        if of == Type::Void || of == Type::Function {
            return error(span, format!("`{}` has no elements", base.ty));
        }
        match &index.ty {
            Type::Int(_) | Type::Bool => {}
            Type::Unknown(_) => {
                let long = Type::Int(IntType::LONG);
                let index = self.convert(index.clone(), &long)?;
                return Ok(make(Kind::Index(base.into(), index.into()), of, span));
            }
            Type::Opaque(name) => {
                return unsupported(Area::Expression, span, format!("an index of type `{name}`"));
            }
            ty => return error(&index.span, format!("an index of type `{ty}`")),
        }
        let index = self.convert(index.clone(), &promote(&index.ty))?;
        if let Kind::Call(part @ Callee::Part(_), parts) = &base.kind {
            let parts = parts.iter().cloned().chain([index]).collect();
            return Ok(make(Kind::Call(part.clone(), parts), of, span));
        }
        Ok(make(Kind::Index(base.into(), index.into()), of, span))
    }

    pub(super) fn dereference(&self, pointer: Expr, span: &Span) -> Typed<Expr> {
        match pointer.ty.clone() {
            Type::Pointer(to) if element(&to) != Type::Void => {
                Ok(make(Kind::Dereference(pointer.into()), element(&to), span))
            }
            Type::Array(of, _) => Ok(make(Kind::Dereference(pointer.into()), element(&of), span)),
            ty @ (Type::Opaque(_) | Type::Unknown(_)) => {
                unsupported(Area::Expression, span, format!("the operator `*` on `{ty}`"))
            }
            ty => error(span, format!("`{ty}` points to nothing")),
        }
    }

    pub(super) fn address(&self, place: Expr, span: &Span) -> Typed<Expr> {
        if place.ty == Type::Pointer(Type::Function.into()) && matches!(place.kind, Kind::Opaque) {
            return Ok(place);
        }
        if !is_place(&place) {
            return match is_lvalue(&place) {
                true => unsupported(Area::Pointer, span, "the address of this expression"),
                false => {
                    unsupported(Area::Pointer, span, "the address of this, which may be a constant")
                }
            };
        }
        let to = match place.ty.clone() {
            ty if self.is_const(&place) => Type::Const(ty.into()),
            ty => ty,
        };
        let ty = Type::Pointer(to.into());
        Ok(make(Kind::Address(place.into()), ty, span))
    }

    pub(super) fn assign(
        &mut self,
        op: Option<Binary>,
        place: &syntax::Expr,
        value: &syntax::Expr,
        span: &Span,
    ) -> Typed<Expr> {
        if self.context.opencl
            && let Some(assigned) = self.assign_components(op, place, value, span)?
        {
            return Ok(assigned);
        }
        if let Some(assigned) = self.assign_bits(op, place, value, span)? {
            return Ok(assigned);
        }
        if let Some(assigned) = self.assign_to_union(op, place, Some(value), span)? {
            return Ok(assigned);
        }
        let place = match self.place(place) {
            Ok(place) => place,
            Err(refusal) => {
                let assigned = match self.assign_to_unknown(op, place, Some(value), span)? {
                    None => self.assign_to_temporary(op, place, value, span)?,
                    assigned => assigned,
                };
                return assigned.ok_or(refusal);
            }
        };
        let value = match op {
            None => self.value(value)?,
            Some(_) => self.operand(value)?,
        };
        let ty = place.ty.clone();
        let symbol = format!("{}=", op.map_or("", Binary::symbol));
        if let Some(called) =
            self.operator_call(&symbol, vec![place.clone(), value.clone()], span)?
        {
            return Ok(called);
        }
        if self.assigns_members(&ty) {
            return unsupported(
                Area::Class,
                span,
                format!("a copy of a `{ty}`, whose members have an `operator=`"),
            );
        }
        let Some(op) = op else {
            let value = self.implicit(value, &ty)?;
            return Ok(make(Kind::Assign(place.into(), value.into()), ty, span));
        };
        self.refuse_operator(op, &place, &value, span)?;
        let Some(arithmetic) = operator(op) else {
            return error(span, format!("`{}=` does not work here", op.symbol()));
        };
        if let Type::Pointer(_) = ty {
            let sign = match op {
                Binary::Add => Sign::Plus,
                Binary::Sub => Sign::Minus,
                _ => return error(span, format!("`{}=` on a pointer", op.symbol())),
            };
            if value.ty.int().is_none() {
                return error(span, format!("a pointer moved by a `{}`", value.ty));
            }
            let value = self.convert(value.clone(), &promote(&value.ty))?;
            let moved = Kind::Offset(place.clone().into(), value.into(), sign);
            let moved = make(moved, ty.clone(), span);
            return Ok(make(Kind::Assign(place.into(), moved.into()), ty, span));
        }
        let vector =
            matches!(&ty, Type::Opaque(name) if crate::vocabulary::is_vector(name.as_str()));
        let shift = matches!(op, Binary::Shl | Binary::Shr) && !(self.context.opencl && vector);
        let at = if shift { promote(&ty) } else { self.arithmetic_type(op, &ty, &value.ty, span)? };
        let value = match (&at, shift) {
            (Type::Int(_), true) if value.ty.int().is_some() => {
                let right = promote(&value.ty);
                let value = self.convert(value, &right)?;
                self.shifted_by(value, &at)
            }
            (_, true) => return error(span, format!("`{}=` on `{ty}`", op.symbol())),
            (Type::Opaque(_) | Type::Unknown(_), false) => value,
            (_, false) => self.convert(value, &at)?,
        };
        let (place, value) = (Box::new(place), Box::new(value));
        Ok(make(Kind::Update { op: arithmetic, at, place, value }, ty, span))
    }

    /// An assignment to an object without a name, by an operator of its class: what stands for an element, as `s[i]` may,
    /// writes it then. [C++17, 16.5.3]
    fn assign_to_temporary(
        &mut self,
        op: Option<Binary>,
        place: &syntax::Expr,
        value: &syntax::Expr,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let object = self.value(place)?;
        if !matches!((&object.kind, &object.ty), (Kind::Inline(_, Some(_)), Type::Opaque(_))) {
            return Ok(None);
        }
        let mut value = self.value(value)?;
        let mut statements = Vec::new();
        // The right operand comes first.
        if self.has_effects(&value) {
            let (first, held) = self.held(value, span);
            statements.push(first);
            value = held;
        }
        let (made, object) = self.held(object, span);
        statements.push(made);
        let symbol = format!("{}=", op.map_or("", Binary::symbol));
        let Some(called) = self.operator_call(&symbol, vec![object, value], span)? else {
            return unsupported(
                Area::Expression,
                span,
                "an assignment to an object without a name",
            );
        };
        let ty = called.ty.clone();
        let whole = match &ty {
            Type::Void => {
                statements.push(Stmt { kind: StmtKind::Expr(called), span: span.clone() });
                Kind::Inline(statements, None)
            }
            _ => Kind::Inline(statements, Some(called.into())),
        };
        Ok(Some(make(whole, ty, span)))
    }

    pub(super) fn step(
        &mut self,
        step: Step,
        place: &syntax::Expr,
        post: bool,
        span: &Span,
    ) -> Typed<Expr> {
        self.refuse_defined(&step.to_string(), span)?;
        if let Some(stepped) = self.step_bits(step, place, post, span)? {
            return Ok(stepped);
        }
        if let Some(stepped) = self.assign_to_union(None, place, None, span)? {
            return Ok(stepped);
        }
        let place = match self.place(place) {
            Ok(place) => place,
            Err(refusal) => {
                let stepped = self.assign_to_unknown(None, place, None, span)?;
                return stepped.ok_or(refusal);
            }
        };
        let ty = place.ty.clone();
        // An `int` tells `place++` from `++place`. [C++17, 16.5.7]
        let zero = post.then(|| make(Kind::Int(0u8.into()), Type::Int(IntType::INT), span));
        let operands = std::iter::once(place.clone()).chain(zero).collect();
        if let Some(called) = self.operator_call(&step.to_string(), operands, span)? {
            return Ok(called);
        }
        if !matches!(ty, Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Unknown(_)) {
            return unsupported(Area::Expression, span, format!("the operator `{step}` on `{ty}`"));
        }
        let sign = match step {
            Step::Up => Sign::Plus,
            Step::Down => Sign::Minus,
        };
        Ok(make(Kind::Step { place: place.into(), sign, post }, ty, span))
    }

    /// The left side of an assignment.
    pub(super) fn place(&mut self, e: &syntax::Expr) -> Typed<Expr> {
        if let ExprKind::Name(name) = &e.kind
            && let Some(id) = self.variable(name)?
            && !self.references.contains(&id)
        {
            if self.constants.contains_key(&id) || self.immutable.contains(&id) {
                return error(&e.span.0, format!("`{name}` is `const`"));
            }
            let ty = self.locals[id.0].ty.clone();
            return Ok(make(Kind::Local(id), ty, &e.span.0));
        }
        let place = self.value(e)?;
        if !is_place(&place) {
            let lvalue = is_lvalue(&place);
            return match place.kind {
                Kind::Unsupported(kind, what) => unsupported(kind, &e.span.0, what),
                Kind::Comma(..)
                | Kind::Conditional(..)
                | Kind::Assign(..)
                | Kind::Update { .. }
                | Kind::Step { .. } => {
                    unsupported(Area::Expression, &e.span.0, "an assignment to this expression")
                }
                // It may give a reference.
                _ if matches!(e.kind, ExprKind::Call(..)) => unsupported(
                    Area::Expression,
                    &e.span.0,
                    "an assignment to what this call gives",
                ),
                _ if lvalue => {
                    unsupported(Area::Expression, &e.span.0, "an assignment to this expression")
                }
                _ if matches!(place.ty, Type::Opaque(_)) => unsupported(
                    Area::Expression,
                    &e.span.0,
                    "an assignment to an object without a name",
                ),
                _ => error(&e.span.0, "this cannot be assigned to"),
            };
        }
        if self.is_const(&place) {
            return error(&e.span.0, format!("this is a `const {}`", place.ty));
        }
        Ok(place)
    }

    /// Whether a place may not be written.
    pub(super) fn is_const(&self, place: &Expr) -> bool {
        match &place.kind {
            Kind::Local(id) => self.immutable.contains(id),
            Kind::Member(of, _) => self.is_const(of),
            Kind::Index(base, _) | Kind::Dereference(base) => match &base.ty {
                Type::Pointer(to) | Type::Array(to, _) => to.is_const(),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether the file itself declares one of these.
fn has_own(functions: &[Arc<syntax::Function>]) -> bool {
    functions.iter().any(|f| !f.specifiers.of_toolkit)
}

/// The type of an element, as a value.
fn element(of: &Type) -> Type {
    match of {
        Type::Const(inner) => (**inner).clone(),
        of => of.clone(),
    }
}

/// Whether an expression may name an object, in memory or a variable, that is not to be copied where
/// something refers to it. [C++17, 8.16, 8.18, 8.19]
pub(super) fn is_lvalue(e: &Expr) -> bool {
    // A constant that has a name is not told from a number.
    let value = |e: &Expr| !is_lvalue(e) && !matches!(e.kind, Kind::Int(_));
    match &e.kind {
        Kind::Assign(..) | Kind::Update { .. } | Kind::Step { post: false, .. } => true,
        Kind::Comma(_, b) => is_lvalue(b),
        Kind::Conditional(_, a, b) => {
            (is_lvalue(a) || is_lvalue(b)) && !value(a) && !value(b) && a.ty == b.ty
        }
        Kind::Member(of, _) => is_lvalue(of),
        Kind::Call(Callee::Part(_), _) => true,
        _ => is_place(e),
    }
}

/// Whether a value is a member of a structure that nothing declares, or a part of one.
fn is_part_of_unknown(e: &Expr) -> bool {
    let Kind::Call(Callee::Pure(_), of) = &e.kind else { return false };
    let [of, ..] = of.as_slice() else { return false };
    e.ty.is_unknown() && of.ty.is_unknown() && (is_place(of) || is_part_of_unknown(of))
}

/// Whether an expression names something in memory or a variable.
pub(crate) fn is_place(e: &Expr) -> bool {
    match &e.kind {
        Kind::Local(_) | Kind::Index(..) | Kind::Dereference(_) => true,
        Kind::Member(of, _) => is_place(of),
        _ => false,
    }
}
