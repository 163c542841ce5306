//! Atomics. Two of them do not race, and one races with any other access. Programs have no such
//! access, so it is made of two: a read of the element, which races with plain writes; and a write in
//! a second array, at a place that is the thread's own. A plain read of the element reads the second
//! array at the place of some thread, whichever: that meets the write of each atomic.
//!
//! One that only reads is the read alone.
//!
//! An atomic for the threads of the block alone, `atomicAdd_block`, races with every atomic of
//! another block. It writes in a third array, at a place that is the thread's own; and each atomic
//! reads there, at the place of some thread of another block.

use super::block::Atom;
use super::environment::{Pointer, Value};
use super::place::Place;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::arrays;
use crate::note::Note;
use crate::term::{and, bin, convert, num, rel};
use crate::typed::{Expr, Kind};
use crate::unsupported::Unsupported;
use crate::vocabulary::{Atomic, Reach, Update};
use num_traits::One;
use semantics::{
    ArrayRole, ArrayType, Axis, Dim, Expr as Term, Header, IntType, Name, Number, Op, Rel, Sharing,
    Site,
};
use std::sync::Arc;

/// A cell of such an array has this many bits below the index of the element: the thread's number.
const THREAD_BITS: u32 = 64;

/// The element that a cell of a program stands for, where the array is one that atomics write
/// besides: the array of the kernel, and the index in it, over all dimensions.
pub fn atomic_element(header: &Header, array: &Name, cell: &Number) -> Option<(Name, Number)> {
    match header.role(array) {
        ArrayRole::Atomics(of) => Some((of.clone(), cell >> THREAD_BITS)),
        ArrayRole::Memory | ArrayRole::Barrier => None,
    }
}

/// In which places in the second array are counted: nothing overflows in it.
pub(super) const WIDE: IntType = IntType { bits: 128, signed: true };

