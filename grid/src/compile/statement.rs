//! Statements.

use super::emit::Label;
use super::value::{At, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::Binary;
use crate::code::Instr;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::syntax::{Expr, Stmt, StmtKind};
use semantics::{Name, Span};

impl<'s> Compiler<'s> {
    /// Statements in a scope of their own.
    pub(super) fn statements(&mut self, statements: &'s [Stmt]) -> Compiled<()> {
        self.body.scopes.push(rustc_hash::FxHashMap::default());
        let done = self.freeing(|c| statements.iter().try_for_each(|s| c.statement(s)));
        self.body.scopes.pop();
        done
    }

    fn scoped(&mut self, statement: &'s Stmt) -> Compiled<()> {
        self.statements(std::slice::from_ref(statement))
    }

    pub(super) fn statement(&mut self, s: &'s Stmt) -> Compiled<()> {
        let span = &s.span.0;
        super::ask(span)?;
        match &s.kind {
            // What it stands for would change nothing of the loop: that is taken for granted.
            StmtKind::Empty | StmtKind::Macro(_) => Ok(()),
            StmtKind::Expr(e) => self.freeing(|c| c.discard(e)),
            StmtKind::Declare(variables) => variables.iter().try_for_each(|v| self.declare(v)),
            StmtKind::Enumeration(items, variables) => {
                self.enumerate(items, Some(()))?;
                variables.iter().try_for_each(|v| self.declare(v))
            }
            StmtKind::Block(statements) => self.statements(statements),
            StmtKind::If(e, yes, no) => self.conditionally(e, yes, no.as_deref(), span),
            StmtKind::For(init, e, step, body) => {
                self.body.scopes.push(rustc_hash::FxHashMap::default());
                let done = self.freeing(|c| {
                    c.statement(init)?;
                    c.repeat(e.as_ref(), step.as_ref(), body, span)
                });
                self.body.scopes.pop();
                done
            }
            StmtKind::While(e, body) => self.repeat(Some(e), None, body, span),
            StmtKind::DoWhile(body, e) => self.repeat_after(body, e, span),
            StmtKind::Switch(e, body) => self.switch(e, body, span),
            StmtKind::Case(_, body) => {
                let Some(label) = self.body.cases.last_mut().and_then(Iterator::next) else {
                    return error(span, "a label outside of a `switch`");
                };
                self.body.put(label);
                self.statement(body)
            }
            StmtKind::Label(name, body) => {
                let label = self.named(name);
                self.body.put(label);
                self.statement(body)
            }
            // What gives no value, and leaves memory alone, has no effect that a kernel sees.
            StmtKind::Assembly(assembly)
                if assembly.on_registers && assembly.outputs.is_empty() =>
            {
                self.freeing(|c| assembly.inputs.iter().try_for_each(|e| c.value(e).map(drop)))
            }
            StmtKind::Assembly(_) => unsupported(Area::Assembly, span, "inline assembly"),
            StmtKind::Goto(name) => {
                let to = self.named(name).0;
                self.emit(Instr::Jump { to }, span)
            }
            StmtKind::Return(e) => self.freeing(|c| c.returned(e.as_ref(), span)),
            StmtKind::Break => self.leave(self.body.breaks.last().copied(), "break", span),
            StmtKind::Continue => self.leave(self.body.continues.last().copied(), "continue", span),
            StmtKind::Other(kind, what) => unsupported(*kind, span, *what),
        }
    }

    fn leave(&mut self, to: Option<Label>, word: &str, span: &Span) -> Compiled<()> {
        match to {
            Some(Label(to)) => self.emit(Instr::Jump { to }, span),
            None => error(span, format!("`{word}` outside of a loop")),
        }
    }

    fn named(&mut self, name: &Name) -> Label {
        if let Some(label) = self.body.named.get(name) {
            return *label;
        }
        let label = self.body.label();
        self.body.named.insert(name.clone(), label);
        label
    }

    fn conditionally(
        &mut self,
        e: &'s Expr,
        yes: &'s Stmt,
        no: Option<&'s Stmt>,
        span: &Span,
    ) -> Compiled<()> {
        // What is never done need not be understood: of an instance of a template, it may have no meaning.
        if !is_entered(yes)
            && !no.is_some_and(is_entered)
            && let Some(known) = self.known_truth(e)?
        {
            return match if known { Some(yes) } else { no } {
                Some(done) => self.scoped(done),
                None => Ok(()),
            };
        }
        let (otherwise, end) = (self.body.label(), self.body.label());
        self.branch(e, otherwise, false)?;
        self.scoped(yes)?;
        if no.is_some() {
            self.emit(Instr::Jump { to: end.0 }, span)?;
        }
        self.body.put(otherwise);
        if let Some(no) = no {
            self.scoped(no)?;
        }
        self.body.put(end);
        Ok(())
    }

    /// `for` and `while`: the condition stands at the end, so that a round has one jump.
    fn repeat(
        &mut self,
        e: Option<&'s Expr>,
        step: Option<&'s Expr>,
        body: &'s Stmt,
        span: &Span,
    ) -> Compiled<()> {
        let (again, test) = (self.body.label(), self.body.label());
        let (next, end) = (self.body.label(), self.body.label());
        self.emit(Instr::Jump { to: test.0 }, span)?;
        self.body.put(again);
        self.inside(next, end, body)?;
        self.body.put(next);
        if let Some(step) = step {
            self.freeing(|c| c.discard(step))?;
        }
        self.body.put(test);
        match e {
            Some(e) => self.branch(e, again, true)?,
            None => self.emit(Instr::Jump { to: again.0 }, span)?,
        }
        self.body.put(end);
        Ok(())
    }

    fn repeat_after(&mut self, body: &'s Stmt, e: &'s Expr, _: &Span) -> Compiled<()> {
        let (again, next, end) = (self.body.label(), self.body.label(), self.body.label());
        self.body.put(again);
        self.inside(next, end, body)?;
        self.body.put(next);
        self.branch(e, again, true)?;
        self.body.put(end);
        Ok(())
    }

    fn inside(&mut self, next: Label, end: Label, body: &'s Stmt) -> Compiled<()> {
        self.body.breaks.push(end);
        self.body.continues.push(next);
        let done = self.scoped(body);
        self.body.breaks.pop();
        self.body.continues.pop();
        done
    }

    /// The labels of the body in the order of the text, those of inner `switch`es left out.
    fn switch(&mut self, e: &'s Expr, body: &'s Stmt, span: &Span) -> Compiled<()> {
        let mut cases = Vec::new();
        collect_cases(body, &mut cases);
        let labels: Vec<Label> = cases.iter().map(|_| self.body.label()).collect();
        let end = self.body.label();
        self.freeing(|c| c.dispatch(e, &cases, &labels, end, span))?;
        self.body.cases.push(labels.into_iter());
        self.body.breaks.push(end);
        let done = self.scoped(body);
        self.body.breaks.pop();
        self.body.cases.pop();
        self.body.put(end);
        done
    }

    fn dispatch(
        &mut self,
        e: &'s Expr,
        cases: &[Option<&'s Expr>],
        labels: &[Label],
        end: Label,
        span: &Span,
    ) -> Compiled<()> {
        let value = self.value(e)?;
        let Some(at) = value.ty.scalar().filter(|s| s.is_integer()).map(Scalar::promoted) else {
            return error(&e.span.0, format!("a `switch` on a `{}`", value.ty));
        };
        let value = self.convert(value, &Type::Scalar(at), span)?;
        let value = Value { ty: value.ty.clone(), at: At::Registers(self.register(&value, span)?) };
        let mut default = end;
        for (case, label) in cases.iter().zip(labels) {
            let Some(case) = case else {
                default = *label;
                continue;
            };
            let Some((scalar, known)) = self.constant(case)? else {
                return unsupported(Area::Constant, &case.span.0, "a label that is no constant");
            };
            let known = crate::arithmetic::convert(scalar, at, known).0;
            self.freeing(|c| {
                let wanted = Value::known(at, known);
                let equal = c.binary(Binary::Eq, at, value.clone(), wanted, span)?;
                let a = c.register(&equal, span)?;
                c.emit(Instr::JumpIf { a, to: label.0 }, span)
            })?;
        }
        self.emit(Instr::Jump { to: default.0 }, span)
    }
}

/// Whether a jump may go into a statement.
fn is_entered(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Case(..) | StmtKind::Label(..) => true,
        StmtKind::Block(all) => all.iter().any(is_entered),
        StmtKind::If(_, a, b) => is_entered(a) || b.as_deref().is_some_and(is_entered),
        StmtKind::For(_, _, _, body)
        | StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body) => is_entered(body),
        _ => false,
    }
}

fn collect_cases<'s>(s: &'s Stmt, cases: &mut Vec<Option<&'s Expr>>) {
    match &s.kind {
        StmtKind::Case(e, body) => {
            cases.push(e.as_ref());
            collect_cases(body, cases);
        }
        StmtKind::Block(all) => all.iter().for_each(|s| collect_cases(s, cases)),
        StmtKind::If(_, a, b) => {
            collect_cases(a, cases);
            b.iter().for_each(|s| collect_cases(s, cases));
        }
        StmtKind::For(_, _, _, body) | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
            collect_cases(body, cases);
        }
        StmtKind::Label(_, body) => collect_cases(body, cases),
        _ => {}
    }
}
