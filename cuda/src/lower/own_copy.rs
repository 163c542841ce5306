//! Copies that a thread starts, and waits for by itself: `cp.async` of PTX. [PTX ISA, 9.7.9.25]
//!
//! Such a copy reads and writes at any time until its thread has waited for it. So it is made where it starts, and once
//! more behind each barrier before the wait. Other threads see what was copied past a barrier behind the wait.
//!
//! The copies of a thread that were started since it last committed some are a group. It waits for all groups but the
//! youngest so many. Of each copy it is known how many groups were committed behind its own on every way here: with as
//! many or more it was waited for. What the thread itself does with the memory before it has waited is not compared.

use super::asynchronous::{By, Pending};
use super::block::Atom;
use super::environment::Value;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::{literal, not};
use crate::typed::{Expr, Type};
use crate::unsupported::Unsupported;
use num_traits::ToPrimitive;
use semantics::{Cond, Expr as Term, Name, WarpOrder};
use std::sync::Arc;

/// How long the name of a copy may become that is followed on every way by itself.
const LONGEST: usize = 64;

/// What is known of the group of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grouped {
    /// How many groups were committed behind its own, at least; `None` where its own may not be.
    behind: Option<usize>,
    /// The conditions under which it is made, or was not waited for.
    conditions: Vec<Arc<Cond>>,
    /// Whether a loop is around that began after it.
    pub around_loop: bool,
    /// Whether it was made once more in such a loop.
    pub went_on: bool,
}

impl Pending {
    /// The same, where a condition holds; nothing of it where it is made under the opposite one alone.
    pub fn under(&self, c: &Arc<Cond>) -> Option<Pending> {
        let atoms = vec![Atom::If(Arc::clone(c), self.atoms.clone(), Vec::new())];
        let mut copy = Pending { atoms, ..self.clone() };
        if let By::Thread(grouped) = &mut copy.by {
            let opposite = not(Arc::clone(c));
            if grouped.conditions.contains(&opposite) {
                return None;
            }
            grouped.conditions.push(Arc::clone(c));
        }
        Some(copy)
    }

    /// What is known of it behind a conditional, from what happens to it on each side.
    pub fn on_both(&self, c: &Arc<Cond>, other: &Pending) -> Vec<Pending> {
        let (By::Thread(a), By::Thread(b)) = (&self.by, &other.by) else {
            return vec![self.clone()];
        };
        if a == b && self.in_loop == other.in_loop {
            return vec![self.clone()];
        }
        // Two of which one is made: each is known by a name of its own.
        let side = |copy: &Pending, c: &Arc<Cond>, name: &str| {
            let copier = Name::from(format!("{}.{name}", copy.copier.as_str()));
            let mut copy = copy.under(c)?;
            copy.in_loop |= copier.as_str().len() > LONGEST;
            Some(Pending { copier, ..copy })
        };
        let sides = [side(self, c, "yes"), side(other, &not(Arc::clone(c)), "no")];
        sides.into_iter().flatten().collect()
    }

    /// Whether an iteration makes something else of it.
    pub fn changed_to(&self, after: &Pending) -> bool {
        match (&self.by, &after.by) {
            (By::Thread(a), By::Thread(b)) => {
                a.behind != b.behind || a.conditions != b.conditions || after.in_loop
            }
            _ => false,
        }
    }

    /// Of a copy of one iteration: those of all of them, where all are in one group.
    pub fn of_all_iterations(&self, x: &Name, from: &Arc<Term>, to: &Arc<Term>) -> Option<Pending> {
        let By::Thread(Grouped { behind: None, .. }) = self.by else { return None };
        let (from, to) = (Arc::clone(from), Arc::clone(to));
        let atoms = vec![Atom::For(x.clone(), from, to, self.atoms.clone())];
        (!self.in_loop).then(|| Pending { atoms, ..self.clone() })
    }
}

impl Lowering<'_> {
    /// The thread starts a copy of one value.
    pub(super) fn own_copy(&mut self, arguments: &[Expr], e: &Expr) -> Lowered<Value> {
        let refused = |what: &str| {
            Unsupported::new(Area::Transfer, format!("an asynchronous copy {what}"), &e.span)
        };
        if matches!(self.barriers.warps, WarpOrder::LockStep(_)) {
            // No step is that of the copy.
            return Err(refused("where threads run in lock step"));
        }
        let [to, from @ ..] = arguments else { return Err(refused("to this")) };
        let (to_value, from_value) =
            (self.value(to)?, from.first().map(|from| self.value(from)).transpose()?);
        if self.barriers.probe.is_some() {
            return Ok(Value::Void);
        }
        let begin = self.block.atoms.len();
        let element = |of: &Expr| match &of.ty {
            Type::Pointer(ty) => Ok(Expr { ty: ty.unqualified(), ..of.clone() }),
            _ => Err(refused("of this")),
        };
        if let (Some(from), Some(value)) = (from.first(), from_value) {
            let place = self.pointed_by(value, from)?;
            self.load(place, None, &Expr { span: e.span.clone(), ..element(from)? })?;
        }
        let place = self.pointed_by(to_value, to)?;
        let element = Expr { span: e.span.clone(), ..element(to)? };
        self.store(place, Value::Opaque(None), &element)?;
        let atoms = self.block.atoms.get(begin..).unwrap_or_default().to_vec();
        let (by, copier) = (By::Thread(Grouped::default()), self.fresh("copy"));
        self.env.pending.push(Pending { by, copier, atoms, in_loop: false });
        Ok(Value::Void)
    }

    /// `cp.async.commit_group`
    pub(super) fn commit_copies(&mut self) {
        for copy in &mut self.env.pending {
            if let By::Thread(grouped) = &mut copy.by {
                grouped.behind = Some(grouped.behind.map_or(0, |groups| groups + 1));
            }
        }
    }

    /// `cp.async.wait_group`
    pub(super) fn wait_for_own_copies(&mut self, but: Option<Value>, e: &Expr) -> Lowered<Value> {
        let but = match but {
            Some(Value::Int(n)) => literal(&n).and_then(|n| n.to_usize()),
            _ => None,
        };
        let Some(but) = but else {
            let what = "a wait for a number of copies that is not known";
            return Err(Unsupported::new(Area::Transfer, what, &e.span));
        };
        let waited = |copy: &Pending| match &copy.by {
            By::Thread(grouped) => grouped.behind.is_some_and(|groups| groups >= but),
            By::Event(_) => false,
        };
        let went_on = |copy: &Pending| matches!(&copy.by, By::Thread(grouped) if grouped.went_on);
        if self.env.pending.iter().any(|copy| waited(copy) && went_on(copy)) {
            // In the next iteration it is over before that barrier.
            let what = "a barrier of a loop, before the wait in it for an asynchronous copy";
            return Err(Unsupported::new(Area::Transfer, what, &e.span));
        }
        self.env.pending.retain(|copy| !waited(copy));
        Ok(Value::Void)
    }

    /// A loop begins, and copies go on.
    pub(super) fn copies_come_around(&mut self) {
        for copy in &mut self.env.pending {
            if let By::Thread(grouped) = &mut copy.by {
                grouped.around_loop = true;
            }
        }
    }
}
