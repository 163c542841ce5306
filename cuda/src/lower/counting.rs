//! What a counting loop is made of: its counter, where it starts, what it is compared with, its step.

use super::block::Atom;
use super::drift::Drift;
use super::environment::Value;
use super::iteration::Loop;
use super::pointers::Walking;
use super::shift::Shifting;
use super::stride::{Stride, moves, pointer_stride, stride, test};
use super::tally::Tally;
use super::{Lowered, Lowering, Tried};
use crate::survey::mentioned;
use crate::term::{and, bin, convert, literal, num, rel, select};
use crate::typed::{Callee, Expr, Kind, LocalId, Sign, Stmt, StmtKind, Storage, Type};
use num_traits::{One, Signed, Zero};
use semantics::{Expr as Term, IntType, Number, Op, Rel};
use std::sync::Arc;

/// A counting loop, its parts as expressions of the program.
#[derive(Clone)]
pub(super) struct Counting {
    pub counter: LocalId,
    /// Whether an iteration does not mention it after its step.
    pub steps_last: bool,
    /// Of a pointer: it counts by its offset.
    pub walking: Option<Walking>,
    /// The type of the counter.
    pub ty: IntType,
    /// The type of the comparison.
    pub at: IntType,
    pub rel: Rel,
    pub up: bool,
    /// Where the counter starts, at its type.
    pub start: Arc<Term>,
    /// What it is compared with, at the type of the comparison.
    pub bound: Arc<Term>,
    /// The step, positive where the loop is exact, at the type `step_at`.
    pub step: Arc<Term>,
    pub step_at: IntType,
    /// Whether a step past the end of the type wraps around; else it has no meaning.
    pub wraps: bool,
    /// What else goes by a constant in each iteration.
    pub companions: Vec<Companion>,
    /// The pointers that each iteration moves as far.
    pub walkers: Vec<Walker>,
    /// What is only counted up, in whichever iterations.
    pub tallies: Vec<Tally>,
    /// What else doubles in each iteration, or the like.
    pub shifting: Vec<Shifting>,
    /// What else goes as far in each iteration.
    pub drifts: Vec<Drift>,
    /// A type in which nothing here overflows.
    pub wide: IntType,
    /// `start`, `bound` and `step` at that type.
    pub wide_start: Arc<Term>,
    pub wide_bound: Arc<Term>,
    pub wide_step: Arc<Term>,
}

/// A local other than the counter that each iteration moves by a constant: `j` of `i++, j += 2`.
#[derive(Clone)]
pub(super) struct Companion {
    pub id: LocalId,
    pub ty: IntType,
    /// Where it starts, at its type.
    pub start: Arc<Term>,
    /// How far it goes in each iteration, up or down.
    pub by: Number,
}

/// A pointer that each iteration moves once, by as many elements: `p += stride`.
#[derive(Clone)]
pub(super) struct Walker {
    pub id: LocalId,
    /// Where it starts.
    start: Value,
    /// By how many elements, a `long`.
    by: Arc<Term>,
    /// Whether that may have no meaning.
    fails: bool,
    sign: Sign,
    /// What it points to.
    pointer: Expr,
}

/// How far a companion may go in one iteration: nothing overflows where its value is computed.
const FARTHEST: u32 = 1 << 20;

