//! Which variables a place or a pointer may be in, wherever in the kernel that is asked.

use crate::typed::{Callee, Expr, Kernel, Kind, LocalId, Stmt, StmtKind, Storage, Type};
use semantics::Name;
use std::collections::BTreeSet;

/// What stands for memory that a pointer kept in memory points to.
const ANYWHERE: &str = "(memory)";

/// Variables and arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Roots {
    pub ids: BTreeSet<LocalId>,
    /// Whether it may be any memory besides.
    pub anywhere: bool,
}

impl Roots {
    fn one(id: LocalId) -> Roots {
        Roots { ids: BTreeSet::from([id]), anywhere: false }
    }

    fn anywhere() -> Roots {
        Roots { ids: BTreeSet::new(), anywhere: true }
    }

    pub const fn nowhere() -> Roots {
        Roots { ids: BTreeSet::new(), anywhere: false }
    }

    fn join(mut self, other: Roots) -> Roots {
        self.extend(&other);
        self
    }

    pub fn extend(&mut self, other: &Roots) {
        self.ids.extend(&other.ids);
        self.anywhere |= other.anywhere;
    }

    /// Whether threads share some of it.
    pub fn is_shared(&self, kernel: &Kernel) -> bool {
        self.anywhere || self.ids.iter().any(|id| is_memory(kernel, *id))
    }

    /// Whether a place may be in both.
    pub fn meets(&self, other: &Roots) -> bool {
        self.anywhere || other.anywhere || self.ids.intersection(&other.ids).next().is_some()
    }

    /// The names of what threads share of it; all of them where it may be anywhere.
    pub fn names(&self, kernel: &Kernel) -> BTreeSet<Name> {
        let all = (0..kernel.locals.len()).map(LocalId);
        let of = all.filter(|id| self.anywhere || self.ids.contains(id));
        let mut names: BTreeSet<Name> = of
            .filter(|id| is_memory(kernel, *id))
            .map(|id| match kernel.locals[id.0].storage {
                // All of them start at one address.
                Storage::Dynamic => "(dynamic)".into(),
                _ => kernel.locals[id.0].name.clone(),
            })
            .collect();
        if self.anywhere {
            names.insert(ANYWHERE.into());
        }
        names
    }
}

/// Whether threads share a variable, or what a parameter points to.
pub(super) fn is_memory(kernel: &Kernel, id: LocalId) -> bool {
    let local = &kernel.locals[id.0];
    match local.storage {
        Storage::Thread => false,
        Storage::Parameter => !matches!(local.ty, Type::Int(_) | Type::Bool | Type::Float(_)),
        Storage::Shared | Storage::Dynamic | Storage::Device | Storage::Constant => true,
    }
}

/// What each variable may point to.
pub(super) struct Points<'k> {
    kernel: &'k Kernel,
    of: Vec<Roots>,
}

