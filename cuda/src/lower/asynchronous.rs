//! OpenCL's asynchronous copies of a work-group. [OpenCL C 3.0, 6.15.11]
//!
//! All threads of the block come to the copy together, with the same arguments; it is made at any time until they have
//! waited for its event. By whom is not said, so one thread makes it, whichever: a parameter of the program says who, and
//! every access of the copy meets those of all other threads. Of a copy in a loop two threads take turns, one in a certain
//! iteration and one in the others, so that the copies of two iterations meet, too.
//!
//! Where a barrier comes before the wait, the copy is made once more behind it: in each phase in which it may be made. The
//! wait itself orders nothing; who reads what was copied has to come to a barrier behind it.
//!
//! Where threads need not agree on the arguments, where nothing says which copies are waited for, and where a copy goes on
//! around a loop, the kernel is unsupported.

use super::atomic::WIDE;
use super::block::{self, Atom};
use super::environment::Value;
use super::pending::{By, Pending};
use super::place::Place;
use super::range::Range;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::note::Note;
use crate::term::{and, bin, convert, literal, not, num, or, rel};
use crate::typed::{Expr, Kind, Sign, Type};
use crate::unsupported::Unsupported;
use num_traits::{One, ToPrimitive, Zero};
use semantics::{Cond, Dim, Expr as Term, IntType, Name, Op, Rel, Scope, Span, WarpOrder};
use std::collections::HashSet;
use std::sync::Arc;

/// Where elements go and come from.
struct Route {
    to: Value,
    from: Value,
    /// How many elements are between two that are copied, to and from.
    steps: [Arc<Term>; 2],
    count: Arc<Term>,
}

/// The arguments of a copy.
struct Given<'e> {
    to: &'e Expr,
    from: &'e Expr,
    count: &'e Expr,
    stride: Option<&'e Expr>,
    event: &'e Expr,
}

fn given(arguments: &[Expr]) -> Option<Given<'_>> {
    match arguments {
        [to, from, count, event] => Some(Given { to, from, count, stride: None, event }),
        [to, from, count, stride, event] => {
            Some(Given { to, from, count, stride: Some(stride), event })
        }
        _ => None,
    }
}

impl<'k> Lowering<'k> {
    /// `async_work_group_copy(to, from, count, event)`, and with a stride.
    pub(super) fn copy_together(&mut self, arguments: &[Expr], e: &Expr) -> Lowered<Value> {
        let refused = |what: &str| {
            Unsupported::new(Area::Transfer, format!("an asynchronous copy {what}"), &e.span)
        };
        let given = given(arguments).ok_or_else(|| refused("of this"))?;
        if matches!(self.barriers.warps, WarpOrder::LockStep(_)) {
            // No step is that of the copy.
            return Err(refused("where threads run in lock step"));
        }
        let (to, from) = (self.value(given.to)?, self.value(given.from)?);
        let count = self.number_as(given.count, IntType::ULONG)?;
        let stride = match given.stride {
            Some(stride) => self.number_as(stride, IntType::ULONG)?,
            None => num(1),
        };
        let event = self.value(given.event)?;
        self.come_to_copy(&e.span)?;
        let event = match event {
            Value::Pointer(p) if self.arrays.events.contains(&p.array) => p.array,
            Value::Int(n) if literal(&n).is_some_and(Zero::is_zero) => self.fresh("event"),
            Value::Opaque(_) => self.fresh("event"),
            _ => return Err(refused("with an event that is not known")),
        };
        self.arrays.events.insert(event.clone());
        let handle = Value::Pointer(self.start_of(event.clone()));
        if self.barriers.probe.is_some() {
            return Ok(handle);
        }
        let mut arrays = HashSet::new();
        from.each_array(&mut arrays);
        let local = |array: &&Name| {
            self.arrays.types.get(*array).is_some_and(|a| a.sharing == semantics::Sharing::Block)
        };
        // From local memory it is the destination that has gaps.
        let steps = match arrays.iter().all(local) {
            true => [stride, num(1)],
            false => [num(1), stride],
        };
        let agreed = [&count, &steps[0], &steps[1]].into_iter().all(|e| self.is_uniform(e));
        if !agreed || !self.is_uniform_pointer(&to) || !self.is_uniform_pointer(&from) {
            return Err(refused("of which threads need not give the same arguments"));
        }
        let route = Route { to, from, steps, count };
        let (copier, makes) = self.who_copies(&e.span)?;
        let begin = self.block.atoms.len();
        self.branch(makes, &|s| s.copy_elements(&route, &given, e), &|_| Ok(Value::Void), &e.span)?;
        let atoms = self.block.atoms.get(begin..).unwrap_or_default().to_vec();
        let by = By::Event(event);
        self.env.pending.push(Pending { by, copier, atoms, in_loop: false });
        Ok(handle)
    }