impl Lowering<'_> {
    /// The parts of a counting loop, where it is one.
    pub(super) fn counting(&mut self, l: &Loop<'_>) -> Lowered<Option<Counting>> {
        if !l.condition.is_some_and(|c| self.has_effects(c)) {
            return self.counting_parts(l);
        }
        let tried = self.attempt(|s| {
            let begin = s.block.atoms.len();
            let counting = s.counting_parts(l)?;
            let mut steady = true;
            let mut arrays = Vec::new();
            for atom in s.block.atoms.get(begin..).unwrap_or_default() {
                match atom {
                    Atom::Read { array, .. } if !s.found.changing.contains(array) => {
                        arrays.push(array.clone());
                    }
                    _ => steady = false,
                }
            }
            let Some(counting) = counting.filter(|_| steady) else {
                return Ok(Tried::TakenBack(()));
            };
            s.arrays.steady.extend(arrays);
            Ok(Tried::Kept(counting))
        })?;
        Ok(match tried {
            Tried::Kept(counting) => Some(counting),
            Tried::TakenBack(()) => None,
        })
    }

    fn counting_parts(&mut self, l: &Loop<'_>) -> Lowered<Option<Counting>> {
        let Some(condition) = l.condition else { return Ok(None) };
        let kernel = self.given.kernel;
        let counts = |id: LocalId| {
            let local = &kernel.locals[id.0];
            matches!(local.ty, Type::Int(_) | Type::Pointer(_))
                && matches!(local.storage, Storage::Thread | Storage::Parameter)
                && l.changed.contains(&id)
        };
        let Some(test) = test(condition, &counts) else { return Ok(None) };
        let id = test.counter;
        let walks = matches!(kernel.locals[id.0].ty, Type::Pointer(_));
        let Some((step, steps_last)) = self.only_step(l, id) else { return Ok(None) };
        let invariant =
            |s: &Self, e: &Expr| !s.has_effects(e) && mentioned(e).is_disjoint(&l.changed);
        let stride = if walks { pointer_stride(step, id) } else { stride(step, id) };
        let Some(stride) = stride else { return Ok(None) };
        if !self.is_steady_bound(l, test.bound) || !stride.by.is_none_or(|e| invariant(self, e)) {
            return Ok(None);
        }
        let ty = if walks { Some(IntType::LONG) } else { kernel.locals[id.0].ty.int() };
        let Some(ty) = ty else { return Ok(None) };
        let (start, bound, walking) = match self.read_local(id, l.span)? {
            Value::Int(start) => (start, self.number(test.bound)?, None),
            start => {
                let Some(walking) = self.walking(&kernel.locals[id.0].ty, start) else {
                    return Ok(None);
                };
                let Some(bound) = walking.bound(&self.value(test.bound)?) else { return Ok(None) };
                (Arc::clone(&walking.start.offset), bound, Some(walking))
            }
        };
        let Some((step, step_at, up)) = self.step_of(&stride, walking.as_ref(), l)? else {
            return Ok(None);
        };
        if test.at.bits < ty.bits {
            return Ok(None);
        }
        let matches = match test.rel {
            Rel::Lt | Rel::Le => up,
            Rel::Gt | Rel::Ge => !up,
            Rel::Ne => true,
            Rel::Eq => false,
        };
        let bits = ty.bits.max(test.at.bits).max(step_at.bits.min(stride.at.bits));
        // No array is so large that an offset leaves a `long`.
        let wide = if bits <= 32 || walks { IntType::LONG } else { IntType::signed(128) };
        let wraps = !(ty.signed && stride.at == ty);
        let (wide_start, wide_bound, wide_step) = (
            self.cast(wide, ty, Arc::clone(&start)),
            self.cast(wide, test.at, Arc::clone(&bound)),
            self.cast(wide, step_at, Arc::clone(&step)),
        );
        let (companions, shifting) = (self.companions(l, id), self.shifting(l, id));
        let mut tallies = self.tallies(l, id);
        let exact = |t: &Tally| {
            companions.iter().any(|c| c.id == t.id) || shifting.iter().any(|s| s.id == t.id)
        };
        tallies.retain(|t| !exact(t));
        let mut walkers = self.walkers(l)?;
        walkers.retain(|walker| walker.id != id);
        let exact = companions.iter().map(|c| c.id).chain(shifting.iter().map(|s| s.id));
        let drifts = self.drifts(l, &exact.chain([id]).collect())?;
        Ok(matches.then_some(Counting {
            companions,
            shifting,
            tallies,
            walkers,
            drifts,
            wide_start,
            wide_bound,
            wide_step,
            counter: id,
            walking,
            steps_last,
            ty,
            at: test.at,
            rel: test.rel,
            up,
            start,
            bound,
            step,
            step_at,
            wraps,
            wide,
        }))
    }

    /// By how much a counter is stepped, the type at which that is a number, and whether upwards; nothing where that is
    /// not known before the loop, or nowhere.
    fn step_of(
        &mut self,
        stride: &Stride<'_>,
        walking: Option<&Walking>,
        l: &Loop<'_>,
    ) -> Lowered<Option<(Arc<Term>, IntType, bool)>> {
        let (up, mut at) = (stride.sign == Sign::Plus, stride.at);
        let (mut step, fails) = self.not_owing(|s| match (stride.by, walking) {
            (None, _) => Ok(num(1)),
            (Some(by), Some(_)) => s.number_as(by, IntType::LONG),
            (Some(by), None) => {
                // At its own type, before the conversion to that of the sum.
                let at_sum = |t| fits(t, stride.at);
                let inner = match &by.kind {
                    Kind::Convert(inner) if inner.ty.int().is_some_and(at_sum) => inner,
                    _ => by,
                };
                at = s.int_type(&inner.ty, &inner.span)?;
                s.number(inner)
            }
        })?;
        if fails {
            // C evaluates it only where the loop runs: there it does not overflow.
            let wide = self.without_overflow(&step).filter(|_| walking.is_none() && !l.early);
            let Some(wide) = wide else { return Ok(None) };
            (step, at) = (wide, IntType::LONG);
        }
        // An iteration that ends the loop does not evaluate it.
        if !self.has_value(&step) {
            return Ok(None);
        }
        let step = match walking {
            Some(walking) => walking.far(step),
            None => step,
        };
        let Some(n) = literal(&step) else { return Ok(Some((step, at, up))) };
        // `i += -1`, also where that is `i += 4294967295u`.
        let signed = IntType::signed(at.bits).convert(n);
        let found = (num(signed.abs()), IntType::LONG, up ^ signed.is_negative());
        Ok((!signed.is_zero()).then_some(found))
    }
}