impl Points<'_> {
    /// What the variables of a kernel may point to at any time. Of parameters that point to one memory each
    /// points to what all of them do.
    pub fn of<'k>(kernel: &'k Kernel, same: &[(LocalId, LocalId)]) -> Points<'k> {
        // The parameter that its memory is called by.
        let memory =
            |id: LocalId| same.iter().find(|(other, _)| *other == id).map_or(id, |(_, of)| *of);
        let given = |n: usize| kernel.locals[n].storage == Storage::Parameter;
        let own = |n: usize| {
            // A pointer as it is given, or one in a structure that is.
            let all = (0..kernel.locals.len()).filter(|m| given(n) && given(*m)).map(LocalId);
            let ids = all.filter(|id| memory(*id) == memory(LocalId(n)));
            Roots { ids: ids.collect(), anywhere: false }
        };
        let mut points = Points { kernel, of: (0..kernel.locals.len()).map(own).collect() };
        loop {
            let before = points.of.clone();
            points.statements(&kernel.body);
            if points.of == before {
                return points;
            }
        }
    }

    /// Whether the pointers that are read in a variable are those that were put into it here.
    fn holds_its_own(&self, id: LocalId) -> bool {
        let local = &self.kernel.locals[id.0];
        let given = local.storage == Storage::Parameter && !matches!(local.ty, Type::Pointer(_));
        local.storage == Storage::Thread || given
    }

    fn statements(&mut self, statements: &[Stmt]) {
        self.declarations(statements);
        crate::survey::each_in(statements, &mut |e| match &e.kind {
            Kind::Assign(place, value) => {
                let (to, roots) = (self.place(place), self.pointer(value));
                self.set(&to, roots);
            }
            Kind::Inline(inner, _) => self.declarations(inner),
            _ => {}
        });
    }

    fn declarations(&mut self, statements: &[Stmt]) {
        for statement in statements {
            match &statement.kind {
                StmtKind::Declare(id, Some(e)) => {
                    let roots = self.pointer(e);
                    self.set(&Roots::one(*id), roots);
                }
                StmtKind::Block(inner)
                | StmtKind::Loop { body: inner, .. }
                | StmtKind::Switch(_, inner, _) => self.declarations(inner),
                StmtKind::If(_, yes, no) => {
                    self.declarations(yes);
                    self.declarations(no);
                }
                _ => {}
            }
        }
    }

    fn set(&mut self, to: &Roots, roots: Roots) {
        for id in &to.ids {
            let old = std::mem::take(&mut self.of[id.0]);
            self.of[id.0] = old.join(roots.clone());
        }
    }

    /// What a pointer, or a structure with pointers, may point to.
    pub fn pointer(&self, e: &Expr) -> Roots {
        match &e.kind {
            // An array is a pointer to itself.
            Kind::Local(id) if matches!(e.ty, Type::Array(..)) => Roots::one(*id),
            Kind::Local(id) => self.of[id.0].clone(),
            Kind::Address(place) => self.place(place),
            Kind::Offset(e, ..) => self.pointer(e),
            Kind::Assign(_, e) | Kind::Comma(_, e) => self.pointer(e),
            Kind::Update { place, .. } | Kind::Step { place, .. } => self.pointer(place),
            Kind::Convert(inner) if is_number(&inner.ty) && !is_number(&e.ty) => Roots::anywhere(),
            Kind::Convert(inner) => self.pointer(inner),
            Kind::Conditional(_, a, b) => self.pointer(a).join(self.pointer(b)),
            Kind::Inline(_, Some(value)) => self.pointer(value),
            Kind::Gather(es) => {
                es.iter().fold(Roots::default(), |all, e| all.join(self.pointer(e)))
            }
            Kind::Member(..) | Kind::Index(..) | Kind::Dereference(_) => {
                let place = self.place(e);
                if let Type::Array(..) = e.ty {
                    return place;
                }
                if is_number(&e.ty) {
                    return Roots::default();
                }
                // One that is kept in a variable of the thread, or in a structure that was given.
                let kept = |all: Roots, id: &LocalId| match self.holds_its_own(*id) {
                    true => all.join(self.of[id.0].clone()),
                    false => all.join(Roots::anywhere()),
                };
                let none = Roots { ids: BTreeSet::new(), anywhere: place.anywhere };
                place.ids.iter().fold(none, kept)
            }
            Kind::Call(Callee::Load | Callee::Atomic(_), _) if !is_number(&e.ty) => {
                Roots::anywhere()
            }
            Kind::Call(Callee::AtSharedAddress, _) => Roots::anywhere(),
            Kind::Call(Callee::Surface, es) => {
                es.first().map_or_else(Roots::anywhere, |handle| self.pointer(handle))
            }
            Kind::Unknown(_) | Kind::Unsupported(..) if !is_number(&e.ty) => Roots::anywhere(),
            _ => Roots::default(),
        }
    }

    /// Where a place is.
    pub fn place(&self, e: &Expr) -> Roots {
        match &e.kind {
            Kind::Local(id) => Roots::one(*id),
            Kind::Index(base, _) if matches!(base.ty, Type::Array(..)) => self.place(base),
            Kind::Index(pointer, _) | Kind::Dereference(pointer) => self.pointer(pointer),
            Kind::Member(of, _) => self.place(of),
            Kind::Comma(_, e) | Kind::Convert(e) => self.place(e),
            Kind::Assign(place, _) | Kind::Update { place, .. } | Kind::Step { place, .. } => {
                self.place(place)
            }
            Kind::Conditional(_, a, b) => self.place(a).join(self.place(b)),
            Kind::Inline(_, Some(value)) => self.place(value),
            // A value of its own.
            _ => Roots::default(),
        }
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Bool | Type::Float(_) | Type::Void)
}
