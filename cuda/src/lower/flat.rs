//! Memory that is used at several types: its bytes, in cells of one size. An access is one to each cell that it
//! touches, so that two accesses meet where they have a byte in common.
//!
//! Which memory it is, and how small the cells are, is found while a kernel is lowered, and it is lowered again
//! from there. A place counts in steps of so many bytes, the widest that is sure: C++ has accesses that are
//! aligned as their types ask, and an execution with another one has no meaning.

use super::environment::Pointer;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::resolve::{Layout, vector};
use crate::term::{bin, literal, num, rel, select};
use crate::typed::Type;
use crate::unsupported::Unsupported;
use num_traits::Zero;
use semantics::{Expr as Term, IntType, Name, Number, Op, Rel, Span};
use std::sync::Arc;

/// The widest cell, in bytes.
pub(super) const WIDEST: u64 = 16;
/// How many cells one access may have.
const MOST_CELLS: u64 = 256;
/// How deep the arithmetic of an index is looked at for a divisor.
const DEEPEST: usize = 16;

/// The cells of an access.
pub(super) struct Cells {
    /// Their indices.
    pub indices: Vec<Arc<Term>>,
    /// What each holds, as a number.
    pub ty: IntType,
}

impl Lowering<'_> {
    /// How values of a type lie in memory; `None` of a structure that something aligns or packs,
    /// and of what is not modelled.
    pub(super) fn layout(&self, ty: &Type) -> Option<Layout> {
        crate::typing::layout_in(self.given.kernel, ty)
    }

    /// Whether a type is a union that is modelled.
    pub(super) fn is_union(&self, ty: &Type) -> bool {
        matches!(ty, Type::Opaque(name) if self.given.kernel.unions.contains_key(name))
    }

    /// Whether a type has a union in it that is modelled: memory of it is used at several types.
    pub(super) fn has_union(&self, ty: &Type) -> bool {
        let mut open = vec![ty.innermost().clone()];
        while let Some(ty) = open.pop() {
            if self.is_union(&ty) {
                return true;
            }
            // No structure holds itself.
            let members = self.record(&ty).map(|r| r.fields.clone()).unwrap_or_default();
            open.extend(members.iter().map(|(_, ty)| ty.innermost().clone()));
        }
        false
    }

    /// How many bytes before a member are in a structure.
    pub(super) fn before_member(&self, of: &Type, member: &Name) -> Option<u64> {
        if let Type::Opaque(name) = of
            && crate::vocabulary::is_vector(name.as_str())
        {
            let (lanes, lane) = vector(name.as_str())?;
            let before = lanes.iter().position(|x| *x == member.as_str())?;
            return Some(Layout::from(lane).array(before as u64).size);
        }
        if let Type::Opaque(name) = of
            && let Some(union) = self.given.kernel.unions.get(name)
        {
            let known = union.plain && union.members.iter().any(|(name, _)| name == member);
            return known.then_some(0);
        }
        let record = self.record(of).filter(|record| record.plain)?;
        let n = record.fields.iter().position(|(name, _)| name == member)?;
        let until = record.fields[..=n].iter().map(|(_, ty)| self.layout(ty));
        Layout::structure(until.collect::<Option<Vec<_>>>()?, 1).0.pop()
    }

    /// Notes that memory is used at another type than it is declared with, so that the kernel is lowered again.
    pub(super) fn flatten(&mut self, p: &Pointer) {
        if self.arrays.elements.get(&p.root).is_some_and(|ty| self.layout(ty).is_some()) {
            self.found.flat.entry(p.root.clone()).or_insert(WIDEST);
        }
    }

    /// How large the cells of an array are, where it is used at several types.
    pub(super) fn cell(&self, root: &Name) -> Option<u64> {
        self.given.flat.get(root).copied()
    }

    /// A pointer into flat memory moved by some elements of a type.
    pub(super) fn moved_by(
        &self,
        p: &Pointer,
        op: Op,
        n: &Arc<Term>,
        to: &Type,
    ) -> Option<Pointer> {
        let Layout { size, align } = self.layout(to)?;
        let from = self.in_steps(p, align, false);
        let steps = bin(Op::Mul, IntType::LONG, Arc::clone(n), num(size / from.step?));
        let offset = bin(op, IntType::LONG, from.offset, steps);
        Some(Pointer { offset, checked: false, ..from })
    }

    /// A pointer into flat memory past some bytes of what it points to.
    pub(super) fn past(&self, p: &Pointer, bytes: u64) -> Pointer {
        let align = 1 << bytes.trailing_zeros().min(WIDEST.trailing_zeros());
        let from = match bytes {
            0 => return p.clone(),
            _ => self.in_steps(p, align, true),
        };
        let steps = num(bytes / from.step.unwrap_or(1));
        let offset = bin(Op::Add, IntType::LONG, from.offset, steps);
        Pointer { offset, checked: false, ..from }
    }

    /// A pointer in steps of so many bytes; where `finer`, in no wider ones, and else in just these, since what
    /// it points to is aligned so.
    pub(super) fn in_steps(&self, p: &Pointer, bytes: u64, finer: bool) -> Pointer {
        let step = p.step.unwrap_or(bytes);
        let (offset, step) = match step.cmp(&bytes) {
            _ if literal(&p.offset).is_some_and(Zero::is_zero) => (num(0), bytes),
            std::cmp::Ordering::Equal => (Arc::clone(&p.offset), step),
            std::cmp::Ordering::Greater => {
                let times = num(step / bytes);
                (bin(Op::Mul, IntType::LONG, Arc::clone(&p.offset), times), bytes)
            }
            std::cmp::Ordering::Less if finer => (Arc::clone(&p.offset), step),
            std::cmp::Ordering::Less => (exactly(&p.offset, bytes / step), bytes),
        };
        Pointer { offset, step: Some(step), ..p.clone() }
    }

    /// Two pointers in the same steps.
    pub(super) fn in_common(&self, a: Pointer, b: Pointer) -> (Pointer, Pointer) {
        match (a.step, b.step) {
            (Some(x), Some(y)) if x < y => {
                let b = self.in_steps(&b, x, true);
                (a, b)
            }
            (Some(x), Some(y)) if y < x => (self.in_steps(&a, y, true), b),
            _ => (a, b),
        }
    }

    /// The cells of an access to a value of this type, all of which is read or written at once.
    pub(super) fn cells(&mut self, p: &Pointer, ty: &Type, span: &Span) -> Lowered<Cells> {
        let Layout { size, align } = self.layout(ty).ok_or_else(|| {
            Unsupported::new(Area::Memory, format!("memory taken for a `{ty}`"), span)
        })?;
        self.bytes(p, size, align, span)
    }

    /// Pointers in cells to what an atomic changes: one cell, and of a vector as many as it has parts at most, each of
    /// which is changed by itself.
    pub(super) fn atomic_cells(
        &mut self,
        p: &Pointer,
        ty: &Type,
        span: &Span,
    ) -> Lowered<Vec<Pointer>> {
        let count = self.cells(p, ty, span)?.indices.len();
        let parts = match ty {
            Type::Opaque(name) => vector(name.as_str()).map_or(1, |(lanes, _)| lanes.len()),
            _ => 1,
        };
        if count > parts {
            let what = "an atomic on memory that is used in parts, too";
            return Err(Unsupported::new(Area::Atomic, what, span));
        }
        let start = self.in_steps(p, self.cell(&p.root).unwrap_or(WIDEST), false);
        let mut cells = vec![start.clone()];
        cells.extend((1..count).map(|n| {
            let offset = bin(Op::Add, IntType::LONG, Arc::clone(&start.offset), num(n as u64));
            Pointer { offset, checked: false, ..start.clone() }
        }));
        Ok(cells)
    }

    /// The cells of so many bytes that begin at a place with this alignment.
    pub(super) fn bytes(
        &mut self,
        p: &Pointer,
        size: u64,
        align: u64,
        span: &Span,
    ) -> Lowered<Cells> {
        let cell = self.cell(&p.root).unwrap_or(WIDEST);
        let align = 1 << (align | size).trailing_zeros().min(WIDEST.trailing_zeros());
        if align < cell {
            self.found.flat.entry(p.root.clone()).and_modify(|cell| *cell = align.min(*cell));
            return Err(Unsupported::new(
                Area::Memory,
                "memory that is used at several types",
                span,
            ));
        }
        if size / cell > MOST_CELLS {
            let what =
                format!("an access to {size} bytes of memory that is used in units of {cell}");
            return Err(Unsupported::new(Area::Memory, what, span));
        }
        let sure = self.in_steps(p, p.step.unwrap_or(cell).max(cell), false);
        let step = sure.step.unwrap_or(cell);
        if align > step && divided(&sure.offset, align / step, DEEPEST).is_none() {
            self.owe(&exactly(&sure.offset, align / step));
        }
        let start = self.in_steps(&sure, cell, false);
        let indices = (0..size / cell).map(|n| {
            let offset = bin(Op::Add, IntType::LONG, Arc::clone(&start.offset), num(n));
            self.index(&Pointer { offset, checked: false, ..start.clone() })
        });
        let ty = IntType::unsigned(u8::try_from(cell * 8).unwrap_or(u8::MAX));
        Ok(Cells { indices: indices.collect(), ty })
    }
}