impl<'k> Lowering<'k> {
    /// Whether a bound may be the same in each iteration: nothing in the loop changes its locals, and what it reads of
    /// memory is of arrays that the kernel does not write, as far as that is known so far.
    fn is_steady_bound(&self, l: &Loop<'_>, bound: &Expr) -> bool {
        let mut loads_only = true;
        crate::survey::each(bound, &mut |e| {
            loads_only &= match &e.kind {
                Kind::Index(..) | Kind::Dereference(_) => !self.given.kernel.volatile,
                Kind::Assign(..) | Kind::Update { .. } | Kind::Step { .. } => false,
                Kind::Call(Callee::Load, _) => !self.given.kernel.volatile,
                Kind::Call(callee, _) => !callee.gathers() && !callee.accesses(),
                Kind::Inline(..) | Kind::Unsupported(..) | Kind::Unknown(_) => false,
                _ => true,
            };
        });
        loads_only && mentioned(bound).is_disjoint(&l.changed)
    }

    /// What each iteration does once, whatever happens in it, to a local that it does not change otherwise;
    /// and whether nothing after it in the iteration mentions the local.
    fn only_step<'s>(&self, l: &Loop<'s>, id: LocalId) -> Option<(&'s Expr, bool)> {
        let mut steps = l.steps.iter().copied().filter(|e| self.assigned(e).contains(&id));
        if let Some(step) = steps.next() {
            let mut last = l.steps.iter().rev().take_while(|e| !std::ptr::eq(**e, step));
            let seen_after = last.any(|e| mentioned(e).contains(&id));
            let alone = steps.next().is_none() && !self.assigned_in(l.body).contains(&id);
            return alone.then_some((step, !seen_after));
        }
        if crate::survey::continues_in(l.body) || self.given.addressed.contains(&id) {
            return None;
        }
        let mut all = 0;
        crate::survey::each_in(l.body, &mut |e| all += usize::from(crate::survey::assigns(e, id)));
        let step = crate::survey::always(l.body, &|e| crate::survey::assigns(e, id));
        step.filter(|_| all == 1).map(|step| (step, false))
    }
}

