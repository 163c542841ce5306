//! Specializations of function templates. [C++17, 17.7.3]

use super::deduce::Deduced;
use crate::syntax::{Body, Function, TemplateArgument};
use std::ops::Deref;

/// What a call means for which a template is chosen.
pub enum Meant<F> {
    /// The template.
    Template,
    /// A specialization of it.
    Special(F),
    /// One of them; nobody knows which.
    Unclear,
}

/// What a call of a template means, of all functions of its name. Specializations take no part in the choice among
/// functions: one stands in the place of what the template that is chosen would be. [C++17, 17.7.3, 17.8.3] `is_for`:
/// whether a specialization is for the arguments of the call; nothing where nobody knows.
///
/// # Errors
/// What `is_for` fails with.
pub fn meant<F: Deref<Target = Function>, E>(
    template: &Function,
    functions: impl IntoIterator<Item = F>,
    mut is_for: impl FnMut(&F) -> Result<Option<bool>, E>,
) -> Result<Meant<F>, E> {
    let types = |f: &Function| f.parameters.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
    let as_long = functions.into_iter().filter(|f| f.parameters.len() == template.parameters.len());
    let (specials, others): (Vec<F>, Vec<F>) = as_long.partition(|f| f.specializes.is_some());
    if specials.is_empty() || template.template.is_none() {
        return Ok(Meant::Template);
    }
    // Of which of several templates each is, is not looked for. [C++17, 17.8.2.6]
    if others.iter().any(|f| f.template.is_some() && types(f) != types(template)) {
        return Ok(Meant::Unclear);
    }
    let mut meant: Option<F> = None;
    for special in specials {
        match is_for(&special)? {
            None => return Ok(Meant::Unclear),
            // Of a declaration and a definition, the definition.
            Some(true) if meant.as_ref().is_none_or(|f| f.body == Body::None) => {
                meant = Some(special);
            }
            Some(_) => {}
        }
    }
    Ok(meant.map_or(Meant::Template, Meant::Special))
}

/// The arguments that a specialization of a template is for: those that it gives, and those that its parameters say.
/// [C++17, 17.7.3, paragraph 10]
pub fn specialized(primary: &Function, special: &Function) -> Vec<TemplateArgument> {
    let mut deduced = Deduced::of(primary.template.as_deref().unwrap_or_default());
    for (own, of) in primary.parameters.iter().zip(&special.parameters) {
        deduced.call(&own.ty, &of.ty);
    }
    deduced.completed(special.specializes.as_deref().unwrap_or_default(), &special.span)
}
