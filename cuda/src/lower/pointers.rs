//! Two pointers into one array: compared, subtracted, and counting a loop. [C++17, 8.7, 8.9]

use super::environment::{Pointer, Value};
use super::place::scalars;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::{bin, num, truth};
use crate::typed::{Expr, Type};
use crate::unsupported::Unsupported;
use semantics::{Cond, Expr as Term, IntType, Number, Op, Rel};
use std::sync::Arc;

/// A pointer that counts a loop: `p += blockDim.x`.
#[derive(Clone)]
pub(super) struct Walking {
    /// Where it starts.
    pub start: Pointer,
    /// The elements that the offset counts by which one step goes further.
    width: Number,
}

impl Walking {
    /// The pointer at an offset.
    pub fn at(&self, offset: Arc<Term>) -> Value {
        Value::Pointer(Pointer { offset, checked: false, ..self.start.clone() })
    }

    /// The offset from which on the loop goes no further, of another pointer into its array.
    pub fn bound(&self, other: &Value) -> Option<Arc<Term>> {
        let Value::Pointer(other) = other else { return None };
        one_array(&self.start, other).then(|| Arc::clone(&other.offset))
    }

    /// How far the offset goes where the pointer is moved by so many elements.
    pub fn far(&self, by: Arc<Term>) -> Arc<Term> {
        bin(Op::Mul, IntType::LONG, by, num(self.width.clone()))
    }
}

/// Whether the difference of the offsets is the distance.
fn one_array(a: &Pointer, b: &Pointer) -> bool {
    !a.part && !b.part && a.array == b.array && a.step == b.step
}

impl Lowering<'_> {
    /// What a pointer counts a loop by; `None` where that is not followed.
    pub(super) fn walking(&self, ty: &Type, start: Value) -> Option<Walking> {
        let (Type::Pointer(to), Value::Pointer(start)) = (ty, start) else { return None };
        let width = self.width(&start, to)?;
        (!start.part).then_some(Walking { start, width })
    }

    /// How far the offset of a pointer goes with each element.
    fn width(&self, p: &Pointer, of: &Type) -> Option<Number> {
        let Some(step) = p.step else { return Some(scalars(of)) };
        let size = self.layout(of)?.size;
        (size % step == 0 && size > 0).then(|| (size / step).into())
    }

    /// `p < q`: of pointers into two arrays, which comes first nobody says.
    pub(super) fn compared(
        &mut self,
        rel: Rel,
        a: &Expr,
        b: &Expr,
        e: &Expr,
    ) -> Lowered<Arc<Cond>> {
        let owed = self.block.owed.len();
        if let (Ok(Value::Pointer(a)), Ok(Value::Pointer(b))) = (self.value(a), self.value(b))
            && one_array(&a, &b)
        {
            return Ok(self.decided(rel, a.offset, b.offset));
        }
        self.block.owed.truncate(owed);
        let ty = IntType::unsigned(1);
        Ok(truth(self.unknown("holds", ty, "a comparison of pointers", &e.span)?))
    }

    /// `p - q`, in elements.
    pub(super) fn distance(&mut self, a: &Expr, b: &Expr, e: &Expr) -> Lowered<Value> {
        let of = match &a.ty {
            Type::Pointer(of) | Type::Array(of, _) => of,
            _ => {
                return Err(Unsupported::new(Area::Pointer, "a difference of pointers", &e.span));
            }
        };
        match (self.value(a)?, self.value(b)?) {
            (Value::Pointer(a), Value::Pointer(b)) if one_array(&a, &b) => {
                let Some(width) = self.width(&a, of) else {
                    return Err(Unsupported::new(
                        Area::Pointer,
                        "a difference of pointers",
                        &e.span,
                    ));
                };
                let far = bin(Op::Sub, IntType::LONG, a.offset, b.offset);
                Ok(Value::Int(bin(Op::Div, IntType::LONG, far, num(width))))
            }
            _ => Err(Unsupported::new(
                Area::Pointer,
                "a difference of pointers into two arrays",
                &e.span,
            )),
        }
    }
}