impl Lowering<'_> {
    /// The companions of a loop's counter.
    fn companions(&self, l: &Loop<'_>, counter: LocalId) -> Vec<Companion> {
        let in_body = self.assigned_in(l.body);
        let companion = |id: LocalId| {
            let mut moving = l.steps.iter().filter(|e| self.assigned(e).contains(&id));
            let (Some(step), None) = (moving.next(), moving.next()) else { return None };
            let stride = stride(step, id)?;
            let ty = self.given.kernel.locals[id.0].ty.int()?;
            let by = match stride.by {
                None => Number::one(),
                Some(by) => crate::typing::evaluate(by)?,
            };
            let by = if stride.sign == Sign::Plus { by } else { -by };
            let simple = ty.bits <= 32 && stride.at == ty && by.abs() <= Number::from(FARTHEST);
            match (&self.env.values[id.0], simple && !self.is_in_memory(id)) {
                (Some(Value::Int(start)), true) => {
                    Some(Companion { id, ty, start: Arc::clone(start), by })
                }
                _ => None,
            }
        };
        l.changed
            .iter()
            .filter(|id| **id != counter && !in_body.contains(id))
            .filter_map(|id| companion(*id))
            .collect()
    }

    /// The pointers that all iterations move as far.
    fn walkers(&mut self, l: &Loop<'_>) -> Lowered<Vec<Walker>> {
        let mut found = Vec::new();
        if crate::survey::continues_in(l.body) {
            return Ok(found);
        }
        for id in l.changed.clone() {
            let assigns = |e: &Expr| self.assigned(e).contains(&id);
            let own = |s: &&Stmt| self.assigned_in(std::slice::from_ref(*s)).contains(&id);
            let (mut all, mut hidden) = (Vec::new(), false);
            for statement in l.body.iter().filter(own) {
                match &statement.kind {
                    StmtKind::Expr(e) => all.push(e),
                    // Under a condition, or several times.
                    _ => hidden = true,
                }
            }
            all.extend(l.steps.iter().copied().filter(|e| assigns(e)));
            let tested = l.condition.is_some_and(assigns);
            let (false, false, [only]) = (hidden, tested, all.as_slice()) else { continue };
            let Some((by, sign)) = moves(only, id) else { continue };
            let start @ Some(Value::Pointer(_)) = self.env.values[id.0].clone() else { continue };
            let (by, fails) = match by {
                None => (num(1), false),
                Some(by) if self.has_effects(by) || !mentioned(by).is_disjoint(&l.changed) => {
                    continue;
                }
                // C evaluates it only where an iteration does.
                Some(by) => self.not_owing(|s| s.number_as(by, IntType::LONG))?,
            };
            let local = &self.given.kernel.locals[id.0];
            let pointer = Expr { kind: Kind::Opaque, ty: local.ty.clone(), span: l.span.clone() };
            found.extend(start.map(|start| Walker { id, start, by, fails, sign, pointer }));
        }
        Ok(found)
    }

    /// Where a pointer is before iteration `k`, a `long` below 2³³.
    pub(super) fn walked(&mut self, w: &Walker, k: &Arc<Term>) -> Lowered<Value> {
        let by = match w.fails {
            true => {
                let moved = rel(Rel::Gt, Arc::clone(k), num(0));
                select(&moved, Arc::clone(&w.by), num(0))
            }
            false => Arc::clone(&w.by),
        };
        let by = bin(Op::Mul, IntType::LONG, by, Arc::clone(k));
        self.offset(w.start.clone(), by, w.sign, &w.pointer)
    }

    /// The value of a companion before iteration `k`, a `long` below 2³³. A signed one that leaves its
    /// type has none: C's addition has overflowed.
    pub(super) fn moved(&self, c: &Companion, k: &Arc<Term>) -> Value {
        let wide = IntType::LONG;
        let moved = bin(Op::Mul, wide, num(c.by.clone()), Arc::clone(k));
        let sum = bin(Op::Add, wide, self.cast(wide, c.ty, Arc::clone(&c.start)), moved);
        let range = self.range(&sum);
        let inside = c.ty.contains(&range.min) && c.ty.contains(&range.max);
        if !c.ty.signed || inside {
            return Value::Int(convert(c.ty, wide, sum));
        }
        let size = Number::one() << c.ty.bits;
        let up = Term::Within(size, bin(Op::Sub, wide, sum, num(c.ty.min())));
        let sum = bin(Op::Add, wide, Arc::new(up), num(c.ty.min()));
        Value::Int(convert(c.ty, wide, sum))
    }
}

