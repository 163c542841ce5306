//! Operators that the file defines. [C++17, 16.3.1.2]

use super::value::Value;
use super::{Compiled, Compiler, unsupported};
use crate::types::Type;
use cuda::Area;
use cuda::path::Path;
use cuda::syntax::{Expr, ExprKind, Unary};
use semantics::Name;

/// The function that an operator may be a call of, and what it is given then.
pub(super) fn as_call(e: &Expr) -> Option<(Name, Vec<&Expr>)> {
    let (symbol, operands): (String, Vec<&Expr>) = match &e.kind {
        // These are what they are.
        ExprKind::Unary(Unary::Address | Unary::Dereference, _) => return None,
        ExprKind::Unary(op, of) => (op.to_string(), vec![&**of]),
        ExprKind::Binary(op, a, b) => (op.symbol().into(), vec![&**a, &**b]),
        ExprKind::Assign(Some(op), place, value) => {
            (format!("{}=", op.symbol()), vec![&**place, &**value])
        }
        _ => return None,
    };
    Some((format!("operator{symbol}").into(), operands))
}

impl<'s> Compiler<'s> {
    /// The call that an operator stands for where one of its operands is of a class; nothing where the file has no such
    /// function.
    pub(super) fn operator_call(&mut self, e: &'s Expr) -> Compiled<Option<Value>> {
        let Some((name, operands)) = as_call(e) else { return Ok(None) };
        let (name, span) = (&name, &e.span.0);
        if !self.last_parts.contains(name.as_str()) {
            return Ok(None);
        }
        let types: Vec<Type> = operands.iter().map(|e| self.type_of(e)).collect::<Compiled<_>>()?;
        if !types.iter().any(|ty| matches!(ty, Type::Record(_))) {
            return Ok(None);
        }
        let member = match &types[0] {
            Type::Record(record) => self.class_of(record).member(name.as_str()),
            _ => name.clone(),
        };
        let takes = |n: usize| move |f: &&'s cuda::syntax::Function| f.parameters.len() == n;
        let mut free = self.functions_of(name);
        free.retain(takes(operands.len()));
        let mut members = if member == *name { Vec::new() } else { self.functions_of(&member) };
        members.retain(takes(operands.len()));
        match (free.is_empty(), members.is_empty()) {
            (true, true) => Ok(None),
            (false, true) => self.call_one_of(name, &free, false, &[], &operands, span),
            (true, false) => self.call_one_of(&member, &members, false, &[], &operands, span),
            (false, false) => unsupported(
                Area::Class,
                span,
                format!("`{name}`, which is a member, and none, too,"),
            ),
        }
    }
}
