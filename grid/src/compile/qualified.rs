//! Which places are `const`, as far as that is known: types do not keep it, and of two functions that differ in nothing
//! else, it says which one is meant. [C++17, 16.3.3.2, paragraph 3.2.6]

use super::call::Argument;
use super::{Compiled, Compiler};
use crate::types::Type;
use cuda::resolve::overload::Passed;
use cuda::syntax::{self, Arrow, Expr, ExprKind, Function, Unary, Variable};
use rustc_hash::FxHashMap;
use semantics::Name;

/// What is `const` of the variables of a function, by name: of two of one name nothing is known that differs.
#[derive(Debug, Default)]
pub(super) struct Qualified {
    /// They themselves.
    own: FxHashMap<Name, Option<bool>>,
    /// What they point to.
    below: FxHashMap<Name, Option<bool>>,
    /// The parameters of the template, which may stand for what is `const`.
    open: Vec<Name>,
}

impl Qualified {
    /// The parameters of a function.
    pub fn of(function: &Function) -> Qualified {
        let open = function.template.iter().flatten().filter_map(|p| p.name.clone()).collect();
        let mut found = Qualified { open, ..Qualified::default() };
        for parameter in &function.parameters {
            if let Some(name) = &parameter.name {
                found.insert(name, &parameter.ty, parameter.immutable);
            }
        }
        found
    }

    /// Notes a variable.
    pub fn variable(&mut self, variable: &Variable) {
        self.insert(&variable.name, &variable.ty, variable.specifiers.immutable);
    }

    fn insert(&mut self, name: &Name, ty: &syntax::Type, immutable: bool) {
        let own = if immutable { Some(true) } else { self.is_const(ty) };
        let below = match plain(ty) {
            syntax::Type::Pointer(of) | syntax::Type::Array(of, _) => self.is_const(of),
            _ => None,
        };
        let of = |known: &mut FxHashMap<Name, Option<bool>>, found| {
            let known = known.entry(name.clone()).or_insert(found);
            *known = known.filter(|known| found == Some(*known));
        };
        of(&mut self.own, own);
        of(&mut self.below, below);
    }

    /// Whether what is of this type is `const`.
    fn is_const(&self, ty: &syntax::Type) -> Option<bool> {
        match ty {
            syntax::Type::Const(_) => Some(true),
            syntax::Type::Array(of, _) => self.is_const(of),
            syntax::Type::Reference(to) => match &**to {
                syntax::Type::Moved(of) => self.is_referent_const(of),
                to => self.is_referent_const(to),
            },
            syntax::Type::Named(name) if self.open.contains(name) => None,
            syntax::Type::Volatile(_) | syntax::Type::Member(..) | syntax::Type::Decltype(_) => {
                None
            }
            _ => Some(false),
        }
    }

    fn is_referent_const(&self, ty: &syntax::Type) -> Option<bool> {
        match ty {
            syntax::Type::Auto => None,
            ty => self.is_const(ty),
        }
    }
}

/// The type itself, without what qualifies it.
fn plain(ty: &syntax::Type) -> &syntax::Type {
    match ty {
        syntax::Type::Const(of) => plain(of),
        ty => ty,
    }
}

impl<'s> Compiler<'s> {
    /// Whether the place that is given may not be written, where it is known.
    pub(super) fn is_constant(&mut self, argument: &Argument<'s>) -> Compiled<Option<bool>> {
        match argument {
            Argument::Expr(e) => self.is_const_place(e),
            Argument::Pointed(pointer) => Ok(self.points_to_const(pointer)),
            // It is being made.
            Argument::Object(_) | Argument::Postfix => Ok(Some(false)),
        }
    }

    fn is_const_place(&mut self, e: &'s Expr) -> Compiled<Option<bool>> {
        Ok(match &e.kind {
            ExprKind::Name(name) if self.local(name).is_some() => {
                self.body.qualified.own.get(name).copied().flatten()
            }
            ExprKind::Member(of, _, Arrow::Dot) => self.is_const_place(of)?,
            ExprKind::Index(of, _) => match self.type_of(of)? {
                Type::Array(..) => self.is_const_place(of)?,
                Type::Pointer(_) => self.points_to_const(of),
                _ => None,
            },
            ExprKind::Unary(Unary::Dereference, of) => self.points_to_const(of),
            _ => None,
        })
    }

    fn points_to_const(&self, e: &Expr) -> Option<bool> {
        match &e.kind {
            ExprKind::Name(name) if self.local(name).is_some() => {
                self.body.qualified.below.get(name).copied().flatten()
            }
            _ => None,
        }
    }
}

/// Which of these functions are none that another of them is better than: one that takes all as that one does, but something
/// as `const` that is not. Each has for each argument the type and the way in which it is passed.
pub(super) fn unbeaten(functions: &[Vec<(Type, Passed)>], constant: &[Option<bool>]) -> Vec<bool> {
    let beats = |a: &[(Type, Passed)], b: &[(Type, Passed)]| {
        let mut better = false;
        let as_good = a.iter().zip(b).zip(constant).all(|((a, b), constant)| {
            let freer = (a.1, b.1, constant) == (Passed::Reference, Passed::Constant, &Some(false));
            better |= freer;
            a.0 == b.0 && (a.1 == b.1 || freer)
        });
        better && as_good
    };
    functions.iter().map(|b| !functions.iter().any(|a| beats(a, b))).collect()
}
