//! Lambda expressions of host code, whose statements are read as those of functions. [C++17, 8.1.5]

use super::scope::Sort;
use super::{DEEPEST_NESTING, Parsed, Parser};
use crate::syntax::{Called, Captures, Closure, Parameter, Skipped};
use crate::token::closing;
use semantics::Name;
use std::ops::Range;
use std::sync::Arc;

/// What stands before the statements of a lambda expression, and who calls it.
struct Head {
    captures: Captures,
    parameters: Vec<Parameter>,
    called: Called,
    /// The braces.
    body: Range<usize>,
}

impl Parser {
    /// A statement that is `auto f = [&](T x) {…};` or `[&](T x) {…}(e);`; nothing where it is another one.
    pub(super) fn closure(&mut self, range: Range<usize>) -> Option<Skipped> {
        let starts =
            self.is("[") || self.is_word("auto") && self.is_at(2, "=") && self.is_at(3, "[");
        if !starts || self.depth >= DEEPEST_NESTING {
            return None;
        }
        let start = self.at;
        let head = self.reading(|p| p.closure_head(range.end)).ok().flatten();
        self.go_back(start);
        let Head { captures, parameters, called, body } = head?;
        let tokens = self.tokens[range.clone()].to_vec();
        let names = self.tokens[range.start..body.start].iter().filter_map(|t| t.name().cloned());
        let names: Vec<Name> = names.collect();
        self.depth += 1;
        self.scopes.open();
        for name in parameters.iter().filter_map(|p| p.name.as_ref()) {
            self.scopes.declare(name.clone(), Sort::Value);
        }
        self.at = body.start + 1;
        let steps: Arc<[_]> = self.host_steps(body.end).into();
        self.scopes.close();
        self.depth -= 1;
        if let Called::By(name) = &called {
            self.scopes.declare(name.clone(), Sort::Value);
        }
        self.at = range.end;
        let closure = Closure { called, captures, parameters, body: Arc::clone(&steps) };
        Some(Skipped {
            tokens,
            bodies: vec![(names, steps)],
            launches: Vec::new(),
            closure: Some(Arc::new(closure)),
        })
    }

    /// Up to the end of the statement.
    fn closure_head(&mut self, end: usize) -> Parsed<Option<Head>> {
        let mut name = None;
        if self.eat_word("auto") {
            let (held, _): (Name, _) = self.identifier()?;
            name = Some(held);
            self.expect("=")?;
        }
        let Some(captures) = self.captures()? else { return Ok(None) };
        let parameters = match self.is("(") {
            true => match self.parameters()? {
                (parameters, false) => parameters,
                _ => return Ok(None),
            },
            false => Vec::new(),
        };
        if !self.is("{") || parameters.iter().any(|p| p.default.is_some()) {
            return Ok(None);
        }
        let body = self.at..closing(&self.tokens, self.at);
        self.at = body.end + 1;
        let called = match name {
            Some(name) => Called::By(name),
            None => {
                self.expect("(")?;
                Called::Here(self.arguments()?)
            }
        };
        let is_end = self.is(";") && self.at + 1 == end;
        Ok(is_end.then_some(Head { captures, parameters, called, body }))
    }
}
