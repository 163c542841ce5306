//! What conditions and `using` declare in host code, and functions that another file may have.

use super::Parser;
use super::host::{UNREAD, is_whole};
use super::scope::Sort;
use crate::syntax::{Expr, ExprKind, HostStep, Init, Place, Specifiers, StepKind, Type, Variable};
use crate::token::Token;
use semantics::Name;
use std::collections::HashSet;
use std::ops::Range;

impl Parser {
    /// The names in declarations that say that another file may have a function in its place.
    pub(super) fn weak(&self) -> HashSet<Name> {
        let ends = |t: &&Token| t.is(";") || t.is("{") || t.is("}");
        let says_so =
            |t: &Token| t.name().is_some_and(|word| matches!(word.as_str(), "weak" | "__weak__"));
        let words = self.tokens.iter().enumerate().filter(|(_, t)| says_so(t));
        let declared = words.flat_map(|(n, _)| {
            let before = self.tokens[..n].iter().rev().take_while(|t| !ends(t));
            before.chain(self.tokens[n..].iter().take_while(|t| !ends(t)))
        });
        declared.filter_map(|t| t.name().cloned()).collect()
    }

    /// The variable that is declared as a condition, up to its `)`, and its value.
    pub(super) fn declared_as_condition(&mut self, close: usize) -> Option<(Vec<Variable>, Expr)> {
        let read = self.reading(|p| {
            let specified = p.specifiers()?;
            let first = p.declarator(true)?;
            let (variables, _) = p.declared(specified.specifiers, &specified.ty, first, &[")"])?;
            let [variable] = variables.as_slice() else {
                return Err(p.error("a condition declares one variable"));
            };
            let whole = variable.init.iter().flat_map(Init::expressions).all(is_whole);
            if p.at != close + 1 || !whole {
                return Err(p.unexpected("`)`"));
            }
            let name = ExprKind::Name(variable.name.clone());
            let value = p.make(name, &variable.span.0.clone())?;
            Ok((variables, value))
        });
        read.ok()
    }

    /// The number that `for (int x : e)` declares, up to its `:`, and that it is another one for each turn: what it is
    /// nobody says, but it is no other number than the list has.
    pub(super) fn each_number(&mut self, close: usize) -> Option<(HostStep, HostStep)> {
        let start = self.span();
        let read = self.reading(|p| {
            let specified = p.specifiers()?;
            let (name, span) = p.identifier()?;
            let plain = matches!(specified.ty, Type::Int(_)) && p.is(":") && p.at < close;
            if !plain {
                return Err(p.unexpected("`:`"));
            }
            Ok((specified.ty, name, Place(span)))
        });
        let (ty, name, span) = read.ok()?;
        self.scopes.declare(name.clone(), Sort::Value);
        let x = Expr { kind: ExprKind::Name(name.clone()), span: span.clone(), height: 1 };
        let specifiers = Specifiers::default();
        let declared = Variable { specifiers, name, ty, init: None, span: span.clone() };
        let kind = ExprKind::Assign(None, x.clone().into(), x.into());
        let next = StepKind::Expr(Expr { kind, span: span.clone(), height: 2 });
        let declared =
            HostStep { kind: StepKind::Declare(vec![declared]), span: self.since(&start) };
        Some((declared, HostStep { kind: next, span }))
    }

    /// What `using n::f;` declares of a namespace that the file does not have, where the file has something else of the
    /// name. [C++17, 10.3.3]
    pub(super) fn brought(&self, range: Range<usize>) -> Option<Vec<Variable>> {
        let tokens = self.tokens.get(range)?;
        let [using, names @ ..] = tokens else { return None };
        if using.name()?.as_str() != "using" || tokens.iter().any(|t| t.is("=")) {
            return None;
        }
        let mut found = Vec::new();
        for path in names.split(|t| t.is(",")) {
            let parts: Vec<&Token> = path.iter().filter(|t| t.name().is_some()).collect();
            let (Some(first), Some(last)) = (parts.first(), parts.last()) else { continue };
            let (Some(first), Some(name)) = (first.name(), last.name()) else { continue };
            if parts.len() < 2 || self.namespaces.is_known(first) || !self.scopes.is_known(name) {
                continue;
            }
            found.push(Variable {
                specifiers: Specifiers::default(),
                name: name.clone(),
                ty: UNREAD,
                init: None,
                span: Place(last.span.clone()),
            });
        }
        (!found.is_empty()).then_some(found)
    }
}
