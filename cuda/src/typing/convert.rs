//! Conversions. [C++17, 7]

use super::{Typed, Typer, error, make};
use crate::area::Area;
use crate::path::Path;
use crate::resolve::{self, Part, Shape};
use crate::syntax::CONVERSION;
use crate::typed::{Expr, Kind, Type};
use crate::vocabulary::is_vector;
use num_traits::Zero;
use semantics::{Name, Rel};

/// The integral promotions. Of a type that nothing gives, the result is another one: that of `short` is `int`.
pub(super) fn promote(ty: &Type) -> Type {
    match ty.part() {
        Part::Number(number) => number.promoted().into(),
        Part::Unknown => Type::met(&[ty]),
        _ => ty.clone(),
    }
}

/// The usual arithmetic conversions: the one type at which a binary operator works.
pub(super) fn usual(a: &Type, b: &Type) -> Option<Type> {
    let vector = |ty: &Type| matches!(ty, Type::Opaque(name) if is_vector(name.as_str()));
    Some(match (a.part(), b.part()) {
        (Part::Unknown, Part::Unknown | Part::Number(_)) | (Part::Number(_), Part::Unknown) => {
            Type::met(&[a, b])
        }
        (Part::Number(x), Part::Number(y)) => x.usual(y).into(),
        // `float4 + float4`, `2 * float4`: as the samples' headers define them.
        (Part::Other, Part::Other) if a == b && vector(a) => a.clone(),
        (Part::Other, Part::Number(_)) if vector(a) => a.clone(),
        (Part::Number(_), Part::Other) if vector(b) => b.clone(),
        _ => return None,
    })
}

