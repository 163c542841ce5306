//! A run along a single path, statement by statement: loops are run one by one, so that what several variables
//! hold together stays known, as that two pointers are never equal that are swapped.
//!
//! It shows of some launches with which pointers they are made. What it does not come to is not shown.

use super::call::last_part;
use super::closed::mapped;
use super::evaluator::{Evaluator, MOST_LAUNCHES, MOST_PATHS};
use super::tied::FactKind;
use super::turn::{Loop, Turn};
use super::value::{Base, Pointer, Value, holds, is_number, negated};
use super::values::Values;
use super::writes::Changed;
use super::{HostLaunch, Launches, pairs_of};
use crate::syntax::{Condition, Function, HostStep, Jump};
use semantics::{Cond, Span};
use std::sync::Arc;

/// How many statements and expressions are run of one path.
const MOST_WORK_OF_PATH: usize = 200_000;
/// The same, where those were too few to come to its end.
const MOST_WORK_IN_HURRY: usize = 100_000;
/// How often a loop runs at most of which nothing says how often.
const MOST_TURNS: usize = 3;
/// With so many turns of a loop, what one of them leaves to the next is seen.
const TELLING_TURNS: usize = 2;
/// How often a loop is run of which it is known how often it runs.
const LONGEST_LOOP: usize = 64;
/// The same in a hurry: what follows the loop is to be reached, too.
const LONGEST_IN_HURRY: usize = 4;
/// How much work a loop is worth that only computes, and all such loops.
const MOST_WORK_OF_COMPUTING: usize = 1_000;
const MOST_WORK_OF_ALL_COMPUTING: usize = 10_000;
/// How many jumps to labels and handlers of a function are kept.
const MOST_AWAY: usize = 64;

