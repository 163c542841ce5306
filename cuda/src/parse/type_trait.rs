//! `std::remove_cv_t<T>` and the like: types that are others without their qualifiers. [C++17, 23.15.7]

use super::{Parsed, Parser};
use crate::syntax::{ExprKind, Type};
use crate::token::Token;
use semantics::Name;

/// What is taken off a type.
#[derive(Clone, Copy)]
struct Takes {
    reference: bool,
    qualifiers: bool,
}

impl Takes {
    /// What the template of this name takes off; of an array, `decay` makes a pointer, and is refused elsewhere.
    fn of(name: &str) -> Option<Takes> {
        let (reference, qualifiers) = match name {
            "std::remove_cv" | "std::remove_const" => (false, true),
            "std::remove_reference" => (true, false),
            "std::remove_cvref" | "std::decay" => (true, true),
            _ => return None,
        };
        Some(Takes { reference, qualifiers })
    }
}

/// The member that such templates have.
const MADE: &str = "type";

impl Parser {
    /// `std::remove_cv_t<T>`, `std::remove_cv<T>::type`: the type, where the name, which ends so many tokens ahead at a `<`,
    /// is one of those.
    pub(super) fn made_by_trait(&mut self, name: &Name, past: usize) -> Parsed<Option<Type>> {
        let alias = name.as_str().strip_suffix("_t");
        let takes = Takes::of(alias.unwrap_or(name.as_str()));
        let Some(takes) = takes.filter(|_| self.is_trait(name, past)) else { return Ok(None) };
        self.at += past;
        let made = self.less_qualified(takes)?;
        if alias.is_none() {
            self.at += 2;
        }
        Ok(Some(made))
    }

    /// Whether a name, which ends so many tokens ahead at a `<`, is that of such a template, or the member of one follows.
    pub(super) fn is_trait(&self, name: &Name, past: usize) -> bool {
        let Some(alias) = name.as_str().strip_suffix("_t") else {
            let end = self.past_balanced_angles_at(past);
            return Takes::of(name.as_str()).is_some()
                && end.is_some_and(|end| {
                    let member = self.peek_at(end + 1).and_then(Token::name).map(Name::as_str);
                    self.is_at(end, "::") && member == Some(MADE)
                });
        };
        Takes::of(alias).is_some()
    }

    /// The type that such a template makes, from the `<` on.
    fn less_qualified(&mut self, takes: Takes) -> Parsed<Type> {
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
