//! Types, as the rules of C++ take them apart. Whoever reads the syntax tree has types of their own; a rule that is
//! written once asks them what they are made of.

use super::arithmetic::Numeric;
use crate::syntax::{ExprKind, Type as Written};
use semantics::Number;

/// A type of somebody who reads the syntax tree.
pub trait Shape: Clone + PartialEq {
    /// What it is made of, at the outermost.
    fn part(&self) -> Part<'_, Self>;

    /// A pointer to it.
    fn pointer(&self) -> Self;

    /// The type that both are, where deducing it from both of them succeeds. [C++17, 17.8.2.5, paragraph 2]
    fn agreed(&self, other: &Self) -> Option<Self> {
        (self == other).then(|| self.clone())
    }

    /// What it refers to, where it is a reference: an expression is none. [C++17, 8, paragraph 5]
    fn referred(&self) -> &Self {
        self
    }

    /// It without the qualifiers at the outermost, those of an array's elements included.
    fn unqualified(&self) -> Self {
        match self.part() {
            Part::Const(of) | Part::Volatile(of) => of.unqualified(),
            _ => self.clone(),
        }
    }

    /// Whether it says which type it is; else nothing is deduced from it.
    fn is_known(&self) -> bool {
        true
    }

    /// The type of an argument that is given by value: no qualifiers, and a pointer for an array. [C++17, 7.2, 17.8.2.1]
    fn decayed(&self) -> Self {
        let ty = self.referred();
        match ty.part() {
            Part::Const(of) | Part::Volatile(of) => of.decayed(),
            Part::Array(of, _) => of.pointer(),
            _ => ty.clone(),
        }
    }
}

/// What a type is made of.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Part<'t, T> {
    Const(&'t T),
    Volatile(&'t T),
    Pointer(&'t T),
    /// Of so many elements, where that is known.
    Array(&'t T, Option<Number>),
    Number(Numeric),
    Void,
    /// A type that nothing gives, or nothing at hand declares.
    Unknown,
    Other,
}

impl Shape for Written {
    fn part(&self) -> Part<'_, Self> {
        match self {
            Written::Const(of) => Part::Const(of),
            Written::Volatile(of) => Part::Volatile(of),
            Written::Pointer(to) => Part::Pointer(to),
            Written::Array(of, _) => Part::Array(of, None),
            Written::Bool => Part::Number(Numeric::Bool),
            Written::Int(ty) => Part::Number(Numeric::Int(*ty)),
            Written::Float(bits) => Part::Number(Numeric::Float(*bits)),
            Written::Void => Part::Void,
            _ => Part::Other,
        }
    }

    fn pointer(&self) -> Self {
        Written::Pointer(self.clone().into())
    }

    fn referred(&self) -> &Self {
        match self {
            Written::Reference(of) | Written::Moved(of) => of.referred(),
            ty => ty,
        }
    }

    fn is_known(&self) -> bool {
        match self.referred() {
            Written::Void | Written::Auto | Written::Other(_) | Written::Decltype(_) => false,
            // What else its size is may mean something else where the template stands.
            Written::Array(of, size) => {
                let size = size.as_ref().map(|e| &e.kind);
                matches!(size, Some(ExprKind::Int(..))) && of.is_known()
            }
            _ => true,
        }
    }
}
