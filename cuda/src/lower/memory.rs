//! Places in memory: what is read and written, and at which index.

use super::arrays::{contents, leaf};
use super::block::Atom;
use super::environment::{Pointer, Value};
use super::flat::Cells;
use super::{Lowered, Lowering};
use crate::term::{bin, convert, num};
use crate::typed::{Expr, Kind, LocalId, Type, Unsupported};
use num_traits::{One, Signed};
use semantics::{Cond, Expr as Term, IntType, Name, Number, Op, Site, Span};
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
                        "an array of pointers at an unknown place",
                        &e.span,
                    ));
                };
                path.push(n);
                Ok(Place::Part(id, path))
            }
            Kind::Index(base, index) => {
                let base_value = self.value(base)?;
                let index = self.number_as(index, IntType::LONG)?;
                self.element_at(base_value, index, base, e)
            }
            Kind::Dereference(pointer) => self.pointed(pointer),
            Kind::Member(of, name) => {
                let record = self.record(&of.ty);
                let place = self.place(of)?;
                let at = record.and_then(|r| {
                    Some((r.fields.iter().position(|(x, _)| x == name)?, of.ty.clone()))
                });
                self.member_at(place, at, name, of, e)
            }
            _ => Err(Unsupported::new("an assignment to this expression", &e.span)),
        }
    }

    /// The element at an index of what a pointer points to, or of an array.
    fn element_at(
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
            return Err(Unsupported::new("arithmetic on a pointer to a member", &e.span));
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

    /// A member of what is at a place; `at`: which one it is, and of which type.
    fn member_at(
        &mut self,
        place: Place,
        at: Option<(usize, Type)>,
        name: &Name,
        of: &Expr,
        e: &Expr,
    ) -> Lowered<Place> {
        match (place, at) {
            (Place::Either(c, a, b), at) => {
                let a = self.member_at(*a, at.clone(), name, of, e)?;
                let b = self.member_at(*b, at, name, of, e)?;
                Ok(Place::Either(c, a.into(), b.into()))
            }
            (Place::Own, _) => Ok(Place::Own),
            (Place::Local(id), Some((n, _))) => Ok(Place::Part(id, vec![n])),
            (Place::Part(id, mut path), Some((n, _))) if !path.is_empty() => {
                path.push(n);
                Ok(Place::Part(id, path))
            }
            (Place::Local(id) | Place::Part(id, _), _) => Ok(Place::Part(id, Vec::new())),
            (Place::Element(p), Some(_)) => self.element_member(p, &of.ty, name, &e.ty, &e.span),
            (Place::Element(_), None) => {
                Err(Unsupported::new("a part of an array's element", &e.span))
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
        self.launch.has_block() && e.free_variables().is_subset(&self.counters)
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
                Err(Unsupported::new("the address of a part of an array's element", &place.span))
            }
            Place::Element(p) => Ok(Value::Pointer(p)),
            Place::Local(id) => Ok(Value::Address(id, Vec::new())),
            Place::Part(id, path) if !path.is_empty() => Ok(Value::Address(id, path)),
            Place::Own => Ok(Value::OwnArray(place.ty.clone())),
            Place::Part(..) => {
                Err(Unsupported::new("the address of a part of a variable", &place.span))
            }
        }
    }

    /// The start of an array.
    fn base(&mut self, id: LocalId, span: &Span) -> Lowered<Pointer> {
        match self.memory.get(&id) {
            Some(array) => Ok(self.start_of(array.clone())),
            None => {
                let name = &self.kernel.locals[id.0].name;
                Err(Unsupported::new(format!("`{name}` before its declaration"), span))
            }
        }
    }

    /// The value at a place: a read, where threads share it.
    pub(super) fn load(&mut self, place: Place, hint: Option<&str>, e: &Expr) -> Lowered<Value> {
        match place {
            Place::Either(c, a, b) => {
                let load = |s: &mut Self, at: &Place| s.load(at.clone(), hint, e);
                let value = self.branch(c, &|s| load(s, &a), &|s| load(s, &b), &e.span)?;
                match value {
                    Value::Unknown(why) => self.opaque_as(&e.ty, &why, e),
                    value => Ok(value),
                }
            }
            Place::Local(id) => self.read_local(id, &e.span),
            Place::Part(id, path) => self.load_part(id, &path, e),
            Place::Own => match &e.ty {
                Type::Array(of, _) => Ok(Value::OwnArray((**of).clone())),
                Type::Pointer(_) => Err(Unsupported::new("a pointer kept in an array", &e.span)),
                ty => self.opaque_as(ty, "an element of the thread's own array", e),
            },
            Place::Element(p) if matches!(e.ty, Type::Array(..)) => Ok(Value::Pointer(p)),
            Place::Element(p) if self.element_record(&e.ty).is_some() => {
                let fields =
                    self.element_record(&e.ty).map(|r| r.fields.clone()).unwrap_or_default();
                let mut members = Vec::with_capacity(fields.len());
                for (name, ty) in &fields {
                    let part = Expr { ty: ty.clone(), ..e.clone() };
                    let place = self.element_member(p.clone(), &e.ty, name, ty, &e.span)?;
                    members.push(match ty {
                        Type::Array(..) => {
                            self.each_element(place, &part, &|s, at, part| {
                                s.load(at, None, part).map(drop)
                            })?;
                            self.lost(ty, "an array in a structure that is copied")
                        }
                        _ => self.load(place, None, &part)?,
                    });
                }
                Ok(Value::Record(members))
            }
            Place::Element(p) => {
                let Some(ty) = contents(&e.ty) else {
                    return Err(Unsupported::new(format!("a read of a `{}`", e.ty), &e.span));
                };
                if let Some(value) = self.tabled(&p, e)? {
                    return Ok(value);
                }
                if p.step.is_some() {
                    return self.load_cells(&p, hint, e);
                }
                let stored = self.stored(&p, ty, &e.span)?;
                let index = self.index(&p);
                let x = self.bind(hint.unwrap_or(p.array.as_str()), stored);
                let site = Site::at(e.span.clone());
                let array = p.array.clone();
                self.read_alike(&x, &index);
                self.emit(Atom::Read { x: x.clone(), array, index, site }, &e.span)?;
                if let Some(value) = self.read_beside_atomics(&p, e)? {
                    return Ok(value);
                }
                Ok(match e.ty.int() {
                    Some(_) => Value::Int(convert(ty, stored, Arc::new(Term::Var(x)))),
                    None if stored == ty => Value::Opaque(Some(x)),
                    None => Value::Opaque(None),
                })
            }
        }
    }

    /// Does something with each element of an array in memory, which is this value.
    fn each_element(
        &mut self,
        place: Place,
        whole: &Expr,
        part: &dyn Fn(&mut Self, Place, &Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let refused = || Unsupported::new(format!("a copy of a `{}`", whole.ty), &whole.span);
        let (Place::Element(start), Type::Array(of, Some(size))) = (place, &whole.ty) else {
            return Err(refused());
        };
        let element = Expr { ty: of.unqualified(), ..whole.clone() };
        let k = self.bind("element", IntType::LONG);
        let nth = Arc::new(Term::Var(k.clone()));
        self.counted(k, num(0), num(size.clone()), &whole.span, |s| {
            let at = s.element_at(Value::Pointer(start), nth, whole, &element)?;
            match element.ty {
                Type::Array(..) => s.each_element(at, &element, part),
                _ => part(s, at, &element),
            }
        })
    }

    /// Gives a place a value: a write, where threads share it.
    pub(super) fn store(&mut self, place: Place, value: Value, e: &Expr) -> Lowered<()> {
        match place {
            Place::Either(c, a, b) => {
                let store = |s: &mut Self, at: &Place| {
                    s.store(at.clone(), value.clone(), e).map(|()| Value::Void)
                };
                self.branch(c, &|s| store(s, &a), &|s| store(s, &b), &e.span).map(drop)
            }
            Place::Local(id) => {
                self.write_local(id, value);
                Ok(())
            }
            Place::Part(id, path) => {
                let mut whole = match self.values[id.0].take() {
                    Some(whole @ Value::Record(_)) => whole,
                    _ => self.lost(&self.kernel.locals[id.0].ty, "a member of a structure"),
                };
                match whole.at_mut(&path) {
                    Some(part) if !path.is_empty() => *part = self.small(value, id),
                    _ => whole = Value::Opaque(None),
                }
                self.values[id.0] = Some(whole);
                Ok(())
            }
            Place::Own => Ok(()),
            Place::Element(p) if self.element_record(&e.ty).is_some() => {
                let fields =
                    self.element_record(&e.ty).map(|r| r.fields.clone()).unwrap_or_default();
                for (n, (name, ty)) in fields.iter().enumerate() {
                    let part = Expr { ty: ty.clone(), ..e.clone() };
                    if let Type::Array(..) = ty {
                        let place = self.element_member(p.clone(), &e.ty, name, ty, &e.span)?;
                        self.each_element(place, &part, &|s, at, part| {
                            let lost = s.lost(&part.ty, "an element of an array that is copied");
                            s.store(at, lost, part)
                        })?;
                        continue;
                    }
                    let of_it = match value.at(&[n]) {
                        Some(Value::Unset) | None => self.lost(ty, "a member of a structure"),
                        Some(value) => value.clone(),
                    };
                    let place = self.element_member(p.clone(), &e.ty, name, ty, &e.span)?;
                    self.store(place, of_it, &part)?;
                }
                Ok(())
            }
            Place::Element(p) => {
                let Some(ty) = contents(&e.ty) else {
                    return Err(Unsupported::new(format!("a write of a `{}`", e.ty), &e.span));
                };
                self.refuse_table(&p, e)?;
                let indices = match p.step {
                    Some(_) => self.cells(&p, &e.ty, &e.span)?.indices,
                    None => Vec::new(),
                };
                let cell = self.arrays.get(&p.array).map(|a| a.element);
                let stored = match indices.len() {
                    0 => self.stored(&p, ty, &e.span)?,
                    1 => cell.unwrap_or(ty),
                    // The parts of a value are not told apart.
                    _ => return self.store_cells(&p, indices, e),
                };
                let known = |s: &Self, x: &Name| {
                    s.scope.contains(x) && (stored == ty || s.types.get(x) == Some(&stored))
                };
                let payload = match value {
                    Value::Int(n) => convert(stored, ty, n),
                    Value::Opaque(Some(x)) if known(self, &x) => Arc::new(Term::Var(x)),
                    // A pointer that is read again cannot be used: where it points is not kept.
                    Value::Opaque(_)
                    | Value::Unknown(_)
                    | Value::Pointer(_)
                    | Value::Either(..)
                    | Value::Record(_) => self.unknown(
                        "value",
                        stored,
                        "a value that is written, not modelled",
                        &e.span,
                    )?,
                    _ => {
                        return Err(Unsupported::new(
                            "the address of a variable of the thread, kept in memory",
                            &e.span,
                        ));
                    }
                };
                let index = match indices.into_iter().next() {
                    Some(index) => index,
                    None => self.index(&p),
                };
                let site = Site::at(e.span.clone());
                self.emit(Atom::Write { array: p.array, index, payload, site }, &e.span)
            }
        }
    }

    /// Reads the cells of a value.
    fn load_cells(&mut self, p: &Pointer, hint: Option<&str>, e: &Expr) -> Lowered<Value> {
        let cells = self.cells(p, &e.ty, &e.span)?;
        let mut read = None;
        for index in &cells.indices {
            read = Some(self.read_cell(p, hint, cells.ty, index, e)?);
        }
        let whole = cells.indices.len() == 1;
        if let Some(value) = self.read_beside_atomics(p, e)? {
            return Ok(value);
        }
        match (read.filter(|_| whole), e.ty.int(), contents(&e.ty)) {
            (Some(x), Some(_), Some(ty)) => {
                Ok(Value::Int(convert(ty, cells.ty, Arc::new(Term::Var(x)))))
            }
            (Some(x), None, Some(ty)) if ty == cells.ty => Ok(Value::Opaque(Some(x))),
            _ => self.opaque_as(&e.ty, "a value that is read in parts", e),
        }
    }

    /// Reads cells of which nobody uses what they hold.
    pub(super) fn load_bytes(&mut self, p: &Pointer, cells: Cells, e: &Expr) -> Lowered<()> {
        cells
            .indices
            .iter()
            .try_for_each(|index| self.read_cell(p, None, cells.ty, index, e).map(drop))
    }

    fn read_cell(
        &mut self,
        p: &Pointer,
        hint: Option<&str>,
        ty: IntType,
        index: &Arc<Term>,
        e: &Expr,
    ) -> Lowered<Name> {
        let x = self.bind(hint.unwrap_or(p.array.as_str()), ty);
        let (array, site) = (p.array.clone(), Site::at(e.span.clone()));
        let index = Arc::clone(index);
        self.emit(Atom::Read { x: x.clone(), array, index, site }, &e.span)?;
        Ok(x)
    }

    /// Writes the cells of a value, whatever they then hold.
    pub(super) fn store_cells(
        &mut self,
        p: &Pointer,
        indices: Vec<Arc<Term>>,
        e: &Expr,
    ) -> Lowered<()> {
        let ty = self.arrays.get(&p.array).map_or(IntType::unsigned(8), |a| a.element);
        for index in indices {
            let why = "a value that is written in parts";
            let payload = self.unknown("value", ty, why, &e.span)?;
            let (array, site) = (p.array.clone(), Site::at(e.span.clone()));
            self.emit(Atom::Write { array, index, payload, site }, &e.span)?;
        }
        Ok(())
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
            return Ok(Place::Element(member(p, name, ty)));
        }
        let bytes = self.before_member(of, name).ok_or_else(|| taken_for(of, span))?;
        Ok(Place::Element(self.past(&p, bytes)))
    }

    /// A pointer to the beginning of an array.
    pub(super) fn start_of(&self, array: Name) -> Pointer {
        let step = self.cell(&array);
        let root = array.clone();
        Pointer { array, offset: num(0), checked: step.is_none(), part: false, root, step }
    }

    /// The type of the contents of the array that a pointer points into, where it is taken for one of
    /// elements of this type.
    pub(super) fn stored(&mut self, p: &Pointer, ty: IntType, span: &Span) -> Lowered<IntType> {
        match self.arrays.get(&p.array).map(|a| a.element) {
            Some(stored) if stored.bits == ty.bits => Ok(stored),
            Some(_) => {
                self.flatten(p);
                Err(Unsupported::new("an access to elements of another size", span))
            }
            None => Ok(ty),
        }
    }

    /// The index of an access, within the array as far as its size is known.
    pub(super) fn index(&self, p: &Pointer) -> Arc<Term> {
        let sized = self.arrays.get(&p.array).filter(|a| !a.dimensions.is_empty());
        match sized {
            Some(array) if !p.checked => {
                let size: Number = array.dimensions.iter().product();
                fold_within(Arc::new(Term::Within(size, Arc::clone(&p.offset))))
            }
            _ => self.within_bounds(&p.array, Arc::clone(&p.offset)),
        }
    }

    /// The value of a member of a local; what is not known of it becomes an unknown, once.
    fn load_part(&mut self, id: LocalId, path: &[usize], e: &Expr) -> Lowered<Value> {
        let whole = self.read_local(id, &e.span)?;
        let known = whole.at(path).filter(|_| !path.is_empty()).cloned();
        let value = match known {
            Some(Value::Unset) => Value::Unknown("a member that has no value here".into()),
            Some(value) => value,
            None => return self.opaque_as(&e.ty, "a member of a structure", e),
        };
        let Value::Unknown(why) = value else { return Ok(value) };
        if let Type::Pointer(_) = e.ty {
            return Err(Unsupported::new(format!("the pointer here: {why}"), &e.span));
        }
        let value = self.opaque_as(&e.ty, &why, e)?;
        if let Some(part) = self.values[id.0].as_mut().and_then(|whole| whole.at_mut(path)) {
            *part = value.clone();
        }
        Ok(value)
    }
}

/// A pointer to a member of what a pointer points to.
pub(super) fn member(p: Pointer, field: &Name, ty: &Type) -> Pointer {
    let offset = bin(Op::Mul, IntType::LONG, p.offset, num(scalars(ty)));
    Pointer { array: leaf(&p.array, field), offset, part: true, ..p }
}

/// `Within` of a number that is.
fn fold_within(e: Arc<Term>) -> Arc<Term> {
    match &*e {
        Term::Within(size, inner) => match &**inner {
            Term::Num(n) if *n < *size && *n >= Number::from(0) => Arc::clone(inner),
            _ => e,
        },
        _ => e,
    }
}

fn taken_for(ty: &Type, span: &Span) -> Unsupported {
    Unsupported::new(format!("memory taken for a `{ty}`"), span)
}

fn not_a_pointer(e: &Expr) -> Unsupported {
    Unsupported::new("an access through a pointer that is not modelled", &e.span)
}
