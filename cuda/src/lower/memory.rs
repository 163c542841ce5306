//! What is read and written of a place, and at which index.

use super::arrays::contents;
use super::block::Atom;
use super::environment::{Pointer, Value};
use super::flat::Cells;
use super::place::{Place, fold_within};
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::{convert, num};
use crate::typed::{Expr, LocalId, Type};
use crate::unsupported::Unsupported;
use semantics::{Expr as Term, IntType, Name, Number, Site, Span};
use std::sync::Arc;

impl Lowering<'_> {
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
            Place::Nowhere => {
                self.end();
                self.opaque_as(&e.ty, "what a null pointer points to", e)
            }
            Place::Own => match &e.ty {
                Type::Array(of, _) => Ok(Value::OwnArray((**of).clone())),
                Type::Pointer(_) => {
                    Err(Unsupported::new(Area::Pointer, "a pointer kept in an array", &e.span))
                }
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
                    return Err(Unsupported::new(
                        Area::Memory,
                        format!("a read of a `{}`", e.ty),
                        &e.span,
                    ));
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
        let refused =
            || Unsupported::new(Area::Memory, format!("a copy of a `{}`", whole.ty), &whole.span);
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
                let mut whole = match self.env.values[id.0].take() {
                    Some(whole @ Value::Record(_)) => whole,
                    _ => self.lost(&self.given.kernel.locals[id.0].ty, "a member of a structure"),
                };
                match whole.at_mut(&path) {
                    Some(part) if !path.is_empty() => *part = self.small(value, id),
                    _ => whole = Value::Opaque(None),
                }
                self.env.values[id.0] = Some(whole);
                Ok(())
            }
            Place::Own => Ok(()),
            Place::Nowhere => {
                self.end();
                Ok(())
            }
            Place::Element(p) => match self.element_record(&e.ty).map(|r| r.fields.clone()) {
                Some(fields) => self.store_members(&p, &fields, &value, e),
                None => self.store_element(p, value, e),
            },
        }
    }

    /// Writes an element of an array that is a structure, member by member.
    fn store_members(
        &mut self,
        p: &Pointer,
        fields: &[(Name, Type)],
        value: &Value,
        e: &Expr,
    ) -> Lowered<()> {
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

    /// Writes an element of an array that is one value.
    fn store_element(&mut self, p: Pointer, value: Value, e: &Expr) -> Lowered<()> {
        let Some(ty) = contents(&e.ty) else {
            return Err(Unsupported::new(
                Area::Memory,
                format!("a write of a `{}`", e.ty),
                &e.span,
            ));
        };
        self.refuse_table(&p, e)?;
        let indices = match p.step {
            Some(_) => self.cells(&p, &e.ty, &e.span)?.indices,
            None => Vec::new(),
        };
        let cell = self.arrays.types.get(&p.array).map(|a| a.element);
        let stored = match indices.len() {
            0 => self.stored(&p, ty, &e.span)?,
            1 => cell.unwrap_or(ty),
            // The parts of a value are not told apart.
            _ => return self.store_cells(&p, indices, e),
        };
        let known = |s: &Self, x: &Name| {
            s.block.scope.contains(x) && (stored == ty || s.variables.types.get(x) == Some(&stored))
        };
        let payload = match value {
            Value::Int(n) => convert(stored, ty, n),
            Value::Opaque(Some(x)) if known(self, &x) => Arc::new(Term::Var(x)),
            // A pointer that is read again cannot be used: where it points is not kept.
            Value::Opaque(_)
            | Value::Unknown(_)
            | Value::Pointer(_)
            | Value::OwnArray(_)
            | Value::Null
            | Value::Either(..)
            | Value::Record(_) => {
                self.unknown("value", stored, "a value that is written, not modelled", &e.span)?
            }
            _ => {
                return Err(Unsupported::new(
                    Area::Pointer,
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
        let ty = self.arrays.types.get(&p.array).map_or(IntType::unsigned(8), |a| a.element);
        for index in indices {
            let why = "a value that is written in parts";
            let payload = self.unknown("value", ty, why, &e.span)?;
            let (array, site) = (p.array.clone(), Site::at(e.span.clone()));
            self.emit(Atom::Write { array, index, payload, site }, &e.span)?;
        }
        Ok(())
    }

    /// The type of the contents of the array that a pointer points into, where it is taken for one of
    /// elements of this type.
    pub(super) fn stored(&mut self, p: &Pointer, ty: IntType, span: &Span) -> Lowered<IntType> {
        match self.arrays.types.get(&p.array).map(|a| a.element) {
            Some(stored) if stored.bits == ty.bits => Ok(stored),
            Some(_) => {
                self.flatten(p);
                Err(Unsupported::new(Area::Memory, "an access to elements of another size", span))
            }
            None => Ok(ty),
        }
    }

    /// The index of an access, within the array as far as its size is known.
    pub(super) fn index(&self, p: &Pointer) -> Arc<Term> {
        let sized = self.arrays.types.get(&p.array).filter(|a| !a.dimensions.is_empty());
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
            return Err(Unsupported::new(
                Area::Pointer,
                format!("the pointer here: {why}"),
                &e.span,
            ));
        }
        let value = self.opaque_as(&e.ty, &why, e)?;
        if let Some(part) = self.env.values[id.0].as_mut().and_then(|whole| whole.at_mut(path)) {
            *part = value.clone();
        }
        Ok(value)
    }
}
