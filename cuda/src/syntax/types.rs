//! Types as they are written.

use super::{Expr, TemplateArgument};
use semantics::{IntType, Name};
use std::sync::Arc;

/// The member of a class template which an alias template is read as, that is what it stands for. No source can name it.
pub const ALIASED: &str = "(aliased)";

/// A type as written, typedefs resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `void`.
    Void,
    /// `bool`.
    Bool,
    /// An integer type.
    Int(IntType),
    /// A floating-point type of this width in bits.
    Float(u8),
    /// A type of which only the name is known: a vector, a structure, a type of CUDA.
    Named(Name),
    /// A type that nothing at hand declares, and a header that is not at hand may.
    Missing(Name),
    /// `C<T, n>`: a class template with its arguments.
    Instance(Name, Vec<TemplateArgument>),
    /// `C<T>::name`: a type that a class, or what a parameter stands for, has as a member.
    Member(Arc<Type>, Name),
    /// `decltype(e)`, of a name or a value.
    Decltype(Arc<Expr>),
    /// Parsed, and not modelled: what it is.
    Other(&'static str),
    /// `auto`: the type of the initializer.
    Auto,
    /// A type that C++ tells from every other, with the values of this one: what it is called.
    Distinct(Name, Arc<Type>),
    /// `const T`.
    Const(Arc<Type>),
    /// `volatile T`.
    Volatile(Arc<Type>),
    /// `T *`.
    Pointer(Arc<Type>),
    /// `T &`.
    Reference(Arc<Type>),
    /// What a `T &&` refers to, inside of [`Type::Reference`].
    Moved(Arc<Type>),
    /// `T[n]`, or `T[]`.
    Array(Arc<Type>, Option<Arc<Expr>>),
    /// A function; only a pointer to one can be a variable.
    Function,
}

impl Type {
    /// The type that has the same values, of those that C++ tells apart by name only.
    pub fn plain(&self) -> &Type {
        let mut ty = self;
        while let Type::Distinct(_, of) = ty {
            ty = of;
        }
        ty
    }

    /// Without `const`, `volatile` and another name.
    pub fn unqualified(&self) -> &Type {
        match self {
            Type::Const(of) | Type::Volatile(of) | Type::Distinct(_, of) => of.unqualified(),
            ty => ty,
        }
    }

    /// The type of the values, without `&` and what qualifies it.
    pub fn value(&self) -> &Type {
        match self {
            Type::Const(of) | Type::Volatile(of) | Type::Reference(of) | Type::Moved(of) => {
                of.value()
            }
            ty => ty,
        }
    }

    /// What it refers to, where it is a reference, `const` or not. [C++17, 11.3.2]
    pub fn referent(&self) -> Option<&Type> {
        match self {
            Type::Const(of) => of.referent(),
            Type::Reference(to) => Some(match &**to {
                Type::Moved(of) => of,
                to => to,
            }),
            _ => None,
        }
    }

    /// `volatile T`, of which `const` stays outermost.
    pub fn volatile(self) -> Type {
        match self {
            Type::Const(of) => Type::Const(Arc::unwrap_or_clone(of).volatile().into()),
            ty @ Type::Volatile(_) => ty,
            ty => Type::Volatile(ty.into()),
        }
    }
}
