//! Expressions of host code.

use super::call::last_part;
use super::evaluator::{Evaluator, Frame};
use super::join::Goes;
use super::state::{Declared, Identity};
use super::value::{
    BOOL, Base, Location, Memory, Pointer, Value, Variable, binary, int, of_condition,
};
use crate::path::Path;
use crate::resolve::arithmetic::{promoted, usual};
use crate::resolve::relation;
use crate::syntax::{Binary, Expr, ExprKind, Record, THIS, Type, Unary};
use crate::term::{and, convert, not, num, or};
use semantics::{Cond, IntType, Name, Number};
use std::sync::Arc;

impl Evaluator<'_> {
    /// The value of an expression, and what evaluating it changes.
    pub fn value(&mut self, e: &Expr) -> Value {
        if !self.spend() {
            return Value::Unknown;
        }
        self.change_operands(e);
        match &e.kind {
            ExprKind::Int(n, ty) => int(*ty, n.clone()),
            ExprKind::Bool(b) => int(BOOL, u8::from(*b)),
            ExprKind::Float(bits, ieee) => real(*bits, *ieee),
            ExprKind::Name(name) => self.named_value(name),
            ExprKind::Instance(name, arguments) => self.instance(name, arguments),
            ExprKind::Scoped(class, name) => {
                // `&C::f`
                self.called_loosely(name, &[]);
                self.member_constant(class, name)
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Postfix(step, place) => {
                let before = self.value(place);
                self.step(*step, place, &before);
                before
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Assign(op, place, value) => self.assign(*op, place, value),
            ExprKind::Conditional(c, a, b) => self.conditional(c, a, b),
            ExprKind::Cast(ty, operand) => {
                let value = self.value(operand);
                self.cast(&value, ty, "value")
            }
            ExprKind::Construct(ty, arguments) => self.construct(ty, arguments),
            ExprKind::SizeofType(ty) => self.size_of(ty),
            ExprKind::SizeofExpr(operand) => self.size_of_operand(operand),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, e),
            ExprKind::Index(of, index) => {
                if let Some(place) = self.location(e) {
                    return self.array_or(place);
                }
                let index = self.value(index);
                if let Some(element) = self.any_element(of, &index) {
                    return element;
                }
                self.value(of);
                Value::Unknown
            }
            ExprKind::Member(of, name, arrow) => self.member(e, of, name, *arrow),
            ExprKind::Explicit(member, _) => {
                self.value(member);
                Value::Unknown
            }
            ExprKind::Launch(launch) => {
                self.launched(launch, e);
                Value::Unknown
            }
            ExprKind::Null => Value::Pointer(Pointer::Null),
            ExprKind::NewArray(size) => {
                self.value(size);
                self.allocated()
            }
            ExprKind::Bound(of, ..) => {
                self.value(of);
                Value::Unknown
            }
            ExprKind::Str(_)
            | ExprKind::Lambda(_)
            | ExprKind::Offsetof(..)
            | ExprKind::Other(_) => Value::Unknown,
        }
    }

    /// `sizeof e`
    fn size_of_operand(&mut self, operand: &Expr) -> Value {
        match self.type_of_variable(operand) {
            Some(ty) => self.size_of(&ty),
            None => self.fresh_int(IntType::ULONG, "sizeof"),
        }
    }

    /// The type of a variable, or of an element of one that is an array.
    fn type_of_variable(&mut self, e: &Expr) -> Option<Type> {
        match &e.kind {
            ExprKind::Name(name) => {
                let variable = self.variable(name)?;
                Some(self.state.declared[variable.0].ty.clone())
            }
            ExprKind::Index(of, _) | ExprKind::Unary(Unary::Dereference, of) => {
                match self.type_of_variable(of)? {
                    Type::Array(of, _) => Some((*of).clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The variable that a name means; one of the file comes into being where it is first named.
    pub fn variable(&mut self, name: &Name) -> Option<Variable> {
        if let Some(variable) = self.state.find(name) {
            return Some(variable);
        }
        if self.is_member(name) {
            return self.member_variable(name);
        }
        if self.constant(name).is_some() {
            return None;
        }
        if self.may_be_of_another(name) {
            return None;
        }
        let file = self.file;
        let global = file.variables().find(|v| v.name == *name)?;
        if global.specifiers.device && matches!(global.ty, Type::Array(..)) {
            return None;
        }
        // A variable of this file alone, which nothing in it changes.
        let constant = global.specifiers.statical && self.is_never_written(name);
        // Another declaration of the name may be meant.
        let doubted = self.context.is_in_doubt(name);
        let fixed = !doubted && (global.specifiers.immutable || constant);
        let known = |name: &Name| self.constant(name).is_some();
        let value = match global.init.as_ref().filter(|_| fixed) {
            Some(init) if super::names::of_init(init).iter().all(known) => {
                self.initial(init, &global.ty, name.as_str())
            }
            _ => self.unknown(&global.ty, name),
        };
        let declared = Declared { fixed, shared: true, doubted, ..Declared::new(name, &global.ty) };
        Some(self.state.declare_global(declared, value))
    }

    /// A member of the object whose function runs: others may change it.
    pub fn member_variable(&mut self, name: &Name) -> Option<Variable> {
        let own: Name = format!("{THIS}->{name}").into();
        if let Some(variable) = self.state.find(&own) {
            return Some(variable);
        }
        let (file, class) = (self.file, self.class()?);
        let record = file.records.iter().find(|r| r.name == *class && r.template.is_none())?;
        let (_, ty) = record.fields.iter().find(|(field, _)| field == name)?;
        let value = self.unknown(ty, name);
        let ty = ty.clone();
        let identity = Identity::Member(class.clone());
        let declared = Declared { shared: true, identity, ..Declared::new(&own, &ty) };
        Some(self.state.declare_in_function(declared, value))
    }

    pub fn named_value(&mut self, name: &Name) -> Value {
        if let Some(variable) = self.variable(name) {
            let refers = self.state.declared[variable.0].refers.clone();
            return self.array_or(refers.unwrap_or_else(|| Location::of(variable)));
        }
        if name.as_str() == "NULL" {
            return Value::Pointer(Pointer::Null);
        }
        if let Some(address) = self.device_address(name) {
            return address;
        }
        if self.is_member(name) {
            let Some(class) = self.class().cloned() else { return Value::Unknown };
            return self.member_constant(&Type::Named(class), name);
        }
        if let Some((n, ty)) = self.constant(name) {
            return int(ty, n);
        }
        self.function_value(name)
    }

    /// The number that a name of the file is, where that is known.
    pub fn constant(&self, name: &Name) -> Option<(Number, IntType)> {
        self.context.host_constant(name).filter(|_| !self.may_be_of_another(name))
    }

    /// Whether a member may be that of another class, or of another enumeration, with the name that is written.
    fn may_be_of_another(&self, name: &Name) -> bool {
        let several = &self.file.host.several;
        !several.is_empty() && name.scopes().any(|class| several.contains(&last_part(&class)))
    }

    /// A variable of the device.
    pub fn of_device(&self, name: &Name) -> Option<&crate::syntax::Variable> {
        let short = super::call::last_part(name);
        let mut of_device = self.file.variables().filter(|v| v.specifiers.device);
        of_device.find(|v| super::call::last_part(&v.name) == short)
    }

    /// The address of a variable of the device.
    pub fn device_address(&mut self, name: &Name) -> Option<Value> {
        let name = super::call::last_part(&self.of_device(name)?.name);
        let known = self.memory.iter().position(|m| m.of_device.as_ref() == Some(&name));
        let base = match known {
            Some(n) => Base(n),
            None => {
                self.base(Memory { of_device: Some(name), allocated: true, ..Memory::default() })
            }
        };
        Some(Value::Pointer(Pointer::To(base, Some(num(0)))))
    }

    /// A name that is no variable.
    pub fn function_value(&mut self, name: &Name) -> Value {
        let short = super::call::last_part(name);
        if let Some(all) = self.named.get(&short) {
            // Who calls it from here on is not followed.
            self.loose.extend(all.iter().copied());
        }
        match self.kernels.contains(&short) {
            true => Value::Kernel(short, Vec::new()),
            false => Value::Unknown,
        }
    }

    /// What a variable holds.
    pub fn read(&mut self, variable: Variable) -> Value {
        let declared = &self.state.declared[variable.0];
        let changes = matches!(declared.ty, Type::Volatile(_))
            || declared.doubted
            || !declared.fixed && (self.is_lost() || declared.shared && self.unstable);
        if changes {
            self.forget_numbers(variable);
        }
        self.identified(variable);
        self.state.values[variable].clone()
    }

    fn member_constant(&mut self, class: &Type, name: &Name) -> Value {
        let class = match class {
            Type::Named(name) => match self.stands_for(name) {
                Some(Some(ty)) => ty,
                Some(None) => return Value::Unknown,
                None => class.clone(),
            },
            class => class.clone(),
        };
        if let Type::Named(class) = &class
            && let Some((n, ty)) = self.context.host_constant(&class.member(name.as_str()))
        {
            return int(ty, n);
        }
        let (class, given) = match &class {
            Type::Named(class) => (class, [].as_slice()),
            Type::Instance(class, given) => (class, given.as_slice()),
            _ => return Value::Unknown,
        };
        let file = self.file;
        let Some(record) = file.records.iter().find(|r| r.name == *class) else {
            return Value::Unknown;
        };
        let specializes = |r: &Record| r.specializes.as_ref().is_some_and(|(of, _)| of == class);
        if record.specializes.is_some() || file.records.iter().any(specializes) {
            return Value::Unknown;
        }
        match record.constants.iter().find(|(n, ..)| n == name) {
            // What it is made of are constants, too.
            Some((_, ty, e)) if super::names::of_expr(e).is_empty() => {
                let given = self.template_arguments(given);
                let (types, _) = self.bound(record.template.as_deref().unwrap_or_default(), &given);
                let facts = self.facts.len();
                let function = self.frames.last().map_or(0, |frame| frame.function);
                self.frames.push(Frame { function, types, facts, ..Frame::default() });
                let value = self.value(e);
                let value = self.converted(&value, ty, name.as_str());
                self.frames.pop();
                value
            }
            _ => Value::Unknown,
        }
    }

    fn unary(&mut self, op: Unary, operand: &Expr) -> Value {
        match op {
            Unary::Address => return self.address(operand),
            Unary::Dereference => {
                let whole = self.pointed_by(operand);
                if let Some(place) = whole {
                    return self.array_or(place);
                }
            }
            Unary::Step(step) => {
                let before = self.value(operand);
                return self.step(step, operand, &before);
            }
            _ => {}
        }
        let value = self.value(operand);
        if op != Unary::Dereference && self.may_be_own(&[operand]) {
            self.forget_shared();
            return Value::Unknown;
        }
        match (op, &value) {
            (Unary::Dereference, Value::Address(place)) => self.read_at(&place.clone()),
            (Unary::Dereference, _) | (Unary::Address | Unary::Step(_), _) => Value::Unknown,
            (Unary::Not, _) => match self.condition_of(&value) {
                Some(c) => of_condition(&not(c)),
                None => self.fresh_int(BOOL, "condition"),
            },
            (Unary::Plus, Value::Int(ty, e)) => {
                let to = promoted(*ty);
                Value::Int(to, convert(to, *ty, Arc::clone(e)))
            }
            (Unary::Minus, Value::Real(bits, x)) => Value::Real(*bits, -x),
            (Unary::Minus, Value::Int(ty, _)) => {
                binary(Binary::Sub, &int(promoted(*ty), 0), &value).unwrap_or(Value::Unknown)
            }
            (Unary::BitNot, Value::Int(ty, _)) => {
                let ones = int(promoted(*ty), crate::typing::all_ones(promoted(*ty)));
                binary(Binary::BitXor, &value, &ones).unwrap_or(Value::Unknown)
            }
            (Unary::Plus, _) => value,
            (Unary::Minus | Unary::BitNot, _) => Value::Unknown,
        }
    }

    pub fn fresh_int(&mut self, ty: IntType, hint: &str) -> Value {
        Value::Int(ty, self.symbol(ty, hint))
    }

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr) -> Value {
        let left = self.value(a);
        if let Binary::And | Binary::Or = op {
            return self.connected(op, &left, b);
        }
        // `stream >> x`
        if op == Binary::Shr && !matches!(left, Value::Int(..)) {
            self.change(b, false);
        }
        let right = self.value(b);
        if op == Binary::Comma {
            return right;
        }
        if self.may_be_own(&[a, b]) {
            self.forget_shared();
            return match relation(op) {
                Some(_) => self.fresh_int(BOOL, "condition"),
                None => Value::Unknown,
            };
        }
        if let Some(value) = binary(op, &left, &right) {
            return value;
        }
        if let Some(value) = self.moved(op, (a, &left), (b, &right)) {
            return value;
        }
        if let Some(value) = self.compared(op, &left, &right) {
            return value;
        }
        match (op, &left, &right) {
            (
                Binary::Lt | Binary::Gt | Binary::Le | Binary::Ge | Binary::Eq | Binary::Ne,
                Value::Int(..) | Value::Real(..) | Value::Pointer(_),
                Value::Int(..) | Value::Real(..) | Value::Pointer(_),
            ) => self.fresh_int(BOOL, "condition"),
            (_, Value::Int(x, _), Value::Int(y, _)) => {
                let ty = match op {
                    Binary::Shl | Binary::Shr => promoted(*x),
                    _ => usual(*x, *y),
                };
                self.fresh_int(ty, "value")
            }
            _ => Value::Unknown,
        }
    }

    /// `a && b` and `a || b`: the second is evaluated under the first.
    fn connected(&mut self, op: Binary, left: &Value, b: &Expr) -> Value {
        let c = self.condition_of(left);
        let decided = match (c.as_deref(), op) {
            (Some(Cond::Bool(holds)), Binary::And) => (!holds).then_some(false),
            (Some(Cond::Bool(holds)), _) => holds.then_some(true),
            _ => None,
        };
        if let Some(decided) = decided {
            return int(BOOL, u8::from(decided));
        }
        let is_and = op == Binary::And;
        let passed = |_: &mut Self| int(BOOL, u8::from(!is_and));
        let (right, goes) = match is_and {
            true => {
                let (right, _, goes) = self.both(c.clone(), &b.span.0, |of| of.value(b), passed);
                (right, goes)
            }
            false => {
                let (_, right, goes) = self.both(c.clone(), &b.span.0, passed, |of| of.value(b));
                (right, goes)
            }
        };
        // Where the right side does not come back, the left one decided.
        match goes {
            Goes::Both(_) => {}
            _ => return int(BOOL, u8::from(!is_and)),
        }
        match (c, self.condition_of(&right)) {
            (Some(c), Some(d)) => of_condition(&match op {
                Binary::And => and(c, d),
                _ => or(c, d),
            }),
            // What is known of one is a part of what holds.
            _ => self.fresh_int(BOOL, "condition"),
        }
    }

    fn conditional(&mut self, c: &Expr, a: &Expr, b: &Expr) -> Value {
        let condition = self.value(c);
        let condition = self.condition_of(&condition);
        match condition.as_deref() {
            Some(Cond::Bool(true)) => return self.value(a),
            Some(Cond::Bool(false)) => return self.value(b),
            _ => {}
        }
        let (yes, no, goes) =
            self.both(condition.clone(), &c.span.0, |of| of.value(a), |of| of.value(b));
        match goes {
            Goes::Both(way) => self.joined(condition.as_ref(), &way, &yes, &no, "value"),
            Goes::First => yes,
            Goes::Second | Goes::Neither => no,
        }
    }
}

/// The number that a floating-point literal is.
fn real(bits: u8, ieee: u64) -> Value {
    match bits {
        32 => u32::try_from(ieee)
            .map_or(Value::Unknown, |b| Value::Real(32, f32::from_bits(b).into())),
        64 => Value::Real(64, f64::from_bits(ieee)),
        _ => Value::Unknown,
    }
}
