//! Which of the functions of one name a call looks at, by where they are declared. [C++17, 6.4]

use super::{Typed, Typer};
use crate::path::Path;
use crate::syntax::{self, Function, Meant};
use crate::typed::{Expr, Type};
use semantics::{Name, Span};
use std::sync::Arc;

impl<'c> Typer<'c> {
    /// Which namespace a called name means, where several declare it; nothing where only one does.
    pub(super) fn meant(
        &self,
        callee: &syntax::Expr,
        name: &Name,
        span: &Span,
    ) -> Typed<Option<&'c Meant>> {
        let context = self.context;
        let meant = context.spread.meant(callee);
        let mut all = context.functions.get(name).into_iter().flatten();
        match meant {
            None => self.refuse_ambiguous(name, span)?,
            // Whose specializations they are is not looked at, nor of which class of the name they are members.
            Some(_)
                if all.any(|f| f.specializes.is_some())
                    || name.scopes().any(|class| context.ambiguous.contains(&class)) =>
            {
                return self.several(name, span);
            }
            Some(_) => self.refuse_unread(name, span)?,
        }
        Ok(meant)
    }

    /// Those of the functions that are meant.
    pub(super) fn among(
        &self,
        functions: &[Arc<Function>],
        meant: Option<&Meant>,
    ) -> Vec<Arc<Function>> {
        let among =
            |f: &&Arc<Function>| meant.is_none_or(|meant| self.context.spread.is_among(meant, f));
        functions.iter().filter(among).cloned().collect()
    }

    /// Refuses a call that may mean a function of the namespace that an argument's class is in. [C++17, 6.4.2]
    pub(super) fn refuse_associated(
        &mut self,
        meant: Option<&Meant>,
        name: &Name,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<()> {
        let Some(meant) = meant.filter(|meant| !meant.qualified) else { return Ok(()) };
        let classes: Vec<&Name> = arguments.iter().filter_map(|e| class_in(&e.ty)).collect();
        let of_cuda = crate::vocabulary::is_of_cuda(name.as_str());
        let spread = &self.context.spread;
        let elsewhere = spread.has_others(meant, name);
        let enumerated = spread.has_others_by_enumerations(meant, name, of_cuda)
            && arguments
                .iter()
                .any(|e| made_of(&e.ty, &|ty| matches!(ty, Type::Int(_) | Type::Bool)));
        // CUDA's numbers of 16 bits are classes of the file's namespace.
        let half = (elsewhere || of_cuda)
            && arguments.iter().any(|e| made_of(&e.ty, &|ty| *ty == Type::Float(16)));
        // A number may be given for a class of the file, but not for what a template's parameter stands for.
        let converted = of_cuda && classes.iter().any(|class| self.record(class).is_some());
        let unknown = arguments.iter().any(|e| made_of(&e.ty, &Type::is_unknown));
        match (unknown || !classes.is_empty()) && elsewhere || converted || enumerated || half {
            true => self.several(name, span),
            false => Ok(()),
        }
    }
}

/// The class that a type is, or is made of.
fn class_in(ty: &Type) -> Option<&Name> {
    match innermost(ty) {
        Type::Opaque(name) => Some(name),
        _ => None,
    }
}

/// Whether what a type is made of is so.
fn made_of(ty: &Type, is: &dyn Fn(&Type) -> bool) -> bool {
    is(innermost(ty))
}

fn innermost(mut ty: &Type) -> &Type {
    while let Type::Pointer(of) | Type::Array(of, _) | Type::Const(of) = ty {
        ty = of;
    }
    ty
}
