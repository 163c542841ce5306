//! What the parameters of a template stand for, by the types alone that are given. [C++17, 17.8.2.1]

use crate::syntax::{Function, TemplateArgument, TemplateParameterKind, Type};
use semantics::Name;

/// The arguments that a specialization gives, and those that its parameters say. Others are by default.
pub(crate) fn completed(
    primary: &Function,
    special: &Function,
    given: &[TemplateArgument],
) -> Vec<TemplateArgument> {
    let mut all = given.to_vec();
    for parameter in primary.template.iter().flatten().skip(given.len()) {
        let (TemplateParameterKind::Type(_), Some(name)) = (&parameter.kind, &parameter.name)
        else {
            break;
        };
        let mut pairs = primary.parameters.iter().zip(&special.parameters);
        match pairs.find_map(|(own, of)| matched(&own.ty, &of.ty, name)) {
            Some(ty) => all.push(TemplateArgument::Type(ty, special.span.clone())),
            None => break,
        }
    }
    all
}

/// What the name of a template's parameter stands for where a parameter of this type is given such an argument.
pub(crate) fn matched(parameter: &Type, argument: &Type, name: &Name) -> Option<Type> {
    let value = match argument {
        Type::Const(of) | Type::Volatile(of) => return matched(parameter, of, name),
        Type::Reference(of) => return matched(parameter, of, name),
        ty => ty,
    };
    match (parameter, value) {
        (Type::Const(of) | Type::Volatile(of), _) => matched(of, value, name),
        (Type::Named(own), _) if own == name => {
            let known = !matches!(
                value,
                Type::Void | Type::Auto | Type::Other(_) | Type::Decltype(_) | Type::Array(..)
            );
            known.then(|| value.clone())
        }
        (Type::Pointer(to), Type::Pointer(of) | Type::Array(of, _)) => pointee(to, of, name),
        _ => None,
    }
}

/// As [`matched`], of what pointers point to: there a `const` of the argument alone is part of the type.
fn pointee(parameter: &Type, argument: &Type, name: &Name) -> Option<Type> {
    match (parameter, argument) {
        (Type::Const(to), Type::Const(of)) => pointee(to, of, name),
        (Type::Const(to), _) => pointee(to, argument, name),
        (Type::Named(own), Type::Const(of)) if own == name => {
            Some(Type::Const(matched(parameter, of, name)?.into()))
        }
        (Type::Pointer(to), Type::Pointer(of)) => pointee(to, of, name),
        (Type::Named(own), _) if own == name => matched(parameter, argument, name),
        _ => None,
    }
}
