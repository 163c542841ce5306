//! Random programs of the core: well-formed, with two arrays, richer expressions than the grammar of
//! the enumeration, and barriers that all threads reach together.

use fastrand::Rng;
use jaminan::Stmt;
use semantics::{Barrier, Cond, Expr, Name, Op, Rel, Site};
use std::sync::Arc;

/// A program of about this many statement nodes.
pub(crate) fn program(size: usize, rng: &mut Rng) -> Stmt {
    let mut generator = Generator { rng, scope: Vec::new(), next: 0 };
    generator.statement(size.max(1), Place { uniform: true, depth: 0 })
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    /// Whether all threads come here together: a barrier may stand here.
    uniform: bool,
    /// In how many loops.
    depth: usize,
}

struct Generator<'r> {
    rng: &'r mut Rng,
    scope: Vec<Name>,
    next: usize,
}

/// No loop stands in more loops than this: runs multiply.
const DEEPEST_LOOP: usize = 2;

impl Generator<'_> {
    fn fresh(&mut self) -> Name {
        self.next += 1;
        Name::from(format!("x{}", self.next - 1))
    }

    fn array(&mut self) -> Name {
        Name::from(if self.rng.u8(0..4) == 0 { "B" } else { "A" })
    }

    fn statement(&mut self, size: usize, place: Place) -> Stmt {
        let apart = Place { uniform: false, ..place };
        if size == 1 {
            return if place.uniform && self.rng.u8(0..5) == 0 {
                Stmt::Sync(Barrier::default())
            } else {
                let (array, index) = (self.array(), self.index());
                let payload = self.index();
                Stmt::Write { array, index, payload, site: Site::default() }
            };
        }
        match self.rng.u8(0..10) {
            0..=3 if size > 2 => {
                let first = self.rng.usize(1..size - 1);
                let a = self.statement(first, place);
                let b = self.statement(size - 1 - first, place);
                let b = match place.uniform && self.rng.u8(0..3) == 0 {
                    true => Stmt::Seq(Stmt::Sync(Barrier::default()).into(), b.into()),
                    false => b,
                };
                Stmt::Seq(a.into(), b.into())
            }
            4 | 5 => {
                let (array, index) = (self.array(), self.index());
                let (x, body) = self.under(size - 1, apart);
                Stmt::Read { x, array, index, body, site: Site::default() }
            }
            6 => {
                let (x, body) = self.under(size - 1, apart);
                Stmt::Var(x, body)
            }
            7 if place.depth < DEEPEST_LOOP => {
                let within = Place { depth: place.depth + 1, ..place };
                let (lo, hi) = (self.rng.u8(0..2), self.rng.u8(0..4));
                let (hi, within) = match self.scope.is_empty() || self.rng.bool() {
                    true => (Expr::num(hi), within),
                    false => (self.variable(), Place { uniform: false, ..within }),
                };
                let (x, body) = self.under(size - 1, within);
                Stmt::For(x, Expr::num(lo).into(), hi.into(), body)
            }
            _ => {
                let c = self.condition(1);
                if size > 2 && self.rng.bool() {
                    let first = self.rng.usize(1..size - 1);
                    let a = self.statement(first, apart);
                    return Stmt::If(c, a.into(), self.statement(size - 1 - first, apart).into());
                }
                Stmt::If(c, self.statement(size - 1, apart).into(), Stmt::Skip.into())
            }
        }
    }

    fn under(&mut self, size: usize, place: Place) -> (Name, Arc<Stmt>) {
        let x = self.fresh();
        self.scope.push(x.clone());
        let body = self.statement(size, place);
        self.scope.pop();
        (x, body.into())
    }

    fn variable(&mut self) -> Expr {
        match self.rng.choice(&self.scope) {
            Some(x) => Expr::Var(x.clone()),
            None => Expr::tid(),
        }
    }

    /// Often the thread's own number: of kernels in which nearly all race little can be learnt.
    fn index(&mut self) -> Arc<Expr> {
        if self.rng.bool() { Expr::tid().into() } else { self.expression(2) }
    }

    fn expression(&mut self, depth: usize) -> Arc<Expr> {
        Arc::new(self.term(depth))
    }

    fn term(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.rng.u8(0..5) < 3 {
            return match self.rng.u8(0..6) {
                0 => Expr::num(self.rng.u8(0..3)),
                1 | 2 => Expr::tid(),
                _ => self.variable(),
            };
        }
        let a = self.term(depth - 1);
        // Of these operators naturals and unsigned numbers make the same, small as they are here.
        match self.rng.u8(0..8) {
            0..=2 => Expr::bin(Op::Add, a, self.term(depth - 1)),
            3 => Expr::bin(Op::Mul, a, Expr::num(self.rng.u8(2..4))),
            4 => Expr::bin(Op::Rem, a, Expr::num(self.rng.u8(2..4))),
            5 => Expr::bin(Op::Div, a, Expr::num(2)),
            6 => Expr::bin(Op::BitXor, a, Expr::num(1)),
            _ => Expr::bin(*self.pick(&[Op::Shl, Op::Shr, Op::BitAnd]), a, Expr::num(1)),
        }
    }

    fn condition(&mut self, depth: usize) -> Arc<Cond> {
        if depth > 0 && self.rng.u8(0..6) == 0 {
            let (a, b) = (self.condition(0), self.condition(0));
            return Arc::new(if self.rng.bool() { Cond::And(a, b) } else { Cond::Or(a, b) });
        }
        let rel = *self.pick(&[Rel::Lt, Rel::Eq, Rel::Ne, Rel::Ge]);
        Arc::new(Cond::Rel(rel, self.expression(1), Expr::num(self.rng.u8(0..3)).into()))
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.rng.usize(0..of.len())]
    }
}
