//! Memory of which it is known what it holds all the time: reading it is no access, and has a value.

use super::arrays::contents;
use super::environment::{Pointer, Value};
use super::{LARGEST_VALUE, Lowered, Lowering};
use crate::area::Area;
use crate::term::{larger_than, literal, num, rel, select};
use crate::typed::{Contents, Expr, LocalId, Type};
use crate::unsupported::Unsupported;
use num_traits::ToPrimitive;
use semantics::{Expr as Term, Name, Number, Rel};
use std::sync::Arc;

/// Into how many runs of equal numbers a table may fall to be written out.
const MOST_RUNS: usize = 64;

/// Why nobody knows what a variable holds that has an initializer.
const UNSEEN: &str = "what host code wrote that is not at hand";

impl Lowering<'_> {
    /// What a variable of the file holds that is no array; nothing where it is an input.
    pub(super) fn held(&self, id: LocalId) -> Option<Value> {
        let ty = &self.given.kernel.locals[id.0].ty;
        Some(match self.given.kernel.contents.get(&id)? {
            Contents::Any => return None,
            Contents::Numbers(numbers) => match numbers.first() {
                Some(n) => Value::Int(num(n.clone())),
                None => return None,
            },
            Contents::Unknown(why) => self.lost(ty, why),
            Contents::Unseen | Contents::Initial => self.lost(ty, UNSEEN),
        })
    }

    /// Notes what the arrays hold that a variable of the file is.
    pub(super) fn hold(&mut self, id: LocalId, arrays: impl Iterator<Item = Name>) {
        if let Some(contents) = self.given.kernel.contents.get(&id) {
            self.arrays.tables.extend(arrays.map(|array| (array, contents.clone())));
        }
    }

    /// Refuses a write of memory that nothing writes.
    pub(super) fn refuse_table(&self, p: &Pointer, e: &Expr) -> Lowered<()> {
        match self.arrays.tables.contains_key(&p.array) {
            true => {
                Err(Unsupported::new(Area::Memory, "a write of memory that is constant", &e.span))
            }
            false => Ok(()),
        }
    }

    /// What stands at a place of memory that is known, or certain; nothing where it is an input.
    pub(super) fn tabled(&mut self, p: &Pointer, e: &Expr) -> Lowered<Option<Value>> {
        let contents_here = match self.arrays.tables.get(&p.array) {
            None | Some(Contents::Any) => return Ok(None),
            Some(contents) => contents.clone(),
        };
        let index = match p.step {
            None => self.index(p),
            Some(_) => match self.cells(p, &e.ty, &e.span)?.indices.pop() {
                Some(last) => last,
                None => return Ok(None),
            },
        };
        self.owe(&index);
        if let Type::Pointer(_) = e.ty {
            return Err(Unsupported::new(
                Area::Pointer,
                "a pointer that is read from memory",
                &e.span,
            ));
        }
        let why = match contents_here {
            Contents::Unknown(why) => why,
            Contents::Unseen | Contents::Initial | Contents::Any => UNSEEN,
            Contents::Numbers(_) if p.step.is_some() => "an element that is taken for another type",
            Contents::Numbers(numbers) => {
                // Floats are not taken for the numbers that their bits are, nor the other way round.
                let stored = self.arrays.types.get(&p.array).map(|a| a.element);
                match looked_up(&numbers, &index) {
                    Some(n) if e.ty.int().is_some() && stored == contents(&e.ty) => {
                        return Ok(Some(Value::Int(n)));
                    }
                    _ => "an element of a large table",
                }
            }
        };
        self.opaque_as(&e.ty, why, e).map(Some)
    }
}

/// The number at an index, as an expression; nothing where it would be too large.
fn looked_up(numbers: &[Number], index: &Arc<Term>) -> Option<Arc<Term>> {
    if let Some(n) = literal(index) {
        return Some(num(n.to_usize().and_then(|n| numbers.get(n)).cloned().unwrap_or_default()));
    }
    // From where on which number stands.
    let mut runs: Vec<(usize, &Number)> = Vec::new();
    for (at, n) in numbers.iter().enumerate() {
        if runs.last().is_none_or(|(_, last)| *last != n) {
            if runs.len() == MOST_RUNS {
                return None;
            }
            runs.push((at, n));
        }
    }
    let mut runs = runs.into_iter().rev();
    let (mut start, last) = runs.next()?;
    let mut value = num(last.clone());
    for (at, n) in runs {
        let below = rel(Rel::Lt, Arc::clone(index), num(start));
        value = select(&below, num(n.clone()), value);
        start = at;
    }
    (!larger_than(&value, LARGEST_VALUE)).then_some(value)
}
