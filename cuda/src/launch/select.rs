//! `switch` statements: a label is reached where the value is its own, or from the statement above.

use super::FactKind;
use super::evaluator::Evaluator;
use super::turn::{Switch, Turn};
use super::value::{Value, as_condition, binary, negated};
use crate::syntax::{Binary, Condition, Expr, HostStep, StepKind};
use crate::term::{and, cond_larger_than, or};
use semantics::{Cond, Span};
use std::sync::Arc;

/// How many nodes what holds at a label may have.
const LARGEST: usize = 64;

impl Evaluator<'_> {
    /// `switch (e) s`
    pub fn choose(&mut self, condition: &Condition, body: &HostStep) {
        let on = match condition {
            Condition::Read(e) => Some(self.value(e)).filter(|v| matches!(v, Value::Int(..))),
            Condition::Skipped(skipped) => {
                self.skipped(skipped);
                None
            }
        };
        let (changed, _) = self.changed([body]);
        let mut other = Arc::new(Cond::Bool(true));
        let mut values = Vec::new();
        values_of(body, &mut values);
        for value in values {
            let Some(holds) = self.matches(on.as_ref(), value) else { continue };
            let more = and(Arc::clone(&other), negated(&holds));
            if !cond_larger_than(&more, LARGEST) {
                other = more;
            }
        }
        let (facts, before) = (self.facts.len(), self.state.values.clone());
        if let Some(frame) = self.frames.last_mut() {
            // Which way leads to a statement in it, the facts do not say.
            frame.unclear = true;
        }
        let nesting = self.nesting + 2;
        self.switches.push(Switch { changed, facts, nesting, on, other, label: None });
        self.state.reached = false;
        self.turns.push(Turn::of_switch(before));
        self.inner(body);
        let (turn, switch) = (self.turns.pop(), self.switches.pop());
        self.facts.truncate(facts);
        let (Some(turn), Some(switch)) = (turn, switch) else { return };
        self.meet(turn.breaks);
        if !turn.complete && *switch.other != Cond::Bool(false) {
            // None of the labels.
            self.meet(turn.before.into_iter().collect());
        }
        if self.is_lost() {
            self.state.reached = true;
            self.forget_changed(&switch.changed);
        }
    }

    /// That the value is this one, where that can be said.
    fn matches(&mut self, on: Option<&Value>, value: Option<&Expr>) -> Option<Arc<Cond>> {
        let value = self.value(value?);
        let equal = as_condition(&binary(Binary::Eq, on?, &value)?);
        equal.filter(|c| !cond_larger_than(c, LARGEST))
    }

    /// `case e:`, or `default:`: from before the `switch`, or from the statement above.
    pub fn case(&mut self, value: Option<&Expr>, default: bool, span: &Span) {
        let Some(switch) = self.switches.last() else { return };
        let (on, facts, nesting) = (switch.on.clone(), switch.facts, switch.nesting);
        let (above, other) = (switch.label.clone(), Arc::clone(&switch.other));
        let holds = match default {
            true => other,
            false => self.matches(on.as_ref(), value).unwrap_or_else(|| Arc::new(Cond::Bool(true))),
        };
        let falls_through = self.state.reached;
        let turn = self.turns.iter_mut().rfind(|turn| turn.before.is_some());
        let before = turn.and_then(|turn| {
            turn.complete |= default;
            turn.before.clone()
        });
        if *holds != Cond::Bool(false) {
            self.meet(before.into_iter().collect());
        }
        self.facts.truncate(facts);
        if nesting != self.nesting && self.path.is_none() {
            // Inside of another statement: what that one says does not hold.
            let changed = self.switches.last().map(|switch| switch.changed.clone());
            if let Some(frame) = self.frames.last_mut() {
                frame.lost = true;
            }
            self.state.reached = true;
            self.forget_changed(&changed.unwrap_or_default());
        }
        let holds = match (falls_through, above) {
            (false, _) => holds,
            (true, Some(above)) => or(above, holds),
            (true, None) => Arc::new(Cond::Bool(true)),
        };
        if self.state.reached && !cond_larger_than(&holds, LARGEST) {
            self.fact(FactKind::Condition, Arc::clone(&holds), span);
        }
        if let Some(switch) = self.switches.last_mut() {
            switch.label = Some(holds);
        }
    }

    /// A statement that is no label.
    pub fn past_label(&mut self) {
        if let Some(switch) = self.switches.last_mut() {
            switch.label = None;
        }
    }
}

/// The values of the labels of a `switch` with this body.
fn values_of<'s>(step: &'s HostStep, found: &mut Vec<Option<&'s Expr>>) {
    match &step.kind {
        StepKind::Case { value, default: false } => found.push(value.as_ref()),
        StepKind::Block(steps) => steps.iter().for_each(|step| values_of(step, found)),
        StepKind::If(_, yes, no) => {
            values_of(yes, found);
            no.iter().for_each(|no| values_of(no, found));
        }
        StepKind::Loop { body, .. } => values_of(body, found),
        StepKind::Try(body, handlers) => {
            values_of(body, found);
            handlers.iter().for_each(|step| values_of(step, found));
        }
        _ => {}
    }
}
