//! Types of the typed tree, as the rules of C++ take them apart.

use crate::resolve::{self, Layout, Numeric, Part, Shape, vector};
use crate::typed::{Kernel, Record, Type, Union, Unknown};
use crate::vocabulary::is_vector;
use semantics::{IntType, Name};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a name of a type that has members stands for.
pub(crate) enum Class {
    Structure(Arc<Record>),
    Union(Arc<Union>),
}

/// How values of a type lie in memory; `None` of a structure that something aligns or packs, and of what is not
/// modelled.
pub(crate) fn layout(
    ty: &Type,
    opencl: bool,
    class: &impl Fn(&Name) -> Option<Class>,
) -> Option<Layout> {
    let other = |ty: &Type| match ty {
        Type::Opaque(name) if is_vector(name.as_str()) => {
            let (lanes, lane) = vector(name.as_str())?;
            Some(Layout::from(lane).vector(lanes.len(), opencl))
        }
        Type::Opaque(name) => {
            let all = |members: &[(Name, Type)]| -> Option<Vec<Layout>> {
                members.iter().map(|(_, ty)| layout(ty, opencl, class)).collect()
            };
            match class(name)? {
                Class::Structure(of) if of.plain => {
                    Some(Layout::structure(all(&of.fields)?, of.align).1)
                }
                Class::Union(of) if of.plain => Some(Layout::union(all(&of.members)?, of.align)),
                _ => None,
            }
        }
        _ => None,
    };
    resolve::layout(ty, &other).filter(|layout| layout.size < u64::MAX)
}

/// Where a member of a structure or union begins in memory, and its type; `None` where that is not known.
pub(crate) fn member(
    ty: &Type,
    name: &Name,
    opencl: bool,
    class: &impl Fn(&Name) -> Option<Class>,
) -> Option<(u64, Type)> {
    let Type::Opaque(of) = ty else { return None };
    layout(ty, opencl, class)?;
    let of = class(of)?;
    let members = match &of {
        Class::Structure(of) => &of.fields,
        Class::Union(of) => &of.members,
    };
    // A base may have one of the same name.
    let mut named = members.iter().enumerate().filter(|(_, (member, _))| member == name);
    let ((n, (_, ty)), None) = (named.next()?, named.next()) else { return None };
    let start = match &of {
        Class::Structure(of) => {
            let all: Option<Vec<Layout>> =
                members.iter().map(|(_, ty)| layout(ty, opencl, class)).collect();
            *Layout::structure(all?, of.align).0.get(n)?
        }
        Class::Union(_) => 0,
    };
    Some((start, ty.clone()))
}

/// As [`layout`], of a type that a kernel uses.
pub(crate) fn layout_in(kernel: &Kernel, ty: &Type) -> Option<Layout> {
    let class = |name: &Name| match kernel.records.get(name) {
        Some(record) => Some(Class::Structure(Arc::clone(record))),
        None => kernel.unions.get(name).cloned().map(Class::Union),
    };
    layout(ty, kernel.opencl, &class)
}

impl Shape for Type {
    fn part(&self) -> Part<'_, Self> {
        match self {
            Type::Const(of) => Part::Const(of),
            Type::Pointer(to) => Part::Pointer(to),
            Type::Array(of, n) => Part::Array(of, n.clone()),
            Type::Bool => Part::Number(Numeric::Bool),
            Type::Int(ty) => Part::Number(Numeric::Int(*ty)),
            Type::Float(bits) => Part::Number(Numeric::Float(*bits)),
            Type::Void => Part::Void,
            Type::Unknown(_) => Part::Unknown,
            Type::Opaque(_) | Type::Function => Part::Other,
        }
    }

    fn pointer(&self) -> Self {
        Type::Pointer(self.clone().into())
    }

    fn unqualified(&self) -> Self {
        Type::unqualified(self)
    }

    fn agreed(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            _ if self == other => Some(self.clone()),
            (Type::Unknown(one @ Unknown::Named(name)), Type::Unknown(Unknown::Met(of)))
            | (Type::Unknown(Unknown::Met(of)), Type::Unknown(one @ Unknown::Named(name)))
                if of.iter().eq([name]) =>
            {
                Some(Type::Unknown(one.clone()))
            }
            _ => None,
        }
    }
}

impl Type {
    /// The type at which values of these types meet where one of them is of a type that nothing gives: it hangs on that
    /// type, but is no other one that has a name.
    pub(super) fn met(types: &[&Type]) -> Type {
        let mut parts = BTreeSet::new();
        for ty in types {
            let ty = &ty.unqualified();
            match (ty, ty.part()) {
                (Type::Unknown(Unknown::Met(of)), _) => parts.extend(of.iter().cloned()),
                (Type::Unknown(Unknown::Named(name)), _) => drop(parts.insert(name.clone())),
                // It changes nothing of what is promoted.
                (_, Part::Number(n)) if n.promoted() == Numeric::Int(IntType::INT) => {}
                _ => drop(parts.insert(Name::from(ty.to_string()))),
            }
        }
        Type::Unknown(Unknown::Met(parts))
    }
}

impl From<Numeric> for Type {
    fn from(ty: Numeric) -> Type {
        match ty {
            Numeric::Bool => Type::Bool,
            Numeric::Int(ty) => Type::Int(ty),
            Numeric::Float(bits) => Type::Float(bits),
            Numeric::Bfloat16 => Type::Float(16),
        }
    }
}
