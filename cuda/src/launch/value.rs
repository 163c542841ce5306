//! What host code computes: numbers as terms, `dim3`, pointers by the memory that they point to.

use crate::resolve::arithmetic::{Numeric, operands, usual};
use crate::resolve::{operator, relation};
use crate::syntax::{Binary, Place, TemplateArgument, Type};
use crate::term::{bin, convert, larger_than, literal, not, num, number_of, rel, truth};
use crate::vocabulary::host::is_library_type;
use num_traits::{FromPrimitive, ToPrimitive};
use semantics::{Cond, Expr as Term, IntType, Name, Number, Op, Rel};
use std::sync::Arc;

/// How many nodes a value may have; past that it is unknown.
const LARGEST: usize = 64;

/// How many places a pointer may point to.
const MOST_PLACES: usize = 8;

/// `bool`, of which the numbers are 0 and 1.
pub(super) const BOOL: IntType = IntType::unsigned(1);

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A number of this type.
    Int(IntType, Arc<Term>),
    /// A floating-point number of this width that is known.
    Real(u8, f64),
    /// `dim3`.
    Dimensions([Arc<Term>; 3]),
    /// A pointer.
    Pointer(Pointer),
    /// The address of a variable, or of a part of one.
    Address(Location),
    /// What stands in braces, and the elements of an array.
    List(Vec<Value>),
    /// The members of a structure.
    Record(Vec<(Name, Value)>),
    /// An object that nothing is known of but that it gives out this memory.
    Container(Base),
    /// An object that nothing is known of but that its pointers point into this memory, and that those of another one
    /// with the same pointer are equal, one by one.
    Object(Pointer),
    /// A kernel, and the arguments of a template.
    Kernel(Name, Vec<TemplateArgument>),
    /// A function that a template is given.
    Function(Name),
    /// Anything.
    Unknown,
}

/// A variable of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Variable(pub usize);

/// A variable, or a part of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Location {
    pub variable: Variable,
    pub path: Vec<Part>,
}

/// A part of a variable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Member(Name),
    Element(usize),
}

impl Location {
    /// All of a variable.
    pub fn of(variable: Variable) -> Location {
        Location { variable, path: Vec::new() }
    }

    /// A part of it.
    pub fn part(mut self, part: Part) -> Location {
        self.path.push(part);
        self
    }
}

impl Value {
    /// The part at a path; `None` where there is no such part.
    pub fn at(&self, path: &[Part]) -> Option<&Value> {
        match (path, self) {
            ([], value) => Some(value),
            ([Part::Member(name), rest @ ..], Value::Record(members)) => {
                members.iter().find(|(other, _)| other == name)?.1.at(rest)
            }
            ([Part::Element(n), rest @ ..], Value::List(all)) => all.get(*n)?.at(rest),
            _ => None,
        }
    }

    /// As [`Value::at`], to change it.
    pub fn at_mut(&mut self, path: &[Part]) -> Option<&mut Value> {
        match (path, self) {
            ([], value) => Some(value),
            ([Part::Member(name), rest @ ..], Value::Record(members)) => {
                members.iter_mut().find(|(other, _)| other == name)?.1.at_mut(rest)
            }
            ([Part::Element(n), rest @ ..], Value::List(all)) => all.get_mut(*n)?.at_mut(rest),
            _ => None,
        }
    }

    /// Takes the pointers of another value of the same type.
    pub fn keep_pointers(&mut self, before: &Value) {
        match (self, before) {
            (Value::Record(all), Value::Record(before)) => {
                let both = all.iter_mut().zip(before);
                both.for_each(|((_, value), (_, before))| value.keep_pointers(before));
            }
            (Value::List(all), Value::List(before)) => {
                all.iter_mut().zip(before).for_each(|(value, before)| value.keep_pointers(before));
            }
            (value @ Value::Pointer(_), Value::Pointer(_) | Value::Address(_)) => {
                value.clone_from(before);
            }
            (value @ Value::Object(_), Value::Object(_)) => value.clone_from(before),
            _ => {}
        }
    }

