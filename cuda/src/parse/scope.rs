//! Which names are types, values and templates, where they are read.

use crate::path::{self, Path};
use crate::syntax::Type;
use crate::vocabulary::is_vector;
use semantics::{IntType, Name};
use std::collections::HashMap;

/// What a name is.
#[derive(Clone, Debug)]
pub(super) enum Sort {
    Type(Type),
    Value,
    /// A member of the object whose function is read.
    Member,
    /// A static member of the class at hand, which is this type.
    Static(Type),
    /// A template of types: `<` after it begins its arguments.
    Alias,
    /// A function template: `<` after it begins its arguments.
    Template,
}

/// The scopes around a place, innermost last.
pub(super) struct Scopes {
    all: Vec<HashMap<Name, Sort>>,
    /// The parameters of templates among them that are of type `int`, by the number of scopes around.
    ints: Vec<(usize, Name)>,
    /// Those that are types.
    types: Vec<(usize, Name)>,
}

impl Scopes {
    pub fn new() -> Scopes {
        Scopes { all: vec![HashMap::new()], ints: Vec::new(), types: Vec::new() }
    }

    pub fn open(&mut self) {
        self.all.push(HashMap::new());
    }

    pub fn close(&mut self) {
        if self.all.len() > 1 {
            self.cut(self.all.len() - 1);
        }
    }

    /// How many scopes there are.
    pub fn depth(&self) -> usize {
        self.all.len()
    }

    /// Closes the scopes above this many.
    pub fn cut(&mut self, depth: usize) {
        self.all.truncate(depth.max(1));
        for noted in [&mut self.ints, &mut self.types] {
            while noted.pop_if(|(at, _)| *at > self.all.len()).is_some() {}
        }
    }

    pub fn declare(&mut self, name: Name, sort: Sort) {
        let depth = self.all.len();
        for noted in [&mut self.ints, &mut self.types] {
            noted.retain(|(at, other)| (*at, other) != (depth, &name));
        }
        if let Some(scope) = self.all.last_mut() {
            scope.insert(name, sort);
        }
    }

    /// Declares the parameter of a template that is an `int`.
    pub fn declare_int(&mut self, name: Name) {
        self.declare(name.clone(), Sort::Value);
        self.ints.push((self.all.len(), name));
    }

    /// Declares the parameter of a template that is a type.
    pub fn declare_type_parameter(&mut self, name: Name) {
        self.declare(name.clone(), Sort::Type(Type::Named(name.clone())));
        self.types.push((self.all.len(), name));
    }

    /// Whether the name is a parameter of a template that is an `int`.
    pub fn is_int(&self, name: &Name) -> bool {
        let depth = self.depth_of(name).map(|depth| depth + 1);
        self.ints.iter().any(|(at, other)| Some(*at) == depth && other == name)
    }

    /// Whether the name is a parameter of a template that is a type.
    pub fn is_type_parameter(&self, name: &Name) -> bool {
        let depth = self.depth_of(name).map(|depth| depth + 1);
        self.types.iter().any(|(at, other)| Some(*at) == depth && other == name)
    }

    /// What the innermost scope declares.
    pub fn innermost(&self) -> HashMap<Name, Sort> {
        self.all.last().cloned().unwrap_or_default()
    }

    /// Whether a scope inside of the file's declares the name.
    pub fn hides(&self, name: &Name) -> bool {
        self.all[1..].iter().any(|scope| scope.contains_key(name))
    }

    /// What the name is, if it was declared.
    pub fn find(&self, name: &Name) -> Option<&Sort> {
        self.all.get(self.depth_of(name)?)?.get(name)
    }

    /// Whether the name is declared.
    pub fn is_known(&self, name: &Name) -> bool {
        self.declared_at(name).is_some()
    }

    /// How deep the scope is that declares the name; of `C::x`, of the `C` that is meant here.
    pub fn depth_of(&self, name: &Name) -> Option<usize> {
        self.declared_at(name).filter(|depth| !self.is_of_another_class(name, *depth))
    }

    /// Whether `C::x` is declared, and of another class than `C` means here.
    pub fn is_hidden(&self, name: &Name) -> bool {
        self.declared_at(name).is_some_and(|depth| self.is_of_another_class(name, depth))
    }

    fn declared_at(&self, name: &Name) -> Option<usize> {
        self.all.iter().rposition(|scope| scope.contains_key(name))
    }

    /// Whether a scope inside of this one has another type of the name that stands before the first `::`. Other things
    /// than types do not hide it. [C++17, 6.4.3/1]
    fn is_of_another_class(&self, name: &Name, depth: usize) -> bool {
        let Some(class) = name.scopes().next() else { return false };
        let ty = |scope: &HashMap<Name, Sort>| match scope.get(&class) {
            Some(Sort::Type(ty)) => Some(ty.clone()),
            _ => None,
        };
        let Some(inner) = self.all.iter().rposition(|scope| ty(scope).is_some()) else {
            return false;
        };
        // In a class, its name is the same type.
        let parameter = self.types.iter().any(|(at, other)| (*at, other) == (inner + 1, &class));
        inner > depth && (parameter || ty(&self.all[inner]) != ty(&self.all[depth]))
    }

    /// The type that the name is, declared or known to CUDA. `Err` where it is something else,
    /// `Ok(None)` where it is unknown.
    pub fn type_of(&self, name: &Name) -> Result<Option<Type>, ()> {
        match self.find(name) {
            Some(Sort::Type(ty)) => Ok(Some(ty.clone())),
            Some(_) => Err(()),
            None => Ok(known_type(name.as_str())),
        }
    }
}

/// The types that CUDA and the C headers declare.
pub(super) fn known_type(name: &str) -> Option<Type> {
    let name = path::unqualified(name);
    let int = |bits| Some(Type::Int(IntType::signed(bits)));
    let unsigned = |bits| Some(Type::Int(IntType::unsigned(bits)));
    match name {
        "size_t"
        | "uint64_t"
        | "uintptr_t"
        | "uintmax_t"
        | "ulong"
        | "uint_fast64_t"
        | "uint_least64_t"
        | "cudaTextureObject_t" => unsigned(64),
        "ptrdiff_t" | "ssize_t" | "int64_t" | "intptr_t" | "intmax_t" | "clock_t"
        | "int_fast64_t" | "int_least64_t" => int(64),
        "int32_t" | "int_least32_t" => int(32),
        "uint32_t" | "uint" | "uint_least32_t" => unsigned(32),
        "int16_t" | "int_least16_t" => int(16),
        "uint16_t" | "ushort" | "uint_least16_t" => unsigned(16),
        "int8_t" | "int_least8_t" | "int_fast8_t" => Some(distinct("signed char", int(8)?)),
        "uint8_t" | "uchar" | "uint_least8_t" => unsigned(8),
        "half" | "__half" => Some(Type::Float(16)),
        "__nv_bfloat16" | "nv_bfloat16" => Some(distinct("__nv_bfloat16", Type::Float(16))),
        "texture" => Some(Type::Named("texture".into())),
        "__half2" => Some(Type::Named("half2".into())),
        "nv_bfloat162" => Some(Type::Named("__nv_bfloat162".into())),
        "dim3" | "cudaStream_t" | "cudaError_t" | "cudaEvent_t" | "FILE" => {
            Some(Type::Named(name.into()))
        }
        _ if is_vector(name) => Some(Type::Named(name.into())),
        _ => None,
    }
}

/// A type with the values of another.
pub(super) fn distinct(name: &str, values: Type) -> Type {
    Type::Distinct(name.into(), values.into())
}
