//! Loops that count: `for (i = a; i < n; i += s)`.
//!
//! Iteration `k` has `i = a + s*k`, and there are `⌈(n - a) / s⌉` of them, computed in a width that
//! cannot overflow. That holds while the step is positive, no conversion changes `i`, and `i` does
//! not wrap around. Where the ranges cannot tell, the program asks: `if exact {for …} else {…}`, and
//! the second branch has an unknown number of iterations, each guarded by the loop's condition. Where such a loop would
//! have no end, the second branch has none: C++ gives no meaning to one that does nothing but compute.

use super::block::Atom;
use super::counting::Counting;
use super::environment::Value;
use super::indexed::{Plus, asserts_in};
use super::iteration::Loop;
use super::range::Range;
use super::turns::Turn;
use super::{Lowered, Lowering};
use crate::note::Note;
use crate::survey::{is_silent, loops_in, mentioned};
use crate::term::{and, bin, convert, larger_than, literal, num, or, select};
use crate::typed::LocalId;
use num_traits::{One, Signed, Zero};
use semantics::{Cond, Expr as Term, IntType, Number, Op, Rel, Span};
use std::sync::Arc;

/// How many nodes a number of iterations may have that is kept for what follows the loop.
const LARGEST_COUNT: usize = 64;

impl<'k> Lowering<'k> {
    /// Lowers a counting loop; `false` where it is none.
    pub(super) fn affine(&mut self, l: &Loop<'_>) -> Lowered<bool> {
        let Some(counting) = self.counting(l)? else { return Ok(false) };
        let c = &counting;
        let exact = self.is_exact(c, l);
        if *exact == Cond::Bool(true) {
            self.exactly(c, l)?;
        } else if let Some(c) = c.up_to_end_of_type(l) {
            self.exactly(&c, l)?;
        } else if c.leaves_out_rest(l) {
            let name = &self.given.kernel.locals[c.counter.0].name;
            self.note(Note::left_out(format!(
                "executions in which `{name}` overflows are left out"
            )));
            self.only_where(&exact, l.span)?;
            self.exactly(c, l)?;
        } else if self.ends_or_is_exact(c, l) {
            let (line, _) = l.span.line_column();
            self.note(Note::left_out(format!(
                "executions in which the loop of line {line} does not end are left out"
            )));
            let after = self.after(c);
            let decides = Arc::clone(&exact);
            self.branch(
                exact,
                &|s| s.exactly(c, l).map(|()| Value::Void),
                &|s| s.does_not_run(c, l).map(|()| Value::Void),
                l.span,
            )?;
            let after = select(&decides, after, Arc::clone(&c.start));
            self.write_local(c.counter, c.value(after));
        } else if self.only_wraps(c) && self.counter_taken(c, l) {
            self.only_where(&exact, l.span)?;
            self.exactly(c, l)?;
        } else {
            let name = self.given.kernel.locals[c.counter.0].name.clone();
            let (line, _) = l.span.line_column();
            self.note(format!(
                "the loop of line {line} is approximated where `{name}` wraps around or its step is not positive"
            ));
            let after = self.after(c);
            let decides = Arc::clone(&exact);
            self.branch(
                exact,
                &|s| s.exactly(c, l).map(|()| Value::Void),
                &|s| s.wrapping(c, l).map(|()| Value::Void),
                l.span,
            )?;
            let why = format!("`{name}` after the loop of line {line} has wrapped around");
            let wrapped = self.unknown_of(l, name.as_str(), c.ty, &why)?;
            if !l.early {
                self.write_local(c.counter, c.value(select(&decides, after, wrapped)));
            }
        }
        Ok(true)
    }