impl Lowering<'_> {
    /// `atomicAdd(pointer, others)` and the like.
    pub(super) fn atomic(
        &mut self,
        atomic: Atomic,
        pointer: &Expr,
        others: &[Expr],
        e: &Expr,
    ) -> Lowered<Value> {
        if self.element_record(&e.ty).is_some() {
            let what = format!("`{atomic}` on a `{}` of which parts are accessed", e.ty);
            return Err(Unsupported::new(Area::Atomic, what, &e.span));
        }
        let place = match &pointer.kind {
            Kind::Address(place) => self.place(place)?,
            _ => self.pointed(pointer)?,
        };
        let mut given = Vec::with_capacity(others.len());
        for other in others {
            given.push(self.value(other)?);
        }
        self.atomic_at(atomic, place, &given, e)
    }

    /// An atomic on what is at a place; `given`: its other arguments.
    fn atomic_at(
        &mut self,
        atomic: Atomic,
        place: Place,
        given: &[Value],
        e: &Expr,
    ) -> Lowered<Value> {
        if let Place::Either(c, a, b) = place {
            let on = |s: &mut Self, at: &Place| s.atomic_at(atomic, at.clone(), given, e);
            let value = self.branch(c, &|s| on(s, &a), &|s| on(s, &b), &e.span)?;
            return match value {
                Value::Unknown(why) => self.opaque_as(&e.ty, &why, e),
                value => Ok(value),
            };
        }
        if let Place::Nowhere = place {
            self.end();
            return self.opaque_as(&e.ty, "what a null pointer points to", e);
        }
        let Place::Element(p) = place else {
            return Err(Unsupported::new(
                Area::Atomic,
                format!("`{atomic}` on a local variable"),
                &e.span,
            ));
        };
        self.refuse_table(&p, e)?;
        self.found.atomics.insert(p.array.clone());
        let ty = super::arrays::contents(&e.ty).unwrap_or(IntType::ULONG);
        if p.step.is_none() {
            let ty = self.stored(&p, ty, &e.span)?;
            return self.atomic_on(atomic, p, ty, given, e);
        }
        let ty = self.arrays.types.get(&p.array).map_or(ty, |a| a.element);
        let mut value = Value::Void;
        for cell in self.atomic_cells(&p, &e.ty, &e.span)? {
            value = self.atomic_on(atomic, cell, ty, given, e)?;
        }
        Ok(value)
    }

    /// An atomic on one element, which has contents of this type.
    fn atomic_on(
        &mut self,
        atomic: Atomic,
        p: Pointer,
        ty: IntType,
        given: &[Value],
        e: &Expr,
    ) -> Lowered<Value> {
        let site = Site::at(e.span.clone());
        let (array, index) = (p.array.clone(), self.index(&p));
        let x = self.bind(p.array.as_str(), ty);
        let shared = self.is_shared(&p.array);
        if atomic.update == Update::Load && atomic.reach == Reach::Block && !shared {
            let what = "an atomic that reads, of the block alone, in global memory";
            return Err(Unsupported::new(Area::Atomic, what, &e.span));
        }
        let mine = self.own_place(&p);
        self.emit(Atom::Read { x, array, index, site: site.clone() }, &e.span)?;
        if atomic.update != Update::Load {
            let array = self.second(&p.array);
            let write = Atom::Write { array, index: mine, payload: num(0), site: site.clone() };
            self.emit(write, &e.span)?;
        }
        self.scope_of(atomic.reach, &p, site, e)?;
        let why = format!("the result of `{atomic}`, which other threads decide too");
        let result = self.opaque_as(&e.ty, &why, e)?;
        self.ticket(atomic, &p, given, &result, &e.span);
        Ok(result)
    }

    /// After a plain read of an element: where atomics access its array, its value is unknown.
    pub(super) fn read_beside_atomics(&mut self, p: &Pointer, e: &Expr) -> Lowered<Option<Value>> {
        if !self.found.atomics.contains(&p.array) {
            return Ok(None);
        }
        let whose = self.bind("whose", IntType::ULONG);
        self.emit(Atom::Var(whose.clone()), &e.span)?;
        let index = self.place_of(p, Arc::new(Term::Var(whose)));
        let array = self.second(&p.array);
        let x = self.bind(array.as_str(), IntType::ULONG);
        self.emit(Atom::Read { x, array, index, site: Site::at(e.span.clone()) }, &e.span)?;
        let why = format!("an element of `{}`, which atomics change", p.array);
        let element = self.index(p);
        match e.ty.int() {
            // Where none of them comes between, threads read it alike.
            Some(ty) if self.around.divergent.is_none() && self.is_uniform(&element) => {
                self.agreed_unknown("value", ty, &why, &e.span).map(|value| Some(Value::Int(value)))
            }
            _ => self.opaque_as(&e.ty, &why, e).map(Some),
        }
    }

    /// What an atomic does in the third array, where there is one.
    fn scope_of(&mut self, reach: Reach, p: &Pointer, site: Site, e: &Expr) -> Lowered<()> {
        if self.is_shared(&p.array) {
            return Ok(());
        }
        let of_block = arrays::of_atomics_of_block(p.array.as_str());
        if reach == Reach::Block {
            self.found.atomics.insert(of_block.clone());
            let number = self.thread_number(true);
            let (array, index) =
                (self.beside(&p.array, of_block.clone()), self.place_of(p, number));
            let write = Atom::Write { array, index, payload: num(0), site: site.clone() };
            self.emit(write, &e.span)?;
        }
        if !self.found.atomics.contains(&of_block) {
            return Ok(());
        }
        let array = self.beside(&p.array, of_block);
        let wide = |e: Arc<Term>| convert(WIDE, IntType::UINT, e);
        let all = |s: &Self, size: &dyn Fn(&Self, Dim) -> Arc<Term>| {
            let [x, y, z] = Dim::ALL.map(|d| wide(size(s, d)));
            bin(Op::Mul, WIDE, bin(Op::Mul, WIDE, x, y), z)
        };
        let threads = all(self, &|s, d| s.given.launch.block(d));
        let blocks = all(self, &|s, d| s.given.launch.grid(d));
        let mine = self.block_number();
        let mut other = Vec::new();
        for base in ["block", "whose"] {
            let x = self.bind(base, IntType::ULONG);
            self.emit(Atom::Var(x.clone()), &e.span)?;
            other.push(convert(WIDE, IntType::ULONG, Arc::new(Term::Var(x))));
        }
        let (Some(whose), Some(block)) = (other.pop(), other.pop()) else { return Ok(()) };
        let elsewhere = and(
            rel(Rel::Ne, Arc::clone(&block), mine),
            and(
                rel(Rel::Lt, Arc::clone(&block), blocks),
                rel(Rel::Lt, Arc::clone(&whose), Arc::clone(&threads)),
            ),
        );
        let number = bin(Op::Add, WIDE, bin(Op::Mul, WIDE, block, threads), whose);
        let index = self.place_of(p, number);
        self.branch(
            elsewhere,
            &|s| {
                let x = s.bind(array.as_str(), IntType::ULONG);
                let (array, index, site) = (array.clone(), Arc::clone(&index), site.clone());
                s.emit(Atom::Read { x, array, index, site }, &e.span).map(|()| Value::Void)
            },
            &|_| Ok(Value::Void),
            &e.span,
        )
        .map(|_| ())
    }

    /// The array that atomics write beside this one.
    fn second(&mut self, array: &Name) -> Name {
        self.beside(array, arrays::of_atomics(array.as_str()))
    }

    fn beside(&mut self, array: &Name, name: Name) -> Name {
        let sharing = self.arrays.types.get(array).map_or(Sharing::Grid, |a| a.sharing);
        self.arrays.types.entry(name.clone()).or_insert(ArrayType {
            role: ArrayRole::Atomics(array.clone()),
            members: None,
            sharing,
            element: IntType::ULONG,
            dimensions: Vec::new(),
            flat: false,
        });
        name
    }

    pub(super) fn is_shared(&self, array: &Name) -> bool {
        self.arrays.types.get(array).is_some_and(|a| a.sharing == Sharing::Block)
    }

    fn own_place(&mut self, p: &Pointer) -> Arc<Term> {
        let shared = self.is_shared(&p.array);
        let number = match self.linear_number(!shared) {
            Some(number) => number,
            None => self.thread_number(!shared),
        };
        self.place_of(p, number)
    }

    /// A number that no other thread of the block, or of the grid, has. It is linear in the
    /// coordinates whatever the launch is, since each axis has room for the most that it may be: an
    /// unknown extent is no factor. There is none where that takes 63 bits or more.
    fn linear_number(&self, in_grid: bool) -> Option<Arc<Term>> {
        let of = |axis: fn(Dim) -> Axis, size: &dyn Fn(Dim) -> Arc<Term>| {
            [Dim::Z, Dim::Y, Dim::X].map(|d| (axis(d), self.range(&size(d)).max))
        };
        let mut axes = Vec::with_capacity(6);
        if in_grid {
            axes.extend(of(Axis::Block, &|d| self.given.launch.grid(d)));
        }
        axes.extend(of(Axis::Thread, &|d| self.given.launch.block(d)));
        let room = axes.iter().fold(Number::one(), |room, (_, most)| room * most);
        if room >= Number::one() << 63u32 {
            return None;
        }
        let axes = axes.into_iter().map(|(axis, most)| (axis, num(most)));
        Some(self.numbered(num(0), axes))
    }

    /// Where one thread's atomic on an element writes.
    fn place_of(&self, p: &Pointer, thread: Arc<Term>) -> Arc<Term> {
        let index = convert(WIDE, IntType::LONG, self.index(p));
        let row = bin(Op::Mul, WIDE, index, num(Number::one() << THREAD_BITS));
        let thread = self.cast(WIDE, self.type_of(&thread).unwrap_or(WIDE), thread);
        bin(Op::Add, WIDE, row, thread)
    }

    /// The number of the thread in its block, or in the grid.
    pub(super) fn thread_number(&mut self, in_grid: bool) -> Arc<Term> {
        let before = if in_grid { self.block_number() } else { num(0) };
        let axes = [Dim::Z, Dim::Y, Dim::X].map(|d| (Axis::Thread(d), self.given.launch.block(d)));
        let mut number = self.numbered(before, axes);
        let most = Number::one() << 63u32;
        if self.range(&number).max >= most {
            self.note(Note::left_out("grids of 2^63 threads or more are left out"));
            number = Arc::new(Term::Within(most, number));
        }
        number
    }
    /// The number of the block in the grid.
    fn block_number(&mut self) -> Arc<Term> {
        let axes = [Dim::Z, Dim::Y, Dim::X].map(|d| (Axis::Block(d), self.given.launch.grid(d)));
        self.numbered(num(0), axes)
    }

    fn numbered(
        &self,
        before: Arc<Term>,
        axes: impl IntoIterator<Item = (Axis, Arc<Term>)>,
    ) -> Arc<Term> {
        let wide = |e: Arc<Term>| convert(WIDE, IntType::UINT, e);
        axes.into_iter().fold(before, |number, (axis, size)| {
            let scaled = bin(Op::Mul, WIDE, number, wide(size));
            bin(Op::Add, WIDE, scaled, wide(self.coordinate(axis)))
        })
    }
}
