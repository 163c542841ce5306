//! The arguments of a launch, as far as the parameters of the kernel say more of them than their own form does.

use super::call::last_part;
use super::evaluator::Evaluator;
use super::value::{Pointer, Value, binary};
use crate::resolve::vector;
use crate::syntax::{Binary, Expr, ExprKind, Function, Type, Unary};
use crate::term::literal;
use num_traits::Zero;
use semantics::Name;

/// What a parameter of a kernel says of an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parameter {
    /// Whether it is a pointer.
    pointer: bool,
    /// The bytes of what it points to, where that is no class: a pointer to one may be made of one to a class that is
    /// derived from it.
    bytes: Option<u64>,
}

impl Evaluator<'_> {
    /// The parameters of a kernel. Nothing for one of which overloads say something else.
    pub(super) fn parameters_of(&self, kernel: &Name) -> Vec<Parameter> {
        let kernels = self.file.functions().filter(|f| f.specifiers.global);
        let mut of_name = kernels.filter(|f| last_part(&f.name) == *kernel);
        let of = |f: &Function| -> Vec<Parameter> {
            let of = |ty: &Type| Parameter {
                pointer: matches!(ty.value(), Type::Pointer(_)),
                bytes: self.element_bytes(ty),
            };
            f.parameters.iter().map(|p| of(&p.ty)).collect()
        };
        let first = of_name.next().map(of).unwrap_or_default();
        match of_name.all(|f| of(f) == first) {
            true => first,
            false => Vec::new(),
        }
    }

    fn element_bytes(&self, parameter: &Type) -> Option<u64> {
        let Type::Pointer(of) = parameter.value() else { return None };
        match of.value() {
            ty @ (Type::Bool | Type::Int(_) | Type::Float(_)) => self.bytes(ty),
            ty @ Type::Named(name) if vector(name.as_str()).is_some() => self.bytes(ty),
            _ => None,
        }
    }

    /// The value of an argument, as the parameter has it.
    pub(super) fn given_to_parameter(&mut self, e: &Expr, parameter: Parameter) -> Value {
        match self.moved_argument(e, parameter.bytes) {
            // A conversion of its class makes a pointer of it, which is not followed.
            Value::Record(_) if parameter.pointer => Value::Unknown,
            // The number 0 is a null pointer. [C++17, 7.11]
            Value::Int(_, n) if parameter.pointer && literal(&n).is_some_and(Zero::is_zero) => {
                Value::Pointer(Pointer::Null)
            }
            value => value,
        }
    }

    /// A pointer is converted to the parameter's type without another step [C++17, 7.11]: by so many bytes a sum moves it
    /// whose form does not say what it points to, as `v.data() + n`.
    fn moved_argument(&mut self, e: &Expr, bytes: Option<u64>) -> Value {
        let (op, pointer, index) = match &e.kind {
            ExprKind::Binary(op @ (Binary::Add | Binary::Sub), a, b) => (*op, a, b),
            ExprKind::Unary(Unary::Address, place) => match &place.kind {
                ExprKind::Index(of, index) => (Binary::Add, of, index),
                _ => return self.value(e),
            },
            _ => return self.value(e),
        };
        let said = self.pointee(pointer).is_some() || self.pointee(index).is_some();
        if bytes.is_none() || said || self.may_be_own(&[pointer, index]) {
            return self.value(e);
        }
        let left = self.moved_argument(pointer, bytes);
        let right = self.moved_argument(index, bytes);
        let moved = binary(op, &left, &right);
        moved.or_else(|| self.offset(op, &left, &right, bytes)).unwrap_or(Value::Unknown)
    }
}