    /// When the counter's values are `start + step*k`, as numbers, in the executions with a meaning.
    fn is_exact(&mut self, c: &Counting, l: &Loop<'_>) -> Arc<Cond> {
        let (start, end, step) = (c.wide_start(), c.end(), c.wide_step());
        let plus = |a: &Arc<Term>, b: Arc<Term>| bin(Op::Add, c.wide, Arc::clone(a), b);
        let minus = |a: &Arc<Term>, b: Arc<Term>| bin(Op::Sub, c.wide, Arc::clone(a), b);
        let mut exact = self.decided(Rel::Ge, Arc::clone(&step), num(1));
        // The comparison sees the counter as an unsigned number.
        let mixed = c.ty.signed && !c.at.signed;
        if mixed {
            exact = and(exact, self.decided(Rel::Ge, Arc::clone(&start), num(0)));
        }
        let max = c.ty.max();
        let min = if mixed { Number::zero() } else { c.ty.min() };
        if c.rel == Rel::Ne {
            let distance =
                if c.up { minus(&end, start.clone()) } else { minus(&start, end.clone()) };
            let (reached, inside) = if c.up {
                (Rel::Le, self.decided(Rel::Le, Arc::clone(&end), num(max)))
            } else {
                (Rel::Ge, self.decided(Rel::Ge, Arc::clone(&end), num(min)))
            };
            exact = and(exact, self.decided(reached, Arc::clone(&start), Arc::clone(&end)));
            exact = and(exact, inside);
            let left = bin(Op::Rem, c.wide, distance, step.clone());
            return match literal(&step) {
                Some(n) if n.is_one() => exact,
                _ => and(exact, self.decided(Rel::Eq, left, num(0))),
            };
        }
        let stays = if c.up {
            // The last value is below `end`; one step more must not pass the type either, where
            // that would wrap: `end - 1 + step <= max`.
            let more = if c.wraps { step } else { num(0) };
            match literal(&more) {
                Some(n) => self.decided(Rel::Le, end.clone(), num(max - n + 1)),
                None => self.decided(Rel::Lt, plus(&end, more), num(max + 2)),
            }
        } else {
            // `end + 1 - step >= min`
            let less = if c.wraps || mixed { step } else { num(0) };
            match literal(&less) {
                Some(n) => self.decided(Rel::Ge, end.clone(), num(min + n - 1)),
                None => self.decided(Rel::Ge, minus(&end, less), num(min - 1)),
            }
        };
        // Before it wraps around it is an index that no array has: half of all addresses are behind
        // every array. Then the execution has no meaning.
        let half = Number::one() << 63;
        let (first, farthest) = (self.range(&c.wide_start()).max, self.range(&c.wide_step()).max);
        if c.up && c.ty == IntType::ULONG && farthest <= half {
            if let Some(size) = self.surely_indexes(l, c.counter, Plus::Nothing) {
                self.bounded_by_memory(c, l, size);
                return exact;
            }
            // All numbers that are no index follow each other, and the counter does not pass by so many at once.
            let passes = first + farthest > half;
            if !passes && self.surely_indexes(l, c.counter, Plus::Steady).is_some() {
                return exact;
            }
        }
        // A signed one that unsigned arithmetic wraps around is negative then, and still below its bound.
        let to_negative = self.range(&c.wide_step()).max <= Number::one() << (c.ty.bits - 1);
        let signed = c.ty.signed && c.ty.bits >= 32 && c.at == c.ty && c.wraps && to_negative;
        let indexes = |s: &Self| s.surely_indexes(l, c.counter, Plus::Nothing).is_some();
        if c.up && signed && *stays != Cond::Bool(true) && indexes(self) {
            let name = &self.given.kernel.locals[c.counter.0].name;
            self.note(Note::left_out(format!(
                "executions in which the index `{name}` wraps around to a negative one are left out"
            )));
            return exact;
        }
        if *stays == Cond::Bool(true) || self.none_implies_stays(c, mixed) {
            return and(exact, stays);
        }
        let none = self.decided(if c.up { Rel::Ge } else { Rel::Le }, start, end);
        and(exact, or(none, stays))
    }

    /// Leaves the executions out in which the counter, an index of elements of so many bytes, leaves what an array may
    /// have of them: the last number that it takes is one step before its bound.
    fn bounded_by_memory(&mut self, c: &Counting, l: &Loop<'_>, size: u64) {
        let ends = !loops_in(l.body) && !self.given.has_barriers
            || is_silent(l.body) && !self.given.kernel.volatile;
        let ordered = matches!(c.rel, Rel::Lt | Rel::Le) && c.at == c.ty;
        if !ends || !ordered || l.early || asserts_in(l.body) {
            return;
        }
        let most = (Number::one() << 63) / size + self.range(&c.wide_step()).max;
        let stands = self.decided(Rel::Lt, c.wide_step(), num(1));
        let none = self.decided(Rel::Ge, Arc::clone(&c.start), Arc::clone(&c.bound));
        let inside = self.decided(Rel::Le, Arc::clone(&c.bound), num(most));
        let holds = or(stands, or(none, inside));
        if *holds != Cond::Bool(true) && self.may_assume(&holds) {
            self.taken.assumptions.push((*holds).clone());
        }
    }

