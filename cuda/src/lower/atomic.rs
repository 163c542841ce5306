//! Atomics. Two of them do not race, and one races with any other access. Programs have no such
//! access, so it is made of two: a read of the element, which races with plain writes; and a write in
//! a second array, at a place that is the thread's own. A plain read of the element reads the second
//! array at the place of some thread, whichever: that meets the write of each atomic.

use super::block::Atom;
use super::environment::{Pointer, Value};
use super::memory::Place;
use super::term::{bin, convert, num};
use super::{Lowered, Lowering};
use crate::typed::{Expr, Kind, Unsupported};
use num_traits::One;
use semantics::{ArrayType, Axis, Dim, Expr as Term, IntType, Name, Number, Op, Sharing, Site};
use std::sync::Arc;

/// In which places in the second array are counted: nothing overflows in it.
pub(super) const WIDE: IntType = IntType { bits: 128, signed: true };

impl Lowering<'_> {
    /// `atomicAdd(pointer, others)` and the like.
    pub(super) fn atomic(
        &mut self,
        name: &Name,
        pointer: &Expr,
        others: &[Expr],
        e: &Expr,
    ) -> Lowered<Value> {
        let place = match &pointer.kind {
            Kind::Address(place) => self.place(place)?,
            _ => self.pointed(pointer)?,
        };
        for other in others {
            self.value(other)?;
        }
        let Place::Element(p) = place else {
            return Err(Unsupported::new(format!("`{name}` on a variable of the thread"), &e.span));
        };
        self.atomics.insert(p.array.clone());
        let site = Site::at(e.span.clone());
        let ty = super::memory::contents(&e.ty).unwrap_or(IntType::ULONG);
        let (array, index) = (p.array.clone(), self.index(&p));
        let x = self.bind(p.array.as_str(), ty);
        let mine = self.own_place(&p);
        self.emit(Atom::Read { x, array, index, site: site.clone() }, &e.span)?;
        let array = self.second(&p.array);
        self.emit(Atom::Write { array, index: mine, payload: num(0), site }, &e.span)?;
        self.opaque_as(&e.ty, &format!("the result of `{name}`, which other threads decide too"), e)
    }

    /// After a plain read of an element: where atomics access its array, its value is unknown.
    pub(super) fn read_beside_atomics(&mut self, p: &Pointer, e: &Expr) -> Lowered<Option<Value>> {
        if !self.atomics.contains(&p.array) {
            return Ok(None);
        }
        let whose = self.bind("whose", IntType::ULONG);
        self.emit(Atom::Var(whose.clone()), &e.span)?;
        let index = self.place_of(p, Arc::new(Term::Var(whose)));
        let array = self.second(&p.array);
        let x = self.bind(array.as_str(), IntType::ULONG);
        self.emit(Atom::Read { x, array, index, site: Site::at(e.span.clone()) }, &e.span)?;
        self.opaque_as(&e.ty, &format!("an element of `{}`, which atomics change", p.array), e)
            .map(Some)
    }

    /// The array that atomics write beside this one.
    fn second(&mut self, array: &Name) -> Name {
        let name = Name::from(format!("{array}.atomic"));
        let sharing = self.arrays.get(array).map_or(Sharing::Grid, |a| a.sharing);
        self.arrays.entry(name.clone()).or_insert(ArrayType {
            sharing,
            element: IntType::ULONG,
            dimensions: Vec::new(),
        });
        name
    }

    fn own_place(&mut self, p: &Pointer) -> Arc<Term> {
        let shared = self.arrays.get(&p.array).is_some_and(|a| a.sharing == Sharing::Block);
        let number = self.thread_number(!shared);
        self.place_of(p, number)
    }

    /// Where one thread's atomic on an element writes.
    fn place_of(&self, p: &Pointer, thread: Arc<Term>) -> Arc<Term> {
        let index = convert(WIDE, IntType::LONG, self.index(p));
        let row = bin(Op::Mul, WIDE, index, num(Number::one() << 64u32));
        let thread = self.cast(WIDE, self.type_of(&thread).unwrap_or(WIDE), thread);
        bin(Op::Add, WIDE, row, thread)
    }

    /// The number of the thread in its block, or in the grid.
    pub(super) fn thread_number(&mut self, in_grid: bool) -> Arc<Term> {
        let ty = WIDE;
        let long = |e: Arc<Term>| convert(ty, IntType::UINT, e);
        let mut number = num(0);
        let mut axes: Vec<(Axis, Arc<Term>)> = Vec::new();
        if in_grid {
            axes.extend([Dim::Z, Dim::Y, Dim::X].map(|d| (Axis::Block(d), self.launch.grid(d))));
        }
        axes.extend([Dim::Z, Dim::Y, Dim::X].map(|d| (Axis::Thread(d), self.launch.block(d))));
        for (axis, size) in axes {
            let scaled = bin(Op::Mul, ty, number, long(size));
            number = bin(Op::Add, ty, scaled, long(self.coordinate(axis)));
        }
        let most = Number::one() << 63u32;
        if self.range(&number).max >= most {
            self.notes.insert("grids of 2^63 threads or more are left out".into());
            number = Arc::new(Term::Within(most, number));
        }
        number
    }
}