/// A number divided by one that it is a multiple of; where it is none, the execution has no meaning.
fn exactly(e: &Arc<Term>, by: u64) -> Arc<Term> {
    if let Some(divided) = divided(e, by, DEEPEST) {
        return divided;
    }
    let rest = bin(Op::Rem, IntType::LONG, Arc::clone(e), num(by));
    let whole = rel(Rel::Eq, rest, num(0));
    bin(Op::Div, IntType::LONG, Arc::clone(e), select(&whole, num(by), num(0)))
}

/// A number divided by one, where its form shows that it is a multiple.
fn divided(e: &Arc<Term>, by: u64, depth: usize) -> Option<Arc<Term>> {
    let depth = depth.checked_sub(1)?;
    let factor = |n: &Number| (n % by).is_zero().then(|| n / by);
    match &**e {
        Term::Num(n) => factor(n).map(num),
        Term::Bin(op @ (Op::Add | Op::Sub), arithmetic, a, b) => {
            let semantics::Arithmetic::C(ty) = arithmetic else { return None };
            // One that wraps around is no sum of the parts.
            let (a, b) =
                ty.signed.then(|| Some((divided(a, by, depth)?, divided(b, by, depth)?)))??;
            Some(bin(*op, *ty, a, b))
        }
        Term::Bin(Op::Mul, semantics::Arithmetic::C(ty), a, b) if ty.signed => {
            if let Some(b) = divided(b, by, depth) {
                return Some(bin(Op::Mul, *ty, Arc::clone(a), b));
            }
            if let Some(a) = divided(a, by, depth) {
                return Some(bin(Op::Mul, *ty, a, Arc::clone(b)));
            }
            // Each factor has a part of it: `by` is a power of 2.
            let half = (by > 2).then_some(by / 2)?;
            let b = divided(b, 2, depth)?;
            divided(&bin(Op::Mul, *ty, Arc::clone(a), b), half, depth)
        }
        Term::Convert(to, inner) if *to == IntType::LONG => match &**inner {
            Term::Bin(_, semantics::Arithmetic::C(ty), ..) if ty.signed && ty.bits <= 64 => {
                Some(crate::term::convert(*to, *ty, divided(inner, by, depth)?))
            }
            _ => None,
        },
        _ => None,
    }
}