    /// Leaves the executions out in which a condition does not hold.
    fn only_where(&mut self, holds: &Arc<Cond>, span: &Span) -> Lowered<()> {
        if self.may_assume(holds) {
            self.taken.assumptions.push((**holds).clone());
            return Ok(());
        }
        let within = Term::Within(1.into(), select(holds, num(0), num(1)));
        self.emit(Atom::Check(Arc::new(within)), span)
    }

    /// Whether a loop is not exact only where it runs and its counter wraps around: it neither stands still nor starts
    /// from a negative number that is compared as an unsigned one. One that ends at one number alone may be meant to
    /// wrap around: `for (i = n - 1; i != ~0u; i--)`.
    fn only_wraps(&self, c: &Counting) -> bool {
        let mixed = c.ty.signed && !c.at.signed;
        let goes = self.range(&c.wide_step()).min.is_positive();
        c.wraps
            && c.rel != Rel::Ne
            && goes
            && (!mixed || !self.range(&c.wide_start()).min.is_negative())
    }

    /// Whether a loop whose step is not positive has no meaning once it runs: its counter never comes to its bound,
    /// and does not wrap around, so that the loop does not end; and it does nothing else by which a thread may go on
    /// without an end. [C++17, intro.progress]
    fn ends_or_is_exact(&self, c: &Counting, l: &Loop<'_>) -> bool {
        let ordered = matches!(c.rel, Rel::Lt | Rel::Le | Rel::Gt | Rel::Ge);
        if c.wraps || c.at != c.ty || !ordered || l.early || self.given.kernel.volatile {
            return false;
        }
        is_silent(l.body)
    }

    /// The loop where its step is not positive, and that would leave it without an end.
    fn does_not_run(&mut self, c: &Counting, l: &Loop<'_>) -> Lowered<()> {
        let goes = self.decided(if c.up { Rel::Lt } else { Rel::Gt }, c.wide_start(), c.end());
        let none = Term::Within(1.into(), select(&goes, num(1), num(0)));
        self.emit(Atom::Check(Arc::new(none)), l.span)
    }

    /// Whether the counter starts so far from the end of its type that a loop which does not run
    /// at all cannot wrap either.
    fn none_implies_stays(&self, c: &Counting, mixed: bool) -> bool {
        let (start, step) = (self.range(&c.wide_start), self.range(&c.wide_step));
        if c.up {
            start.max + step.max <= c.ty.max()
        } else {
            let min = if mixed { Number::zero() } else { c.ty.min() };
            start.min - step.max >= min
        }
    }

    /// Whether the condition may become an assumption: here all threads come by, and it is about
    /// parameters and coordinates.
    pub(super) fn may_assume(&self, c: &Cond) -> bool {
        let mut known = self.around.nesting == 0;
        c.each_variable(&mut |x| known &= self.variables.params.contains(x));
        known
    }

