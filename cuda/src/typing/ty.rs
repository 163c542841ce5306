//! What types as written stand for.

use super::{Typed, Typer, ask, constant, error, unsupported};
use crate::area::Area;
use crate::assumption::AssumptionKind;
use crate::syntax;
use crate::typed::Type;
use semantics::{Number, Span};
use std::sync::Arc;

/// `const T`; of an array, that of its elements. [C++17, 6.9.3, paragraph 5]
fn with_const(of: Type) -> Type {
    match of {
        Type::Const(_) => of,
        Type::Array(of, n) => Type::Array(with_const((*of).clone()).into(), n),
        of => Type::Const(of.into()),
    }
}

impl Typer<'_> {
    /// A type, its array sizes evaluated.
    pub(super) fn ty(&mut self, ty: &syntax::Type, span: &Span) -> Typed<Type> {
        ask(span)?;
        Ok(match ty {
            syntax::Type::Void => Type::Void,
            syntax::Type::Bool => Type::Bool,
            syntax::Type::Int(int) => Type::Int(*int),
            syntax::Type::Float(bits) => Type::Float(*bits),
            syntax::Type::Named(name) => match self.types.get(name) {
                Some(meaning) if meaning.reference => {
                    return unsupported(
                        Area::Pointer,
                        span,
                        format!("`{name}`, which is a reference here"),
                    );
                }
                Some(meaning) => meaning.ty.clone(),
                // Of a built-in vector's name.
                None if self.is_own_vector(name) => {
                    return unsupported(
                        Area::Name,
                        span,
                        format!("a structure with the name `{name}`"),
                    );
                }
                None => {
                    self.refuse_unread(name, span)?;
                    self.record(name);
                    Type::Opaque(name.clone())
                }
            },
            syntax::Type::Missing(name) if self.closed => {
                return error(span, format!("`{name}` is not declared"));
            }
            syntax::Type::Missing(name) => {
                self.refuse_ambiguous(name, span)?;
                let what = format!(
                    "the type `{name}`, which nothing at hand declares, is taken as a type of numbers, or of structures of numbers"
                );
                self.assume(AssumptionKind::UnknownType, what, span);
                Type::unknown(name.clone())
            }
            syntax::Type::Instance(name, arguments) => {
                let name = self.class_instance(name, arguments, span)?;
                self.record(&name);
                Type::Opaque(name)
            }
            syntax::Type::Member(of, name) => self.member_type(of, name, span)?,
            syntax::Type::Decltype(e) => match self.value(e)?.ty {
                // No value is of such a type: traits of the library ask for one.
                ty @ (Type::Array(..) | Type::Function)
                    if matches!(e.kind, syntax::ExprKind::Construct(..)) =>
                {
                    let what = format!("what a trait makes of a `{ty}`");
                    return unsupported(Area::Type, span, what);
                }
                ty => ty,
            },
            syntax::Type::Other(what) => return unsupported(Area::Type, span, *what),
            syntax::Type::Auto => {
                return unsupported(Area::Type, span, "`auto` in this place");
            }
            syntax::Type::Const(of) => with_const(self.ty(of, span)?),
            syntax::Type::Distinct(name, _) if self.context.wide.contains(name) => {
                return unsupported(
                    Area::Type,
                    span,
                    format!("the enumeration `{name}`, which an `int` does not hold"),
                );
            }
            syntax::Type::Volatile(of) => {
                self.volatile = true;
                self.ty(of, span)?
            }
            syntax::Type::Distinct(_, of) => self.ty(of, span)?,
            syntax::Type::Moved(of) => self.referent(of, span)?,
            syntax::Type::Pointer(to) => Type::Pointer(Arc::new(self.ty(to, span)?)),
            syntax::Type::Reference(_) => {
                return unsupported(Area::Pointer, span, "a reference");
            }
            syntax::Type::Function => Type::Function,
            syntax::Type::Array(of, size) => {
                let of = self.ty(of, span)?;
                let size = match size {
                    None => None,
                    Some(size) => self.elements(&of, size)?,
                };
                Type::Array(of.into(), size)
            }
        })
    }

    /// How many elements of a type an array has; nothing where how far it goes is not known.
    fn elements(&mut self, of: &Type, size: &syntax::Expr) -> Typed<Option<Number>> {
        let typed = self.value(size)?;
        let known = constant::evaluate(&typed);
        if known.is_none()
            && (self.of_thread && self.is_fixed(&typed) || self.is_symbolic(&typed) && scalar(of))
        {
            return Ok(None);
        }
        let whole = |_: &Number| self.of_thread || !matches!(of, Type::Array(_, None));
        let Some(n) = known.filter(whole) else {
            let what = "an array size that is not constant";
            return unsupported(Area::Constant, &size.span.0, what);
        };
        if n < Number::from(1) || n > Number::from(u32::MAX) {
            return error(&size.span.0, format!("an array of {n} elements"));
        }
        Ok(Some(n))
    }
}

/// Whether an array of this type has one dimension.
fn scalar(of: &Type) -> bool {
    !matches!(of.unqualified(), Type::Array(..))
}
