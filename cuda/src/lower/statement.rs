//! Statements, and what follows a `return`.

use super::block::Atom;
use super::environment::Value;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::survey::{jumps_in, leaves_switch, mentioned_in, returns_in};
use crate::term::{num, rel, select};
use crate::typed::{Arm, Expr, Kind, Stmt, StmtKind, Storage};
use crate::unsupported::Unsupported;
use semantics::warp::WARP;
use semantics::{
    Barrier, Cond, Dim, Expr as Term, IntType, Number, Rel, Scope, Site, Span, WarpOrder,
};
use std::sync::Arc;

/// What runs after a list of statements, up to the end of the kernel or of a loop's body.
#[derive(Clone, Copy)]
pub(super) struct Rest<'s> {
    statements: &'s [Stmt],
    rest: Option<&'s Rest<'s>>,
    /// Whether a `break` goes on here: it stands after a `switch`.
    after_switch: bool,
}

impl<'k> Lowering<'k> {
    /// Runs statements, and then the rest. Where some of them may return, the rest runs in the
    /// branches that do not: `if (c) return; rest` is `if c {} else {rest}`.
    pub(super) fn run(&mut self, statements: &[Stmt], rest: Option<&Rest<'_>>) -> Lowered<()> {
        for (n, statement) in statements.iter().enumerate() {
            let after = Rest { statements: &statements[n + 1..], rest, after_switch: false };
            match &statement.kind {
                StmtKind::Continue => return Ok(()),
                StmtKind::Return => {
                    self.barriers.returned_apart |= self.around.divergent.is_some();
                    self.left(self.around.divergent.is_some());
                    return Ok(());
                }
                StmtKind::Break => {
                    let mut around = rest;
                    while let Some(frame) = around {
                        if frame.after_switch {
                            return self.run(frame.statements, frame.rest);
                        }
                        around = frame.rest;
                    }
                    self.left(self.around.divergent.is_some());
                    return Ok(());
                }
                StmtKind::Switch(e, body, arms) if leaves_switch(body) => {
                    self.settle(mentioned_in(&statements[n..]), &statement.span)?;
                    let after = Rest { after_switch: true, ..after };
                    return self.switch(e, body, arms, Some(&after), &statement.span);
                }
                StmtKind::Loop { body, .. } if returns_in(body).is_some() => {
                    // Of this loop by itself, and then of what is around it, too.
                    let outside = std::mem::take(&mut self.barriers.returned_apart);
                    self.statement(statement)?;
                    let (line, _) = statement.span.line_column();
                    let why = format!("whether the loop of line {line} returns");
                    let ty = IntType::unsigned(1);
                    let together = !self.barriers.returned_apart && self.around.divergent.is_none();
                    let returned = match together {
                        true => self.agreed_unknown("returned", ty, &why, &statement.span)?,
                        false => self.unknown("returned", ty, &why, &statement.span)?,
                    };
                    self.left(!together);
                    self.barriers.returned_apart |= outside;
                    let goes_on = rel(Rel::Eq, returned, num(0));
                    self.settle(mentioned_in(&statements[n..]), &statement.span)?;
                    self.branch(
                        goes_on,
                        &|s| s.run(after.statements, after.rest).map(|()| Value::Void),
                        &|_| Ok(Value::Void),
                        &statement.span,
                    )?;
                    return Ok(());
                }
                StmtKind::Expr(e) if assumption(e).is_some() => {
                    let Some((c, span)) = assumption(e) else { continue };
                    let c = self.cond(c)?;
                    if !self.is_unknown(&c) || self.around.calls > 0 {
                        self.suppose(c, span)?;
                        continue;
                    }
                    // Nobody knows whether it holds, so what follows hangs on that.
                    self.settle(mentioned_in(&statements[n..]), span)?;
                    self.branch(
                        c,
                        &|s| s.run(after.statements, after.rest).map(|()| Value::Void),
                        &|_| Ok(Value::Void),
                        span,
                    )?;
                    return Ok(());
                }
                StmtKind::Block(block) if jumps_in(block) => {
                    return self.run(block, Some(&after));
                }
                StmtKind::If(c, yes, no) if jumps_in(yes) || jumps_in(no) => {
                    self.settle(mentioned_in(&statements[n..]), &statement.span)?;
                    self.branch_on(
                        c,
                        &|s| s.run(yes, Some(&after)).map(|()| Value::Void),
                        &|s| s.run(no, Some(&after)).map(|()| Value::Void),
                        &statement.span,
                    )?;
                    return Ok(());
                }
                _ => self.statement(statement)?,
            }
        }
        match rest {
            Some(rest) => self.run(rest.statements, rest.rest),
            None => Ok(()),
        }
    }

