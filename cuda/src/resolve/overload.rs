//! Which function of several a call means. [C++17, 16.3] Nothing is chosen where the choice hangs on what is not
//! known: what conversions of classes there are, whether something is `const`.

use super::arithmetic::Numeric;
use super::shape::{Part, Shape};
use crate::path::unqualified;
use crate::syntax::{Body, Function, Type};
use std::cmp::Ordering;
use std::ops::Deref;

/// How far an argument is from a parameter: of the conversions of C++ itself. [C++17, 16.3.3.1.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// None is needed, but for qualifiers and the decay of arrays.
    Exact,
    /// To the type at which C++ computes.
    Promotion,
    /// Any other.
    Conversion,
    /// That of a pointer to `bool`, which is worse. [C++17, 16.3.3.2, paragraph 4.1]
    Truth,
    /// A conversion, if there is one, of classes, null pointers, or types of which nothing is known.
    Unclear,
}

/// What is given for a parameter.
#[derive(Clone)]
pub struct Argument<T> {
    /// Its type.
    pub ty: T,
    /// Whether it names an object, and not a value alone.
    pub lvalue: bool,
    /// Whether that may not be written, where it is known.
    pub constant: Option<bool>,
    /// Whether what it points to may not be written, where it is known.
    pub below: Option<bool>,
    /// Whether it may be a null pointer constant. [C++17, 7.11]
    pub null: bool,
    /// Whether it, or what it points to, may be qualified in another way than its type says.
    pub hazy: bool,
}

/// What a function takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter<T> {
    /// The type, without `&` and what qualifies it at the outermost.
    pub ty: T,
    /// How.
    pub passed: Passed,
    /// Whether what it points to is `const`.
    pub below: bool,
    /// Whether it may be another type than those of the same values, which need not convert to it.
    pub distinct: bool,
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// As a copy.
    Value,
    /// As a reference, by which it may be written.
    Reference,
    /// As a reference to what is `const`.
    Constant,
    /// As a reference to what is used up: `T &&`.
    Moved,
}

/// How a parameter of a function is passed. What a reference to the parameter of a template refers to may be `const`.
pub fn passed(parameter: &Type, function: &Function) -> Passed {
    let mut parameters = function.template.iter().flatten();
    match parameter {
        Type::Const(of) => passed(of, function),
        Type::Reference(to) => match &**to {
            Type::Moved(_) => Passed::Moved,
            Type::Const(_) => Passed::Constant,
            Type::Named(name) if parameters.any(|p| p.name.as_ref() == Some(name)) => Passed::Moved,
            _ => Passed::Reference,
        },
        _ => Passed::Value,
    }
}

/// What has to be done so that a function takes an argument. [C++17, 16.3.3.1]
#[derive(Clone)]
pub struct Sequence<T> {
    /// How far the types are.
    pub rank: Rank,
    parameter: Parameter<T>,
    /// Whether it makes something `const` that was not.
    qualifies: bool,
    /// Whether it is one only if something is not `const`, which is not known.
    asks: bool,
    /// Whether it hangs on qualifiers or on types that are not known.
    hazy: bool,
}

impl<T: PartialEq> Sequence<T> {
    /// How good it is beside another; `None` where nobody knows. [C++17, 16.3.3.2, paragraph 3]
    fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.hazy || other.hazy || self.asks != other.asks {
            return None;
        }
        if self.parameter == other.parameter {
            return Some(Ordering::Equal);
        }
        match (self.rank, other.rank) {
            (Rank::Unclear, Rank::Unclear) => None,
            (Rank::Unclear, rank) => (rank <= Rank::Promotion).then_some(Ordering::Less),
            (rank, Rank::Unclear) => (rank <= Rank::Promotion).then_some(Ordering::Greater),
            (own, other) if own != other => Some(other.cmp(&own)),
            _ => Some(other.qualifies.cmp(&self.qualifies)),
        }
    }
}