    /// `wait_group_events(count, events)`.
    pub(super) fn wait_for_copies(&mut self, arguments: &[Expr], e: &Expr) -> Lowered<Value> {
        let refused =
            || Unsupported::new(Area::Transfer, "a wait for events that are not known", &e.span);
        let [count, events] = arguments else { return Err(refused()) };
        let count = self.number(count)?;
        let count = literal(&count).and_then(|n| n.to_usize()).ok_or_else(refused)?;
        let (id, path) = match &events.kind {
            Kind::Local(id) if matches!(events.ty, Type::Array(..)) => (*id, vec![0]),
            _ => match self.value(events)? {
                Value::Address(id, path) => (id, path),
                _ => return Err(refused()),
            },
        };
        self.come_to_copy(&e.span)?;
        for n in 0..count {
            let mut at = path.clone();
            match at.last_mut() {
                Some(last) => *last += n,
                None if n == 0 => {}
                None => return Err(refused()),
            }
            let event = self.env.values[id.0].as_ref().and_then(|value| value.at(&at));
            let Some(Value::Pointer(event)) = event else { return Err(refused()) };
            if !self.arrays.events.contains(&event.array) {
                return Err(refused());
            }
            let event = event.array.clone();
            self.env.pending.retain(|copy| !matches!(&copy.by, By::Event(of) if *of == event));
        }
        Ok(Value::Void)
    }

    /// Threads come here together, and no memory is ordered.
    fn come_to_copy(&mut self, span: &Span) -> Lowered<()> {
        self.sync_without_copies(Scope::Block, span)?;
        self.orders(Some(&num(0)), span)
    }

    /// The parameter that says which thread makes a copy, and the condition by which it is this one.
    fn who_copies(&mut self, span: &Span) -> Lowered<(Name, Arc<Cond>)> {
        let wide = |e| convert(WIDE, IntType::UINT, e);
        let threads = Dim::ALL.into_iter().fold(num(1), |product, dim| {
            bin(Op::Mul, WIDE, product, wide(self.given.launch.block(dim)))
        });
        if self.range(&threads).max <= semantics::Number::one() {
            // It would race with this one.
            return Err(Unsupported::new(
                Area::Transfer,
                "an asynchronous copy in blocks of one thread",
                span,
            ));
        }
        if self.range(&threads).min <= semantics::Number::one() {
            let more = Cond::Rel(Rel::Gt, Arc::clone(&threads), num(1));
            if !self.taken.assumptions.contains(&more) {
                self.taken.assumptions.push(more);
            }
            self.note(Note::left_out(
                "blocks of one thread are left out, whose asynchronous copies may race with it",
            ));
        }
        let me = self.thread_number(false);
        let turn = |s: &mut Self| {
            let name = s.fresh("copier");
            let range = Range::new(0, s.range(&threads).max - 1);
            s.parameter(name.clone(), IntType::UINT, Some(range));
            let copier = wide(Arc::new(Term::Var(name.clone())));
            s.taken.assumptions.push(Cond::Rel(Rel::Lt, Arc::clone(&copier), Arc::clone(&threads)));
            (name, rel(Rel::Eq, Arc::clone(&me), copier))
        };
        let (copier, makes) = turn(self);
        let binders = self.around.binders.clone();
        if binders.is_empty() {
            return Ok((copier, makes));
        }
        let (_, other) = turn(self);
        let mut certain = Arc::new(Cond::Bool(true));
        for x in binders {
            let ty = self.variables.types.get(&x).copied().unwrap_or(IntType::LONG);
            let name = self.fresh("turn");
            self.parameter(name.clone(), ty, None);
            let [x, name] = [x, name].map(|x| Arc::new(Term::Var(x)));
            certain = and(certain, rel(Rel::Eq, x, name));
        }
        let makes = or(and(Arc::clone(&certain), makes), and(not(certain), other));
        Ok((copier, makes))
    }

    fn copy_elements(&mut self, route: &Route, given: &Given<'_>, e: &Expr) -> Lowered<Value> {
        let k = self.bind("element", IntType::ULONG);
        let nth = Arc::new(Term::Var(k.clone()));
        self.counted(k, num(0), Arc::clone(&route.count), &e.span, |s| {
            let from = s.element(&route.from, &nth, &route.steps[1], given.from, e)?;
            let value = s.load(from.0, None, &from.1)?;
            let to = s.element(&route.to, &nth, &route.steps[0], given.to, e)?;
            s.store(to.0, value, &to.1)
        })?;
        Ok(Value::Void)
    }

