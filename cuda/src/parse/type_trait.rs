//! `std::remove_cv_t<T>` and the like: types that are others without their qualifiers. [C++17, 23.15.7]

use super::{Parsed, Parser};
use crate::syntax::{ExprKind, Type};

/// What is taken off a type.
#[derive(Clone, Copy)]
pub(super) struct Takes {
    reference: bool,
    qualifiers: bool,
}

impl Takes {
    /// What the alias template of this name takes off.
    pub fn of(name: &str) -> Option<Takes> {
        let (reference, qualifiers) = match name {
            "std::remove_cv_t" | "std::remove_const_t" => (false, true),
            "std::remove_reference_t" => (true, false),
            "std::remove_cvref_t" => (true, true),
            _ => return None,
        };
        Some(Takes { reference, qualifiers })
    }
}

impl Parser {
    /// The type that such a template makes, from the `<` on.
    pub(super) fn less_qualified(&mut self, takes: Takes) -> Parsed<Type> {
        let start = self.span();
        let ty = self.nested(|p| {
            p.expect("<")?;
            let ty = p.type_id()?;
            p.close_angles()?;
            Ok(ty)
        })?;
        let ty = match ty.referent() {
            Some(to) if takes.reference => to.clone(),
            Some(_) => return Ok(ty),
            None => ty,
        };
        if !takes.qualifiers {
            return Ok(ty);
        }
        // A value of the type has none. [C++17, 8.2, paragraph 6]
        let value = self.make(ExprKind::Construct(ty, Vec::new()), &start)?;
        Ok(Type::Decltype(value.into()))
    }
}