    /// What it is while all of these hold.
    pub fn under(&self, facts: &[Arc<Cond>]) -> Value {
        match self {
            Value::Pointer(pointer) => Value::Pointer(pointer.under(facts)),
            Value::Object(pointer) => Value::Object(pointer.under(facts)),
            Value::Record(all) => {
                Value::Record(all.iter().map(|(x, v)| (x.clone(), v.under(facts))).collect())
            }
            Value::List(all) => Value::List(all.iter().map(|v| v.under(facts)).collect()),
            value => value.clone(),
        }
    }

    /// The numbers and pointers in it.
    pub fn leaves(&self) -> Vec<&Value> {
        match self {
            Value::Record(members) => members.iter().flat_map(|(_, v)| v.leaves()).collect(),
            Value::List(all) => all.iter().flat_map(Value::leaves).collect(),
            value => vec![value],
        }
    }
}

/// Memory that pointers point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Base(pub usize);

/// What is known of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memory {
    /// How many bytes it has, and where that is said.
    pub bytes: Option<(Arc<Term>, Place)>,
    /// The variable of the device that it is.
    pub of_device: Option<Name>,
    /// Whether it was allocated: then it is none of the host's variables.
    pub allocated: bool,
    /// Whether a function gave it that gives memory out, or null.
    pub given: bool,
}

impl Memory {
    /// That was allocated, of so many bytes where that is known.
    pub fn of_bytes(bytes: Option<(Arc<Term>, Place)>) -> Memory {
        Memory { bytes, of_device: None, allocated: true, given: true }
    }
}

/// Where a pointer points to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pointer {
    /// Nowhere.
    Null,
    /// So many bytes after the beginning, where that is known.
    To(Base, Option<Arc<Term>>),
    /// The first where the condition holds, else the second.
    Either(Arc<Cond>, Arc<Pointer>, Arc<Pointer>),
}

impl Pointer {
    /// How many places it may point to.
    pub fn size(&self) -> usize {
        match self {
            Pointer::To(..) | Pointer::Null => 1,
            Pointer::Either(_, a, b) => a.size() + b.size(),
        }
    }

    /// The memory that it may point to.
    pub fn bases(&self) -> Vec<Base> {
        match self {
            Pointer::Null => Vec::new(),
            Pointer::To(base, _) => vec![*base],
            Pointer::Either(_, a, b) => [a.bases(), b.bases()].concat(),
        }
    }

    /// What decides where it points to.
    pub fn ways(&self) -> Vec<&Arc<Cond>> {
        match self {
            Pointer::To(..) | Pointer::Null => Vec::new(),
            Pointer::Either(c, a, b) => [c].into_iter().chain(a.ways()).chain(b.ways()).collect(),
        }
    }

    /// Where it points to while all of these hold.
    pub fn under(&self, facts: &[Arc<Cond>]) -> Pointer {
        self.possible(facts, &mut Vec::new()).unwrap_or_else(|| self.clone())
    }

    /// The same where it is decided on these ways; nothing where one of the facts does not hold then.
    fn possible(&self, facts: &[Arc<Cond>], ways: &mut Vec<Arc<Cond>>) -> Option<Pointer> {
        let Pointer::Either(c, a, b) = self else {
            let is_false = |fact: &Arc<Cond>| holds(fact, ways) == Some(false);
            return (!facts.iter().any(is_false)).then(|| self.clone());
        };
        ways.push(Arc::clone(c));
        let yes = a.possible(facts, ways);
        ways.pop();
        ways.push(negated(c));
        let no = b.possible(facts, ways);
        ways.pop();
        match (yes, no) {
            (Some(yes), Some(no)) => Some(Pointer::Either(Arc::clone(c), yes.into(), no.into())),
            (one, other) => one.or(other),
        }
    }

