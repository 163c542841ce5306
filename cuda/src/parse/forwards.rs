//! Functions that call what they are given, with the rest of what they are given.

use super::Parser;
use crate::syntax::{Forwards, Parameter, TemplateParameter, Type};
use crate::token::closing;
use semantics::Name;
use std::ops::Range;

impl Parser {
    /// Which of its parameters a function calls with its last ones, if that is all that it does with them. Of all of them
    /// the types are those of the arguments: another one, `std::function<void(char)>`, would convert them.
    pub(super) fn forwards(
        &self,
        template: &[TemplateParameter],
        parameters: &[Parameter],
        head: Range<usize>,
        body: &Range<usize>,
    ) -> Option<Forwards> {
        let (pack, others) = parameters.split_last()?;
        let of_pack = deduced(template, &pack.ty)?;
        let pack = pack.name.as_ref()?;
        let all = |range: &Range<usize>, name: &Name| -> Vec<usize> {
            range.clone().filter(|at| self.tokens[*at].name() == Some(name)).collect()
        };
        let ([declared], [given]) = (&*all(&head, pack), &*all(body, pack)) else { return None };
        if !self.tokens[declared.checked_sub(1)?].is("...") {
            return None;
        }
        let called = |n: &usize| {
            let Some(name) = &others[*n].name else { return false };
            if deduced(template, &others[*n].ty).is_none() {
                return false;
            }
            let (&[declared], &[at]) = (&*all(&head, name), &*all(body, name)) else {
                return false;
            };
            let begins = at.checked_sub(1).is_some_and(|before| {
                [";", "{", "}"].iter().any(|end| self.tokens[before].is(end))
            });
            let open = at + 1;
            if declared == at || !begins || !self.tokens.get(open).is_some_and(|t| t.is("(")) {
                return false;
            }
            let inner = open + 1..closing(&self.tokens, open);
            let text: Vec<&str> =
                self.tokens[inner.clone()].iter().map(|t| t.kind.text()).collect();
            let forwarded = match text.concat().strip_suffix("...") {
                Some(text) => {
                    text == pack.as_str() || text == format!("std::forward<{of_pack}>({pack})")
                }
                None => false,
            };
            forwarded && inner.contains(given)
        };
        let callee = (0..others.len()).find(called)?;
        Some(Forwards { callee, before: others.len() })
    }
}

/// The parameter of a template that a type is, or is a reference to: then it is the argument's.
fn deduced<'t>(template: &[TemplateParameter], ty: &'t Type) -> Option<&'t Name> {
    match ty {
        Type::Named(name) => {
            template.iter().any(|of| of.name.as_ref() == Some(name)).then_some(name)
        }
        Type::Reference(of) | Type::Moved(of) | Type::Const(of) => deduced(template, of),
        _ => None,
    }
}
