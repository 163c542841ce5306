//! Expressions whose value nobody asks for. [C++17, 8.2]

use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::typed::{Expr, Kind, Type};

impl Typer<'_> {
    /// An expression of which the value is not used. What an lvalue names is not read then, unless it
    /// is `volatile`: it is its address that is evaluated. [C++17, 8.2]
    pub(super) fn discarded(&self, e: Expr) -> Typed<Expr> {
        let Expr { kind, ty, span } = e;
        Ok(match kind {
            Kind::Convert(inner) if ty == Type::Void => self.discarded(*inner)?,
            Kind::Comma(a, b) => {
                let b = self.discarded(*b)?;
                let ty = b.ty.clone();
                make(Kind::Comma(a, b.into()), ty, &span)
            }
            Kind::Conditional(c, a, b) if a.ty == b.ty => {
                let (a, b) = (self.discarded(*a)?, self.discarded(*b)?);
                match a.ty == b.ty {
                    true => {
                        let ty = a.ty.clone();
                        make(Kind::Conditional(c, a.into(), b.into()), ty, &span)
                    }
                    false => {
                        return unsupported(
                            Area::Expression,
                            &span,
                            "the operator `?:` whose value is not used",
                        );
                    }
                }
            }
            kind => {
                let e = make(kind, ty, &span);
                if !super::place::is_place(&e)
                    || !self.is_shared_place(&e)
                    || matches!(e.ty, Type::Array(..))
                {
                    return Ok(e);
                }
                if self.context.volatile {
                    return unsupported(
                        Area::Memory,
                        &span,
                        "an expression statement that reads an element if it is `volatile`",
                    );
                }
                let ty = Type::Pointer(e.ty.clone().into());
                make(Kind::Address(e.into()), ty, &span)
            }
        })
    }

    /// Whether a place is in memory that threads share, as far as its form tells.
    fn is_shared_place(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Local(id) => self.in_memory(*id),
            Kind::Member(of, _) => self.is_shared_place(of),
            _ => true,
        }
    }
}