    /// Whether it is not known where in its memory it points to.
    pub fn is_lost(&self) -> bool {
        match self {
            Pointer::Null => false,
            Pointer::To(_, offset) => offset.is_none(),
            Pointer::Either(_, a, b) => a.is_lost() || b.is_lost(),
        }
    }

    /// Into the same memory, so many bytes after its beginning.
    pub fn at(&self, bytes: &Arc<Term>) -> Pointer {
        match self {
            Pointer::Null => Pointer::Null,
            Pointer::To(base, _) => Pointer::To(*base, Some(Arc::clone(bytes))),
            Pointer::Either(c, a, b) => {
                Pointer::Either(Arc::clone(c), a.at(bytes).into(), b.at(bytes).into())
            }
        }
    }

    /// So many bytes on.
    pub fn moved(&self, bytes: Option<&Arc<Term>>) -> Pointer {
        match self {
            Pointer::Null => Pointer::Null,
            Pointer::To(base, offset) => {
                let offset = offset.as_ref().zip(bytes);
                let moved =
                    offset.map(|(a, b)| bin(Op::Add, IntType::LONG, Arc::clone(a), Arc::clone(b)));
                Pointer::To(*base, moved.filter(|e| !larger_than(e, LARGEST)))
            }
            Pointer::Either(c, a, b) => {
                Pointer::Either(Arc::clone(c), a.moved(bytes).into(), b.moved(bytes).into())
            }
        }
    }
}

/// The integer type that a type is.
pub(super) fn int_type(ty: &Type) -> Option<IntType> {
    match ty.plain() {
        Type::Bool => Some(BOOL),
        Type::Int(ty) => Some(*ty),
        Type::Const(of) | Type::Volatile(of) => int_type(of),
        _ => None,
    }
}

/// The type of a number.
pub(super) fn type_of(value: &Value) -> Option<Type> {
    match value {
        Value::Int(BOOL, _) => Some(Type::Bool),
        Value::Int(ty, _) => Some(Type::Int(*ty)),
        Value::Real(bits, _) => Some(Type::Float(*bits)),
        _ => None,
    }
}

/// The width of the floating-point type that a type is.
pub(super) fn real_type(ty: &Type) -> Option<u8> {
    match ty.plain() {
        Type::Float(bits) if *bits >= 32 => Some(*bits),
        Type::Const(of) | Type::Volatile(of) => real_type(of),
        _ => None,
    }
}

/// Whether it is the type of a number.
pub(super) fn is_number(ty: &Type) -> bool {
    match ty.plain() {
        Type::Bool | Type::Int(_) | Type::Float(_) => true,
        Type::Const(of) | Type::Volatile(of) => is_number(of),
        _ => false,
    }
}

pub(super) fn is_dimensions(ty: &Type) -> bool {
    match ty {
        Type::Named(name) => name.as_str() == "dim3",
        Type::Const(of) => is_dimensions(of),
        _ => false,
    }
}

pub(super) fn is_pointer(ty: &Type) -> bool {
    match ty {
        Type::Pointer(_) => true,
        Type::Const(of) | Type::Volatile(of) => is_pointer(of),
        _ => false,
    }
}

/// Whether there are numbers in a value, which are not known by another name of what holds them.
pub(super) fn may_change(value: &Value) -> bool {
    let number =
        |value: &&Value| matches!(value, Value::Int(..) | Value::Real(..) | Value::Dimensions(_));
    value.leaves().iter().any(number)
}

/// Whether arrays of this type are looked at element by element.
pub(super) fn is_array(of: &Type) -> bool {
    !matches!(of.plain(), Type::Float(_) | Type::Void | Type::Function | Type::Other(_))
}

/// Whether making a value of this type changes nothing that it is made of.
pub(super) fn is_plain(ty: &Type) -> bool {
    match ty.plain() {
        Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Auto => {
            true
        }
        Type::Named(name) | Type::Instance(name, _) => {
            is_dimensions(ty) || is_library_type(name.as_str())
        }
        Type::Const(of) | Type::Volatile(of) | Type::Array(of, _) | Type::Reference(of) => {
            is_plain(of)
        }
        _ => false,
    }
}

