//! Values of which nothing is known, and variables that hold them from here on.

use super::evaluator::Evaluator;
use super::value::{
    Memory, Pointer, Value, Variable, int_type, is_array, is_dimensions, is_pointer,
};
use crate::syntax::Type;
use crate::term::num;
use semantics::{Expr as Term, IntType, Name};

/// How deep structures may nest.
const DEEPEST_VALUE: usize = 4;
/// Forgetting so many variables is as much work as running an expression.
const FORGOTTEN_OF_A_STEP: usize = 128;

/// Whether a variable may be an object.
fn may_be_object(ty: &Type) -> bool {
    match ty {
        Type::Const(of) => may_be_object(of),
        Type::Auto | Type::Named(_) | Type::Instance(..) | Type::Missing(_) | Type::Other(_) => {
            true
        }
        _ => false,
    }
}

impl Evaluator<'_> {
    /// A value of a type of which nothing is known.
    pub fn unknown(&mut self, ty: &Type, hint: &Name) -> Value {
        let ty = match ty {
            Type::Reference(of) => of,
            ty => ty,
        };
        let ty = match self.substituted(ty) {
            Some(ty) => ty,
            None => return Value::Unknown,
        };
        if let Some(int) = int_type(&ty) {
            return Value::Int(int, self.symbol(int, hint.as_str()));
        }
        if is_dimensions(&ty) {
            return self.any_dimensions(hint.as_str());
        }
        if is_pointer(&ty) {
            return self.any_pointer();
        }
        if self.depth >= DEEPEST_VALUE {
            return Value::Unknown;
        }
        self.depth += 1;
        let value = self.any_parts(&ty, hint);
        self.depth -= 1;
        value
    }

    /// A structure or an array of which nothing is known.
    pub fn any_parts(&mut self, ty: &Type, hint: &Name) -> Value {
        if let Some(record) = self.record(ty) {
            let members = record.fields.into_iter();
            let members = members.map(|(x, ty)| {
                // A `volatile` one is another one each time that it is read.
                let value = match ty {
                    Type::Volatile(_) => Value::Unknown,
                    ty => self.unknown(&ty, &format!("{hint}.{x}").into()),
                };
                (x, value)
            });
            return Value::Record(members.collect());
        }
        if let Type::Array(of, _) = ty
            && is_array(of)
            && let Some(n) = self.elements(ty)
        {
            return Value::List((0..n).map(|_| self.unknown(of, hint)).collect());
        }
        Value::Unknown
    }

    /// A pointer to memory of its own.
    pub fn any_pointer(&mut self) -> Value {
        let base = self.base(Memory::default());
        Value::Pointer(Pointer::To(base, Some(num(0))))
    }

    /// A pointer to memory that was allocated.
    pub fn allocated(&mut self) -> Value {
        let base = self.base(Memory::of_bytes(None));
        Value::Pointer(Pointer::To(base, Some(num(0))))
    }

    /// A value of the same type of which nothing is known.
    pub fn renewed(&mut self, value: &Value, hint: &Name) -> Value {
        match value {
            Value::Int(ty, _) => Value::Int(*ty, self.symbol(*ty, hint.as_str())),
            Value::Dimensions(_) => self.any_dimensions(hint.as_str()),
            Value::Pointer(_) | Value::Address(_) => self.any_pointer(),
            Value::Record(members) => {
                let renewed = members.iter().map(|(x, v)| (x.clone(), self.renewed(v, hint)));
                Value::Record(renewed.collect())
            }
            Value::List(all) => Value::List(all.iter().map(|v| self.renewed(v, hint)).collect()),
            // Where its pointers lie then gets a name once it is read: most are never read again.
            Value::Object(pointer) => Value::Object(pointer.moved(None)),
            Value::Real(..)
            | Value::Kernel(..)
            | Value::Function(_)
            | Value::Container(_)
            | Value::Unknown => Value::Unknown,
        }
    }

    /// A copy of a value. What an object of which nothing is known shares with a copy of it, and how its pointers lie to
    /// those of the copy, its class says.
    pub fn copied(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(pointer) => {
                let offset = self.symbol(IntType::LONG, "copy");
                Value::Object(pointer.at(&offset))
            }
            value => value.clone(),
        }
    }

    /// An object that a variable holds, of which nothing was known so far.
    pub fn identified(&mut self, variable: Variable) {
        if let Value::Object(pointer) = &self.state.values[variable]
            && pointer.is_lost()
        {
            let held = self.state.values[variable].clone();
            self.state.values[variable] = self.copied(&held);
            return;
        }
        let declared = &self.state.declared[variable.0];
        if self.state.values[variable] == Value::Unknown
            && declared.refers.is_none()
            && may_be_object(&declared.ty)
            && let Value::Pointer(pointer) = self.any_pointer()
        {
            self.state.values[variable] = Value::Object(pointer);
        }
    }

    /// A `dim3` of which nothing is known.
    pub fn any_dimensions(&mut self, hint: &str) -> Value {
        let all = ["x", "y", "z"].map(|axis| self.symbol(IntType::UINT, &format!("{hint}.{axis}")));
        for axis in &all {
            if let Term::Var(name) = &**axis
                && let Some(symbol) = self.symbols.get_mut(name)
            {
                symbol.open = true;
            }
        }
        Value::Dimensions(all)
    }

    /// Forgets what a variable holds.
    pub fn forget(&mut self, variable: Variable) {
        let declared = &self.state.declared[variable.0];
        if let Some(place) = declared.refers.clone() {
            return self.forget(place.variable);
        }
        self.forget_among(variable);
        let declared = &self.state.declared[variable.0];
        if declared.fixed {
            return;
        }
        let (ty, name) = (declared.ty.clone(), declared.name.clone());
        let held = self.state.values[variable].clone();
        self.state.values[variable] = match &ty {
            // What `auto` is, its value says.
            ty if *ty == Type::Auto || matches!(held, Value::Object(_)) => {
                self.renewed(&held, &name)
            }
            ty => self.unknown(ty, &name),
        };
        self.hold_before(variable, &held);
    }

    /// Forgets what a variable may be another name of.
    pub fn forget_among(&mut self, variable: Variable) {
        let among = self.state.declared[variable.0].among.clone();
        among.into_iter().filter(|of| *of != variable).for_each(|of| self.forget(of));
    }

    /// Forgets something in a part in which each new number had a value before that may have been known.
    pub fn forgetting<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.forgetting, true);
        let done = part(self);
        self.forgetting = around;
        done
    }

    /// The variables that others may change. To look at each of them is work, too.
    pub fn shared(&mut self) -> Vec<Variable> {
        let shared = self.state.shared();
        self.worked(shared.len() / FORGOTTEN_OF_A_STEP);
        shared
    }

    /// Forgets what others may change. Along a path, no pointer is changed where nothing says so.
    pub fn forget_shared(&mut self) {
        for variable in self.shared() {
            self.forget_numbers(variable);
        }
    }

    /// Forgets what a variable holds; along a path, all but pointers.
    pub fn forget_numbers(&mut self, variable: Variable) {
        if self.state.declared[variable.0].refers.is_some() {
            return;
        }
        let before = self.state.values[variable].clone();
        self.forgetting(|s| s.forget(variable));
        if self.path.is_some() {
            self.state.values[variable].keep_pointers(&before);
        }
    }
}