/// How a function takes an argument; `None` where it does not. [C++17, 11.6.3, 16.3.3.1.4] `converts`: whether a class
/// may say how one of these types becomes the other.
pub fn sequence<T: Shape>(
    argument: &Argument<T>,
    parameter: Parameter<T>,
    converts: &mut impl FnMut(&T, &T) -> bool,
) -> Option<Sequence<T>> {
    let from = argument.ty.decayed();
    let refers = parameter.passed != Passed::Value;
    let same = refers && argument.ty.unqualified() == parameter.ty;
    let mut rank = match same {
        true => Rank::Exact,
        false => rank(argument, &from, &parameter, converts)?,
    };
    match parameter.passed {
        Passed::Reference if !argument.lvalue || argument.constant == Some(true) => return None,
        Passed::Reference if !same && rank != Rank::Unclear => return None,
        _ => {}
    }
    // What a template makes of it is not looked for. [C++17, 17.8.2.1, paragraph 3]
    let moved = parameter.passed == Passed::Moved;
    let other = parameter.distinct && rank == Rank::Exact;
    if moved && argument.lvalue || parameter.distinct && rank != Rank::Exact {
        rank = Rank::Unclear;
    }
    let pointer = matches!(from.part(), Part::Pointer(_));
    let pointers = pointer && matches!(parameter.ty.part(), Part::Pointer(_));
    let writes = parameter.passed == Passed::Reference && argument.constant.is_none();
    Some(Sequence {
        rank,
        qualifies: pointers && argument.below == Some(false) && parameter.below,
        asks: writes || pointers && argument.below.is_none() && !parameter.below,
        hazy: argument.hazy && (pointer || refers) || moved || other,
        parameter,
    })
}

/// How far a value is from a parameter; `None` where it does not become one. [C++17, 7]
fn rank<T: Shape>(
    argument: &Argument<T>,
    from: &T,
    parameter: &Parameter<T>,
    converts: &mut impl FnMut(&T, &T) -> bool,
) -> Option<Rank> {
    let to = &parameter.ty;
    let half = |number: Numeric| matches!(number, Numeric::Float(16) | Numeric::Bfloat16);
    match (from.part(), to.part()) {
        (Part::Pointer(_), Part::Pointer(_))
            if argument.below == Some(true) && !parameter.below =>
        {
            None
        }
        (Part::Pointer(of), Part::Pointer(to)) => {
            let (a, b) = (of.unqualified(), to.unqualified());
            match (a.part(), b.part()) {
                _ if a == b => Some(Rank::Exact),
                (_, Part::Void) => Some(Rank::Conversion),
                (Part::Void, _) if argument.null => Some(Rank::Conversion),
                (Part::Unknown, _) | (_, Part::Unknown) => Some(Rank::Unclear),
                (Part::Pointer(_), Part::Pointer(_)) => Some(Rank::Unclear),
                (Part::Other, Part::Other) => converts(&a, &b).then_some(Rank::Unclear),
                _ => None,
            }
        }
        _ if from == to => Some(Rank::Exact),
        (Part::Unknown, _) | (_, Part::Unknown) => Some(Rank::Unclear),
        (Part::Other, _) | (_, Part::Other) => converts(from, to).then_some(Rank::Unclear),
        (Part::Number(a), Part::Number(b)) => Some(match () {
            // They are classes. [CUDA, half precision]
            () if half(a) || half(b) => Rank::Unclear,
            () if a.promoted() == b => Rank::Promotion,
            () if (a, b) == (Numeric::Float(32), Numeric::Float(64)) => Rank::Promotion,
            () => Rank::Conversion,
        }),
        (Part::Number(_), Part::Pointer(_)) => argument.null.then_some(Rank::Unclear),
        (Part::Pointer(_), Part::Number(Numeric::Bool)) => Some(Rank::Truth),
        _ => None,
    }
}

/// A function that takes the arguments. [C++17, 16.3.2]
pub struct Viable<F, B, T> {
    /// The function.
    pub function: F,
    /// What its parameters stand for, of a template.
    pub bound: B,
    /// How it takes each of the arguments.
    pub sequences: Vec<Sequence<T>>,
    /// Whether it is a template, or stands for many functions as one.
    pub template: bool,
}

