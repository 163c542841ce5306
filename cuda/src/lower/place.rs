//! Places in memory: which variable or element an expression names, and pointers to them.

use super::environment::{Pointer, Value};
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::{bin, literal, num};
use crate::typed::{Expr, Kind, LocalId, Type};
use crate::unsupported::Unsupported;
use num_traits::{One, Signed, Zero};
use semantics::{Cond, Expr as Term, IntType, Name, Number, Op, Span};
use std::sync::Arc;

/// What an assignment changes.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A local.
    Local(LocalId),
    /// A member of a local, by its path; the empty path is one that is not modelled.
    Part(LocalId, Vec<usize>),
    /// Memory of the thread itself: nobody else sees it.
    Own,
    /// An element of an array that threads share.
    Element(Pointer),
    /// What a null pointer points to: an execution that accesses it has no meaning.
    Nowhere,
    /// One of two: the first, where the condition holds.
    Either(Arc<Cond>, Box<Place>, Box<Place>),
}

/// How many elements of an array a value of this type spans.
pub(super) fn scalars(ty: &Type) -> Number {
    match ty {
        Type::Array(of, Some(n)) => scalars(of) * n,
        Type::Const(of) => scalars(of),
        _ => Number::one(),
    }
}

impl Lowering<'_> {
    /// The place that an expression names.
    pub(super) fn place(&mut self, e: &Expr) -> Lowered<Place> {
        match &e.kind {
            Kind::Local(id) if !self.is_in_memory(*id) => Ok(match e.ty {
                Type::Array(..) if super::environment::pointers(&e.ty).is_none() => Place::Own,
                _ => Place::Local(*id),
            }),
            Kind::Local(id) => Ok(Place::Element(self.base(*id, &e.span)?)),
            Kind::Index(base, index)
                if super::environment::pointers(&base.ty).is_some() && self.is_of_thread(base) =>
            {
                let place = self.place(base)?;
                let n = self.number_as(index, IntType::LONG)?;
                let n = crate::term::literal(&n).and_then(|n| usize::try_from(n).ok());
                let (id, mut path) = match place {
                    Place::Local(id) => (id, Vec::new()),
                    Place::Part(id, path) if !path.is_empty() => (id, path),
                    _ => return Err(not_a_pointer(base)),
                };
                let Some(n) = n else {
                    return Err(Unsupported::new(
                        Area::Pointer,
                        "an array of pointers at an unknown place",
                        &e.span,
                    ));
                };
                path.push(n);
                Ok(Place::Part(id, path))
            }
            Kind::Index(base, index) => {
                let base_value = self.value(base)?;
                let index = self.index_of(&base_value, index)?;
                self.element_at(base_value, index, base, e)
            }
            Kind::Dereference(pointer) => self.pointed(pointer),
            Kind::Member(of, name) => {
                let record = self.record(&of.ty);
                let place = self.place(of)?;
                let at = record.and_then(|r| r.fields.iter().position(|(x, _)| x == name));
                self.member_at(place, at, name, of, e)
            }
            _ => {
                Err(Unsupported::new(Area::Expression, "an assignment to this expression", &e.span))
            }
        }
    }

    /// An index into what a value points to. From the beginning of an array an `unsigned long` leads on alone, and
    /// half of all addresses are behind every array: `a[n - 1]` is no element where `n` is 0. [C++17, 8.7, paragraph 4]
    fn index_of(&mut self, base: &Value, index: &Expr) -> Lowered<Arc<Term>> {
        let begins = |p: &Pointer| literal(&p.offset).is_some_and(Zero::is_zero) && !p.part;
        let from = index.ty.int();
        match base {
            Value::Pointer(p) if begins(p) && from == Some(IntType::ULONG) => {
                let n = self.number(index)?;
                let half = Number::one() << 63;
                let inside = self.range(&n).max < half;
                let n = if inside { n } else { Arc::new(Term::Within(half, n)) };
                Ok(self.cast(IntType::LONG, IntType::ULONG, n))
            }
            _ => self.number_as(index, IntType::LONG),
        }
    }

    /// The element at an index of what a pointer points to, or of an array.
    pub(super) fn element_at(
        &mut self,
        base_value: Value,
        index: Arc<Term>,
        base: &Expr,
        e: &Expr,
    ) -> Lowered<Place> {
        if let Value::Either(c, a, b) = base_value {
            let a = self.element_at(*a, Arc::clone(&index), base, e)?;
            let b = self.element_at(*b, index, base, e)?;
            return Ok(Place::Either(c, a.into(), b.into()));
        }
        let p = match base_value {
            Value::Pointer(p) => p,
            Value::Null => return Ok(Place::Nowhere),
            Value::Address(id, path) if *index == Term::Num(0.into()) => {
                return Ok(self.variable_at(id, path));
            }
            Value::OwnArray(_) => {
                if let Type::Array(_, Some(size)) = &base.ty {
                    self.owe(&fold_within(Arc::new(Term::Within(size.clone(), index))));
                }
                return Ok(Place::Own);
            }
            _ => return Err(not_a_pointer(base)),
        };
        if p.part && !matches!(base.ty, Type::Array(..)) {
            self.flatten(&p);
            return Err(Unsupported::new(
                Area::Pointer,
                "arithmetic on a pointer to a member",
                &e.span,
            ));
        }
        let (index, checked) = match &base.ty {
            Type::Array(_, Some(size)) if self.leaves_row(&index, size) => (index, false),
            Type::Array(_, Some(size)) => (Arc::new(Term::Within(size.clone(), index)), p.checked),
            Type::Array(_, None) => (index, p.checked),
            _ => (index, false),
        };
        let index = fold_within(index);
        if p.step.is_some() {
            let moved = self.moved_by(&p, Op::Add, &index, &e.ty);
            return moved.map(Place::Element).ok_or_else(|| taken_for(&e.ty, &e.span));
        }
        let width = num(scalars(&e.ty));
        let moved = bin(Op::Mul, IntType::LONG, index, width);
        let offset = bin(Op::Add, IntType::LONG, p.offset, moved);
        Ok(Place::Element(Pointer { offset, checked, ..p }))
    }

    /// A member of what is at a place; `at`: which one it is, of a structure.
    fn member_at(
        &mut self,
        place: Place,
        at: Option<usize>,
        name: &Name,
        of: &Expr,
        e: &Expr,
    ) -> Lowered<Place> {
        match (place, at) {
            (Place::Either(c, a, b), at) => {
                let a = self.member_at(*a, at, name, of, e)?;
                let b = self.member_at(*b, at, name, of, e)?;
                Ok(Place::Either(c, a.into(), b.into()))
            }
            (Place::Own, _) => Ok(Place::Own),
            (Place::Nowhere, _) => Ok(Place::Nowhere),
            (Place::Local(id), Some(n)) => Ok(Place::Part(id, vec![n])),
            (Place::Part(id, mut path), Some(n)) if !path.is_empty() => {
                path.push(n);
                Ok(Place::Part(id, path))
            }
            (Place::Local(id) | Place::Part(id, _), _) => Ok(Place::Part(id, Vec::new())),
            (Place::Element(p), at) if at.is_some() || self.is_union(&of.ty) => {
                self.element_member(p, &of.ty, name, &e.ty, &e.span)
            }
            (Place::Element(_), _) => {
                Err(Unsupported::new(Area::Memory, "a part of an array's element", &e.span))
            }
        }
    }

    /// Whether threads of the launch leave a row of this size, whatever values there are: `s[0][threadIdx.x]`, or
    /// `s[0][i]` in a loop that the launch counts. The array is meant as one row then, and all of it bounds the access.
    fn leaves_row(&self, index: &Term, size: &Number) -> bool {
        let range = self.range(index);
        let leaves = range.min.is_negative() || range.max >= *size;
        leaves && self.is_of_launch(index)
    }

    /// Whether the launch says what a number is, or what it is in turn.
    pub(super) fn is_of_launch(&self, e: &Term) -> bool {
        self.given.launch.has_block() && e.free_variables().is_subset(&self.variables.counters)
    }

    /// Whether a place is a variable of the thread, or a member of one.
    fn is_of_thread(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Local(id) => !self.is_in_memory(*id),
            Kind::Member(of, _) => self.is_of_thread(of),
            _ => false,
        }
    }

    /// A variable of the thread, or a member of it.
    fn variable_at(&self, id: LocalId, path: Vec<usize>) -> Place {
        if path.is_empty() { Place::Local(id) } else { Place::Part(id, path) }
    }

    /// What a pointer points to.
    pub(super) fn pointed(&mut self, pointer: &Expr) -> Lowered<Place> {
        let value = self.value(pointer)?;
        self.pointed_by(value, pointer)
    }

    /// As [`Lowering::pointed`], by its value.
    pub(super) fn pointed_by(&self, value: Value, pointer: &Expr) -> Lowered<Place> {
        match value {
            Value::Either(c, a, b) => {
                let (a, b) = (self.pointed_by(*a, pointer)?, self.pointed_by(*b, pointer)?);
                Ok(Place::Either(c, a.into(), b.into()))
            }
            Value::Pointer(p) => {
                let checked = p.checked && !matches!(pointer.ty, Type::Pointer(_));
                Ok(Place::Element(Pointer { checked, ..p }))
            }
            Value::OwnArray(_) => Ok(Place::Own),
            Value::Null => Ok(Place::Nowhere),
            Value::Address(id, path) => Ok(self.variable_at(id, path)),
            _ => Err(not_a_pointer(pointer)),
        }
    }

    /// `&place`.
    pub(super) fn address(&mut self, place: &Expr) -> Lowered<Value> {
        let at = self.place(place)?;
        self.address_of(at, place)
    }

    fn address_of(&mut self, at: Place, place: &Expr) -> Lowered<Value> {
        match at {
            Place::Either(c, a, b) => {
                let (a, b) = (self.address_of(*a, place)?, self.address_of(*b, place)?);
                Ok(Value::Either(c, a.into(), b.into()))
            }
            Place::Element(p) if p.part && !matches!(place.ty, Type::Array(..)) => {
                self.flatten(&p);
                Err(Unsupported::new(
                    Area::Pointer,
                    "the address of a part of an array's element",
                    &place.span,
                ))
            }
            Place::Element(p) => Ok(Value::Pointer(p)),
            Place::Nowhere => Ok(Value::Null),
            Place::Local(id) => Ok(Value::Address(id, Vec::new())),
            Place::Part(id, path) if !path.is_empty() => Ok(Value::Address(id, path)),
            Place::Own => Ok(Value::OwnArray(place.ty.clone())),
            Place::Part(..) => Err(Unsupported::new(
                Area::Pointer,
                "the address of a part of a variable",
                &place.span,
            )),
        }
    }

    /// The start of an array.
    fn base(&mut self, id: LocalId, span: &Span) -> Lowered<Pointer> {
        match self.arrays.memory.get(&id) {
            Some(array) => Ok(self.start_of(array.clone())),
            None => {
                let name = &self.given.kernel.locals[id.0].name;
                Err(Unsupported::new(Area::Name, format!("`{name}` before its declaration"), span))
            }
        }
    }

    /// A member of an element.
    pub(super) fn element_member(
        &mut self,
        p: Pointer,
        of: &Type,
        name: &Name,
        ty: &Type,
        span: &Span,
    ) -> Lowered<Place> {
        if p.step.is_none() {
            if self.is_union(of) {
                self.flatten(&p);
                return Err(taken_for(of, span));
            }
            let part = p.part || !self.is_all_of(ty, of);
            return Ok(Place::Element(Pointer { part, ..member(p, name, ty) }));
        }
        let bytes = self.before_member(of, name).ok_or_else(|| taken_for(of, span))?;
        Ok(Place::Element(self.past(&p, bytes)))
    }

    /// Whether a scalar is all that is in a structure: the next one in memory is that of the next element.
    fn is_all_of(&self, member: &Type, structure: &Type) -> bool {
        let alone = self.record(structure).is_some_and(|record| record.fields.len() == 1);
        let size = |ty: &Type| self.layout(ty).map(|layout| layout.size);
        let scalar = matches!(member.unqualified(), Type::Bool | Type::Int(_) | Type::Float(_));
        alone && scalar && size(member) == size(structure)
    }

    /// A pointer to the beginning of an array.
    pub(super) fn start_of(&self, array: Name) -> Pointer {
        let step = self.cell(&array);
        let root = array.clone();
        Pointer { array, offset: num(0), checked: step.is_none(), part: false, root, step }
    }
}

/// A pointer to a member of what a pointer points to.
pub(super) fn member(p: Pointer, field: &Name, ty: &Type) -> Pointer {
    let offset = bin(Op::Mul, IntType::LONG, p.offset, num(scalars(ty)));
    Pointer {
        array: crate::arrays::member(p.array.as_str(), field.as_str()),
        offset,
        part: true,
        ..p
    }
}

/// `Within` of a number that is.
pub(super) fn fold_within(e: Arc<Term>) -> Arc<Term> {
    match &*e {
        Term::Within(size, inner) => match &**inner {
            Term::Num(n) if *n < *size && *n >= Number::from(0) => Arc::clone(inner),
            _ => e,
        },
        _ => e,
    }
}

fn taken_for(ty: &Type, span: &Span) -> Unsupported {
    Unsupported::new(Area::Memory, format!("memory taken for a `{ty}`"), span)
}

fn not_a_pointer(e: &Expr) -> Unsupported {
    Unsupported::new(Area::Pointer, "an access through a pointer that is not modelled", &e.span)
}
