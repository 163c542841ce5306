//! Places of host code: which variable an expression means, or which part of one, and what is written there.

use super::call::last_part;
use super::evaluator::Evaluator;
use super::state::{Declared, Identity};
use super::value::{
    Base, Location, Part, Pointer, Value, Variable, as_int, as_real, binary, int, literal_of,
};
use super::writes::Writes;
use crate::syntax::{Arrow, Binary, Destroyed, Expr, ExprKind, Record, Step, THIS, Type, Unary};
use crate::term::{bin, num};
use semantics::{IntType, Name, Op};
use std::sync::Arc;

impl Evaluator<'_> {
    /// The variable that an expression means, or the part of one, where that is known.
    pub fn location(&mut self, e: &Expr) -> Option<Location> {
        if !is_pure(e) || !self.spend() {
            return None;
        }
        match &e.kind {
            ExprKind::Name(name) => {
                let variable = self.variable(name)?;
                let declared = &self.state.declared[variable.0];
                match (&declared.refers, &declared.ty) {
                    (Some(location), _) => Some(location.clone()),
                    (None, Type::Reference(_)) => None,
                    (None, _) => Some(Location::of(variable)),
                }
            }
            ExprKind::Member(of, name, _) if is_this(of) => {
                let member = self.member_variable(name)?;
                let refers = self.state.declared[member.0].refers.clone();
                Some(refers.unwrap_or_else(|| Location::of(member)))
            }
            ExprKind::Member(of, name, Arrow::Dot) => {
                let of = self.location(of)?;
                self.part(of, Part::Member(name.clone()))
            }
            ExprKind::Member(of, name, Arrow::Arrow) => {
                let object = self.pointed(of, 0)?;
                self.part(object, Part::Member(name.clone()))
            }
            ExprKind::Index(of, index) => {
                let index = self.value(index);
                let n = literal_of(&index).and_then(|n| i64::try_from(n).ok())?;
                self.pointed(of, n)
            }
            ExprKind::Unary(Unary::Dereference, of) => self.pointed(of, 0),
            _ => None,
        }
    }

    /// A part of a place, where it has one.
    fn part(&mut self, of: Location, part: Part) -> Option<Location> {
        let part = of.part(part);
        self.state.values[part.variable].at(&part.path)?;
        Some(part)
    }

    /// `*e`, where that is a place that is known.
    pub fn pointed_by(&mut self, e: &Expr) -> Option<Location> {
        if is_pure(e) { self.pointed(e, 0) } else { None }
    }

    /// `e[n]`, of an array or a pointer.
    fn pointed(&mut self, e: &Expr, n: i64) -> Option<Location> {
        if let Some(array) = self.location(e)
            && let Some(Value::List(_)) = self.held(&array)
        {
            return self.part(array, Part::Element(usize::try_from(n).ok()?));
        }
        match self.value(e) {
            Value::Address(place) => match self.held(&place) {
                Some(Value::List(_)) => self.part(place, Part::Element(usize::try_from(n).ok()?)),
                _ => (n == 0).then_some(place),
            },
            Value::Pointer(Pointer::To(base, Some(offset))) => {
                let Type::Pointer(of) = plain(self.type_of(e)?) else { return None };
                let begin = crate::term::literal(&offset)?;
                let begin = i64::try_from(begin).ok()?;
                let at = match n {
                    0 => begin,
                    n => {
                        i64::try_from(self.bytes(&of)?).ok()?.checked_mul(n)?.checked_add(begin)?
                    }
                };
                self.object(base, at, &of).map(Location::of)
            }
            _ => None,
        }
    }

    /// What memory of the host holds that many bytes after its beginning.
    fn object(&mut self, base: Base, at: i64, ty: &Type) -> Option<Variable> {
        let ty = plain(ty.clone());
        let of_variable = self.addresses.values().any(|of| *of == base);
        if of_variable || !matches!(ty, Type::Pointer(_)) && self.record(&ty).is_none() {
            return None;
        }
        if let Some((_, variable)) = self.objects.get(&(base, at)).filter(|(of, _)| *of == ty) {
            return Some(*variable);
        }
        let value = self.unknown(&ty, &"object".into());
        let identity = Identity::Pointed(base);
        let declared =
            Declared { shared: true, identity, ..Declared::new(&"(object)".into(), &ty) };
        let variable = self.state.declare_unnamed(declared, value);
        self.objects.insert((base, at), (ty, variable));
        Some(variable)
    }

    /// Forgets what a kernel may write that is given these values.
    pub fn forget_written_by_kernel(&mut self, given: &[Value]) {
        for value in given.iter().flat_map(|value| value.leaves()) {
            self.forget_pointed(value);
        }
        // It names variables of the device without being given them.
        let device = self.file.variables().filter(|v| v.specifiers.device);
        let known: Vec<Variable> = device.filter_map(|v| self.state.find(&v.name)).collect();
        known.into_iter().for_each(|variable| self.forget(variable));
        // Other memory it may reach from there.
        let all: Vec<Variable> = self.objects.values().map(|(_, variable)| *variable).collect();
        all.into_iter().for_each(|variable| self.forget_numbers(variable));
    }

    /// What stands at a place, without reading it.
    pub fn held(&self, place: &Location) -> Option<&Value> {
        self.state.values.get(place.variable)?.at(&place.path)
    }

    /// What a place holds.
    pub fn read_at(&mut self, place: &Location) -> Value {
        self.read(place.variable).at(&place.path).cloned().unwrap_or(Value::Unknown)
    }

    /// The structure that a type is, where no function of it matters for its members.
    pub fn record(&self, ty: &Type) -> Option<Record> {
        let Type::Named(name) = plain(self.substituted(ty)?) else { return None };
        let known = self.file.records.iter().find(|r| r.name == name);
        let record = known.or_else(|| Some(&self.destroyed(&name)?.record))?;
        let plain =
            record.template.is_none() && record.specializes.is_none() && record.bits.is_empty();
        (plain && !self.may_be_hidden(&name)).then(|| record.clone())
    }

    /// Along a path, the class of a name that does something where an object of it ends: what that changes, besides, is not
    /// followed.
    pub fn destroyed(&self, name: &Name) -> Option<&Destroyed> {
        let known = self.path.is_some() && !self.file.host.several.contains(name);
        self.file.destroyed.iter().find(|other| known && other.record.name == *name)
    }

    /// Whether a class that a function belongs to, or a base of it, may have another type of this name.
    fn may_be_hidden(&self, name: &Name) -> bool {
        let hides = |r: &Record| {
            r.name != *name && last_part(&r.name) == last_part(name)
                || r.types.iter().any(|(own, _)| own == name)
        };
        self.class().is_some() && self.file.records.iter().any(hides)
    }

    /// The type of an expression, as far as its form says it.
    pub fn type_of(&mut self, e: &Expr) -> Option<Type> {
        let ty = match &e.kind {
            ExprKind::Name(name) => match self.variable(name) {
                Some(variable) => self.state.declared[variable.0].ty.clone(),
                None => self.of_device(name)?.ty.clone(),
            },
            ExprKind::Cast(ty, _) => ty.clone(),
            ExprKind::Binary(Binary::Add | Binary::Sub, a, b) => {
                return self.type_of(a).or_else(|| self.type_of(b));
            }
            ExprKind::Member(of, name, _) if is_this(of) => {
                let variable = self.member_variable(name)?;
                self.state.declared[variable.0].ty.clone()
            }
            ExprKind::Member(of, name, arrow) => {
                let mut ty = plain(self.type_of(of)?);
                if *arrow == Arrow::Arrow {
                    let Type::Pointer(of) = ty else { return None };
                    ty = plain((*of).clone());
                }
                let record = self.record(&ty)?;
                record.fields.into_iter().find(|(field, _)| field == name)?.1
            }
            ExprKind::Index(of, _) | ExprKind::Unary(Unary::Dereference, of) => {
                match plain(self.type_of(of)?) {
                    Type::Pointer(of) | Type::Array(of, _) => (*of).clone(),
                    _ => return None,
                }
            }
            ExprKind::Unary(Unary::Address, of) => Type::Pointer(self.type_of(of)?.into()),
            _ => return None,
        };
        Some(plain(ty))
    }

    /// What an expression points to, as far as its form says it.
    pub fn pointee_type(&mut self, e: &Expr) -> Option<Type> {
        match self.type_of(e)? {
            Type::Pointer(of) | Type::Array(of, _) => Some((*of).clone()),
            _ => None,
        }
    }

    /// The bytes of that.
    pub fn pointee(&mut self, e: &Expr) -> Option<u64> {
        let ty = self.pointee_type(e)?;
        self.bytes(&ty)
    }

    /// `&e`: whoever has the address may change the variable from here on.
    pub fn address(&mut self, place: &Expr) -> Value {
        if let Some(location) = self.location(place) {
            self.state.declared[location.variable.0].shared = true;
            return Value::Address(location);
        }
        match &place.kind {
            ExprKind::Name(name) => match self.variable(name) {
                Some(variable) => {
                    self.state.declared[variable.0].shared = true;
                    Value::Unknown
                }
                None => self.function_value(name),
            },
            ExprKind::Instance(..) => self.value(place),
            // It lies in the same memory.
            ExprKind::Member(of, _, arrow) => {
                let whole = match arrow {
                    Arrow::Dot => self.address(of),
                    Arrow::Arrow => self.value(of),
                };
                match self.decayed(whole) {
                    Value::Pointer(pointer) => Value::Pointer(pointer.moved(None)),
                    _ => Value::Unknown,
                }
            }
            ExprKind::Index(of, index) => {
                let size = self.pointee(of).or_else(|| self.pointee(index));
                let (of, index) = (self.value(of), self.value(index));
                self.offset(Binary::Add, &of, &index, size).unwrap_or(Value::Unknown)
            }
            ExprKind::Unary(Unary::Dereference, of) => self.value(of),
            _ => {
                self.value(place);
                self.keep_address(place);
                Value::Unknown
            }
        }
    }

    /// `++` and `--`.
    pub fn step(&mut self, step: Step, place: &Expr, before: &Value) -> Value {
        if self.may_be_own(&[place]) {
            self.forget_shared();
            self.change(place, false);
            return Value::Unknown;
        }
        let op = if step == Step::Up { Binary::Add } else { Binary::Sub };
        let after = self.combined(op, before, &int(IntType::INT, 1), place);
        self.write(place, after)
    }

    /// A number or a pointer with a number added, and the like.
    fn combined(&mut self, op: Binary, before: &Value, value: &Value, place: &Expr) -> Value {
        match binary(op, before, value) {
            Some(after) => after,
            None => {
                let size = self.pointee(place);
                self.offset(op, before, value, size).unwrap_or(Value::Unknown)
            }
        }
    }

    /// What an operator makes of a pointer and a number, by the form of both.
    pub fn moved(&mut self, op: Binary, a: (&Expr, &Value), b: (&Expr, &Value)) -> Option<Value> {
        let size = self.pointee(a.0).or_else(|| self.pointee(b.0));
        self.offset(op, a.1, b.1, size)
    }

    /// A pointer plus a number of elements of this size, or minus one.
    pub fn offset(&mut self, op: Binary, a: &Value, b: &Value, size: Option<u64>) -> Option<Value> {
        let (a, b) = (self.decayed(a.clone()), self.decayed(b.clone()));
        let (pointer, n) = match (op, &a, &b) {
            (Binary::Add, Value::Pointer(p), n) | (Binary::Add, n, Value::Pointer(p)) => (p, n),
            (Binary::Sub, Value::Pointer(p), n @ Value::Int(..)) => (p, n),
            _ => return None,
        };
        let bytes = || {
            let (n, long) = (as_int(n, IntType::LONG)?, IntType::LONG);
            let bytes = bin(Op::Mul, long, n, num(size?));
            Some(if op == Binary::Sub { bin(Op::Sub, long, num(0), bytes) } else { bytes })
        };
        Some(Value::Pointer(pointer.moved(bytes().as_ref())))
    }

    /// The address of a variable as a pointer into memory.
    pub fn decayed(&mut self, value: Value) -> Value {
        let Value::Address(place) = value else { return value };
        let name = self.state.declared[place.variable.0].name.clone();
        if place.path.is_empty()
            && let Some(address) = self.device_address(&name)
        {
            return address;
        }
        let first = place.path.iter().all(|part| *part == Part::Element(0));
        // An element of memory that a pointer points to lies there.
        let pointed = self.objects.iter().find(|(_, (_, variable))| *variable == place.variable);
        if let Some(((base, bytes), _)) = pointed {
            return Value::Pointer(Pointer::To(*base, first.then(|| num(*bytes))));
        }
        let base = match self.addresses.get(&place.variable) {
            Some(base) => *base,
            None => {
                let base = self.base(super::value::Memory::default());
                self.addresses.insert(place.variable, base);
                base
            }
        };
        Value::Pointer(Pointer::To(base, first.then(|| num(0))))
    }

    /// `e.x`, `e->x`
    pub fn member(&mut self, whole: &Expr, of: &Expr, name: &Name, arrow: Arrow) -> Value {
        if let Some(place) = self.location(whole) {
            return self.array_or(place);
        }
        if is_this(of) {
            return self.named_value(name);
        }
        let value = match (self.value(of), arrow) {
            (value, Arrow::Dot) => value,
            (Value::Address(place), Arrow::Arrow) => self.read_at(&place),
            _ => Value::Unknown,
        };
        match (&value, super::value::axis(name)) {
            (Value::Dimensions(all), Some(n)) => Value::Int(IntType::UINT, Arc::clone(&all[n])),
            (Value::Record(_), _) => {
                value.at(&[Part::Member(name.clone())]).cloned().unwrap_or(Value::Unknown)
            }
            _ => Value::Unknown,
        }
    }

    /// What a place holds; of an array, its address.
    pub fn array_or(&mut self, place: Location) -> Value {
        if let Some(Value::List(_)) = self.held(&place) {
            self.state.declared[place.variable.0].shared = true;
            return Value::Address(place);
        }
        self.read_at(&place)
    }

    pub fn assign(&mut self, op: Option<Binary>, place: &Expr, of: &Expr) -> Value {
        let value = self.value(of);
        let Some(op) = op else {
            self.hold(place, of, &value);
            if !is_pure(place) && self.write_beside(place) {
                return value;
            }
            return self.write(place, value);
        };
        let before = self.value(place);
        if self.may_be_own(&[place]) {
            self.forget_shared();
            self.change(place, false);
            return Value::Unknown;
        }
        let after = self.combined(op, &before, &value, place);
        self.write(place, after)
    }

    /// Gives a place a value.
    pub fn write(&mut self, place: &Expr, value: Value) -> Value {
        if let Some(location) = self.location(place) {
            return self.store_at(&location, &value);
        }
        match &place.kind {
            ExprKind::Name(name) => match self.variable(name) {
                Some(variable) => {
                    self.forget_aliases(variable);
                    self.forget_among(variable);
                    self.store(variable, &value)
                }
                None => {
                    // A member of the object, or a variable of a header.
                    self.forget_shared();
                    value
                }
            },
            ExprKind::Member(of, name, Arrow::Dot) => {
                let axis = super::value::axis(name);
                let location = self.location(of);
                let held = location.as_ref().and_then(|l| self.held(l)).cloned();
                let (Some(location), Some(Value::Dimensions(mut all)), Some(n)) =
                    (location, held, axis)
                else {
                    self.change(place, false);
                    return value;
                };
                let part = match as_int(&value, IntType::UINT) {
                    Some(e) => e,
                    None => self.symbol(IntType::UINT, name.as_str()),
                };
                all[n] = Arc::clone(&part);
                self.store_at(&location, &Value::Dimensions(all));
                Value::Int(IntType::UINT, part)
            }
            _ => {
                self.change(place, false);
                value
            }
        }
    }

    /// Gives a variable, or a part of one, a value.
    pub fn store_at(&mut self, place: &Location, value: &Value) -> Value {
        self.forget_aliases(place.variable);
        self.forget_among(place.variable);
        if place.path.is_empty() {
            return self.store(place.variable, value);
        }
        let Some(before) = self.held(place).cloned() else { return Value::Unknown };
        let hint = self.state.declared[place.variable.0].name.clone();
        let held = self.alike_to(&before, value, &hint);
        if let Some(part) = self.state.values[place.variable].at_mut(&place.path) {
            part.clone_from(&held);
        }
        held
    }

    /// A value as a place holds it that held another one of the same type.
    fn alike_to(&mut self, before: &Value, value: &Value, hint: &Name) -> Value {
        match (before, value) {
            (Value::Int(ty, _), value) => match as_int(value, *ty) {
                Some(e) => Value::Int(*ty, e),
                None => self.fresh_int(*ty, hint.as_str()),
            },
            (Value::Real(bits, _), value) => {
                as_real(value, *bits).map_or(Value::Unknown, |x| Value::Real(*bits, x))
            }
            (Value::Dimensions(_), value) => self.dimensions(std::slice::from_ref(value)),
            (Value::Pointer(_) | Value::Address(_) | Value::Kernel(..), value) => {
                match self.as_pointer(value) {
                    Some(value) => value,
                    None => self.renewed(&Value::Pointer(Pointer::Null), hint),
                }
            }
            (Value::Record(a), Value::Record(b))
                if a.iter().map(|(x, _)| x).eq(b.iter().map(|(x, _)| x)) =>
            {
                value.clone()
            }
            (Value::Record(_) | Value::List(_), _) => self.renewed(before, hint),
            (Value::Container(_) | Value::Unknown, Value::Container(_)) => value.clone(),
            (_, Value::Object(_)) => self.copied(value),
            (Value::Container(_) | Value::Object(_) | Value::Function(_) | Value::Unknown, _) => {
                Value::Unknown
            }
        }
    }

    fn store(&mut self, variable: Variable, value: &Value) -> Value {
        let declared = self.state.declared[variable.0].clone();
        let held = match (&declared.ty, value) {
            (Type::Reference(_), _) => {
                // Another name of something that is not known.
                self.forget_shared();
                Value::Unknown
            }
            // `auto` has the type of its first value.
            (Type::Auto, value) => {
                let before = self.state.values[variable].clone();
                self.alike_to(&before, value, &declared.name)
            }
            (ty, value) => self.converted(value, ty, declared.name.as_str()),
        };
        self.state.values[variable] = held.clone();
        held
    }

    /// A place is changed to nobody knows what; `kept`: and may be later.
    pub fn change(&mut self, place: &Expr, kept: bool) {
        if let Some(location) = self.location(place) {
            let variable = location.variable;
            self.state.declared[variable.0].shared |= kept;
            self.forget_aliases(variable);
            if location.path.is_empty() {
                return self.forget(variable);
            }
            let hint = self.state.declared[variable.0].name.clone();
            let held = self.held(&location).cloned().unwrap_or(Value::Unknown);
            let renewed = self.renewed(&held, &hint);
            if let Some(part) = self.state.values[variable].at_mut(&location.path) {
                *part = renewed;
            }
            return;
        }
        if self.change_pointed(place, kept) {
            return;
        }
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        match kept {
            true => writes.keep(place),
            false => writes.change(place),
        }
        // What is evaluated besides.
        if !is_pure(place) {
            place.kind.operands().for_each(|e| writes.expr(e));
        }
        self.forget_changed(&writes.changed());
    }
}

/// Whether an expression is the object whose function runs.
pub(super) fn is_this(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Name(name) if name.as_str() == THIS)
}

/// Whether to evaluate an expression changes nothing.
pub fn is_pure(e: &Expr) -> bool {
    let changes = matches!(
        e.kind,
        ExprKind::Call(..)
            | ExprKind::Assign(..)
            | ExprKind::Postfix(..)
            | ExprKind::Unary(Unary::Step(_), _)
            | ExprKind::Launch(_)
            | ExprKind::Construct(..)
            | ExprKind::Lambda(_)
            | ExprKind::NewArray(_)
            | ExprKind::Bound(..)
            | ExprKind::Other(_)
    );
    !changes && e.kind.operands().all(is_pure)
}

/// A type without what does not change which values it has.
fn plain(ty: Type) -> Type {
    match ty {
        Type::Const(of) | Type::Volatile(of) | Type::Reference(of) | Type::Distinct(_, of) => {
            plain((*of).clone())
        }
        ty => ty,
    }
}
