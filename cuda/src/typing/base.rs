//! Members that a class has of its bases: of the object that the base is, inside of the object. [C++17, 13.2] Those of
//! a member without a name are found in the same way. [C++17, 12.3.1]

use super::{Typed, Typer, unsupported};
use crate::area::Area;
use crate::path::Path;
use crate::typed::{Expr, Type};
use semantics::{Name, Span};

impl Typer<'_> {
    /// The object whose class declares a member: this one, or that of a base; nothing where none does.
    pub(super) fn declaring(
        &mut self,
        object: Expr,
        name: &Name,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Type::Opaque(class) = &object.ty else { return Ok(None) };
        let class = class.clone();
        // What a class declares hides what its bases do.
        if self.declares(&class, name) {
            return Ok(Some(object));
        }
        let mut found = None;
        for (base, ty) in self.bases(&class) {
            if !matches!(&ty, Type::Opaque(of) if self.declares(of, name) || self.inherits(of, name))
            {
                continue;
            }
            let part = match self.union_member(&object, &base, span)? {
                Some(part) => part,
                None => self.member_of(object.clone(), &base, ty, span),
            };
            if let Some(inner) = self.declaring(part, name, span)? {
                if found.is_some() {
                    let what = format!("`{name}`, which several bases of `{class}` declare,");
                    return unsupported(Area::Class, span, what);
                }
                found = Some(inner);
            }
        }
        Ok(found)
    }

    /// The object of a base whose class has an operator, which no class declares that hides it. That which assigns is
    /// the class's own. [C++17, 16.5.3]
    pub(super) fn operator_of_base(
        &mut self,
        object: &Expr,
        name: &str,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Type::Opaque(class) = &object.ty else { return Ok(None) };
        if name == "operator=" || !self.inherits(&class.clone(), &name.into()) {
            return Ok(None);
        }
        let Some(found) = self.declaring(object.clone(), &name.into(), span)? else {
            return Ok(None);
        };
        if let Type::Opaque(base) = &found.ty {
            self.refuse_ambiguous(&self.full_name(base, &name.into()), span)?;
        }
        Ok(Some(found))
    }

    /// Whether a class has a member of one of its bases, and declares none of the name itself.
    pub(super) fn inherits(&mut self, class: &Name, name: &Name) -> bool {
        !self.declares(class, name)
            && self.bases(class).into_iter().any(|(_, ty)| match ty {
                Type::Opaque(base) => self.declares(&base, name) || self.inherits(&base, name),
                _ => false,
            })
    }

    /// The members of a class that are objects of its bases, or have no name.
    /// Whether a class is a base of another one, or of a base of that.
    pub(super) fn derives(&mut self, class: &Name, base: &Name) -> bool {
        // No class is a base of itself.
        self.bases(class).into_iter().any(|(_, ty)| match &ty {
            Type::Opaque(of) => of == base || self.derives(of, base),
            _ => false,
        })
    }

    fn bases(&mut self, class: &Name) -> Vec<(Name, Type)> {
        let Some((declared, _)) = self.declared_class(class) else { return Vec::new() };
        if declared.bases.is_empty() {
            return Vec::new();
        }
        let fields = match (self.record(class), self.union(class)) {
            (Some(record), _) => record.fields.clone(),
            (None, Some(union)) => union.members.clone(),
            (None, None) => Vec::new(),
        };
        fields.into_iter().filter(|(name, _)| declared.bases.contains(name)).collect()
    }

    fn full_name(&self, class: &Name, name: &Name) -> Name {
        self.class_parts(class).0.member(name.as_str())
    }

    /// Whether a class itself has a member of this name, or one that is not read.
    fn declares(&self, class: &Name, name: &Name) -> bool {
        let full = self.full_name(class, name);
        let context = self.context;
        context.functions.contains_key(&full)
            || context.ambiguous.contains(&full)
            || context.constants.contains_key(&full)
            || context.globals.contains_key(&full)
            || self.declared_class(class).is_some_and(|(r, _)| {
                r.fields.iter().any(|f| f.0 == *name)
                    || r.bits.iter().any(|b| b.name == *name)
                    || r.types.iter().any(|t| t.0 == *name)
                    || r.constants.iter().any(|c| c.0 == *name)
            })
    }
}