    /// The loop where it is exact.
    fn exactly(&mut self, c: &Counting, l: &Loop<'_>) -> Lowered<()> {
        let (start, end) = (c.wide_start(), c.end());
        let (first, last) = (self.range(&start), self.range(&end));
        let name = self.given.kernel.locals[c.counter.0].name.clone();
        let by_one = literal(&c.step).is_some_and(One::is_one);
        let count = c.count();
        // Where threads start apart they may still run it equally often.
        if by_one && c.up && (!self.given.has_barriers || self.is_uniform(&c.start)) {
            let i = self.bind(name.as_str(), c.ty);
            let max = Number::min(&last.max - 1, c.ty.max());
            self.variables.ranges.insert(i.clone(), Range { min: first.min, max });
            let to = if c.rel == Rel::Le { end.clone() } else { Arc::clone(&c.bound) };
            let k = Arc::new(Term::Var(i.clone()));
            let value = c.value(Arc::clone(&k));
            let ended = self.last_iteration(l, c.ty)?;
            let wide = self.cast(c.wide, c.ty, Arc::clone(&k));
            let nth = bin(Op::Sub, c.wide, wide, start);
            let nth = (c.wide == IntType::LONG).then_some(nth);
            self.counted(i, Arc::clone(&c.start), to, l.span, |s| {
                s.unless_over(l, &k, ended.as_ref(), &|s| s.once(c, value.clone(), nth.as_ref(), l))
            })?;
        } else {
            let most = self.range(&count).max.max(Number::zero());
            let ty = if c.ty.contains(&most) { c.ty } else { c.wide };
            let k = self.bind(name.as_str(), ty);
            let last = Number::max(most - 1, Number::zero());
            self.variables.ranges.insert(k.clone(), Range { min: Number::zero(), max: last });
            let nth = Arc::new(Term::Var(k.clone()));
            let value = c.value(self.nth(c, Arc::clone(&nth), ty));
            let ended = self.last_iteration(l, ty)?;
            let wide = self.cast(c.wide, ty, Arc::clone(&nth));
            let wide = (c.wide == IntType::LONG).then_some(wide);
            self.counted(k, num(0), count.clone(), l.span, |s| {
                s.unless_over(l, &nth, ended.as_ref(), &|s| {
                    s.once(c, value.clone(), wide.as_ref(), l)
                })
            })?;
        }
        self.forget(l, if l.early { None } else { Some(c.counter) })?;
        if !l.early {
            let after = self.after(c);
            self.write_local(c.counter, c.value(after));
            if c.wide == IntType::LONG {
                self.moved_in_all(c)?;
            }
        }
        Ok(())
    }

    /// What goes as far in each iteration is after the loop where one more would find it.
    fn moved_in_all(&mut self, c: &Counting) -> Lowered<()> {
        let count = c.count();
        let runs = self.decided(Rel::Gt, Arc::clone(&count), num(0));
        let count = select(&runs, count, num(0));
        if larger_than(&count, LARGEST_COUNT) {
            return Ok(());
        }
        for companion in &c.companions {
            let value = self.moved(companion, &count);
            self.write_local(companion.id, value);
        }
        for walker in &c.walkers {
            let value = self.walked(walker, &count)?;
            self.write_local(walker.id, value);
        }
        for drift in &c.drifts {
            let value = self.drifted(drift, &count);
            self.write_local(drift.id, value);
        }
        Ok(())
    }

    /// The counter after an exact loop: where it went at all, one step past its last value.
    fn after(&self, c: &Counting) -> Arc<Term> {
        let (start, end) = (c.wide_start(), c.end());
        let goes = self.decided(if c.up { Rel::Lt } else { Rel::Gt }, start.clone(), end.clone());
        let by_one = literal(&c.step).is_some_and(One::is_one);
        let after = if c.rel == Rel::Ne || by_one && c.up {
            end
        } else {
            let passed = bin(Op::Mul, c.wide, c.count(), c.wide_step());
            bin(if c.up { Op::Add } else { Op::Sub }, c.wide, start, passed)
        };
        select(&goes, convert(c.ty, c.wide, after), Arc::clone(&c.start))
    }

    /// One iteration, the counter having this value; of which it is the `nth`, where that is known.
    fn once(
        &mut self,
        c: &Counting,
        value: Value,
        nth: Option<&Arc<Term>>,
        l: &Loop<'_>,
    ) -> Lowered<()> {
        let of_loop = nth.map(|nth| (IntType::LONG, nth));
        self.by_turns(l, of_loop, &|s, turn| s.once_at(c, value.clone(), nth, turn, l))
    }

