//! Statements of host code.

use super::FactKind;
use super::evaluator::{Evaluator, Exit};
use super::place::is_pure;
use super::reach::Reached;
use super::turn::Turn;
use super::value::{Location, Value, Variable, is_plain, is_pointer, may_change};
use super::writes::{Changed, Writes, addressed};
use crate::syntax::{
    Binary, Condition, Expr, ExprKind, HostStep, Init, Skipped, StepKind, Type, Variable as Written,
};
use crate::term::and;
use crate::token::Token;
use semantics::{Cond, Name, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Evaluator<'_> {
    pub fn steps(&mut self, steps: &[HostStep]) {
        for step in steps {
            self.step_of(step);
        }
    }

    fn step_of(&mut self, step: &HostStep) {
        // Behind a jump, only what a label leads to is reached.
        let entry =
            matches!(step.kind, StepKind::Case { .. } | StepKind::Label | StepKind::Block(_));
        if !self.spend() || !self.state.reached && !entry && !self.jumped_into(step) {
            return;
        }
        let span = &step.span.0;
        if !matches!(step.kind, StepKind::Case { .. }) {
            self.past_label();
        }
        match &step.kind {
            StepKind::Expr(e) => {
                self.value(e);
            }
            StepKind::Declare(variables) => {
                variables.iter().for_each(|variable| self.declaration(variable));
            }
            StepKind::Block(steps) => {
                self.state.open();
                self.nesting += 1;
                self.steps(steps);
                self.nesting -= 1;
                self.state.close();
            }
            StepKind::If(condition, yes, no) => self.branch(condition, yes, no.as_deref(), span),
            StepKind::Loop { condition, step, body, body_first } => {
                self.repeat(condition.as_ref(), step.as_deref(), body, *body_first, span);
            }
            StepKind::Switch(condition, body) => self.choose(condition, body),
            StepKind::Case { value, default } => self.case(value.as_ref(), *default, span),
            // The function jumps: what held is not followed.
            StepKind::Label => self.enter_label(),
            StepKind::Try(body, handlers) => self.try_block(body, handlers, span),
            StepKind::Return(value) => {
                let value = match value {
                    Some(Condition::Read(e)) => self.value(e),
                    Some(Condition::Skipped(skipped)) => {
                        self.skipped(skipped);
                        Value::Unknown
                    }
                    None => Value::Unknown,
                };
                let values = self.state.values.clone();
                let way = self.way_here();
                if let Some(frame) = self.frames.last_mut() {
                    frame.exits.push(Exit { value, values, way });
                }
                self.state.reached = false;
            }
            StepKind::Jump(jump) => self.jump(*jump),
            StepKind::Skipped(skipped) => self.skipped(skipped),
        }
    }

    /// Whether a label inside of a statement that is not reached leads into it: nothing is followed from
    /// there on.
    fn jumped_into(&mut self, step: &HostStep) -> bool {
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        writes.step(step);
        if !writes.cases && !writes.labels {
            return false;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.lost = true;
        }
        self.state.reached = true;
        self.forget_changed(&writes.changed());
        true
    }

    fn declaration(&mut self, variable: &Written) {
        let (name, ty) = (&variable.name, &self.type_said(&variable.ty));
        let hint = name.as_str();
        let (mut doubted, mut of) = (false, ty);
        while let Type::Array(element, size) = of {
            let size = size.as_deref().filter(|size| !is_pure(size));
            size.into_iter().for_each(|size| drop(self.value(size)));
            of = element;
        }
        let mut fixed = variable.specifiers.immutable;
        let mut shared = false;
        // It is the variable of the file, where that has one.
        let external = variable.specifiers.external && !self.state.is_local(name);
        if external && self.variable(name).is_some() {
            return;
        }
        let place = &variable.span.0;
        let place = (place.source.name().to_string(), place.bytes.start);
        let statical = variable.specifiers.statical && !fixed;
        if let Some(known) = self.statics.get(&place).filter(|_| statical) {
            // One for all calls.
            return self.state.bind(name.clone(), *known);
        }
        if let Some(place) = self.referred(variable) {
            let value = Value::Unknown;
            let declared = self.declare(name, ty, false, value);
            self.state.declared[declared.0].refers = Some(place);
            return;
        }
        let value = match (&variable.init, ty) {
            (Some(init), Type::Reference(of)) => {
                let constant = matches!(**of, Type::Const(_));
                let value = self.initial(init, of, hint);
                // What it is another name of may change through it, or beside it.
                init.direct().iter().for_each(|place| self.keep_address(place));
                fixed = false;
                shared = true;
                doubted = !init.direct().iter().all(|e| self.signatures.makes_value(e))
                    && may_change(&value);
                if constant { value } else { Value::Unknown }
            }
            (Some(init), _) => {
                let unknown = variable.specifiers.element
                    && init.direct().iter().all(|e| self.value(e) == Value::Unknown);
                let value = match unknown {
                    // It has another value in each turn.
                    true => self.forgetting(|s| s.initial(init, ty, hint)),
                    false => self.initial(init, ty, hint),
                };
                // A list for an array of structures makes each of them of its members.
                let listed = if matches!(init, Init::List(_)) { of } else { ty };
                if !is_plain(ty) && self.aggregate(listed).is_none() && !self.is_copy(init, ty) {
                    self.constructed(init);
                }
                value
            }
            (None, _) if super::value::is_dimensions(ty) => self.dimensions(&[]),
            (None, _) => self.uninitialized(ty, name),
        };
        // A `static` variable keeps what an earlier call left in it; an `extern` one is another file's.
        let kept = statical || variable.specifiers.external;
        let value = if kept { self.unknown(ty, name) } else { value };
        shared |= kept;
        fixed &= !matches!(ty, Type::Volatile(_));
        let declared = self.declare(name, ty, fixed, value);
        self.state.declared[declared.0].shared |= shared;
        self.state.declared[declared.0].doubted = doubted;
        if let Some(init) = &variable.init {
            self.hold_declared(declared, &init.expressions());
        }
        if statical {
            self.statics.insert(place, declared);
        }
    }

    /// What a reference is another name of.
    fn referred(&mut self, variable: &Written) -> Option<Location> {
        let (Type::Reference(_), Some(init)) = (&variable.ty, &variable.init) else { return None };
        match init.direct() {
            [e] => self.location(e),
            _ => None,
        }
    }

    /// The type that `decltype(x)` is of a pointer, along a path.
    fn type_said(&mut self, ty: &Type) -> Type {
        let Type::Decltype(e) = ty else { return ty.clone() };
        let ExprKind::Name(name) = &e.kind else { return ty.clone() };
        let variable = self.path.and_then(|_| self.variable(name));
        let declared = variable.map(|variable| &self.state.declared[variable.0]);
        let known = declared.filter(|v| v.refers.is_none() && is_pointer(&v.ty));
        known.map_or_else(|| ty.clone(), |v| v.ty.clone())
    }

    /// Whether an object is made as a copy of another one, member by member.
    fn is_copy(&mut self, init: &Init, ty: &Type) -> bool {
        let Some(record) = self.record(ty).filter(|record| self.copies(record)) else {
            return false;
        };
        let [e] = init.direct() else { return false };
        self.type_of(e) == Some(Type::Named(record.name)) && self.location(e).is_some()
    }

    /// A constructor that nobody knows may change what it is given, and keep its address.
    fn constructed(&mut self, init: &Init) {
        for e in init.expressions() {
            self.change(addressed(e).unwrap_or(e), true);
        }
        self.forget_shared();
    }

    /// Somebody has the address of a place from here on.
    pub fn keep_address(&mut self, place: &Expr) {
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        writes.keep(place);
        self.share(&writes.changed());
    }

    /// Under which condition the function at hand gets to this place, where that is known.
    fn way_here(&self) -> Option<Arc<Cond>> {
        let frame = self.frames.last().filter(|frame| !frame.unclear && !frame.lost)?;
        let facts = self.facts.get(frame.facts..)?.iter();
        let conditions = facts.filter(|(kind, ..)| *kind == FactKind::Condition);
        conditions.map(|(_, c, _)| Arc::clone(c)).reduce(and)
    }

    /// What decides; nothing where it is not known.
    pub fn decision(&mut self, condition: &Condition) -> Option<Arc<Cond>> {
        match condition {
            Condition::Read(e) => {
                let value = self.value(e);
                self.change_objects(&[e]);
                self.condition_of(&value)
            }
            Condition::Skipped(skipped) => {
                self.skipped(skipped);
                None
            }
        }
    }

    fn branch(
        &mut self,
        condition: &Condition,
        yes: &HostStep,
        no: Option<&HostStep>,
        span: &Span,
    ) {
        let c = self.decision(condition);
        match c.as_deref() {
            Some(Cond::Bool(true)) => return self.inner(yes),
            Some(Cond::Bool(false)) => return no.into_iter().for_each(|no| self.inner(no)),
            _ => {}
        }
        if let (None, Some(frame)) = (&c, self.frames.last_mut()) {
            frame.unclear = true;
        }
        let no = |of: &mut Self| no.into_iter().for_each(|no| of.inner(no));
        self.both(c, span, |of| of.inner(yes), no);
    }

    /// A statement in a scope of its own.
    pub fn inner(&mut self, step: &HostStep) {
        self.state.open();
        self.nesting += 1;
        self.step_of(step);
        self.nesting -= 1;
        self.state.close();
    }

    /// What statements may change.
    pub fn changed<'s>(
        &mut self,
        steps: impl IntoIterator<Item = &'s HostStep>,
    ) -> (Changed, bool) {
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        steps.into_iter().for_each(|step| writes.step(step));
        let jumps = writes.jumps;
        let given = std::mem::take(&mut writes.given);
        let assigned = std::mem::take(&mut writes.assigned);
        let mut reached = Reached { assigned: &assigned, ..Reached::default() };
        given.iter().for_each(|e| self.reach(e, true, &mut reached));
        // A kernel writes no variable of which nobody gives it the address.
        reached.by_kernel = true;
        let launched = std::mem::take(&mut writes.launched);
        launched.iter().for_each(|e| self.reach(e, true, &mut reached));
        writes.calls |= reached.others;
        reached.arrays.into_iter().for_each(|name| writes.whole(name));
        (writes.changed(), jumps)
    }

    fn repeat(
        &mut self,
        condition: Option<&Condition>,
        step: Option<&HostStep>,
        body: &HostStep,
        body_first: bool,
        span: &Span,
    ) {
        let (changed, jumps) = self.changed([body].into_iter().chain(step));
        // `do {…} while (0)`, as macros have it, is a block.
        if let (true, false, Some(Condition::Read(e))) = (body_first, jumps, condition)
            && let ExprKind::Int(n, _) = &e.kind
            && *n == 0.into()
        {
            return self.inner(body);
        }
        let signatures = Arc::clone(&self.signatures);
        let mut writes = Writes::new(&signatures);
        condition.into_iter().for_each(|c| writes.condition(c));
        let mut changed = changed.and(writes.changed());
        let steps: Vec<&HostStep> = [body].into_iter().chain(step).collect();
        let computes = self.only_computes(condition, &steps, &mut changed);
        if self.path.is_some() {
            return self.follow(condition, step, body, body_first, &changed, computes);
        }
        if computes {
            return self.forget_computed(&changed);
        }
        let facts = self.facts.len();
        let before = self.state.values.clone();
        self.forget_changed(&changed);
        self.count(condition, step, body, &before, span);
        let holds = match (condition, body_first) {
            (Some(condition), false) => self.decision(condition),
            _ => None,
        };
        if !matches!(holds.as_deref(), Some(Cond::Bool(false))) {
            if let Some(c) = holds {
                self.fact(FactKind::Condition, c, span);
            }
            let inside = self.facts.len();
            self.turns.push(Turn::default());
            self.inner(body);
            self.turns.pop();
            if jumps {
                // `continue` comes from anywhere in it.
                self.facts.truncate(inside);
                self.forget_changed(&changed);
            }
            self.state.reached = true;
            step.into_iter().for_each(|step| self.inner(step));
            if let (Some(condition), true) = (condition, body_first) {
                self.decision(condition);
            }
        }
        self.facts.truncate(facts);
        self.state.reached = true;
        // Whichever iteration was the last.
        self.forget_changed(&changed);
    }

    fn try_block(&mut self, body: &HostStep, handlers: &[HostStep], span: &Span) {
        let (changed, _) = self.changed([body].into_iter().chain(handlers));
        let facts = self.facts.len();
        let thrown = self.frames.last().map_or(0, |frame| frame.away.len());
        self.inner(body);
        if self.path.is_some() {
            return self.handle(thrown, handlers, span);
        }
        for handler in handlers {
            self.facts.truncate(facts);
            self.state.reached = true;
            self.forget_changed(&changed);
            self.inner(handler);
        }
        self.facts.truncate(facts);
        self.state.reached = true;
        self.forget_changed(&changed);
    }

    /// What could not be read.
    pub fn skipped(&mut self, skipped: &Skipped) {
        if let Some(closure) = &skipped.closure
            && self.path.is_some()
        {
            // Somebody else may call it, but it changes nothing here.
            let before = self.state.values.clone();
            for (names, steps) in &skipped.bodies {
                self.skipped_body(names, steps);
            }
            self.state.values = before.since(&self.state.values);
            return self.close(closure);
        }
        let launches: Vec<usize> = skipped.launches.iter().map(|launch| launch.site).collect();
        self.found.seen.extend(launches);
        let mentions = super::skipped::mentions(&skipped.tokens);
        let others: Vec<Variable> =
            mentions.iter().filter_map(|mention| self.variable(&mention.name)).collect();
        let mut into = BTreeSet::new();
        for name in skipped.tokens.iter().filter_map(Token::name) {
            self.loose.extend(self.named.get(name).into_iter().flatten());
        }
        for mention in &mentions {
            let Some(variable) = self.variable(&mention.name) else { continue };
            if mention.kept {
                self.state.declared[variable.0].shared = true;
            }
            if mention.changed {
                into.insert(variable);
                self.forget(variable);
            }
        }
        if super::skipped::calls(&skipped.tokens) {
            self.forget_shared();
        }
        for launch in &skipped.launches {
            self.launch_of_anything(launch);
        }
        for (names, steps) in &skipped.bodies {
            self.skipped_body(names, steps);
        }
        // From here on, the names that it may have declared mean nothing that is known.
        for mention in mentions.iter().filter(|mention| mention.declared) {
            let ty = match mention.refers {
                true => Type::Reference(crate::parse::UNREAD.into()),
                false => crate::parse::UNREAD,
            };
            into.insert(self.declare(&mention.name, &ty, false, Value::Unknown));
        }
        self.hold_beside(into, &others);
    }

    /// Statements that somebody runs at some time: what the function changes anywhere is anything.
    fn skipped_body(&mut self, names: &[Name], steps: &[HostStep]) {
        let (changed, _) = self.changed(steps);
        let everywhere = match self.frames.last() {
            Some(frame) => frame.written.clone(),
            None => Changed::default(),
        };
        let before = (self.state.values.clone(), self.facts.len(), self.state.reached);
        let kept: BTreeSet<Name> = changed.names.keys().cloned().collect();
        let own = Changed { kept: kept.clone(), calls: true, ..Changed::default() };
        self.forget_changed(&everywhere.and(own));
        self.state.open();
        for name in names {
            self.declare(name, &crate::parse::UNREAD, false, Value::Unknown);
        }
        // What it returns, it returns to others.
        let frame = self.frames.last().cloned().unwrap_or_default();
        let switches = std::mem::take(&mut self.switches);
        self.frames.push(super::evaluator::Frame { exits: Vec::new(), ..frame });
        self.steps(steps);
        self.frames.pop();
        self.switches = switches;
        self.state.close();
        self.state.values = before.0.since(&self.state.values);
        self.facts.truncate(before.1);
        self.state.reached = before.2;
        // It may have run before the next statement, and may again later.
        self.forget_changed(&Changed { kept, ..changed });
    }

    /// What was assumed by `assert`: both parts of `a && "why"`, of which one may be known.
    pub fn assertion(&mut self, condition: &Expr, span: &Span) {
        if let ExprKind::Binary(Binary::And, a, b) = &condition.plain().kind {
            [a, b].into_iter().for_each(|e| self.assertion(e, span));
            return;
        }
        let value = self.value(condition);
        if let Some(c) = self.condition_of(&value) {
            match *c {
                Cond::Bool(true) => {}
                Cond::Bool(false) => self.state.reached = false,
                _ => self.fact(FactKind::Assertion, c, span),
            }
        }
    }
}
