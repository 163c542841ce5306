//! A kernel of which the loops that may end early, or do not count, are written out a few times. Its
//! executions are those of the kernel in which no such loop goes further: what they show is so, and
//! that they do not show something says nothing.
//!
//! `while (c) {s}` is `switch (0) { default: if (c) {s; while (c) {s}} }`, a few times over: a `break`
//! leaves the innermost `switch`, after which nothing stands in the one around it. A `continue` is
//! what follows it, and a `break`.

use crate::survey::{breaks_in, returns_in};
use crate::typed::{Arm, Expr, Kernel, Kind, Stmt, StmtKind, Type};
use semantics::Span;

/// How many iterations are written out: the first of these with which the kernel does not grow too
/// large.
const WRITTEN_OUT: [usize; 3] = [8, 4, 2];
/// How many statements a kernel may come to have.
const MOST_STATEMENTS: usize = 4_000;

/// The kernel with such loops written out, and how many iterations; none where it has none, or it
/// grows too large.
pub(crate) fn written_out(kernel: &Kernel) -> Option<(Kernel, usize)> {
    WRITTEN_OUT.into_iter().find_map(|most| Some((write_out(kernel, most, false)?, most)))
}

/// As [`written_out`], also of loops that do not count by a number, and with two iterations.
pub(crate) fn few_iterations(kernel: &Kernel) -> Option<Kernel> {
    write_out(kernel, 2, true)
}

fn write_out(kernel: &Kernel, most: usize, all: bool) -> Option<Kernel> {
    let mut writer = Writer { most, all, loops: 0, left: MOST_STATEMENTS };
    let body = writer.block(&kernel.body)?;
    (writer.loops > 0).then(|| Kernel { body, ..kernel.clone() })
}

struct Writer {
    /// How many iterations.
    most: usize,
    /// Whether a loop that does not count by a number is one to be written out.
    all: bool,
    /// How many loops were written out.
    loops: usize,
    /// How many statements may still be made.
    left: usize,
}

/// A loop, as [`StmtKind::Loop`].
struct Loop<'s> {
    condition: Option<&'s Expr>,
    step: Option<&'s Expr>,
    body: &'s [Stmt],
    body_first: bool,
    span: &'s Span,
}

impl Writer {
    fn block(&mut self, statements: &[Stmt]) -> Option<Vec<Stmt>> {
        statements.iter().map(|s| self.statement(s)).collect()
    }

    fn statement(&mut self, s: &Stmt) -> Option<Stmt> {
        self.left = self.left.checked_sub(1)?;
        let kind = match &s.kind {
            StmtKind::Block(block) => StmtKind::Block(self.block(block)?),
            StmtKind::If(c, yes, no) => {
                StmtKind::If(self.expr(c)?, self.block(yes)?, self.block(no)?)
            }
            StmtKind::Switch(e, body, arms) => {
                StmtKind::Switch(self.expr(e)?, self.block(body)?, arms.clone())
            }
            StmtKind::Expr(e) => StmtKind::Expr(self.expr(e)?),
            StmtKind::Declare(id, Some(init)) => StmtKind::Declare(*id, Some(self.expr(init)?)),
            StmtKind::Loop { condition, step, body, body_first } => {
                let body = self.block(body)?;
                let early = breaks_in(&body) || returns_in(&body).is_some();
                let counts = match (condition, step) {
                    (Some(_), Some(step)) => !self.all || is_by_number(step),
                    _ => false,
                };
                if early || !counts {
                    self.loops += 1;
                    let (condition, step) = (condition.as_ref(), step.as_ref());
                    let (body_first, span) = (*body_first, &s.span);
                    let l = Loop { condition, step, body: &body, body_first, span };
                    return self.iterations(&l, self.most);
                }
                StmtKind::Loop {
                    condition: condition.clone(),
                    step: step.clone(),
                    body,
                    body_first: *body_first,
                }
            }
            StmtKind::Declare(_, None)
            | StmtKind::Return
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Assume(_)
            | StmtKind::Unsupported(..) => s.kind.clone(),
        };
        Some(Stmt { kind, span: s.span.clone() })
    }

