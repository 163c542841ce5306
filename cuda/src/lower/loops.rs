//! Loops: exact where the counter is affine or can be followed, else any number of iterations in
//! which the locals that the loop changes are unknown.

use super::block::{Atom, synchronizes};
use super::environment::Value;
use super::iteration::Loop;
use super::turns::Turn;
use super::uniform::Apart;
use super::{Around, Aside, Lowered, Lowering, Tried};
use crate::area::Area;
use crate::survey::{breaks_in, continues_in, declared_in, returns_in};
use crate::term::num;
use crate::typed::{Expr, Kind, LocalId, Stmt, StmtKind, Type};
use crate::typing::evaluate;
use crate::unsupported::Unsupported;
use num_traits::Zero;
use semantics::{Cond, Expr as Term, IntType, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many iterations are written out where a loop's counter is neither affine nor unknown.
const MOST_UNROLLED: usize = 64;

impl<'k> Lowering<'k> {
    pub(super) fn run_loop(
        &mut self,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &[Stmt],
        body_first: bool,
        span: &Span,
    ) -> Lowered<()> {
        let written_out = |e: Option<&Expr>| e.and_then(|e| self.calls_written_out(e));
        let (without_calls, step_without) = (written_out(condition), written_out(step));
        let (condition, step) =
            (without_calls.as_ref().or(condition), step_without.as_ref().or(step));
        let body = match body {
            [Stmt { kind: StmtKind::Block(inner), .. }] => inner,
            body => body,
        };
        if !body_first && let Some(peeled) = self.peeled(condition, step, body, span) {
            return self.run(std::slice::from_ref(&peeled), None);
        }
        let mut assigned = crate::aim::assigned_in(body, &self.given.aims);
        for e in condition.iter().chain(&step) {
            assigned.add(crate::aim::assigned(e, &self.given.aims));
        }
        let mut changed = self.with_pointed_to(&assigned);
        // What is declared inside is another one in each iteration.
        let declared = declared_in(body);
        changed.extend(declared.iter().copied());
        let mut members = assigned.members;
        let anywhere = |id: &LocalId| assigned.through_pointer && self.given.addressed.contains(id);
        members.retain(|id, _| !declared.contains(id) && !anywhere(id));
        let mut steps = Vec::new();
        if let Some(step) = step {
            flatten(step, &mut steps);
        }
        let early = breaks_in(body) || returns_in(body).is_some();
        let (together, agreed) = (false, BTreeSet::new());
        let members = Arc::new(members);
        let whole =
            Loop { condition, body, steps, span, changed, members, early, together, agreed };
        if body_first {
            // The first iteration happens; what follows it is a `while`.
            let first = self.on_trial(|s| s.iteration(&whole, None))?;
            if early {
                // What follows, the test included, only happens where that one did not end it.
                let (line, _) = span.line_column();
                let why = format!("whether the loop of line {line} goes on");
                let apart = first.apart || self.around.divergent.is_some();
                let goes_on = match apart {
                    true => self.unknown("goes_on", IntType::unsigned(1), &why, span)?,
                    false => self.agreed_unknown("goes_on", IntType::unsigned(1), &why, span)?,
                };
                let goes_on = crate::term::truth(goes_on);
                self.settle(whole.mentioned(), span)?;
                return self
                    .branch(
                        goes_on,
                        &|s| s.while_loop(&whole).map(|()| Value::Void),
                        &|_| Ok(Value::Void),
                        span,
                    )
                    .map(|_| ());
            }
        }
        self.while_loop(&whole)
    }

    fn while_loop(&mut self, whole: &Loop<'_>) -> Lowered<()> {
        self.by_trial(whole, &|s, whole| s.read_loop(whole))
    }

    pub(super) fn read_loop(&mut self, whole: &Loop<'_>) -> Lowered<()> {
        let Loop { condition, body, .. } = *whole;
        if condition.and_then(evaluate).is_some_and(|n| n.is_zero()) {
            return Ok(());
        }
        if self.stepping(whole)? {
            return Ok(());
        }
        // A `while` counts in its last statement.
        let mut counted = whole.clone();
        if let (true, Some((last, before))) = (counted.steps.is_empty(), body.split_last())
            && let StmtKind::Expr(e) = &last.kind
            && !continues_in(body)
        {
            flatten(e, &mut counted.steps);
            counted.body = before;
        }
        // So may a `for`.
        while let Some((last, before)) = counted.body.split_last()
            && let StmtKind::Expr(e) = &last.kind
            && self.is_local_step(e)
            && !continues_in(body)
        {
            counted.steps.insert(0, e);
            counted.body = before;
        }
        let owed = self.block.owed.len();
        if self.affine(&counted)? || self.unrolled(&counted)? || self.shifted(&counted)? {
            return Ok(());
        }
        // C evaluates nothing of a form that the loop does not have. The rest stays: a local that is unknown before the loop
        // is the same number for whatever reads it.
        self.block.owed.truncate(owed);
        if self.by_one_condition(&counted)? {
            return Ok(());
        }
        self.first_test(whole)?;
        self.any_iterations(whole)
    }

    /// Says that a loop is taken to end, where nothing shows that it does.
    fn note_end(&mut self, l: &Loop<'_>) {
        let (line, _) = l.span.line_column();
        let decides = l.condition.filter(|c| evaluate(c).is_none());
        let stays = !l.early
            && decides.is_none_or(|c| {
                !self.has_effects(c) && crate::survey::mentioned(c).is_disjoint(&l.changed)
            });
        self.note(match stays {
            true => format!(
                "the loop of line {line} does not end once it runs: it is read as one that may end after any iteration"
            ),
            false => format!("the loop of line {line} is taken to end"),
        });
    }

    /// Leaves out the executions in which a loop has no end, or loses its meaning in some iteration:
    /// no rule derives them. Which they are is not known.
    pub(super) fn suppose_end(&mut self, l: &Loop<'_>) -> Lowered<()> {
        let (line, _) = l.span.line_column();
        let why = format!("whether the loop of line {line} ends");
        let endless = self.unknown("endless", IntType::unsigned(1), &why, l.span)?;
        let none = crate::term::truth(endless);
        let ends = Term::Within(1.into(), crate::term::select(&none, num(1), num(0)));
        self.emit(Atom::Check(Arc::new(ends)), l.span)
    }

    /// The body and steps of one iteration.
    pub(super) fn iteration(&mut self, l: &Loop<'_>, skip: Option<LocalId>) -> Lowered<()> {
        self.iteration_begins();
        self.run(l.body, None)?;
        for step in &l.steps {
            let counts = skip.is_some_and(|id| self.assigned(step).contains(&id));
            if counts {
                continue;
            }
            if l.early && !self.is_local_step(step) {
                let (line, _) = l.span.line_column();
                let why = format!("whether the loop of line {line} goes on");
                let goes_on = self.unknown("goes_on", IntType::unsigned(1), &why, l.span)?;
                self.branch(
                    crate::term::truth(goes_on),
                    &|s| s.value(step),
                    &|_| Ok(Value::Void),
                    l.span,
                )?;
            } else if l.early {
                // The loop may have ended before it.
                self.not_owing(|s| s.value(step))?;
            } else {
                self.value(step)?;
            }
        }
        self.iteration_ends(l);
        Ok(())
    }

    /// Whether a step changes a variable of the thread and does nothing else.
    fn is_local_step(&self, step: &Expr) -> bool {
        let local = |e: &Expr| matches!(e.kind, Kind::Local(id) if !self.is_in_memory(id));
        match &step.kind {
            Kind::Step { place, .. } => local(place),
            Kind::Update { place, value, .. } | Kind::Assign(place, value) => {
                local(place) && !self.has_effects(value)
            }
            _ => false,
        }
    }

    /// One iteration, unless the loop has ended before it.
    pub(super) fn unless_over(
        &mut self,
        l: &Loop<'_>,
        k: &Arc<Term>,
        last: Option<&Arc<Term>>,
        once: &dyn Fn(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(last) = last else { return once(self) };
        let runs = crate::term::rel(semantics::Rel::Le, Arc::clone(k), Arc::clone(last));
        self.branch(runs, &|s| once(s).map(|()| Value::Void), &|_| Ok(Value::Void), l.span)
            .map(|_| ())
    }

    /// The last iteration of a loop that may end early: nobody knows which.
    pub(super) fn last_iteration(
        &mut self,
        l: &Loop<'_>,
        ty: IntType,
    ) -> Lowered<Option<Arc<Term>>> {
        if !l.early {
            return Ok(None);
        }
        let (line, _) = l.span.line_column();
        let why = format!("the last iteration of the loop of line {line}, which may end early");
        self.unknown_of(l, "last", ty, &why).map(Some)
    }

    /// Makes what the loop changes unknown, except its counter.
    pub(super) fn forget(&mut self, l: &Loop<'_>, except: Option<LocalId>) -> Lowered<()> {
        for id in &l.changed {
            let local = &self.given.kernel.locals[id.0];
            if Some(*id) == except || self.env.values[id.0].is_none() {
                continue;
            }
            let (line, _) = l.span.line_column();
            let why = format!("`{}` changes in the loop of line {line}", local.name);
            let value = match (&self.env.values[id.0], &local.ty) {
                (Some(Value::Pointer(p) | Value::Somewhere(p, _)), Type::Pointer(to))
                    if !p.part && self.only_moves(l, *id) =>
                {
                    let align = self.layout(to).map_or(1, |layout| layout.align);
                    let start = match p.step {
                        Some(step) => self.in_steps(p, step.min(align), true),
                        None => p.clone(),
                    };
                    Value::Somewhere(start, why)
                }
                (Some(Value::Address(of, _)), Type::Pointer(to))
                    if self.given.disguised.contains(of) && self.only_moves(l, *id) =>
                {
                    Value::OwnArray(to.unqualified())
                }
                (_, ty) => match ty.int() {
                    Some(ty) if l.agreed.contains(id) => {
                        Value::Int(self.agreed_unknown(local.name.as_str(), ty, &why, l.span)?)
                    }
                    _ => match l.members.get(id) {
                        Some(members) => self.lost_in_part(*id, members, &why),
                        None => self.lost(ty, &why),
                    },
                },
            };
            self.env.values[id.0] = Some(value);
        }
        Ok(())
    }

    /// Whether a loop moves a pointer within its array, and never points it to another one.
    fn only_moves(&self, l: &Loop<'_>, id: LocalId) -> bool {
        let own = |e: &Expr| matches!(e.kind, Kind::Local(other) if other == id);
        let mut moves = !self.given.addressed.contains(&id);
        let mut look = |e: &Expr| match &e.kind {
            Kind::Assign(place, value) if own(place) => {
                moves &= matches!(&value.kind, Kind::Offset(base, _, _) if own(base));
            }
            Kind::Update { place, .. } if own(place) => moves = false,
            _ => {}
        };
        crate::survey::each_in(l.body, &mut look);
        l.steps.iter().chain(&l.condition).for_each(|e| crate::survey::each(e, &mut look));
        moves
    }

    /// A `for` of the program around a part.
    pub(super) fn counted(
        &mut self,
        x: semantics::Name,
        from: Arc<Term>,
        to: Arc<Term>,
        span: &Span,
        body: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if self.is_of_launch(&from) && self.is_of_launch(&to) {
            self.variables.counters.insert(x.clone());
        }
        let together = self.is_uniform(&from) && self.is_uniform(&to);
        if together {
            self.variables.uniform.insert(x.clone());
        }
        let enter = |around: &mut Around| {
            around.loops += 1;
            around.binders.push(x.clone());
            around.part((!together).then_some(Apart::Loop));
        };
        let (before, since) = (self.env.clone(), self.seen());
        let nth = self.nth_from(&x, &from);
        self.copies_come_around();
        let (block, ()) = self.inside(enter, |s| s.block(|s| s.around(span, nth, body)))?;
        // What the loop changes, those who call this make unknown.
        let after = std::mem::replace(&mut self.env, before);
        self.pending_after_loop(&after.pending, (&x, &from, &to), &block, span)?;
        let mut until = Arc::clone(&to);
        if !together && !self.given.divergent_barriers && synchronizes(&block) {
            if !self.is_uniform(&from) {
                return Err(Unsupported::new(
                    Area::Barrier,
                    format!("a barrier {}", Apart::Loop),
                    span,
                ));
            }
            until = self.agree_on_count(until, &block, since, span)?;
        }
        self.emit(Atom::For(x, Arc::clone(&from), until, block), span)?;
        self.after_loop(since, &from, &to, span)
    }

    /// Writes the iterations out, where each is known to happen or not.
    fn unrolled(&mut self, l: &Loop<'_>) -> Lowered<bool> {
        let Some(condition) = l.condition.filter(|_| !l.early) else { return Ok(false) };
        let in_body = self.assigned_in(l.body);
        let counters: BTreeSet<LocalId> = l.steps.iter().flat_map(|e| self.assigned(e)).collect();
        let deciding = crate::survey::mentioned(condition);
        if self.has_effects(condition) || deciding.iter().any(|id| in_body.contains(id)) {
            return Ok(false);
        }
        if !deciding.iter().any(|id| counters.contains(id)) {
            return Ok(false);
        }
        let Some(count) = self.iterations(l, condition, &deciding)? else { return Ok(false) };
        for nth in 0..count {
            self.around(l.span, Some(num(nth)), |s| s.iteration(l, None))?;
        }
        Ok(true)
    }

    /// How many iterations there are, by running the steps alone.
    fn iterations(
        &mut self,
        l: &Loop<'_>,
        condition: &Expr,
        deciding: &BTreeSet<LocalId>,
    ) -> Lowered<Option<usize>> {
        let steps: Vec<&Expr> =
            l.steps.iter().copied().filter(|e| !self.assigned(e).is_disjoint(deciding)).collect();
        let pure = steps.iter().all(|e| match &e.kind {
            Kind::Step { .. } => true,
            Kind::Update { value, .. } | Kind::Assign(_, value) => !self.has_effects(value),
            _ => false,
        });
        if !pure {
            return Ok(None);
        }
        let Aside { block, owed, value } = self.aside(|s| {
            for count in 0..=MOST_UNROLLED {
                match *s.cond(condition)? {
                    Cond::Bool(false) => return Ok(Some(count)),
                    Cond::Bool(true) => {}
                    _ => return Ok(None),
                }
                for step in &steps {
                    s.value(step)?;
                }
            }
            Ok(None)
        })?;
        Ok(value.filter(|_| block.is_empty() && owed.is_empty()))
    }

    /// The condition is evaluated once whatever follows; this owes it.
    fn first_test(&mut self, l: &Loop<'_>) -> Lowered<()> {
        let Some(condition) = l.condition.filter(|c| !self.has_effects(c)) else { return Ok(()) };
        self.attempt(|s| {
            let owed = s.block.owed.len();
            s.cond(condition)?;
            Ok(match s.block.owed.len() > owed {
                true => Tried::Kept(()),
                false => Tried::TakenBack(()),
            })
        })?;
        Ok(())
    }

    /// A loop of which nothing is known: any number of iterations, each from any values.
    fn any_iterations(&mut self, l: &Loop<'_>) -> Lowered<()> {
        self.note_end(l);
        let (line, _) = l.span.line_column();
        self.suppose_end(l)?;
        let why = format!("how often the loop of line {line} runs");
        let count = self.unknown_of(l, "iterations", IntType::ULONG, &why)?;
        let k = self.bind("iteration", IntType::ULONG);
        let nth = Arc::new(Term::Var(k.clone()));
        self.counted(k, num(0), count, l.span, |s| {
            s.by_turns(l, Some((IntType::ULONG, &nth)), &|s, turn| s.any_iteration(l, turn))
        })?;
        self.forget(l, None)
    }

    /// An iteration from any values but these.
    fn any_iteration(&mut self, l: &Loop<'_>, turn: &Turn) -> Lowered<()> {
        self.forget(l, None)?;
        self.begin_turn(turn);
        self.settle(l.mentioned(), l.span)?;
        match l.condition {
            None => self.iteration(l, None),
            Some(c) => self
                .branch_on(
                    c,
                    &|s| s.iteration(l, None).map(|()| Value::Void),
                    &|_| Ok(Value::Void),
                    l.span,
                )
                .map(|_| ()),
        }
    }
}

/// The expressions between commas.
fn flatten<'s>(e: &'s Expr, out: &mut Vec<&'s Expr>) {
    match &e.kind {
        Kind::Comma(a, b) => {
            flatten(a, out);
            flatten(b, out);
        }
        _ => out.push(e),
    }
}
