//! The functions of OpenCL C that CUDA spells otherwise. [OpenCL C 3.0, 6.15]

use super::{Typed, Typer, constant, make, unsupported};
use crate::area::Area;
use crate::syntax::{Binary, ExprKind, Unary};
use crate::typed::{Callee, Expr, Kind, Type};
use crate::vocabulary::opencl::{
    Function, GLOBAL_FENCE, IMAGE_FENCE, LOCAL_FENCE, WORK_GROUP, function,
};
use num_traits::ToPrimitive;
use semantics::{Axis, Dim, IntType, Op, Scope, Span};

/// Local and global memory.
const BOTH: u8 = LOCAL_FENCE | GLOBAL_FENCE;

/// Whether the value of an expression is a truth: in C, an `int`. [C99, 6.5.3.3, 6.5.8, 6.5.13]
pub(super) fn is_truth(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Bool(_) | ExprKind::Unary(Unary::Not, _) => true,
        ExprKind::Binary(op, ..) => matches!(
            op,
            Binary::Lt
                | Binary::Gt
                | Binary::Le
                | Binary::Ge
                | Binary::Eq
                | Binary::Ne
                | Binary::And
                | Binary::Or
        ),
        _ => false,
    }
}

impl Typer<'_> {
    /// By how much a number of this type is shifted: OpenCL C takes the lowest bits that make a
    /// difference. [OpenCL C 3.0, 6.4.10]
    pub(super) fn shifted_by(&self, by: Expr, ty: &Type) -> Expr {
        match (self.context.opencl, ty, &by.ty) {
            (true, Type::Int(int), Type::Int(_)) => {
                let span = by.span.clone();
                let (ty, last) = (by.ty.clone(), Kind::Int((int.bits - 1).into()));
                let last = make(last, ty.clone(), &span);
                make(Kind::Arithmetic(Op::BitAnd, by.into(), last.into()), ty, &span)
            }
            _ => by,
        }
    }

    /// A call of one of them; `None` where the function is none.
    pub(super) fn opencl(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let of_axis = |kind: fn(Dim) -> Kind| {
            let dim = match arguments {
                [only] => constant::evaluate(only).and_then(|n| n.to_usize()),
                _ => None,
            };
            match dim.and_then(|n| Dim::ALL.get(n)) {
                Some(dim) => {
                    let e = make(kind(*dim), Type::Int(IntType::UINT), span);
                    self.convert(e, &Type::Int(IntType::ULONG))
                }
                None => unsupported(
                    Area::Constant,
                    span,
                    format!("`{name}` of a dimension that is not constant"),
                ),
            }
        };
        let join = |op: Op, a: Expr, b: Expr| {
            make(Kind::Arithmetic(op, a.into(), b.into()), Type::Int(IntType::ULONG), span)
        };
        let thread = |dim| Kind::Coordinate(Axis::Thread(dim));
        let block = |dim| Kind::Coordinate(Axis::Block(dim));
        let Some(function) = function(name) else { return Ok(None) };
        Ok(Some(match function {
            Function::LocalId => of_axis(thread)?,
            Function::GroupId => of_axis(block)?,
            Function::LocalSize => of_axis(Kind::BlockDim)?,
            Function::NumGroups => of_axis(Kind::GridDim)?,
            Function::GlobalSize => {
                join(Op::Mul, of_axis(Kind::GridDim)?, of_axis(Kind::BlockDim)?)
            }
            Function::GlobalId => {
                let first = join(Op::Mul, of_axis(block)?, of_axis(Kind::BlockDim)?);
                let e = join(Op::Add, first, of_axis(thread)?);
                self.note("the global offset is 0, and every work-group full");
                e
            }
            Function::Barrier => {
                let number = |e: &Expr| constant::evaluate(e).and_then(|n| n.to_u8());
                let flags = match arguments {
                    [flags] => number(flags),
                    // What is ordered for more than the work-group is for the work-group, too.
                    [flags, scope] if number(scope) >= Some(WORK_GROUP) => number(flags),
                    _ => None,
                };
                // Images are arrays of the grid here, but have a fence of their own.
                let apart =
                    flags.is_some_and(|f| (f & GLOBAL_FENCE == 0) != (f & IMAGE_FENCE == 0));
                if apart && self.locals.iter().any(|local| is_image(&local.ty)) {
                    return unsupported(
                        Area::Barrier,
                        span,
                        "a barrier that orders images and other memory apart",
                    );
                }
                let partial = match flags.filter(|flags| *flags <= BOTH | IMAGE_FENCE) {
                    Some(flags) if flags & BOTH == BOTH => Vec::new(),
                    Some(flags) => {
                        let ty = Type::Int(IntType::INT);
                        vec![make(Kind::Int((flags & BOTH).into()), ty, span)]
                    }
                    None => {
                        return unsupported(Area::Barrier, span, "a barrier with these arguments");
                    }
                };
                make(Kind::Call(Callee::Sync(Scope::Block), partial), Type::Void, span)
            }
            Function::Fence => make(Kind::Call(Callee::Fence, Vec::new()), Type::Void, span),
            Function::Atomic(atomic) => self.atomic(atomic, arguments.to_vec(), span)?,
        }))
    }
}

/// Whether a type is an image, or a pointer to one.
fn is_image(ty: &Type) -> bool {
    match ty {
        Type::Pointer(of) | Type::Const(of) => is_image(of),
        Type::Opaque(name) => crate::vocabulary::is_image(name.as_str()),
        _ => false,
    }
}
