//! Values of types: conversions, and what initializers make.

use super::evaluator::Evaluator;
use super::value::{
    Pointer, Value, as_int, as_real, int, int_type, is_dimensions, is_plain, is_pointer,
    literal_of, real_type,
};
use super::writes::addressed;
use crate::path::Path;
use crate::resolve::{Layout, layout, vector};
use crate::syntax::{CONSTRUCTOR, Expr, Function, Init, Record, THIS, Type};
use crate::term::num;
use num_traits::ToPrimitive;
use semantics::{IntType, Name};

/// How many elements an array may have to be looked at one by one.
const MOST_ELEMENTS: usize = 16;

/// So deep structures may be in structures, for their sizes to be known.
const MOST_STRUCTURES: usize = 16;

impl Evaluator<'_> {
    pub fn construct(&mut self, ty: &Type, arguments: &[Expr]) -> Value {
        if is_dimensions(ty) {
            let all: Vec<Value> = arguments.iter().map(|e| self.value(e)).collect();
            return self.dimensions(&all);
        }
        let plain = super::value::is_plain(ty) || self.aggregate(ty).is_some();
        let all: Vec<Value> = arguments.iter().map(|e| self.value(e)).collect();
        if !plain {
            arguments.iter().for_each(|e| self.change(addressed(e).unwrap_or(e), true));
            self.forget_shared();
        }
        match (all.as_slice(), int_type(ty)) {
            ([], Some(ty)) => int(ty, 0),
            ([only], Some(_)) => self.converted(only, ty, "value"),
            _ => self.made_of(&all, ty, "value"),
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
        if let [Value::Unknown | Value::Object(_)] = all {
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
    pub fn size_of(&mut self, ty: &Type) -> Value {
        let of_array = match ty {
            Type::Array(of, Some(n)) => {
                let (n, of) = (self.value(n), self.size_of(of));
                let [n, of] = [&n, &of].map(|x| literal_of(x).and_then(ToPrimitive::to_u64));
                n.zip(of).and_then(|(n, bytes)| bytes.checked_mul(n))
            }
            _ => None,
        };
        match of_array.or_else(|| self.bytes(ty)) {
            Some(n) => int(IntType::ULONG, n),
            None => self.fresh_int(IntType::ULONG, "sizeof"),
        }
    }

    /// The bytes of a type, where they are known.
    pub fn bytes(&self, ty: &Type) -> Option<u64> {
        Some(self.layout(ty, MOST_STRUCTURES)?.size)
    }

    /// How a type lies in memory, with structures in structures up to this depth.
    fn layout(&self, ty: &Type, depth: usize) -> Option<Layout> {
        let ty = self.substituted(ty)?;
        let other = |ty: &Type| match ty {
            Type::Distinct(..) => self.bytes(ty.plain()).map(Layout::scalar),
            Type::Named(name) => match self.record(ty) {
                Some(record) => {
                    let known =
                        record.plain && record.whole && !record.of_toolkit && !self.file.aligned;
                    let depth = depth.checked_sub(1).filter(|_| known)?;
                    let members = record.fields.iter().map(|(_, ty)| self.layout(ty, depth));
                    let members: Vec<Layout> = members.collect::<Option<_>>()?;
                    Some(Layout::structure(members, record.align).1)
                }
                None => {
                    let (lanes, lane) = vector(name.as_str())?;
                    Some(Layout::from(lane).vector(lanes.len(), false))
                }
            },
            _ => None,
        };
        layout(&ty, &other)
    }

    /// `(T) e`
    pub fn cast(&mut self, value: &Value, ty: &Type, hint: &str) -> Value {
        match ty {
            // `(void *) k` of a kernel, `(void **) &p` of a variable.
            Type::Pointer(_) => match value {
                Value::List(_) => value.clone(),
                value => self.as_pointer(value).unwrap_or(Value::Unknown),
            },
            Type::Void => Value::Unknown,
            ty if self.record(ty).is_some() => self.made_of(std::slice::from_ref(value), ty, hint),
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
            Type::Auto => self.copied(value),
            Type::Const(of) | Type::Volatile(of) => self.converted(value, of, hint),
            _ if is_pointer(&ty) => match self.as_pointer(value) {
                Some(value) => value,
                None => self.unknown(&ty, &hint.into()),
            },
            Type::Reference(_) => Value::Unknown,
            Type::Array(..) => self.array_of(value, &ty, hint),
            _ => match (value, self.record(&ty)) {
                (Value::Kernel(..), _) => value.clone(),
                (Value::Record(members), Some(record))
                    if self.copies(&record)
                        && members
                            .iter()
                            .map(|(x, _)| x)
                            .eq(record.fields.iter().map(|(x, _)| x)) =>
                {
                    value.clone()
                }
                (Value::List(all), Some(_)) => self.made_of(all, &ty, hint),
                (Value::Object(_), Some(_)) => self.copied(value),
                (Value::Object(_), None) if !is_plain(&ty) => self.copied(value),
                _ => self.unknown(&ty, &hint.into()),
            },
        }
    }

    /// A value as a pointer holds it, where it is one.
    pub fn as_pointer(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Pointer(_) | Value::Kernel(..) | Value::Address(_) => Some(value.clone()),
            Value::Int(..) if literal_of(value).is_some_and(|n| *n == 0.into()) => {
                Some(Value::Pointer(Pointer::Null))
            }
            Value::Object(pointer) => Some(Value::Pointer(pointer.clone())),
            _ => None,
        }
    }

    /// What an array holds that is given a list.
    fn array_of(&mut self, value: &Value, ty: &Type, hint: &str) -> Value {
        let (Type::Array(of, _), Value::List(all)) = (ty, value) else {
            return self.unknown(ty, &hint.into());
        };
        let mut made: Vec<Value> = all.iter().map(|e| self.converted(e, of, hint)).collect();
        for _ in made.len()..self.elements(ty).unwrap_or(0) {
            made.push(self.zero(of, hint));
        }
        Value::List(made)
    }

    /// How many elements an array has, where each is looked at.
    pub fn elements(&mut self, ty: &Type) -> Option<usize> {
        let Type::Array(_, Some(n)) = ty else { return None };
        let n = self.value(n);
        literal_of(&n)?.to_usize().filter(|n| *n <= MOST_ELEMENTS)
    }

    /// What is made of nothing.
    fn zero(&mut self, ty: &Type, hint: &str) -> Value {
        let record = self.aggregate(ty);
        match record {
            Some(record) => self.aggregated(&record, &[], hint),
            None if int_type(ty).is_some() || is_pointer(ty) => {
                self.converted(&int(IntType::INT, 0), ty, hint)
            }
            None => self.unknown(ty, &hint.into()),
        }
    }

    /// The structure that a type is, where a list of its members makes one. [C++17, 11.6.1]
    pub fn aggregate(&self, ty: &Type) -> Option<Record> {
        let record = self.record(ty).filter(|record| self.destroyed(&record.name).is_none())?;
        let constructor = record.name.member(CONSTRUCTOR);
        let own =
            record.defaults.is_empty() && self.file.functions().any(|f| f.name == constructor);
        (!own && !self.file.ambiguous.contains(&constructor)).then_some(record)
    }

    /// Whether to copy a structure is to copy its members.
    pub fn copies(&self, record: &Record) -> bool {
        if let Some(destroyed) = self.destroyed(&record.name) {
            return destroyed.copies;
        }
        let constructor = record.name.member(CONSTRUCTOR);
        let own = |ty: &Type| match ty {
            Type::Const(of) | Type::Moved(of) => **of == Type::Named(record.name.clone()),
            ty => *ty == Type::Named(record.name.clone()),
        };
        let takes_one = |f: &Function| {
            let mut others =
                f.parameters.iter().filter(|p| p.name.as_ref().is_none_or(|x| x.as_str() != THIS));
            others.any(|p| matches!(&p.ty, Type::Reference(of) if own(of)))
        };
        let assigns = record.name.member("operator=");
        !self.file.functions().any(|f| f.name == assigns || f.name == constructor && takes_one(f))
    }

    fn aggregated(&mut self, record: &Record, all: &[Value], hint: &str) -> Value {
        let mut members = Vec::new();
        for (n, (name, ty)) in record.fields.iter().enumerate() {
            let hint = format!("{hint}.{name}");
            let value = match all.get(n) {
                // It is another one each time that it is read.
                _ if matches!(ty, Type::Volatile(_)) => Value::Unknown,
                Some(value) => self.converted(value, ty, &hint),
                None => match self.by_default(record, name, ty, &hint) {
                    Some(value) => value,
                    None => self.zero(ty, &hint),
                },
            };
            members.push((name.clone(), value));
        }
        Value::Record(members)
    }

    /// What a member of a structure holds by default.
    fn by_default(&mut self, of: &Record, name: &Name, ty: &Type, hint: &str) -> Option<Value> {
        let (_, e) = of.defaults.iter().find(|(member, _)| member == name)?;
        Some(match e.is_literal() {
            true => {
                let value = self.value(e);
                self.converted(&value, ty, hint)
            }
            false => self.unknown(ty, &hint.into()),
        })
    }

    /// What a variable holds that is declared without a value.
    pub fn uninitialized(&mut self, ty: &Type, name: &Name) -> Value {
        let mut value = self.unknown(ty, name);
        if let (Some(record), Value::Record(members)) = (self.aggregate(ty), &mut value) {
            for (member, held) in members {
                let of = record.fields.iter().find(|(other, _)| other == member);
                let hint = format!("{name}.{member}");
                let said = of.and_then(|(_, ty)| self.by_default(&record, member, ty, &hint));
                said.into_iter().for_each(|said| *held = said);
            }
        }
        value
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
                let all: Vec<Value> = list.iter().map(|init| self.listed(init, hint)).collect();
                match ty {
                    Type::Array(..) => self.array_of(&Value::List(all), ty, hint),
                    ty => self.made_of(&all, ty, hint),
                }
            }
        }
    }

    /// A part of a list: what a list in it makes, its place says.
    fn listed(&mut self, init: &Init, hint: &str) -> Value {
        match init {
            Init::List(list) => Value::List(list.iter().map(|e| self.listed(e, hint)).collect()),
            init => self.initial(init, &Type::Auto, hint),
        }
    }

    /// What values make together.
    fn made_of(&mut self, all: &[Value], ty: &Type, hint: &str) -> Value {
        if is_dimensions(ty) {
            return self.dimensions(all);
        }
        if let Some(record) = self.aggregate(ty) {
            return match all {
                [only @ Value::Record(_)] => self.converted(only, ty, hint),
                all if all.len() <= record.fields.len() => self.aggregated(&record, all, hint),
                _ => self.unknown(ty, &hint.into()),
            };
        }
        match all {
            [] if int_type(ty).is_some() => self.converted(&int(IntType::INT, 0), ty, hint),
            [only] if is_one(only) || self.record(ty).is_none() => self.converted(only, ty, hint),
            // A constructor makes certain numbers, which are not followed.
            _ if self.record(ty).is_some() => self.forgetting(|s| s.unknown(ty, &hint.into())),
            _ => self.unknown(ty, &hint.into()),
        }
    }
}

/// Whether a value may be an object, of which one of the same class is a copy.
fn is_one(value: &Value) -> bool {
    matches!(value, Value::Record(_) | Value::Object(_) | Value::Unknown)
}
