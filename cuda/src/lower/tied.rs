//! What host code says of a launch: parameters and extents that hang together, pointers into one array.

use super::arrays::contents;
use super::environment::{Pointer, Value};
use super::place::scalars;
use super::range::Range;
use super::{Failure, Lowering};
use crate::area::Area;
use crate::arrays::member;
use crate::launch::{Shared, Slot, Tied, argument, extent};
use crate::term::{and, bin, literal, num, rel, select};
use crate::typed::{LocalId, Type};
use crate::unsupported::Unsupported;
use semantics::expression::{substitute, substitute_cond};
use semantics::{ArrayType, Cond, Dim, Expr as Term, IntType, Name, Number, Op, Rel, numbering};
use std::sync::Arc;

/// No array has more bytes than 2 to this power.
const LARGEST_MEMORY: u32 = 47;

impl Lowering<'_> {
    /// What the names in what host code says are here.
    fn meanings(&self) -> Vec<(Name, Arc<Term>)> {
        let mut all = self.variables.hidden.clone();
        for dim in Dim::ALL {
            all.push((extent(false, dim), self.given.launch.grid(dim)));
            all.push((extent(true, dim), self.given.launch.block(dim)));
        }
        for id in &self.given.kernel.parameters {
            if let Some(Some(value)) = self.env.values.get(id.0) {
                numbers(&Slot::of(id.0), value, &mut all);
            }
        }
        all
    }

    /// What host code says, in terms of the kernel.
    fn meaning(&self, e: &Arc<Term>) -> Arc<Term> {
        self.meanings().iter().fold(Arc::clone(e), |made, (of, e)| substitute(&made, of, e))
    }

    /// Keeps how many bytes host code gives a parameter, for runs.
    pub(super) fn size(&mut self, id: LocalId, bytes: &Arc<Term>) {
        let made = self.meaning(bytes);
        if made.free_variables().iter().all(|x| self.block.scope.contains(x)) {
            self.arrays.sizes.push((self.given.kernel.locals[id.0].name.clone(), made));
        }
    }

    /// How many bytes host code gives an array.
    pub(super) fn bound(&mut self, id: LocalId, bytes: &Arc<Term>) {
        let Some(Some(Value::Pointer(pointer))) = self.env.values.get(id.0) else { return };
        let Type::Pointer(to) = &self.given.kernel.locals[id.0].ty else { return };
        let to = to.unqualified();
        let size = match &to {
            _ if pointer.step.is_some() => self.cell(&pointer.root),
            Type::Bool | Type::Int(_) | Type::Float(_) => {
                contents(&to).map(|ty| u64::from(ty.bits.div_ceil(8)))
            }
            _ => self.layout(&to).map(|layout| layout.size),
        };
        let Some(size) = size.filter(|size| *size > 0).map(Number::from) else { return };
        // `n * sizeof(T)` bytes are `n` elements: where the product wraps around, that says less.
        let elements = match &**bytes {
            Term::Bin(Op::Mul, _, a, b) if literal(b) == Some(&size) => Arc::clone(a),
            Term::Bin(Op::Mul, _, a, b) if literal(a) == Some(&size) => Arc::clone(b),
            _ => bin(Op::Div, IntType::ULONG, Arc::clone(bytes), num(size)),
        };
        let whole = vec![(pointer.array.clone(), Number::from(1))];
        let arrays = if pointer.step.is_some() { whole } else { self.member_arrays(whole, &to) };
        let (made, bytes) = (self.meaning(&elements), self.meaning(bytes));
        if made.free_variables().iter().all(|x| self.block.scope.contains(x)) {
            for (name, times) in arrays {
                let indices = bin(Op::Mul, IntType::ULONG, Arc::clone(&made), num(times));
                self.arrays.bounds.insert(name, indices);
            }
            // More than this, no device has.
            let most = num(Number::from(1) << LARGEST_MEMORY);
            self.taken.assumptions.push(Cond::Rel(Rel::Le, bytes, most));
        }
    }

    /// The arrays of the members of a type's elements, and how many indices of each there are for an element.
    fn member_arrays(&self, mut open: Vec<(Name, Number)>, ty: &Type) -> Vec<(Name, Number)> {
        let mut types = vec![ty.clone()];
        let mut arrays = Vec::new();
        // No structure holds itself.
        while let (Some((name, times)), Some(ty)) = (open.pop(), types.pop()) {
            let Some(record) = self.element_record(ty.innermost()) else {
                arrays.push((name, times));
                continue;
            };
            for (field, ty) in &record.fields {
                open.push((member(name.as_str(), field.as_str()), &times * scalars(ty)));
                types.push(ty.clone());
            }
        }
        arrays
    }

    /// An index, of which an execution that goes past an array is left out.
    pub(super) fn within_bounds(&self, array: &Name, index: Arc<Term>) -> Arc<Term> {
        let Some(elements) = self.arrays.bounds.get(array) else { return index };
        if let Term::Num(n) = &**elements {
            return Arc::new(Term::Within(n.clone(), index));
        }
        let inside = and(
            rel(Rel::Ge, Arc::clone(&index), num(0)),
            rel(Rel::Lt, Arc::clone(&index), Arc::clone(elements)),
        );
        // Without a value.
        let outside = bin(Op::Div, IntType::LONG, num(1), num(0));
        select(&inside, index, outside)
    }

    /// A condition on parameters and extents.
    pub(super) fn tie(&mut self, c: &Arc<Cond>) {
        let mut made = Arc::clone(c);
        for (of, e) in self.meanings() {
            made = substitute_cond(&made, &of, &e);
        }
        let mut free = made.free_variables().into_iter();
        if !free.all(|x| self.block.scope.contains(&x)) || matches!(*made, Cond::Bool(true)) {
            return;
        }
        self.narrow(&made);
        self.narrow_to(&made);
        self.taken.assumptions.push(Arc::unwrap_or_clone(made));
    }

    /// Takes `x == e` into the range of the parameter.
    fn narrow_to(&mut self, c: &Cond) {
        let Cond::Rel(Rel::Eq, x, e) = c else { return };
        let (Term::Var(name), Term::Convert(to, inner)) = (&**x, &**e) else { return };
        let (before, inner) = (self.range(x), self.range(inner));
        // Up to here, the conversion of a negative number does not come.
        let positive = before.min >= Number::from(0)
            && !to.signed
            && inner.min >= -(Number::from(1) << (to.bits - 1))
            && before.max < Number::from(1) << (to.bits - 1);
        let both = Range {
            min: before.min.max(inner.min.clone()),
            max: before.max.min(inner.max.clone()),
        };
        if positive && both.min <= both.max {
            self.variables.ranges.insert(name.clone(), both);
        }
    }

    /// The convention that `gridDim * blockDim` is below 2^31, where nothing shows it.
    pub(super) fn bound_threads(&mut self, dim: Dim) {
        let Some(threads) = self.given.launch.threads(dim) else { return };
        let most = Number::from(i32::MAX);
        if self.may_be_below(&threads, &most) {
            self.assume_threads(Cond::Rel(Rel::Le, threads, num(most)));
            self.taken.below.push(dim);
        }
    }

    /// Whether a number may be larger than this, and need not: the numbers that a launch gives may be larger always.
    fn may_be_below(&self, number: &Term, most: &Number) -> bool {
        let range = self.range(number);
        range.min <= *most && range.max > *most
    }

    fn assume_threads(&mut self, bounded: Cond) {
        self.taken.threads_bounded.assume(&bounded);
        self.taken.assumptions.push(bounded);
    }

    /// The convention that the launch has fewer than 2^31 threads, where a kernel numbers them.
    fn all_threads_bounded(&self) -> Option<Cond> {
        let all = Arc::new(numbering::all_threads(self.given.launch.extents())?);
        let most = Number::from(i32::MAX);
        self.may_be_below(&all, &most).then(|| Cond::Rel(Rel::Le, all, num(most)))
    }

    /// Takes that convention.
    pub(super) fn bound_all_threads(&mut self) {
        if let Some(bounded) = self.all_threads_bounded() {
            self.assume_threads(bounded);
        }
    }

    /// Finds that a kernel numbers its threads across the axes of the grid, in a type of 32 bits, and that the number
    /// may wrap around by what is known so far.
    pub(super) fn find_numbers(&mut self, e: &Term, ty: IntType) {
        if self.found.numbered
            || !self.taken.below_all
            || ty.bits != 32
            || self.taken.threads_bounded.range(e).is_some()
        {
            return;
        }
        let mut bounds = numbering::Bounds::of(self.given.launch.extents());
        let Some(bounded) = self.all_threads_bounded() else { return };
        bounds.assume(&bounded);
        let numbers = e.mentions_thread() && bounds.range(e).is_some();
        self.found.numbered = numbers && self.range(e).max > Number::from(i32::MAX);
    }

    /// The pointers into the memory of another parameter, when all parameters are declared.
    pub(super) fn share(&mut self, tied: &Tied) -> Result<(), Failure> {
        tied.same.iter().try_for_each(|shared| self.shared_pointer(shared))
    }

    /// The array of a parameter, or a variable of the device: where it begins, and its elements.
    fn shared_array(&self, of: &Slot) -> Option<(Pointer, Type)> {
        let id = LocalId(of.local);
        if let Some(array) = self.arrays.memory.get(&id) {
            let begin = Pointer { checked: false, ..self.start_of(array.clone()) };
            return Some((begin, self.given.kernel.locals[of.local].ty.innermost().unqualified()));
        }
        let to = self.pointer_type(of)?;
        match self.env.values.get(of.local)?.as_ref()?.at(&of.path)? {
            Value::Pointer(begin) => Some((begin.clone(), to)),
            _ => None,
        }
    }

    /// What a pointer among the parameters points to.
    fn pointer_type(&self, slot: &Slot) -> Option<Type> {
        let mut ty = self.given.kernel.locals.get(slot.local)?.ty.clone();
        for n in &slot.path {
            ty = match (self.record(&ty), &ty) {
                (Some(record), _) => record.fields.get(*n)?.1.clone(),
                (None, Type::Array(of, _)) => (**of).clone(),
                _ => return None,
            };
        }
        match ty {
            Type::Pointer(to) => Some(to.unqualified()),
            _ => None,
        }
    }

    /// A pointer into the memory of another parameter.
    fn shared_pointer(&mut self, shared: &Shared) -> Result<(), Failure> {
        let kernel = self.given.kernel;
        let (slot, of) = (&shared.parameter, &shared.of);
        let (local, other) = (&kernel.locals[slot.local], &kernel.locals[of.local]);
        let refuse = |what: String| Err(Unsupported::new(Area::Launch, what, &local.span).into());
        let Some(bytes) = &shared.bytes else {
            if of == slot {
                return Ok(());
            }
            return self.apart_by_any(shared);
        };
        let Some(to) = self.pointer_type(slot) else { return Ok(()) };
        let begin = self.shared_array(of);
        if let Some((begin, _)) = &begin
            && begin.step.is_some()
            && let Ok(whole) = u64::try_from(bytes)
        {
            let start = Pointer { offset: num(0), step: Some(1), ..begin.clone() };
            let moved = Value::Pointer(self.past(&start, whole));
            self.set_pointer(slot, moved);
            return Ok(());
        }
        let begin = match begin {
            Some((begin, of)) if of == to => begin,
            begin => {
                if let Some((begin, _)) = begin {
                    self.flatten(&begin);
                }
                return refuse(format!(
                    "a launch that gives `{}` and `{}` one array of two types",
                    other.name, local.name
                ));
            }
        };
        let size = match &to {
            Type::Bool | Type::Int(_) | Type::Float(_) => {
                contents(&to).map(|ty| Number::from(ty.bits.div_ceil(8)))
            }
            Type::Opaque(name) if kernel.records.contains_key(name) => {
                self.layout(&to).map(|layout| Number::from(layout.size))
            }
            // What it is, the launch decides.
            Type::Opaque(_) | Type::Unknown(_) => shared.element.map(Number::from),
            _ => None,
        };
        let moved = match size {
            _ if *bytes == Number::from(0) => Some(Number::from(0)),
            Some(size) => {
                let n = bytes / &size;
                (&n * size == *bytes).then_some(n)
            }
            _ => None,
        };
        let Some(moved) = moved else {
            return refuse(format!("a launch that gives `{}` a part of an element", local.name));
        };
        // The array begins where the first of them points to.
        let start = Pointer { offset: num(0), ..begin };
        let offset = bin(Op::Add, IntType::LONG, start.offset.clone(), num(moved));
        self.set_pointer(slot, Value::Pointer(Pointer { offset, ..start }));
        Ok(())
    }

    /// A pointer into the memory of another parameter, at a distance that is no number: what host code says it is of what
    /// the kernel sees, else any number, and an alarm that needs a certain one is open.
    fn apart_by_any(&mut self, shared: &Shared) -> Result<(), Failure> {
        let kernel = self.given.kernel;
        let (slot, of) = (&shared.parameter, &shared.of);
        let (local, other) = (&kernel.locals[slot.local], &kernel.locals[of.local]);
        let (to, begin) = (self.pointer_type(slot), self.shared_array(of));
        let far = shared.far.as_ref().map(|far| self.meaning(far));
        let far =
            far.filter(|far| far.free_variables().iter().all(|x| self.block.scope.contains(x)));
        // What is not so many elements away is at a multiple of its alignment.
        let layout = to.as_ref().and_then(|to| self.layout(to));
        let whole = layout.is_some_and(|layout| layout.size == layout.align || far.is_some());
        let begin = match begin {
            Some((begin, of)) if whole && begin.step.is_none() && Some(&of) == to.as_ref() => begin,
            _ => {
                let what = format!(
                    "a launch that gives `{}` and `{}` memory in common, at a distance that is not known",
                    other.name, local.name
                );
                return Err(Unsupported::new(Area::Launch, what, &local.span).into());
            }
        };
        let shown = far.is_some();
        let distance = far.unwrap_or_else(|| {
            let name = self.fresh(&format!("{}.distance", slot.name(kernel)));
            self.parameter(name.clone(), IntType::LONG, None);
            let why = format!("how far it is from `{}`, host code does not show", other.name);
            self.variables.undeclared.insert(name.clone(), why);
            Arc::new(Term::Var(name))
        });
        let most = Number::from(1) << LARGEST_MEMORY;
        let bounds = [(Rel::Le, most.clone()), (Rel::Ge, -most)];
        let bounds = bounds.map(|(rel, n)| Cond::Rel(rel, Arc::clone(&distance), num(n)));
        self.taken.assumptions.extend(bounds);
        let known = if shown {
            "as far apart as host code says"
        } else {
            "at a distance that host code does not show"
        };
        let what = format!("`{}` and `{}` point into one array, {known}", other.name, local.name);
        self.note(what);
        let start = Pointer { offset: num(0), ..begin };
        let offset = bin(Op::Add, IntType::LONG, Arc::clone(&start.offset), distance);
        self.set_pointer(slot, Value::Pointer(Pointer { offset, ..start }));
        Ok(())
    }

    /// Gives a pointer among the parameters its value; an array of its own that it had is gone.
    fn set_pointer(&mut self, slot: &Slot, value: Value) {
        let Some(Some(whole)) = self.env.values.get_mut(slot.local) else { return };
        let Some(place) = whole.at_mut(&slot.path) else { return };
        let before = std::mem::replace(place, value.clone());
        if let (Value::Pointer(before), Value::Pointer(now)) = (before, value)
            && before.array != now.array
        {
            let gone = |x: &Name, ty: &ArrayType| {
                *x == before.array || ty.members.as_ref().is_some_and(|m| m.of == before.array)
            };
            self.arrays.types.retain(|x, ty| !gone(x, ty));
        }
    }
}

/// The numbers among what a parameter holds.
fn numbers(slot: &Slot, value: &Value, found: &mut Vec<(Name, Arc<Term>)>) {
    match value {
        Value::Int(e) => found.push((argument(slot), Arc::clone(e))),
        Value::Record(members) => {
            for (n, value) in members.iter().enumerate() {
                numbers(&slot.member(n), value, found);
            }
        }
        _ => {}
    }
}
