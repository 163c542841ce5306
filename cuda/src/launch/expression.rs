//! Expressions of host code.

use super::evaluator::Evaluator;
use super::state::Declared;
use super::value::{
    BOOL, Value, Variable, as_condition, as_int, as_real, binary, int, int_type, is_dimensions,
    is_pointer, of_condition, promoted, real_type,
};
use super::writes::{Writes, addressed};
use crate::lower::term::{and, bin, convert, not, num, or};
use crate::syntax::{Arrow, Binary, Expr, ExprKind, Init, Item, Step, Type, Unary};
use semantics::{Cond, Expr as Term, IntType, Name, Op};
use std::sync::Arc;

impl Evaluator<'_> {
    /// The value of an expression, and what evaluating it changes.
    pub fn value(&mut self, e: &Expr) -> Value {
        if !self.spend() {
            return Value::Unknown;
        }
        match &e.kind {
            ExprKind::Int(n, ty) => int(*ty, n.clone()),
            ExprKind::Bool(b) => int(BOOL, u8::from(*b)),
            ExprKind::Float(bits, ieee) => real(*bits, *ieee),
            ExprKind::Name(name) => self.named_value(name),
            ExprKind::Instance(name, arguments) => self.instance(name, arguments),
            ExprKind::Scoped(class, name) => self.member_constant(class, name),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Postfix(step, place) => {
                let before = self.value(place);
                self.step(*step, place, before.clone());
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
            ExprKind::SizeofExpr(operand) => match &operand.kind {
                ExprKind::Name(name) => match self.variable(name) {
                    Some(variable) => {
                        let ty = self.state.declared[variable.0].ty.clone();
                        self.size_of(&ty)
                    }
                    None => Value::Int(IntType::ULONG, self.symbol(IntType::ULONG, "sizeof")),
                },
                _ => Value::Int(IntType::ULONG, self.symbol(IntType::ULONG, "sizeof")),
            },
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, e),
            ExprKind::Index(of, index) => {
                let (of, index) = (self.value(of), self.value(index));
                match (of, as_int(&index, IntType::LONG).as_deref()) {
                    (Value::List(all), Some(Term::Num(n))) => {
                        let n = usize::try_from(n).ok();
                        n.and_then(|n| all.get(n)).cloned().unwrap_or(Value::Unknown)
                    }
                    _ => Value::Unknown,
                }
            }
            ExprKind::Member(of, name, arrow) => self.member(of, name, *arrow),
            ExprKind::Launch(launch) => {
                self.launched(launch, e);
                Value::Unknown
            }
            ExprKind::Str | ExprKind::Null | ExprKind::Other(_) => Value::Unknown,
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
        if self.context.host_constant(name).is_some() {
            return None;
        }
        let file = self.file;
        let global = file.items.iter().find_map(|item| match item {
            Item::Variables(all) => all.iter().find(|v| v.name == *name),
            _ => None,
        })?;
        // A variable of this file alone, which nothing in it changes.
        let constant = global.specifiers.statical && self.is_never_written(name);
        let fixed = global.specifiers.immutable || constant;
        let value = match global.init.as_ref().filter(|_| constant) {
            Some(init) if super::names::of_init(init).is_empty() => {
                self.initial(init, &global.ty, name.as_str())
            }
            _ => self.unknown(&global.ty, name),
        };
        let declared = Declared { name: name.clone(), ty: global.ty.clone(), fixed, shared: true };
        Some(self.state.declare_global(declared, value))
    }

    /// A member of the object whose function runs: others may change it.
    fn member_variable(&mut self, name: &Name) -> Option<Variable> {
        let (file, class) = (self.file, self.class()?);
        let record = file.records.iter().find(|r| r.name == *class && r.template.is_none())?;
        let (_, ty) = record.fields.iter().find(|(field, _)| field == name)?;
        let value = self.unknown(ty, name);
        let (name, ty) = (name.clone(), ty.clone());
        let declared = Declared { name, ty, fixed: false, shared: true };
        Some(self.state.declare_in_function(declared, value))
    }

    fn named_value(&mut self, name: &Name) -> Value {
        if let Some(variable) = self.variable(name) {
            return self.read(variable);
        }
        if self.is_member(name) {
            let Some(class) = self.class().cloned() else { return Value::Unknown };
            return match self.context.host_constant(&format!("{class}::{name}").into()) {
                Some((n, ty)) => int(ty, n),
                None => self.member_constant(&Type::Named(class), name),
            };
        }
        if let Some((n, ty)) = self.context.host_constant(name) {
            return int(ty, n);
        }
        self.function_value(name)
    }

    /// A name that is no variable.
    fn function_value(&mut self, name: &Name) -> Value {
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
            || !declared.fixed && (self.is_lost() || declared.shared && self.unstable);
        if changes {
            self.forget(variable);
        }
        self.state.values[variable.0].clone()
    }

    fn member_constant(&mut self, class: &Type, name: &Name) -> Value {
        let (Type::Named(class) | Type::Instance(class, _)) = class else { return Value::Unknown };
        let file = self.file;
        let Some(record) = file.records.iter().find(|r| r.name == *class) else {
            return Value::Unknown;
        };
        if record.template.is_some() || record.specializes.is_some() {
            return Value::Unknown;
        }
        match record.constants.iter().find(|(n, ..)| n == name) {
            // What it is made of are constants, too.
            Some((_, ty, e)) if super::names::of_expr(e).is_empty() => {
                let value = self.value(e);
                self.converted(&value, ty, name.as_str())
            }
            _ => Value::Unknown,
        }
    }

    fn unary(&mut self, op: Unary, operand: &Expr) -> Value {
        match op {
            Unary::Address => return self.address(operand),
            Unary::Step(step) => {
                let before = self.value(operand);
                return self.step(step, operand, before);
            }
            _ => {}
        }
        let value = self.value(operand);
        match (op, &value) {
            (Unary::Dereference, Value::Address(variable)) => self.read(*variable),
            (Unary::Dereference, _) | (Unary::Address | Unary::Step(_), _) => Value::Unknown,
            (Unary::Not, _) => match as_condition(&value) {
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

    /// `&e`: whoever has the address may change the variable from here on.
    fn address(&mut self, place: &Expr) -> Value {
        match &place.kind {
            ExprKind::Name(name) => match self.variable(name) {
                Some(variable) => {
                    self.state.declared[variable.0].shared = true;
                    Value::Address(variable)
                }
                None => self.function_value(name),
            },
            ExprKind::Instance(..) => self.value(place),
            ExprKind::Member(of, ..) => {
                self.address(of);
                Value::Unknown
            }
            ExprKind::Index(of, index) => {
                let size = self.pointee(of);
                let (of, index) = (self.value(of), self.value(index));
                self.offset(Binary::Add, &of, &index, size).unwrap_or(Value::Unknown)
            }
            _ => {
                self.value(place);
                Value::Unknown
            }
        }
    }

    pub fn fresh_int(&mut self, ty: IntType, hint: &str) -> Value {
        Value::Int(ty, self.symbol(ty, hint))
    }

    /// `++` and `--`.
    fn step(&mut self, step: Step, place: &Expr, before: Value) -> Value {
        let op = if step == Step::Up { Binary::Add } else { Binary::Sub };
        let one = int(IntType::INT, 1);
        let after = match binary(op, &before, &one) {
            Some(after) => after,
            None => {
                let size = self.pointee(place);
                self.offset(op, &before, &one, size).unwrap_or(Value::Unknown)
            }
        };
        self.write(place, after)
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
        if let Some(value) = binary(op, &left, &right) {
            return value;
        }
        let size = self.pointee(a).or_else(|| self.pointee(b));
        if let Some(value) = self.offset(op, &left, &right, size) {
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
                    _ => super::value::usual(*x, *y),
                };
                self.fresh_int(ty, "value")
            }
            _ => Value::Unknown,
        }
    }

    /// A pointer plus a number of elements of this size, or minus one.
    fn offset(&mut self, op: Binary, a: &Value, b: &Value, size: Option<u64>) -> Option<Value> {
        let (pointer, n) = match (op, a, b) {
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

    /// The bytes of what an expression points to, as far as its form says it.
    fn pointee(&mut self, e: &Expr) -> Option<u64> {
        let ty = match &e.kind {
            ExprKind::Name(name) => {
                let variable = self.variable(name)?;
                self.state.declared[variable.0].ty.clone()
            }
            ExprKind::Cast(ty, _) => ty.clone(),
            ExprKind::Binary(Binary::Add | Binary::Sub, a, b) => {
                return self.pointee(a).or_else(|| self.pointee(b));
            }
            _ => return None,
        };
        match ty {
            Type::Pointer(of) => self.bytes(&of),
            Type::Const(of) => match &*of {
                Type::Pointer(of) => self.bytes(of),
                _ => None,
            },
            _ => None,
        }
    }

    /// `a && b` and `a || b`: the second is evaluated under the first.
    fn connected(&mut self, op: Binary, left: &Value, b: &Expr) -> Value {
        let c = as_condition(left);
        let decided = match (c.as_deref(), op) {
            (Some(Cond::Bool(holds)), Binary::And) => (!holds).then_some(false),
            (Some(Cond::Bool(holds)), _) => holds.then_some(true),
            _ => None,
        };
        if let Some(decided) = decided {
            return int(BOOL, u8::from(decided));
        }
        let before = self.state.values.clone();
        let right = self.value(b);
        self.join_values(None, before);
        match (c, as_condition(&right)) {
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
        let condition = as_condition(&condition);
        match condition.as_deref() {
            Some(Cond::Bool(true)) => return self.value(a),
            Some(Cond::Bool(false)) => return self.value(b),
            _ => {}
        }
        let before = self.state.values.clone();
        let yes = self.value(a);
        let after = self.state.values.split_off(0);
        // What the first side declared stays declared.
        self.state.values = before;
        self.state.values.extend(after.iter().skip(self.state.values.len()).cloned());
        let no = self.value(b);
        let mut after = after;
        after.extend(self.state.values.iter().skip(after.len()).cloned());
        self.join_values(condition.clone(), after);
        self.joined(condition.as_ref(), &yes, &no, "value")
    }

    fn construct(&mut self, ty: &Type, arguments: &[Expr]) -> Value {
        if is_dimensions(ty) {
            let all: Vec<Value> = arguments.iter().map(|e| self.value(e)).collect();
            return self.dimensions(&all);
        }
        let plain = super::value::is_plain(ty);
        let all: Vec<Value> = arguments.iter().map(|e| self.value(e)).collect();
        if !plain {
            arguments.iter().for_each(|e| self.change(addressed(e).unwrap_or(e), true));
            self.forget_shared();
        }
        match (all.as_slice(), int_type(ty)) {
            ([], Some(ty)) => int(ty, 0),
            ([only], Some(_)) => self.converted(only, ty, "value"),
            _ => Value::Unknown,
        }
    }

    /// `dim3(x, y, z)`: what is missing is 1.
    pub fn dimensions(&mut self, all: &[Value]) -> Value {
        if let [Value::Dimensions(same)] = all {
            return Value::Dimensions(same.clone());
        }
        if all.len() > 3 {
            return self.any_dimensions("dim3");
        }
        // What is not known may be a `dim3` itself.
        if let [Value::Unknown] = all {
            return self.any_dimensions("dim3");
        }
        let mut made = [num(1), num(1), num(1)];
        for ((axis, value), name) in made.iter_mut().zip(all).zip(["x", "y", "z"]) {
            *axis = match as_int(value, IntType::UINT) {
                Some(e) => e,
                None => self.symbol(IntType::UINT, &format!("dim3.{name}")),
            };
        }
        Value::Dimensions(made)
    }

    /// The bytes of a type.
    fn size_of(&mut self, ty: &Type) -> Value {
        match self.bytes(ty) {
            Some(n) => int(IntType::ULONG, n),
            None => self.fresh_int(IntType::ULONG, "sizeof"),
        }
    }

    /// The bytes of a type, where they are known.
    pub fn bytes(&self, ty: &Type) -> Option<u64> {
        let ty = self.substituted(ty)?;
        if let Some(int) = int_type(&ty) {
            return Some(u64::from(int.bits).div_ceil(8));
        }
        match ty.plain() {
            Type::Float(bits) => Some(u64::from(*bits) / 8),
            Type::Pointer(_) => Some(8),
            Type::Const(of) | Type::Volatile(of) => self.bytes(of),
            Type::Named(name) if is_dimensions(&ty) => {
                debug_assert_eq!(name.as_str(), "dim3");
                Some(12)
            }
            _ => None,
        }
    }

    /// `(T) e`
    fn cast(&mut self, value: &Value, ty: &Type, hint: &str) -> Value {
        match ty {
            // `(void *) k` of a kernel, `(void **) &p` of a variable.
            Type::Pointer(_) => match value {
                Value::Kernel(..) | Value::Address(_) | Value::Pointer(_) | Value::List(_) => {
                    value.clone()
                }
                _ => Value::Unknown,
            },
            Type::Void => Value::Unknown,
            ty => self.converted(value, ty, hint),
        }
    }

    /// A value as a variable of a type holds it.
    pub fn converted(&mut self, value: &Value, ty: &Type, hint: &str) -> Value {
        let Some(ty) = self.substituted(ty) else { return Value::Unknown };
        if let Some(to) = int_type(&ty) {
            return match as_int(value, to) {
                Some(e) => Value::Int(to, e),
                None => self.fresh_int(to, hint),
            };
        }
        if let Some(bits) = real_type(&ty) {
            return as_real(value, bits).map_or(Value::Unknown, |x| Value::Real(bits, x));
        }
        if is_dimensions(&ty) {
            return self.dimensions(std::slice::from_ref(value));
        }
        match &ty {
            Type::Auto => value.clone(),
            Type::Const(of) | Type::Volatile(of) => self.converted(value, of, hint),
            _ if is_pointer(&ty) => match value {
                Value::Pointer(_) | Value::Kernel(..) | Value::Address(_) | Value::List(_) => {
                    value.clone()
                }
                _ => self.unknown(&ty, &hint.into()),
            },
            Type::Reference(_) => Value::Unknown,
            Type::Array(..) => value.clone(),
            _ => match value {
                Value::Kernel(..) => value.clone(),
                _ => Value::Unknown,
            },
        }
    }

    fn member(&mut self, of: &Expr, name: &Name, arrow: Arrow) -> Value {
        let value = self.value(of);
        let value = match (value, arrow) {
            (value, Arrow::Dot) => value,
            (Value::Address(variable), Arrow::Arrow) => self.read(variable),
            _ => Value::Unknown,
        };
        match (value, axis(name)) {
            (Value::Dimensions(all), Some(n)) => Value::Int(IntType::UINT, Arc::clone(&all[n])),
            _ => Value::Unknown,
        }
    }

    fn assign(&mut self, op: Option<Binary>, place: &Expr, value: &Expr) -> Value {
        let value = self.value(value);
        let Some(op) = op else { return self.write(place, value) };
        let before = self.value(place);
        let after = match binary(op, &before, &value) {
            Some(after) => after,
            None => {
                let size = self.pointee(place);
                self.offset(op, &before, &value, size).unwrap_or(Value::Unknown)
            }
        };
        self.write(place, after)
    }

    /// Gives a place a value.
    pub fn write(&mut self, place: &Expr, value: Value) -> Value {
        match &place.kind {
            ExprKind::Name(name) => match self.variable(name) {
                Some(variable) => self.store(variable, &value),
                None => {
                    // A member of the object, or a variable of a header.
                    self.forget_shared();
                    value
                }
            },
            ExprKind::Member(of, name, Arrow::Dot) => {
                let variable = match &of.kind {
                    ExprKind::Name(of) => self.variable(of),
                    _ => None,
                };
                match (variable, axis(name)) {
                    (Some(variable), Some(n)) => {
                        let held = &self.state.values[variable.0];
                        let Value::Dimensions(mut all) = held.clone() else {
                            self.change(place, false);
                            return Value::Unknown;
                        };
                        let part = match as_int(&value, IntType::UINT) {
                            Some(e) => e,
                            None => self.symbol(IntType::UINT, name.as_str()),
                        };
                        all[n] = Arc::clone(&part);
                        self.store(variable, &Value::Dimensions(all));
                        Value::Int(IntType::UINT, part)
                    }
                    _ => {
                        self.change(place, false);
                        value
                    }
                }
            }
            _ => {
                self.change(place, false);
                value
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
            (Type::Auto, _) => match (&self.state.values[variable.0], value) {
                (Value::Int(ty, _), value) => {
                    let ty = *ty;
                    match as_int(value, ty) {
                        Some(e) => Value::Int(ty, e),
                        None => self.fresh_int(ty, declared.name.as_str()),
                    }
                }
                (Value::Real(bits, _), value) => {
                    as_real(value, *bits).map_or(Value::Unknown, |x| Value::Real(*bits, x))
                }
                (Value::Unknown, _) => Value::Unknown,
                (_, value) => value.clone(),
            },
            (ty, value) => self.converted(value, ty, declared.name.as_str()),
        };
        self.state.values[variable.0] = held.clone();
        held
    }

    /// A place is changed to nobody knows what; `kept`: and may be later.
    pub fn change(&mut self, place: &Expr, kept: bool) {
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        match kept {
            true => writes.keep(place),
            false => writes.change(place),
        }
        let (names, keeps, calls) = (writes.names, writes.kept, writes.calls);
        self.forget_written(&names, &keeps, calls);
    }

    /// The parts of an initializer.
    pub fn initial(&mut self, init: &Init, ty: &Type, hint: &str) -> Value {
        match init {
            Init::Expr(e) => {
                let value = self.value(e);
                self.converted(&value, ty, hint)
            }
            Init::Arguments(es) => {
                let all: Vec<Value> = es.iter().map(|e| self.value(e)).collect();
                self.made_of(&all, ty, hint)
            }
            Init::List(list) => {
                let part = Type::Auto;
                let all: Vec<Value> =
                    list.iter().map(|init| self.initial(init, &part, hint)).collect();
                match ty {
                    Type::Array(..) => Value::List(all),
                    ty => self.made_of(&all, ty, hint),
                }
            }
        }
    }

    fn made_of(&mut self, all: &[Value], ty: &Type, hint: &str) -> Value {
        if is_dimensions(ty) {
            return self.dimensions(all);
        }
        match all {
            [] if int_type(ty).is_some() => self.converted(&int(IntType::INT, 0), ty, hint),
            [only] => self.converted(only, ty, hint),
            _ => self.unknown(ty, &hint.into()),
        }
    }
}

/// Which axis of a `dim3` a member is.
fn axis(name: &Name) -> Option<usize> {
    ["x", "y", "z"].iter().position(|axis| *axis == name.as_str())
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