    /// An element that is copied, and what it is as an expression.
    fn element(
        &mut self,
        start: &Value,
        nth: &Arc<Term>,
        step: &Arc<Term>,
        of: &Expr,
        e: &Expr,
    ) -> Lowered<(Place, Expr)> {
        let refused =
            || Unsupported::new(Area::Transfer, "an asynchronous copy from or to this", &e.span);
        let (Type::Pointer(ty) | Type::Array(ty, _)) = &of.ty else { return Err(refused()) };
        let ty = ty.unqualified();
        let moved = bin(Op::Mul, IntType::ULONG, Arc::clone(nth), Arc::clone(step));
        let moved = self.cast(IntType::LONG, IntType::ULONG, moved);
        let (kind, span) = (Kind::Opaque, e.span.clone());
        let pointer = Expr { kind, ty: Type::Pointer(ty.clone().into()), span };
        let place = self.offset(start.clone(), moved, Sign::Plus, &pointer)?;
        let place = self.pointed_by(place, &pointer)?;
        Ok((place, Expr { ty, ..pointer }))
    }

    /// Whether all threads of a block point to one place of an array that they may share.
    fn is_uniform_pointer(&self, value: &Value) -> bool {
        match value {
            Value::Pointer(p) => self.is_uniform(&p.offset),
            Value::Either(c, a, b) => {
                let [a, b] = [a, b].map(|value| self.is_uniform_pointer(value));
                self.is_uniform_condition(c) && a && b
            }
            _ => false,
        }
    }

    /// Behind a barrier: the copies that nobody has waited for may be made here, too.
    pub(super) fn copies_go_on(&mut self, span: &Span) -> Lowered<()> {
        for n in 0..self.env.pending.len() {
            if let By::Thread(grouped) = &mut self.env.pending[n].by {
                grouped.went_on |= grouped.around_loop;
            }
            let copy = self.env.pending[n].clone();
            let mut free = HashSet::new();
            block::used(&copy.atoms, &mut free);
            let mut bound = HashSet::new();
            block::bound(&copy.atoms, &mut bound);
            let known = |x: &Name| {
                bound.contains(x)
                    || self.block.scope.contains(x)
                    || self.variables.params.contains(x)
            };
            if copy.in_loop || !free.iter().all(known) {
                let what =
                    "a barrier before the wait for an asynchronous copy that is made elsewhere";
                return Err(Unsupported::new(Area::Transfer, what, span));
            }
            for atom in copy.atoms {
                self.emit(atom, span)?;
            }
        }
        Ok(())
    }

    /// The copies that go on after a conditional, from those after each side.
    pub(super) fn either_pending(
        c: &Arc<Cond>,
        first: Vec<Pending>,
        second: Vec<Pending>,
    ) -> Vec<Pending> {
        let is_in = |copy: &Pending, all: &[Pending]| all.iter().any(|o| o.copier == copy.copier);
        let mut all = Vec::new();
        for copy in &first {
            let other = second.iter().find(|other| other.copier == copy.copier);
            match other {
                Some(other) => all.extend(copy.on_both(c, other)),
                None => all.extend(copy.under(c)),
            }
        }
        let otherwise = not(Arc::clone(c));
        all.extend(
            second
                .iter()
                .filter(|copy| !is_in(copy, &first))
                .filter_map(|copy| copy.under(&otherwise)),
        );
        all
    }

    /// After a loop, where these copies go on at the end of its body: what went on before it. A copy may go on from one
    /// iteration to the next where no barrier is in between.
    pub(super) fn pending_after_loop(
        &mut self,
        after: &[Pending],
        (x, from, to): (&Name, &Arc<Term>, &Arc<Term>),
        body: &[Atom],
        span: &Span,
    ) -> Lowered<()> {
        let before = std::mem::take(&mut self.env.pending);
        let is_in = |copy: &Pending, all: &[Pending]| all.iter().any(|o| o.copier == copy.copier);
        let mut differs = false;
        for copy in &before {
            let stays = after.iter().find(|other| other.copier == copy.copier);
            let changes = match (stays, &copy.by) {
                (Some(stays), _) => copy.changed_to(stays),
                // Nothing of it is left where the loop ran.
                (None, By::Thread(_)) => {
                    let unless = rel(Rel::Ge, Arc::clone(from), Arc::clone(to));
                    self.env.pending.extend(copy.under(&unless));
                    continue;
                }
                (None, By::Event(_)) => true,
            };
            differs |= changes;
            self.env.pending.push(Pending { in_loop: copy.in_loop || changes, ..copy.clone() });
        }
        for copy in after.iter().filter(|copy| !is_in(copy, &before)) {
            differs = true;
            let all = copy.of_all_iterations(x, from, to);
            self.env.pending.push(all.unwrap_or_else(|| Pending { in_loop: true, ..copy.clone() }));
        }
        let orders = |span: &Span| !self.barriers.partial.iter().any(|p| p.is_at(span));
        // What the lanes of a warp order is not followed from one iteration to the next.
        let of_warps = self.barriers.warps == WarpOrder::Barriers;
        if differs && (of_warps || block::has_barrier(body, &orders)) {
            let what = "a loop with a barrier, in which an asynchronous copy goes on";
            return Err(Unsupported::new(Area::Transfer, what, span));
        }
        Ok(())
    }
}