/// A number of a type.
pub(super) fn int(ty: IntType, n: impl Into<Number>) -> Value {
    Value::Int(ty, num(n))
}

/// A value as an integer of a type.
pub(super) fn as_int(value: &Value, to: IntType) -> Option<Arc<Term>> {
    match value {
        Value::Int(from, e) if to == BOOL && *from != BOOL => {
            Some(number_of(&truth(Arc::clone(e))))
        }
        Value::Int(from, e) => Some(convert(to, *from, Arc::clone(e))),
        Value::Real(_, x) if to == BOOL => Some(num(u8::from(*x != 0.0))),
        // Past the type, the conversion has no meaning. [C++17, 7.10]
        Value::Real(_, x) => {
            let n = Number::from_f64(x.trunc())?;
            to.contains(&n).then(|| num(n))
        }
        _ => None,
    }
    .filter(|e| !larger_than(e, LARGEST))
}

/// The number that a value is, where it is known.
pub(super) fn literal_of(value: &Value) -> Option<&Number> {
    match value {
        Value::Int(_, e) => literal(e),
        _ => None,
    }
}

/// Which axis of a `dim3` a member is.
pub(super) fn axis(name: &Name) -> Option<usize> {
    ["x", "y", "z"].iter().position(|axis| *axis == name.as_str())
}

/// A value as a floating-point number of a width, where it is known.
pub(super) fn as_real(value: &Value, bits: u8) -> Option<f64> {
    let x = match value {
        Value::Real(_, x) => *x,
        // Exact up to 2^53, and correctly rounded past it.
        Value::Int(_, e) => literal(e)?.to_f64()?,
        _ => return None,
    };
    #[allow(clippy::cast_possible_truncation)] // that is what it is for
    Some(if bits == 32 { f64::from(x as f32) } else { x })
}

/// A value as a condition.
pub(super) fn as_condition(value: &Value) -> Option<Arc<Cond>> {
    match value {
        Value::Int(_, e) => Some(truth(Arc::clone(e))),
        Value::Real(_, x) => Some(Arc::new(Cond::Bool(*x != 0.0))),
        _ => None,
    }
}

/// The condition that a number of type `bool` is.
pub(super) fn truth_of(e: &Arc<Term>) -> Arc<Cond> {
    truth(Arc::clone(e))
}

/// 1 or 0.
pub(super) fn of_condition(c: &Arc<Cond>) -> Value {
    Value::Int(BOOL, number_of(c))
}

/// `a ⋆ b` of numbers; `None` where it is not known.
pub(super) fn binary(op: Binary, a: &Value, b: &Value) -> Option<Value> {
    if let (Value::Int(x, _), Value::Int(y, _)) = (a, b) {
        return of_integers(op, a, *x, b, *y);
    }
    let width = |v: &Value| match v {
        Value::Real(bits, _) => Some(*bits),
        Value::Int(..) => Some(32),
        _ => None,
    };
    let bits = width(a)?.max(width(b)?);
    let (x, y) = (as_real(a, bits)?, as_real(b, bits)?);
    let compared = |holds: bool| Some(int(BOOL, u8::from(holds)));
    #[allow(clippy::float_cmp)] // C's comparison
    let value = match op {
        Binary::Add => x + y,
        Binary::Sub => x - y,
        Binary::Mul => x * y,
        Binary::Div => x / y,
        Binary::Lt => return compared(x < y),
        Binary::Gt => return compared(x > y),
        Binary::Le => return compared(x <= y),
        Binary::Ge => return compared(x >= y),
        Binary::Eq => return compared(x == y),
        Binary::Ne => return compared(x != y),
        _ => return None,
    };
    // In single precision each operation rounds once; twice is the same for these. [Figueroa 1995]
    Some(Value::Real(bits, as_real(&Value::Real(bits, value), bits)?))
}

