//! Branches. What stands to the right of `&&`, `||` and `?` is evaluated in its branch only.

use super::block::Atom;
use super::environment::Value;
use super::uniform::Apart;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::term::not;
use crate::typed::{Expr, Kind, Type};
use crate::unsupported::Unsupported;
use semantics::{Cond, Span};
use std::sync::Arc;

/// A part of the lowering that may run more than once: `if (a && b)` with a read in `b` has two
/// places for its `else`.
pub(super) type Part<'p, 'k> = &'p dyn Fn(&mut Lowering<'k>) -> Lowered<Value>;

impl<'k> Lowering<'k> {
    /// `c ? yes : no`, with what stands in either evaluated there only.
    pub(super) fn choice(
        &mut self,
        c: &Expr,
        yes: Part<'_, 'k>,
        no: Part<'_, 'k>,
        e: &Expr,
    ) -> Lowered<Value> {
        let value = self.branch_on(c, yes, no, &e.span)?;
        match value {
            Value::Unknown(_) if matches!(e.ty, Type::Array(..)) => {
                Err(Unsupported::new(Area::Pointer, "one of two arrays, by a condition", &e.span))
            }
            Value::Unknown(why) => self.opaque_as(&e.ty, &why, e),
            value => Ok(value),
        }
    }

    /// Runs one of two parts, by a condition of which the right sides may have effects.
    pub(super) fn branch_on(
        &mut self,
        c: &Expr,
        yes: Part<'_, 'k>,
        no: Part<'_, 'k>,
        span: &Span,
    ) -> Lowered<Value> {
        match &c.kind {
            Kind::And(a, b) if self.has_effects(b) => {
                self.branch_on(a, &|s| s.branch_on(b, yes, no, span), no, span)
            }
            Kind::Or(a, b) if self.has_effects(b) => {
                self.branch_on(a, yes, &|s| s.branch_on(b, yes, no, span), span)
            }
            Kind::Not(a) if self.has_effects(a) => self.branch_on(a, no, yes, span),
            Kind::Comma(a, b) => {
                self.value(a)?;
                self.branch_on(b, yes, no, span)
            }
            _ => {
                let c = self.cond(c)?;
                self.branch(c, yes, no, span)
            }
        }
    }

    /// Runs one of two parts, by a condition.
    pub(super) fn branch(
        &mut self,
        c: Arc<Cond>,
        yes: Part<'_, 'k>,
        no: Part<'_, 'k>,
        span: &Span,
    ) -> Lowered<Value> {
        match *c {
            Cond::Bool(true) => return yes(self),
            Cond::Bool(false) => return no(self),
            _ => {}
        }
        self.decides(&c, span)?;
        self.spend(1 + self.env.values.len() / 16, span)?;
        let seen = self.seen();
        let apart = (!self.is_uniform_condition(&c)).then_some(Apart::Condition);
        let side = |s: &mut Self, c: &Arc<Cond>, part: Part<'_, 'k>| {
            s.inside(|around| around.part(apart), |s| s.knowing(c, |s| s.owing(part)))
        };
        let before = self.env.clone();
        let (first, first_owed, a) = side(self, &c, yes)?;
        let after_first = std::mem::replace(&mut self.env, before.clone());
        let (second, second_owed, b) = side(self, &not(Arc::clone(&c)), no)?;
        let after_second = std::mem::replace(&mut self.env, before);
        let c = self.agree(c, [&first, &second], seen, span)?;
        // What a branch without statements owes, an access further on may evaluate.
        let first = match first.is_empty() {
            true => {
                self.lift(first_owed, &c, true);
                first
            }
            false => self.pay(first, first_owed)?,
        };
        let second = match second.is_empty() {
            true => {
                self.lift(second_owed, &c, false);
                second
            }
            false => self.pay(second, second_owed)?,
        };
        self.join(&c, after_first, after_second, span)?;
        let why = || "what one branch alone has read".to_string();
        let value = match (a, b) {
            (Value::Void, _) | (_, Value::Void) => Value::Void,
            (a, b) => self.join_values(&c, a, b, &why),
        };
        if !(first.is_empty() && second.is_empty()) {
            self.emit(Atom::If(c, first, second), span)?;
        }
        Ok(value)
    }
}