    /// As [`Lowering::once`], where these locals have these values.
    fn once_at(
        &mut self,
        c: &Counting,
        value: Value,
        nth: Option<&Arc<Term>>,
        turn: &Turn,
        l: &Loop<'_>,
    ) -> Lowered<()> {
        self.forget(l, Some(c.counter))?;
        self.write_local(c.counter, value);
        if let Some(nth) = nth {
            for tally in &c.tallies {
                if let Some(value) = self.tallied(tally, nth, l)? {
                    self.write_local(tally.id, value);
                }
            }
        }
        self.begin_turn(turn);
        if let Some(nth) = nth {
            for companion in &c.companions {
                let value = self.moved(companion, nth);
                self.write_local(companion.id, value);
            }
            for walker in &c.walkers {
                let value = self.walked(walker, nth)?;
                self.write_local(walker.id, value);
            }
            for companion in &c.shifting {
                let value = self.shifted_so_often(companion, nth);
                self.write_local(companion.id, value);
            }
            for drift in c.drifts.iter().filter(|drift| !turn.contains_key(&drift.id)) {
                let value = self.drifted(drift, nth);
                self.write_local(drift.id, value);
            }
        }
        self.settle(l.mentioned(), l.span)?;
        self.iteration(l, c.steps_last.then_some(c.counter))
    }

    /// `start + step*k`, or minus: at the counter's type where no part leaves it.
    fn nth(&self, c: &Counting, k: Arc<Term>, k_ty: IntType) -> Arc<Term> {
        let op = if c.up { Op::Add } else { Op::Sub };
        let start = self.range(&c.wide_start());
        let end = self.range(&c.end());
        // `step*k` is at most the distance that the counter goes.
        let distance = if c.up { end.max - 1 - start.min } else { start.max - 1 - end.min };
        if !c.ty.signed || c.ty.contains(&distance) || distance.is_negative() {
            let step = convert(c.ty, c.step_at, Arc::clone(&c.step));
            let k = convert(c.ty, k_ty, k);
            return bin(op, c.ty, Arc::clone(&c.start), bin(Op::Mul, c.ty, step, k));
        }
        let k = convert(c.wide, k_ty, k);
        let moved = bin(Op::Mul, c.wide, c.wide_step(), k);
        convert(c.ty, c.wide, bin(op, c.wide, c.wide_start(), moved))
    }

    /// The loop where the counter may wrap around: iteration `k` has the same counter modulo the
    /// type, and how many there are is unknown.
    fn wrapping(&mut self, c: &Counting, l: &Loop<'_>) -> Lowered<()> {
        let test = |s: &Self, i: &Arc<Term>| {
            s.decided(c.rel, s.cast(c.at, c.ty, Arc::clone(i)), Arc::clone(&c.bound))
        };
        let goes = test(self, &c.start);
        self.branch(
            goes,
            &|s| {
                // More than the numbers of the counter's type: after those, it begins again.
                let ty = if c.ty.bits <= 32 { IntType::ULONG } else { IntType::unsigned(128) };
                let (line, _) = l.span.line_column();
                s.suppose_end(l)?;
                let why =
                    format!("how often the loop of line {line} runs once its counter wraps around");
                let count = s.unknown_of(l, "iterations", ty, &why)?;
                let name = s.given.kernel.locals[c.counter.0].name.clone();
                let k = s.bind(name.as_str(), ty);
                let unsigned = IntType::unsigned(c.ty.bits);
                let as_unsigned = |from: IntType, e: Arc<Term>| convert(unsigned, from, e);
                let term = as_unsigned(ty, Arc::new(Term::Var(k.clone())));
                let step = as_unsigned(c.step_at, Arc::clone(&c.step));
                let moved = bin(Op::Mul, unsigned, step, term);
                let op = if c.up { Op::Add } else { Op::Sub };
                let i = bin(op, unsigned, as_unsigned(c.ty, Arc::clone(&c.start)), moved);
                let i = convert(c.ty, unsigned, i);
                s.counted(k, num(0), count, l.span, |s| {
                    s.branch(
                        test(s, &i),
                        &|s| s.once(c, c.value(Arc::clone(&i)), None, l).map(|()| Value::Void),
                        &|_| Ok(Value::Void),
                        l.span,
                    )
                    .map(|_| ())
                })?;
                s.forget(l, None)?;
                Ok(Value::Void)
            },
            &|_| Ok(Value::Void),
            l.span,
        )
        .map(|_| ())
    }
}

impl Loop<'_> {
    /// The locals that an iteration mentions.
    pub(super) fn mentioned(&self) -> std::collections::BTreeSet<LocalId> {
        let mut ids = crate::survey::mentioned_in(self.body);
        for e in self.steps.iter().chain(&self.condition) {
            ids.extend(mentioned(e));
        }
        ids
    }
}
