//! Operators that the file defines. [C++17, 16.3.1.2]

use super::call::Argument;
use super::template::Bindings;
use super::value::Called;
use super::{Compiled, Compiler, unsupported};
use crate::types::Type;
use cuda::Area;
use cuda::path::Path;
use cuda::syntax::{Expr, ExprKind, Unary};
use semantics::Name;

/// The function that `[]` is a call of where it is on an object.
pub(super) const INDEX: &str = "operator[]";

/// The function that an operator may be a call of, and what it is given then.
pub(super) fn as_call(e: &Expr) -> Option<(Name, Vec<&Expr>)> {
    let (symbol, operands): (String, Vec<&Expr>) = match &e.kind {
        // These are what they are.
        ExprKind::Unary(Unary::Address | Unary::Dereference, _) => return None,
        ExprKind::Unary(op, of) => (op.to_string(), vec![&**of]),
        ExprKind::Postfix(step, of) => (step.to_string(), vec![&**of]),
        ExprKind::Binary(op, a, b) => (op.symbol().into(), vec![&**a, &**b]),
        ExprKind::Assign(op, place, value) => {
            let symbol = op.map_or("", |op| op.symbol());
            (format!("{symbol}="), vec![&**place, &**value])
        }
        _ => return None,
    };
    Some((format!("operator{symbol}").into(), operands))
}

impl<'s> Compiler<'s> {
    /// A call, a new object, or what an operator stands for where one of its operands is of a class; nothing where the file has no such
    /// function.
    pub(super) fn called(&mut self, e: &'s Expr) -> Compiled<Option<Called>> {
        if let ExprKind::Call(callee, arguments) = &e.kind {
            return self.call(callee, arguments, &e.span.0).map(Some);
        }
        if let Some(place) = self.constructed_temporary(e)? {
            return Ok(Some(Called::Place(place)));
        }
        if let ExprKind::Index(object, index) = &e.kind {
            let defines = self.last_parts.contains(INDEX);
            if !defines || !matches!(self.type_of(object)?, Type::Record(_)) {
                return Ok(None);
            }
            let index = std::slice::from_ref(&**index);
            let object = Argument::Expr(object);
            return self.method(object, &INDEX.into(), &[], index, &e.span.0).map(Some);
        }
        let Some((name, operands)) = as_call(e) else { return Ok(None) };
        let (name, span) = (&name, &e.span.0);
        let mut given: Vec<Argument<'s>> = operands.iter().map(|e| Argument::Expr(e)).collect();
        given.extend(matches!(e.kind, ExprKind::Postfix(..)).then_some(Argument::Postfix));
        if !self.last_parts.contains(name.as_str()) {
            return Ok(None);
        }
        let types: Vec<Type> = operands.iter().map(|e| self.type_of(e)).collect::<Compiled<_>>()?;
        if !types.iter().any(|ty| matches!(ty, Type::Record(_))) {
            return Ok(None);
        }
        // An object is copied.
        if matches!(e.kind, ExprKind::Assign(None, ..)) && types[0] == types[1] {
            return Ok(None);
        }
        let member = match &types[0] {
            Type::Record(record) => self.class_of(record).member(name.as_str()),
            _ => name.clone(),
        };
        let takes = |n: usize| move |f: &&'s cuda::syntax::Function| f.parameters.len() == n;
        let mut free = self.functions_of(name);
        free.retain(takes(given.len()));
        let mut members = if member == *name { Vec::new() } else { self.functions_of(&member) };
        members.retain(takes(given.len()));
        let none = (&Bindings::default(), [].as_slice());
        let called = match (free.is_empty(), members.is_empty()) {
            (true, true) => return Ok(None),
            (false, true) => self.call_one_of(name, &free, false, none, &given, span)?,
            (true, false) => self.call_one_of(&member, &members, false, none, &given, span)?,
            (false, false) => {
                let what = format!("`{name}`, which is a member, and none, too,");
                return unsupported(Area::Class, span, what);
            }
        };
        match called {
            None => unsupported(Area::Call, span, format!("a call of `{name}`")),
            called => Ok(called),
        }
    }
}
