//! Types as written to types as laid out.

use super::template::Bindings;
use super::{Compiled, Compiler, error, unsupported};
use crate::pointer::LARGEST_OBJECT;
use crate::scalar::Scalar;
use crate::types::{Record, Type, state, vector};
use cuda::Area;
use cuda::path::Path;
use cuda::syntax;
use num_traits::ToPrimitive;
use semantics::{Name, Span};
use std::sync::Arc;

impl<'s> Compiler<'s> {
    /// The type, its qualifiers left out.
    pub(super) fn ty(&mut self, ty: &'s syntax::Type, span: &Span) -> Compiled<Type> {
        Ok(match ty {
            syntax::Type::Void => Type::Void,
            syntax::Type::Bool => Type::BOOL,
            syntax::Type::Int(int) => Type::Scalar(Scalar::of(*int)),
            syntax::Type::Float(16) => Type::Scalar(Scalar::F16),
            syntax::Type::Float(32) => Type::Scalar(Scalar::F32),
            syntax::Type::Float(64) => Type::Scalar(Scalar::F64),
            syntax::Type::Float(bits) => {
                return unsupported(
                    Area::Type,
                    span,
                    format!("a floating-point number of {bits} bits"),
                );
            }
            syntax::Type::Const(of) | syntax::Type::Volatile(of) | syntax::Type::Moved(of) => {
                self.ty(of, span)?
            }
            syntax::Type::Distinct(name, _) if self.wide.contains(name) => {
                return unsupported(Area::Type, span, super::constant::WIDE);
            }
            // No other type has the values of `half`.
            syntax::Type::Distinct(_, of) if **of == syntax::Type::Float(16) => {
                Type::Scalar(Scalar::Bf16)
            }
            syntax::Type::Distinct(_, of) => self.ty(of, span)?,
            syntax::Type::Pointer(to) => match &**to {
                syntax::Type::Function => {
                    return unsupported(Area::Call, span, "a pointer to a function");
                }
                to => self.ty(to, span)?.pointer(),
            },
            syntax::Type::Array(of, Some(size)) => {
                let of = self.ty(of, span)?;
                let n = self.size(size)?;
                let fits = of.size().checked_mul(n).is_some_and(|bytes| bytes < LARGEST_OBJECT);
                if !fits {
                    return unsupported(Area::Limit, span, "an array of this size");
                }
                Type::Array(Arc::new(of), n)
            }
            syntax::Type::Named(name) => self.named_type(name, span)?,
            syntax::Type::Array(_, None) => {
                return unsupported(Area::Type, span, "an array without a size");
            }
            syntax::Type::Instance(name, arguments) => {
                self.class_instance(name, arguments, span)?
            }
            syntax::Type::Member(of, name) => {
                let class = self.class(of, span)?;
                let types = class.as_ref().and_then(|class| class.record).map(|r| &r.types);
                let found = types.and_then(|types| types.iter().find(|(other, _)| other == name));
                if let (Some(class), Some((_, ty))) = (&class, found) {
                    return self.under(&class.bound, |c| c.ty(ty, span));
                }
                return unsupported(Area::Type, span, format!("the type `{name}`"));
            }
            syntax::Type::Missing(name) => {
                return unsupported(
                    Area::Type,
                    span,
                    format!("the type `{name}`, which nothing at hand declares,"),
                );
            }
            syntax::Type::Decltype(e) => self.type_of(e)?,
            syntax::Type::Other(what) => return unsupported(Area::Type, span, *what),
            syntax::Type::Auto => return unsupported(Area::Type, span, "`auto` here"),
            syntax::Type::Reference(_) => {
                return unsupported(Area::Pointer, span, "a reference here");
            }
            syntax::Type::Function => {
                return unsupported(Area::Call, span, "a function as a value");
            }
        })
    }

