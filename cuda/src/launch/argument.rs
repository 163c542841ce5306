//! The arguments of a launch, as far as the parameters of the kernel say more of them than their own form does.

use super::call::last_part;
use super::evaluator::Evaluator;
use super::value::{Value, binary};
use crate::resolve::vector;
use crate::syntax::{Binary, Expr, ExprKind, Function, Type, Unary};
use semantics::Name;

impl Evaluator<'_> {
    /// The bytes of what each parameter of a kernel points to, where it is no class: a pointer to one may be made of one
    /// to a class that is derived from it. Nothing for one of which overloads say something else.
    pub(super) fn pointed_by_parameters(&self, kernel: &Name) -> Vec<Option<u64>> {
        let kernels = self.file.functions().filter(|f| f.specifiers.global);
        let mut of_name = kernels.filter(|f| last_part(&f.name) == *kernel);
        let sizes = |f: &Function| -> Vec<Option<u64>> {
            f.parameters.iter().map(|p| self.element_bytes(&p.ty)).collect()
        };
        let first = of_name.next().map(sizes).unwrap_or_default();
        match of_name.all(|f| sizes(f) == first) {
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

    /// The value of an argument. A pointer is converted to the parameter's type without another step [C++17, 7.11]: by so
    /// many bytes a sum moves it whose form does not say what it points to, as `v.data() + n`.
    pub(super) fn given_to_parameter(&mut self, e: &Expr, bytes: Option<u64>) -> Value {
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
        let left = self.given_to_parameter(pointer, bytes);
        let right = self.given_to_parameter(index, bytes);
        let moved = binary(op, &left, &right);
        moved.or_else(|| self.offset(op, &left, &right, bytes)).unwrap_or(Value::Unknown)
    }
}