fn of_integers(op: Binary, a: &Value, x: IntType, b: &Value, y: IntType) -> Option<Value> {
    let (Numeric::Int(ty), Numeric::Int(by)) = operands(op, Numeric::Int(x), Numeric::Int(y))?
    else {
        return None;
    };
    let (left, right) = (as_int(a, ty)?, as_int(b, by)?);
    if let Some(compared) = relation(op) {
        return Some(of_condition(&rel(compared, left, right)));
    }
    let op = operator(op)?;
    if let Op::Shl | Op::Shr = op {
        let in_range = |n: &&Number| **n >= Number::from(0) && **n < Number::from(ty.bits);
        literal(&right).filter(in_range)?;
        return Some(Value::Int(ty, bin(op, ty, left, right)));
    }
    Some(Value::Int(ty, bin(op, ty, left, right))).filter(is_small)
}

/// Whether a value is small enough to be kept.
pub(super) fn is_small(value: &Value) -> bool {
    match value {
        Value::Int(_, e) => !larger_than(e, LARGEST),
        _ => true,
    }
}

/// `min` or `max` of two numbers.
pub(super) fn extremum(op: Op, a: &Value, b: &Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(x, _), Value::Int(y, _)) => {
            let ty = usual(*x, *y);
            let e = bin(op, ty, as_int(a, ty)?, as_int(b, ty)?);
            Some(Value::Int(ty, e)).filter(is_small)
        }
        _ => {
            let less = binary(Binary::Lt, a, b)?;
            let less = matches!(*as_condition(&less)?, Cond::Bool(true));
            Some(if less == (op == Op::Min) { a.clone() } else { b.clone() })
        }
    }
}

/// The first pointer where the condition holds, else the second.
pub(super) fn either(c: &Arc<Cond>, a: &Pointer, b: &Pointer) -> Option<Pointer> {
    // A condition and its contrary are one question.
    if matches!(**c, Cond::Not(_) | Cond::Rel(Rel::Ne | Rel::Ge | Rel::Gt, ..)) {
        return either(&negated(c), b, a);
    }
    let made = match &**c {
        Cond::Bool(true) => a.clone(),
        Cond::Bool(false) => b.clone(),
        _ if a == b => a.clone(),
        _ => Pointer::Either(Arc::clone(c), a.clone().into(), b.clone().into()),
    };
    (made.size() <= MOST_PLACES).then_some(made)
}

/// Whether a condition holds where all of these do, as far as their forms say it.
pub(super) fn decided(c: &Arc<Cond>, facts: &[Arc<Cond>]) -> Option<bool> {
    let not_c = negated(c);
    facts.iter().find_map(|fact| match &**fact {
        Cond::And(a, b) => decided(c, &[Arc::clone(a), Arc::clone(b)]),
        _ if fact == c => Some(true),
        _ if *fact == not_c => Some(false),
        // A number is not two numbers.
        Cond::Rel(Rel::Eq, x, m) => match &**c {
            Cond::Rel(Rel::Eq, y, n) if x == y => (literal(m)? != literal(n)?).then_some(false),
            _ => None,
        },
        _ => None,
    })
}

/// As [`decided`], of a condition that is made of others.
pub(super) fn holds(c: &Arc<Cond>, facts: &[Arc<Cond>]) -> Option<bool> {
    match &**c {
        Cond::Bool(yes) => Some(*yes),
        Cond::Not(of) => holds(of, facts).map(|yes| !yes),
        Cond::And(a, b) => match (holds(a, facts), holds(b, facts)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (a, b) => a.zip(b).map(|_| true),
        },
        Cond::Or(a, b) => match (holds(a, facts), holds(b, facts)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (a, b) => a.zip(b).map(|_| false),
        },
        _ => decided(c, facts),
    }
}

/// Names in a condition, negations included.
pub(super) fn negated(c: &Arc<Cond>) -> Arc<Cond> {
    not(Arc::clone(c))
}