    fn statement(&mut self, statement: &Stmt) -> Lowered<()> {
        let span = &statement.span;
        self.spend(1, span)?;
        match &statement.kind {
            StmtKind::Expr(e) => self.value(e).map(|_| ()),
            StmtKind::Declare(id, init) => {
                let local = &self.given.kernel.locals[id.0];
                if matches!(local.storage, Storage::Shared | Storage::Dynamic) {
                    return match self.arrays.memory.contains_key(id) {
                        true => Ok(()),
                        false => self.allocate(*id),
                    };
                }
                let value = match init {
                    Some(init) => self.hinted(init, Some(local.name.as_str()))?,
                    None => self.blank(&local.ty),
                };
                self.write_local(*id, value);
                Ok(())
            }
            StmtKind::Block(block) => self.run(block, None),
            StmtKind::If(c, yes, no) => {
                self.settle(mentioned_in(std::slice::from_ref(statement)), span)?;
                self.branch_on(
                    c,
                    &|s| s.run(yes, None).map(|()| Value::Void),
                    &|s| s.run(no, None).map(|()| Value::Void),
                    span,
                )
                .map(|_| ())
            }
            StmtKind::Loop { condition, step, body, body_first } => {
                self.settle(mentioned_in(std::slice::from_ref(statement)), span)?;
                self.run_loop(condition.as_ref(), step.as_ref(), body, *body_first, span)
            }
            StmtKind::Switch(e, body, arms) => {
                self.settle(mentioned_in(std::slice::from_ref(statement)), span)?;
                self.switch(e, body, arms, None, span)
            }
            StmtKind::Return | StmtKind::Break | StmtKind::Continue => Ok(()),
            StmtKind::Assume(c) => {
                let c = self.cond(c)?;
                self.suppose(c, span)
            }
            StmtKind::Unsupported(kind, what) => Err(Unsupported::new(*kind, what.clone(), span)),
        }
    }

    /// Runs a `switch`: from the label that fits to a `break`.
    fn switch(
        &mut self,
        e: &Expr,
        body: &[Stmt],
        arms: &[Arm],
        rest: Option<&Rest<'_>>,
        span: &Span,
    ) -> Lowered<()> {
        let value = self.number(e)?;
        self.arms(&value, body, arms, arms.iter().find(|a| a.label.is_none()), rest, span)
    }

    fn arms(
        &mut self,
        value: &Arc<Term>,
        body: &[Stmt],
        arms: &[Arm],
        default: Option<&Arm>,
        rest: Option<&Rest<'_>>,
        span: &Span,
    ) -> Lowered<()> {
        let Some((arm, others)) = arms.split_first() else {
            return match (default, rest) {
                (Some(arm), _) => self.run(&body[arm.at..], rest),
                (None, Some(rest)) => self.run(rest.statements, rest.rest),
                (None, None) => Ok(()),
            };
        };
        let Some(label) = &arm.label else {
            return self.arms(value, body, others, default, rest, span);
        };
        let fits = self.decided(Rel::Eq, Arc::clone(value), num(label.clone()));
        self.branch(
            fits,
            &|s| s.run(&body[arm.at..], rest).map(|()| Value::Void),
            &|s| s.arms(value, body, others, default, rest, span).map(|()| Value::Void),
            span,
        )
        .map(|_| ())
    }

    /// Whether a condition hangs on what is not modelled.
    fn is_unknown(&self, c: &Cond) -> bool {
        let mut unknown = false;
        c.each_variable(&mut |x| unknown |= self.variables.reasons.contains_key(x));
        unknown
    }