    /// A type that may be a reference, and whether it is one.
    pub(super) fn passed(&mut self, ty: &'s syntax::Type, span: &Span) -> Compiled<super::Passed> {
        let to = ty.referent();
        let mut written = ty;
        while let syntax::Type::Const(of) = written {
            written = of;
        }
        // [C++17, 11.6.3, paragraph 5]
        let temporary = match written {
            syntax::Type::Reference(to) => {
                matches!(**to, syntax::Type::Const(_) | syntax::Type::Moved(_))
            }
            _ => false,
        };
        let reference = to.is_some();
        Ok(super::Passed { ty: self.ty(to.unwrap_or(ty), span)?, reference, temporary })
    }

    fn size(&mut self, size: &'s syntax::Expr) -> Compiled<u64> {
        let span = &size.span.0;
        match self.constant(size)? {
            Some((scalar, register)) if scalar.is_integer() => {
                match scalar.integer(register).to_u64() {
                    Some(n) if n > 0 => Ok(n),
                    _ => error(span, "an array of this many elements"),
                }
            }
            _ => unsupported(Area::Constant, span, "an array whose size is no constant"),
        }
    }

    /// What a name stands for that is the parameter of a template, or a type of a function's own.
    pub(super) fn bound_type(&self, name: &Name) -> Option<&Type> {
        self.types.iter().rev().find(|(other, _)| other == name).map(|(_, ty)| ty)
    }

    fn named_type(&mut self, name: &Name, span: &Span) -> Compiled<Type> {
        if let Some(ty) = self.bound_type(name) {
            return Ok(ty.clone());
        }
        self.refuse_ambiguous(name, span)?;
        let plain = |r: &syntax::Record| r.name == *name && r.whole && r.template.is_none();
        let declared = self.file.records.iter().chain(&self.file.unions).any(plain);
        match vector(name.as_str()) {
            // One of three takes as much memory as one of four, and each is aligned to its size. [OpenCL C 3.0, 6.2.5]
            Some(ty)
                if !declared
                    && self.file.opencl
                    && (ty.width() == 3 || ty.layout().align < ty.size()) =>
            {
                unsupported(Area::Type, span, format!("the type `{name}`"))
            }
            Some(ty) if !declared => Ok(ty),
            _ if self.file.opaque.contains(name) && !declared => {
                Ok(state(name.as_str()).unwrap_or_else(|| Type::Opaque(name.clone())))
            }
            _ if self.open_records.contains(name) || !declared => Ok(Type::Opaque(name.clone())),
            _ => self.record(name, span).map(Type::Record),
        }
    }

    fn record(&mut self, name: &Name, span: &Span) -> Compiled<Arc<Record>> {
        if let Some(record) = self.records.get(name) {
            return Ok(record.clone());
        }
        let file = self.file;
        let structure = file.records.iter().find(|record| record.name == *name);
        let union = file.unions.iter().find(|record| record.name == *name);
        let Some(record) = structure.or(union) else {
            return unsupported(Area::Type, span, format!("the type `{name}`"));
        };
        self.laid_out(
            record,
            union.is_some() && structure.is_none(),
            name,
            &Bindings::default(),
            span,
        )
    }

