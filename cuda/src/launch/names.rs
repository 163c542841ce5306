//! The names that statements are made of, and the launches in them.

use crate::syntax::{
    Condition, Expr, ExprKind, HostStep, Init, Skipped, StepKind, TemplateArgument,
};
use semantics::Name;
use std::collections::BTreeSet;

/// Every name in the statements, without qualifications.
pub(super) fn of_steps(steps: &[HostStep]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    let mut found = |e: &Expr| {
        if let ExprKind::Name(name)
        | ExprKind::Instance(name, _)
        | ExprKind::Member(_, name, _)
        | ExprKind::Scoped(_, name) = &e.kind
        {
            names.insert(super::call::last_part(name));
        }
    };
    let mut visitor = Visitor { expr: &mut found, skipped: &mut |_| {} };
    visitor.steps(steps);
    let mut read =
        |skipped: &Skipped| names.extend(skipped.tokens.iter().filter_map(|t| t.name().cloned()));
    let mut visitor = Visitor { expr: &mut |_| {}, skipped: &mut read };
    visitor.steps(steps);
    names
}

/// The launches in the statements, by their tokens.
pub(super) fn sites(steps: &[HostStep], found: &mut Vec<usize>) {
    let mut all = Vec::new();
    let mut of_expr = |e: &Expr| {
        if let ExprKind::Launch(launch) = &e.kind {
            all.push(launch.site);
        }
    };
    Visitor { expr: &mut of_expr, skipped: &mut |_| {} }.steps(steps);
    let mut of_skipped = |skipped: &Skipped| found.extend(skipped.launches.iter().map(|l| l.site));
    Visitor { expr: &mut |_| {}, skipped: &mut of_skipped }.steps(steps);
    found.extend(all);
}

/// The names in an expression.
pub(super) fn of_expr(e: &Expr) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    let mut found = |e: &Expr| {
        if let ExprKind::Name(name) | ExprKind::Instance(name, _) = &e.kind {
            names.insert(name.clone());
        }
    };
    Visitor { expr: &mut found, skipped: &mut |_| {} }.expr(e);
    names
}

/// The names in an initializer.
pub(super) fn of_init(init: &Init) -> BTreeSet<Name> {
    init.expressions().into_iter().flat_map(of_expr).collect()
}

struct Visitor<'v> {
    expr: &'v mut dyn FnMut(&Expr),
    skipped: &'v mut dyn FnMut(&Skipped),
}

impl Visitor<'_> {
    fn steps(&mut self, steps: &[HostStep]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &HostStep) {
        match &step.kind {
            StepKind::Expr(e) => self.expr(e),
            StepKind::Declare(variables) => {
                let initial = variables.iter().filter_map(|v| v.init.as_ref());
                initial.flat_map(Init::expressions).for_each(|e| self.expr(e));
            }
            StepKind::Block(steps) => self.steps(steps),
            StepKind::If(c, yes, no) => {
                self.condition(c);
                self.step(yes);
                no.iter().for_each(|step| self.step(step));
            }
            StepKind::Loop { condition, step, body, .. } => {
                condition.iter().for_each(|c| self.condition(c));
                step.iter().for_each(|step| self.step(step));
                self.step(body);
            }
            StepKind::Switch(c, body) => {
                self.condition(c);
                self.step(body);
            }
            StepKind::Try(body, handlers) => {
                self.step(body);
                self.steps(handlers);
            }
            StepKind::Return(value) => value.iter().for_each(|value| self.condition(value)),
            StepKind::Skipped(skipped) => self.skipped(skipped),
            StepKind::Case { .. } | StepKind::Label | StepKind::Jump(_) => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Read(e) => self.expr(e),
            Condition::Skipped(skipped) => self.skipped(skipped),
        }
    }

    fn skipped(&mut self, skipped: &Skipped) {
        (self.skipped)(skipped);
        skipped.bodies.iter().for_each(|(_, steps)| self.steps(steps));
    }

    fn expr(&mut self, e: &Expr) {
        (self.expr)(e);
        if let ExprKind::Instance(_, arguments) = &e.kind {
            for argument in arguments {
                if let TemplateArgument::Value(e) = argument {
                    self.expr(e);
                }
            }
        }
        if let ExprKind::Launch(launch) = &e.kind {
            self.expr(&launch.callee);
            let operands = launch.configuration.iter().chain(launch.arguments.iter().flatten());
            operands.flatten().for_each(|e| self.expr(e));
            for tokens in &launch.unread {
                self.skipped(&Skipped { tokens: tokens.clone(), ..Skipped::default() });
            }
        }
        e.kind.operands().for_each(|e| self.expr(e));
    }
}
