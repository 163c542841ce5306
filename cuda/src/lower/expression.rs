//! Expressions: the reads and assignments in them become statements, in C's order.

use super::environment::{Pointer, Value};
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::survey::has_effects;
use crate::term::{and, bin, convert, literal, not, num, number_of, or, rel, truth};
use crate::typed::{Callee, Expr, Kind, LocalId, Sign, Storage, Type};
use crate::typing::all_ones;
use crate::unsupported::Unsupported;
use num_traits::One;
use semantics::{Axis, Cond, Expr as Term, IntType, Name, Op, Rel};
use std::sync::Arc;

impl Lowering<'_> {
    /// Whether evaluating the expression does more than give a value.
    pub(super) fn has_effects(&self, e: &Expr) -> bool {
        has_effects(e, &|id| self.is_in_memory(id))
    }

    /// Whether a local is memory that threads share.
    pub(super) fn is_in_memory(&self, id: LocalId) -> bool {
        let local = &self.given.kernel.locals[id.0];
        match local.storage {
            Storage::Shared | Storage::Dynamic | Storage::Device => true,
            Storage::Constant => matches!(local.ty, Type::Array(..)),
            Storage::Thread | Storage::Parameter => false,
        }
    }

    /// An expression of which the value is a number.
    pub(super) fn number(&mut self, e: &Expr) -> Lowered<Arc<Term>> {
        match self.value(e)? {
            Value::Int(n) => Ok(n),
            _ => Err(Unsupported::new(
                Area::Expression,
                "a value that is not modelled, as a number",
                &e.span,
            )),
        }
    }

    /// An expression's value. `hint` names what a read binds.
    pub(super) fn value(&mut self, e: &Expr) -> Lowered<Value> {
        self.hinted(e, None)
    }

    pub(super) fn hinted(&mut self, e: &Expr, hint: Option<&str>) -> Lowered<Value> {
        super::ask(&e.span)?;
        match &e.kind {
            Kind::Int(n) => Ok(Value::Int(num(n.clone()))),
            Kind::Opaque => Ok(Value::Opaque(None)),
            // No other thread changes what it points to, either: what is there is not modelled.
            Kind::Text => Ok(Value::OwnArray(Type::Int(IntType::signed(8)))),
            Kind::Null => Ok(Value::Null),
            Kind::Local(id) if !self.is_in_memory(*id) => match &e.ty {
                Type::Array(of, _) if super::environment::pointers(&e.ty).is_none() => {
                    Ok(Value::OwnArray((**of).clone()))
                }
                _ => self.read_local(*id, &e.span),
            },
            Kind::Local(_) | Kind::Index(..) | Kind::Dereference(_) => {
                let place = self.place(e)?;
                self.load(place, hint, e)
            }
            Kind::Coordinate(axis) => Ok(Value::Int(self.coordinate(*axis))),
            Kind::BlockDim(dim) => Ok(Value::Int(self.given.launch.block(*dim))),
            Kind::GridDim(dim) => Ok(Value::Int(self.given.launch.grid(*dim))),
            Kind::Negate(a) => {
                let zero = num(0);
                self.arithmetic_on(e, a, |s, ty, a| s.evaluated(Op::Sub, ty, zero, a))
            }
            Kind::Complement(a) => {
                self.arithmetic_on(e, a, |_, ty, a| bin(Op::BitXor, ty, a, num(all_ones(ty))))
            }
            Kind::Arithmetic(Op::Sub, a, b) if a.is_pointer() => self.distance(a, b, e),
            Kind::Arithmetic(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.apply(*op, &e.ty, a, b, e)
            }
            Kind::Not(_) | Kind::Compare(..) => Ok(Value::Int(number_of(&self.cond(e)?))),
            Kind::And(_, b) | Kind::Or(_, b) if !self.has_effects(b) => {
                Ok(Value::Int(number_of(&self.cond(e)?)))
            }
            Kind::And(a, b) => self.choice(a, &|s| s.value(b), &|_| Ok(Value::Int(num(0))), e),
            Kind::Or(a, b) => self.choice(a, &|_| Ok(Value::Int(num(1))), &|s| s.value(b), e),
            Kind::Conditional(c, a, b) => self.choice(c, &|s| s.value(a), &|s| s.value(b), e),
            Kind::Comma(a, b) => {
                self.value(a)?;
                self.hinted(b, hint)
            }
            Kind::Convert(a) => {
                let value = self.hinted(a, hint)?;
                self.converted(value, &a.ty, e)
            }
            Kind::Address(place) => self.address(place),
            Kind::Offset(base, index, sign) => {
                let base_value = self.value(base)?;
                let index = self.number_as(index, IntType::LONG)?;
                self.offset(base_value, index, *sign, e)
            }
            Kind::Member(..) if crate::typing::is_place(e) => {
                let place = self.place(e)?;
                self.load(place, hint, e)
            }
            Kind::Member(of, name) => self.member(of, name, e),
            Kind::Assign(place, value) => self.assign(place, value),
            Kind::Update { op, at, place, value } => self.update(*op, at, place, value, e),
            Kind::Step { place, sign, post } => self.step(place, *sign, *post),
            Kind::Call(callee, arguments) => self.call(callee, arguments, e),
            Kind::Gather(es) => self.gather(es, e),
            Kind::Inline(statements, value) => {
                // Who returns from it leaves no loop around it.
                let returned = self.barriers.returned_apart;
                self.inside(
                    |around| around.calls += 1,
                    |s| s.untried(|s| s.around(&e.span, None, |s| s.run(statements, None))),
                )?;
                self.barriers.returned_apart = returned;
                match value {
                    Some(value) => self.hinted(value, hint),
                    None => Ok(Value::Void),
                }
            }
            Kind::Unknown(why) => {
                let ty = self.int_type(&e.ty, &e.span)?;
                Ok(Value::Int(self.unknown("choice", ty, why, &e.span)?))
            }
            Kind::Unsupported(kind, what) => Err(Unsupported::new(*kind, what.clone(), &e.span)),
        }
    }

    /// A member of a structure that is no place.
    fn member(&mut self, of: &Expr, name: &Name, e: &Expr) -> Lowered<Value> {
        let record = self.record(&of.ty);
        let whole = self.value(of)?;
        let at = record.and_then(|r| r.fields.iter().position(|(x, _)| x == name));
        match at.and_then(|n| whole.at(&[n])) {
            Some(Value::Unset | Value::Unknown(_)) | None => {
                self.opaque_as(&e.ty, "a member of a structure", e)
            }
            Some(value) => Ok(value.clone()),
        }
    }

    fn gather(&mut self, es: &[Expr], e: &Expr) -> Lowered<Value> {
        let values = es.iter().map(|e| self.value(e)).collect::<Lowered<Vec<_>>>()?;
        match &e.ty {
            Type::Array(of, _) => Ok(Value::OwnArray((**of).clone())),
            ty if self.record(ty).is_some() => Ok(self.gathered(ty, &mut values.into_iter())),
            _ => Ok(Value::Opaque(None)),
        }
    }

    /// A structure of these scalars.
    fn gathered(&self, ty: &Type, values: &mut std::vec::IntoIter<Value>) -> Value {
        match self.record(ty) {
            Some(record) => {
                let members = record.fields.iter().map(|(_, ty)| self.gathered(ty, values));
                Value::Record(members.collect())
            }
            None => values.next().unwrap_or_else(|| self.lost(ty, "a member of a structure")),
        }
    }

    /// A number converted to a type.
    pub(super) fn number_as(&mut self, e: &Expr, to: IntType) -> Lowered<Arc<Term>> {
        let from = self.int_type(&e.ty, &e.span)?;
        let n = self.number(e)?;
        Ok(self.cast(to, from, n))
    }

    /// A coordinate of the thread; on an axis of one thread it is 0.
    pub(super) fn coordinate(&self, axis: Axis) -> Arc<Term> {
        let size = match axis {
            Axis::Thread(dim) => self.given.launch.block(dim),
            Axis::Block(dim) => self.given.launch.grid(dim),
            Axis::Tid => return Arc::new(Term::Tid(axis)),
        };
        if literal(&size).is_some_and(One::is_one) { num(0) } else { Arc::new(Term::Tid(axis)) }
    }

    fn arithmetic_on(
        &mut self,
        e: &Expr,
        operand: &Expr,
        apply: impl FnOnce(&mut Self, IntType, Arc<Term>) -> Arc<Term>,
    ) -> Lowered<Value> {
        match (self.value(operand)?, e.ty.int()) {
            (Value::Int(n), Some(ty)) => Ok(Value::Int(apply(self, ty, n))),
            _ => Ok(Value::Opaque(None)),
        }
    }

    /// An operator on two values.
    pub(super) fn apply(
        &mut self,
        op: Op,
        ty: &Type,
        a: Value,
        b: Value,
        e: &Expr,
    ) -> Lowered<Value> {
        match (a, b, ty.int()) {
            (Value::Int(a), Value::Int(b), Some(ty)) => {
                Ok(Value::Int(self.evaluated(op, ty, a, b)))
            }
            (_, _, None) if ty.is_opaque() => Ok(Value::Opaque(None)),
            (a, b, Some(ty)) if a.is_address() || b.is_address() => {
                self.address_moved(op, ty, a, b, e)
            }
            _ => Err(Unsupported::new(
                Area::Expression,
                "an operator on values that are not modelled",
                &e.span,
            )),
        }
    }

    /// A value after a conversion.
    pub(super) fn converted(&mut self, value: Value, from: &Type, e: &Expr) -> Lowered<Value> {
        match (&value, &e.ty) {
            (_, Type::Void) => Ok(Value::Void),
            _ if from.int().is_some() && value.is_address() => self.address_as(value, &e.ty, e),
            (Value::Int(n), to) if to.int().is_some() => {
                let (from, to) = (self.int_type(from, &e.span)?, self.int_type(to, &e.span)?);
                Ok(Value::Int(self.cast(to, from, Arc::clone(n))))
            }
            (_, to) if to.is_opaque() => Ok(Value::Opaque(None)),
            (Value::Opaque(_), to) if to.int().is_some() => {
                let why = "a floating-point number as an integer";
                match (&e.kind, to.int()) {
                    (Kind::Convert(of), Some(int)) if self.is_alike(of) => {
                        let value = self.agreed_unknown("value", int, why, &e.span)?;
                        Ok(Value::Int(value))
                    }
                    _ => self.opaque_as(to, why, e),
                }
            }
            // What it points to is not modelled: it cannot be used.
            (Value::Opaque(_), Type::Pointer(_)) => Ok(Value::Opaque(None)),
            (Value::Null, Type::Pointer(_)) => Ok(value),
            (Value::Either(c, a, b), Type::Pointer(_)) => {
                let a = self.converted((**a).clone(), from, e)?;
                let b = self.converted((**b).clone(), from, e)?;
                Ok(Value::Either(Arc::clone(c), a.into(), b.into()))
            }
            (Value::Pointer(p), Type::Pointer(to)) if p.step.is_some() || is_void(to) => {
                match is_void(to) || self.layout(to).is_some() {
                    true => Ok(value),
                    false => Err(Unsupported::new(
                        Area::Memory,
                        format!("memory taken for a `{to}`"),
                        &e.span,
                    )),
                }
            }
            // Nothing but the thread's own is there, and nobody knows what it holds.
            (Value::OwnArray(_), Type::Pointer(to)) => Ok(Value::OwnArray(to.unqualified())),
            (Value::Pointer(_) | Value::Address(..), Type::Pointer(to)) => {
                match from {
                    Type::Pointer(of) | Type::Array(of, _)
                        if of.unqualified() == to.unqualified()
                            || self.is_taken_for(&value, of, to) =>
                    {
                        Ok(value)
                    }
                    _ => {
                        match &value {
                            Value::Pointer(p) => self.flatten(p),
                            // Nothing but the thread's own is there.
                            Value::Address(id, _) if self.given.disguised.contains(id) => {
                                return Ok(Value::OwnArray(to.unqualified()));
                            }
                            _ => {}
                        }
                        let what = format!("a pointer to `{from}` as a `{}`", e.ty);
                        Err(Unsupported::new(Area::Pointer, what, &e.span))
                    }
                }
            }
            _ => Err(Unsupported::new(Area::Type, format!("a conversion to `{}`", e.ty), &e.span)),
        }
    }

    /// Whether a pointer may be taken for one to elements of another type: they are numbers of the same
    /// size, or it is memory that is used as nothing else.
    fn is_taken_for(&self, value: &Value, of: &Type, to: &Type) -> bool {
        let Value::Pointer(p) = value else { return false };
        let own;
        let unknown = |ty: &Type| ty.unqualified().is_opaque() && self.layout(ty).is_none();
        let used_at_one = self.arrays.elements.get(&p.array).is_some_and(unknown);
        let may_be_other = is_void(of) || unknown(of) || used_at_one;
        let of = match (may_be_other, self.arrays.elements.get(&p.array)) {
            (true, Some(element)) => {
                own = element.clone();
                if own == to.unqualified() {
                    return true;
                }
                &own
            }
            _ => of,
        };
        let bits = |ty: &Type| match ty.unqualified() {
            Type::Int(int) => Some(u32::from(int.bits)),
            Type::Float(bits) => Some(u32::from(bits)),
            _ => None,
        };
        bits(of).is_some() && bits(of) == bits(to)
    }

    /// A value of this type of which nothing is known.
    pub(super) fn opaque_as(&mut self, ty: &Type, why: &str, e: &Expr) -> Lowered<Value> {
        match ty.int() {
            Some(int) => Ok(Value::Int(self.unknown("value", int, why, &e.span)?)),
            None => Ok(self.lost(ty, why)),
        }
    }

    /// A condition whose parts all may be evaluated.
    pub(super) fn cond(&mut self, e: &Expr) -> Lowered<Arc<Cond>> {
        match &e.kind {
            Kind::Not(a) => Ok(not(self.cond(a)?)),
            Kind::And(a, b) if !self.has_effects(b) => {
                let a = self.cond(a)?;
                let owed = self.block.owed.len();
                let b = self.cond(b)?;
                self.guard(owed, &a, true);
                Ok(and(a, b))
            }
            Kind::Or(a, b) if !self.has_effects(b) => {
                let a = self.cond(a)?;
                let owed = self.block.owed.len();
                let b = self.cond(b)?;
                self.guard(owed, &a, false);
                Ok(or(a, b))
            }
            Kind::Compare(relation, a, b) if a.is_pointer() => self.compared(*relation, a, b, e),
            Kind::Compare(relation, a, b) => match (self.value(a)?, self.value(b)?) {
                (Value::Int(a), Value::Int(b)) => Ok(self.decided(*relation, a, b)),
                _ => {
                    let why = "a comparison of floating-point numbers";
                    let ty = IntType::unsigned(1);
                    Ok(truth(match self.is_alike(a) && self.is_alike(b) {
                        true => self.agreed_unknown("holds", ty, why, &e.span)?,
                        false => self.unknown("holds", ty, why, &e.span)?,
                    }))
                }
            },
            _ => Ok(truth(self.number(e)?)),
        }
    }

    fn assign(&mut self, place: &Expr, value: &Expr) -> Lowered<Value> {
        let hint = match &place.kind {
            Kind::Local(id) => Some(self.given.kernel.locals[id.0].name.clone()),
            _ => None,
        };
        let value = self.hinted(value, hint.as_ref().map(|n| n.as_str()))?;
        let to = self.place(place)?;
        self.store(to, value.clone(), place)?;
        Ok(value)
    }

    fn update(
        &mut self,
        op: Op,
        at: &Type,
        place: &Expr,
        value: &Expr,
        e: &Expr,
    ) -> Lowered<Value> {
        let by = self.value(value)?;
        let to = self.place(place)?;
        let old = self.load(to.clone(), None, place)?;
        let widened = Expr { kind: Kind::Opaque, ty: at.clone(), span: e.span.clone() };
        let old = if *at == place.ty { old } else { self.converted(old, &place.ty, &widened)? };
        let new = self.apply(op, at, old, by, e)?;
        let new = if *at == place.ty { new } else { self.narrowed(new, at, place)? };
        self.store(to, new.clone(), place)?;
        Ok(new)
    }

    /// The result of a compound assignment, converted back to the type of its place.
    fn narrowed(&mut self, value: Value, from: &Type, place: &Expr) -> Lowered<Value> {
        match (value, place.ty.int()) {
            (Value::Int(n), Some(_)) if place.ty == Type::Bool => {
                Ok(Value::Int(number_of(&truth(n))))
            }
            (value, _) => self.converted(value, from, place),
        }
    }

    fn step(&mut self, place: &Expr, sign: Sign, post: bool) -> Lowered<Value> {
        let to = self.place(place)?;
        let old = self.load(to.clone(), None, place)?;
        let new = match (&old, &place.ty) {
            (Value::Int(n), Type::Int(ty)) => {
                // Computed at `int` where the type is narrower, as C does.
                let at = if ty.bits < 32 { IntType::INT } else { *ty };
                let op = if sign == Sign::Plus { Op::Add } else { Op::Sub };
                let moved = self.evaluated(op, at, convert(at, *ty, Arc::clone(n)), num(1));
                Value::Int(convert(*ty, at, moved))
            }
            (Value::Pointer(_) | Value::Either(..) | Value::Null, _) => {
                self.offset(old.clone(), num(1), sign, place)?
            }
            _ => Value::Opaque(None),
        };
        self.store(to, new.clone(), place)?;
        Ok(if post { old } else { new })
    }

    fn call(&mut self, callee: &Callee, arguments: &[Expr], e: &Expr) -> Lowered<Value> {
        if *callee == Callee::Load {
            let place = match arguments {
                [pointer] => self.pointed(pointer)?,
                _ => {
                    return Err(Unsupported::new(Area::Expression, "`__ldg` of this", &e.span));
                }
            };
            return self.load(place, None, e);
        }
        if let (Callee::Atomic(atomic), [pointer, others @ ..]) = (callee, arguments) {
            return self.atomic(*atomic, pointer, others, e);
        }
        if let (Callee::Copy, [to, from, bytes]) = (callee, arguments) {
            return self.copy(to, from, bytes, e);
        }
        match callee {
            Callee::CopyTogether => return self.copy_together(arguments, e),
            Callee::WaitForCopies => return self.wait_for_copies(arguments, e),
            Callee::OwnCopy => return self.own_copy(arguments, e),
            _ => {}
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        match callee {
            Callee::Sync(scope) => {
                self.sync(*scope, &e.span)?;
                let flags = match values.pop() {
                    Some(Value::Int(flags)) => Some(flags),
                    _ => None,
                };
                self.orders(flags.as_ref(), &e.span)?;
                Ok(Value::Void)
            }
            Callee::CountingSync if self.around.divergent.is_some() => {
                let what = "a barrier that counts threads, where they need not come together";
                Err(Unsupported::new(Area::Barrier, what, &e.span))
            }
            Callee::CountingSync => {
                self.sync(semantics::Scope::Block, &e.span).map(|()| Value::Void)
            }
            Callee::Warp => {
                self.sync_warp(values.pop(), &e.span)?;
                Ok(Value::Void)
            }
            Callee::Fence => {
                self.note("a memory fence orders nothing by itself, and is left out");
                Ok(Value::Void)
            }
            Callee::Extremum(op) => match (values.pop(), values.pop()) {
                (Some(b), Some(a)) => self.apply(*op, &e.ty, a, b, e),
                _ => Err(Unsupported::new(Area::Expression, "`min` or `max` of these", &e.span)),
            },
            Callee::Abs => match (values.pop(), e.ty.int()) {
                (Some(Value::Int(n)), Some(ty)) => {
                    let negative = rel(Rel::Lt, Arc::clone(&n), num(0));
                    let owed = self.block.owed.len();
                    let flipped = self.evaluated(Op::Sub, ty, num(0), Arc::clone(&n));
                    self.guard(owed, &negative, true);
                    Ok(Value::Int(crate::term::select(&negative, flipped, n)))
                }
                _ => Err(Unsupported::new(Area::Expression, "`abs` of this", &e.span)),
            },
            Callee::Surface => match values.pop() {
                Some(handle) => self.surface(handle, e),
                None => {
                    Err(Unsupported::new(Area::Transfer, "a surface without a handle", &e.span))
                }
            },
            Callee::SharedAddress => self.shared_address(values.pop(), e),
            Callee::AtSharedAddress => self.at_shared_address(values.pop(), e),
            Callee::CommitCopies => {
                self.commit_copies();
                Ok(Value::Void)
            }
            Callee::WaitForOwnCopies => self.wait_for_own_copies(values.pop(), e),
            Callee::Agreed => self.agreed_number(values, e),
            Callee::BarrierValue(name) => self.barrier_value(name, e),
            Callee::Load
            | Callee::OwnCopy
            | Callee::Copy
            | Callee::CopyTogether
            | Callee::WaitForCopies
            | Callee::Atomic(_) => Err(Unsupported::new(Area::Memory, "a copy of this", &e.span)),
            Callee::Assert => {
                self.note("`assert` is passed by, as where assertions are switched off");
                Ok(Value::Void)
            }
            Callee::Pure(_) if e.ty == Type::Void => Ok(Value::Void),
            Callee::Pure(name) | Callee::Math(name) => {
                self.opaque_as(&e.ty, &format!("the result of `{name}`"), e)
            }
            Callee::Part(name) if matches!(e.ty, Type::Array(..)) => {
                let what = format!("a pointer into the member `{name}` of a union of the thread");
                Err(Unsupported::new(Area::Pointer, what, &e.span))
            }
            Callee::Part(name) => {
                self.opaque_as(&e.ty, &format!("the member `{name}` of a union"), e)
            }
        }
    }

    /// A pointer moved by a number of elements.
    pub(super) fn offset(
        &mut self,
        base: Value,
        index: Arc<Term>,
        sign: Sign,
        e: &Expr,
    ) -> Lowered<Value> {
        let Type::Pointer(to) = &e.ty else {
            return Err(Unsupported::new(Area::Pointer, "pointer arithmetic on this", &e.span));
        };
        match base {
            Value::Either(c, a, b) => {
                let a = self.offset(*a, Arc::clone(&index), sign, e)?;
                let b = self.offset(*b, index, sign, e)?;
                Ok(Value::Either(c, a.into(), b.into()))
            }
            Value::Pointer(p) if p.part => {
                self.flatten(&p);
                Err(Unsupported::new(Area::Pointer, "arithmetic on a pointer to a member", &e.span))
            }
            Value::Pointer(p) if p.step.is_some() => {
                let op = if sign == Sign::Plus { Op::Add } else { Op::Sub };
                let moved = self.moved_by(&p, op, &index, to).map(Value::Pointer);
                moved.ok_or_else(|| {
                    Unsupported::new(Area::Memory, format!("memory taken for a `{to}`"), &e.span)
                })
            }
            Value::Pointer(p) => {
                let width = num(super::place::scalars(to));
                let moved = bin(Op::Mul, IntType::LONG, index, width);
                let op = if sign == Sign::Plus { Op::Add } else { Op::Sub };
                let offset = bin(op, IntType::LONG, p.offset, moved);
                Ok(Value::Pointer(Pointer { offset, checked: false, ..p }))
            }
            Value::OwnArray(of) => Ok(Value::OwnArray(of)),
            // From one member to the next: nothing but the thread's own is there.
            Value::Address(id, _) if self.given.disguised.contains(&id) => {
                Ok(Value::OwnArray(to.unqualified()))
            }
            Value::Null => Ok(Value::Null),
            _ => Err(Unsupported::new(
                Area::Pointer,
                "arithmetic on a pointer that is not modelled",
                &e.span,
            )),
        }
    }
}

/// Whether a pointer to it says nothing of what it points to.
fn is_void(ty: &Type) -> bool {
    ty.unqualified() == Type::Void
}