    /// How a class lies in memory that has this name here, its template's parameters bound.
    pub(super) fn laid_out(
        &mut self,
        record: &'s syntax::Record,
        union: bool,
        name: &Name,
        bound: &Bindings,
        span: &Span,
    ) -> Compiled<Arc<Record>> {
        let file = self.file;
        let class = &record.name;
        let constructor = class.member(syntax::CONSTRUCTOR);
        if file.ambiguous.contains(&constructor)
            || union && !self.functions_of(&constructor).is_empty()
        {
            return unsupported(Area::Class, span, format!("`{name}`, which has constructors,"));
        }
        let assigns = self.functions_of(&class.member("operator="));
        if assigns.iter().any(|f| may_copy(f, bound)) {
            return unsupported(
                Area::Class,
                span,
                format!("`{name}`, which has an assignment of its own,"),
            );
        }
        if file.aligned || !record.plain {
            let what = "whose layout is not only that of its members,";
            return unsupported(Area::Class, span, format!("`{name}`, {what}"));
        }
        self.open_records.push(name.clone());
        let of = |c: &mut Self, ty: &'s syntax::Type| c.under(bound, |c| c.ty(ty, span));
        let members = record
            .fields
            .iter()
            .map(|(member, ty)| Ok((member.clone(), of(self, ty)?)))
            .collect::<Compiled<Vec<_>>>();
        self.open_records.pop();
        let members = members?;
        if members.iter().any(|(_, ty)| has_constructed(ty)) {
            return unsupported(Area::Type, span, format!("`{name}`, which has a `dim3`,"));
        }
        if let Some((member, ty)) = members.iter().find(|(_, ty)| is_incomplete(ty)) {
            if matches!(ty.innermost(), Type::Opaque(of) if of == name) {
                return error(
                    span,
                    format!("the member `{member}` of `{name}`, a `{name}` itself"),
                );
            }
            return unsupported(
                Area::Type,
                span,
                format!("the member `{member}` of `{name}`, a `{ty}`,"),
            );
        }
        let laid_out = match union {
            false => Record::new(name.clone(), members, record.align),
            true if members.iter().any(|(_, ty)| has_pointer(ty)) => {
                return unsupported(Area::Type, span, format!("`{name}`, a union with pointers,"));
            }
            true => Record::union(name.clone(), members, record.align),
        };
        let laid_out = Arc::new(laid_out.with_unnamed(&record.bases));
        if laid_out.layout.size >= LARGEST_OBJECT {
            return unsupported(Area::Limit, span, format!("the type `{name}`, which is large,"));
        }
        self.records.insert(name.clone(), laid_out.clone());
        Ok(laid_out)
    }

    /// The type itself where only its name was known when it was met: `struct T { T *next; }`.
    pub(super) fn complete(&mut self, ty: &Type, span: &Span) -> Compiled<Type> {
        match ty {
            Type::Opaque(name) => match self.named_type(name, span)? {
                Type::Opaque(name) => {
                    unsupported(Area::Type, span, format!("a value of the type `{name}`"))
                }
                ty => Ok(ty),
            },
            Type::Void => error(span, "a value of the type `void`"),
            ty => Ok(ty.clone()),
        }
    }
}

/// Whether a pointer stands in it.
fn has_pointer(ty: &Type) -> bool {
    match ty.innermost() {
        Type::Pointer(_) => true,
        Type::Record(record) => record.fields.iter().any(|field| has_pointer(&field.ty)),
        _ => false,
    }
}

/// Whether only the name of the type is known, or of that of the elements of an array.
fn is_incomplete(ty: &Type) -> bool {
    matches!(ty.innermost(), Type::Opaque(_))
}

/// Whether it is, or is an array of, `dim3`, which has a constructor.
pub(super) fn has_constructed(ty: &Type) -> bool {
    matches!(ty.innermost(), Type::Record(record) if record.name.as_str() == "dim3")
}

/// Whether an assignment may be that of an object of the class itself: all but of numbers and pointers.
fn may_copy(assignment: &syntax::Function, class: &Bindings) -> bool {
    let [_, from] = &assignment.parameters[..] else { return true };
    let mut ty = &from.ty;
    while let syntax::Type::Reference(of) | syntax::Type::Moved(of) | syntax::Type::Const(of) = ty {
        ty = of;
    }
    match ty {
        syntax::Type::Bool
        | syntax::Type::Int(_)
        | syntax::Type::Float(_)
        | syntax::Type::Pointer(_) => false,
        syntax::Type::Named(name) => {
            let bound = class.types.iter().find(|(parameter, _)| parameter == name);
            !matches!(bound, Some((_, Type::Scalar(_) | Type::Pointer(_))))
        }
        _ => true,
    }
}
