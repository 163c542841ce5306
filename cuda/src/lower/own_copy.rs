//! Copies that a thread starts, and waits for by itself: `cp.async` of PTX. [PTX ISA, 9.7.9.25]
//!
//! Such a copy reads and writes at any time until its thread has waited for it. So it is made where it starts, and once
//! more behind each barrier before the wait. Other threads see what was copied past a barrier behind the wait.
//!
//! The copies of a thread that were started since it last committed some are a group. It waits for all groups but the
//! youngest so many. Of each copy it is known how many groups were committed behind its own on every way here: with as
//! many or more it was waited for. What the thread itself does with the memory before it has waited is not compared.

use super::environment::Value;
use super::pending::{By, Grouped, Pending};
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::literal;
use crate::typed::{Expr, Type};
use crate::unsupported::Unsupported;
use num_traits::ToPrimitive;
use semantics::WarpOrder;

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
