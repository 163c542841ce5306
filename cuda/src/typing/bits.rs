//! Bit-fields: read out of the number that they are a part of, and written by writing all of it, as C++ has it: adjacent
//! ones are one memory location. [C++17, 4.4, 12.2.4]

use super::{Typed, Typer, error, make, unsupported};
use crate::area::Area;
use crate::syntax::{self, Binary, BitField, ExprKind, Step, Unary};
use crate::typed::{Expr, Kind, Stmt, StmtKind, Type};
use num_traits::One;
use semantics::{IntType, Name, Number, Op, Span};

/// A bit-field of an object.
struct Part {
    field: BitField,
    /// The number that it is a part of.
    unit: Expr,
    /// The type that it is declared with.
    declared: Type,
}

impl Part {
    /// What all its bits are, at the lowest places.
    fn ones(&self) -> Number {
        (Number::one() << self.field.width) - 1
    }

    /// The type that its value has in arithmetic. [C++17, 7.6]
    fn promoted(&self) -> Type {
        let declared = self.declared.int().unwrap_or(IntType::INT);
        let width = self.field.width;
        Type::Int(match declared.bits {
            _ if width < 32 || width == 32 && declared.signed => IntType::INT,
            _ if width == 32 => IntType::UINT,
            _ => declared,
        })
    }

    fn number(&self, n: Number) -> Expr {
        make(Kind::Int(n), self.unit.ty.clone(), &self.unit.span)
    }

    fn operation(&self, op: Op, a: Expr, b: Expr) -> Expr {
        make(Kind::Arithmetic(op, a.into(), b.into()), self.unit.ty.clone(), &self.unit.span)
    }

    fn moved(&self, op: Op, e: Expr) -> Expr {
        let by = make(Kind::Int(self.field.first.into()), Type::Int(IntType::INT), &e.span);
        if self.field.first == 0 { e } else { self.operation(op, e, by) }
    }

    /// Its bits, at the lowest places.
    fn bits(&self) -> Expr {
        let moved = self.moved(Op::Shr, self.unit.clone());
        self.operation(Op::BitAnd, moved, self.number(self.ones()))
    }
}

