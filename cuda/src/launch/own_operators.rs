//! Operators that the file has for enumerations and classes: what one makes of them, it alone says. [C++17, 16.5]

use super::evaluator::Evaluator;
use super::value::{Location, Pointer, Value};
use super::writes::operator_operands;
use crate::syntax::{Binary, Expr, ExprKind, Type, Unary};
use semantics::Name;

impl Evaluator<'_> {
    /// Whether an operator of the file may be meant, for these operands.
    pub(super) fn may_be_own(&self, operands: &[&Expr]) -> bool {
        self.signatures.has_operators && operands.iter().any(|e| self.may_be_enumerator(e))
    }

    /// Forgets what the objects hold that operators are applied to here: built-in operators are for none.
    pub(super) fn change_operands(&mut self, e: &Expr) {
        self.change_objects(&operator_operands(e));
        // What the object itself holds behind one of these is followed.
        let changed = match &e.kind {
            ExprKind::Assign(_, place, _)
            | ExprKind::Postfix(_, place)
            | ExprKind::Unary(Unary::Step(_), place) => place,
            _ => return,
        };
        if self.signatures.says_operators && self.may_be_object(changed) {
            self.forget_shared();
        }
    }

    /// Forgets what those of these hold that are objects.
    pub(super) fn change_objects(&mut self, all: &[&Expr]) {
        for operand in all.iter().filter(|e| self.may_be_object(e)).collect::<Vec<_>>() {
            let object = match &operand.plain().kind {
                ExprKind::Name(_) | ExprKind::Member(..) => self.location(operand),
                _ => None,
            };
            if let Some(place) = object {
                self.change_object(&place);
            }
        }
    }

    /// Whether a variable that is an object stands there, or a part of one.
    fn may_be_object(&self, e: &Expr) -> bool {
        match &e.plain().kind {
            ExprKind::Name(name) => self.state.find(name).is_some_and(|variable| {
                let refers = self.state.declared[variable.0].refers.is_some();
                refers || matches!(self.state.values[variable], Value::Record(_))
            }),
            ExprKind::Member(of, ..) => self.may_be_object(of),
            _ => false,
        }
    }

    /// Forgets what an object holds, if one is there: its numbers, and which of its pointers are null; and numbers of
    /// other variables that an operator of the file may know of. That pointers may point elsewhere is not followed.
    pub(super) fn change_object(&mut self, place: &Location) {
        let Some(object @ Value::Record(_)) = self.held(place).cloned() else { return };
        let hint = self.state.declared[place.variable.0].name.clone();
        self.state.declared[place.variable.0].shared = true;
        let changed = self.perhaps_changed(&object, &hint);
        if let Some(part) = self.state.values[place.variable].at_mut(&place.path) {
            *part = changed;
        }
        if self.signatures.says_operators {
            self.forget_shared();
        }
    }

    fn perhaps_changed(&mut self, value: &Value, hint: &Name) -> Value {
        match value {
            Value::Int(..) | Value::Real(..) | Value::Dimensions(_) => self.renewed(value, hint),
            Value::Pointer(Pointer::Null) => self.any_pointer(),
            Value::Record(members) => {
                let members = members.iter();
                let changed = members.map(|(x, v)| (x.clone(), self.perhaps_changed(v, hint)));
                Value::Record(changed.collect())
            }
            Value::List(all) => {
                Value::List(all.iter().map(|v| self.perhaps_changed(v, hint)).collect())
            }
            value => value.clone(),
        }
    }

    /// Whether an expression may be of the type of an enumeration, as far as its form says it.
    fn may_be_enumerator(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Name(name) => match self.state.find(name) {
                Some(variable) => {
                    let ty = self.state.declared[variable.0].ty.value();
                    matches!(ty, Type::Distinct(..) | Type::Auto | Type::Named(_) | Type::Other(_))
                }
                None => true,
            },
            ExprKind::Int(..) | ExprKind::Bool(_) | ExprKind::Float(..) => false,
            ExprKind::SizeofType(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::Offsetof(..)
            | ExprKind::Null => false,
            ExprKind::Cast(ty, _) | ExprKind::Construct(ty, _) => {
                matches!(ty.value(), Type::Distinct(..) | Type::Named(_))
            }
            ExprKind::Postfix(_, e) | ExprKind::Unary(_, e) => self.may_be_enumerator(e),
            ExprKind::Binary(Binary::Comma, _, e) => self.may_be_enumerator(e),
            ExprKind::Binary(_, a, b) => self.may_be_enumerator(a) || self.may_be_enumerator(b),
            _ => true,
        }
    }
}
