//! Whether each iteration of a loop accesses an element whose index is the counter: then the counter has no number that
//! is no index, in executions with a meaning.

use super::Lowering;
use super::environment::Value;
use super::iteration::Loop;
use crate::survey::{assigns, each_in, is_silent, jumps_in, loops_in, mentioned};
use crate::term::literal;
use crate::typed::{Callee, Expr, Kind, LocalId, Sign, Stmt, StmtKind, Type};
use num_traits::Zero;
use semantics::{IntType, Op};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::slice::from_ref;

/// A counter, where its loop begins.
struct Counter<'a> {
    id: LocalId,
    /// What an index may be besides the counter.
    plus: Plus,
    /// Variables of an iteration that are such an index themselves.
    copies: BTreeSet<LocalId>,
    /// Whether an expression is the same number in each iteration.
    steady: &'a dyn Fn(&Expr) -> bool,
    /// Whether a variable is an array, or a pointer to the beginning of one, all through the loop.
    begins: &'a dyn Fn(LocalId) -> bool,
    /// Whether the kernel has memory that is `volatile`.
    volatile: bool,
    /// How many bytes an element has of a type.
    size: &'a dyn Fn(&Type) -> Option<u64>,
    /// The smallest of the elements that were found.
    smallest: Cell<Option<u64>>,
}

/// What an index is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Plus {
    /// The counter as it stands.
    Nothing,
    /// The counter and what does not change in the loop, as an `unsigned long`.
    Steady,
}

impl Lowering<'_> {
    /// Whether each iteration accesses an element of an array whose index is the counter, or makes a pointer to it: how
    /// many bytes the smallest of such elements has.
    pub(super) fn surely_indexes(&self, l: &Loop<'_>, counter: LocalId, plus: Plus) -> Option<u64> {
        let begins =
            |id: LocalId| match (self.arrays.memory.contains_key(&id), &self.env.values[id.0]) {
                (true, _) => true,
                (false, Some(Value::Pointer(p))) => {
                    let first = literal(&p.offset).is_some_and(Zero::is_zero);
                    first && !p.part && p.array == p.root && !l.changed.contains(&id)
                }
                _ => false,
            };
        let steady = |e: &Expr| !self.has_effects(e) && mentioned(e).is_disjoint(&l.changed);
        let size = |ty: &Type| self.layout(ty).map(|layout| layout.size);
        let mut counter = Counter {
            id: counter,
            plus,
            copies: BTreeSet::new(),
            steady: &steady,
            begins: &begins,
            volatile: self.given.kernel.volatile,
            size: &size,
            smallest: Cell::new(None),
        };
        for s in l.body {
            if let StmtKind::Declare(id, Some(e)) = &s.kind
                && counter.is_own(e)
                && !self.assigned_but_there(l, *id)
            {
                counter.copies.insert(*id);
            }
        }
        counter.is_index_in(l.body).then(|| counter.smallest.get().unwrap_or(1))
    }

    /// Whether more than its declaration gives a variable of a loop a value.
    fn assigned_but_there(&self, l: &Loop<'_>, id: LocalId) -> bool {
        let mut assigned = self.given.addressed.contains(&id) || self.is_in_memory(id);
        each_in(l.body, &mut |e| assigned |= assigns(e, id));
        assigned
    }
}

impl Counter<'_> {
    fn is_index_in(&self, statements: &[Stmt]) -> bool {
        for s in statements {
            // What goes on without an end may have done what races before.
            let ends = !loops_in(from_ref(s)) || is_silent(from_ref(s)) && !self.volatile;
            if !ends || asserts_in(from_ref(s)) {
                return false;
            }
            match &s.kind {
                StmtKind::Declare(_, None) => {}
                StmtKind::Expr(e) | StmtKind::Declare(_, Some(e)) => {
                    if self.indexes(e) {
                        return true;
                    }
                }
                StmtKind::Block(block) if self.is_index_in(block) => return true,
                StmtKind::If(c, yes, no)
                    if self.indexes(c) || self.is_index_in(yes) && self.is_index_in(no) =>
                {
                    return true;
                }
                StmtKind::Block(_) | StmtKind::If(..) | StmtKind::Loop { .. }
                    if !jumps_in(from_ref(s)) => {}
                // What follows may not run.
                _ => return false,
            }
        }
        false
    }

    /// Whether the evaluation accesses such an element. What is not looked into counts as if it did not.
    fn indexes(&self, e: &Expr) -> bool {
        let inside = |e: &Expr| self.indexes(e);
        match &e.kind {
            Kind::Index(array, index) => {
                // A row of an array is only a place.
                self.is_own(index)
                    && self.begins(array)
                    && !matches!(e.ty, Type::Array(..))
                    && self.found(&e.ty)
                    || inside(array)
                    || inside(index)
            }
            Kind::Offset(base, by, Sign::Plus) => {
                let by = match &by.kind {
                    Kind::Convert(inner) if by.ty.int().is_some_and(|ty| ty.bits >= 64) => inner,
                    _ => by,
                };
                let to = match &e.ty {
                    Type::Pointer(to) => to,
                    ty => ty,
                };
                self.is_own(by) && self.begins(base) && self.found(to) || inside(base) || inside(by)
            }
            Kind::Dereference(a) | Kind::Address(a) | Kind::Conditional(a, ..) => inside(a),
            Kind::Call(_, all) => all.iter().any(inside),
            Kind::Inline(statements, _) => self.is_index_in(statements),
            Kind::Assign(a, b) | Kind::Update { place: a, value: b, .. } => inside(a) || inside(b),
            Kind::Arithmetic(_, a, b) | Kind::Compare(_, a, b) | Kind::Comma(a, b) => {
                inside(a) || inside(b)
            }
            Kind::Convert(a) | Kind::Negate(a) | Kind::Complement(a) | Kind::Not(a) => inside(a),
            Kind::Step { place, .. } => inside(place),
            Kind::Member(a, _) => inside(a),
            Kind::Gather(all) => all.iter().any(inside),
            _ => false,
        }
    }

    /// Whether an index is the counter, and what may be added to it.
    fn is_own(&self, index: &Expr) -> bool {
        let whole = |ty: &Type| ty.int() == Some(IntType::ULONG);
        match &index.kind {
            Kind::Local(local) => *local == self.id || self.copies.contains(local),
            Kind::Convert(inner) if whole(&index.ty) && whole(&inner.ty) => self.is_own(inner),
            Kind::Arithmetic(op, a, b) if self.plus == Plus::Steady && whole(&index.ty) => {
                let steady = self.steady;
                match op {
                    Op::Add => self.is_own(a) && steady(b) || steady(a) && self.is_own(b),
                    Op::Sub => self.is_own(a) && steady(b),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Notes how large an element is of this type.
    fn found(&self, ty: &Type) -> bool {
        let size = (self.size)(ty).unwrap_or(1).max(1);
        self.smallest.set(Some(self.smallest.get().map_or(size, |least| least.min(size))));
        true
    }

    fn begins(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Local(id) => (self.begins)(*id),
            Kind::Convert(of) => self.begins(of),
            _ => false,
        }
    }
}

/// Whether the statements may end the thread by an assertion that fails, as `__trap` does.
pub(super) fn asserts_in(statements: &[Stmt]) -> bool {
    let mut found = false;
    each_in(statements, &mut |e| found |= matches!(&e.kind, Kind::Call(Callee::Assert, _)));
    found
}
