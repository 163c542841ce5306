//! What somebody may write that is given the value of an expression, whenever that is evaluated: for loops.

use super::evaluator::Evaluator;
use super::place::is_pure;
use super::value::Value;
use crate::syntax::{Binary, Expr, ExprKind, Unary};
use semantics::Name;
use std::collections::BTreeSet;

/// What is reached.
#[derive(Default)]
pub(super) struct Reached<'e> {
    /// What variables are given beside.
    pub assigned: &'e [(Name, Expr)],
    /// The variables that have an array of which the elements may be written.
    pub arrays: BTreeSet<Name>,
    /// Whether others may be that somebody knows of.
    pub others: bool,
    /// Whether a kernel is given the values.
    pub by_kernel: bool,
    /// The variables that were looked at.
    pub seen: BTreeSet<Name>,
}

impl Evaluator<'_> {
    /// Notes what is reached from an expression; `whole`: where it is an array, by its elements.
    pub fn reach(&mut self, e: &Expr, whole: bool, reached: &mut Reached<'_>) {
        if !self.spend() {
            reached.others = true;
            return;
        }
        match &e.kind {
            ExprKind::Cast(_, of)
            | ExprKind::Assign(_, of, _)
            | ExprKind::Postfix(_, of)
            | ExprKind::Binary(Binary::Comma, _, of)
            | ExprKind::Unary(Unary::Step(_), of) => self.reach(of, whole, reached),
            ExprKind::Conditional(_, a, b) | ExprKind::Binary(Binary::Add | Binary::Sub, a, b) => {
                self.reach(a, whole, reached);
                self.reach(b, whole, reached);
            }
            ExprKind::Name(_) | ExprKind::Member(..) if is_pure(e) => {
                self.reach_place(e, whole, reached)
            }
            ExprKind::Index(of, _) | ExprKind::Unary(Unary::Dereference, of) if is_pure(e) => {
                match self.location(e) {
                    Some(_) => self.reach_place(e, whole, reached),
                    None => self.reach(of, false, reached),
                }
            }
            _ => {}
        }
    }

    fn reach_place(&mut self, e: &Expr, whole: bool, reached: &mut Reached<'_>) {
        if let ExprKind::Name(name) = &e.kind
            && reached.seen.insert(name.clone())
        {
            let assigned = reached.assigned.iter().filter(|(of, _)| of == name);
            assigned.for_each(|(_, e)| self.reach(e, whole, reached));
        }
        let Some(place) = self.location(e) else {
            let named = match &e.kind {
                ExprKind::Name(name) => self.variable(name).is_some(),
                _ => true,
            };
            // Another name of something, or a member of an object that is not known.
            reached.others |= named && !reached.by_kernel && self.may_reach(e, &Value::Unknown);
            return;
        };
        let Some(held) = self.held(&place).cloned() else { return };
        if let (Value::List(_), true) = (&held, whole) {
            reached.arrays.insert(self.state.declared[place.variable.0].name.clone());
            reached.others = true;
        }
        for value in held.leaves() {
            let known = match value {
                Value::Address(_) => true,
                Value::Pointer(pointer) => {
                    let bases = pointer.bases();
                    self.objects.keys().any(|(base, _)| bases.contains(base))
                }
                _ => false,
            };
            reached.others |= known || !reached.by_kernel && self.may_reach(e, value);
        }
    }
}
