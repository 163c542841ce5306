//! Initializers in braces: which expression goes where. [C++17, 11.6.1]

use super::{Compiled, Compiler, error, unsupported};
use crate::types::Type;
use cuda::Area;
use cuda::syntax::{Expr, ExprKind, Init};
use semantics::Span;

/// An initializer has at most this many values.
const MOST_VALUES: usize = 1 << 20;

/// What an initializer puts where: distance in bytes, type there, value.
pub(super) type Initial<'e> = Vec<(u64, Type, &'e Expr)>;

impl<'s> Compiler<'s> {
    /// The values of an initializer. What none of them sets is 0.
    pub(super) fn initial_values(
        &mut self,
        ty: &Type,
        init: &'s Init,
        span: &Span,
    ) -> Compiled<Initial<'s>> {
        let mut out = Vec::new();
        if !matches!(init, Init::Expr(_)) && self.is_constructed(ty) {
            let what = format!("an initializer of a `{ty}`, whose members have constructors,");
            return unsupported(Area::Initializer, span, what);
        }
        match init {
            Init::Expr(e) => out.push((0, ty.clone(), e)),
            Init::Arguments(es) => match es.as_slice() {
                [e] => out.push((0, ty.clone(), e)),
                es => self.constructed(ty, es, span, &mut out)?,
            },
            Init::List(list) => {
                let mut rest = list.as_slice();
                self.aggregate(ty, 0, &mut rest, &mut out, span)?;
                if !rest.is_empty() {
                    return error(span, "more initializers than there are members");
                }
            }
        }
        Ok(out)
    }

    /// `dim3 d(1, 2);`: one argument for each member.
    fn constructed(
        &mut self,
        ty: &Type,
        es: &'s [Expr],
        span: &Span,
        out: &mut Initial<'s>,
    ) -> Compiled<()> {
        let Type::Record(record) = ty else {
            return unsupported(Area::Initializer, span, "this initializer");
        };
        if ty.has_union() {
            return unsupported(Area::Class, span, format!("the construction of a `{ty}`"));
        }
        if es.len() > record.fields.len() {
            return unsupported(Area::Class, span, "a constructor");
        }
        for (field, e) in record.fields.iter().zip(es) {
            out.push((field.offset, field.ty.clone(), e));
        }
        Ok(())
    }

    /// Takes from a list what an object of the type needs: braces around parts may be left out.
    fn aggregate(
        &mut self,
        ty: &Type,
        at: u64,
        rest: &mut &'s [Init],
        out: &mut Initial<'s>,
        span: &Span,
    ) -> Compiled<()> {
        let parts: Vec<(u64, Type)> = match ty {
            Type::Array(of, n) => {
                let n = (*n).min(rest.len() as u64);
                (0..n).map(|i| (at + i * of.size(), (**of).clone())).collect()
            }
            // Of a union, the first member is. [C++17, 11.6.1, paragraph 16]
            Type::Record(record) => {
                let all = if record.union { 1 } else { record.fields.len() };
                record.fields.iter().take(all).map(|f| (at + f.offset, f.ty.clone())).collect()
            }
            Type::Scalar(_) | Type::Pointer(_) => vec![(at, ty.clone())],
            Type::Void | Type::Opaque(_) => {
                return unsupported(Area::Type, span, "a value of an unknown type");
            }
        };
        for (at, part) in parts {
            let Some((first, after)) = rest.split_first() else { return Ok(()) };
            if out.len() >= MOST_VALUES {
                return unsupported(Area::Limit, span, "an initializer of this length");
            }
            match first {
                Init::List(list) => {
                    *rest = after;
                    let mut inner = list.as_slice();
                    self.aggregate(&part, at, &mut inner, out, span)?;
                    if !inner.is_empty() {
                        return error(span, "more initializers than there are members");
                    }
                }
                Init::Expr(e) if part.scalar().is_some() || self.is_whole(&part, e)? => {
                    *rest = after;
                    out.push((at, part, e));
                }
                Init::Expr(_) => self.aggregate(&part, at, rest, out, span)?,
                Init::Arguments(_) => {
                    return unsupported(Area::Initializer, span, "this initializer");
                }
            }
        }
        Ok(())
    }

    /// Whether the expression is a whole structure, and not its first member.
    fn is_whole(&mut self, ty: &Type, e: &'s Expr) -> Compiled<bool> {
        let Type::Record(_) = ty else {
            return match e.kind {
                ExprKind::Str(_) => unsupported(Area::Memory, &e.span.0, "a string in memory"),
                _ => Ok(false),
            };
        };
        Ok(self.type_of(e)? == *ty)
    }

    /// The type of an expression that is not evaluated.
    pub(super) fn type_of(&mut self, e: &'s Expr) -> Compiled<Type> {
        if let Some(known) = self.known.ty(e) {
            return Ok(known);
        }
        let start = self.mark();
        let place = self.place(e);
        self.forget(start);
        let ty = place?.ty().clone();
        self.known.set_type(e, ty.clone());
        Ok(ty)
    }
}
