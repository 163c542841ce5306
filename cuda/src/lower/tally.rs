//! Locals that a loop only counts up, in whichever iterations: `if (c) n++`. Before iteration `k` such a local is
//! past its start by no more than `k` times what one iteration adds at most, so it does not overflow before the
//! loop's own counter does.

use super::environment::Value;
use super::iteration::Loop;
use super::{Lowered, Lowering};
use crate::survey::{assigns, each};
use crate::term::{bin, convert, num};
use crate::typed::{Expr, Kind, LocalId, Sign, Stmt, StmtKind, Storage};
use crate::typing::evaluate;
use num_traits::{One, Signed, Zero};
use semantics::{Expr as Term, IntType, Number, Op};
use std::sync::Arc;

/// A local that a loop only counts up.
#[derive(Clone)]
pub(super) struct Tally {
    pub id: LocalId,
    ty: IntType,
    /// Where it starts, at its type.
    start: Arc<Term>,
    /// How much one iteration adds at most.
    most: Number,
}

/// How much these statements add to a local at most; none where they may do anything else to it.
fn added(statements: &[Stmt], id: LocalId) -> Option<Number> {
    let mut sum = Number::zero();
    for statement in statements {
        sum += match &statement.kind {
            StmtKind::Expr(e) | StmtKind::Assume(e) | StmtKind::Declare(_, Some(e)) => {
                added_by(e, id)?
            }
            StmtKind::Block(block) => added(block, id)?,
            StmtKind::If(c, yes, no) => added_by(c, id)? + added(yes, id)? + added(no, id)?,
            StmtKind::Switch(e, body, _) => added_by(e, id)? + added(body, id)?,
            // As often as it runs.
            StmtKind::Loop { .. } => {
                let mut changes = false;
                let all = std::slice::from_ref(statement);
                crate::survey::each_in(all, &mut |e| changes |= assigns(e, id));
                if changes {
                    return None;
                }
                Number::zero()
            }
            _ => Number::zero(),
        };
    }
    Some(sum)
}

fn added_by(e: &Expr, id: LocalId) -> Option<Number> {
    let mut sum = Some(Number::zero());
    let mut inlined = false;
    each(e, &mut |e| {
        inlined |= matches!(e.kind, Kind::Inline(..));
        if !assigns(e, id) {
            return;
        }
        let by = match &e.kind {
            Kind::Step { sign: Sign::Plus, .. } => Some(Number::one()),
            Kind::Update { op: Op::Add, at, place, value } if *at == place.ty => evaluate(value),
            _ => None,
        };
        let by = by.filter(|by| !by.is_negative() && !inlined);
        sum = sum.take().zip(by).map(|(sum, by)| sum + by);
    });
    sum
}

impl Lowering<'_> {
    /// The locals that a loop only counts up, besides its counter.
    pub(super) fn tallies(&self, l: &Loop<'_>, counter: LocalId) -> Vec<Tally> {
        let tally = |id: LocalId| {
            let local = &self.given.kernel.locals[id.0];
            let own = matches!(local.storage, Storage::Thread | Storage::Parameter);
            if !own || self.given.addressed.contains(&id) || self.is_in_memory(id) {
                return None;
            }
            let steps = l.steps.iter().chain(&l.condition);
            let mut most = added(l.body, id)?;
            for step in steps {
                most += added_by(step, id)?;
            }
            match (&self.env.values[id.0], local.ty.int()) {
                (Some(Value::Int(start)), Some(ty)) if ty.bits >= 32 => {
                    Some(Tally { id, ty, start: Arc::clone(start), most })
                }
                _ => None,
            }
        };
        l.changed.iter().filter(|id| **id != counter).filter_map(|id| tally(*id)).collect()
    }

    /// The value of a tally before iteration `k`, a `long`; none where it may pass the end of its type.
    pub(super) fn tallied(
        &mut self,
        t: &Tally,
        k: &Arc<Term>,
        l: &Loop<'_>,
    ) -> Lowered<Option<Value>> {
        let long = IntType::LONG;
        let start = self.cast(long, t.ty, Arc::clone(&t.start));
        let most = bin(Op::Mul, long, num(t.most.clone()), Arc::clone(k));
        let (from, range) = (self.range(&start), self.range(&most));
        let end = from.max + &range.max;
        if !IntType::UINT.contains(&range.max) || !t.ty.contains(&end) || !long.contains(&end) {
            return Ok(None);
        }
        let name = self.given.kernel.locals[t.id.0].name.clone();
        let (line, _) = l.span.line_column();
        let why = format!("`{name}` is counted up in the loop of line {line}");
        let counted = match l.agreed.contains(&t.id) {
            true => self.agreed_unknown(name.as_str(), IntType::UINT, &why, l.span)?,
            false => self.unknown(name.as_str(), IntType::UINT, &why, l.span)?,
        };
        let counted = bin(Op::Min, long, convert(long, IntType::UINT, counted), most);
        let value = bin(Op::Add, long, start, counted);
        Ok(Some(Value::Int(convert(t.ty, long, value))))
    }
}
