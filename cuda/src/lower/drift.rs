//! Locals that each iteration moves as far, once, perhaps under a condition that the loop does not change:
//! `if (inside) at += width * height;`. Before iteration `k` such a local is `k` times as far from its start,
//! where the condition holds.

use super::environment::Value;
use super::iteration::Loop;
use super::stride::stride;
use super::{Lowered, Lowering};
use crate::survey::{assigns, continues_in, each, each_in, mentioned};
use crate::term::{and, bin, convert, not, num, rel, select};
use crate::typed::{Expr, LocalId, Sign, Stmt, StmtKind, Storage};
use num_traits::One;
use semantics::{Cond, Expr as Term, IntType, Number, Op, Rel};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A local that all iterations move as far.
#[derive(Clone)]
pub(super) struct Drift {
    pub id: LocalId,
    ty: IntType,
    /// Where it starts, at its type.
    start: Arc<Term>,
    /// How far it goes, at the type `at`.
    by: Arc<Term>,
    sign: Sign,
    at: IntType,
    /// Under which condition.
    under: Arc<Cond>,
}

/// A step that an iteration takes once, and the conditions under which it does, each with whether it holds.
struct Found<'s> {
    step: &'s Expr,
    under: Vec<(&'s Expr, bool)>,
}

/// The statement that is such a step, among these and in their branches, not in their loops.
fn find<'s>(statements: &'s [Stmt], id: LocalId) -> Option<Found<'s>> {
    statements.iter().find_map(|statement| match &statement.kind {
        StmtKind::Expr(e) if assigns(e, id) => Some(Found { step: e, under: Vec::new() }),
        StmtKind::Block(block) => find(block, id),
        StmtKind::If(c, yes, no) => {
            let (holds, mut found) = match find(yes, id) {
                Some(found) => (true, found),
                None => (false, find(no, id)?),
            };
            found.under.insert(0, (c, holds));
            Some(found)
        }
        _ => None,
    })
}

impl Lowering<'_> {
    /// The locals that a loop moves so, besides its counter and these.
    pub(super) fn drifts(
        &mut self,
        l: &Loop<'_>,
        except: &BTreeSet<LocalId>,
    ) -> Lowered<Vec<Drift>> {
        let mut found = Vec::new();
        if continues_in(l.body) {
            return Ok(found);
        }
        for id in l.changed.iter().filter(|id| !except.contains(id)) {
            let Some(step) = self.drifting(l, *id) else { continue };
            found.extend(self.drift(*id, &step, &l.changed)?);
        }
        Ok(found)
    }

    /// The only step of a local in an iteration, where nothing else changes it.
    fn drifting<'s>(&self, l: &Loop<'s>, id: LocalId) -> Option<Found<'s>> {
        let storage = self.given.kernel.locals[id.0].storage;
        let own = matches!(storage, Storage::Thread | Storage::Parameter);
        if !own || self.given.addressed.contains(&id) || self.is_in_memory(id) {
            return None;
        }
        let mut all = 0;
        let mut count = |e: &Expr| all += usize::from(assigns(e, id));
        each_in(l.body, &mut count);
        l.steps.iter().chain(&l.condition).for_each(|e| each(e, &mut count));
        if all != 1 {
            return None;
        }
        let mut steps = l.steps.iter().copied();
        match steps.find(|e| assigns(e, id)) {
            Some(step) => Some(Found { step, under: Vec::new() }),
            None => find(l.body, id),
        }
    }

    fn drift(
        &mut self,
        id: LocalId,
        found: &Found<'_>,
        changed: &BTreeSet<LocalId>,
    ) -> Lowered<Option<Drift>> {
        let Some(stride) = stride(found.step, id) else { return Ok(None) };
        let steady = |s: &Self, e: &Expr| !s.has_effects(e) && mentioned(e).is_disjoint(changed);
        let parts = found.under.iter().map(|(c, _)| *c).chain(stride.by);
        if !parts.into_iter().all(|e| steady(self, e)) {
            return Ok(None);
        }
        let (Some(ty), Some(Value::Int(start))) =
            (self.given.kernel.locals[id.0].ty.int(), &self.env.values[id.0])
        else {
            return Ok(None);
        };
        if stride.at.bits < ty.bits {
            return Ok(None);
        }
        let start = Arc::clone(start);
        // C evaluates them in each iteration, where they are owed.
        let evaluated = self.aside(|s| {
            let by = stride.by.map_or_else(|| Ok(num(1)), |by| s.number(by))?;
            let mut under = Arc::new(Cond::Bool(true));
            for (c, holds) in &found.under {
                let c = s.cond(c)?;
                under = and(under, if *holds { c } else { not(c) });
            }
            Ok((by, under))
        })?;
        let (by, under) = evaluated.value;
        // A value that is not modelled is another one each time.
        let drift = Drift { id, ty, start, by, sign: stride.sign, at: stride.at, under };
        Ok(evaluated.block.is_empty().then_some(drift))
    }

    /// The value of such a local before iteration `k`, a `long` below 2³³. A signed one that leaves its type on the
    /// way has none: C's addition has overflowed.
    pub(super) fn drifted(&self, d: &Drift, k: &Arc<Term>) -> Value {
        let op = if d.sign == Sign::Plus { Op::Add } else { Op::Sub };
        let moved = if d.ty == d.at && d.ty.signed && d.ty.bits <= 32 {
            // What is left of the product in an execution with a meaning is a difference of two such numbers.
            let wide = IntType::LONG;
            let far = bin(Op::Mul, wide, self.cast(wide, d.at, Arc::clone(&d.by)), Arc::clone(k));
            let sum = bin(op, wide, self.cast(wide, d.ty, Arc::clone(&d.start)), far);
            let up = bin(Op::Sub, wide, sum, num(d.ty.min()));
            let inside = Arc::new(Term::Within(Number::one() << d.ty.bits, up));
            convert(d.ty, wide, bin(Op::Add, wide, inside, num(d.ty.min())))
        } else {
            let round = IntType::unsigned(d.ty.bits);
            let by = self.cast(round, d.at, Arc::clone(&d.by));
            let far = bin(Op::Mul, round, by, convert(round, IntType::LONG, Arc::clone(k)));
            let sum = bin(op, round, self.cast(round, d.ty, Arc::clone(&d.start)), far);
            convert(d.ty, round, sum)
        };
        // Before the first one, nothing of it is evaluated.
        let goes = and(rel(Rel::Gt, Arc::clone(k), num(0)), Arc::clone(&d.under));
        Value::Int(select(&goes, moved, Arc::clone(&d.start)))
    }
}