impl Typer<'_> {
    /// Whether a structure has bit-fields.
    pub(super) fn has_bits(&self, ty: &Type) -> bool {
        let Type::Opaque(name) = ty else { return false };
        self.declared(name).is_some_and(|(record, _)| !record.bits.is_empty())
    }

    /// The bit-field of this name of an object.
    fn part(&mut self, object: &Expr, name: &Name, span: &Span) -> Typed<Option<Part>> {
        let Type::Opaque(class) = &object.ty else { return Ok(None) };
        let Some((record, bound)) = self.declared(class) else { return Ok(None) };
        let Some(field) = record.bits.iter().find(|b| b.name == *name).cloned() else {
            return Ok(None);
        };
        let Some(modelled) = self.record(class) else { return Ok(None) };
        let whole = modelled.fields.iter().find(|(unit, _)| *unit == field.unit);
        let Some((_, whole)) = whole.cloned() else { return Ok(None) };
        let declared = match bound {
            Some(bound) => self.apart(&bound, span, |s| s.ty(&field.ty, span))?,
            None => self.ty(&field.ty, span)?,
        };
        if !matches!(object.kind, Kind::Local(id) if !self.in_memory(id)) {
            self.lanes.insert(class.clone());
        }
        let unit = make(Kind::Member(object.clone().into(), field.unit.clone()), whole, span);
        Ok(Some(Part { field, unit, declared }))
    }

    /// The value of a bit-field; nothing where the member is none.
    pub(super) fn bit_field(
        &mut self,
        object: &Expr,
        name: &Name,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Some(part) = self.part(object, name, span)? else { return Ok(None) };
        let value = self.extended(&part, part.bits())?;
        self.declared_value(&part, value).map(Some)
    }

    /// The number that bits at the lowest places are, in the type of arithmetic.
    fn extended(&self, part: &Part, bits: Expr) -> Typed<Expr> {
        let signed = part.declared.int().is_some_and(|int| int.signed);
        let bits = match signed {
            false => bits,
            true => {
                let sign = part.number(Number::one() << (part.field.width - 1));
                let turned = part.operation(Op::BitXor, bits, sign.clone());
                part.operation(Op::Sub, turned, sign)
            }
        };
        let (to, span) = (part.promoted(), bits.span.clone());
        Ok(make(Kind::Convert(bits.into()), to, &span))
    }

    /// A value in the type that the bit-field is declared with; [`Typer::operand`] takes it off again.
    fn declared_value(&self, part: &Part, value: Expr) -> Typed<Expr> {
        let span = value.span.clone();
        match part.declared {
            Type::Bool => self.convert(value, &Type::Bool),
            _ => Ok(make(Kind::Convert(value.into()), part.declared.clone(), &span)),
        }
    }

    /// An operand of arithmetic: that of a bit-field has the smallest type that has all its values. [C++17, 7.6]
    pub(super) fn operand(&mut self, e: &syntax::Expr) -> Typed<Expr> {
        let value = self.value(e)?;
        self.promoted_bits(e, value)
    }

    /// As [`Typer::operand`], of an expression and its value. What names a bit-field is told by its form: the value of
    /// a cast or of a call is none.
    pub(super) fn promoted_bits(&self, e: &syntax::Expr, value: Expr) -> Typed<Expr> {
        let Expr { kind, ty, span } = value;
        Ok(match (&e.kind, kind) {
            (ExprKind::Member(..), Kind::Convert(inner)) if self.is_bits(&inner) => *inner,
            (
                ExprKind::Assign(..) | ExprKind::Unary(Unary::Step(_), _),
                Kind::Inline(all, Some(value)),
            ) => {
                let value = self.held_bits(*value);
                let ty = value.ty.clone();
                make(Kind::Inline(all, Some(value.into())), ty, &span)
            }
            (ExprKind::Binary(Binary::Comma, _, last), Kind::Comma(a, b)) => {
                let b = self.promoted_bits(last, *b)?;
                let ty = b.ty.clone();
                make(Kind::Comma(a, b.into()), ty, &span)
            }
            (_, kind) => make(kind, ty, &span),
        })
    }

    /// The operands of `?:`, at types that one type is found of. Whether what it chooses is a bit-field itself is not
    /// looked for. [C++17, 8.16]
    pub(super) fn chosen_bits(
        &self,
        (a, x): (&syntax::Expr, Expr),
        (b, y): (&syntax::Expr, Expr),
        span: &Span,
    ) -> Typed<(Expr, Expr)> {
        let same = x.ty == y.ty;
        let (p, q) = (self.promoted_bits(a, x.clone())?, self.promoted_bits(b, y.clone())?);
        match (same, p.ty == x.ty && q.ty == y.ty) {
            (true, true) => Ok((x, y)),
            (true, false) => unsupported(Area::Expression, span, "a bit-field that `?:` chooses"),
            (false, _) => Ok((p, q)),
        }
    }

    /// What an assignment to a bit-field leaves in it, as an operand of arithmetic; other values as they are.
    fn held_bits(&self, value: Expr) -> Expr {
        let Expr { kind, ty, span } = value;
        match kind {
            Kind::Convert(inner) if self.is_bits(&inner) => *inner,
            kind => make(kind, ty, &span),
        }
    }

    /// Whether a number is taken out of what a bit-field is a part of.
    fn is_bits(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Convert(e) | Kind::Arithmetic(_, e, _) => self.is_bits(e),
            Kind::Local(id) => self.bits_held.contains(id),
            Kind::Member(of, unit) => match &of.ty {
                Type::Opaque(class) => self
                    .declared(class)
                    .is_some_and(|(record, _)| record.bits.iter().any(|b| b.unit == *unit)),
                _ => false,
            },
            _ => false,
        }
    }

    /// `object.name ⋆= value`, of a bit-field; nothing where the member is none.
    pub(super) fn assign_bits(
        &mut self,
        op: Option<Binary>,
        place: &syntax::Expr,
        value: &syntax::Expr,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Some(part) = self.written_part(place, span)? else { return Ok(None) };
        let value = match op {
            None => self.value(value)?,
            Some(op) => self.binary(op, place, value, span)?,
        };
        let value = self.implicit(value, &part.declared)?;
        let value = self.convert(value, &part.unit.ty)?;
        let bits = part.operation(Op::BitAnd, value, part.number(part.ones()));
        let (declared, held) = self.held(bits, span);
        if let Kind::Local(id) = held.kind {
            self.bits_held.insert(id);
        }
        let all = part.unit.ty.int().map_or_else(Number::default, IntType::max);
        let others = part.number(all - (part.ones() << part.field.first));
        let kept = part.operation(Op::BitAnd, part.unit.clone(), others);
        let whole = part.operation(Op::BitOr, kept, part.moved(Op::Shl, held.clone()));
        let ty = part.unit.ty.clone();
        let assigned = make(Kind::Assign(part.unit.clone().into(), whole.into()), ty, span);
        let assigned = Stmt { kind: StmtKind::Expr(assigned), span: span.clone() };
        let value = self.extended(&part, held)?;
        let value = self.declared_value(&part, value)?;
        let ty = value.ty.clone();
        let kind = Kind::Inline(vec![declared, assigned], Some(value.into()));
        Ok(Some(make(kind, ty, span)))
    }

    /// `++` and `--` of a bit-field; nothing where the place is none.
    pub(super) fn step_bits(
        &mut self,
        step: Step,
        place: &syntax::Expr,
        post: bool,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Some(part) = self.written_part(place, span)? else { return Ok(None) };
        if part.declared == Type::Bool {
            return unsupported(
                Area::Expression,
                span,
                format!("the operator `{step}` on a `bool`"),
            );
        }
        let op = match step {
            Step::Up => Binary::Add,
            Step::Down => Binary::Sub,
        };
        let one = ExprKind::Int(Number::one(), IntType::INT);
        let one = syntax::Expr { kind: one, span: place.span.clone(), height: 1 };
        let (before, old) = {
            let old = self.value(place)?;
            self.held(old, span)
        };
        let Some(stepped) = self.assign_bits(Some(op), place, &one, span)? else { return Ok(None) };
        if !post {
            return Ok(Some(stepped));
        }
        let stepped = Stmt { kind: StmtKind::Expr(stepped), span: span.clone() };
        let ty = old.ty.clone();
        Ok(Some(make(Kind::Inline(vec![before, stepped], Some(old.into())), ty, span)))
    }

    /// The bit-field that a place is, which is to be written.
    fn written_part(&mut self, place: &syntax::Expr, span: &Span) -> Typed<Option<Part>> {
        let ExprKind::Member(base, name, arrow) = &place.kind else { return Ok(None) };
        if !self.context.records.values().any(|r| r.bits.iter().any(|b| b.name == *name)) {
            return Ok(None);
        }
        let object = self.object_of(base, *arrow)?;
        let object = self.declaring(object.clone(), name, span)?.unwrap_or(object);
        let Some(part) = self.part(&object, name, span)? else { return Ok(None) };
        if self.is_const(&object) {
            return error(span, format!("this is a `const {}`", object.ty));
        }
        // It is evaluated to read the others, too.
        match self.is_steady_place(&object) {
            true => Ok(Some(part)),
            false => unsupported(
                Area::Expression,
                span,
                format!("an assignment to the bit-field `{name}` of this"),
            ),
        }
    }
}