impl Typer<'_> {
    /// An expression converted to a type, as an assignment does.
    pub(super) fn convert(&self, e: Expr, ty: &Type) -> Typed<Expr> {
        if let Type::Const(ty) = ty {
            // A value is no less for being constant.
            return self.convert(e, ty);
        }
        if e.ty == *ty {
            return Ok(e);
        }
        let span = e.span.clone();
        Ok(match (&e.ty, ty) {
            (_, Type::Bool) => self.truth(e)?,
            (Type::Int(_) | Type::Bool | Type::Float(_), Type::Int(_) | Type::Float(_)) => {
                make(Kind::Convert(e.into()), ty.clone(), &span)
            }
            (Type::Array(..), Type::Pointer(_)) => make(Kind::Convert(e.into()), ty.clone(), &span),
            (Type::Pointer(_), Type::Pointer(_)) => {
                make(Kind::Convert(e.into()), ty.clone(), &span)
            }
            // A null pointer. [C++17, 7.11]
            (Type::Int(_), Type::Pointer(_)) if matches!(&e.kind, Kind::Int(n) if n.is_zero()) => {
                make(Kind::Null, ty.clone(), &span)
            }
            (Type::Int(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Int(_)) => {
                let what = "a conversion between pointers and numbers".to_string();
                make(Kind::Unsupported(Area::Type, what), ty.clone(), &span)
            }
            (_, Type::Void) => make(Kind::Convert(e.into()), Type::Void, &span),
            (Type::Int(_) | Type::Bool | Type::Float(_), Type::Unknown(_))
            | (Type::Unknown(_), Type::Int(_) | Type::Float(_) | Type::Unknown(_)) => {
                make(Kind::Convert(e.into()), ty.clone(), &span)
            }
            (Type::Unknown(_), Type::Opaque(name)) if is_vector(name.as_str()) => {
                make(Kind::Convert(e.into()), ty.clone(), &span)
            }
            (Type::Int(_) | Type::Bool | Type::Float(_), Type::Opaque(vector))
                if self.context.opencl && is_vector(vector.as_str()) && !self.has_effects(&e) =>
            {
                self.widened(&e, vector, ty)?
            }
            // Which sampler it is says nothing of memory. [OpenCL C 3.0, 6.13.7]
            (Type::Int(_), Type::Opaque(name))
                if self.context.opencl && name.as_str() == "sampler_t" =>
            {
                make(Kind::Gather(vec![e]), ty.clone(), &span)
            }
            (Type::Opaque(_) | Type::Unknown(_), _) | (_, Type::Opaque(_) | Type::Unknown(_)) => {
                let what = format!("a conversion from `{}` to `{ty}`", e.ty);
                make(Kind::Unsupported(Area::Type, what), ty.clone(), &span)
            }
            _ => return error(&span, format!("`{}` does not convert to `{ty}`", e.ty)),
        })
    }

    /// A number as each component of a vector. [OpenCL C 3.0, 6.3.1]
    fn widened(&self, e: &Expr, vector: &Name, ty: &Type) -> Typed<Expr> {
        let lanes = resolve::vector(vector.as_str()).map_or(Vec::new(), |(lanes, lane)| {
            lanes.iter().map(|_| self.convert(e.clone(), &lane.into())).collect()
        });
        let all = lanes.into_iter().collect::<Typed<_>>()?;
        Ok(make(Kind::Gather(all), ty.clone(), &e.span))
    }

    /// As [`Typer::convert`], where the source does not ask for it: no `const` may be lost.
    pub(super) fn implicit(&mut self, e: Expr, ty: &Type) -> Typed<Expr> {
        if let Some(converted) = self.conversion(&e, ty)? {
            return Ok(converted);
        }
        if let (Type::Pointer(from) | Type::Array(from, _), Type::Pointer(to)) = (&e.ty, ty)
            && from.is_const()
            && !to.is_const()
        {
            return error(&e.span, format!("`{}` does not convert to `{ty}`", e.ty));
        }
        self.convert(e, ty)
    }

    /// Whether a function of its class converts a value of this type to another one.
    pub(super) fn has_conversions(&mut self, ty: &Type) -> bool {
        let Type::Opaque(class) = ty.unqualified() else { return false };
        let full = self.class_parts(&class).0.member(CONVERSION);
        self.context.functions.contains_key(&full)
            || self.context.ambiguous.contains(&full)
            || self.inherits(&class, &CONVERSION.into())
    }

    /// As [`Typer::has_conversions`], of the file's classes all: clang gives their functions other names.
    pub(super) fn may_be_converted(&mut self, ty: &Type) -> bool {
        let Type::Opaque(class) = ty.unqualified() else { return false };
        let own = self.class_record(&class).is_some_and(|record| !record.of_toolkit);
        own || self.has_conversions(ty)
    }

    /// An expression as a condition: a `bool`.
    pub(super) fn truth(&self, e: Expr) -> Typed<Expr> {
        let span = e.span.clone();
        match &e.ty {
            Type::Bool => Ok(e),
            Type::Int(_) => match e.kind {
                // What it was made of.
                Kind::Convert(truth) if truth.ty == Type::Bool => Ok(*truth),
                kind => {
                    let zero = make(Kind::Int(0.into()), e.ty.clone(), &span);
                    let e = Expr { kind, ..e };
                    Ok(make(Kind::Compare(Rel::Ne, e.into(), zero.into()), Type::Bool, &span))
                }
            },
            Type::Float(_) | Type::Unknown(_) => {
                let zero = make(Kind::Opaque, e.ty.clone(), &span);
                Ok(make(Kind::Compare(Rel::Ne, e.into(), zero.into()), Type::Bool, &span))
            }
            // Whether it is not null; memory that is named is there. [C++17, 7.14]
            Type::Pointer(_) | Type::Array(..) => Ok(match (self.has_effects(&e), &e.ty) {
                (true, _) => {
                    let what = "a pointer as a condition".to_string();
                    make(Kind::Unsupported(Area::Pointer, what), Type::Bool, &span)
                }
                (false, Type::Array(..)) => make(Kind::Int(1.into()), Type::Bool, &span),
                (false, ty) => {
                    let null = make(Kind::Null, (*ty).clone(), &span);
                    make(Kind::Compare(Rel::Ne, e.into(), null.into()), Type::Bool, &span)
                }
            }),
            Type::Opaque(name) => Ok(make(
                Kind::Unsupported(Area::Type, format!("a `{name}` as a condition")),
                Type::Bool,
                &span,
            )),
            ty => error(&span, format!("`{ty}` is no condition")),
        }
    }
}
