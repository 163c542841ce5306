//! Functions as arguments of templates: a call by the name of the parameter is one of the function. [C++17, 17.3.2]

use super::overload::candidates;
use crate::syntax::{Body, Expr, ExprKind, Function, Type, Unary};
use crate::vocabulary::is_of_cuda;
use semantics::Name;
use std::ops::Deref;

/// Whether what a parameter of a template of this type stands for is a function.
pub fn is_of_function(ty: &Type) -> bool {
    match ty {
        Type::Function => true,
        Type::Const(of) | Type::Pointer(of) | Type::Reference(of) => is_of_function(of),
        _ => false,
    }
}

/// The name that an argument is: `f`, or `&f`.
pub fn named(e: &Expr) -> Option<&Name> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Unary(Unary::Address, of) => match &of.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a name means functions of the file alone, each of which is known by how many arguments it takes: no template,
/// nothing of CUDA. `functions`: all of the name.
pub fn are_known<F: Deref<Target = Function>>(name: &Name, functions: &[F]) -> bool {
    let known = |f: &F| {
        let s = &f.specifiers;
        let of_device = (s.device || s.constexpr) && !s.global && !s.of_toolkit && !f.member;
        of_device && !f.variadic && f.template.is_none() && f.specializes.is_none()
    };
    !functions.is_empty() && functions.iter().all(known) && !is_of_cuda(name.as_str())
}

/// The one of the functions of a name that a call by the parameter means. The function has the type of the parameter, and
/// so takes as many arguments.
pub fn called<F: Deref<Target = Function>>(
    functions: impl IntoIterator<Item = F>,
    arguments: usize,
) -> Option<F> {
    let takes = functions.into_iter().filter(|f| f.parameters.len() == arguments);
    let mut found = candidates(takes).into_iter();
    match (found.next(), found.next()) {
        (Some(only), None) if matches!(only.body, Body::Block(_)) => Some(only),
        _ => None,
    }
}