impl Counting {
    /// The counter, where it is this number.
    pub fn value(&self, counter: Arc<Term>) -> Value {
        match &self.walking {
            Some(walking) => walking.at(counter),
            None => Value::Int(counter),
        }
    }

    /// Whether all executions in which the loop is not exact have no meaning: a signed counter
    /// that goes by one can only overflow, where it starts in range or ends at one number alone.
    pub fn leaves_out_rest(&self, l: &Loop<'_>) -> bool {
        let by_one = literal(&self.step).is_some_and(One::is_one);
        let from_zero = literal(&self.start).is_some_and(|n| !n.is_negative());
        // As an unsigned number, one that starts below 0 may still come to its bound.
        let passed_by = self.rel == Rel::Ne && self.at.signed && !l.early;
        by_one && !self.wraps && (self.up && from_zero && !l.early || passed_by)
    }

    /// Of a loop that may end early, by which its counter then does not overflow: the loop up to the end of its type,
    /// where that comes before the number at which it would end by itself.
    pub fn up_to_end_of_type(&self, l: &Loop<'_>) -> Option<Counting> {
        let by_one = literal(&self.step).is_some_and(One::is_one);
        let from_zero = literal(&self.start).is_some_and(|n| !n.is_negative());
        let largest = self.ty.max() + 1;
        let goes_up = l.early && by_one && from_zero && self.up && !self.wraps;
        if !goes_up || self.walking.is_some() || !self.wide.contains(&largest) {
            return None;
        }
        let end = self.end();
        let inside = rel(Rel::Le, Arc::clone(&end), num(largest.clone()));
        let ends = match self.rel {
            Rel::Ne => and(rel(Rel::Ge, Arc::clone(&end), self.wide_start()), inside),
            _ => inside,
        };
        let bound = select(&ends, end, num(largest));
        Some(Counting {
            rel: Rel::Lt,
            bound: Arc::clone(&bound),
            wide_bound: bound,
            ..self.clone()
        })
    }

    pub fn wide_start(&self) -> Arc<Term> {
        Arc::clone(&self.wide_start)
    }

    pub fn wide_step(&self) -> Arc<Term> {
        Arc::clone(&self.wide_step)
    }

    /// The first number that the counter does not take, in its direction.
    pub fn end(&self) -> Arc<Term> {
        let bound = Arc::clone(&self.wide_bound);
        match self.rel {
            Rel::Le => bin(Op::Add, self.wide, bound, num(1)),
            Rel::Ge => bin(Op::Sub, self.wide, bound, num(1)),
            _ => bound,
        }
    }

    /// How many iterations there are; not positive where there is none.
    pub fn count(&self) -> Arc<Term> {
        let (from, to) = (self.wide_start(), self.end());
        let distance = if self.up {
            bin(Op::Sub, self.wide, to, from)
        } else {
            bin(Op::Sub, self.wide, from, to)
        };
        let step = self.wide_step();
        let rounded = match literal(&step) {
            Some(n) => bin(Op::Add, self.wide, distance, num(n - 1)),
            None => {
                let sum = bin(Op::Add, self.wide, distance, Arc::clone(&step));
                bin(Op::Sub, self.wide, sum, num(1))
            }
        };
        bin(Op::Div, self.wide, rounded, step)
    }
}

/// Whether every number of one type is one of the other.
fn fits(inner: IntType, outer: IntType) -> bool {
    outer.contains(&inner.min()) && outer.contains(&inner.max())
}