impl<F: Deref<Target = Function>, B, T: PartialEq> Viable<F, B, T> {
    /// Whether it takes each argument as it is, and is no template.
    pub fn is_exact(&self) -> bool {
        !self.template && self.sequences.iter().all(|s| s.rank == Rank::Exact)
    }

    /// Whether it takes a copy of each as it is, so that no template is better. [C++17, 16.3.3]
    pub fn is_exact_copy(&self) -> bool {
        let copies =
            |s: &Sequence<T>| s.parameter.passed == Passed::Value && !s.qualifies && !s.hazy;
        self.is_exact() && self.sequences.iter().all(copies)
    }

    /// Whether it is better than another [C++17, 16.3.3, paragraph 1], or is the file's own in the place of one of the
    /// toolkit. Of two templates neither is.
    fn beats(&self, other: &Self) -> bool {
        let pairs = || self.sequences.iter().zip(&other.sequences);
        let each: Option<Vec<Ordering>> = pairs().map(|(own, other)| own.compare(other)).collect();
        let Some(each) = each else { return false };
        let same = || pairs().all(|(own, other)| own.parameter == other.parameter);
        let stands_for = || other.function.specifiers.of_toolkit && same();
        !each.contains(&Ordering::Less)
            && (each.contains(&Ordering::Greater)
                || !self.template && other.template
                || self.template == other.template && stands_for())
    }
}

/// The one of the functions that take the arguments which is better than all others; `None` where there is none.
/// [C++17, 16.3.3]
pub fn best<F: Deref<Target = Function>, B, T: PartialEq>(
    mut viable: Vec<Viable<F, B, T>>,
) -> Option<Viable<F, B, T>> {
    let all = 0..viable.len();
    let beats = |n: usize, m: usize| n == m || viable[n].beats(&viable[m]);
    let found = all.clone().find(|n| all.clone().all(|m| beats(*n, m)))?;
    Some(viable.swap_remove(found))
}

/// The functions that a name means, of those that a file has: `std::f` and `::f` are those of the toolkit, too, where the
/// file has no such function. [C++17, 6.4.3]
pub fn named<F: Deref<Target = Function>>(name: &str, find: impl Fn(&str) -> Vec<F>) -> Vec<F> {
    let found = find(name);
    let plain = unqualified(name);
    if !found.is_empty() || plain == name {
        return found;
    }
    find(plain).into_iter().filter(|f| f.specifiers.of_toolkit).collect()
}

/// The functions of a name that a call may mean, of these: a declaration and its definition are one. [C++17, 6.1] Those
/// of the file stand before those of the toolkit, and in their place.
pub fn candidates<F: Deref<Target = Function>>(functions: impl IntoIterator<Item = F>) -> Vec<F> {
    let mut found: Vec<F> = Vec::new();
    for function in functions {
        match found.iter_mut().find(|other| is_same(other, &function)) {
            Some(other) if other.body == Body::None => *other = function,
            Some(_) => {}
            None => found.push(function),
        }
    }
    found
}

/// Whether a function takes so many arguments; `explicit`: and template arguments. Only those of the toolkit take any
/// number. [C++17, 16.3.2]
pub fn takes(function: &Function, arguments: usize, explicit: bool) -> bool {
    let least = function.parameters.len();
    let more = function.variadic && function.specifiers.of_toolkit && least <= arguments;
    (least == arguments && !function.variadic || more) && (!explicit || function.template.is_some())
}

/// Whether two declarations of a name are of one function. [C++17, 16.1]
fn is_same(a: &Function, b: &Function) -> bool {
    let types = |f: &Function| f.parameters.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
    a.template == b.template && types(a) == types(b)
}

/// Whether a type is made of one that C++ tells from others of the same values.
pub fn is_distinct(ty: &Type) -> bool {
    match ty {
        Type::Distinct(..) => true,
        Type::Const(of) | Type::Volatile(of) | Type::Pointer(of) => is_distinct(of),
        Type::Reference(of) | Type::Moved(of) | Type::Array(of, _) => is_distinct(of),
        _ => false,
    }
}
