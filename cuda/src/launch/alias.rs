//! Objects of the host that may be one: what a pointer or a reference of which nothing is known leads to may be any
//! variable that others know of, as far as their types allow it. [C++17, 6.10, paragraph 8]

use super::evaluator::Evaluator;
use super::state::{Declared, Identity};
use super::value::{Value, Variable};
use crate::syntax::{Expr, ExprKind, Type};

/// How deep structures may nest that are looked into.
const DEEPEST: usize = 4;

impl Evaluator<'_> {
    /// Something is written to a variable: what may be another name of it, or of a part of it, is forgotten.
    pub fn forget_aliases(&mut self, written: Variable) {
        for other in self.shared() {
            if other != written && self.may_be_one(written, other) {
                self.forget_numbers(other);
            }
        }
    }

    /// Whether two variables may be, or have, one object.
    fn may_be_one(&self, a: Variable, b: Variable) -> bool {
        let [a, b] = [a, b].map(|n| &self.state.declared[n.0]);
        if a.refers.is_some() || b.refers.is_some() || self.is_apart(a) || self.is_apart(b) {
            return false;
        }
        let has = |a: &Type, b: &Type| self.has_part(a, b, DEEPEST);
        let (of_a, of_b) = (whole(a), whole(b));
        match (&a.identity, &b.identity) {
            (Identity::Own, Identity::Own) | (Identity::Member(_), Identity::Member(_)) => false,
            (Identity::Pointed(a), Identity::Pointed(b)) if a == b => false,
            // What is declared is whole.
            (Identity::Own, _) => has(&of_a, &of_b),
            (_, Identity::Own) => has(&of_b, &of_a),
            _ => has(&of_a, &of_b) || has(&of_b, &of_a),
        }
    }

    /// Whether it is in memory that was allocated here.
    fn is_apart(&self, variable: &Declared) -> bool {
        match &variable.identity {
            Identity::Pointed(base) => self.memory[base.0].allocated,
            _ => false,
        }
    }

    /// Whether an object of a type may have one of another type as a part, or be one.
    fn has_part(&self, ty: &Type, part: &Type, depth: usize) -> bool {
        let (ty, part) = (ty.plain(), part.plain());
        match (ty, part) {
            (
                Type::Const(of) | Type::Volatile(of) | Type::Reference(of) | Type::Array(of, _),
                _,
            ) => self.has_part(of, part, depth),
            (_, Type::Const(of) | Type::Volatile(of) | Type::Reference(of)) => {
                self.has_part(ty, of, depth)
            }
            // Any object is made of bytes.
            (_, Type::Void) => true,
            (_, Type::Int(of)) if of.bits == 8 => true,
            (Type::Int(a), Type::Int(b)) => a.bits == b.bits,
            (Type::Pointer(a), Type::Pointer(b)) => {
                matches!((a.plain(), b.plain()), (Type::Void, _) | (_, Type::Void)) || a == b
            }
            (Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_), _) => {
                ty == part || !is_known(part)
            }
            (Type::Named(a), Type::Named(b)) if a == b => true,
            (Type::Named(_), _) => match self.record(ty) {
                Some(record) if depth > 0 => {
                    record.fields.iter().any(|(_, of)| self.has_part(of, part, depth - 1))
                }
                // A class of which nothing is known, or a structure of CUDA.
                _ => !super::value::is_dimensions(ty) || part == ty,
            },
            _ => true,
        }
    }

    /// Something may be written where an argument points to, which is this value: of what is not known where it is, it
    /// may be any variable that others know of.
    pub fn forget_reached(&mut self, e: &Expr, value: &Value) {
        if !self.may_reach(e, value) {
            return;
        }
        let to = self.pointed_type(e);
        for variable in self.shared() {
            let ty = whole(&self.state.declared[variable.0]);
            let apart = self.is_apart(&self.state.declared[variable.0]);
            let has =
                |to: &Type| self.has_part(&ty, to, DEEPEST) || self.has_part(to, &ty, DEEPEST);
            if !apart && to.as_ref().is_none_or(has) {
                self.forget_numbers(variable);
            }
        }
    }

    /// Whether an expression of this value may lead to a variable of which its value does not say it.
    pub fn may_reach(&mut self, e: &Expr, value: &Value) -> bool {
        match value {
            Value::Pointer(pointer) => pointer.bases().iter().any(|base| {
                let allocated = self.memory[base.0].allocated;
                !allocated && !self.addresses.values().any(|of| of == base)
            }),
            Value::Unknown => {
                let number =
                    |ty: &Type| matches!(ty.plain(), Type::Int(_) | Type::Float(_) | Type::Bool);
                !self.signatures.makes_number(e) && !self.type_of(e).as_ref().is_some_and(number)
            }
            _ => false,
        }
    }

    /// The type of what an expression points to, before it is converted.
    fn pointed_type(&mut self, e: &Expr) -> Option<Type> {
        let mut e = e;
        while let ExprKind::Cast(_, inner) = &e.kind {
            e = inner;
        }
        match self.type_of(e)? {
            Type::Pointer(of) | Type::Array(of, _) => Some((*of).clone()),
            _ => None,
        }
    }
}

/// The type of the object that a variable is, or is a member of.
fn whole(variable: &Declared) -> Type {
    match &variable.identity {
        Identity::Member(class) => Type::Named(class.clone()),
        _ => variable.ty.clone(),
    }
}

fn is_known(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Named(_))
}
