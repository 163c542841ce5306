//! Whether each iteration of a loop accesses an element whose index is the counter: then the counter has no number that
//! is no index, in executions with a meaning.

use super::Lowering;
use super::environment::Value;
use super::iteration::Loop;
use crate::survey::{each_in, is_silent, jumps_in, loops_in};
use crate::term::literal;
use crate::typed::{Callee, Expr, Kind, LocalId, Sign, Stmt, StmtKind, Type};
use num_traits::Zero;
use std::slice::from_ref;

/// A counter, where its loop begins.
struct Counter<'a> {
    id: LocalId,
    /// Whether a variable is an array, or a pointer to the beginning of one, all through the loop.
    begins: &'a dyn Fn(LocalId) -> bool,
    /// Whether the kernel has memory that is `volatile`.
    volatile: bool,
}

impl Lowering<'_> {
    /// Whether each iteration accesses an element of an array whose index is the counter as it stands, or makes a
    /// pointer to it.
    pub(super) fn surely_indexes(&self, l: &Loop<'_>, counter: LocalId) -> bool {
        let begins =
            |id: LocalId| match (self.arrays.memory.contains_key(&id), &self.env.values[id.0]) {
                (true, _) => true,
                (false, Some(Value::Pointer(p))) => {
                    let first = literal(&p.offset).is_some_and(Zero::is_zero);
                    first && !p.part && p.array == p.root && !l.changed.contains(&id)
                }
                _ => false,
            };
        let counter =
            Counter { id: counter, begins: &begins, volatile: self.given.kernel.volatile };
        counter.is_index_in(l.body)
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
                let own = matches!(index.kind, Kind::Local(local) if local == self.id);
                // A row of an array is only a place.
                own && self.begins(array) && !matches!(e.ty, Type::Array(..))
                    || inside(array)
                    || inside(index)
            }
            Kind::Offset(base, by, Sign::Plus) => {
                let by = match &by.kind {
                    Kind::Convert(inner) if by.ty.int().is_some_and(|ty| ty.bits >= 64) => inner,
                    _ => by,
                };
                let own = matches!(by.kind, Kind::Local(local) if local == self.id);
                own && self.begins(base) || inside(base) || inside(by)
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

    fn begins(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Local(id) => (self.begins)(*id),
            Kind::Convert(of) => self.begins(of),
            _ => false,
        }
    }
}

/// Whether the statements may end the thread by an assertion that fails, as `__trap` does.
fn asserts_in(statements: &[Stmt]) -> bool {
    let mut found = false;
    each_in(statements, &mut |e| found |= matches!(&e.kind, Kind::Call(Callee::Assert, _)));
    found
}