impl Evaluator<'_> {
    /// Whether each pointer that a launch gives is known to point into memory that was allocated, or that somebody gave:
    /// along each path it is that one.
    pub fn is_settled(&self, launch: &HostLaunch) -> bool {
        let known = |base: &Base| self.is_array(*base);
        let settled = |value: &Value| match value {
            Value::Int(..) | Value::Real(..) | Value::Dimensions(_) => true,
            Value::Pointer(Pointer::Null) => true,
            Value::Pointer(Pointer::To(base, _)) => known(base),
            _ => false,
        };
        let kernels = self.file.functions().filter(|f| f.specifiers.global);
        let kernels: Vec<&Function> =
            kernels.filter(|f| last_part(&f.name) == launch.kernel).collect();
        let is_number = |n: usize| {
            kernels.iter().all(|f| f.parameters.get(n).is_some_and(|p| is_number(&p.ty)))
        };
        launch.arguments.as_ref().is_some_and(|given| {
            let mut given = given.iter().enumerate();
            given.all(|(n, (value, _))| value.leaves().into_iter().all(settled) || is_number(n))
        })
    }

    /// The arguments of a launch of which two may be one array, since it is not known where one of them points.
    fn unsettled(&self, launch: &HostLaunch) -> Vec<(usize, usize)> {
        let given: Vec<&Value> =
            launch.arguments.iter().flatten().map(|(value, _)| value).collect();
        let open: Vec<bool> = given.iter().map(|value| self.is_open(value)).collect();
        pairs_of(given.len()).filter(|(m, n)| open[*m] || open[*n]).collect()
    }

    /// Whether memory is known to be an array of its own: one that was allocated, or that somebody gave.
    pub fn is_array(&self, base: Base) -> bool {
        self.given.contains(&base) || self.memory[base.0].allocated
    }

    /// Runs the functions once more along single paths: which pointers are equal there, they are at a launch
    /// that is made.
    pub fn run_paths(&mut self, found: &mut Launches) {
        let roots = std::mem::take(&mut self.roots);
        let mut turns = 0;
        while turns <= MOST_TURNS {
            self.begin_run(turns);
            self.looped = false;
            let before = self.witnessed.len();
            roots.iter().for_each(|(n, template)| self.run_any(*n, template, &[]));
            for (n, given) in std::mem::take(&mut self.twice) {
                self.run_any(n, &[], &given);
            }
            let tells = turns == TELLING_TURNS || !self.looped;
            let spent = self.is_spent();
            if spent && !self.hurries {
                self.hurries = true;
                turns += usize::from(!tells);
                continue;
            }
            if tells {
                self.doubt_unreached(found, &self.witnessed[before..]);
            }
            // With more turns it comes to no more.
            if tells && (spent || !self.looped) {
                break;
            }
            turns += 1;
        }
        if self.possible.unclosed {
            self.begin_run(TELLING_TURNS);
            self.possible.run = true;
            let before = self.possible.launches.len();
            roots.iter().for_each(|(n, template)| self.run_any(*n, template, &[]));
            self.doubt_unreached(found, &self.possible.launches[before..]);
        }
        self.doubt_possible(&mut found.all);
        for seen in std::mem::take(&mut self.witnessed) {
            let of_it = found.all.iter_mut().filter(|launch| launch.is_one(&seen));
            let mut all: Vec<&mut HostLaunch> = of_it.collect();
            if all.iter().any(|launch| launch.template == seen.template) {
                all.retain(|launch| launch.template == seen.template);
            }
            for launch in &mut all {
                launch.doubts.extend(&seen.doubts);
            }
            let (Some(arguments), memory, symbols) = (seen.arguments, seen.memory, seen.symbols)
            else {
                continue;
            };
            // What has to hold there says where some of them point to.
            let facts: Vec<Arc<Cond>> = seen.facts.iter().map(|(_, c, _)| Arc::clone(c)).collect();
            if facts.iter().any(|c| holds(c, &facts) == Some(false)) {
                // Nobody comes there.
                continue;
            }
            let under = |(value, _): (Value, _)| mapped(&value, &|p| p.under(&facts));
            let arguments: Vec<Value> = arguments.into_iter().map(under).collect();
            for launch in all {
                launch.memory.extend(memory.clone());
                let named = symbols.iter().map(|(name, symbol)| (name.clone(), symbol.clone()));
                launch.symbols.extend(named);
                if !launch.paths.contains(&arguments) && launch.paths.len() < MOST_PATHS {
                    launch.paths.push(arguments.clone());
                }
            }
        }
    }

    /// A run in which a loop makes so many turns of which nothing says how often it runs.
    fn begin_run(&mut self, turns: usize) {
        (self.path, self.work, self.computed, self.possible.work) = (Some(turns), 0, 0, 0);
    }

    /// Where the work for a run is spent, launches may be behind that it does not come to: there, pointers may be equal of
    /// which nothing is known. And where two pointers were taken for two that host code compares, it does not come to what
    /// is launched where they are one. `seen`: the launches of the run.
    fn doubt_unreached(&self, found: &mut Launches, seen: &[HostLaunch]) {
        let spent = self.is_spent();
        if !spent && !self.compares.get() {
            return;
        }
        let unreached = |launch: &&mut HostLaunch| !seen.iter().any(|seen| seen.is_one(launch));
        for launch in found.all.iter_mut().filter(unreached) {
            let given = launch.arguments.as_ref().map_or(0, Vec::len);
            let pairs = match spent {
                true => self.unsettled(launch),
                false => pairs_of(given).collect(),
            };
            launch.doubts.extend(pairs);
        }
    }

    /// How much work a path is worth.
    pub fn most_work_of_path(&self) -> usize {
        if self.hurries { MOST_WORK_IN_HURRY } else { MOST_WORK_OF_PATH }
    }

    /// Whether a path ended before the functions did.
    pub fn is_spent(&self) -> bool {
        self.work >= self.most_work_of_path()
            || self.witnessed.len().max(self.possible.launches.len()) >= MOST_LAUNCHES
    }

    /// Whether half of the work of a path is done, where all of it was too little before.
    pub fn is_in_hurry(&self) -> bool {
        self.hurries && self.work > MOST_WORK_IN_HURRY / 2
    }

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

    /// A loop, turn by turn. Where nothing says how often it runs, it runs so often. `computes`: whether it
    /// [only computes](Evaluator::only_computes); then what it comes to is known if that takes little, and else it is not
    /// followed.
    pub fn follow(
        &mut self,
        condition: Option<&Condition>,
        step: Option<&HostStep>,
        body: &HostStep,
        body_first: bool,
        changed: &Changed,
        computes: bool,
    ) {
        let (around, before) = (self.enough, self.all_work());
        let (bases, mut heads) = (self.memory.len(), Vec::new());
        let of = |cut| Loop { step, body, changed, bases, cut };
        if computes && around.is_none() {
            let left = MOST_WORK_OF_ALL_COMPUTING.saturating_sub(self.computed);
            self.enough = Some(before + left.min(MOST_WORK_OF_COMPUTING));
        }
        self.turns.push(Turn::default());
        if let Some(frame) = self.frames.last_mut() {
            frame.unclear = true;
        }
        let most = self.path.unwrap_or(0);
        let (mut turn, mut left) = (0, None);
        let facts = self.facts.len();
        loop {
            if !computes {
                heads.push(self.state.values.clone());
            }
            if !body_first || turn > 0 {
                let holds = condition.and_then(|condition| self.decision(condition));
                match holds.as_deref() {
                    Some(Cond::Bool(false)) => break,
                    Some(Cond::Bool(true)) => {}
                    // `for (;;)` has at least one.
                    _ if turn < most || turn == 0 && condition.is_none() => self.looped = true,
                    _ => {
                        self.looped = true;
                        if !computes && most == TELLING_TURNS {
                            self.leave_open(of(false), &heads);
                        }
                        left = Some(holds);
                        break;
                    }
                }
            }
            let longest = if self.is_in_hurry() { LONGEST_IN_HURRY } else { LONGEST_LOOP };
            let enough = self.enough.is_some_and(|enough| self.all_work() >= enough);
            if turn >= longest || enough || !self.spend() {
                // How it goes on is not followed.
                if computes {
                    self.forget_computed(changed);
                } else {
                    self.leave_open(of(true), &heads);
                }
                break;
            }
            let begin = self.facts.len();
            self.inner(body);
            let continues = self.turns.last_mut().map(|turn| std::mem::take(&mut turn.continues));
            self.meet_past(begin, continues.unwrap_or_default());
            if !self.state.reached {
                break;
            }
            step.into_iter().for_each(|step| self.inner(step));
            turn += 1;
        }
        let breaks = self.turns.pop().map(|turn| turn.breaks).unwrap_or_default();
        match (left, condition) {
            // Nothing but what leaves it ends `for (;;)`.
            (Some(_), None) if !breaks.is_empty() && !self.possible.run => {
                self.state.reached = false;
            }
            // Where `break` and other jumps lead, this is forgotten.
            (Some(Some(c)), Some(Condition::Read(e))) => {
                self.fact(FactKind::Condition, negated(&c), &e.span.0);
            }
            _ => {}
        }
        self.meet_past(facts, breaks);
        self.state.reached = true;
        if computes && around.is_none() {
            self.computed += self.all_work() - before;
        }
        self.enough = around;
    }

    /// A label: from the statement above, and from wherever the function jumped so far. Where it jumped, it had changed
    /// anything that it changes at all, and nothing holds but what held before it.
    pub fn enter_label(&mut self) {
        if self.path.is_some() {
            let away = self.frames.last().map(|frame| (frame.facts, frame.away.clone()));
            let (facts, away) = away.unwrap_or_default();
            self.meet_past(facts, away);
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
        if let Some(frame) = self.frames.last() {
            self.facts.truncate(frame.facts);
        }
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

    /// As [`Evaluator::meet`], with ways that begin where so many facts were known: what is known since then need not hold
    /// on them.
    fn meet_past(&mut self, facts: usize, ways: Vec<Values>) {
        if !ways.is_empty() {
            self.facts.truncate(facts);
        }
        self.meet(ways);
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