    /// A called function in the place of its call, where that is all of the expression, or what is
    /// assigned. A loop elsewhere stays as it is.
    fn expr(&mut self, e: &Expr) -> Option<Expr> {
        let kind = match &e.kind {
            Kind::Inline(statements, value) => Kind::Inline(self.block(statements)?, value.clone()),
            Kind::Assign(place, value) => Kind::Assign(place.clone(), Box::new(self.expr(value)?)),
            Kind::Convert(inner) => Kind::Convert(Box::new(self.expr(inner)?)),
            _ => return Some(e.clone()),
        };
        Some(Expr { kind, ty: e.ty.clone(), span: e.span.clone() })
    }

    /// The loop where it runs at most so often; other executions are left out.
    fn iterations(&mut self, l: &Loop<'_>, most: usize) -> Option<Stmt> {
        self.left = self.left.checked_sub(1)?;
        let make = |kind| Stmt { kind, span: l.span.clone() };
        if most == 0 {
            let never = make(StmtKind::Assume(number(0, Type::Bool, l.span)));
            let test = match (l.condition, l.body_first) {
                (Some(c), false) => StmtKind::If(c.clone(), vec![never], Vec::new()),
                _ => never.kind,
            };
            return Some(make(test));
        }
        let next = self.iterations(l, most - 1)?;
        let mut rest: Vec<Stmt> =
            l.step.iter().map(|e| make(StmtKind::Expr((*e).clone()))).collect();
        match (l.condition, l.body_first) {
            (Some(c), true) => rest.push(make(StmtKind::If(c.clone(), vec![next], Vec::new()))),
            _ => rest.push(next),
        }
        let mut inside = vec![make(StmtKind::Block(self.continued(l.body, &rest)?))];
        inside.append(&mut rest);
        let body = match (l.condition, l.body_first) {
            (Some(c), false) => vec![make(StmtKind::If(c.clone(), inside, Vec::new()))],
            _ => inside,
        };
        let whole = number(0, Type::Int(semantics::IntType::INT), l.span);
        Some(make(StmtKind::Switch(whole, body, vec![Arm { label: None, at: 0 }])))
    }

    /// The body of a loop, with what follows it in the place of each `continue`.
    fn continued(&mut self, body: &[Stmt], rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut made = Vec::with_capacity(body.len());
        for s in body {
            self.left = self.left.checked_sub(1)?;
            let kind = match &s.kind {
                StmtKind::Continue => {
                    self.left = self.left.checked_sub(size(rest))?;
                    made.extend(rest.iter().cloned());
                    StmtKind::Break
                }
                StmtKind::Block(block) => StmtKind::Block(self.continued(block, rest)?),
                StmtKind::If(c, yes, no) => {
                    StmtKind::If(c.clone(), self.continued(yes, rest)?, self.continued(no, rest)?)
                }
                // A `break` there would leave the inner `switch` only.
                StmtKind::Switch(_, inner, _) if crate::survey::continues_in(inner) => return None,
                kind => kind.clone(),
            };
            made.push(Stmt { kind, span: s.span.clone() });
        }
        Some(made)
    }
}

/// Whether a step is `i++`, `i += 2` and the like.
fn is_by_number(step: &Expr) -> bool {
    match &step.kind {
        Kind::Step { .. } => true,
        Kind::Update { value, .. } => crate::typing::evaluate(value).is_some(),
        _ => false,
    }
}

fn number(n: u32, ty: Type, span: &Span) -> Expr {
    Expr { kind: Kind::Int(n.into()), ty, span: span.clone() }
}

/// How many statements there are.
fn size(statements: &[Stmt]) -> usize {
    let one = |s: &Stmt| match &s.kind {
        StmtKind::Block(block) | StmtKind::Switch(_, block, _) => size(block),
        StmtKind::If(_, yes, no) => size(yes) + size(no),
        StmtKind::Loop { body, .. } => size(body),
        _ => 0,
    };
    statements.iter().map(|s| 1 + one(s)).sum()
}
