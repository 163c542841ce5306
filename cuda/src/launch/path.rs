//! A run along a single path, statement by statement: loops are run one by one, so that what several variables
//! hold together stays known, as that two pointers are never equal that are swapped.
//!
//! It shows of some launches with which pointers they are made. What it does not come to is not shown.

use super::evaluator::Evaluator;
use super::turn::Turn;
use super::values::Values;
use super::writes::Changed;
use crate::syntax::{Condition, HostStep, Jump};
use semantics::{Cond, Span};

/// How often a loop is run of which it is known how often it runs.
const LONGEST_LOOP: usize = 64;
/// The same, once a quarter of the work is done: what follows the loop is to be reached, too.
const LONGEST_IN_HURRY: usize = 4;
/// How many jumps to labels and handlers of a function are kept.
const MOST_AWAY: usize = 64;

impl Evaluator<'_> {
    /// `break`, `continue`, or a jump to anywhere else.
    pub fn jump(&mut self, jump: Jump) {
        let followed = self.path.is_some() || jump == Jump::Break;
        if followed && self.state.reached {
            let values = self.state.values.clone();
            let target = match jump {
                Jump::Break => self.turns.last_mut().map(|turn| &mut turn.breaks),
                Jump::Continue => self
                    .turns
                    .iter_mut()
                    .rfind(|turn| turn.before.is_none())
                    .map(|turn| &mut turn.continues),
                Jump::Goto | Jump::Away => self
                    .frames
                    .last_mut()
                    .map(|frame| &mut frame.away)
                    .filter(|away| away.len() < MOST_AWAY),
            };
            target.into_iter().for_each(|all| all.push(values.clone()));
        }
        self.state.reached = false;
    }

    /// A loop, turn by turn. Where nothing says how often it runs, it runs so often.
    pub fn follow(
        &mut self,
        condition: Option<&Condition>,
        step: Option<&HostStep>,
        body: &HostStep,
        body_first: bool,
        changed: &Changed,
    ) {
        let most = self.path.unwrap_or(0);
        self.turns.push(Turn::default());
        if let Some(frame) = self.frames.last_mut() {
            frame.unclear = true;
        }
        let mut turn = 0;
        loop {
            if !body_first || turn > 0 {
                let holds = condition.and_then(|condition| self.decision(condition));
                match holds.as_deref() {
                    Some(Cond::Bool(false)) => break,
                    Some(Cond::Bool(true)) => {}
                    _ if turn < most => self.looped = true,
                    _ => {
                        self.looped = true;
                        break;
                    }
                }
            }
            let longest = if self.is_in_hurry() { LONGEST_IN_HURRY } else { LONGEST_LOOP };
            if turn >= longest || !self.spend() {
                // How it goes on is not followed.
                self.forget_changed(changed);
                break;
            }
            self.inner(body);
            let continues = self.turns.last_mut().map(|turn| std::mem::take(&mut turn.continues));
            self.meet(continues.unwrap_or_default());
            if !self.state.reached {
                break;
            }
            step.into_iter().for_each(|step| self.inner(step));
            turn += 1;
        }
        let breaks = self.turns.pop().map(|turn| turn.breaks);
        self.meet(breaks.unwrap_or_default());
        self.state.reached = true;
    }

    /// A label: from the statement above, and from wherever the function jumped so far. Where it jumped, it had changed
    /// anything that it changes at all, and nothing holds but what held before it.
    pub fn enter_label(&mut self) {
        if self.path.is_some() {
            let away = self.frames.last().map(|frame| frame.away.clone());
            self.meet(away.unwrap_or_default());
        } else if let Some(frame) = self.frames.last_mut() {
            frame.unclear = true;
            let (facts, written) = (frame.facts, frame.written.clone());
            self.facts.truncate(facts);
            self.forget_changed(&written);
        }
        self.state.reached = true;
    }

    /// The handlers of a `try`, of which the body has run: `thrown` says how many jumps the function had made before it.
    pub fn handle(&mut self, thrown: usize, handlers: &[HostStep], span: &Span) {
        let away = self.frames.last().and_then(|frame| frame.away.get(thrown..));
        let away = away.unwrap_or_default().to_vec();
        for handler in handlers {
            let run = |of: &mut Self| {
                of.meet(away.clone());
                // What is called throws, too.
                of.state.reached = true;
                of.inner(handler);
            };
            self.both(None, span, |_| (), run);
        }
    }

    /// Other ways to come to the place at hand.
    pub fn meet(&mut self, ways: Vec<Values>) {
        for values in ways {
            if self.state.reached {
                self.join_values(None, values);
                continue;
            }
            self.state.values = values.since(&self.state.values);
            self.state.reached = true;
        }
    }
}
