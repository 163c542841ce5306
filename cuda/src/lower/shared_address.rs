//! Addresses in shared memory, as numbers: what `__cvta_generic_to_shared` gives, and inline PTX takes. [PTX ISA, 5.2]
//!
//! Such a number is a pointer that counts in bytes. It may be added to, and be another integer of at least 32 bits; all
//! else that is done with it is unsupported, or gives an unknown number, of which no address is made again. Both ends of
//! an addition that is no place of the array on the way are followed as they are: no address is more than 31 bits away
//! from another one.

use super::environment::{Pointer, Value};
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::bin;
use crate::typed::{Expr, Type};
use crate::unsupported::Unsupported;
use num_traits::Signed;
use semantics::{Arithmetic, Expr as Term, IntType, Number, Op, Sharing};
use std::sync::Arc;

/// Of how many bits an address in shared memory is.
const BITS: u8 = 32;

impl Lowering<'_> {
    /// The address of what a pointer points to.
    pub(super) fn shared_address(&mut self, of: Option<Value>, e: &Expr) -> Lowered<Value> {
        match of {
            Some(Value::Either(c, a, b)) => {
                let (a, b) = (self.shared_address(Some(*a), e)?, self.shared_address(Some(*b), e)?);
                Ok(Value::Either(c, a.into(), b.into()))
            }
            Some(Value::Pointer(p)) if self.is_of_block(&p) => match p.step {
                Some(_) => Ok(Value::Pointer(self.in_steps(&p, 1, true))),
                None => {
                    // It is read once more, by its bytes.
                    self.flatten(&p);
                    Err(refused("the address of memory whose bytes are not known", e))
                }
            },
            _ => Err(refused("the shared address of what is not known to be in shared memory", e)),
        }
    }

    fn is_of_block(&self, p: &Pointer) -> bool {
        let sharing = |array| self.arrays.types.get(array).map(|array| array.sharing);
        sharing(&p.array).or_else(|| sharing(&p.root)) == Some(Sharing::Block)
    }

    /// The pointer to an address.
    pub(super) fn at_shared_address(&mut self, address: Option<Value>, e: &Expr) -> Lowered<Value> {
        match address {
            Some(address) if address.is_address() => Ok(address),
            _ => Err(refused("an address in shared memory that is not known", e)),
        }
    }

    /// An address as another integer; no pointer is made of it.
    pub(super) fn address_as(&mut self, address: Value, to: &Type, e: &Expr) -> Lowered<Value> {
        match to.int() {
            Some(ty) if ty.bits >= BITS => Ok(address),
            _ => Err(refused(&format!("an address in shared memory as a `{to}`"), e)),
        }
    }

    /// `address + n`, `n + address` and `address - n`, of this type.
    pub(super) fn address_moved(
        &mut self,
        op: Op,
        ty: IntType,
        a: Value,
        b: Value,
        e: &Expr,
    ) -> Lowered<Value> {
        match (op, a, b) {
            (Op::Add | Op::Sub, Value::Either(c, x, y), n @ Value::Int(_)) => {
                let x = self.address_moved(op, ty, *x, n.clone(), e)?;
                let y = self.address_moved(op, ty, *y, n, e)?;
                Ok(Value::Either(c, x.into(), y.into()))
            }
            (Op::Add | Op::Sub, Value::Pointer(p), Value::Int(n)) => {
                let from = self.in_steps(&p, 1, true);
                let offset = bin(op, IntType::LONG, from.offset, self.bytes_between(ty, &n));
                Ok(Value::Pointer(Pointer { offset, checked: false, ..from }))
            }
            (Op::Add, n @ Value::Int(_), address) => self.address_moved(op, ty, address, n, e),
            _ => Err(refused("this operator on an address in shared memory", e)),
        }
    }

    /// By how many bytes a number of this type moves an address. Addresses are numbers of 32 bits, and two of one array
    /// are less than 2³¹ apart.
    fn bytes_between(&self, ty: IntType, n: &Arc<Term>) -> Arc<Term> {
        let half = Number::from(1) << (BITS - 1);
        let range = self.range(n);
        if ty.signed || (!range.min.is_negative() && range.max < half) {
            return self.as_long(n).unwrap_or_else(|| self.cast(IntType::LONG, ty, Arc::clone(n)));
        }
        let signed = IntType::signed(BITS);
        self.cast(IntType::LONG, signed, self.cast(signed, ty, Arc::clone(n)))
    }

    /// A number by arithmetic that shows what divides it: of `long`, where nothing wraps around.
    fn as_long(&self, e: &Arc<Term>) -> Option<Arc<Term>> {
        match &**e {
            Term::Num(_) => Some(Arc::clone(e)),
            Term::Bin(op @ (Op::Add | Op::Sub | Op::Mul), Arithmetic::C(ty), a, b)
                if !ty.signed =>
            {
                let long = bin(*op, IntType::LONG, self.as_long(a)?, self.as_long(b)?);
                let range = self.range(&long);
                let fits = ty.contains(&range.max) && range.max < IntType::LONG.max();
                (!range.min.is_negative() && fits).then_some(long)
            }
            Term::Convert(to, inner) if self.type_of(inner).is_some() => {
                let (range, from) = (self.range(inner), self.type_of(inner)?);
                let same = to.contains(&range.min) && to.contains(&range.max);
                same.then(|| self.cast(IntType::LONG, from, Arc::clone(inner)))
            }
            _ => Some(self.cast(IntType::LONG, self.type_of(e)?, Arc::clone(e))),
        }
    }
}

fn refused(what: &str, e: &Expr) -> Unsupported {
    Unsupported::new(Area::Transfer, what, &e.span)
}