    /// Leaves out the executions in which a condition does not hold here.
    fn suppose(&mut self, c: Arc<Cond>, span: &Span) -> Lowered<()> {
        if *c == Cond::Bool(true) {
            return Ok(());
        }
        if self.is_unknown(&c) {
            return Err(Unsupported::new(
                Area::Statement,
                "an assumption on what is not modelled",
                span,
            ));
        }
        if self.may_assume(&c) {
            self.narrow(&c);
            self.taken.assumptions.push(Arc::unwrap_or_clone(c));
            return Ok(());
        }
        // A number that has a value where the condition holds only.
        let holds = Term::Within(1.into(), select(&c, num(0), num(1)));
        self.emit(Atom::Check(Arc::new(holds)), span)
    }

    /// `__syncthreads()`, or a barrier of the whole grid.
    pub(super) fn sync(&mut self, scope: Scope, span: &Span) -> Lowered<()> {
        self.sync_without_copies(scope, span)?;
        self.copies_go_on(span)
    }

    /// As [`Lowering::sync`], of asynchronous copies aside.
    pub(super) fn sync_without_copies(&mut self, scope: Scope, span: &Span) -> Lowered<()> {
        if self.probed(span)? {
            return Ok(());
        }
        if self.around.divergent.is_some() && !self.given.divergent_barriers {
            self.come_together(span);
        }
        self.emit(Atom::Sync(Barrier { scope, site: Site::at(span.clone()) }), span)?;
        // Behind it they know what they know of themselves.
        for c in self.around.conditions.clone() {
            let holds = Term::Within(1.into(), select(&c, num(0), num(1)));
            self.emit(Atom::Check(Arc::new(holds)), span)?;
        }
        Ok(())
    }
}

impl Lowering<'_> {
    /// `__syncwarp()`: a barrier of the block, where the block is one warp; else one of the warp.
    pub(super) fn sync_warp(&mut self, mask: Option<Value>, span: &Span) -> Lowered<()> {
        let threads = Dim::ALL.into_iter().try_fold(Number::from(1), |product, dim| {
            crate::term::literal(&self.given.launch.block(dim)).map(|n| product * n)
        });
        let everyone = match mask {
            None => true,
            Some(Value::Int(mask)) => {
                // A block of fewer threads is one warp without the others.
                let warp = Number::from(WARP);
                let lanes = threads.clone().map_or(warp.clone(), |n| n.min(warp));
                let all = (Number::from(1) << u32::try_from(lanes).unwrap_or(WARP)) - 1;
                let given = crate::term::literal(&mask).map(|n| IntType::UINT.convert(n));
                given.is_some_and(|given| given & &all == all)
            }
            Some(_) => false,
        };
        // Under a condition that they do not share, the threads of a warp may come to another one each.
        let one_warp = threads.is_some_and(|n| n <= Number::from(WARP));
        if everyone && one_warp && self.around.divergent.is_none() {
            return self.sync(Scope::Block, span);
        }
        if self.barriers.probe.is_some() {
            // What the threads of a warp tell each other is not in the question.
            return Err(Unsupported::new(
                Area::Barrier,
                "`__syncwarp` in a question about a barrier",
                span,
            ));
        }
        if self.barriers.warps.is_lock_step() {
            return Ok(());
        }
        // Which ones wait for each other is not known in a loop that they need not run equally often. Without any
        // order there are more races, and none of two threads of a block is shown then.
        let followed = everyone && (self.around.divergent.is_none() || self.around.loops == 0);
        self.barriers.warps = match (followed, self.barriers.warps) {
            (true, WarpOrder::Independent | WarpOrder::Barriers) => WarpOrder::Barriers,
            _ => WarpOrder::Unknown,
        };
        // A conditional on `0 == 0`.
        self.emit(Atom::Check(num(0)), span)?;
        self.copies_go_on(span)
    }
}

/// The condition that an expression assumes, if it does nothing else.
fn assumption(e: &Expr) -> Option<(&Expr, &Span)> {
    match &e.kind {
        Kind::Inline(statements, None) => match statements.as_slice() {
            [Stmt { kind: StmtKind::Assume(c), span }] => Some((c, span)),
            _ => None,
        },
        _ => None,
    }
}
