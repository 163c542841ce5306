//! Calls in a loop's condition and step that do no more than compute: `i < ceil_div(n, 4)` is read as
//! `i < (n + 4 - 1) / 4`, a bound that is the same in each iteration.
//!
//! **Why that is the same.** The body of the call is its parameters and one value, and neither has an effect: nothing
//! happens between an argument's evaluation and its use. An argument that may have no meaning is put in where the value
//! uses it whatever else holds, so that the same executions are left out.

use super::Lowering;
use crate::typed::{Callee, Expr, Kind, LocalId, Stmt, StmtKind};
use std::collections::BTreeMap;

/// How many nodes an expression may have that arguments were put into.
const LARGEST: usize = 200;

/// What the parameters of the calls around a place stand for.
type Arguments = BTreeMap<LocalId, Expr>;

impl Lowering<'_> {
    /// The expression with its calls written out; nothing where it has none that may be.
    pub(super) fn calls_written_out(&self, e: &Expr) -> Option<Expr> {
        let mut calls = false;
        crate::survey::each(e, &mut |e| calls |= matches!(e.kind, Kind::Inline(..)));
        if !calls {
            return None;
        }
        let mut left = LARGEST;
        match &e.kind {
            Kind::Update { op, at, place, value } => {
                let value = self.put_in(value, &Arguments::new(), &mut left)?.into();
                let (op, at, place) = (*op, at.clone(), place.clone());
                Some(Expr { kind: Kind::Update { op, at, place, value }, ..e.clone() })
            }
            _ => self.put_in(e, &Arguments::new(), &mut left),
        }
    }

    /// A value with arguments in the place of parameters.
    fn put_in(&self, e: &Expr, arguments: &Arguments, left: &mut usize) -> Option<Expr> {
        *left = left.checked_sub(1)?;
        let mut one = |e: &Expr| self.put_in(e, arguments, left).map(Box::new);
        let kind = match &e.kind {
            Kind::Local(id) => match arguments.get(id) {
                Some(argument) => {
                    *left = left.checked_sub(size(argument))?;
                    return Some(argument.clone());
                }
                None if self.is_in_memory(*id) || e.ty.int().is_none() => return None,
                None => Kind::Local(*id),
            },
            Kind::Int(_) | Kind::Coordinate(_) | Kind::BlockDim(_) | Kind::GridDim(_) => {
                e.kind.clone()
            }
            Kind::Member(of, _) => match variable(of) {
                Some(id)
                    if e.ty.int().is_some()
                        && !arguments.contains_key(&id)
                        && !self.is_in_memory(id) =>
                {
                    e.kind.clone()
                }
                _ => return None,
            },
            Kind::Negate(a) => Kind::Negate(one(a)?),
            Kind::Complement(a) => Kind::Complement(one(a)?),
            Kind::Not(a) => Kind::Not(one(a)?),
            Kind::Convert(a) => Kind::Convert(one(a)?),
            Kind::Arithmetic(op, a, b) => Kind::Arithmetic(*op, one(a)?, one(b)?),
            Kind::Compare(rel, a, b) => Kind::Compare(*rel, one(a)?, one(b)?),
            Kind::And(a, b) => Kind::And(one(a)?, one(b)?),
            Kind::Or(a, b) => Kind::Or(one(a)?, one(b)?),
            Kind::Conditional(c, a, b) => Kind::Conditional(one(c)?, one(a)?, one(b)?),
            Kind::Call(callee @ (Callee::Extremum(_) | Callee::Abs), es) => {
                let es = es.iter().map(|e| self.put_in(e, arguments, left));
                Kind::Call(callee.clone(), es.collect::<Option<_>>()?)
            }
            Kind::Inline(statements, Some(value)) => {
                return self.body_of_call(e, statements, value, arguments, left);
            }
            _ => return None,
        };
        Some(Expr { kind, ..e.clone() })
    }

    fn body_of_call(
        &self,
        call: &Expr,
        statements: &[Stmt],
        value: &Expr,
        arguments: &Arguments,
        left: &mut usize,
    ) -> Option<Expr> {
        let mut inner = arguments.clone();
        for statement in statements {
            let StmtKind::Declare(id, Some(init)) = &statement.kind else { return None };
            let local = &self.given.kernel.locals[id.0];
            let kept = !self.given.addressed.contains(id) && !self.is_in_memory(*id);
            if !kept || local.ty.unqualified() != init.ty.unqualified() || init.ty.int().is_none() {
                return None;
            }
            let argument = self.put_in(init, &inner, left)?;
            if !is_total(&argument) && !is_used(value, *id) {
                return None;
            }
            inner.insert(*id, argument);
        }
        (value.ty.unqualified() == call.ty.unqualified())
            .then(|| self.put_in(value, &inner, left))
            .flatten()
    }
}

/// The variable that an expression is, or is a member of.
fn variable(e: &Expr) -> Option<LocalId> {
    let mut e = e;
    loop {
        e = match &e.kind {
            Kind::Local(id) => return Some(*id),
            Kind::Member(of, _) => of,
            _ => return None,
        };
    }
}

/// Whether an expression has a value whatever its variables are.
fn is_total(e: &Expr) -> bool {
    match &e.kind {
        Kind::Int(_)
        | Kind::Local(_)
        | Kind::Coordinate(_)
        | Kind::BlockDim(_)
        | Kind::GridDim(_) => true,
        // What is put in is a member of a variable.
        Kind::Member(of, _) => variable(of).is_some(),
        Kind::Convert(a) => is_total(a),
        _ => false,
    }
}

/// Whether a value evaluates a variable, whatever else holds.
fn is_used(e: &Expr, id: LocalId) -> bool {
    match &e.kind {
        Kind::Local(own) => *own == id,
        Kind::And(a, _) | Kind::Or(a, _) | Kind::Conditional(a, ..) => is_used(a, id),
        Kind::Inline(..) => false,
        _ => e.kind.operands().iter().any(|e| is_used(e, id)),
    }
}

fn size(e: &Expr) -> usize {
    let mut all = 0;
    crate::survey::each(e, &mut |_| all += 1);
    all
}
