//! Two pointers into one array: compared, subtracted, and counting a loop. [C++17, 8.7, 8.9]

use super::environment::{Pointer, Value};
use super::place::scalars;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::survey::with_null;
use crate::term::{bin, literal, num, truth};
use crate::typed::{Expr, Type};
use crate::unsupported::Unsupported;
use num_traits::Zero;
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
        if let Some((rel, pointer)) = with_null(e) {
            return self.compared_with_null(rel, pointer, e);
        }
        let owed = self.block.owed.len();
        let both = (self.value(a), self.value(b));
        if let (Ok(Value::Pointer(a)), Ok(Value::Pointer(b))) = &both
            && one_array(a, b)
        {
            let (a, b) = (Arc::clone(&a.offset), Arc::clone(&b.offset));
            return Ok(self.decided(rel, a, b));
        }
        // Two null pointers are equal. [C++17, 8.10]
        if let (Ok(a), Ok(b)) = &both
            && self.is_null(a) == Some(true)
            && self.is_null(b) == Some(true)
        {
            return Ok(Arc::new(Cond::Bool(matches!(rel, Rel::Eq | Rel::Le | Rel::Ge))));
        }
        self.block.owed.truncate(owed);
        let ty = IntType::unsigned(1);
        Ok(truth(self.unknown("holds", ty, "a comparison of pointers", &e.span)?))
    }

    /// `p == nullptr`: any answer where nobody says, on which threads agree where they agree on the pointer.
    fn compared_with_null(&mut self, rel: Rel, p: &Expr, e: &Expr) -> Lowered<Arc<Cond>> {
        let owed = self.block.owed.len();
        let value = self.value(p).ok();
        self.block.owed.truncate(owed);
        if let (Some(is_null), Rel::Eq | Rel::Ne) =
            (value.as_ref().and_then(|p| self.is_null(p)), rel)
        {
            return Ok(Arc::new(Cond::Bool(is_null == (rel == Rel::Eq))));
        }
        let (ty, why) = (IntType::unsigned(1), "whether a pointer is null");
        let alike = matches!(&value, Some(Value::Pointer(p)) if self.is_uniform(&p.offset));
        Ok(truth(match alike {
            true => self.agreed_unknown("holds", ty, why, &e.span)?,
            false => self.unknown("holds", ty, why, &e.span)?,
        }))
    }

    /// Whether a pointer is null, where that is known.
    fn is_null(&self, p: &Value) -> Option<bool> {
        match p {
            Value::Null => Some(true),
            Value::Address(..) => Some(false),
            Value::Pointer(p) if self.arrays.null.contains(&p.array) => {
                literal(&p.offset).is_some_and(Zero::is_zero).then_some(true)
            }
            _ => None,
        }
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
